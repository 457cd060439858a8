//! The pieces of a message that may stand alone: sentences, list items and rows of tables.

use crate::prose;
use crate::words::is_korean;

use super::cues::{Cue, Cues};
use super::shape::LINE_CHARS_RANGE;

/// A piece of a text, without Markdown's marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unit {
    /// Text of the piece, on one line.
    pub(crate) text: String,
    /// The heading or lead-in above it.
    pub(crate) head: String,
}

/// The pieces of a text, in its order; code in fences is none.
pub(crate) fn split_units(text: &str) -> Vec<Unit> {
    UnitSplitter::default().split_text(text)
}

/// Returns the pieces of an agent's text: a reason stays with the statement it explains.
pub(crate) fn split_explained_units(text: &str) -> Vec<Unit> {
    UnitSplitter { joins: true, ..UnitSplitter::default() }.split_text(text)
}

/// Splitter of a text into pieces.
#[derive(Default)]
struct UnitSplitter {
    units: Vec<Unit>,
    /// True if sentences that explain each other are one piece.
    joins: bool,
    /// Lines that belong together.
    paragraph: String,
    /// The last heading.
    heading: String,
    /// The last lead-in, and whether anything stood behind it.
    lead: String,
    led: bool,
    /// The cells above a table.
    columns: Vec<String>,
}

impl UnitSplitter {
    fn split_text(mut self, text: &str) -> Vec<Unit> {
        let mut fence: Option<&str> = None;
        for line in text.lines() {
            let start = line.trim();
            let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
            match (fence, mark) {
                (Some(open), Some(mark)) if open == mark => fence = None,
                (None, Some(mark)) if !start[mark.len()..].contains(mark) => {
                    self.end_paragraph();
                    fence = Some(mark);
                }
                (None, None) => self.push_line(line),
                _ => {}
            }
        }
        self.end_paragraph();
        self.units
    }

    fn push_line(&mut self, line: &str) {
        let text = line.trim();
        if text.is_empty() {
            self.end_paragraph();
            self.columns.clear();
            if self.led {
                self.lead.clear();
            }
        } else if is_rule(text) || is_code(line) {
            self.end_paragraph();
        } else if let Some(heading) = heading_text(text) {
            self.end_paragraph();
            self.heading = strip_markdown(heading).trim_end_matches([':', '：']).to_owned();
            self.lead.clear();
        } else if text.starts_with('|') {
            self.end_paragraph();
            self.push_row(text);
        } else if is_lead_in(text) {
            self.end_paragraph();
            self.lead = strip_markdown(text).trim_end_matches([':', '：']).to_owned();
            self.led = false;
        } else if prose::goes_on(&self.paragraph, text) {
            self.paragraph.push(' ');
            self.paragraph.push_str(text);
        } else {
            self.end_paragraph();
            self.paragraph.push_str(text);
        }
    }

    fn end_paragraph(&mut self) {
        let paragraph = strip_markdown(&std::mem::take(&mut self.paragraph));
        let mut found: Vec<String> = Vec::new();
        let joins = self.joins;
        let together = |before: &str, sentence: &str| {
            fit_one_line(before, sentence)
                && (goes_with(sentence) || joins && explains_other(before, sentence))
        };
        prose::split_sentences(&paragraph, &mut |sentence| match found.last_mut() {
            Some(before) if together(before, sentence) => {
                before.push(' ');
                before.push_str(sentence);
            }
            _ => found.push(sentence.to_owned()),
        });
        found.into_iter().for_each(|sentence| self.push_unit(sentence));
    }

    /// Keeps a row of a table: its first cell, with the other cells under the heads of their
    /// columns.
    fn push_row(&mut self, text: &str) {
        let cells: Vec<String> = text.trim_matches('|').split('|').map(strip_markdown).collect();
        if self.columns.is_empty() {
            self.columns = cells;
            return;
        }
        if cells.len() < 2 || cells.len() != self.columns.len() {
            return;
        }
        let said = cells.iter().zip(&self.columns).filter(|(cell, _)| !cell.is_empty());
        let mut said = said.filter(|(_, column)| !matches!(column.as_str(), "" | "#"));
        let Some((first, _)) = said.next() else { return };
        let rest: Vec<String> = said
            .map(|(cell, column)| match column.chars().count() < 25 {
                true => format!("{column} {cell}"),
                false => cell.clone(),
            })
            .collect();
        if !rest.is_empty() {
            let text = format!("{first}: {}", rest.join("; "));
            self.push_unit(text);
        }
    }

