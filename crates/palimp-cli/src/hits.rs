//! A hit as a person reads it: where it stands, dimmed, and below it the passage that answers, with
//! the words of the question marked.

use std::ops::Range;

use palimp_core::author::AuthorKind;
use palimp_core::observation::ObservationType;
use palimp_core::text::ellipsis;
use palimp_engine::retrieval::recall::{HitSource, SearchHit, matching_word_ranges};
use palimp_engine::sharing::teams::utc_day;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::messages;
use crate::output::{SpanStyle, StyledSpan, inline};
use crate::when::{ago_in_words, format_date};

/// Layout of printed hits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HitLayout {
    /// Width of a line, in cells; none for as many as it needs.
    pub(crate) width: Option<usize>,
    /// Now, in milliseconds since the Unix epoch.
    pub(crate) now: i64,
}

/// Indent of a passage, in cells.
const INDENT_CELLS: usize = 4;
/// Lines of a snippet that are shown: the one that says most of the question, and its neighbours.
const MAX_SNIPPET_LINES: usize = 3;
/// Maximum number of screen rows for one line of a snippet.
const MAX_ROWS_PER_LINE: usize = 4;
/// The narrowest screen, in cells; a narrower one breaks lines as it likes.
const MIN_SCREEN_CELLS: usize = 20;

/// The lines of a hit, each without its end.
pub(crate) fn hit_lines(
    hit: &SearchHit,
    question: &str,
    screen: HitLayout,
) -> Vec<Vec<StyledSpan>> {
    let mut lines = wrap_text(&head_line(hit, screen.now), &[], SpanStyle::Dim, 0, screen);
    for line in lines_around_best(&hit.snippet, question) {
        let line = inline(line.trim_end());
        let marked = matching_word_ranges(&line, question);
        let rows = wrap_text(&line, &marked, SpanStyle::Plain, INDENT_CELLS, screen);
        lines.extend(near_the_mark(rows));
    }
    lines
}

/// Maximum length of a captured text where lines have no end, in characters.
const MAX_BRIEF_CHARS: usize = 160;

/// The lines of something that was captured, which nobody asked for: what it says takes one line.
pub(crate) fn brief_lines(
    hit: &SearchHit,
    pinned: bool,
    screen: HitLayout,
) -> Vec<Vec<StyledSpan>> {
    let pin = if pinned { format!(" · {}", messages::pinned()) } else { String::new() };
    let head = head_line(hit, screen.now) + &pin;
    let mut lines = wrap_text(&head, &[], SpanStyle::Dim, 0, screen);
    let said = inline(&hit.snippet);
    let said = if screen.width.is_none() { ellipsis(&said, MAX_BRIEF_CHARS) } else { said };
    let rows = wrap_text(&said, &[], SpanStyle::Plain, INDENT_CELLS, screen);
    let is_more = rows.len() > 1;
    lines.extend(rows.into_iter().next());
    if let Some(row) = lines.last_mut().filter(|_| is_more) {
        row.push(StyledSpan { style: SpanStyle::Dim, text: "…".to_owned() });
    }
    lines
}

/// Returns the id by which `palimp show` opens a hit: `12`, `m12`, `c:979fa9b`,
/// `shared/decisions.md:12`.
pub(crate) fn hit_address(hit: &SearchHit) -> String {
    match (hit.source, hit.id.unwrap_or(0)) {
        (HitSource::Observations, number) => number.to_string(),
        (HitSource::Messages, number) => format!("m{number}"),
        (HitSource::Commits, _) => hit.pointer.clone().unwrap_or_default(),
        (HitSource::Notes | HitSource::Records, _) => note_location(hit),
    }
}

/// Returns the location, the author and the age of a hit; on one line.
pub(crate) fn head_line(hit: &SearchHit, now: i64) -> String {
    let number = hit.id.unwrap_or(0);
    let what = match hit.source {
        HitSource::Observations => {
            format!("#{number} {}", hit.kind.map_or("", ObservationType::name))
        }
        HitSource::Messages => messages::message_name(number),
        HitSource::Commits => format!("{} {}", hit_address(hit), messages::commit_name()),
        HitSource::Notes | HitSource::Records => note_location(hit),
    };
    let by = match (&hit.team, hit.author) {
        (Some(team), _) => Some(team.status_in_words(utc_day(now))),
        // Whoever wrote it, it is neither the user's word nor an agent's.
        _ if hit.source == HitSource::Commits => None,
        _ if hit.source == HitSource::Records => Some(messages::decision_record()),
        (None, AuthorKind::User) => Some(messages::by_you()),
        (None, AuthorKind::Tool) => None,
        (None, author) => Some(messages::by_author(messages::name_in_words(author.name()))),
    };
    let against = hit.against.as_ref().map(messages::contradicts);
    let about = [
        by,
        against,
        hit.heading.clone(),
        hit.project.clone(),
        hit.client.clone(),
        hit.pointer.clone().filter(|_| hit.source == HitSource::Messages),
        Some(match hit.source {
            HitSource::Notes | HitSource::Commits | HitSource::Records => {
                format_date(hit.created_at)
            }
            _ => ago_in_words(hit.created_at, now),
        }),
    ];
    let about = about.into_iter().flatten().filter(|part| !part.is_empty());
    inline(&about.fold(what, |head, part| format!("{head} · {part}")))
}

