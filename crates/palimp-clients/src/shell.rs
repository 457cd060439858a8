//! Command lines and exit codes of shell tools.

use palimp_core::event::ToolOutcome;
use serde_json::Value;

use crate::payload::{MAX_KEPT_BYTES, byte_prefix};

/// Converts an exit code to an outcome.
pub(crate) fn exit_outcome(code: i64) -> ToolOutcome {
    match code {
        0 => ToolOutcome::Success,
        code => ToolOutcome::Failure { code: i32::try_from(code).ok() },
    }
}

/// Returns the command line of a string or an argument vector; for `bash -lc script` only the
/// script. At most four times [`MAX_KEPT_BYTES`] bytes.
pub(crate) fn command_line(value: &Value) -> Option<String> {
    let line = match value {
        Value::String(line) => byte_prefix(line, 4 * MAX_KEPT_BYTES).to_owned(),
        Value::Array(words) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            match words[..] {
                [shell, flag, script] if runs_script(shell, flag) => script.to_owned(),
                _ => words.join(" "),
            }
        }
        _ => return None,
    };
    (!line.trim().is_empty()).then_some(line)
}

/// Returns true if `shell flag` is a shell that takes a script as its next argument.
fn runs_script(shell: &str, flag: &str) -> bool {
    let program = shell.rsplit(['/', '\\']).next().unwrap_or(shell);
    let program = program.strip_suffix(".exe").unwrap_or(program);
    matches!(
        (program, flag),
        ("sh" | "bash" | "zsh" | "dash" | "ksh" | "fish", "-c" | "-lc" | "-ic")
            | ("powershell" | "pwsh", "-Command" | "-c")
            | ("cmd", "/c" | "/C")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn command_lines_come_as_text_or_words() {
        let check = |value: Value, expect: Option<&str>| {
            assert_eq!(command_line(&value).as_deref(), expect, "{value}");
        };
        check(json!("git status"), Some("git status"));
        check(json!(["/bin/bash", "-lc", "git status | cat"]), Some("git status | cat"));
        check(json!(["C:\\Windows\\pwsh.exe", "-Command", "dir"]), Some("dir"));
        check(json!(["git", "-c", "status"]), Some("git -c status"));
        check(json!(["cargo", "test", 3]), Some("cargo test"));
        check(json!([]), None);
        check(json!(" "), None);
        check(json!(null), None);
    }

    #[test]
    fn exit_codes_decide() {
        assert_eq!(exit_outcome(0), ToolOutcome::Success);
        assert_eq!(exit_outcome(3), ToolOutcome::Failure { code: Some(3) });
        assert_eq!(exit_outcome(i64::MAX), ToolOutcome::Failure { code: None });
    }
}
