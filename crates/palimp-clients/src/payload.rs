//! Reads JSON without a guaranteed schema.
//!
//! Payloads change with every release of a client, so a missing field, or one of an unexpected
//! type, is `None` and never an error. Strings may be tens of megabytes long: they are borrowed
//! until an event keeps them.

use std::io;
use std::path::PathBuf;

use jiff::Timestamp;
use palimp_core::event::{AgentClient, EventKind, HookEvent, StartSource};
use serde_json::Value;

use crate::notice::is_notice;

/// Maximum size of a tool's output, arguments or edits in an event, in bytes.
///
/// Capture first redacts and then cuts to 2,000 characters. This bound is far larger, so that it
/// does not cut through a secret that would still be visible.
pub(crate) const MAX_KEPT_BYTES: usize = 16 * 1024;

/// The spellings of a session's id.
const SESSION_ID: [&str; 3] = ["session_id", "sessionId", "sessionID"];

/// Fields that every event has besides its kind.
pub(crate) struct Envelope<'a> {
    pub(crate) client: AgentClient,
    pub(crate) name: &'a str,
    pub(crate) session_id: &'a str,
    pub(crate) subagent: bool,
}

impl Envelope<'_> {
    /// Builds the event; `None` if a sub-agent sent an event that only the user's conversation can
    /// have: its tools are the session's work, its prompts and answers are not the user's words. A
    /// prompt of Copilot CLI's sub-agents is kept, because context can be given to them only there.
    pub(crate) fn into_event(self, payload: &Value, mut kind: EventKind) -> Option<HookEvent> {
        if let EventKind::TurnEnd { reply, .. } = &mut kind {
            reply.take_if(|reply| is_notice(reply));
        }
        let is_its_own = match kind {
            EventKind::ToolStart(_) | EventKind::Tool(_) | EventKind::SessionStart { .. } => true,
            EventKind::Prompt { .. } => self.client == AgentClient::Copilot,
            _ => false,
        };
        if self.subagent && !is_its_own {
            return None;
        }
        Some(HookEvent {
            client: self.client,
            name: self.name.to_owned(),
            session_id: self.session_id.to_owned(),
            cwd: path_field(payload, &["cwd"]),
            at: time_field(payload, "timestamp"),
            subagent: self.subagent,
            kind,
        })
    }
}

/// The session's id.
pub(crate) fn session_id(payload: &Value) -> Option<&str> {
    text_field(payload, &SESSION_ID)
}

/// Returns the first of `keys` that holds a string other than white space.
pub(crate) fn text_field<'a>(value: &'a Value, keys: &[&str]) -> Option<&'a str> {
    keys.iter().find_map(|key| value.get(key)?.as_str().filter(|text| !text.trim().is_empty()))
}

/// Returns the first of `keys` that holds a string, even an empty one: a file may be written empty.
pub(crate) fn string_field<'a>(value: &'a Value, keys: &[&str]) -> Option<&'a str> {
    keys.iter().find_map(|key| value.get(key)?.as_str())
}

/// Returns true if `key` holds `true`.
pub(crate) fn bool_field(value: &Value, key: &str) -> bool {
    value.get(key).and_then(Value::as_bool).unwrap_or(false)
}

/// Returns a number of tokens; zero if missing or absurd.
pub(crate) fn token_count(object: &Value, key: &str) -> u64 {
    let count = object.get(key).and_then(Value::as_u64).unwrap_or(0);
    if count > u64::from(u32::MAX) { 0 } else { count }
}

/// Returns the first of `keys` that holds a string, as a path.
pub(crate) fn path_field(value: &Value, keys: &[&str]) -> Option<PathBuf> {
    text_field(value, keys).map(PathBuf::from)
}

/// Returns the time under `key`, in milliseconds since the Unix epoch, from ISO 8601 or a number.
pub(crate) fn time_field(value: &Value, key: &str) -> Option<i64> {
    match value.get(key)? {
        Value::String(iso) => Some(iso.parse::<Timestamp>().ok()?.as_millisecond()),
        Value::Number(ms) => ms.as_i64().or_else(|| ms.as_f64().map(|ms| ms as i64)),
        _ => None,
    }
}

/// The moment under `key` as text: what tells turns apart where a client does not number them.
pub(crate) fn time_as_turn(value: &Value, key: &str) -> Option<String> {
    time_field(value, key).map(|ms| ms.to_string())
}

/// Parses the source of a session start. A fork and unknown sources count as a new session.
pub(crate) fn start_source(value: &Value) -> StartSource {
    match value.get("source").and_then(Value::as_str) {
        Some("resume") => StartSource::Resume,
        Some("clear") => StartSource::Clear,
        Some("compact") => StartSource::Compact,
        _ => StartSource::Startup,
    }
}

