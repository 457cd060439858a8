//! The answer of a command that prints a secret: the line below `$ kubectl get secret … | base64 -d`.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{ByteClass, ByteView, class, contains_ignoring_case};
use super::command::Program;
use super::password_grade::Grade;
use super::stand_in::is_stand_in;
use super::value::TextValue;

/// The secret that the `program` called at `at` prints below its line.
pub(super) fn find_printed_secret(
    view: ByteView<'_>,
    at: usize,
    program: &Program,
) -> Option<DetectedSecret> {
    const MAX_LINE_BYTES: usize = 400;
    let line = view.slice(at, at + MAX_LINE_BYTES);
    let length = line.iter().position(|&byte| byte == b'\n')?;
    let command = &line[..length];
    let prompt = ShellPrompt::from_text_before(view, at)?;
    if !prints_secret(program, command) || !reaches_terminal(command) {
        return None;
    }
    let start = at + length + 1;
    let answer = view.slice(start, start + MAX_LINE_BYTES);
    let answer = answer.split(|&byte| byte == b'\n').next()?.trim_ascii_end();
    let end = start + answer.len();
    let is_one = is_answer(answer, prompt) && !view.holds_placeholder(start, end + 1);
    is_one.then(|| build_finding(view, TextValue::bare(start, end), "secret"))
}

/// The password that was typed at a shell's prompt and stands in its history as a command, behind the number
/// at `at` in the line that begins at `line`.
pub(super) fn mistyped(view: ByteView<'_>, at: usize, line: usize) -> Option<DetectedSecret> {
    const DIGITS: usize = 7;
    let is_first = at <= line + DIGITS && view.slice(line, at).iter().all(|&byte| byte == b' ');
    if !is_first {
        return None;
    }
    let number = view.run_end(at, class!("0-9"), DIGITS);
    let start = view.run_end(number, class!(" *"), 4);
    let end = view.run_end(start, class!("!#-&*+.0-9:;?-Z^_a-~-"), 40);
    let is_alone = matches!(view.byte_at(end), 0 | b'\r' | b'\n');
    let is_one = start >= number + 2
        && is_alone
        && Grade::classify(view.slice(start, end)) >= Grade::Likely
        && view.has_literal(line.saturating_sub(1), "\n");
    is_one.then(|| build_finding(view, TextValue::bare(start, end), "password"))
}

/// Text before a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShellPrompt {
    /// The sign of a shell.
    Shown,
    /// Nothing.
    Absent,
}

impl ShellPrompt {
    /// The one before the command at `at`; `None` where that stands in a sentence or in another one.
    fn from_text_before(view: ByteView<'_>, at: usize) -> Option<ShellPrompt> {
        const LINE_CHARS: ByteClass = class!("\t -~");
        const MAX_PROMPT_BYTES: usize = 160;
        let line = view.slice(view.run_start(at, LINE_CHARS, MAX_PROMPT_BYTES), at).trim_ascii();
        let shown = line.iter().position(|byte| b"$#%>".contains(byte));
        let host = line.iter().position(|&byte| byte == b' ');
        let is_shown = shown.is_some_and(|sign| {
            let follows = line.get(sign + 1).is_none_or(|&next| next == b' ');
            follows && (sign == 0 || host.is_none_or(|host| sign < host || line[0] == b'['))
        });
        match line.is_empty() {
            true => Some(ShellPrompt::Absent),
            false => is_shown.then_some(ShellPrompt::Shown),
        }
    }
}

/// Returns true if `command`, a call of `program`, prints a secret: some programs do only with an
/// argument that says so.
fn prints_secret(program: &Program, command: &[u8]) -> bool {
    let names = program.options;
    let is_literal = program.name == "echo" && !command.windows(2).any(|two| two == b" $");
    let is_named = names.iter().any(|name| contains_ignoring_case(command, name));
    names.is_empty() || (is_named && !is_literal)
}

/// Returns true if what `command` prints is seen, and not written to a file or read by a program that
/// keeps it.
fn reaches_terminal(command: &[u8]) -> bool {
    const FILTER_PROGRAMS: [&[u8]; 12] = [
        b"base64", b"jq", b"yq", b"tr", b"head", b"tail", b"cut", b"awk", b"sed", b"cat", b"grep",
        b"xargs",
    ];
    let is_program = |part: &[u8]| {
        let part = part.trim_ascii();
        let name = part.split(|&byte| byte == b' ').next().unwrap_or_default();
        name.is_empty() || FILTER_PROGRAMS.contains(&name)
    };
    let is_hidden = command.windows(2).any(|two| matches!(two, b" >" | b"$(" | b"<("));
    !is_hidden && command.split(|&byte| byte == b'|').skip(1).all(is_program)
}

/// Returns true if `answer` is a secret, and no error, label or table.
fn is_answer(answer: &[u8], prompt: ShellPrompt) -> bool {
    const MIN_ANSWER_BYTES: usize = 4;
    const MOST_WORDS: usize = 6;
    const MESSAGE_BEGINNINGS: [&str; 6] = ["error", "usage", "no ", "warning", "not ", "unable"];
    let words = answer.split(|&byte| byte == b' ').count();
    let begins = |word: &&str| super::bytes::starts_ignoring_case(answer, word);
    let is_labelled = answer.windows(2).any(|two| matches!(two, b": " | b"  " | b"= "))
        || answer.ends_with(b":")
        || b"{[<=+|-$#/ ".contains(answer.first().unwrap_or(&b' '));
    let shows = match (prompt, words) {
        (ShellPrompt::Shown, 1) => true,
        (ShellPrompt::Shown, _) => {
            words <= MOST_WORDS && answer.iter().any(|byte| b"0123456789!@#$%^&*".contains(byte))
        }
        (ShellPrompt::Absent, _) => words == 1 && Grade::classify(answer) >= Grade::Possible,
    };
    answer.len() >= MIN_ANSWER_BYTES
        && shows
        && !is_labelled
        && !MESSAGE_BEGINNINGS.iter().any(begins)
        && !is_stand_in(answer)
        && !answer.ends_with(b".")
}

#[cfg(test)]
mod tests {
    use super::super::programs::PROGRAMS;
    use super::*;

    fn found(text: &str) -> Option<&str> {
        let called = ["kubectl get secret", "cat"].into_iter().find(|name| text.contains(name))?;
        let program = PROGRAMS.iter().find(|program| program.name == called)?;
        let view = ByteView { bytes: text.as_bytes(), floor: 0 };
        let found = find_printed_secret(view, text.find(called)?, program)?;
        Some(&text[found.start..found.end])
    }

    #[test]
    fn the_answer_of_a_command_is_below_it() {
        assert_eq!(
            found("$ kubectl get secret db -o jsonpath='{.data.password}' | base64 -d\nmaple\n"),
            Some("maple")
        );
        assert_eq!(found("me@box:~$ cat /run/secrets/db\nmaple_42\nnext"), Some("maple_42"));
        for other in [
            "$ kubectl get secret db | pbcopy\nmaple\n",
            "$ kubectl get secret db > file\nmaple\n",
            "$ kubectl get secret\nNAME  TYPE\n",
            "$ kubectl get secret db\nError from server\n",
            "then run kubectl get secret db\nmaple\n",
            "$ cat src/main.rs\nmaple\n",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
