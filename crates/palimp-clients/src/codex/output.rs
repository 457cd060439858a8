//! The header that Codex puts before a command's output for its model.

use serde_json::Value;

/// Parsed header and the output below it.
#[derive(Debug, PartialEq)]
pub(super) struct OutputHeader<'a> {
    /// The exit code, when the command is done.
    pub(super) code: Option<i64>,
    /// True if the command keeps running in the background.
    pub(super) running: bool,
    /// Output of the command.
    pub(super) output: &'a str,
}

/// Parses a header; `None` if `text` has none and is all output.
///
/// Both forms end in a line `Output:`. Patches: `Exit code: 0`, `Wall time: 0 seconds`. Commands:
/// `Chunk ID: 854fd4`, `Wall time: …`, `Process exited with code 0` or `Process running with
/// session ID 42`, `Original token count: 5`.
pub(super) fn parse_header(text: &str) -> Option<OutputHeader<'_>> {
    let (header, output) = match text.split_once("\nOutput:\n") {
        Some(parts) => parts,
        None => (text.strip_suffix("\nOutput:")?, ""),
    };
    let mut headed = OutputHeader { code: None, running: false, output };
    let mut timed = false;
    for line in header.lines() {
        if let Some(code) = label_value(line, &["Exit code: ", "Process exited with code "]) {
            headed.code = Some(code.parse().ok()?);
        } else if label_value(line, &["Process running with session ID "]).is_some() {
            headed.running = true;
        } else if label_value(line, &["Wall time: "]).is_some() {
            timed = true;
        } else if label_value(
            line,
            &["Chunk ID: ", "Original token count: ", "Total output lines: "],
        )
        .is_none()
        {
            return None;
        }
    }
    timed.then_some(headed)
}

fn label_value<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    labels.iter().find_map(|label| line.strip_prefix(label)).map(str::trim)
}

/// Parses the JSON in which older versions wrapped output and exit code.
pub(super) fn parse_legacy_output(text: &str) -> Option<(i64, String)> {
    let text = text.strip_prefix("{\"output\":").and(Some(text))?;
    let value: Value = serde_json::from_str(text).ok()?;
    let code = value.get("metadata")?.get("exit_code")?.as_i64()?;
    Some((code, value.get("output")?.as_str()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_told_from_output() {
        let check = |text: &str, expect: Option<(Option<i64>, bool, &str)>| {
            let expect =
                expect.map(|(code, running, output)| OutputHeader { code, running, output });
            assert_eq!(parse_header(text), expect, "{text:?}");
        };
        check("Exit code: 0\nWall time: 0 seconds\nOutput:\nok\n", Some((Some(0), false, "ok\n")));
        check(
            "Chunk ID: 5c\nWall time: 0.1 seconds\nProcess exited with code 3\nOriginal token count: 2\nOutput:\noops\n",
            Some((Some(3), false, "oops\n")),
        );
        check(
            "Chunk ID: 5c\nWall time: 1.0 seconds\nProcess running with session ID 42\nOutput:\n",
            Some((None, true, "")),
        );
        check("Wall time: 0.0030 seconds\nOutput:", Some((None, false, "")));
        check("oops\n", None);
        check("Exit code: 1\n", None);
        check("my tool\nOutput:\nExit code: 1", None);
        check("Exit code: many\nWall time: 0 seconds\nOutput:\n", None);
    }

    #[test]
    fn older_versions_wrote_json() {
        let text = r#"{"output":"oops\n","metadata":{"exit_code":3,"duration_seconds":0.1}}"#;
        assert_eq!(parse_legacy_output(text), Some((3, "oops\n".to_owned())));
        assert_eq!(parse_legacy_output("{\"output\":3}"), None);
        assert_eq!(parse_legacy_output("oops"), None);
    }
}
