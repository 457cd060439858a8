//! One table for the tools of all clients.
//!
//! Clients run each other's hooks and borrow each other's tool and argument
//! names, so every spelling is accepted from everyone.

use palimp_core::event::{FileChange, FileEdit, PendingToolCall, ToolAction, ToolOutcome, ToolUse};
use palimp_core::text::one_line;
use serde_json::Value;

use crate::patch;
use crate::payload::{
    MAX_KEPT_BYTES, byte_prefix, clip_middle, string_field, text_field, to_bounded_json,
};
use crate::shell::command_line;

const PATH_KEYS: [&str; 7] =
    ["file_path", "filePath", "path", "notebook_path", "target_file", "absolute_path", "filename"];
const OLD_TEXT_KEYS: [&str; 5] = ["old_string", "oldString", "old_str", "old_text", "oldText"];
const NEW_TEXT_KEYS: [&str; 5] = ["new_string", "newString", "new_str", "new_text", "newText"];
const CONTENT_KEYS: [&str; 4] = ["content", "file_text", "contents", "fileText"];
const COMMAND_KEYS: [&str; 3] = ["command", "cmd", "script"];
const PATCH_KEYS: [&str; 4] = ["patchText", "patch", "input", "command"];

/// A call of a tool in palimp's words, before it is known how it ended.
#[derive(Debug)]
pub(crate) struct ParsedToolCall {
    pub(crate) name: String,
    pub(crate) action: ToolAction,
}

/// Outcome of a tool call, and its output.
#[derive(Debug)]
pub(crate) struct ToolEnding {
    pub(crate) outcome: ToolOutcome,
    pub(crate) output: String,
}

/// Parses the arguments of one kind of tool; `None` if they are not its own.
type ArgumentParser = fn(&Value) -> Option<ToolAction>;

impl ParsedToolCall {
    /// Creates the call of the tool that a client names `name`.
    pub(crate) fn new(name: &str, input: &Value) -> ParsedToolCall {
        let (name, action) = match known_tool(name, input) {
            Some((ours, arguments)) => (ours, arguments(input)),
            None => (name, None),
        };
        let action = action.unwrap_or_else(|| ToolAction::Other { input: arguments_line(input) });
        ParsedToolCall { name: refine_edit_name(name, &action).to_owned(), action }
    }

    /// Returns true if it is a shell command, whose exit code decides the outcome.
    pub(crate) fn is_shell(&self) -> bool {
        matches!(self.action, ToolAction::Shell { .. })
    }

    /// Returns true if it changes files, so that its arguments are sufficient.
    pub(crate) fn is_edit(&self) -> bool {
        matches!(self.action, ToolAction::Edit(_))
    }

    /// Converts the call into a tool call before it runs.
    pub(crate) fn into_tool_call(self, id: Option<&str>) -> PendingToolCall {
        PendingToolCall { name: self.name, id: id.map(str::to_owned), action: self.action }
    }

    /// Converts the call into a tool use after it has ended.
    pub(crate) fn into_tool_use(self, id: Option<&str>, ending: ToolEnding) -> ToolUse {
        // That an edit went well is no news; only a failure's words are worth keeping.
        let told = !(self.is_edit() && ending.outcome == ToolOutcome::Success);
        ToolUse {
            name: self.name,
            id: id.map(str::to_owned),
            action: self.action,
            outcome: ending.outcome,
            output: if told { ending.output } else { String::new() },
        }
    }
}

/// Returns palimp's name of the tool, and the parser of its arguments.
fn known_tool(name: &str, input: &Value) -> Option<(&'static str, ArgumentParser)> {
    let known: (&'static str, ArgumentParser) = match name {
        "Bash" | "bash" | "shell" | "Shell" | "local_shell" | "exec_command" | "powershell"
        | "run_shell_command" => ("Bash", parse_shell),
        "Edit" | "edit" | "replace" | "str_replace" | "StrReplace" => ("Edit", parse_edit),
        "MultiEdit" | "multiedit" | "multi_edit" => ("MultiEdit", parse_edit),
        "Write" | "write" | "write_file" | "create" => ("Write", parse_edit),
        "str_replace_editor" | "str_replace_based_edit_tool" => {
            match text_field(input, &["command"]) {
                Some("view") => ("Read", no_action),
                _ => ("Edit", parse_edit),
            }
        }
        "apply_patch" | "patch" | "ApplyPatch" => ("Edit", parse_patch_input),
        "Delete" => ("Edit", parse_delete),
        "NotebookEdit" => ("NotebookEdit", parse_notebook),
        "Read" | "read" | "read_file" | "read_many_files" | "view" => ("Read", no_action),
        "Grep" | "grep" | "grep_search" | "search_file_content" => ("Grep", no_action),
        "Glob" | "glob" => ("Glob", no_action),
        "WebFetch" | "webfetch" | "web_fetch" => ("WebFetch", no_action),
        _ => return None,
    };
    Some(known)
}

