//! The conversation that is held, and what is done with it.

use std::fmt;

use jiff::Zoned;
use palimp_context::{ContextStep, Occasion, group_thousands};
use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatReply, ModelError};
use palimp_core::distill::Distiller;
use palimp_engine::chat::{Chat, UnfinishedAnswer, message_text};
use palimp_engine::consolidation::flush::Flusher;
use palimp_engine::service::worker::remember_args;
use serde_json::{Value, json};

use super::ChatArgs;
use super::asking::{AnswerCallbacks, ChatAnswer, OpenBackend};
use super::backend::ChatBackend;
use super::opening::{ChatOpening, begin_chat, end_chat, reset_message};
use super::screen::ChatOutput;
use super::signals::{ChatPhase, ChatSignals};
use super::stoppable::Stoppable;
use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::hook::spawn_detached;
use crate::messages;
use crate::models;
use palimp_core::counts;

/// Conversation between the user and a chat backend.
pub(super) struct ChatSession<'c> {
    pub(super) cx: &'c Cx,
    pub(super) chat: Chat,
    pub(super) screen: ChatOutput,
    partner: ChatBackend,
    open: OpenBackend,
    signals: ChatSignals,
    terminal: bool,
    /// True if the backend was chosen for the user.
    chosen: bool,
    exchanges: Vec<Value>,
    failed: bool,
}

