//! `palimp context`: what a session would be given, in words.

use clap::ValueEnum;
use palimp_core::Client;
use palimp_core::activity::SessionRef;
use palimp_engine::inject;
use serde_json::json;

use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say};

/// The moment that would be answered.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Event {
    /// A session starts.
    SessionStart,
}

/// Show what a session that starts here would be given
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The moment that would be answered
    #[arg(long, value_enum, default_value_t = Event::SessionStart)]
    event: Event,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let Event::SessionStart = args.event;
    let here = cx.here();
    let session = SessionRef {
        id: String::new(),
        client: Client::Claude,
        agent: cx.agent(),
        project_id: here.id,
        project: here.name,
        working_dir: String::new(),
    };
    let sections = match cx.activity()? {
        Some(db) => inject::session_start(&db, &session, &cx.settings)?,
        None => Vec::new(),
    };
    let text = inject::render(&session.project, &sections, cx.settings.inject_chars);
    let chars = text.as_deref().map_or(0, |text| text.chars().count());
    if cx.json {
        document(
            &json!({ "project": session.project, "sections": sections, "chars": chars, "text": text }),
        );
        return Ok(());
    }
    match text {
        Some(text) => {
            say!("{text}");
            note!("{chars} of at most {} characters", cx.settings.inject_chars);
        }
        None => note!("Nothing would be injected: {} has no past yet.", session.project),
    }
    Ok(())
}
