//! Search.

use std::sync::Arc;

use palimp_core::observation::ObservationType;
use palimp_core::project::Project;
use palimp_engine::open::ActivityDb;
use palimp_engine::recall::{self, Options, Source};
use palimp_pages::{Hit, Search, Trouble};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Page, answer, failed};

/// How many hits are shown.
const HITS: usize = 20;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, made).await
}

fn made(desk: &Desk, asking: &Asking) -> Page {
    let db = desk.activity()?;
    let part = asking.asked.text("part") == "hits";
    let [projects, clients] = if part { Default::default() } else { desk.choices(db.as_ref())? };
    let asked = asked(&asking.asked);
    let mut search = Search { asked, projects, clients, ..Search::default() };
    if !search.asked.query.trim().is_empty() {
        ask(desk, asking, db.as_ref(), &mut search)?;
    }
    Ok(match part {
        true => palimp_pages::hits(&asking.view, &search),
        false => palimp_pages::search(&asking.view, &search),
    })
}

fn asked(asked: &Asked) -> palimp_pages::Asked {
    let text = |name: &str| asked.text(name).to_owned();
    palimp_pages::Asked {
        query: text("q"),
        source: text("source"),
        project: text("project"),
        client: text("client"),
        kind: text("type"),
        since: text("since"),
    }
}

fn ask(
    desk: &Desk,
    asking: &Asking,
    db: Option<&ActivityDb>,
    search: &mut Search,
) -> Result<(), Trouble> {
    let query = search.asked.query.clone();
    let answer = desk.searching(|memory, settings| {
        let floor = settings.search.min_score;
        let options = Options { floor, ..options(desk, asking) };
        memory.search(&query, &options, db, &mut |_, _, _| ()).map_err(failed)
    })?;
    search.remarks = answer.notes;
    search.found = Some(answer.hits.into_iter().map(hit).collect());
    Ok(())
}

fn options(desk: &Desk, asking: &Asking) -> Options {
    let (asked, now) = (&asking.asked, &asking.view.now);
    let mut filter = desk.filter();
    filter.project = asked.some("project");
    filter.client = asked.some("client");
    filter.kind = ObservationType::from_name(asked.text("type"));
    filter.since = asking.since();
    let (source, of_tools) = (asked.text("source"), filter.kind.is_some());
    let from = |name: &str| source.is_empty() || source == name;
    Options {
        limit: HITS,
        // A type and a client are things that notes don't have.
        notes: from("notes") && !of_tools && filter.client.is_none(),
        observations: from("observations"),
        messages: from("messages") && !of_tools,
        ..Options::new(filter, &Project::at("/"), now.timestamp().as_millisecond())
    }
}

pub(crate) fn hit(hit: recall::Hit) -> Hit {
    let parts = hit.parts.iter().copied().filter(|(name, _)| *name != "confidence");
    let parts = [("score", hit.score)].into_iter().chain(parts);
    Hit {
        source: match hit.source {
            Source::Notes => "notes",
            Source::Observations => "observations",
            Source::Messages => "messages",
        },
        home: None,
        id: hit.id,
        path: hit.path,
        line: hit.start_line,
        session: hit.session_id,
        heading: hit.heading,
        text: hit.snippet,
        author: hit.author.name(),
        project: hit.project,
        client: hit.client,
        at: hit.created_at,
        parts: parts.map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}
