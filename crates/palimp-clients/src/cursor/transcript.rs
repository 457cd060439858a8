//! The transcripts of Cursor: `~/.cursor/projects/<directory>/agent-transcripts/<session>/<session>.jsonl`,
//! or `<session>.jsonl` right below `agent-transcripts`.
//!
//! They name no call, hold no tool's result, and bear no time but the one with which a prompt may
//! begin. Their form is known from what others publish of theirs, and not from runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use palimp_core::event::{AgentClient, HookEvent, ToolOutcome};
use serde_json::Value;

use crate::payload::text_field;
use crate::prompt;
use crate::tool::{ParsedToolCall, ToolEnding};
use crate::transcript::{TranscriptConversation, TranscriptReader, is_lines, is_within};

/// Name of the directory that holds a project's transcripts.
const TRANSCRIPTS_DIRECTORY: &str = "agent-transcripts";

/// Placeholder that Cursor writes instead of reasoning.
const REDACTED_THOUGHTS: &str = "[REDACTED]";

/// Returns true if a file is a session's own transcript: those of sub-agents are in a directory
/// beside it.
pub(crate) fn is_one(path: &Path) -> bool {
    let directory = path.parent().unwrap_or(path);
    let own =
        is_within(directory, TRANSCRIPTS_DIRECTORY) && directory.file_name() == path.file_stem();
    is_lines(path) && (own || is_within(path, TRANSCRIPTS_DIRECTORY))
}

/// Reads a transcript.
pub(crate) struct CursorTranscriptReader {
    talk: TranscriptConversation,
    /// Time of the last prompt with a timestamp; before the first such prompt, the modification
    /// time of the file.
    at: Option<i64>,
}

impl CursorTranscriptReader {
    /// Creates a reader of the transcript at `path`, whose name gives the session and its working
    /// directory.
    pub(crate) fn new(path: &Path) -> CursorTranscriptReader {
        let mut talk = TranscriptConversation::new(AgentClient::Cursor);
        talk.session_id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        talk.cwd =
            project_name(path).map(|name| find_directory(&name).unwrap_or_else(|| name.into()));
        CursorTranscriptReader { talk, at: modified_at(path) }
    }

    fn read_user(&mut self, said: &str, each: &mut dyn FnMut(HookEvent)) {
        self.at = element_text(said, "timestamp").and_then(parse_timestamp).or(self.at);
        // Cursor's own messages to its model have the format of a prompt.
        let own = !said.contains("<system_notification>");
        let asked =
            element_text(said, "user_query").unwrap_or_else(|| text_after(said, "</timestamp>"));
        match prompt::user_words(asked).filter(|_| own) {
            Some(words) => self.talk.add_prompt(self.at, words, None, each),
            None => self.talk.begin_turn(None, each),
        }
    }

    fn read_tool_use(&mut self, block: &Value, each: &mut dyn FnMut(HookEvent)) {
        let Some(name) = text_field(block, &["name"]) else { return };
        let call = ParsedToolCall::new(name, &block["input"]);
        let ending = ToolEnding { outcome: ToolOutcome::Unknown, output: String::new() };
        self.talk.emit_tool_use(
            self.at,
            false,
            call.into_tool_use(text_field(block, &["id"]), ending),
            each,
        );
    }
}

impl TranscriptReader for CursorTranscriptReader {
    fn process_line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        let content = &line["message"]["content"];
        match text_field(&line, &["role"]) {
            Some("user") => self.read_user(&content_text(content), each),
            Some("assistant") => {
                self.talk.add_reply(self.at, None, &content_text(content), each);
                let blocks = content.as_array().into_iter().flatten();
                blocks
                    .filter(|it| it["type"] == "tool_use")
                    .for_each(|it| self.read_tool_use(it, each));
            }
            _ => {}
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end_turn(each);
    }
}

/// Returns the text of a content without the placeholder for reasoning.
fn content_text(content: &Value) -> String {
    let blocks = content.as_array().into_iter().flatten();
    let texts = blocks.filter(|it| it["type"] == "text").filter_map(|it| it["text"].as_str());
    let lines = content.as_str().into_iter().chain(texts).flat_map(str::lines);
    let lines: Vec<&str> = lines.filter(|line| line.trim() != REDACTED_THOUGHTS).collect();
    lines.join("\n").trim().to_owned()
}

/// Returns the content of the element of this name.
fn element_text<'a>(said: &'a str, name: &str) -> Option<&'a str> {
    let (_, inside) = said.split_once(&format!("<{name}>"))?;
    Some(inside.rsplit_once(&format!("</{name}>"))?.0)
}

fn text_after<'a>(said: &'a str, mark: &str) -> &'a str {
    said.split_once(mark).map_or(said, |(_, rest)| rest)
}

/// Parses `Sunday, Aug 2, 2026, 3:51 AM (UTC-7)` into milliseconds since the Unix epoch.
fn parse_timestamp(time: &str) -> Option<i64> {
    let (time, zone) = time.trim().strip_suffix(')')?.split_once(" (UTC")?;
    let (hours, minutes) = zone.split_once(':').unwrap_or((zone, "0"));
    let hours = if hours.is_empty() { 0 } else { hours.parse::<i8>().ok()? };
    let minutes = i64::from(minutes.parse::<u8>().ok()?);
    let ahead = i64::from(hours) * 60 + if zone.starts_with('-') { -minutes } else { minutes };
    let there = DateTime::strptime("%A, %b %d, %Y, %I:%M %p", time).ok()?;
    let there = there.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond();
    Some(there - ahead * 60_000)
}

