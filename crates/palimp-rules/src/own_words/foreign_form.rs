//! Forms of what others wrote, by which a line or a passage is told without a word that announces it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::prose;

/// Beginnings of messages that programs send as prompts.
const PROGRAM_PROMPT_PREFIXES: [&str; 8] = [
    "implement the following plan",
    "this session is being continued from",
    "this conversation is being continued from",
    "another claude session sent a message",
    "caveat: the messages below were generated",
    "[system",
    "<teammate-message",
    "[request interrupted",
];
/// A label stands before an output's or a speaker's text; a longer one is a sentence.
const MAX_LABEL_CHARS: usize = 24;
/// Labels of what programs, notices and headers say.
const FOREIGN_LABELS: [&str; 31] = [
    "error", "hint", "remote", "fatal", "warn", "warning", "stderr", "stdout", "caused by",
    "traceback", "exception", "system", "from", "to", "cc", "subject", "sent", "announcement",
    "assistant", "reviewer", "경고", "오류", "에러", "힌트", "시스템", "공지", "보낸 사람",
    "받는 사람", "제목", "보낸사람", "받는사람",
];
/// The most digits that a time of day or of a recording has, and the fewest.
const TIME_DIGITS_RANGE: std::ops::RangeInclusive<usize> = 3..=6;

/// Returns true for a prompt that a program wrote as a whole.
pub(super) fn is_whole_foreign(prompt: &str) -> bool {
    let start: String = prompt.trim_start().chars().take(60).collect::<String>().to_lowercase();
    PROGRAM_PROMPT_PREFIXES.iter().any(|begin| start.starts_with(begin))
}

const STRING_FENCE: &str = "\"\"\"";

/// Fence around code and output, as far as lines were read.
#[derive(Default)]
pub(super) struct FenceState {
    open: Option<&'static str>,
    /// True behind a string of code that is open, `SQL = """`.
    in_string: bool,
}

impl FenceState {
    /// Reads a line; returns true if a fence holds it, or if it is one.
    pub(super) fn consume_line(&mut self, line: &str) -> bool {
        let start = line.trim_start();
        let mark = ["```", "~~~", STRING_FENCE].into_iter().find(|mark| start.starts_with(mark));
        let ends_string = self.in_string && self.open.is_none();
        self.in_string ^= line.matches(STRING_FENCE).count() % 2 == 1;
        match (self.open, mark) {
            (Some(open), Some(mark)) if open == mark => {
                self.open = None;
                true
            }
            (None, Some(STRING_FENCE)) if ends_string => false,
            (None, Some(mark)) => {
                // A fence that is closed on its own line opens nothing.
                self.open = (!start[mark.len()..].contains(mark)).then_some(mark);
                true
            }
            (open, _) => open.is_some(),
        }
    }
}

/// Returns true for a line that is quoted, or that a program or somebody else in a log wrote.
pub(super) fn is_foreign_line(line: &str) -> bool {
    let text = line.trim();
    text.starts_with(['>', '|'])
        || text.starts_with("//")
        || prose::is_log(text)
        || is_timed(text)
        || is_labelled(text)
        || is_stack(text)
}

/// `error: …`, `Subject: …`, `[공지] …`.
fn is_labelled(text: &str) -> bool {
    let bracket = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let label = bracket.or_else(|| text.split_once(": ")).map_or("", |(label, _)| label);
    let label = label.to_lowercase();
    let is_urgent = bracket.is_some() && matches!(&*label, "긴급" | "urgent" | "notice" | "info");
    let is_exception =
        ["error", "exception"].iter().any(|end| label.ends_with(end)) && !label.contains(' ');
    is_urgent || is_exception || FOREIGN_LABELS.contains(&&*label)
}

/// Returns true for a line of a mail's header: `Subject: …`.
pub(super) fn is_mail_header(line: &str) -> bool {
    const LABELS: [&str; 11] = [
        "from", "to", "cc", "subject", "sent", "date", "보낸 사람", "받는 사람", "제목",
        "보낸사람", "받는사람",
    ];
    line.trim().split_once(':').is_some_and(|(label, _)| LABELS.contains(&&*label.to_lowercase()))
}

