//! `palimp chat`: a conversation in the terminal that palimp itself holds.

mod asking;
mod backend;
mod chat_session;
mod opening;
mod screen;
mod signals;
mod slash;
mod stoppable;
mod typed;
mod window;

use std::process::ExitCode;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::print_json;
use backend::ChatBackend;
use chat_session::ChatSession;
use typed::{ChatInput, Typed};

pub(crate) use backend::last_distiller;

/// Chat with a model or an agent, with memory injected into every message
#[derive(Debug, clap::Args)]
pub(crate) struct ChatArgs {
    /// The agent or model: claude, codex, gemini, opencode, copilot, api:anthropic, api:openai,
    /// api:gemini or api:ollama [default: as last time]
    #[arg(long, value_name = "WHO")]
    with: Option<ChatBackend>,
    /// Name of the model
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Start a new conversation; the end of the last one is saved as a note
    #[arg(long, conflicts_with = "session")]
    new: bool,
    /// Resume this conversation
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &ChatArgs) -> Result<ExitCode, CliError> {
    cx.refuse_excluded()?;
    let partner = ChatBackend::choose_backend(cx, args.with.as_ref(), args.model.as_deref())?;
    let mut typing = ChatInput::new()?;
    let mut held = ChatSession::open(cx, partner, args, typing.is_terminal())?;
    typing.add_history(held.earlier_prompts());
    held.print_greeting();
    let talked = chat_loop(&mut held, &mut typing);
    held.leave();
    // To end a conversation is something, too.
    if !talked? && !args.new && !typing.is_terminal() {
        return Err(CliError::usage(messages::no_chat_input()));
    }
    if cx.json {
        print_json(&held.to_json());
    }
    Ok(if held.has_failed() && !typing.is_terminal() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Handles one input after the other; returns true if there was any. An input's error is printed,
/// and the next may be typed.
fn chat_loop(held: &mut ChatSession, typing: &mut ChatInput) -> Result<bool, CliError> {
    let mut any = false;
    loop {
        held.set_waiting();
        let words = match typing.next_input()? {
            Typed::Nothing => {
                held.explain_leaving();
                continue;
            }
            Typed::End => return Ok(any),
            Typed::Words(words) => words,
        };
        if words.trim().is_empty() {
            continue;
        }
        any = true;
        held.set_working();
        match slash::run_input(held, &words) {
            Ok(flow) if flow.is_break() => return Ok(any),
            Ok(_) => {}
            Err(why) => held.report_failure(&why),
        }
    }
}
