//! `palimp context`: prints the context that a session would get.

use clap::ValueEnum;
use palimp_core::StartSource;
use palimp_core::settings::Preset;
use palimp_engine::injection::inject::{
    self, ContextBuilder, InjectionState, InjectionTrigger, RenderedSection,
};
use palimp_engine::retrieval::relevance_threshold::PromptPassage;
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};

/// The moment that would be answered.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ContextEvent {
    /// A session starts.
    SessionStart,
    /// The user says something.
    Prompt,
}

/// Show what would be injected into a session here, by section
#[derive(Debug, clap::Args)]
pub(crate) struct ContextArgs {
    /// The event [default: prompt if --prompt is given, else session-start]
    #[arg(long, value_enum)]
    event: Option<ContextEvent>,
    /// The user's prompt
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    prompt: Option<String>,
    /// Show what the prompt would get after this many earlier prompts
    #[arg(long, value_name = "N", default_value_t = 0)]
    after: u64,
    /// Show candidates near the relevance threshold with their evidence
    #[arg(long, requires = "prompt")]
    explain: bool,
}

pub(crate) fn run(cx: &Cx, args: &ContextArgs) -> Result<(), CliError> {
    let event = args.event.unwrap_or(match args.prompt {
        Some(_) => ContextEvent::Prompt,
        None => ContextEvent::SessionStart,
    });
    let prompt = args.prompt.as_deref().unwrap_or_default();
    let (moment, state) = match event {
        ContextEvent::SessionStart => {
            (InjectionTrigger::Start(StartSource::Startup), InjectionState::default())
        }
        ContextEvent::Prompt if args.prompt.is_none() => {
            return Err(CliError::usage(messages::prompt_missing()));
        }
        ContextEvent::Prompt => (
            InjectionTrigger::Prompt(prompt),
            InjectionState { prompts: args.after, ..InjectionState::default() },
        ),
    };
    let session = cx.imagined_session();
    let mut db = cx.activity_to_read()?;
    if let Some(db) = &mut db {
        // A session that starts does so too. Where nothing can be written, it would be told no more.
        let _ = inject::catch_up(db, &session);
    }
    let mut memory = cx.memory();
    let mut builder = ContextBuilder {
        db: db.as_ref(),
        memory: &mut memory,
        preset: Preset::Lean,
        settings: &cx.settings,
        session: &session,
        now: jiff::Timestamp::now(),
    };
    let context = builder.build(moment, &state)?;
    let rendered =
        inject::render(&session.project, &context.sections, cx.settings.inject.max_chars);
    let chars = rendered.text.as_deref().map_or(0, |text| text.chars().count());
    if cx.json {
        print_json(&json!({
            "project": session.project, "sections": context.sections, "parts": rendered.parts,
            "near": context.near,
            "chars": chars, "text": rendered.text,
        }));
        return Ok(());
    }
    match &rendered.text {
        Some(text) => say(text),
        None => note(messages::nothing_injected_here(&session.project)),
    }
    for part in &rendered.parts {
        note(in_words(part));
    }
    if args.explain {
        context.near.iter().for_each(|passage| note(explain_passage(passage)));
    }
    note(messages::chars_of_budget(chars, cx.settings.inject.max_chars));
    Ok(())
}

/// Lists the evidence for a passage, and the part of the prompt that it answers.
fn explain_passage(passage: &PromptPassage) -> String {
    let PromptPassage { path, line, heading, score, question, features: it, .. } = passage;
    let team = passage
        .team
        .as_ref()
        .map_or(String::new(), |team| format!(", {}", team.approval_in_words()));
    let asked = messages::asked_question(question);
    let held = messages::passage_evidence(
        it.held,
        it.asked,
        messages::evidence_of_words(it.surprise, it.coverage, it.heading, it.heading_share),
        messages::evidence_of_place(it.evidence, it.adjacency, it.tries, it.vocabulary),
    );
    format!("{score:.2}  {path}:{line} ({heading}){team}\n      {asked}\n      {held}")
}

/// `task_snapshot: 812 characters, 2 of 2 (normal asks for 0.15, there is 3.71)`
fn in_words(part: &RenderedSection) -> String {
    let RenderedSection { name, chars, shown, items, known, why } = part;
    match (*shown, *items) {
        (0, 0) => messages::section_empty(name, why),
        (0, items) if items == *known => messages::section_says_nothing_new(name, why),
        (0, items) => messages::section_has_no_room(name, items, why),
        (shown, items) => messages::section_size(name, chars, shown, items, why),
    }
}
