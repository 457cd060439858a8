//! Homes.

use std::sync::Arc;

use palimp_core::project::DEFAULT_AGENT;
use palimp_engine::federation::{Agent, Federation, Indexed, Instance, Reindexed, State as How};
use palimp_engine::memory::{Error, Models, Progress};
use palimp_pages::{
    HomeAgent, HomeIndex, HomeNote, HomeState, HomeView, Homes, PageError, WorkResult,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Outcome, Page, act, answer};
use crate::{search, settings, work};

/// How many lines of a note are on a page.
const LINES: usize = 600;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, made).await
}

fn made(desk: &Desk, asking: &Asking) -> Page {
    let text = |name: &str| asking.asked.text(name).to_owned();
    let settings = desk.settings();
    let instances = desk.homes(|homes, _| homes.instances());
    let mut page = Homes {
        homes: instances.into_iter().map(home).collect(),
        query: text("q"),
        only: text("in"),
        settings: settings::rows(desk, |key| KEYS.contains(&key))?,
        embeds: settings.dashboard.embedding.is_some(),
        sent: desk.surroundings().models_for_homes(&settings).1,
        changed: Some(text("changed")).filter(|key| KEYS.contains(&key.as_str())),
        work: desk.work.now(),
        ..Homes::default()
    };
    if !page.query.trim().is_empty() {
        let (hits, remarks) =
            search::in_homes(desk, asking, &page.query, asking.asked.some("in").as_deref())?;
        (page.found, page.remarks) = (Some(hits), remarks);
    }
    Ok(palimp_pages::homes_page(&asking.view, &page))
}

/// What the settings say of other homes.
const KEYS: [&str; 2] = ["dashboard.homes", "dashboard.embedding"];

/// Does what the form says.
pub(crate) async fn change(
    State(desk): State<Arc<Desk>>,
    asking: Asking,
    form: String,
) -> Response {
    let at = Arc::clone(&desk);
    act(desk, asking, move |desk, _| {
        let form = Asked::of(&form);
        let embeds = match form.text("do") {
            "reindex" => false,
            "embed" => true,
            _ => return Err(PageError::Missing),
        };
        let only = form.some("in");
        work::begin(&at, move |desk, progress| reindex(desk, only.as_deref(), embeds, progress));
        Ok(Outcome::Done(format!("{}homes", desk.base())))
    })
    .await
}

fn reindex(
    desk: &Desk,
    only: Option<&str>,
    embeds: bool,
    progress: Progress,
) -> Result<WorkResult, String> {
    let settings = desk.settings();
    let models = || match embeds {
        true => desk.surroundings().models_for_homes(&settings).0,
        false => Models::default(),
    };
    // Its own, so that pages may search meanwhile.
    let homes = desk.federation(&settings, Models::default());
    let all = homes.reindex(only, &models, progress).map_err(|error| error.to_string())?;
    Ok(WorkResult::Indexed(all.into_iter().map(indexed).collect()))
}

fn indexed(it: Reindexed) -> palimp_pages::IndexResult {
    let whose = match it.agent {
        Some(agent) => format!("{}/{agent}", it.home),
        None => it.home,
    };
    let Reindexed { written, removed, vectors, why, .. } = it;
    palimp_pages::IndexResult { whose, written, removed, vectors, why }
}

/// A note of a home.
pub(crate) async fn read(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, |desk, asking| {
        let text = |name: &str| asking.asked.text(name).to_owned();
        let agent = asking.asked.some("agent").unwrap_or_else(|| DEFAULT_AGENT.to_owned());
        let (home, path) = (text("home"), text("path"));
        let from = asking.asked.number::<usize>("from").max(1);
        let note = (home.as_str(), Some(agent.as_str()), path.as_str());
        let read = |homes: &mut Federation| homes.read(note, Some(from), Some(LINES));
        // A home or a note that is not there is said in words.
        let absent = |error: Error| PageError::Absent(error.to_string());
        let found = desk.homes(|homes, _| read(homes)).map_err(absent)?;
        let next = (found.end_line < found.total_lines).then_some(found.end_line + 1);
        let note = HomeNote { home, agent, path, from, text: found.text, next };
        Ok(palimp_pages::home_note(&asking.view, &note))
    })
    .await
}

fn home(it: Instance) -> HomeView {
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
        agents: it.agents.into_iter().map(agent).collect(),
    }
}

fn agent(it: Agent) -> HomeAgent {
    HomeAgent {
        id: it.id,
        notes: it.notes,
        index: match it.index {
            Indexed::There => HomeIndex::There,
            Indexed::Here => HomeIndex::Here,
            Indexed::Not => HomeIndex::Not,
        },
        lacking: it.lacking,
        why: it.why,
    }
}
