//! Another front end: it captures an event, searches, and shows a status.
//!
//! `cargo run -p palimp-engine --example second -- /tmp/a-home < event.json`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

use std::io::Read;
use std::path::PathBuf;

use palimp_clients::install::{ClientPaths, HookCommand};
use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::Settings;
use palimp_core::{AgentClient, HookEvent};
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::settings;
use palimp_engine::ingest::open_activity;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::retrieval::recall::SearchOptions;
use palimp_engine::service::hook::{self, HookCaller, HookHost};
use palimp_engine::service::status::{StatusContext, collect_status};
use palimp_store::activity::Filter;

/// A program that shows what a client would be told, and starts nothing.
struct Window;

impl HookCaller for Window {
    fn models(&self, _: &Settings) -> Models {
        Models::default()
    }

    fn start_deadline(&mut self) {}

    fn send_context(&mut self, _: &HookEvent, context: &str) -> bool {
        println!("told:\n{context}\n");
        true
    }

    fn spawn_palimp(&mut self, args: &[&str]) {
        println!("due: {}", args.join(" "));
    }

    fn report_error(&mut self, message: &str) {
        eprintln!("{message}");
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let home = HomePaths::new(std::env::args().nth(1).ok_or("say where the home is")?);
    let (settings, _) = settings::load(&home.settings_file());
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let payload = serde_json::from_str(&text)?;
    let mut event = palimp_clients::parse_event(AgentClient::Claude, None, &payload, &|_| None)
        .ok_or("no such event")?;
    let working_dir = PathBuf::from("/");
    let now = jiff::Timestamp::now().as_millisecond();
    let (agent, installed, run, user, places) = (None, None, None, None, None);
    let host = HookHost {
        home: &home,
        settings: &settings,
        agent,
        installed,
        run,
        working_dir,
        user,
        places,
        now,
    };
    hook::handle_event(&mut event, None, &host, &mut Window)?;

    let db = open_activity::to_look_up(&home)?.db;
    let mut memory = IndexSync::new(
        NoteStore::new(home.clone(), "main", settings.clone(), None),
        Models::default(),
    );
    let here = ProjectIdentity { id: String::new(), name: String::new(), root: PathBuf::new() };
    let options =
        SearchOptions { messages: true, ..SearchOptions::new(Filter::default(), &here, now) };
    let words = payload["prompt"].as_str().unwrap_or("palimp");
    for hit in memory.searcher().search(words, &options, db.as_ref(), &mut |_, _, _| ())?.hits {
        println!("{:.2} {:?}: {}", hit.score, hit.source, hit.snippet);
    }
    let subject = StatusContext {
        home: &home,
        settings: &settings,
        memory: &mut memory,
        places: &ClientPaths::new(home.root(), |_| None),
        command: &HookCommand::new(&std::env::current_exe()?)?,
        here: &here,
        services: Vec::new(),
        now: &jiff::Zoned::now(),
    };
    println!("{}", serde_json::to_string_pretty(&collect_status(subject)?)?);
    Ok(())
}
