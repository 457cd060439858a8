//! Models behind interfaces against a server on this machine that speaks as the real ones do: what
//! they are sent, what is made of what they answer, and what is said when they do not.

mod distiller;
mod failures;
mod requests;
mod settings;
mod streams;

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, ChatModel, ChatReply, ChatRequest, ModelError};
use palimp_models::Keys;
use palimp_models::chat::{ChatConfig, ChatOptions};
use palimp_models::http::Clock;
use palimp_testing::model_server::ModelServer;

/// Every service.
const SERVICES: [&str; 4] = ["anthropic", "openai", "gemini", "ollama"];

/// A clock on which waiting takes no time.
#[derive(Default)]
struct TestClock {
    waits: Mutex<Vec<Duration>>,
}

impl TestClock {
    fn waits(&self) -> Vec<Duration> {
        self.waits.lock().unwrap().clone()
    }
}

impl Clock for TestClock {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_262_400)
    }

    fn sleep(&self, duration: Duration) {
        self.waits.lock().unwrap().push(duration);
    }
}

/// Options under which nothing waits for real, and the clock that tells what would have. A server
/// that is silent against its script is given up on after a while.
fn options() -> (ChatOptions, Arc<TestClock>) {
    let clock = Arc::new(TestClock::default());
    let own_silence = Duration::from_secs(30);
    (ChatOptions { clock: Arc::clone(&clock) as _, own_silence, ..ChatOptions::default() }, clock)
}

/// Keys and addresses from these variables alone: no keyring, no file.
fn keys(variables: &[(&str, &str)]) -> Keys {
    let variables: Vec<(String, String)> =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let get = move |name: &str| {
        variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    Keys::with_sources("/nonexistent/keys.json", get, None)
}

fn config(provider: &str, base_url: &str) -> ChatConfig {
    ChatConfig {
        provider: provider.to_owned(),
        model: Some("test-model".to_owned()),
        base_url: Some(base_url.to_owned()),
        key_goes_there: true,
    }
}

/// A model of `provider` at `server`, whose key is `sk-test-key`.
fn model(provider: &str, server: &ModelServer, options: &ChatOptions) -> Box<dyn ChatModel> {
    let keys = keys(&[
        ("ANTHROPIC_API_KEY", "sk-test-key"),
        ("OPENAI_API_KEY", "sk-test-key"),
        ("GEMINI_API_KEY", "sk-test-key"),
    ]);
    palimp_models::chat::open_with(&config(provider, server.url()), &keys, options).unwrap()
}

/// What the model answers to `messages`, and the pieces in which it came.
fn chat(
    model: &dyn ChatModel,
    system: &[&str],
    messages: &[ChatMessage],
) -> (Result<ChatReply, ModelError>, Vec<String>) {
    let system: Vec<String> = system.iter().map(|text| (*text).to_owned()).collect();
    let request = ChatRequest { system: &system, messages, max_tokens: 500 };
    let mut pieces = Vec::new();
    let reply = model.chat(&request, &mut |words| pieces.push(words.to_owned()));
    (reply, pieces)
}

/// What the model answers to a greeting.
fn greet(model: &dyn ChatModel) -> (Result<ChatReply, ModelError>, Vec<String>) {
    chat(model, &[], &[ChatMessage::from_text(MessageRole::User, "hello")])
}
