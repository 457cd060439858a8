//! The sentences of a message, without its code, output, tables and quotations.

use super::quote::find_quotations;

/// Up to this length a line is prose, in bytes; what is longer is data unless it has spaces as prose
/// does.
const MAX_PROSE_LINE_BYTES: usize = 4_000;
/// Of so many bytes of prose, one is a space.
const MAX_BYTES_PER_SPACE: usize = 15;
/// From this length on, a line may go on in the next one, in bytes.
const MIN_WRAPPED_BYTES: usize = 60;
/// Characters that end a sentence.
const SENTENCE_ENDINGS: [char; 7] = ['.', '!', '?', '…', '。', '！', '？'];
/// Behind these a full stop ends no sentence.
const ABBREVIATIONS: &[&str] = &[
    "e.g.", "i.e.", "etc.", "vs.", "mr.", "ms.", "dr.", "no.", "cf.", "approx.", "fig.", "a.k.a.",
];

/// Calls `take` with each sentence of `text`, in order.
pub(crate) fn for_each_sentence(text: &str, mut take: impl FnMut(&str)) {
    let mut paragraph = String::new();
    for line in prose_lines(text) {
        match line {
            Some(line) if goes_on(&paragraph, line) => {
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            line => {
                split_sentences(&paragraph, &mut take);
                paragraph.clear();
                paragraph.push_str(line.map_or("", strip_item_mark));
            }
        }
    }
    split_sentences(&paragraph, &mut take);
}

/// The lines that are prose; `None` for every other one.
fn prose_lines(text: &str) -> impl Iterator<Item = Option<&str>> {
    let mut fence: Option<&str> = None;
    text.lines().map(move |line| {
        let start = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (Some(open), Some(mark)) if open == mark => {
                fence = None;
                None
            }
            (None, Some(mark)) => {
                // A fence that is closed on its own line opens nothing.
                fence = (!start[mark.len()..].contains(mark)).then_some(mark);
                None
            }
            (Some(_), _) => None,
            (None, None) => is_prose(line).then_some(start),
        }
    })
}

/// Returns true if a line is too long to be prose.
fn is_data(text: &str) -> bool {
    let spaces = || text.bytes().filter(|byte| *byte == b' ').count();
    text.len() > MAX_PROSE_LINE_BYTES
        && (spaces() * MAX_BYTES_PER_SPACE < text.len() || text.starts_with(['{', '[']))
}

/// Returns true for a line that a person would say.
pub(crate) fn is_prose(line: &str) -> bool {
    let text = line.trim();
    let code = line.starts_with("    ") && !starts_item(text) || line.starts_with('\t');
    if text.is_empty() || is_data(text) || code {
        return false;
    }
    let marked = text.starts_with(['>', '|', '$', '%', '#', '<', '{', '}', '+', '@', '\\', '='])
        || text.starts_with("//")
        || text.starts_with("at ") && text.contains(':') && text.contains('(');
    let ends_as_code = text.ends_with(['{', '}', ';', '\\', '|', '='])
        || text.ends_with("});")
        || text.ends_with("->");
    !marked && !ends_as_code && !is_log(text) && is_wordy(text)
}

pub(crate) fn starts_item(text: &str) -> bool {
    text.starts_with("- ") || text.starts_with("* ") || after_number(text).is_some()
}

/// Returns true if a line begins with a time or a level, as logs do.
pub(crate) fn is_log(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("");
    let bare = first.trim_matches(['[', ']', ':', '(', ')']);
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    let stamp = digits >= 6 && bare.contains([':', '-']) && digits * 2 >= bare.len();
    let level = first.ends_with([':', ']'])
        && LOG_LEVELS.contains(&bare.to_ascii_lowercase().as_str())
        || first.starts_with("error[");
    stamp || level
}

const LOG_LEVELS: &[&str] = &[
    "error", "warn", "warning", "info", "debug", "trace", "fatal", "panic", "typeerror",
    "referenceerror", "syntaxerror", "traceback", "npm", "exception",
];

/// Returns true for a line of words: at least two of them, and few other marks.
fn is_wordy(text: &str) -> bool {
    let (mut letters, mut others, mut spaces) = (0, 0, 0);
    for c in text.chars() {
        match c {
            c if c.is_alphanumeric() => letters += 1,
            c if c.is_whitespace() => spaces += 1,
            '.' | ',' | '\'' | '’' | '/' | '-' | '_' | '`' | ':' | '*' | '"' | '\\' => {}
            _ => others += 1,
        }
    }
    spaces >= 1 && letters >= 4 && others * 6 <= letters
}

