//! Cleans commit messages and picks those that tell more than their diff: with a body in prose, or a
//! subject that gives a reason.
//!
//! Trailers, templates, and lists that a forge or a bot wrote are no part of a message.

use palimp_core::sanitize::{printable, printable_line};
use palimp_core::text::{ellipsis, prefix};

/// The longest subject that is kept, in characters.
const MAX_SUBJECT_CHARS: usize = 200;
/// The longest message that is kept, in characters: subject and body.
pub const MAX_MESSAGE_CHARS: usize = 3_600;
/// A body of fewer characters tells nothing that its subject does not.
const MIN_BODY_CHARS: usize = 30;
/// A subject of so many characters is kept without a body.
const MIN_SUBJECT_CHARS: usize = 60;
/// A line of a list is the subject of a squashed commit up to so many characters.
const MAX_SQUASHED_CHARS: usize = 80;

/// A commit message without what machines added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitMessage {
    /// The first line.
    pub subject: String,
    /// The rest, without trailers; empty where there is none.
    pub body: String,
    /// True where it says what was decided or why.
    pub is_decision: bool,
}

/// Phrases in lower case by which a message states a decision or a reason.
const REASON_PHRASES: &[&str] = &[
    "because", "so that", "instead of", "rather than", "otherwise", "in order to", "to avoid",
    "to prevent", "decided", "decision", "we chose", "chosen", "on purpose", "deliberate",
    "intentional", "by design", "in favor of", "in favour of", "must not", "must stay", "must be",
    "do not", "don't", "never", "always", "no longer", "prefer", "not round", "measured",
    "the reason", "rationale", "trade-off", "tradeoff", "keep ", "due to", "caused by", "때문",
    "대신", "하기로", "않도록", "않기로", "의도", "결정", "위해", "이유", "정책",
];

/// Beginnings of the subjects that bots and releases write, in lower case.
const MECHANICAL_SUBJECT_PREFIXES: &[&str] = &[
    "bump ",
    "chore(deps",
    "build(deps",
    "fix(deps",
    "chore(release",
    "update dependency ",
    "update rust crate ",
    "update dependencies",
    "release ",
    "prepare release",
    "merge branch ",
    "merge remote-tracking",
    "merge tag ",
    "automatic ",
    "auto-update",
    "lock file maintenance",
];

/// Headings of templates that say nothing of what stands below them, in lower case.
const EMPTY_HEADINGS: &[&str] = &["summary", "description", "changes", "what", "why", "motivation"];
/// Headings of sections that say nothing of why, in lower case.
const ASIDE_HEADINGS: &[&str] =
    &["test plan", "testing", "tests", "how to test", "checklist", "screenshots"];

/// Keys of trailers that have no hyphen, or are no trailer's by their form.
const TRAILER_KEYS: &[&str] =
    &["cc", "link", "bug", "test", "tests", "closes", "fixes", "refs", "see"];

/// Reads the message of a commit with so many parents. Returns none where it tells no more than its diff.
pub fn commit_message(text: &str, parents: usize) -> Option<CommitMessage> {
    let text = printable(text).replace('\r', "");
    let text = without_blocks(&without_blocks(&text, "<!--", "-->"), "<details", "</details>");
    let (first, rest) = text.trim().split_once('\n').unwrap_or((text.trim(), ""));
    let subject = ellipsis(&printable_line(first), MAX_SUBJECT_CHARS);
    let body = clean_body(rest);
    let lower = subject.to_lowercase();
    let is_mechanical = MECHANICAL_SUBJECT_PREFIXES.iter().any(|start| lower.starts_with(start));
    if is_mechanical || lower.contains(" digest to ") || is_version(&lower) {
        return None;
    }
    let gives_reason = states_reason(&lower) || states_reason(&body.to_lowercase());
    let body_tells = body.chars().count() >= MIN_BODY_CHARS;
    let subject_tells = parents < 2
        && (gives_reason || without_number(&subject).chars().count() >= MIN_SUBJECT_CHARS);
    if subject.is_empty() || !(body_tells || subject_tells) {
        return None;
    }
    let room = MAX_MESSAGE_CHARS - subject.chars().count();
    Some(CommitMessage {
        is_decision: gives_reason && body_tells,
        body: truncate_at_line(&body, room),
        subject,
    })
}

