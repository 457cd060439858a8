//! Rows as a person reads them.

use palimp_core::activity::{StoredMessage, StoredObservation, StoredSession};
use palimp_core::text::ellipsis;
use unicode_width::UnicodeWidthStr;

use crate::messages;
use crate::output::inline;
use crate::when::format_minute;

/// `text` and as many blanks as it lacks to fill so many cells of a terminal.
pub(crate) fn pad_right(text: &str, cells: usize) -> String {
    format!("{text}{}", " ".repeat(cells.saturating_sub(text.width())))
}

/// `text` behind as many blanks as it lacks to fill so many cells of a terminal.
pub(crate) fn align_right(text: &str, cells: usize) -> String {
    format!("{}{text}", " ".repeat(cells.saturating_sub(text.width())))
}

/// A note's path, of a project's page with what it is: `projects/app.md (page of app)`.
pub(crate) fn note_place(path: &str) -> String {
    let shown = inline(path);
    let page = shown.strip_prefix("projects/").and_then(|name| name.strip_suffix(".md"));
    match page.filter(|name| !name.contains('/')) {
        Some(name) => messages::page_of_project(&shown, name),
        None => shown,
    }
}

/// One observation on one line: `#12  2026-11-20 14:17  command   app  npm test → 12 passed`.
pub(crate) fn format_observation(row: &StoredObservation) -> String {
    let pin = if row.pinned { format!(" ({})", messages::pinned()) } else { String::new() };
    format!(
        "#{:<5} {}  {:<11} {}  {}{pin}",
        row.id,
        format_minute(row.created_at),
        row.kind.name(),
        inline(&row.project),
        ellipsis(&inline(&row.content), 160)
    )
}

/// One message on one line.
pub(crate) fn format_message(row: &StoredMessage) -> String {
    let text = row.trace.as_deref().unwrap_or(&row.content);
    format!(
        "       {}  {:<11} {}  {}",
        format_minute(row.created_at),
        row.role.name(),
        inline(&row.project),
        ellipsis(&inline(text), 160)
    )
}

/// One session with its summary, indented.
pub(crate) fn format_session(row: &StoredSession) -> String {
    let ended = format_minute(row.ended_at);
    let [project, client, id] = [&row.project, &row.client, &row.session_id].map(|it| inline(it));
    let mut text = format!("{ended}  {project} · {client} · {id}");
    for line in palimp_core::summary::localized(&row.summary).lines() {
        text.push_str("\n  ");
        text.push_str(line);
    }
    text
}

/// A summary on one line.
pub(crate) fn format_summary(text: &str) -> String {
    palimp_core::summary::localized(text).lines().collect::<Vec<_>>().join(" ")
}

/// `1.2 MB`.
pub(crate) fn format_bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if count < 1_000 {
        return messages::bytes(count);
    }
    let (mut value, mut unit) = (count as f64 / 1_000.0, UNITS[0]);
    for next in &UNITS[1..] {
        if value < 1_000.0 {
            break;
        }
        (value, unit) = (value / 1_000.0, next);
    }
    format!("{value:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_well() {
        assert_eq!(format_bytes(999), "999 bytes");
        assert_eq!(format_bytes(1_234_567), "1.2 MB");
    }
}
