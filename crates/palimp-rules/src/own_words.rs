//! A prompt divided into the user's own words and passages that others wrote.
//!
//! Passages are told by their form (fences, quotation marks, `>`, logs, mails, dialogues, documents) and by the
//! words that announce them (`the docs say:`). Whoever reads what a user lays down reads [`own_words`]
//! alone, because what is pasted is nobody's rule.

mod foreign_form;
mod lead;
mod letter;
mod record;
mod reference;
#[cfg(test)]
mod tests;
mod turn;

use std::borrow::Cow;

use super::prose::{split_sentences, starts_item};
use super::quote::closing_mark;
use foreign_form::{
    FenceState, is_dialogue, is_foreign_line, is_heading, is_indented, is_mail_header, is_quoted,
    is_whole_foreign,
};
use lead::{announces_passage, find_attribution, introduces_foreign, without_reports};
use letter::letter_ranges;
use record::record_start;
use reference::{names_text, refers};
use turn::{returns, speaks_for_us};

/// A prompt that is longer, in characters or lines, holds more than what was typed around a passage.
const MAX_TYPED_CHARS: usize = 700;
const MAX_TYPED_LINES: usize = 9;

/// Returns the lines of a prompt that the user wrote; what others wrote is left out.
///
/// ```
/// use palimp_rules::own_words;
///
/// let prompt = "The docs say:\n\n> Never store keys.\n\nHere we always use the vault.";
/// assert_eq!(own_words(prompt), "The docs say:\n\nHere we always use the vault.");
/// ```
pub fn own_words(prompt: &str) -> Cow<'_, str> {
    if is_whole_foreign(prompt) {
        return Cow::Borrowed("");
    }
    let bare = foreign_form::without_elements(prompt);
    let mut lines: Vec<PromptLine> = bare.lines().map(PromptLine::from_text).collect();
    mark_forms(&mut lines);
    mark_announced(&mut lines);
    mark_pointed_back(&mut lines);
    if is_long(prompt) {
        mark_between(&mut lines);
    }
    let is_whole =
        |line: &PromptLine| line.own == line.text && without_reports(line.own) == line.own;
    if bare.len() == prompt.len() && lines.iter().all(is_whole) {
        return Cow::Borrowed(prompt);
    }
    Cow::Owned(join_own_lines(&lines))
}

/// The user's lines; of what stood between them, an empty line.
fn join_own_lines(lines: &[PromptLine]) -> String {
    let mut own = String::new();
    let mut is_apart = true;
    for line in lines {
        if line.is_own() {
            own.push_str(if own.is_empty() {
                ""
            } else if is_apart {
                "\n\n"
            } else {
                "\n"
            });
            own.push_str(&without_reports(line.own));
        }
        is_apart = !line.is_own();
    }
    own
}

/// A line of a prompt.
struct PromptLine<'t> {
    text: &'t str,
    /// The part that the user wrote.
    own: &'t str,
}