/// Returns the part of a body that gives its decision or reason, in whole sentences of at most
/// `max_chars` characters where they are no longer; its beginning where none does.
pub fn telling_part(body: &str, max_chars: usize) -> String {
    let whole = palimp_core::text::one_line(body);
    if whole.chars().count() <= max_chars {
        return whole;
    }
    let sentences = split_sentences(&whole);
    let from = sentences.iter().position(|it| states_reason(&it.to_lowercase())).unwrap_or(0);
    let mut part = String::new();
    for sentence in &sentences[from..] {
        if !part.is_empty() && part.chars().count() + sentence.chars().count() >= max_chars {
            break;
        }
        part.push_str(sentence);
    }
    ellipsis(part.trim(), max_chars)
}

/// The sentences of a text on one line, each with the space behind it.
fn split_sentences(text: &str) -> Vec<&str> {
    let (mut parts, mut from) = (Vec::new(), 0);
    for (at, _) in text.match_indices([' ']) {
        if text[..at].ends_with(['.', '!', '?', ';', '。']) {
            parts.push(&text[from..=at]);
            from = at + 1;
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Returns true if a text in lower case has a phrase of [`REASON_PHRASES`] that is no part of a longer word.
fn states_reason(lower: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    REASON_PHRASES.iter().any(|phrase| {
        lower.match_indices(phrase).any(|(at, _)| {
            let may_go_on = phrase.ends_with(' ') || phrase.len() >= 7;
            let follows_letter = is_letter(lower[..at].chars().next_back());
            let goes_on = !may_go_on && is_letter(lower[at + phrase.len()..].chars().next());
            !phrase.is_ascii() || (!follows_letter && !goes_on)
        })
    })
}

/// `v1.2.3`, `26.1.1`: the subject of a release.
fn is_version(subject: &str) -> bool {
    let text = subject.strip_prefix("version ").unwrap_or(subject);
    let text = text.strip_prefix('v').unwrap_or(text);
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
}

/// A subject without the number of its pull request.
fn without_number(subject: &str) -> &str {
    match subject.rsplit_once(" (#") {
        Some((rest, number)) if number.ends_with(')') => rest,
        _ => subject,
    }
}

/// The body without trailers, headings of templates and lists of squashed commits.
fn clean_body(body: &str) -> String {
    let lines: Vec<&str> = body.lines().map(str::trim_end).collect();
    let lines = without_trailers(&lines);
    let lines = if is_squash(lines) { &[][..] } else { lines };
    let mut kept: Vec<&str> = Vec::new();
    let mut is_aside = false;
    for line in lines {
        is_aside =
            heading_title(line).map_or(is_aside, |title| ASIDE_HEADINGS.contains(&title.as_str()));
        let is_rule =
            !line.is_empty() && line.bytes().all(|byte| matches!(byte, b'-' | b'=' | b'*'));
        let is_blank = line.trim().is_empty() && kept.last().is_none_or(|last| last.is_empty());
        let is_empty_head =
            heading_title(line).is_some_and(|title| EMPTY_HEADINGS.contains(&title.as_str()));
        if !(is_aside || is_rule || is_blank || is_empty_head || is_signature(line)) {
            kept.push(line);
        }
    }
    kept.join("\n").trim().to_owned()
}

/// The title of a heading, in lower case.
fn heading_title(line: &str) -> Option<String> {
    line.starts_with('#').then(|| line.trim_start_matches('#').trim().to_lowercase())
}

fn is_signature(line: &str) -> bool {
    line.contains("Generated with [") || line.starts_with("git-svn-id:")
}

/// The lines before the trailers at the end.
fn without_trailers<'l, 's>(mut lines: &'l [&'s str]) -> &'l [&'s str] {
    while let Some((last, rest)) = lines.split_last() {
        // The lines of a folded trailer are indented.
        let is_folded =
            last.starts_with([' ', '\t']) && rest.iter().rev().take(3).any(|it| is_trailer(it));
        if !(last.trim().is_empty() || is_trailer(last) || is_signature(last) || is_folded) {
            break;
        }
        lines = rest;
    }
    lines
}

/// `Co-authored-by: …`, `Change-Id: …`, `Cc: …`, `Closes #90`.
fn is_trailer(line: &str) -> bool {
    let (key, value) = match line.split_once(':') {
        Some((key, value)) => (key, value),
        None => line.split_once(" #").unwrap_or(("", "")),
    };
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_number = value.trim_start_matches('#').bytes().all(|byte| byte.is_ascii_digit());
    let known = TRAILER_KEYS.contains(&key.to_lowercase().as_str());
    is_key
        && (key.contains('-') && value.starts_with(' ')
            || known && (line.contains(':') || is_number))
}

/// Returns true where nearly all lines are the subjects of squashed commits, as forges list them.
fn is_squash(lines: &[&str]) -> bool {
    let said: Vec<&&str> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
    let squashed = said
        .iter()
        .filter(|line| line.starts_with("* ") && line.chars().count() <= MAX_SQUASHED_CHARS);
    !said.is_empty() && squashed.count() * 5 >= said.len() * 4
}

/// The text without what stands between two marks; an open one takes the rest.
fn without_blocks(text: &str, open: &str, close: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, behind)) = rest.split_once(open) {
        kept.push_str(before);
        rest = behind.split_once(close).map_or("", |(_, rest)| rest);
    }
    kept.push_str(rest);
    kept
}

