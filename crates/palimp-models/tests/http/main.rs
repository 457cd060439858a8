//! Embedders against servers on this machine that speak as the real ones do, and look at what they
//! are sent.

mod failures;
mod google;
mod providers;
mod server;

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use palimp_core::embed::EmbedError;
use palimp_models::http::{Clock, HttpEmbedder, HttpOptions, RetryPolicy};
use palimp_models::{EmbedderConfig, Keys};

/// 2026-11-21 12:00:00 UTC.
const NOON: Duration = Duration::from_secs(1_795_262_400);

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
        SystemTime::UNIX_EPOCH + NOON + self.waits().iter().sum::<Duration>()
    }

    fn sleep(&self, duration: Duration) {
        self.waits.lock().unwrap().push(duration);
    }
}

/// Options under which nothing waits for real, and the clock that tells what would have.
fn options() -> (HttpOptions, Arc<TestClock>) {
    let clock = Arc::new(TestClock::default());
    (HttpOptions { clock: Arc::clone(&clock) as _, ..HttpOptions::default() }, clock)
}

/// Options under which a server has `limit` to answer.
fn hurried(limit: Duration) -> HttpOptions {
    let patience = RetryPolicy { answer: limit, ..HttpOptions::default().documents };
    HttpOptions { documents: patience, queries: patience, ..options().0 }
}

/// Keys from these variables alone: no keyring, no file.
fn keys(variables: &[(&str, &str)]) -> Keys {
    let variables: Vec<(String, String)> =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let get = move |name: &str| {
        variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    Keys::with_sources("/nonexistent/keys.json", get, None)
}

fn config(provider: &str, base_url: &str) -> EmbedderConfig {
    EmbedderConfig {
        provider: provider.to_owned(),
        base_url: Some(base_url.to_owned()),
        ..EmbedderConfig::default()
    }
}

/// An embedder of OpenAI's kind with vectors of two numbers, whose key is `sk-test-key`.
fn openai(base_url: &str, options: &HttpOptions) -> Result<HttpEmbedder, EmbedError> {
    let config = EmbedderConfig {
        model: Some("small".to_owned()),
        dimensions: Some(2),
        ..config("openai", base_url)
    };
    palimp_models::http::open(&config, &keys(&[("OPENAI_API_KEY", "sk-test-key")]), options)
}
