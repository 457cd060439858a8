//! Drawing of a picker: its state and the size of the screen → lines.

use std::ops::Range;

use palimp_core::sanitize::printable;
use palimp_engine::retrieval::recall::matching_word_ranges;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Picker, PickerItem};
use crate::hits::{self, best_line, head_line, spans_of, wrap_text};
use crate::messages;
use crate::output::{SpanStyle, StyledSpan, inline};
use crate::when::ago_in_words;

/// Area in which the picker is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    /// Cells of a line.
    pub(crate) columns: usize,
    /// Lines.
    pub(crate) rows: usize,
    /// Now, in milliseconds since the Unix epoch.
    pub(crate) now: i64,
}

/// Mark before the typed query, and before the chosen item.
const PROMPT_MARK: &str = "> ";
/// Width of the mark, in cells.
const MARGIN_CELLS: usize = 2;
/// Maximum number of rows for the location of the chosen item.
const MAX_TITLE_ROWS: usize = 2;

/// Lines of a screen, and its cursor.
#[derive(Debug)]
pub(crate) struct DrawnPicker {
    /// Its lines from the top, none of them longer than it is wide.
    pub(crate) lines: Vec<Vec<StyledSpan>>,
    /// Behind how many cells of the first line the cursor stands.
    pub(crate) cursor: usize,
}

/// The picker on a screen.
pub(crate) fn draw_picker(picker: &Picker, area: Area) -> DrawnPicker {
    let (prompt, cursor) = draw_prompt(picker, area);
    let mut lines = vec![prompt];
    // The prompt, the empty line above the preview and the last line are always there.
    let free = area.rows.saturating_sub(3);
    let listed = (free / 2).max(1).min(picker.items.len().max(1));
    lines.extend(draw_list(picker, area, listed));
    lines.push(Vec::new());
    lines.extend(draw_preview(picker, area, free.saturating_sub(listed)));
    lines.truncate(area.rows.saturating_sub(1));
    lines.resize(area.rows.saturating_sub(1), Vec::new());
    lines.push(last_line(picker, area));
    DrawnPicker { lines, cursor }
}

/// Draws the typed query, and the number of items found.
fn draw_prompt(picker: &Picker, area: Area) -> (Vec<StyledSpan>, usize) {
    let count = match picker.items.len() {
        0 => String::new(),
        found => format!(" {}/{found}", picker.chosen + 1),
    };
    let room = area.columns.saturating_sub(MARGIN_CELLS + count.width() + 1);
    let typed = inline_as_typed(&picker.query);
    let typed = tail_in_cells(&typed, room);
    let cursor = MARGIN_CELLS + typed.width();
    let gap = area.columns.saturating_sub(cursor + count.width() + 1);
    let line = vec![
        new_span(SpanStyle::Plain, PROMPT_MARK),
        new_span(SpanStyle::Plain, typed),
        new_span(SpanStyle::Dim, format!("{}{count}", " ".repeat(gap))),
    ];
    (line, cursor)
}

/// Returns the typed query on one line, with the blank at its end that another word follows.
fn inline_as_typed(query: &str) -> String {
    printable(query).replace('\n', " ")
}

/// The hits around the chosen one, a line each.
fn draw_list(picker: &Picker, area: Area, rows: usize) -> Vec<Vec<StyledSpan>> {
    if picker.items.is_empty() {
        let nothing = match (picker.looks, picker.query.is_empty()) {
            (true, _) => "…".to_owned(),
            (false, true) => messages::nothing_written_yet(),
            (false, false) => messages::nothing_found(),
        };
        return vec![vec![new_span(
            SpanStyle::Dim,
            cut_to_cells(&format!("  {nothing}"), area.columns),
        )]];
    }
    let from = (picker.chosen + 1).saturating_sub(rows);
    let shown = picker.items.iter().enumerate().skip(from).take(rows);
    shown.map(|(at, item)| draw_row(item, picker, at == picker.chosen, area)).collect()
}

