//! What a client's own record says of the requests to its models: how many tokens each one was.
//!
//! A line is read by itself. Most lines hold no such thing, and are known by a word that is missing.

use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use memchr::memmem::Finder;
use palimp_core::event::AgentClient;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::install::ClientPaths;
use crate::known;

/// Tokens of requests. Each is counted in one place alone: what was read from the cache or written
/// into it is no input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenCounts {
    /// Sent, and neither read from the cache nor written into it.
    pub input: u64,
    /// Answered, with what the model thought.
    pub output: u64,
    /// Sent, and read from the cache.
    pub cache_read: u64,
    /// Sent, and written into the cache.
    pub cache_write: u64,
    /// How many of those that were written stay for an hour.
    #[serde(skip_serializing_if = "is_zero")]
    pub cache_write_hour: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl TokenCounts {
    /// What was sent.
    pub const fn total_input(&self) -> u64 {
        self.input.saturating_add(self.cache_read).saturating_add(self.cache_write)
    }

    /// Returns the part of each figure that is beyond the other's.
    #[must_use]
    pub fn excess_over(self, other: TokenCounts) -> TokenCounts {
        TokenCounts {
            input: self.input.saturating_sub(other.input),
            output: self.output.saturating_sub(other.output),
            cache_read: self.cache_read.saturating_sub(other.cache_read),
            cache_write: self.cache_write.saturating_sub(other.cache_write),
            cache_write_hour: self.cache_write_hour.saturating_sub(other.cache_write_hour),
        }
    }

    /// The greater of each figure.
    #[must_use]
    pub fn max(self, other: TokenCounts) -> TokenCounts {
        TokenCounts {
            input: self.input.max(other.input),
            output: self.output.max(other.output),
            cache_read: self.cache_read.max(other.cache_read),
            cache_write: self.cache_write.max(other.cache_write),
            cache_write_hour: self.cache_write_hour.max(other.cache_write_hour),
        }
    }

    /// Of a client whose input holds what the cache had and was given.
    pub(crate) fn of_all_input(input: u64, cache_read: u64, cache_write: u64) -> TokenCounts {
        let input = input.saturating_sub(cache_read).saturating_sub(cache_write);
        TokenCounts { input, cache_read, cache_write, ..TokenCounts::default() }
    }
}

impl AddAssign for TokenCounts {
    fn add_assign(&mut self, other: TokenCounts) {
        self.input = self.input.saturating_add(other.input);
        self.output = self.output.saturating_add(other.output);
        self.cache_read = self.cache_read.saturating_add(other.cache_read);
        self.cache_write = self.cache_write.saturating_add(other.cache_write);
        self.cache_write_hour = self.cache_write_hour.saturating_add(other.cache_write_hour);
    }
}

/// What tells a request from others. A record tells of one several times: as it grows, and again
/// in a session that goes on from an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsageRequestId {
    /// No other request anywhere has it.
    Everywhere(String),
    /// No other request of the session has it.
    InSession(String),
}

/// A request to a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedRequest {
    /// What tells it from others.
    pub id: Option<UsageRequestId>,
    /// Whether it only sums up what newer versions of the client tell of each request: it counts
    /// where nothing of that kind came before.
    pub sum: bool,
    /// The session, where the line names it.
    pub session: Option<String>,
    /// The sub-agent that made it.
    pub thread: Option<String>,
    /// When, in milliseconds since the Unix epoch.
    pub at: Option<i64>,
    /// The model, where the line names it.
    pub model: Option<String>,
    /// What can be seen of the system prompt and the tools that it began with: the same text means
    /// the same beginning.
    pub prefix: Option<String>,
    /// What it was.
    pub tokens: TokenCounts,
}