/// Returns the modification time of the file, in milliseconds since the Unix epoch.
fn modified_at(path: &Path) -> Option<i64> {
    let since = fs::metadata(path).ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_millis()).ok()
}

/// Returns the name of the directory that stands for the project: its path without punctuation.
fn project_name(path: &Path) -> Option<String> {
    let transcripts = path.ancestors().find(|it| it.ends_with(TRANSCRIPTS_DIRECTORY))?;
    Some(transcripts.parent()?.file_name()?.to_string_lossy().into_owned())
}

/// Finds the only directory of this machine with such a name; `None` if there are several, because
/// the name has lost the punctuation that distinguishes them.
fn find_directory(name: &str) -> Option<PathBuf> {
    let mut found = Vec::new();
    collect_directories(Path::new("/"), name, &mut found);
    if found.len() == 1 { found.pop() } else { None }
}

fn collect_directories(dir: &Path, name: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let plain = to_directory_name(&entry.file_name().to_string_lossy());
        let Some(rest) = name.strip_prefix(plain.trim_start_matches('-')) else { continue };
        if plain.is_empty() || !entry.path().is_dir() {
            continue;
        }
        match rest.trim_start_matches('-') {
            "" => found.push(entry.path()),
            deeper if deeper.len() < rest.len() => {
                collect_directories(&entry.path(), deeper, found)
            }
            _ => {}
        }
    }
}

/// Converts a name to its form in the name of a project's directory.
fn to_directory_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::event::EventKind;
    use serde_json::json;

    fn events(path: &Path, lines: &[Value]) -> Vec<HookEvent> {
        let mut events = Vec::new();
        let mut reader = CursorTranscriptReader::new(path);
        for line in lines {
            reader.process_line(line.clone(), &mut |event| events.push(event));
        }
        reader.finish(&mut |event| events.push(event));
        events
    }

    #[test]
    fn a_time_is_read_with_its_zone() {
        for (time, expect) in [
            ("Sunday, Aug 2, 2026, 3:51 AM (UTC-7)", Some("2026-08-02T10:51:00Z")),
            ("Sunday, Jul 5, 2026, 6:22 PM (UTC+5:30)", Some("2026-07-05T12:52:00Z")),
            ("Sunday, Jul 5, 2026, 6:22 PM (UTC-3:30)", Some("2026-07-05T21:52:00Z")),
            ("Tuesday, Nov 24, 2026, 12:05 AM (UTC)", Some("2026-11-24T00:05:00Z")),
            ("Sunday", None),
            ("", None),
        ] {
            let expect = expect.map(|it| it.parse::<jiff::Timestamp>().unwrap().as_millisecond());
            assert_eq!(parse_timestamp(time), expect, "{time}");
        }
    }

    #[test]
    fn only_a_sessions_own_file_is_a_transcript() {
        let root = "/home/dev/.cursor/projects/home-dev-shop/agent-transcripts";
        for (file, expect) in [
            ("aa-1/aa-1.jsonl", true),
            ("aa-1.jsonl", true),
            ("aa-1/subagents/bb-2.jsonl", false),
            ("aa-1/other.jsonl", false),
            ("aa-1.txt", false),
        ] {
            assert_eq!(is_one(&Path::new(root).join(file)), expect, "{file}");
        }
    }

    #[test]
    fn a_directory_is_found_by_a_name_without_punctuation() {
        let root = tempfile::tempdir().unwrap();
        let shop = root.path().join("my.shop-two");
        fs::create_dir_all(shop.join(".cursor")).unwrap();
        let name = to_directory_name(&shop.to_string_lossy());
        assert_eq!(find_directory(name.trim_start_matches('-')), Some(shop.clone()));
        assert_eq!(find_directory(&format!("{name}-none")), None);
        fs::create_dir_all(root.path().join("my-shop.two")).unwrap();
        assert_eq!(find_directory(name.trim_start_matches('-')), None, "two go by that name");
    }

    #[test]
    fn what_the_user_did_not_say_is_no_prompt() {
        let said = |text: &str| json!({ "role": "user", "message": { "content": [{ "type": "text", "text": text }] } });
        let lines = [
            said(
                "<timestamp>Sunday</timestamp>\n<system_notification>\nA task has finished.\n</system_notification>\n<user_query>Inform the user.</user_query>",
            ),
            said("<system_reminder>not hers</system_reminder>"),
            json!({ "role": "system", "message": { "content": "hidden" } }),
            json!({ "type": "turn_ended", "status": "success" }),
        ];
        assert_eq!(events(Path::new("/x/agent-transcripts/a.jsonl"), &lines), []);
        let plain = json!({ "role": "user", "message": { "content": "왜 pnpm이야?" } });
        let asked = events(Path::new("/x/agent-transcripts/a.jsonl"), &[plain]);
        assert!(
            matches!(&asked[0].kind, EventKind::Prompt { text, .. } if text == "왜 pnpm이야?"),
            "{asked:?}"
        );
    }
}
