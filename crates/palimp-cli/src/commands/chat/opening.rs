//! Opens a conversation, and ends it for another one.

use jiff::Zoned;
use palimp_context::ResetReason;
use palimp_core::distill::Distiller;
use palimp_engine::chat::{Chat, ChatError, ChatHost, RecordError, newest_open_chat};

use super::ChatArgs;
use super::asking::OpenBackend;
use super::backend::ChatBackend;
use super::screen::ChatOutput;
use super::signals::ChatSignals;
use super::stoppable::Stoppable;
use crate::context::Cx;
use crate::error::CliError;
use crate::hook::spawn_detached;
use crate::messages;
use crate::models;

/// Returns the message that says why a conversation begins anew.
pub(super) fn reset_message(why: ResetReason) -> String {
    match why {
        ResetReason::Daily => messages::new_day(),
        ResetReason::Idle => messages::long_pause(),
    }
}

/// Context for opening a conversation.
pub(super) struct ChatOpening<'a> {
    pub(super) cx: &'a Cx,
    pub(super) partner: &'a ChatBackend,
    pub(super) open: &'a OpenBackend,
    pub(super) args: &'a ChatArgs,
}

impl ChatOpening<'_> {
    /// The conversation.
    pub(super) fn resume_or_begin(&self, screen: &mut ChatOutput) -> Result<Chat, CliError> {
        let host = chat_host(self.cx, self.partner, self.open);
        let named = self.args.session.clone();
        let id = named.clone().or_else(|| {
            newest_open_chat(&host.home, &host.agent, &host.identify_place().project.id)
        });
        let Some(id) = id else { return begin_chat(self.cx, self.partner, self.open) };
        let db = self.cx.activity_or_new()?;
        let mut chat = match Chat::resume(host, db, self.cx.memory(), &id) {
            Ok(chat) => chat,
            // Whoever holds it goes on; here another one begins.
            Err(ChatError::Record(RecordError::Held)) if self.args.new => {
                return begin_chat(self.cx, self.partner, self.open);
            }
            Err(why) => return Err(why.into()),
        };
        let reason = match chat.is_stale(&Zoned::now()) {
            _ if self.args.new => "new",
            Some(why) if named.is_none() => {
                screen.print_note(reset_message(why));
                "reset"
            }
            _ => {
                if named.is_some() {
                    chat.go_on(&Zoned::now());
                }
                return Ok(chat);
            }
        };
        if chat.conversation().is_empty() {
            return Ok(chat);
        }
        end_chat(self.cx, self.partner, &mut chat, (reason, screen))?;
        drop(chat);
        begin_chat(self.cx, self.partner, self.open)
    }
}

fn chat_host(cx: &Cx, partner: &ChatBackend, open: &OpenBackend) -> ChatHost {
    ChatHost {
        home: cx.home.clone(),
        settings: cx.settings.clone(),
        agent: cx.agent(),
        client: partner.client(),
        cwd: std::env::current_dir().unwrap_or_else(|_| "/".into()),
        window: open.window_tokens(),
    }
}

/// A new conversation.
pub(super) fn begin_chat(
    cx: &Cx,
    partner: &ChatBackend,
    open: &OpenBackend,
) -> Result<Chat, CliError> {
    let host = chat_host(cx, partner, open);
    Ok(Chat::start(host, cx.activity_or_new()?, cx.memory(), &Zoned::now())?)
}

/// Ends a conversation: its last messages become a note, and it is condensed.
pub(super) fn end_chat(
    cx: &Cx,
    partner: &ChatBackend,
    chat: &mut Chat,
    (reason, screen): (&str, &mut ChatOutput),
) -> Result<(), CliError> {
    let namer: Option<Box<dyn Distiller>> = match partner.is_summarizer(cx) {
        true => partner.distiller(cx).ok(),
        false => models::default_distiller(cx).ok(),
    };
    let namer = namer.map(|namer| Stoppable::new(namer, ChatSignals::is_stop_requested));
    let namer = namer.as_ref().map(|namer| namer as &dyn Distiller);
    if let Some(path) = chat.end_conversation(reason, namer, &Zoned::now())? {
        screen.print_note(messages::ending_kept_in(&path));
    }
    for warning in chat.take_warnings() {
        screen.print_note(format!("palimp: {warning}"));
    }
    spawn_detached(&cx.home, &["flush", "--due"]);
    Ok(())
}
