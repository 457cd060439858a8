//! Routes of the page *Other homes*: other homes on this machine, read only.

use std::sync::Arc;

use palimp_core::project::DEFAULT_AGENT;
use palimp_engine::retrieval::federation::{
    Agent, Federation, HomeFormat as How, HomeStatus, Reindexed, SearchedIndex,
};
use palimp_engine::retrieval::index_sync::{Error, Models, StageProgress};
use palimp_pages::{
    HomeAgent, HomeIndex, HomeNote, HomeState, HomeView, Homes, PageError, WorkResult,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::app_state::{
    DashboardState, PageOutcome, PageRequest, PageResult, render_page, run_action,
};
use crate::query_string::RequestFields;
use crate::{run_job, search, settings};

/// Number of lines of a note on a page.
const NOTE_LINES_PER_PAGE: usize = 600;

pub(crate) async fn homes_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, build_page).await
}

fn build_page(state: &DashboardState, asking: &PageRequest) -> PageResult {
    let text = |name: &str| asking.asked.field_value(name).to_owned();
    let settings = state.load_settings();
    let instances = state.with_homes(|homes, _| homes.home_statuses());
    let mut page = Homes {
        homes: instances.into_iter().map(home_row).collect(),
        query: text("q"),
        only: text("in"),
        settings: settings::setting_rows(state, |key| HOMES_SETTING_KEYS.contains(&key))?,
        embeds: settings.dashboard.embedding.is_some(),
        sent: state.host().models_for_homes(&settings).1,
        changed: changed_keys(&text("changed")),
        work: state.work.current_job(),
        ..Homes::default()
    };
    if !page.query.trim().is_empty() {
        let (hits, remarks) =
            search::in_homes(state, asking, &page.query, asking.asked.non_empty("in").as_deref())?;
        (page.found, page.remarks) = (Some(hits), remarks);
    }
    Ok(palimp_pages::homes_page(&asking.view, &page))
}

/// Keys of the settings about other homes.
const HOMES_SETTING_KEYS: [&str; 2] = ["dashboard.homes", "dashboard.embedding"];

/// Does what the form says.
pub(crate) async fn change_homes(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    let at = Arc::clone(&state);
    run_action(state, asking, move |state, _| {
        let form = RequestFields::from_urlencoded(&form);
        let embeds = match form.field_value("do") {
            "reindex" => false,
            "embed" => true,
            _ => return Err(PageError::Missing),
        };
        let only = form.non_empty("in");
        run_job::begin_job(&at, move |state, progress| {
            reindex_homes(state, only.as_deref(), embeds, progress)
        });
        Ok(PageOutcome::Done(format!("{}homes", state.base())))
    })
    .await
}

fn reindex_homes(
    state: &DashboardState,
    only: Option<&str>,
    embeds: bool,
    progress: StageProgress,
) -> Result<WorkResult, String> {
    let settings = state.load_settings();
    let models = || match embeds {
        true => state.host().models_for_homes(&settings).0,
        false => Models::default(),
    };
    // Its own, so that pages may search meanwhile.
    let homes = state.open_federation(&settings, Models::default());
    let all = homes.reindex(only, &models, progress).map_err(|error| error.to_string())?;
    Ok(WorkResult::Indexed(all.into_iter().map(indexed_row).collect()))
}

fn indexed_row(it: Reindexed) -> palimp_pages::IndexResult {
    let whose = match it.agent {
        Some(agent) => format!("{}/{agent}", it.home),
        None => it.home,
    };
    let Reindexed { written, removed, vectors, why, .. } = it;
    palimp_pages::IndexResult { whose, written, removed, vectors, why }
}

/// A note of a home.
pub(crate) async fn home_note_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, |state, asking| {
        let text = |name: &str| asking.asked.field_value(name).to_owned();
        let agent = asking.asked.non_empty("agent").unwrap_or_else(|| DEFAULT_AGENT.to_owned());
        let (home, path) = (text("home"), text("path"));
        let from = asking.asked.parse_number::<usize>("from").max(1);
        let note = (home.as_str(), Some(agent.as_str()), path.as_str());
        let read =
            |homes: &mut Federation| homes.read_note(note, Some(from), Some(NOTE_LINES_PER_PAGE));
        // A home or a note that is not there is said in words.
        let absent = |error: Error| PageError::Absent(error.to_string());
        let found = state.with_homes(|homes, _| read(homes)).map_err(absent)?;
        let next = (found.end_line < found.total_lines).then_some(found.end_line + 1);
        let note = HomeNote { home, agent, path, from, text: found.text, next };
        Ok(palimp_pages::home_note(&asking.view, &note))
    })
    .await
}

fn home_row(it: HomeStatus) -> HomeView {
    HomeView {
        label: it.label,
        path: it.path.display().to_string(),
        own: it.own,
        state: match it.state {
            How::Readable => HomeState::Readable,
            How::Older => HomeState::Older,
            How::Newer => HomeState::Newer,
            How::Broken => HomeState::Broken,
            How::Unreadable => HomeState::Unreadable,
        },
        why: it.why,
        agents: it.agents.into_iter().map(agent_row).collect(),
    }
}

fn agent_row(it: Agent) -> HomeAgent {
    HomeAgent {
        id: it.id,
        notes: it.notes,
        index: match it.index {
            SearchedIndex::There => HomeIndex::There,
            SearchedIndex::Here => HomeIndex::Here,
            SearchedIndex::Not => HomeIndex::Not,
        },
        lacking: it.lacking,
        why: it.why,
    }
}

/// Returns the keys of this page's settings out of a list.
fn changed_keys(listed: &str) -> Vec<String> {
    let keys = listed.split(',').filter(|key| HOMES_SETTING_KEYS.contains(key));
    keys.map(str::to_owned).collect()
}