/// A hit on a line: what it says, and dimmed behind it where and when.
fn draw_row(item: &PickerItem, picker: &Picker, is_chosen: bool, area: Area) -> Vec<StyledSpan> {
    let mut about = item_details(item, area);
    if item.pinned {
        about = format!("{} · {about}", messages::pinned());
    }
    let room = area.columns.saturating_sub(MARGIN_CELLS + about.width() + 3);
    let said = inline(best_line(&item.hit.snippet, &picker.query));
    let said = said.strip_prefix("- ").unwrap_or(&said);
    let asked = query_ranges(said, &picker.query);
    let (begin, end) = visible_part(said, &asked, room);
    let mut line = vec![new_span(SpanStyle::Mark, if is_chosen { PROMPT_MARK } else { "  " })];
    let mut used = 0;
    let mut push = |span: StyledSpan| {
        used += span.text.width();
        line.push(span);
    };
    if begin > 0 {
        push(new_span(SpanStyle::Dim, "…"));
    }
    spans_of(said, begin..end, &asked, SpanStyle::Plain).into_iter().for_each(&mut push);
    if end < said.len() {
        push(new_span(SpanStyle::Dim, "…"));
    }
    let gap = area.columns.saturating_sub(MARGIN_CELLS + used + about.width() + 1);
    line.push(new_span(SpanStyle::Dim, format!("{}{about}", " ".repeat(gap))));
    line
}

/// The project, where there is room for it, and how long ago.
fn item_details(item: &PickerItem, area: Area) -> String {
    let ago = ago_in_words(item.hit.created_at, area.now);
    let project = inline(item.hit.project.as_deref().unwrap_or_default());
    let whole = format!("{project} · {ago}");
    match !project.is_empty() && whole.width() <= area.columns / 3 {
        true => whole,
        false => ago,
    }
}

/// The chosen one whole, below where it stands.
fn draw_preview(picker: &Picker, area: Area, rows: usize) -> Vec<Vec<StyledSpan>> {
    let Some(item) = picker.chosen_item() else { return Vec::new() };
    let screen = hits::HitLayout { width: Some(area.columns), now: area.now };
    let title = head_line(&item.hit, area.now);
    let mut lines = wrap_text(&title, &[], SpanStyle::Dim, 0, screen);
    lines.truncate(MAX_TITLE_ROWS.min(rows));
    let room = rows - lines.len();
    let mut body = Vec::new();
    for line in picker.whole.lines() {
        let line = printable(line.trim_end()).replace('\t', "    ");
        if line.is_empty() {
            body.push(Vec::new());
        }
        body.extend(wrap_text(
            &line,
            &query_ranges(&line, &picker.query),
            SpanStyle::Plain,
            MARGIN_CELLS,
            screen,
        ));
    }
    let from = first_shown(&body, room, picker.moved);
    lines.extend(body.into_iter().skip(from).take(room));
    lines
}

/// The first line of the preview that is shown: such that its first mark can be seen, and then moved.
fn first_shown(body: &[Vec<StyledSpan>], room: usize, moved: i32) -> usize {
    let is_marked = |line: &Vec<StyledSpan>| line.iter().any(|span| span.style == SpanStyle::Mark);
    let first = body.iter().position(is_marked).unwrap_or(0);
    let from = if first < room { 0 } else { first.saturating_sub(room / 2) };
    let from = from.saturating_add_signed(isize::try_from(moved).unwrap_or(0));
    from.min(body.len().saturating_sub(room))
}

/// Returns the message about the last key, else the list of keys.
fn last_line(picker: &Picker, area: Area) -> Vec<StyledSpan> {
    if let Some(remark) = &picker.remark {
        return vec![new_span(SpanStyle::Mark, cut_to_cells(&inline(remark), area.columns))];
    }
    let keys = [
        messages::key_open(),
        messages::key_leave(),
        messages::key_edit(),
        messages::key_copy(),
        messages::key_pin(),
        messages::key_forget(),
    ];
    let mut line = String::new();
    for key in keys {
        let longer = if line.is_empty() { key } else { format!("{line} · {key}") };
        if longer.width() >= area.columns {
            break;
        }
        line = longer;
    }
    vec![new_span(SpanStyle::Dim, line)]
}

fn new_span(style: SpanStyle, text: impl Into<String>) -> StyledSpan {
    StyledSpan { style, text: text.into() }
}