/// Returns true if a line continues the paragraph before it, as in text that was wrapped by hand.
pub(crate) fn goes_on(paragraph: &str, line: &str) -> bool {
    let open =
        paragraph.len() >= MIN_WRAPPED_BYTES && !paragraph.ends_with(['.', '!', '?', ':', '。']);
    let small = line.starts_with(|c: char| c.is_lowercase() || matches!(c, '가'..='힣' | '`'));
    open && small && !starts_item(line) && paragraph.len() < MAX_PROSE_LINE_BYTES
}

/// A line without the mark of a list's item and without emphasis around its beginning.
fn strip_item_mark(line: &str) -> &str {
    let line = ["- [ ] ", "- [x] ", "- ", "* ", "• "]
        .into_iter()
        .find_map(|mark| line.strip_prefix(mark))
        .or_else(|| after_number(line))
        .unwrap_or(line);
    line.trim()
}

pub(crate) fn after_number(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - rest.len();
    if !(1..=2).contains(&digits) {
        return None;
    }
    rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))
}

/// Splits a paragraph where a mark that ends a sentence is followed by white space; a quotation is
/// not split.
pub(crate) fn split_sentences(paragraph: &str, take: &mut impl FnMut(&str)) {
    let mut quoted = find_quotations(paragraph).into_iter().peekable();
    let mut start = 0;
    let mut chars = paragraph.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        while quoted.next_if(|span| span.end < end).is_some() {}
        let span = quoted.peek().filter(|span| span.contains(&at));
        // What ends within a quotation's last words ends with its closing mark.
        let ends = match span {
            Some(span) => span.end == end && paragraph[..at].ends_with(SENTENCE_ENDINGS),
            None => SENTENCE_ENDINGS.contains(&c),
        };
        let closed = chars
            .peek()
            .is_none_or(|(_, next)| next.is_whitespace() || matches!(c, '。' | '！' | '？'));
        if ends && closed && !is_abbreviation(&paragraph[start..end]) {
            emit_sentence(&paragraph[start..end], take);
            start = end;
        }
    }
    emit_sentence(&paragraph[start..], take);
}

fn emit_sentence(sentence: &str, take: &mut impl FnMut(&str)) {
    let sentence = sentence.trim();
    if sentence.chars().any(char::is_alphanumeric) {
        take(sentence);
    }
}

/// Returns true if a text ends with a full stop that belongs to its last word or is one: `e.g.`, `1.`, `git add .`.
fn is_abbreviation(text: &str) -> bool {
    let last = text.rsplit(char::is_whitespace).next().unwrap_or("").trim_start_matches('(');
    let Some(stem) = last.strip_suffix('.') else { return false };
    // A point that stands alone is an argument: `git add .`
    if stem.is_empty() {
        return true;
    }
    let number = stem.bytes().all(|byte| byte.is_ascii_digit());
    let begins = text.trim() == last;
    ABBREVIATIONS.contains(&last.to_ascii_lowercase().as_str()) || number && begins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let mut found = Vec::new();
        for_each_sentence(text, |sentence| found.push(sentence.to_owned()));
        assert_eq!(found, expect, "{text:?}");
    }

    #[test]
    fn sentences_end_at_marks_before_white_space() {
        check("We use v1.2.3. Fine!", &["We use v1.2.3.", "Fine!"]);
        check("Use tabs, e.g. in src/a.rs. Ok?", &["Use tabs, e.g. in src/a.rs.", "Ok?"]);
        check("See https://a.dev/x.html. Done.", &["See https://a.dev/x.html.", "Done."]);
        check("포트는 3000이다. 바꾸지 마!", &["포트는 3000이다.", "바꾸지 마!"]);
        check("これを使う。次に進む。", &[]);
        check("We are 2。 So are you", &["We are 2。", "So are you"]);
        check(
            "He says “no. Never. Use it.” We go on.",
            &["He says “no. Never. Use it.”", "We go on."],
        );
        check("1. We use pnpm\n2) Never yarn", &["We use pnpm", "Never yarn"]);
    }

    #[test]
    fn what_nobody_said_is_left_out() {
        check("Look:\n```rust\nlet always = 1;\n```\nWe use Rust", &["We use Rust"]);
        check("$ npm run build\n> always\n| a | b |\n# Title here", &[]);
        check("2026-11-21T10:00:00 always prefer\n[ERROR] never again", &[]);
        check("~~~\n```\nwe use it\n~~~\nWe use pnpm here", &["We use pnpm here"]);
        check("    we decided on nothing;", &[]);
        check("const a = b => c;", &[]);
    }

    #[test]
    fn wrapped_lines_are_one_paragraph() {
        let text =
            "We decided to keep the queue in PostgreSQL because the team knows\nit well. Fine.";
        check(
            text,
            &[
                "We decided to keep the queue in PostgreSQL because the team knows it well.",
                "Fine.",
            ],
        );
    }
}