/// Returns the location of a note's hit, in the form that editors and `palimp show` open:
/// `shared/decisions.md:12`.
fn note_location(hit: &SearchHit) -> String {
    let path = hit.path.as_deref().unwrap_or("");
    match hit.start_line.filter(|_| hit.team.is_none()) {
        Some(line) => format!("{path}:{line}"),
        None => path.to_owned(),
    }
}

/// The line that says most of the question, and those beside it. Headings stand in the head already.
fn lines_around_best<'s>(snippet: &'s str, question: &str) -> Vec<&'s str> {
    let (lines, best) = lines_and_best(snippet, question);
    let from = best
        .saturating_sub(MAX_SNIPPET_LINES / 2)
        .min(lines.len().saturating_sub(MAX_SNIPPET_LINES));
    lines.into_iter().skip(from).take(MAX_SNIPPET_LINES).collect()
}

/// The line that says most of the question.
pub(crate) fn best_line<'s>(snippet: &'s str, question: &str) -> &'s str {
    let (lines, best) = lines_and_best(snippet, question);
    lines.get(best).copied().unwrap_or_default()
}

/// The lines that say something, and which of them says most of the question.
fn lines_and_best<'s>(snippet: &'s str, question: &str) -> (Vec<&'s str>, usize) {
    let says = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let mut lines: Vec<&str> = snippet.lines().filter(says).collect();
    if lines.is_empty() {
        lines = snippet.lines().filter(|line| !line.trim().is_empty()).collect();
    }
    let said = |line: &str| matching_word_ranges(line, question).len();
    let best = lines.iter().enumerate().rev().max_by_key(|(_, line)| said(line));
    let best = best.map_or(0, |(at, _)| at);
    (lines, best)
}

/// Of a line that takes many rows those around its first mark.
fn near_the_mark(mut rows: Vec<Vec<StyledSpan>>) -> Vec<Vec<StyledSpan>> {
    if rows.len() <= MAX_ROWS_PER_LINE {
        return rows;
    }
    let is_marked = |row: &Vec<StyledSpan>| row.iter().any(|span| span.style == SpanStyle::Mark);
    let first = rows.iter().position(is_marked).unwrap_or(0);
    let from = first.saturating_sub(1).min(rows.len() - MAX_ROWS_PER_LINE);
    let cut = from + MAX_ROWS_PER_LINE < rows.len();
    rows = rows.into_iter().skip(from).take(MAX_ROWS_PER_LINE).collect();
    let more = || StyledSpan { style: SpanStyle::Dim, text: "…".to_owned() };
    if from > 0 {
        rows[0].insert(1, more());
    }
    if cut {
        rows[MAX_ROWS_PER_LINE - 1].push(more());
    }
    rows
}

/// A text in rows that fit the screen, each behind its indent; broken between words where it can be.
pub(crate) fn wrap_text(
    text: &str,
    marked: &[Range<usize>],
    style: SpanStyle,
    indent: usize,
    screen: HitLayout,
) -> Vec<Vec<StyledSpan>> {
    // A cell is left for the sign that something was left out.
    let room = screen.width.map_or(usize::MAX, |it| it.max(MIN_SCREEN_CELLS) - indent - 1);
    let row = |at: Range<usize>| {
        let mut spans = vec![StyledSpan { style: SpanStyle::Plain, text: " ".repeat(indent) }];
        spans.extend(spans_of(text, at, marked, style));
        spans
    };
    row_ranges(text, room).into_iter().map(row).collect()
}

/// Returns the beginning and the end of each row, in bytes.
fn row_ranges(text: &str, room: usize) -> Vec<Range<usize>> {
    let mut rows: Vec<Range<usize>> = Vec::new();
    let mut used = 0;
    for word in word_ranges(text, room) {
        let width = text[word.clone()].width();
        let bare = text[word.clone()].trim_end().width();
        match rows.last_mut() {
            Some(row) if used + bare <= room => {
                row.end = word.end;
                used += width;
            }
            _ => {
                rows.push(word);
                used = width;
            }
        }
    }
    rows
}

/// The words of a text with the white space behind them; one that is longer than a row is cut.
fn word_ranges(text: &str, room: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let (mut from, mut width, mut in_space) = (0, 0, false);
    for (at, c) in text.char_indices() {
        let begins_word = in_space && !c.is_whitespace();
        let cells = c.width().unwrap_or(0);
        if begins_word || !c.is_whitespace() && width + cells > room {
            pieces.push(from..at);
            (from, width) = (at, 0);
        }
        width += cells;
        in_space = c.is_whitespace();
    }
    if from < text.len() {
        pieces.push(from..text.len());
    }
    pieces
}