/// The words that were asked for; where none is there whole, the letters.
fn query_ranges(text: &str, query: &str) -> Vec<Range<usize>> {
    let marked = matching_word_ranges(text, query);
    if !marked.is_empty() || text.to_lowercase().len() != text.len() {
        return marked;
    }
    let (low, mut found) = (text.to_lowercase(), Vec::new());
    for word in query.to_lowercase().split_whitespace() {
        found.extend(low.match_indices(word).map(|(at, word)| at..at + word.len()));
    }
    // A letter that has another length in small letters leaves no place to trust.
    found.retain(|at| text.is_char_boundary(at.start) && text.is_char_boundary(at.end));
    found.sort_by_key(|at| at.start);
    found
}

/// Returns the part of a line that is shown in so many cells: its beginning, or the part around its
/// first mark.
fn visible_part(text: &str, marked: &[Range<usize>], room: usize) -> (usize, usize) {
    // Cells are left for the signs that something was left out.
    let fits = |from: usize| from + fitting_bytes(&text[from..], room.saturating_sub(2));
    let end = fits(0);
    let first = marked.first().filter(|mark| mark.end > end);
    let Some(mark) = first else {
        return (0, if text.width() <= room { text.len() } else { end });
    };
    let before = &text[..mark.start];
    let kept = before.chars().rev().scan(0, |cells, c| {
        *cells += c.width().unwrap_or(0);
        (*cells <= room / 3).then_some(c.len_utf8())
    });
    let from = mark.start - kept.sum::<usize>();
    (from, fits(from))
}

/// Returns the number of bytes of a text that fit into so many cells.
fn fitting_bytes(text: &str, room: usize) -> usize {
    let mut cells = 0;
    let end = text.char_indices().find(|(_, c)| {
        cells += c.width().unwrap_or(0);
        cells > room
    });
    end.map_or(text.len(), |(at, _)| at)
}

fn cut_to_cells(text: &str, room: usize) -> String {
    if text.width() < room {
        return text.to_owned();
    }
    format!("{}…", &text[..fitting_bytes(text, room.saturating_sub(2))])
}

/// The end of a text that fits into so many cells.
fn tail_in_cells(text: &str, room: usize) -> String {
    let mut cells = 0;
    let fits = text.char_indices().rev().take_while(|(_, c)| {
        cells += c.width().unwrap_or(0);
        cells <= room
    });
    text[fits.last().map_or(text.len(), |(at, _)| at)..].to_owned()
}

#[cfg(test)]
pub(super) use tests::made;

#[cfg(test)]
mod tests {
    use palimp_core::activity::StoredObservation;
    use palimp_core::observation::ObservationType;
    use palimp_engine::retrieval::recall::{HitSource, SearchHit};

    use super::*;

    /// 2026-11-20, seven minutes past an hour.
    const NOW: i64 = 1_795_151_220_000;

    fn observation(id: i64, content: &str, minutes: i64) -> SearchHit {
        let text = |text: &str| text.to_owned();
        SearchHit::from(StoredObservation {
            id,
            session_id: text("s"),
            client: text("claude"),
            agent: text("main"),
            tool_name: text("Bash"),
            kind: ObservationType::Command,
            project_id: text("p"),
            project: text("결제-gateway"),
            file_path: None,
            content: text(content),
            tags: String::new(),
            importance: 1,
            pinned: false,
            commit_sha: None,
            call_id: None,
            created_at: NOW - minutes * 60_000,
        })
    }