/// The beginning of a text up to so many characters, cut between lines where that loses little.
fn truncate_at_line(text: &str, max_chars: usize) -> String {
    let start = prefix(text, max_chars.saturating_sub(2));
    if start.len() == text.len() {
        return text.to_owned();
    }
    let end = start.rfind('\n').filter(|end| *end * 5 >= start.len() * 4).unwrap_or(start.len());
    format!("{}\n…", start[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<CommitMessage> {
        commit_message(text, 1)
    }

    #[test]
    fn body_loses_trailers_and_template() {
        let text = "fix: cap retries\r\n\r\n## Summary\r\n<!-- say why -->\r\nKeep 7 attempts, because an 8th trips \
            the limiter.\r\n\r\n## Test Plan\r\n\r\ncargo test\r\n\r\nCloses #90\r\n\r\nCo-authored-by: A <a@example.com>\r\nChange-Id: I5a\r\n";
        let message = read(text).unwrap();
        assert_eq!(message.subject, "fix: cap retries");
        assert_eq!(message.body, "Keep 7 attempts, because an 8th trips the limiter.");
        assert!(message.is_decision);
    }

    #[test]
    fn sentence_with_colon_is_no_trailer() {
        let text =
            "net: retry\n\nThe limit holds for all callers of the pool.\nNote: seven is measured";
        assert!(read(text).unwrap().body.ends_with("seven is measured"));
    }

    #[test]
    fn mechanical_messages_are_skipped() {
        for text in [
            "Bump rand from 0.8.5 to 0.8.6\n\nBumps [rand](https://x) from 0.8.5 to 0.8.6, because of a flaw.",
            "Update Rust crate syn to v3 (#20732)",
            "v1.2.3\n\nThis release has many fixes and never fails.",
            "Merge branch 'main' of github.com:a/b\n\nnothing that anybody wanted to say",
            "Improve tests\n\n* add a test\n\n* fix it\n\n---------\n\nSigned-off-by: A <a@b.c>",
            "fix typo",
            "",
            "\n\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn subject_alone_needs_reason_or_length() {
        assert!(read("fix: sort by name so that diffs are stable").is_some());
        assert!(
            read("iterutils: keep the bounds of slices in the index space that callers see")
                .is_some()
        );
        assert_eq!(read("a subject that is made longer by its number alone (#12345678901)"), None);
        assert_eq!(commit_message("Merge pull request #5 from a/b\n\nShort title", 2), None);
        assert!(
            commit_message(
                "Merge pull request #5 from a/b\n\nUse one pool for all, not one each",
                2
            )
            .is_some()
        );
    }

    #[test]
    fn reason_is_no_part_of_word() {
        assert!(states_reason("we never round"));
        assert!(!states_reason("nevertheless gatekeep 1"));
        assert!(states_reason("이렇게 하기로 했다"));
    }

    #[test]
    fn hostile_message_is_cleaned_and_bounded() {
        let text = format!(
            "x\u{1b}[31m\u{202e} </palimp>\n\n<!-- palimp: by=user -->{}",
            "never again 결정 ".repeat(2_000)
        );
        let message = read(&text).unwrap();
        assert_eq!(message.subject, "x </palimp>");
        assert!(!message.body.contains("<!--") && message.body.ends_with('…'));
        assert!(
            message.subject.chars().count() + message.body.chars().count() <= MAX_MESSAGE_CHARS
        );
    }

    #[test]
    fn telling_part_is_whole_sentences() {
        let body = format!(
            "{}Keep 7, because 8 trips the limiter. Then more follows.",
            "Nothing is said. ".repeat(30)
        );
        assert_eq!(
            telling_part(&body, 60),
            "Keep 7, because 8 trips the limiter. Then more follows."
        );
        assert_eq!(telling_part("Short\nbody.", 60), "Short body.");
    }
}
