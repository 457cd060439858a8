//! Asking whoever answers, and hearing the answer while it comes.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use palimp_clients::spawn::{self, RunSpec};
use palimp_core::AgentClient;
use palimp_core::chat::{ChatMessage, ChatModel, ChatReply, ChatRequest, ModelError, TokenUsage};
use palimp_engine::chat::Chat;

use crate::error::CliError;
use crate::messages;
use crate::models;
use crate::output::whole_characters;

/// Window of a model of which nothing is known, in tokens.
const DEFAULT_WINDOW_TOKENS: usize = 128_000;
/// Maximum part of a client's window for a conversation, in tokens; the rest is the client's own.
const MAX_CLIENT_WINDOW_TOKENS: usize = 100_000;
/// Maximum length of an answer, in tokens.
const MAX_ANSWER_TOKENS: usize = 16_000;
/// Interval of the checks for the user's wish to stop an answer.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(30);
/// Maximum time for a client that was told to stop to end by itself.
const CLIENT_STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// Chat backend, ready to be asked.
#[derive(Clone)]
pub(super) enum OpenBackend {
    /// A model.
    Model(Arc<dyn ChatModel>),
    /// A program, and the model that it is to use.
    Client(AgentClient, Option<String>),
}

/// Outcome of a question to a chat backend.
pub(super) enum ChatAnswer {
    /// The whole answer.
    Whole(ChatReply),
    /// The user stopped it after these words.
    Stopped(String),
    /// It failed after these words.
    Failed(ModelError, String),
}

/// Callbacks for an answer that arrives in pieces.
pub(super) struct AnswerCallbacks<'a> {
    /// Takes the words as they come; an error ends the answer.
    pub(super) each: &'a mut dyn FnMut(&str) -> Result<(), String>,
    /// Returns true if the user wants the answer to stop.
    pub(super) stopped: fn() -> bool,
}

enum AnswerPiece {
    Words(String),
    End(Result<ChatReply, ModelError>),
}

impl OpenBackend {
    /// The name.
    pub(super) fn name(&self) -> String {
        match self {
            OpenBackend::Model(model) => model.name(),
            OpenBackend::Client(client, None) => client.display_name().to_owned(),
            OpenBackend::Client(client, Some(model)) => {
                format!("{} ({model})", client.display_name())
            }
        }
    }

    /// Returns the place at which a model is asked; none for a program.
    pub(super) fn service_place(&self) -> Option<String> {
        match self {
            OpenBackend::Model(model) => model.endpoint_label(),
            OpenBackend::Client(..) => None,
        }
    }

    /// Returns the number of tokens that fit into the window.
    pub(super) fn window_tokens(&self) -> usize {
        match self {
            OpenBackend::Model(model) => model.context_window().unwrap_or(DEFAULT_WINDOW_TOKENS),
            OpenBackend::Client(..) => MAX_CLIENT_WINDOW_TOKENS,
        }
    }

    /// Asks for an answer to the user's last words.
    pub(super) fn ask(
        &self,
        chat: &Chat,
        following: AnswerCallbacks,
    ) -> Result<ChatAnswer, CliError> {
        let (pieces, heard) = mpsc::channel();
        match self {
            OpenBackend::Model(model) => {
                let question = ModelQuestion {
                    system: chat.system_prompt().parts(),
                    messages: chat.conversation().sent_messages(),
                    max_tokens: MAX_ANSWER_TOKENS.min(self.window_tokens() / 4).max(1),
                };
                let (model, stopped) = (Arc::clone(model), following.stopped);
                thread::spawn(move || question.ask_model(&*model, stopped, &pieces));
            }
            OpenBackend::Client(client, model) => {
                let spec = RunSpec {
                    id: chat.id().to_owned(),
                    prompt: chat.last_user_text().to_owned(),
                    block: chat.context_block(),
                    system: chat.system_prompt().for_client(),
                    model: model.clone(),
                    ..RunSpec::default()
                };
                let (client, surroundings) = (*client, models::spawn_environment()?);
                thread::spawn(move || {
                    let end = run_client(client, &spec, &surroundings, &pieces);
                    let _ = pieces.send(AnswerPiece::End(end));
                });
            }
        }
        let patience = if matches!(self, OpenBackend::Client(..)) {
            CLIENT_STOP_TIMEOUT
        } else {
            Duration::ZERO
        };
        Ok(stream_answer(&heard, following, patience))
    }
}

/// Passes on the pieces until the answer ends, or until `patience` after the user stopped it.
fn stream_answer(
    heard: &mpsc::Receiver<AnswerPiece>,
    following: AnswerCallbacks,
    patience: Duration,
) -> ChatAnswer {
    let mut words = String::new();
    let mut since: Option<Instant> = None;
    loop {
        if (following.stopped)() {
            let since = *since.get_or_insert_with(Instant::now);
            if since.elapsed() >= patience {
                return ChatAnswer::Stopped(words);
            }
        }
        match heard.recv_timeout(STOP_POLL_INTERVAL) {
            Ok(AnswerPiece::Words(more)) => {
                words.push_str(&more);
                if let Err(why) = (following.each)(&more) {
                    return ChatAnswer::Failed(ModelError::Unavailable(why), words);
                }
            }
            Ok(AnswerPiece::End(_)) if since.is_some() => return ChatAnswer::Stopped(words),
            Ok(AnswerPiece::End(Ok(reply))) => return ChatAnswer::Whole(reply),
            Ok(AnswerPiece::End(Err(why))) => return ChatAnswer::Failed(why, words),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return ChatAnswer::Stopped(words),
        }
    }
}

/// A question to a model, with all that belongs to it.
struct ModelQuestion {
    system: Vec<String>,
    messages: Vec<ChatMessage>,
    max_tokens: usize,
}

impl ModelQuestion {
    /// Asks the model. Only leaving interrupts a model: where the user has stopped the answer, the
    /// thread ends at the next word, and the connection with it.
    fn ask_model(
        &self,
        model: &dyn ChatModel,
        stopped: fn() -> bool,
        pieces: &Sender<AnswerPiece>,
    ) {
        let ModelQuestion { system, messages, max_tokens } = self;
        let request = ChatRequest { system, messages, max_tokens: *max_tokens };
        let answer = model.chat(&request, &mut |words| {
            if stopped() || pieces.send(AnswerPiece::Words(words.to_owned())).is_err() {
                std::panic::resume_unwind(Box::new(()));
            }
        });
        let _ = pieces.send(AnswerPiece::End(answer));
    }
}

/// Has a client answer, and hands on what it prints.
fn run_client(
    client: AgentClient,
    spec: &RunSpec,
    surroundings: &spawn::SpawnEnvironment,
    pieces: &Sender<AnswerPiece>,
) -> Result<ChatReply, ModelError> {
    let mut printed = Vec::new();
    let ran = spawn::run(client, spec, surroundings, &mut |bytes| {
        printed.extend_from_slice(bytes);
        let _ = pieces.send(AnswerPiece::Words(whole_characters(&mut printed)));
    })?;
    for refused in &ran.refused {
        let asked = messages::permission_refused(client.display_name(), refused);
        let _ = pieces.send(AnswerPiece::Words(format!("\n[{asked}]\n")));
    }
    match (ran.code, ran.text.trim().is_empty()) {
        (0, false) => Ok(ChatReply { text: ran.text, usage: TokenUsage::default(), cut: false }),
        (0, true) => {
            Err(ModelError::Unavailable(messages::client_answered_nothing(client.display_name())))
        }
        (code, _) => {
            let why = messages::client_ended_with_code(client.display_name(), code);
            Err(ModelError::Unavailable(why))
        }
    }
}
