//! Token usage of requests to models, as recorded by the client.
//!
//! Each line is parsed by itself. Most lines hold no usage and are skipped because they lack a
//! marker word.

use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use memchr::memmem::Finder;
use palimp_core::event::AgentClient;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::descriptor;
use crate::install::ClientPaths;

/// Tokens of requests. Each token is counted once: cache reads and cache writes are not input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenCounts {
    /// Sent, and neither read from the cache nor written into it.
    pub input: u64,
    /// Output tokens, including thinking.
    pub output: u64,
    /// Sent, and read from the cache.
    pub cache_read: u64,
    /// Sent, and written into the cache.
    pub cache_write: u64,
    /// Number of written tokens that stay for an hour.
    #[serde(skip_serializing_if = "is_zero")]
    pub cache_write_hour: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl TokenCounts {
    /// Returns the number of tokens sent.
    pub const fn total_input(&self) -> u64 {
        self.input.saturating_add(self.cache_read).saturating_add(self.cache_write)
    }

    /// Returns the part of each figure that exceeds the other's.
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

    /// Returns the greater of each figure.
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

    /// Counts of a client whose input includes cache reads and writes.
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

/// Identity of a request. A record repeats a request several times: as it grows, and again in a
/// session that continues an earlier one.
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
    /// Identity of the request.
    pub id: Option<UsageRequestId>,
    /// True if it only sums up requests that newer versions of the client record individually: it
    /// counts if no individual request came before.
    pub sum: bool,
    /// The session, where the line names it.
    pub session: Option<String>,
    /// The sub-agent that made it.
    pub thread: Option<String>,
    /// Time of the request, in milliseconds since the Unix epoch.
    pub at: Option<i64>,
    /// The model, where the line names it.
    pub model: Option<String>,
    /// Known part of the system prompt and the tools at the beginning of the request: equal text
    /// means an equal beginning.
    pub prefix: Option<String>,
    /// Token usage of the request.
    pub tokens: TokenCounts,
}

/// Content of a line. Everything except the requests also applies to the following lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientUsageLine {
    /// The session.
    pub session: Option<String>,
    /// The session from which this one goes on, whose lines it repeats.
    pub origin: Option<String>,
    /// The sub-agent whose record it is.
    pub thread: Option<String>,
    /// Working directory.
    pub directory: Option<PathBuf>,
    /// The model.
    pub model: Option<String>,
    /// See [`RecordedRequest::prefix`].
    pub prefix: Option<String>,
    /// True if the conversation was compacted here.
    pub compacted: bool,
    /// The requests.
    pub requests: Vec<RecordedRequest>,
    /// The sum of all requests of the session so far, by model; the id is that of the client's run. It
    /// holds requests that no other line tells of.
    pub totals: Vec<RecordedRequest>,
}

/// Parser of one client's lines.
pub(crate) struct ClientUsageParser {
    /// A line that has none of these words says nothing of requests.
    pub(crate) words: &'static [&'static str],
    /// Reads a line, or a record that is one document.
    pub(crate) line: fn(&Value) -> ClientUsageLine,
    /// Parses the path of a record.
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
    /// Creates the reader for `client`; `None` if its records contain no known figures.
    pub fn for_client(client: AgentClient) -> Option<ClientUsageReader> {
        let ClientUsageParser { words, line, place } = descriptor::descriptor(client).usage?;
        let words = words.iter().map(|word| Finder::new(word.as_bytes())).collect();
        Some(ClientUsageReader { words, line: *line, place: *place })
    }

    /// Parses the path of a record.
    pub fn parse_path(&self, path: &Path) -> ClientUsageLine {
        (self.place)(path)
    }

    /// Returns true if a line may contain token usage.
    pub fn may_contain_usage(&self, line: &[u8]) -> bool {
        self.words.iter().any(|word| word.find(line).is_some())
    }

    /// Parses a line, or a record that is one document; `None` if it is not JSON.
    pub fn parse_line(&self, line: &[u8]) -> Option<ClientUsageLine> {
        serde_json::from_slice(line).ok().map(|line| (self.line)(&line))
    }
}

/// Returns true if a record is one document that is rewritten, instead of lines that are appended.
pub fn is_document(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

/// Returns the directories that are searched for the records of `client`, existing or not; `data`
/// is the user's data directory, usually `~/.local/share`.
pub fn record_roots(client: AgentClient, places: &ClientPaths, data: &Path) -> Vec<PathBuf> {
    if client == AgentClient::Opencode {
        return vec![data.join("opencode")];
    }
    let known = descriptor::descriptor(client);
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
