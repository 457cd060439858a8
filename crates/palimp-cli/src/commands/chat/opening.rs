//! How a conversation is opened, and how it ends for another one.

use jiff::Zoned;
use palimp_context::ResetReason;
use palimp_core::distill::Distiller;
use palimp_engine::chat::{Chat, ChatError, ChatHost, RecordError, newest_open_chat};

use super::Args;
use super::asking::Open;
use super::partner::Partner;
use super::screen::Screen;
use super::signals::Signals;
use super::stoppable::Stoppable;
use crate::context::Cx;
use crate::error::Failure;
use crate::hook::detach;
use crate::models;

/// Why a conversation begins anew, in words.
pub(super) const fn over(why: ResetReason) -> &'static str {
    match why {
        ResetReason::Daily => "A new day: the conversation begins anew.",
        ResetReason::Idle => "Nothing was said for long: the conversation begins anew.",
    }
}

/// How a conversation is opened.
pub(super) struct Opening<'a> {
    pub(super) cx: &'a Cx,
    pub(super) partner: &'a Partner,
    pub(super) open: &'a Open,
    pub(super) args: &'a Args,
}

impl Opening<'_> {
    /// The conversation.
    pub(super) fn chat(&self, screen: &mut Screen) -> Result<Chat, Failure> {
        let host = host(self.cx, self.partner, self.open);
        let named = self.args.session.clone();
        let id = named.clone().or_else(|| {
            newest_open_chat(&host.home, &host.agent, &host.identify_place().project.id)
        });
        let Some(id) = id else { return begin(self.cx, self.partner, self.open) };
        let db = self.cx.activity_or_new()?;
        let mut chat = match Chat::resume(host, db, self.cx.memory(), &id) {
            Ok(chat) => chat,
            // Whoever holds it goes on; here another one begins.
            Err(ChatError::Record(RecordError::Held)) if self.args.new => {
                return begin(self.cx, self.partner, self.open);
            }
            Err(why) => return Err(why.into()),
        };
        let reason = match chat.is_stale(&Zoned::now()) {
            _ if self.args.new => "new",
            Some(why) if named.is_none() => {
                screen.note(over(why));
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
        end(self.cx, self.partner, &mut chat, (reason, screen))?;
        drop(chat);
        begin(self.cx, self.partner, self.open)
    }
}

fn host(cx: &Cx, partner: &Partner, open: &Open) -> ChatHost {
    ChatHost {
        home: cx.home.clone(),
        settings: cx.settings.clone(),
        agent: cx.agent(),
        client: partner.client(),
        cwd: std::env::current_dir().unwrap_or_else(|_| "/".into()),
        window: open.window(),
    }
}

/// A new conversation.
pub(super) fn begin(cx: &Cx, partner: &Partner, open: &Open) -> Result<Chat, Failure> {
    let host = host(cx, partner, open);
    Ok(Chat::start(host, cx.activity_or_new()?, cx.memory(), &Zoned::now())?)
}

/// Ends a conversation: its last messages become a note, and it is condensed.
pub(super) fn end(
    cx: &Cx,
    partner: &Partner,
    chat: &mut Chat,
    (reason, screen): (&str, &mut Screen),
) -> Result<(), Failure> {
    let namer: Option<Box<dyn Distiller>> = match partner.condenses(cx) {
        true => partner.distiller(cx).ok(),
        false => models::distiller(cx).ok(),
    };
    let namer = namer.map(|namer| Stoppable::new(namer, Signals::stopped));
    let namer = namer.as_ref().map(|namer| namer as &dyn Distiller);
    if let Some(path) = chat.end_conversation(reason, namer, &Zoned::now())? {
        screen.note(&format!("The end of the conversation is kept in {path}."));
    }
    for warning in chat.take_warnings() {
        screen.note(&format!("palimp: {warning}"));
    }
    detach(&cx.home, &["flush", "--due"]);
    Ok(())
}