/// A stretch of a text, cut where a mark begins or ends; what is white at its end goes.
pub(crate) fn spans_of(
    text: &str,
    at: Range<usize>,
    marked: &[Range<usize>],
    style: SpanStyle,
) -> Vec<StyledSpan> {
    let end = at.start + text[at.clone()].trim_end().len();
    let mut spans = Vec::new();
    let mut from = at.start;
    let mut push = |style, part: Range<usize>| {
        if !part.is_empty() {
            spans.push(StyledSpan { style, text: text[part].to_owned() });
        }
    };
    for mark in marked.iter().filter(|mark| mark.end > at.start && mark.start < end) {
        let (start, stop) = (mark.start.max(from), mark.end.min(end));
        push(style, from..start);
        push(SpanStyle::Mark, start..stop);
        from = stop;
    }
    push(style, from..end.max(from));
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "- 배포는 금요일에 하지 않는다 🙂, because nobody is on call over the weekend and \
        the last Friday deploy of payments-gateway cost us a whole Saturday 👨‍👩‍👧; deploys resume on Monday";

    /// The rows as a terminal with colours shows them, marks in brackets.
    fn shown(text: &str, question: &str, width: usize) -> String {
        let screen = HitLayout { width: Some(width), now: 0 };
        let rows = wrap_text(
            text,
            &matching_word_ranges(text, question),
            SpanStyle::Plain,
            INDENT_CELLS,
            screen,
        );
        let rows = near_the_mark(rows);
        let row = |row: &Vec<StyledSpan>| {
            let whole: String = row.iter().map(|span| span.text.as_str()).collect();
            assert!(whole.width() <= width, "{whole:?} has {} cells", whole.width());
            let spans = row.iter().map(|span| match span.style {
                SpanStyle::Mark => format!("[{}]", span.text),
                _ => span.text.clone(),
            });
            spans.collect::<String>()
        };
        rows.iter().map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_passage_fits_the_screen() {
        for width in [60, 80, 120] {
            insta::assert_snapshot!(
                format!("width_{width}"),
                shown(TEXT, "금요일 deploys?", width)
            );
        }
    }

    /// Something that was captured, as the list of what was captured last shows it.
    fn listed(content: &str, width: Option<usize>) -> String {
        let row = palimp_core::activity::StoredObservation {
            id: 12,
            session_id: "s".to_owned(),
            client: "claude".to_owned(),
            agent: "main".to_owned(),
            tool_name: "Bash".to_owned(),
            kind: ObservationType::Command,
            project_id: "p".to_owned(),
            project: "결제-gateway".to_owned(),
            file_path: None,
            content: content.to_owned(),
            tags: String::new(),
            importance: 1,
            pinned: true,
            commit_sha: None,
            call_id: None,
            created_at: 7_000,
        };
        let lines = brief_lines(&row.into(), true, HitLayout { width, now: 3 * 3_600_000 + 7_000 });
        let text = |line: &Vec<StyledSpan>| line.iter().map(|span| span.text.as_str()).collect();
        let lines: Vec<String> = lines.iter().map(text).collect();
        let fits = |line: &String| width.is_none_or(|width| line.width() <= width);
        assert!(lines.iter().all(fits), "{lines:?}");
        lines.join("\n")
    }

    #[test]
    fn what_was_captured_takes_a_line_below_its_place() {
        let content = "npm test → 결제 모듈 ✅\nExit code 1\nError: 데이터베이스에 연결할 수 없음: no \
            database on port 5433 🙂, tried three times with the settings of the staging server";
        for width in [60, 80, 120] {
            insta::assert_snapshot!(format!("recent_{width}"), listed(content, Some(width)));
        }
        assert_eq!(listed(content, None).lines().count(), 2);
        assert_eq!(listed("ls", Some(60)).lines().last(), Some("    ls"));
    }

    #[test]
    fn a_word_without_an_end_is_cut() {
        let long = "나".repeat(100);
        assert_eq!(shown(&long, "다", 25).lines().count(), MAX_ROWS_PER_LINE);
        assert!(shown(&long, "다", 25).ends_with('…'));
        assert_eq!(shown("", "다", 60), "");
    }

    #[test]
    fn of_a_long_line_the_marked_part_is_shown() {
        let line = format!("{}needle {}", "hay ".repeat(200), "hay ".repeat(200));
        let shown = shown(&line, "needle", 60);
        assert!(shown.contains("[needle]") && shown.starts_with("    …"), "{shown}");
        assert_eq!(shown.lines().count(), MAX_ROWS_PER_LINE);
    }

    #[test]
    fn without_a_width_a_line_stays_whole() {
        let screen = HitLayout { width: None, now: 0 };
        assert_eq!(wrap_text(TEXT, &[], SpanStyle::Plain, INDENT_CELLS, screen).len(), 1);
    }
}