impl<'c> ChatSession<'c> {
    /// The conversation that `args` ask for.
    pub(super) fn open(
        cx: &'c Cx,
        partner: ChatBackend,
        args: &ChatArgs,
        terminal: bool,
    ) -> Result<ChatSession<'c>, CliError> {
        let open = partner.open(cx)?;
        let signals = ChatSignals::install(&cx.home)?;
        let mut screen = ChatOutput::new(cx.json);
        let chat = ChatOpening { cx, partner: &partner, open: &open, args }
            .resume_or_begin(&mut screen)?;
        signals.set_leaving(chat.leave_handle());
        partner.store_choice(cx)?;
        let chosen = args.with.is_none();
        let (exchanges, failed) = (Vec::new(), false);
        Ok(ChatSession {
            cx,
            chat,
            screen,
            partner,
            open,
            signals,
            terminal,
            chosen,
            exchanges,
            failed,
        })
    }

    /// Returns the user's earlier messages, oldest first.
    pub(super) fn earlier_prompts(&self) -> Vec<String> {
        let messages = self.chat.conversation().messages().iter();
        messages
            .filter(|it| it.role == MessageRole::User)
            .map(|it| message_text(it).to_owned())
            .collect()
    }

    /// Says with whom the user talks.
    pub(super) fn print_greeting(&mut self) {
        let place = self.open.service_place();
        if self.terminal || self.chosen || place.is_some() {
            let state = match self.chat.conversation().len() {
                0 => messages::conversation_is_new(),
                n => messages::conversation_goes_on(counts::messages(n)),
            };
            let help = if self.terminal { messages::help_lists_commands() } else { String::new() };
            let name = self.open.name();
            self.screen.print_note(match place {
                None => messages::talking_with(name, state, help),
                Some(place) => messages::talking_with_service(name, place, state, help),
            });
        }
        if self.chat.is_unanswered() {
            self.screen.print_note(messages::last_words_unanswered());
        }
        self.tell_warnings();
    }

    /// The user's turn.
    pub(super) fn set_waiting(&self) {
        self.signals.set_phase(if self.terminal { ChatPhase::Waiting } else { ChatPhase::Working });
    }

    /// Something is done that Ctrl-C ends together with the program.
    pub(super) fn set_working(&self) {
        self.signals.set_phase(ChatPhase::Working);
    }

    /// Sets if Ctrl-C stops the current work. With piped input it ends the program instead.
    fn set_stoppable(&self, may: bool) {
        let stops = may && self.terminal;
        self.signals.set_phase(if stops { ChatPhase::Answering } else { ChatPhase::Working });
    }

    /// After a Ctrl-C where there was nothing to stop.
    pub(super) fn explain_leaving(&mut self) {
        self.screen.print_note(messages::how_to_leave());
    }

    /// True if the last answer failed.
    pub(super) const fn has_failed(&self) -> bool {
        self.failed
    }

    /// Something could not be done.
    pub(super) fn report_failure(&mut self, why: &CliError) {
        self.failed = true;
        self.print_error(why.to_string());
    }

    /// Returns the conversation as one JSON document.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "session": self.chat.id(), "with": self.partner.name(), "model": self.open.name(),
            "exchanges": self.exchanges,
        })
    }

    /// Sends a message of the user and shows the answer.
    pub(super) fn send_message(&mut self, words: &str) -> Result<(), CliError> {
        if let Some(why) = self.chat.is_stale(&Zoned::now()) {
            self.screen.print_note(reset_message(why));
            self.begin_anew("reset")?;
        }
        let now = now_ms();
        if let Err(why) = self.chat.add_user_message(words, now) {
            let why = messages::words_not_sent(&why);
            return Err(CliError::user(why));
        }
        let asked = remember_args(words, self.chat.id(), now);
        if let Some(args) = asked.filter(|_| self.cx.settings.memory.enabled) {
            spawn_detached(&self.cx.home, &args.each_ref().map(String::as_str));
        }
        if self.chat.is_behind() {
            spawn_detached(&self.cx.home, &["index", "--due", "--agent", &self.cx.agent()]);
        }
        self.request_answer(words)
    }

    /// Asks again for an answer to the user's last words.
    pub(super) fn retry_answer(&mut self) -> Result<(), CliError> {
        if !self.chat.is_unanswered() {
            self.screen.print_note(messages::last_words_answered());
            return Ok(());
        }
        let words = self.chat.last_user_text().to_owned();
        self.request_answer(&words)
    }

    fn request_answer(&mut self, words: &str) -> Result<(), CliError> {
        self.tell_warnings();
        self.signals.set_leaving(self.chat.leave_handle());
        self.chat.prune(now_ms())?;
        self.make_room(Occasion::Request)?;
        let mut answer = self.ask_backend()?;
        if matches!(&answer, ChatAnswer::Failed(ModelError::TooLong(_), heard) if heard.is_empty())
        {
            self.screen.print_note(messages::conversation_too_long());
            if self.make_room(Occasion::Overflow)? {
                answer = self.ask_backend()?;
            }
        }
        let said = self.record_answer(answer)?;
        self.exchanges.push(json!({ "user": words, "assistant": said }));
        self.signals.set_leaving(self.chat.leave_handle());
        self.tell_warnings();
        if self.chat.is_flush_due(now_ms()) {
            spawn_detached(&self.cx.home, &["flush", "--due"]);
        }
        Ok(())
    }

    /// Asks, and shows what comes once it is kept.
    fn ask_backend(&mut self) -> Result<ChatAnswer, CliError> {
        let mut unfinished = self.chat.answer_begins()?;
        self.set_stoppable(true);
        let screen = &mut self.screen;
        let mut each = |words: &str| record_and_show(&mut unfinished, screen, words);
        let following =
            AnswerCallbacks { each: &mut each, stopped: ChatSignals::is_stop_requested };
        let answer = self.open.ask(&self.chat, following);
        self.set_stoppable(false);
        self.screen.end_line();
        answer
    }

    /// Stores an answer and prints notices about it; returns its words.
    fn record_answer(&mut self, answer: ChatAnswer) -> Result<Option<String>, CliError> {
        self.failed = matches!(answer, ChatAnswer::Failed(..));
        match answer {
            ChatAnswer::Whole(reply) if reply.text.trim().is_empty() => {
                self.chat.broke_off("", now_ms())?;
                self.print_error(messages::partner_said_nothing(self.open.name()));
                Ok(None)
            }
            ChatAnswer::Whole(reply) => self.record_whole_answer(reply).map(Some),
            ChatAnswer::Stopped(words) => {
                self.chat.broke_off(&words, now_ms())?;
                self.screen.print_note(match words.trim().is_empty() {
                    true => messages::answer_stopped_empty(),
                    false => messages::answer_stopped(),
                });
                Ok(Some(words))
            }
            ChatAnswer::Failed(why, words) => {
                self.chat.broke_off(&words, now_ms())?;
                self.print_error(&match words.trim().is_empty() {
                    true => messages::words_kept(&why),
                    false => messages::partial_answer_kept(&why),
                });
                Ok(Some(words).filter(|words| !words.trim().is_empty()))
            }
        }
    }

    fn record_whole_answer(&mut self, reply: ChatReply) -> Result<String, CliError> {
        self.chat.finish_answer(&reply, now_ms())?;
        if reply.cut {
            self.screen.print_note(messages::answer_at_limit());
        }
        Ok(reply.text)
    }

    /// Flushes and shortens the conversation as far as `occasion` demands; whether it was
    /// shortened.
    fn make_room(&mut self, occasion: Occasion) -> Result<bool, CliError> {
        loop {
            match self.chat.next_step(occasion) {
                ContextStep::Nothing => return Ok(false),
                ContextStep::Flush => self.flush()?,
                ContextStep::Compact => return self.shorten_conversation(occasion, None),
            }
        }
    }

    /// `/compact`: the older turns become a summary, after what they say was condensed.
    pub(super) fn compact(&mut self, wish: &str) -> Result<(), CliError> {
        if self.chat.next_step(Occasion::Manual) == ContextStep::Flush {
            self.flush()?;
        }
        let wish = Some(wish.trim()).filter(|wish| !wish.is_empty());
        self.shorten_conversation(Occasion::Manual, wish).map(drop)
    }

    fn shorten_conversation(
        &mut self,
        occasion: Occasion,
        wish: Option<&str>,
    ) -> Result<bool, CliError> {
        self.screen.print_note(messages::shortening());
        let distiller = match self.partner.distiller(self.cx) {
            Ok(distiller) => Stoppable::new(distiller, ChatSignals::is_stop_requested),
            Err(why) => {
                self.print_error(messages::nothing_shortened(&why));
                return Ok(false);
            }
        };
        self.set_stoppable(true);
        let outcome = self.chat.compact(&distiller, occasion, wish, now_ms());
        self.set_stoppable(false);
        match outcome? {
            Ok(done) => {
                self.screen.print_note(messages::turns_summarised(
                    group_thousands(done.after),
                    group_thousands(done.before),
                ));
                Ok(true)
            }
            Err(why) => {
                self.print_error(why.to_string());
                Ok(false)
            }
        }
    }

    /// Condenses what was said, silently.
    fn flush(&mut self) -> Result<(), CliError> {
        let (cx, partner) = (self.cx, self.partner.clone());
        let distillers = |client| {
            let distiller = match partner.is_summarizer(cx) {
                true => partner.distiller(cx),
                false => models::distiller_for(cx, client),
            };
            let stoppable = |it| {
                Box::new(Stoppable::new(it, ChatSignals::is_stop_requested)) as Box<dyn Distiller>
            };
            distiller.map(stoppable)
        };
        let tombstones =
            palimp_engine::home::tombstones::or_none(&cx.home, cx.tombstones(), now_ms());
        let flusher = Flusher {
            home: &cx.home,
            settings: &cx.settings,
            user: user_home(),
            distillers: &distillers,
            instructions: cx.settings.memory_flush.system_prompt.as_deref(),
            tombstones: &tombstones,
            clock: &Zoned::now,
        };
        self.set_stoppable(true);
        let flushed = self.chat.flush(&flusher, now_ms());
        self.set_stoppable(false);
        Ok(flushed?)
    }

    /// Keeps the conversation as a note, and begins a new one.
    pub(super) fn begin_anew(&mut self, reason: &str) -> Result<(), CliError> {
        self.set_stoppable(true);
        let ended = end_chat(self.cx, &self.partner, &mut self.chat, (reason, &mut self.screen));
        self.set_stoppable(false);
        ended?;
        self.chat = begin_chat(self.cx, &self.partner, &self.open)?;
        self.signals.set_leaving(self.chat.leave_handle());
        self.tell_warnings();
        Ok(())
    }

    /// Switches to another model: `/model`.
    pub(super) fn switch_model(&mut self, name: &str) -> Result<(), CliError> {
        if !name.is_empty() {
            let partner = self.partner.with_model(name);
            match partner.open(self.cx) {
                Ok(open) => {
                    partner.store_choice(self.cx)?;
                    self.chat.set_window(open.window_tokens());
                    (self.partner, self.open) = (partner, open);
                }
                Err(why) => self.print_error(why.to_string()),
            }
        }
        let window = group_thousands(self.open.window_tokens());
        self.screen.print_note(messages::model_window(self.open.name(), &window));
        Ok(())
    }

    /// True if a program answers.
    pub(super) const fn is_with_client(&self) -> bool {
        self.partner.is_client()
    }

    /// The conversation rests; it goes on the next time.
    pub(super) fn leave(&mut self) {
        self.chat.mark_for_flush(now_ms());
        self.tell_warnings();
        if !self.chat.conversation().is_empty() {
            spawn_detached(&self.cx.home, &["flush", "--due"]);
        }
    }

    /// Says what went wrong.
    pub(super) fn print_error(&mut self, what: impl fmt::Display) {
        self.screen.print_note(format!("palimp: {what}"));
    }

    fn tell_warnings(&mut self) {
        for warning in self.chat.take_warnings() {
            self.print_error(&warning);
        }
    }
}

/// Keeps words, then shows them.
fn record_and_show(
    unfinished: &mut UnfinishedAnswer,
    screen: &mut ChatOutput,
    words: &str,
) -> Result<(), String> {
    unfinished.append(words).map_err(|error| messages::answer_not_kept(&error))?;
    screen.show_answer(words);
    Ok(())
}
