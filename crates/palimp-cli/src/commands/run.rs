//! `palimp run`: an agent answers a prompt, with memory before it.

use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use palimp_clients::spawn::{self, ClientRunOutcome, RunSpec};
use palimp_core::activity::{Capture, CaptureEntry, SessionRef};
use palimp_core::settings::Preset;
use palimp_core::{AgentClient, EventKind, HookEvent, StartSource};
use palimp_engine::home::project_discovery::ProjectLocation;
use palimp_engine::ingest::capture::{self, CaptureContext};
use palimp_engine::ingest::open_activity::ActivityDb;
use palimp_engine::injection::inject::{
    self, ContextBuilder, ContextSection, InjectionState, InjectionTrigger, LineDeduplicator,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{Verbatim, leave_if_failed, note, print_json};

/// Run a prompt in an agent, with memory injected
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// The agent program: claude, codex, gemini, opencode or copilot
    client: AgentClient,
    /// The model, by its name in that program
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Extra argument for the program; can be repeated
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true)]
    extra: Vec<String>,
    /// The prompt [default: read from standard input]
    #[arg(last = true, value_name = "PROMPT")]
    prompt: Vec<String>,
}

pub(crate) fn run(cx: &Cx, args: &RunArgs) -> Result<ExitCode, CliError> {
    cx.refuse_excluded()?;
    let prompt = read_prompt(&args.prompt)?;
    let mut exchange = RunExchange::begin(cx, args.client)?;
    let context = exchange.build_context(cx, &prompt)?;
    let asked = exchange.capture_prompt(cx, &prompt, &context);
    let spec = RunSpec {
        id: exchange.session.id.clone(),
        prompt,
        block: context.block,
        system: context.system,
        model: args.model.clone(),
        extra_args: args.extra.clone(),
        cwd: None,
    };
    outlive_signals()?;
    let (mut printed, mut written) = (Verbatim::new(), Ok(()));
    let ran = spawn::run(args.client, &spec, &crate::models::spawn_environment()?, &mut |bytes| {
        if !cx.json {
            let now = printed.write_all(bytes).and_then(|()| printed.flush());
            written = std::mem::replace(&mut written, Ok(())).and(now);
        }
    });
    let written = written.and(printed.finish());
    let ran = ran.map_err(|why| CliError::user(why.to_string()))?;
    if is_answer(&ran) {
        exchange.store_answer(cx, asked, &ran.text)?;
        crate::hook::spawn_detached(&cx.home, &["flush", "--due"]);
    }
    leave_if_failed(written);
    for refused in &ran.refused {
        note(messages::permission_refused(args.client.display_name(), refused));
    }
    if cx.json {
        print_json(&json!({
            "client": args.client, "session": exchange.session.id, "code": ran.code, "text": ran.text,
        }));
    }
    Ok(ExitCode::from(u8::try_from(ran.code).unwrap_or(1)))
}

/// True if the program answered: it printed something and ended well, or a signal ended it. Its
/// message about its own failure is no answer, and a question without an answer is no exchange.
fn is_answer(ran: &ClientRunOutcome) -> bool {
    let ended_by_signal = ran.code > 128;
    !ran.text.trim().is_empty() && (ran.code == 0 || ended_by_signal)
}

fn read_prompt(words: &[String]) -> Result<String, CliError> {
    let mut prompt = words.join(" ");
    if words.is_empty() && !std::io::stdin().is_terminal() {
        std::io::stdin().read_to_string(&mut prompt)?;
    }
    match prompt.trim().is_empty() {
        true => Err(CliError::usage(messages::run_prompt_missing())),
        false => Ok(prompt),
    }
}

/// Ctrl-C is the program's, and an end that palimp is told is handed on to it: what it has said until
/// then is still kept. Unlike a signal that is ignored, one that is handled is not ignored by the
/// program that is started.
fn outlive_signals() -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        for signal in signals.forever().filter(|signal| *signal != SIGINT) {
            let program = spawn::answering_pid().and_then(|id| Pid::from_raw(id.try_into().ok()?));
            if let (Some(program), Some(signal)) = (program, Signal::from_named_raw(signal)) {
                // It may have ended by itself a moment ago.
                let _ = kill_process(program, signal);
            }
        }
    });
    Ok(())
}