    fn push_unit(&mut self, text: String) {
        self.led = true;
        let head = if self.lead.is_empty() { &self.heading } else { &self.lead };
        self.units.push(Unit { text, head: head.clone() });
    }
}

impl Unit {
    /// Returns the text, behind its heading where that tells the kind of text: `Root cause: …`.
    pub(crate) fn standalone_text(&self) -> String {
        const HEAD_CHARS_RANGE: std::ops::RangeInclusive<usize> = 4..=59;
        let cues = Cues::from_text(&self.head);
        let tells = HEAD_CHARS_RANGE.contains(&self.head.chars().count())
            && cues.has(Cue::TellingHead)
            && !cues.has(Cue::ReviewHead)
            && !self.text.to_lowercase().contains(&self.head.to_lowercase());
        if tells { format!("{}: {}", self.head, self.text) } else { self.text.clone() }
    }
}

/// Returns true if a sentence says nothing without the one before it: `It is of type read.`
fn goes_with(sentence: &str) -> bool {
    let few = sentence.split_whitespace().count() <= 2 && !is_korean(sentence);
    few || Cues::from_text(sentence).has(Cue::Dangling)
}

/// Returns true if one of two sentences gives the reason or the general rule for the other: both
/// say something, and neither states a choice, which is a line of its own.
fn explains_other(before: &str, sentence: &str) -> bool {
    const TALK_CUES: [Cue; 4] = [Cue::AgentSelf, Cue::Result, Cue::Offer, Cue::Choice];
    let both = [Cues::from_text(before), Cues::from_text(sentence)];
    let any = |wanted: &[Cue]| both.iter().any(|cues| wanted.iter().any(|cue| cues.has(*cue)));
    any(&[Cue::Cause, Cue::Root, Cue::General]) && !any(&TALK_CUES)
}

/// Returns true if two sentences fit into one line and neither is a question.
fn fit_one_line(before: &str, sentence: &str) -> bool {
    let asks = |text: &str| text.ends_with(['?', '？']);
    before.chars().count() + sentence.chars().count() < *LINE_CHARS_RANGE.end()
        && !asks(before)
        && !asks(sentence)
}

/// A line that only divides.
fn is_rule(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '-' | '=' | '*' | '_' | '~' | '━' | '|' | ':' | ' '))
}

/// A line that is indented as code is.
fn is_code(line: &str) -> bool {
    (line.starts_with("    ") || line.starts_with('\t')) && !is_item(line.trim())
}

fn heading_text(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with(' ')).then(|| rest.trim())
}

/// A line that only says what follows it.
fn is_lead_in(text: &str) -> bool {
    let ends = text.ends_with([':', '：']);
    let short = text.chars().count() <= 61 && !text.contains(['|', '`']);
    let bold = text.starts_with("**") && text.trim_end_matches(':').ends_with("**");
    let bold = bold && text.matches("**").count() == 2 && !is_item(text);
    bold || ends && (short || is_item(text))
}

fn is_item(text: &str) -> bool {
    without_item(text).len() < text.len()
}

/// A line without the mark of a list's item.
fn without_item(text: &str) -> &str {
    let marked =
        ["- ", "* ", "+ ", "• ", "▸ "].into_iter().find_map(|mark| text.strip_prefix(mark));
    let text = marked.or_else(|| prose::after_number(text)).unwrap_or(text).trim_start();
    ["[ ] ", "[x] ", "[X] "].into_iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text)
}

/// Takes out `**` where it marks emphasis: between ASCII letters or digits it is an operator, as in
/// `1024**2`.
fn without_bold(text: &str) -> String {
    const BOLD_MARK: &str = "**";
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(BOLD_MARK) {
        let (before, after) = (&rest[..at], &rest[at + BOLD_MARK.len()..]);
        let ends = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_alphanumeric());
        let last = before.chars().next_back().or_else(|| plain.chars().next_back());
        plain.push_str(before);
        if !ends(last) && !ends(after.chars().next()) {
            plain.push_str(BOLD_MARK);
        }
        rest = after;
    }
    plain + rest
}