    /// A picker over a note and two commands, with Hangul and emoji.
    pub(in crate::picker) fn made() -> Picker {
        let text = "- 배포는 금요일에 하지 않는다 🙂, because nobody is on call over the weekend and the \
                    last Friday deploy of payments-gateway cost us a whole Saturday 👨‍👩‍👧";
        let note = SearchHit {
            id: None,
            source: HitSource::Notes,
            kind: None,
            path: Some("shared/decisions.md".to_owned()),
            start_line: Some(12),
            heading: Some("결정 > 배포".to_owned()),
            author: palimp_core::author::AuthorKind::User,
            client: None,
            ..observation(0, text, 3 * 60)
        };
        let long = format!("git log {}&& ./금요일-deploy.sh", "--oneline ".repeat(14));
        let hits =
            [note, observation(12, "npm test → 12 passed ✅", 5), observation(13, &long, 60 * 26)];
        let item = |(at, hit): (usize, SearchHit)| PickerItem { hit, pinned: at == 1 };
        Picker {
            query: "금요일 deploy".to_owned(),
            items: hits.into_iter().enumerate().map(item).collect(),
            whole: format!("## 배포\n\n{text}\n- 승인은 두 명이 한다\n\n\tmake release"),
            ..Picker::default()
        }
    }

    /// A screen as a person sees it: marks in brackets, a bar at its right edge.
    fn shown(picker: &Picker, columns: usize, rows: usize) -> String {
        let drawn = draw_picker(picker, Area { columns, rows, now: NOW });
        assert_eq!(drawn.lines.len(), rows);
        let line = |line: &Vec<StyledSpan>| {
            let whole: String = line.iter().map(|span| span.text.as_str()).collect();
            assert!(whole.width() <= columns, "{whole:?} has {} cells", whole.width());
            let spans = line.iter().map(|span| match span.style {
                SpanStyle::Mark if !span.text.trim().is_empty() => format!("[{}]", span.text),
                _ => span.text.clone(),
            });
            format!("{}|", spans.collect::<String>())
        };
        drawn.lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn it_fits_the_screen() {
        for columns in [60, 80, 120] {
            insta::assert_snapshot!(format!("columns_{columns}"), shown(&made(), columns, 16));
        }
    }

    #[test]
    fn another_choice_and_a_remark_are_seen() {
        let mut picker = Picker { chosen: 2, remark: Some("copied".to_owned()), ..made() };
        picker.whole = picker.items[2].hit.snippet.clone();
        insta::assert_snapshot!("chosen_and_remark", shown(&picker, 80, 12));
    }

    #[test]
    fn nothing_is_said_to_be_nothing() {
        let nothing = Picker { query: "quokka".to_owned(), ..Picker::default() };
        assert!(shown(&nothing, 60, 8).contains("No match."));
        assert!(shown(&Picker::default(), 60, 8).contains("Nothing captured"));
        let looks = Picker { looks: true, ..nothing };
        assert!(!shown(&looks, 60, 8).contains("Nothing"), "nobody knows yet");
    }

    #[test]
    fn the_smallest_and_the_largest_screen_are_filled() {
        for (columns, rows) in [(20, 4), (20, 5), (200, 60), (24, 80)] {
            let drawn = draw_picker(&made(), Area { columns, rows, now: NOW });
            assert_eq!(drawn.lines.len(), rows);
        }
    }

    #[test]
    fn a_long_question_shows_its_end_and_where_one_types() {
        let picker = Picker { query: "가".repeat(80) + "끝", ..made() };
        let drawn = draw_picker(&picker, Area { columns: 60, rows: 10, now: NOW });
        assert!(drawn.lines[0][1].text.ends_with('끝'));
        assert!(drawn.cursor < 60);
    }

    #[test]
    fn letters_are_marked_where_no_word_is() {
        let check = |text: &str, query: &str, expect: &[&str]| {
            let marked: Vec<&str> =
                query_ranges(text, query).into_iter().map(|at| &text[at]).collect();
            assert_eq!(marked, expect);
        };
        check("git pushes", "pus", &["pus"]);
        check("데이터베이스를 쓴다", "ㄷ", &[]);
        check("İstanbul", "stan", &[]);
    }

    #[test]
    fn a_preview_begins_where_its_mark_can_be_seen_and_can_be_moved() {
        let mut picker = made();
        picker.whole = format!("{}the deploy\n{}", "line\n".repeat(40), "end\n".repeat(40));
        assert!(shown(&picker, 60, 16).contains("[deploy]"));
        picker.moved = -40;
        assert!(!shown(&picker, 60, 16).contains("the ["), "it was moved up");
        picker.moved = 80;
        assert!(shown(&picker, 60, 16).contains("end"));
    }
}