/// Context that the program gets beside the prompt.
struct PromptContext {
    system: Option<String>,
    block: Option<String>,
}

/// A prompt and its answer, as they are kept.
struct RunExchange {
    session: SessionRef,
    place: ProjectLocation,
    db: ActivityDb,
}

impl RunExchange {
    fn begin(cx: &Cx, client: AgentClient) -> Result<RunExchange, CliError> {
        let db = cx.activity_or_new()?;
        let cwd = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let id = format!("run-{:x}-{:x}", now_ms(), std::process::id());
        let event = new_event(client, &id, "run", EventKind::PreCompact { transcript: None });
        let (session, place) = capture::session_of(&event, &capture_context(cx), (&cx.home, &cwd));
        Ok(RunExchange { session, place, db })
    }

    /// Core memory, profile and soul for the system prompt; what was said and done, and what is
    /// known on the prompt, for the place before it.
    fn build_context(&self, cx: &Cx, prompt: &str) -> Result<PromptContext, CliError> {
        let mut memory = cx.memory();
        let mut builder = ContextBuilder {
            db: Some(&self.db),
            memory: &mut memory,
            preset: Preset::Full,
            settings: &cx.settings,
            session: &self.session,
            now: jiff::Timestamp::now(),
        };
        let start = builder
            .build(InjectionTrigger::Start(StartSource::Startup), &InjectionState::default())?;
        let asked = builder.build(InjectionTrigger::Prompt(prompt), &start.state)?;
        let always = |section: &ContextSection| inject::is_system_prompt_section(section.name);
        let (system, mut rest): (Vec<_>, Vec<_>) = start.sections.into_iter().partition(always);
        rest.splice(0..0, asked.sections.into_iter().filter(|one| one.name == "task_snapshot"));
        let project = &self.session.project;
        let mut seen = LineDeduplicator::default();
        let mut text = |sections: &[ContextSection]| {
            inject::render_beside(
                project,
                inject::ContextFrame::default(),
                sections,
                usize::MAX,
                &mut seen,
            )
            .text
        };
        Ok(PromptContext { system: text(&system), block: text(&rest) })
    }

    /// Returns the capture of the prompt with the context injected into it, stored after the answer.
    fn capture_prompt(&self, cx: &Cx, prompt: &str, context: &PromptContext) -> Capture {
        let kind = EventKind::Prompt { text: prompt.to_owned(), turn: Some("1".to_owned()) };
        let event = new_event(self.session.client, &self.session.id, "run", kind);
        let mut capture = self.capture_event(cx, &event);
        let texts = [&context.system, &context.block].into_iter().flatten();
        let content = texts.map(String::as_str).collect::<Vec<_>>().join("\n");
        if !content.is_empty() {
            capture.entries.push(capture::injection_entry(&event, &content));
        }
        capture
    }

    /// Keeps a prompt with its answer.
    fn store_answer(&mut self, cx: &Cx, asked: Capture, reply: &str) -> Result<(), CliError> {
        let kind = EventKind::TurnEnd {
            reply: Some(reply.to_owned()),
            turn: Some("1".to_owned()),
            transcript: None,
        };
        let event = new_event(self.session.client, &self.session.id, "run", kind);
        let mut capture = self.capture_event(cx, &event);
        capture.entries.push(CaptureEntry::FlushDue);
        self.db.apply_all(&[asked, capture])?;
        Ok(())
    }

    fn capture_event(&self, cx: &Cx, event: &HookEvent) -> Capture {
        capture::build_capture(event, &[], self.session.clone(), &self.place, &capture_context(cx))
    }
}

fn capture_context(cx: &Cx) -> CaptureContext<'_> {
    let agent = cx.agent.as_deref();
    CaptureContext { settings: &cx.settings, agent, now: now_ms(), leave_messages: false }
}

fn new_event(client: AgentClient, session: &str, name: &str, kind: EventKind) -> HookEvent {
    HookEvent {
        client,
        name: name.to_owned(),
        session_id: session.to_owned(),
        cwd: None,
        at: None,
        subagent: false,
        kind,
    }
}