/// Renders a tool's result as readable text: a string as it is, the text of content blocks, the
/// most relevant field of an object, else the JSON itself. At most [`MAX_KEPT_BYTES`] bytes.
pub(crate) fn render_text(value: &Value) -> String {
    const TEXT_KEYS: [&str; 6] = ["content", "text", "output", "result", "message", "file"];
    match value {
        Value::Null => String::new(),
        Value::String(text) => clip_middle(text),
        Value::Array(blocks) => rendered_blocks(blocks),
        Value::Object(fields) => TEXT_KEYS
            .iter()
            .filter_map(|key| fields.get(*key))
            .map(render_text)
            .find(|text| !text.is_empty())
            .or_else(|| (!fields.contains_key("base64")).then(|| to_bounded_json(value)))
            .unwrap_or_default(),
        _ => to_bounded_json(value),
    }
}

/// The blocks' texts, one under the other; pictures and the like say nothing.
fn rendered_blocks(blocks: &[Value]) -> String {
    let mut all = String::new();
    for block in blocks {
        let Some(text) = block.as_str().or_else(|| text_field(block, &["text"])) else { continue };
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(&clip_middle(text));
        if all.len() > MAX_KEPT_BYTES {
            break;
        }
    }
    clip_middle(&all)
}

/// Serialises `value` as JSON on one line, cut at [`MAX_KEPT_BYTES`] bytes.
pub(crate) fn to_bounded_json(value: &Value) -> String {
    let mut sink = BoundedJsonBuffer(Vec::new());
    // The only error is the limit, and the text before it is the result.
    let _ = serde_json::to_writer(&mut sink, value);
    match String::from_utf8(sink.0) {
        Ok(text) => text,
        Err(cut) => {
            let whole = cut.utf8_error().valid_up_to();
            let mut bytes = cut.into_bytes();
            bytes.truncate(whole);
            String::from_utf8(bytes).unwrap_or_default()
        }
    }
}

/// A writer that takes [`MAX_KEPT_BYTES`] bytes and then fails.
struct BoundedJsonBuffer(Vec<u8>);

impl io::Write for BoundedJsonBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(MAX_KEPT_BYTES - self.0.len());
        self.0.extend_from_slice(&bytes[..taken]);
        if taken == 0 { Err(io::ErrorKind::WriteZero.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns `text`, or its head and tail around an ellipsis if it is longer than [`MAX_KEPT_BYTES`]
/// bytes.
pub(crate) fn clip_middle(text: &str) -> String {
    if text.len() <= MAX_KEPT_BYTES {
        return text.to_owned();
    }
    let mut tail = text.len() - MAX_KEPT_BYTES / 2;
    while !text.is_char_boundary(tail) {
        tail += 1;
    }
    format!("{}\n…\n{}", byte_prefix(text, MAX_KEPT_BYTES / 2), &text[tail..])
}

/// Returns the longest prefix of `text` with at most `bytes` bytes.
pub(crate) fn byte_prefix(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_wrong_type_is_none() {
        for payload in [json!(null), json!([1]), json!("x"), json!({"cwd": 3, "session_id": {}})] {
            assert_eq!(session_id(&payload), None);
            assert_eq!(path_field(&payload, &["cwd"]), None);
            assert_eq!(time_field(&payload, "timestamp"), None);
            assert!(!bool_field(&payload, "cwd"));
        }
    }

    #[test]
    fn an_empty_session_id_is_none() {
        assert_eq!(session_id(&json!({"session_id": " ", "sessionId": ""})), None);
        assert_eq!(session_id(&json!({"session_id": "", "sessionId": "s"})), Some("s"));
    }

    #[test]
    fn moments_come_in_two_spellings() {
        let iso = json!({"timestamp": "2026-11-20T14:17:39.940Z"});
        let ms = json!({"timestamp": 1795184259940_i64});
        assert_eq!(time_field(&iso, "timestamp"), time_field(&ms, "timestamp"));
        assert_eq!(time_field(&json!({"timestamp": "soon"}), "timestamp"), None);
        assert_eq!(time_field(&json!({"timestamp": 1e300}), "timestamp"), Some(i64::MAX));
    }

    #[test]
    fn results_are_rendered_for_a_person() {
        let check = |value: Value, expect: &str| assert_eq!(render_text(&value), expect, "{value}");
        check(json!(null), "");
        check(json!("plain"), "plain");
        check(json!([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]), "a\nb");
        check(json!([{"type": "image", "source": {"data": "AAAA"}}]), "");
        check(json!({"content": [{"text": "a"}], "isError": false}), "a");
        check(json!({"type": "text", "file": {"content": "hello\n"}}), "hello\n");
        check(
            json!({"type": "image", "file": {"base64": "AAAA"}}),
            "{\"type\":\"image\",\"file\":{\"base64\":\"AAAA\"}}",
        );
        check(json!({"matches": ["x"]}), "{\"matches\":[\"x\"]}");
        check(json!(3), "3");
    }

    #[test]
    fn long_text_keeps_head_and_tail() {
        let long = format!("head{}tail", "가".repeat(MAX_KEPT_BYTES));
        let clipped = clip_middle(&long);
        assert!(clipped.len() <= MAX_KEPT_BYTES + 8);
        assert!(clipped.starts_with("head가") && clipped.ends_with("가tail"));
        assert_eq!(clip_middle("short"), "short");
        assert!(to_bounded_json(&json!({ "k": long })).len() <= MAX_KEPT_BYTES);
    }
}