impl<'t> PromptLine<'t> {
    fn from_text(text: &'t str) -> PromptLine<'t> {
        PromptLine { text, own: text }
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    fn is_own(&self) -> bool {
        !self.own.trim().is_empty()
    }

    const fn disown_line(&mut self) {
        self.own = "";
    }
}

fn is_long(prompt: &str) -> bool {
    prompt.chars().count() > MAX_TYPED_CHARS || prompt.trim().lines().count() > MAX_TYPED_LINES
}

/// Disowns lines and passages whose form says that they were pasted.
fn mark_forms(lines: &mut [PromptLine]) {
    let mut fence = FenceState::default();
    for line in lines.iter_mut() {
        if fence.consume_line(line.text) || is_foreign_line(line.text) {
            line.disown_line();
        }
    }
    mark_quotations(lines);
    let texts: Vec<&str> = lines.iter().map(|line| line.own).collect();
    let all: Vec<&str> = lines.iter().map(|line| line.text).collect();
    let letters = letter_ranges(&all);
    let all = paragraph_ranges(lines);
    // A prompt may be indented throughout.
    let is_apart = all.iter().any(|&(start, _)| !texts[start].starts_with([' ', '\t']));
    let is_form = |lines: &[&str]| is_dialogue(lines) || is_apart && is_indented(lines);
    let dialogues = all.iter().copied().filter(|(start, end)| is_form(&texts[*start..*end]));
    let record = |&(start, end): &(usize, usize)| {
        record_start(&texts[start..end]).map(|at| (start + at, end))
    };
    let records = all.iter().filter_map(record);
    for (start, end) in letters.into_iter().chain(dialogues).chain(records) {
        lines[start..end].iter_mut().for_each(PromptLine::disown_line);
    }
}

/// Disowns lines from an opening quotation mark that begins a line to the mark that ends one.
fn mark_quotations(lines: &mut [PromptLine]) {
    let mut close = None;
    for line in lines.iter_mut() {
        let text = line.own.trim();
        close = close.or_else(|| closing_mark(text).filter(|_| is_quoted(text)));
        let Some(mark) = close else { continue };
        if text.ends_with(mark) && text.chars().count() > 1 || line.is_blank() {
            close = None;
        }
        line.disown_line();
    }
}

/// Disowns what follows the words that announce it, and documents, up to where the user speaks again.
fn mark_announced(lines: &mut [PromptLine]) {
    let all = paragraph_ranges(lines);
    let mut tail = all.len();
    while tail > 1 && returns(&own_text(lines, all[tail - 1])) {
        tail -= 1;
    }
    let (mut waits, mut document, mut follows_colon) = (false, false, false);
    for (at, &(start, end)) in all.iter().enumerate() {
        let said = own_text(lines, (start, end));
        document |= lines[start..end].iter().any(|line| is_heading(line.own));
        if said.is_empty() {
            // What was announced stood in a form of its own; a mail goes on behind its header.
            (document, follows_colon) = (false, false);
            waits = is_mail_header(lines[end - 1].text);
        } else if (waits || document) && at < tail || follows_colon {
            // What a colon announces follows it, however it begins.
            lines[start..end].iter_mut().for_each(PromptLine::disown_line);
            follows_colon = false;
        } else {
            let announced = mark_paragraph(lines, (start, end));
            let next = all.get(at + 1).map(|&(next, _)| &lines[next]);
            // A list behind a colon is mostly the user's own.
            let introduced = next.is_some_and(|next| !starts_item(next.text.trim()))
                && end < all[at + 1].0
                && introduces_foreign(lines[end - 1].own);
            let enough = || ends_with_colon(&said) || says_much(lines, &all[at + 1..]);
            waits = at + 1 < all.len() && (introduced || announced && enough());
            follows_colon = waits && ends_with_colon(&said);
        }
    }
}

/// Disowns the passage at the beginning of a prompt at whose end the user speaks of it.
fn mark_pointed_back(lines: &mut [PromptLine]) {
    let all = paragraph_ranges(lines);
    let Some((last, before)) = all.split_last() else { return };
    let said = own_text(lines, *last);
    let is_spoken_of = || refers(&said) || names_text(&said) && begins_with_title(lines, before);
    if has_foreign_block(&lines[..last.0]) || !says_much(lines, before) || !is_spoken_of() {
        return;
    }
    for &(start, end) in before {
        if !returns(&own_text(lines, (start, end))) {
            lines[start..end].iter_mut().for_each(PromptLine::disown_line);
        }
    }
}

/// Returns true if somebody else wrote all lines between two empty ones.
fn has_foreign_block(lines: &[PromptLine]) -> bool {
    let mut blocks = lines.split(PromptLine::is_blank).filter(|block| !block.is_empty());
    blocks.any(|block| !block.iter().any(PromptLine::is_own))
}

/// Returns true for a line alone that ends no sentence, before paragraphs.
fn begins_with_title(lines: &[PromptLine], paragraphs: &[(usize, usize)]) -> bool {
    paragraphs.len() > 1
        && paragraphs.first().is_some_and(|&(start, end)| {
            let title = lines[start].own.trim();
            end == start + 1 && !title.ends_with(['.', '!', '?', ':', '…'])
        })
}

/// Disowns what a paragraph announces within itself; returns true if it announces what follows it.
fn mark_paragraph(lines: &mut [PromptLine], (start, end): (usize, usize)) -> bool {
    let (mut foreign, mut waits) = (false, false);
    for line in &mut lines[start..end] {
        if foreign && !returns(line.own) {
            line.disown_line();
            continue;
        }
        let said_by_other = find_attribution(line.own);
        waits = said_by_other.is_none() && announces_passage(line.own);
        foreign = said_by_other.is_some() || waits && ends_with_colon(line.own);
        line.own = said_by_other.map_or(line.own, |at| &line.own[..at]);
    }
    waits
}

fn ends_with_colon(text: &str) -> bool {
    text.trim_end().ends_with([':', '：'])
}

/// Returns true for paragraphs that say more than a sentence, as a passage does that no colon announces.
fn says_much(lines: &[PromptLine], paragraphs: &[(usize, usize)]) -> bool {
    let mut sentences = 0;
    for &at in paragraphs {
        split_sentences(&own_text(lines, at).replace('\n', ". "), &mut |_| sentences += 1);
        if sentences > 1 {
            return true;
        }
    }
    false
}

/// Disowns what stands between passages of others: of a long prompt, only its first and last words were typed,
/// and what says that it is the user's.
fn mark_between(lines: &mut [PromptLine]) {
    let foreign = |line: &PromptLine| !line.is_blank() && !line.is_own();
    let Some(first) = lines.iter().position(foreign) else { return };
    let last = lines.iter().rposition(foreign).unwrap_or(first);
    for (start, end) in paragraph_ranges(lines) {
        let is_between = first <= start && end <= last;
        if is_between && !speaks_for_us(&own_text(lines, (start, end))) {
            lines[start..end].iter_mut().for_each(PromptLine::disown_line);
        }
    }
}

fn own_text(lines: &[PromptLine], (start, end): (usize, usize)) -> String {
    let own: Vec<&str> = lines[start..end].iter().map(|line| line.own.trim()).collect();
    own.join("\n").trim().to_owned()
}

/// Returns the ranges of lines between blank ones.
fn paragraph_ranges(lines: &[PromptLine]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_blank()) {
        // A passage in a form of its own is a paragraph for itself.
        let goes_on = at > 0 && lines[at - 1].is_own() == line.is_own();
        match found.last_mut() {
            Some((_, end)) if *end == at && goes_on => *end = at + 1,
            _ => found.push((at, at + 1)),
        }
    }
    found
}