/// A text on one line, without the marks of Markdown and without pictures.
fn strip_markdown(text: &str) -> String {
    let text = without_item(text.trim());
    let pictures = |c: &char| !matches!(*c, '\u{1F300}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2B50}' | '\u{FE0F}');
    let text: String = text.chars().filter(pictures).collect();
    let text = without_links(&without_bold(&text));
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.into_iter().map(without_emphasis).collect::<Vec<_>>().join(" ");
    text.trim_matches([' ', '-', '—']).to_owned()
}

/// A word without the star of emphasis that begins or ends at it.
fn without_emphasis(word: &str) -> &str {
    let inner = word.strip_prefix('*').filter(|rest| rest.starts_with(char::is_alphanumeric));
    let word = inner.unwrap_or(word);
    match word.rfind('*') {
        Some(at)
            if at > 0
                && !word[at + 1..].contains(char::is_alphanumeric)
                && word.matches('*').count() == 1 =>
        {
            let marks_only = word[at + 1..].is_empty();
            if marks_only { &word[..at] } else { word }
        }
        _ => word,
    }
}

/// `[text](place)` becomes its text, where the place is not on the web.
fn without_links(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((open, middle, close)) = find_link(rest) {
        kept.push_str(&rest[..open]);
        match rest[middle + 2..].starts_with("http") {
            true => kept.push_str(&rest[open..close]),
            false => kept.push_str(&rest[open + 1..middle]),
        }
        rest = &rest[close..];
    }
    kept + rest
}

/// Returns the start of the first link, the start of its target, and its end.
fn find_link(text: &str) -> Option<(usize, usize, usize)> {
    let middle = text.find("](")?;
    let open = text[..middle].rfind('[')?;
    let close = middle + text[middle..].find(')')? + 1;
    Some((open, middle, close))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operator_between_numbers_is_no_emphasis() {
        assert_eq!(without_bold("**M** is 1024**2, **not** 10**6"), "M is 1024**2, not 10**6");
        assert_eq!(without_bold("**결정**은 이것"), "결정은 이것");
    }

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let found: Vec<String> = split_units(text).iter().map(Unit::standalone_text).collect();
        assert_eq!(found, expect, "{text:?}");
    }

    #[test]
    fn a_text_is_cut_into_what_may_stand_alone() {
        check(
            "## Root cause\n\nThe pool **never** closed. So *tests* hang.\n\n```js\nconst x = 1;\n```\n- [x] Use `pnpm`\n",
            &["Root cause: The pool never closed. So tests hang.", "Root cause: Use `pnpm`"],
        );
        check(
            "원인:\n- 커넥션 풀을 닫지 않았다. 그래서 멈춘다.",
            &["커넥션 풀을 닫지 않았다.", "그래서 멈춘다."],
        );
        check(
            "**근본 원인:**\n\n커넥션 풀을 닫지 않았다.",
            &["근본 원인: 커넥션 풀을 닫지 않았다."],
        );
    }

    #[test]
    fn what_an_agent_explains_stays_together() {
        let said = "`open` fails in CI. The reason is that `TMP` is unset. Lint is clean now. Shall I go on?";
        let found: Vec<String> =
            split_explained_units(said).iter().map(Unit::standalone_text).collect();
        assert_eq!(
            found,
            [
                "`open` fails in CI. The reason is that `TMP` is unset.",
                "Lint is clean now.",
                "Shall I go on?"
            ]
        );
        assert_eq!(split_units(said).len(), 4);
    }

    #[test]
    fn a_row_says_what_its_columns_say() {
        check(
            "| Flag | Default |\n|---|---|\n| `--wait` | 30 s |\n| `--quiet` | |\n",
            &["`--wait`: Default 30 s"],
        );
    }

    #[test]
    fn lead_ins_and_rules_say_nothing_by_themselves() {
        check("Here is what I did:\n\n---\n", &[]);
        check(
            "Files:\n- [a](src/a.rs) reads [it](https://a.dev/x)\n",
            &["a reads [it](https://a.dev/x)"],
        );
    }
}