/// `at open (src/app.js:12)`, `File "app.py", line 3`.
fn is_stack(text: &str) -> bool {
    text.starts_with("at ") && text.contains(':') && text.contains('(')
        || text.starts_with("File \"") && text.contains("line ")
}

/// `[11:02 AM] Kim: …`, `00:00:04 so welcome`, `[오전 10:02] …`.
fn is_timed(text: &str) -> bool {
    let mut words =
        text.split_whitespace().take(3).map(|word| word.trim_matches(['[', ']', '(', ')']));
    let is_half = |word: &str| matches!(word, "오전" | "오후" | "AM" | "PM");
    let first = words.next().unwrap_or_default();
    let time = if is_half(first) { words.next().unwrap_or_default() } else { first };
    is_time(time) && words.next().is_some()
}

pub(super) fn is_time(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let marks = word.bytes().filter(|byte| *byte == b':').count();
    TIME_DIGITS_RANGE.contains(&digits) && marks > 0 && digits + marks == word.len()
}

/// Returns true for a line that Markdown's mark makes a heading.
pub(super) fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with(' ')
}

/// Returns true for text that begins with a quotation of several words which ends its line, or that
/// nobody closes on it.
pub(super) fn is_quoted(text: &str) -> bool {
    text.split_whitespace().count() > 2
        && crate::quote::find_quotations(text)
            .first()
            .is_some_and(|it| it.start == 0 && it.end == text.len())
}

/// Returns true for prose that is indented as a whole, as nobody types it.
pub(super) fn is_indented(lines: &[&str]) -> bool {
    let is_in = |line: &&str| {
        (line.starts_with("   ") || line.starts_with('\t'))
            && !prose::starts_item(line.trim_start())
    };
    lines.len() > 1 && lines.iter().all(is_in)
}

/// Returns true for lines of which somebody says two: `Kim: …`, `Lee: …`, `Kim: …`.
pub(super) fn is_dialogue(lines: &[&str]) -> bool {
    let mut speakers: HashMap<&str, usize> = HashMap::new();
    for line in lines {
        if let Some(speaker) = speaker_name(line.trim()) {
            *speakers.entry(speaker).or_default() += 1;
        }
    }
    let turns: usize = speakers.values().sum();
    speakers.len() > 1 && speakers.len() < turns && turns * 2 > lines.len()
}

/// The name before a colon: one or two words, in capitals or Korean.
fn speaker_name(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(": ")?;
    let is_name = |word: &str| word.starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
    let short = name.chars().count() <= MAX_LABEL_CHARS && name.split_whitespace().count() <= 2;
    (short && name.split_whitespace().all(is_name)).then_some(name)
}

/// Returns a text without the elements that programs put into it: `<system-reminder>…</system-reminder>`. One
/// that is never closed is left alone.
pub(super) fn without_elements(text: &str) -> Cow<'_, str> {
    if !text.contains("</") {
        return Cow::Borrowed(text);
    }
    let (mut kept, mut from) = (String::new(), 0);
    let mut unclosed = HashSet::new();
    while let Some((start, end)) = find_element(text, from, &mut unclosed) {
        kept.push_str(&text[from..start]);
        kept.push_str("\n\n");
        from = end;
    }
    if from == 0 { Cow::Borrowed(text) } else { Cow::Owned(kept + &text[from..]) }
}

/// The next element that a program wrote: its name has a mark within, or it holds several lines. Names that
/// nothing closes are kept, so that each is looked for once.
fn find_element<'t>(
    text: &'t str,
    from: usize,
    unclosed: &mut HashSet<&'t str>,
) -> Option<(usize, usize)> {
    text[from..].match_indices('<').find_map(|(at, _)| {
        let (at, inside) = (from + at, &text[from + at + 1..]);
        let end = inside.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'))?;
        let name = &inside[..end];
        if name.is_empty() || unclosed.contains(name) {
            return None;
        }
        let closing = format!("</{name}>");
        let Some(close) = inside.find(&closing).map(|close| at + 1 + close) else {
            unclosed.insert(name);
            return None;
        };
        let of_program = name.contains(['-', '_']) || text[at..close].contains('\n');
        of_program.then_some((at, close + closing.len()))
    })
}