/// Returns `Edit` or `Write` by the actual changes: patches add files, and some clients call every
/// edit a write.
fn refine_edit_name<'a>(name: &'a str, action: &ToolAction) -> &'a str {
    let ToolAction::Edit(edits) = action else { return name };
    let written = edits.iter().all(|edit| matches!(edit.change, FileChange::Write(_)));
    match (name, written) {
        ("Edit", true) => "Write",
        ("Write", false) => "Edit",
        _ => name,
    }
}

fn parse_shell(input: &Value) -> Option<ToolAction> {
    let command = COMMAND_KEYS.iter().find_map(|key| command_line(input.get(key)?))?;
    Some(ToolAction::Shell { command })
}

fn parse_edit(input: &Value) -> Option<ToolAction> {
    let path = text_field(input, &PATH_KEYS);
    if let Some(edits) = input.get("edits").and_then(Value::as_array) {
        return parse_edits(path, edits);
    }
    Some(ToolAction::Edit(vec![FileEdit { path: path?.to_owned(), change: parse_change(input)? }]))
}

/// Parses a replacement of one text by another, or else the whole file.
fn parse_change(input: &Value) -> Option<FileChange> {
    match parse_replacement(input) {
        Some(pair) => Some(FileChange::Replace(vec![pair])),
        None => Some(FileChange::Write(string_field(input, &CONTENT_KEYS)?.to_owned())),
    }
}

fn parse_replacement(input: &Value) -> Option<(String, String)> {
    match (string_field(input, &OLD_TEXT_KEYS), string_field(input, &NEW_TEXT_KEYS)) {
        (None, None) => None,
        (old, new) => {
            Some((clip_middle(old.unwrap_or_default()), clip_middle(new.unwrap_or_default())))
        }
    }
}

/// Parses several replacements, grouped by file.
fn parse_edits(path: Option<&str>, edits: &[Value]) -> Option<ToolAction> {
    let mut files: Vec<(&str, Vec<(String, String)>)> = Vec::new();
    for edit in edits {
        let (Some(path), Some(pair)) =
            (text_field(edit, &PATH_KEYS).or(path), parse_replacement(edit))
        else {
            continue;
        };
        match files.iter_mut().find(|(known, _)| *known == path) {
            Some((_, pairs)) => pairs.push(pair),
            None => files.push((path, vec![pair])),
        }
    }
    let edits = files.into_iter().map(|(path, pairs)| FileEdit {
        path: path.to_owned(),
        change: FileChange::Replace(pairs),
    });
    let edits: Vec<FileEdit> = edits.collect();
    (!edits.is_empty()).then_some(ToolAction::Edit(edits))
}

fn parse_patch_input(input: &Value) -> Option<ToolAction> {
    let patch = input.as_str().or_else(|| text_field(input, &PATCH_KEYS))?;
    let edits = patch::parse_patch(patch);
    (!edits.is_empty()).then_some(ToolAction::Edit(edits))
}

fn parse_delete(input: &Value) -> Option<ToolAction> {
    let path = text_field(input, &PATH_KEYS)?.to_owned();
    Some(ToolAction::Edit(vec![FileEdit { path, change: FileChange::Delete }]))
}

fn parse_notebook(input: &Value) -> Option<ToolAction> {
    let cell = text_field(input, &["cell_id"]).map(str::to_owned);
    let cell = cell.or_else(|| Some(input.get("cell_number")?.as_u64()?.to_string()));
    let change = FileChange::Cell {
        cell: cell.unwrap_or_default(),
        mode: text_field(input, &["edit_mode"]).unwrap_or("replace").to_owned(),
        source: clip_middle(string_field(input, &["new_source"]).unwrap_or_default()),
    };
    Some(ToolAction::Edit(vec![FileEdit {
        path: text_field(input, &PATH_KEYS)?.to_owned(),
        change,
    }]))
}

/// Parser for a tool whose arguments suffice on one line.
fn no_action(_: &Value) -> Option<ToolAction> {
    None
}

/// Formats the arguments on one line, `key: value, key: value`, at most [`MAX_KEPT_BYTES`] bytes.
fn arguments_line(input: &Value) -> String {
    let Value::Object(fields) = input else { return argument_text(input) };
    let mut line = String::new();
    for (key, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(key);
        line.push_str(": ");
        line.push_str(&argument_text(value));
        if line.len() > MAX_KEPT_BYTES {
            break;
        }
    }
    byte_prefix(&line, MAX_KEPT_BYTES).to_owned()
}

