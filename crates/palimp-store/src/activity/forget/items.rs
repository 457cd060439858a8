//! Forgetting one thing by its name, whatever it says.

use palimp_core::pointer::Pointer;
use palimp_core::text::prefix;
use rusqlite::{Connection, OptionalExtension, params};

use super::sessions::session_named;
use super::{MAX_PREVIEW_CHARS, MatchingRows};

/// Captured observation, message or session, by the name under which it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CapturedItem {
    /// An observation: `#18`, `18`.
    Observation(i64),
    /// A message: `m36`.
    Message(i64),
    /// A session, by the beginning of its id: `s:fe072355`.
    Session(String),
}

impl CapturedItem {
    /// Parses the name of an item; returns `None` if `text` is a text to search for.
    pub fn parse(text: &str) -> Option<CapturedItem> {
        let text = text.trim();
        let number = |digits: &str| {
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse().ok()).flatten()
        };
        if let Ok(Pointer::Session(id)) = text.parse() {
            return Some(CapturedItem::Session(id));
        }
        match text.strip_prefix('m') {
            Some(digits) => number(digits).map(CapturedItem::Message),
            None => number(text.strip_prefix('#').unwrap_or(text)).map(CapturedItem::Observation),
        }
    }
}

/// Returns the rows that are removed with `item`; none if `agent` has no such item.
pub(super) fn saying_item(
    conn: &Connection,
    item: &CapturedItem,
    agent: &str,
) -> rusqlite::Result<MatchingRows> {
    let mut saying = MatchingRows::default();
    match item {
        CapturedItem::Observation(id) => {
            saying.observations.extend(find_row(conn, "observations", *id, agent)?)
        }
        CapturedItem::Message(id) => {
            saying.messages.extend(find_row(conn, "messages", *id, agent)?)
        }
        CapturedItem::Session(beginning) => {
            let Some(session) = session_named(conn, beginning, agent)? else { return Ok(saying) };
            saying.observations = session_rows(conn, "observations", session.id())?;
            saying.messages = session_rows(conn, "messages", session.id())?;
            saying.injections = session_rows(conn, "injections", session.id())?;
            saying.sessions = vec![session];
        }
    }
    Ok(saying)
}

/// Returns the whole content of an item, by which it is recognised elsewhere in its session.
pub(super) fn item_content(conn: &Connection, item: &CapturedItem) -> rusqlite::Result<String> {
    let (table, id) = match item {
        CapturedItem::Observation(id) => ("observations", id),
        CapturedItem::Message(id) => ("messages", id),
        CapturedItem::Session(_) => return Ok(String::new()),
    };
    let sql = format!("SELECT content FROM {table} WHERE id = ?");
    Ok(conn.query_row(&sql, [id], |row| row.get(0)).optional()?.unwrap_or_default())
}

fn find_row(
    conn: &Connection,
    table: &str,
    id: i64,
    agent: &str,
) -> rusqlite::Result<Option<(i64, String)>> {
    let sql = format!("SELECT id, content FROM {table} WHERE id = ?1 AND agent = ?2");
    conn.query_row(&sql, params![id, agent], parse_preview).optional()
}

fn session_rows(
    conn: &Connection,
    table: &str,
    session: &str,
) -> rusqlite::Result<Vec<(i64, String)>> {
    let sql = format!("SELECT id, content FROM {table} WHERE session_id = ? ORDER BY id");
    conn.prepare(&sql)?.query_map([session], parse_preview)?.collect()
}

fn parse_preview(row: &rusqlite::Row) -> rusqlite::Result<(i64, String)> {
    Ok((row.get(0)?, prefix(&row.get::<_, String>(1)?, MAX_PREVIEW_CHARS).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_an_item_is_no_text() {
        for (text, expect) in [
            ("18", Some(CapturedItem::Observation(18))),
            (" #18 ", Some(CapturedItem::Observation(18))),
            ("m36", Some(CapturedItem::Message(36))),
            ("s:fe072355", Some(CapturedItem::Session("fe072355".to_owned()))),
            ("\"18\"", None),
            ("18 h", None),
            ("m3x", None),
            ("#", None),
            ("m", None),
            ("mail", None),
            ("99999999999999999999", None),
            ("c:979fa9b", None),
        ] {
            assert_eq!(CapturedItem::parse(text), expect, "{text}");
        }
    }
}