/// What a line says. All but the requests holds for the lines after it, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientUsageLine {
    /// The session.
    pub session: Option<String>,
    /// The session from which this one goes on, whose lines it repeats.
    pub origin: Option<String>,
    /// The sub-agent whose record it is.
    pub thread: Option<String>,
    /// Where it works.
    pub directory: Option<PathBuf>,
    /// The model.
    pub model: Option<String>,
    /// See [`Request::prefix`].
    pub prefix: Option<String>,
    /// Whether the conversation was shortened here.
    pub compacted: bool,
    /// The requests.
    pub requests: Vec<RecordedRequest>,
    /// The sum of all requests of the session so far, by model; the id is that of the client's run. It
    /// holds requests that no other line tells of.
    pub totals: Vec<RecordedRequest>,
}

/// How one client's lines are read.
pub(crate) struct ClientUsageParser {
    /// A line that has none of these words says nothing of requests.
    pub(crate) words: &'static [&'static str],
    /// Reads a line, or a record that is one document.
    pub(crate) line: fn(&Value) -> ClientUsageLine,
    /// What the place of a record says.
    pub(crate) place: fn(&Path) -> ClientUsageLine,
}

/// Reads the lines of a client's records.
#[derive(Debug)]
pub struct ClientUsageReader {
    words: Vec<Finder<'static>>,
    line: fn(&Value) -> ClientUsageLine,
    place: fn(&Path) -> ClientUsageLine,
}

impl ClientUsageReader {
    /// The reader of `client`; none where palimp knows of no figures in its records.
    pub fn for_client(client: AgentClient) -> Option<ClientUsageReader> {
        let ClientUsageParser { words, line, place } = known::descriptor(client).usage?;
        let words = words.iter().map(|word| Finder::new(word.as_bytes())).collect();
        Some(ClientUsageReader { words, line: *line, place: *place })
    }

    /// What the place of the record at `path` says.
    pub fn parse_path(&self, path: &Path) -> ClientUsageLine {
        (self.place)(path)
    }

    /// Whether a line may say something of requests.
    pub fn may_contain_usage(&self, line: &[u8]) -> bool {
        self.words.iter().any(|word| word.find(line).is_some())
    }

    /// What a line says, or a record that is one document; none when it is no JSON.
    pub fn parse_line(&self, line: &[u8]) -> Option<ClientUsageLine> {
        serde_json::from_slice(line).ok().map(|line| (self.line)(&line))
    }
}

/// Whether a record is one document that is written anew, and no lines that are added.
pub fn is_document(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

/// Where the records of `client` are looked for, whether or not anything is there; `data` is where
/// programs keep theirs, usually `~/.local/share`.
pub fn record_roots(client: AgentClient, places: &ClientPaths, data: &Path) -> Vec<PathBuf> {
    if client == AgentClient::Opencode {
        return vec![data.join("opencode")];
    }
    let known = known::descriptor(client);
    let dir = known.place.as_ref().map(|place| (place.dir)(places)).unwrap_or_default();
    let below = known.transcripts.iter().flat_map(|transcripts| transcripts.below);
    let mut roots: Vec<_> = below.map(|(name, _)| dir.join(name)).collect();
    roots.dedup();
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_client_that_is_served_has_a_reader_and_a_place() {
        let places = ClientPaths::new("/home/dev", |_| None);
        for client in AgentClient::INSTALLABLE {
            assert!(ClientUsageReader::for_client(client).is_some(), "{client}");
            assert!(!record_roots(client, &places, Path::new("/data")).is_empty(), "{client}");
        }
        let claude = record_roots(AgentClient::Claude, &places, Path::new("/data"));
        assert_eq!(claude, [PathBuf::from("/home/dev/.claude/projects")]);
    }

    #[test]
    fn a_line_without_the_words_is_not_read() {
        let reader = ClientUsageReader::for_client(AgentClient::Claude).unwrap();
        assert!(reader.may_contain_usage(br#"{"message":{"usage":{}}}"#));
        assert!(!reader.may_contain_usage(br#"{"message":{"content":"\"usage\": of a tool"}}"#));
        assert_eq!(reader.parse_line(b"{\"usage\":"), None);
    }
}