fn argument_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => one_line(byte_prefix(text, MAX_KEPT_BYTES)),
        value => to_bounded_json(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(name: &str, input: Value, expect_name: &str, expect: ToolAction) {
        let call = ParsedToolCall::new(name, &input);
        assert_eq!((call.name.as_str(), call.action), (expect_name, expect), "{name} {input}");
    }

    fn file(path: &str, change: FileChange) -> ToolAction {
        ToolAction::Edit(vec![FileEdit { path: path.into(), change }])
    }

    fn replace(old: &str, new: &str) -> FileChange {
        FileChange::Replace(vec![(old.into(), new.into())])
    }

    #[test]
    fn commands_are_bash() {
        let expect = || ToolAction::Shell { command: "cargo test".into() };
        check("Bash", json!({"command": "cargo test"}), "Bash", expect());
        check("exec_command", json!({"cmd": "cargo test"}), "Bash", expect());
        check("local_shell", json!({"command": ["bash", "-lc", "cargo test"]}), "Bash", expect());
        check("run_shell_command", json!({"command": "cargo test"}), "Bash", expect());
        check(
            "Bash",
            json!({"command": 3}),
            "Bash",
            ToolAction::Other { input: "command: 3".into() },
        );
    }

    #[test]
    fn edits_are_spelled_in_many_ways() {
        for input in [
            json!({"file_path": "a", "old_string": "x", "new_string": "y"}),
            json!({"filePath": "a", "oldString": "x", "newString": "y"}),
            json!({"path": "a", "old_str": "x", "new_str": "y"}),
        ] {
            check("edit", input.clone(), "Edit", file("a", replace("x", "y")));
            check("Write", input, "Edit", file("a", replace("x", "y")));
        }
        check(
            "replace",
            json!({"file_path": "a", "new_string": ""}),
            "Edit",
            file("a", replace("", "")),
        );
    }

    #[test]
    fn writes_keep_the_whole_text() {
        let long = "line\n".repeat(100_000);
        check(
            "create",
            json!({"path": "a", "file_text": long}),
            "Write",
            file("a", FileChange::Write(long.clone())),
        );
        check(
            "write",
            json!({"filePath": "a", "content": ""}),
            "Write",
            file("a", FileChange::Write(String::new())),
        );
        check(
            "str_replace_editor",
            json!({"command": "create", "path": "a", "file_text": "x"}),
            "Write",
            file("a", FileChange::Write("x".into())),
        );
    }

    #[test]
    fn several_edits_are_gathered_by_file() {
        let input = json!({"file_path": "a", "edits": [
            {"old_string": "1", "new_string": "2"},
            {"filePath": "b", "oldString": "3", "newString": "4"},
            {"old_string": "5", "new_string": "6"},
            {"nonsense": true},
        ]});
        let pairs = FileChange::Replace(vec![("1".into(), "2".into()), ("5".into(), "6".into())]);
        let expect = ToolAction::Edit(vec![
            FileEdit { path: "a".into(), change: pairs },
            FileEdit { path: "b".into(), change: replace("3", "4") },
        ]);
        check("MultiEdit", input, "MultiEdit", expect);
    }

    #[test]
    fn a_patch_that_only_adds_is_a_write() {
        let add = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch";
        let update = "*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch";
        check(
            "apply_patch",
            json!({"command": add}),
            "Write",
            file("a", FileChange::Write("x\n".into())),
        );
        check("patch", json!({"patchText": update}), "Edit", file("a", replace("x\n", "y\n")));
        check("apply_patch", json!(update), "Edit", file("a", replace("x\n", "y\n")));
    }

    #[test]
    fn a_file_that_is_deleted_is_an_edit_of_it() {
        check("Delete", json!({"file_path": "a"}), "Edit", file("a", FileChange::Delete));
        let other = ToolAction::Other { input: "what: a".into() };
        check("Delete", json!({"what": "a"}), "Edit", other);
    }

    #[test]
    fn notebooks_name_their_cell() {
        let cell = |cell: &str, mode: &str| FileChange::Cell {
            cell: cell.into(),
            mode: mode.into(),
            source: "1 + 1".into(),
        };
        let input = json!({"notebook_path": "n.ipynb", "cell_id": "c1", "new_source": "1 + 1"});
        check("NotebookEdit", input, "NotebookEdit", file("n.ipynb", cell("c1", "replace")));
        let input = json!({"notebook_path": "n.ipynb", "cell_number": 2, "new_source": "1 + 1", "edit_mode": "insert"});
        check("NotebookEdit", input, "NotebookEdit", file("n.ipynb", cell("2", "insert")));
    }

    #[test]
    fn other_tools_show_their_arguments() {
        let other = |input: &str| ToolAction::Other { input: input.into() };
        check("glob", json!({"pattern": "*.txt"}), "Glob", other("pattern: *.txt"));
        check("view", json!({"path": "a"}), "Read", other("path: a"));
        check(
            "str_replace_editor",
            json!({"command": "view", "path": "a"}),
            "Read",
            other("command: view, path: a"),
        );
        check(
            "mcp__x__y",
            json!({"q": "a\n b", "n": 3, "none": null, "l": [1]}),
            "mcp__x__y",
            other("q: a b, n: 3, l: [1]"),
        );
        check("Edit", json!({"old_string": "x"}), "Edit", other("old_string: x"));
        check("odd", json!(null), "odd", other(""));
    }

    #[test]
    fn long_arguments_are_bounded() {
        let ToolAction::Other { input } =
            ParsedToolCall::new("x", &json!({"a": "가 ".repeat(MAX_KEPT_BYTES), "b": 1})).action
        else {
            panic!("not another tool");
        };
        assert!(input.len() <= MAX_KEPT_BYTES);
    }
}
