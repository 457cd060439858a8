//! Entries that flushes write into a day's note of episodes.

use std::borrow::Cow;
use std::fmt;

use crate::comment::{escape_value, unescape_value};
use crate::provenance::{Provenance, taken_out};

/// Range of a session's messages that an entry summarises, so that no entry is written twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EpisodeKey {
    /// The session.
    pub session: String,
    /// The number of its first message in the activity database.
    pub from: i64,
    /// The number of its last.
    pub to: i64,
}

/// An entry of a note of episodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Episode {
    /// Time of writing, by the user's clock: `HH:MM`.
    pub time: String,
    /// Number of entries written up to this one, inclusive.
    pub number: u64,
    /// Messages that it summarises; none if a person wrote it.
    pub key: Option<EpisodeKey>,
    /// Provenance of the entry.
    pub by: Option<Provenance>,
    /// Text of the entry.
    pub body: String,
    /// The line of its heading, from 1; 0 of an entry that was not read from a note.
    pub line: usize,
}

/// Beginning of the comment with a key, below the heading of an entry.
pub const FLUSH_COMMENT_START: &str = "<!-- palimp:flush ";
/// End of the comment with a key.
const FLUSH_COMMENT_END: &str = " -->";
/// Beginning of the comments behind a fact: a distiller's text holds none, see
/// [`escape_distilled`].
const PALIMP_COMMENT_START: &str = "<!-- palimp:";
/// Separator between an entry's time and its number.
const FLUSH_LABEL: &str = " — Memory Flush #";

/// The directory of all notes of episodes.
pub const EPISODES_DIRECTORY: &str = "episodes";

/// Path of the note with the entries of `day` (`YYYY-MM-DD`).
pub fn live_path(day: &str) -> String {
    format!("episodes/live/{day}.md")
}

/// Path of the note with the imported entries of `day` (`YYYY-MM-DD`).
pub fn imported_path(day: &str) -> String {
    format!("episodes/imported/{day}.md")
}

/// The day (`YYYY-MM-DD`) whose entries a note holds, live or imported; `None` of any other note.
pub fn day_of(path: &str) -> Option<&str> {
    let dirs = ["episodes/live/", "episodes/imported/"];
    let day = dirs.iter().find_map(|dir| path.strip_prefix(dir))?.strip_suffix(".md")?;
    let digit = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    (day.len() == 10 && day.bytes().enumerate().all(digit)).then_some(day)
}

/// A text without what palimp itself wrote into it: the comments that say where something comes from
/// and, in a note of episodes, the headings that count the entries. What is left stays on its line.
pub fn without_frame(text: &str, episodes: bool) -> Cow<'_, str> {
    let counts = |line: &str| episodes && (line.contains(FLUSH_LABEL) || is_day(line.trim()));
    if !text.contains("<!-- palimp:") && !text.lines().any(counts) {
        return Cow::Borrowed(text);
    }
    let mut said = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match taken_out(line) {
            None if !counts(line) => said.push_str(line),
            Some((words, _)) if !words.trim().is_empty() => {
                said.push_str(&words);
                said.push_str(if line.ends_with('\n') { "\n" } else { "" });
            }
            _ => said.push_str(if line.ends_with('\n') { "\n" } else { "" }),
        }
    }
    Cow::Owned(said)
}

/// The heading of a note of episodes.
fn is_day(line: &str) -> bool {
    line.strip_prefix("# ").is_some_and(|day| day.len() == 10 && !day.contains(char::is_alphabetic))
}

impl EpisodeKey {
    /// Reads the comment that a line holds, and nothing else.
    pub fn parse(line: &str) -> Option<EpisodeKey> {
        let inner =
            line.trim().strip_prefix(FLUSH_COMMENT_START)?.strip_suffix(FLUSH_COMMENT_END)?;
        let (session, range) = inner.rsplit_once(' ')?;
        let (from, to) = range.split_once('-')?;
        Some(EpisodeKey {
            session: unescape_value(session),
            from: from.parse().ok()?,
            to: to.parse().ok()?,
        })
    }
}

/// The comment, on one line.
impl fmt::Display for EpisodeKey {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{FLUSH_COMMENT_START}{} {}-{}{FLUSH_COMMENT_END}",
            escape_value(&self.session),
            self.from,
            self.to
        )
    }
}

/// The entry as it stands in a note.
///
/// ```
/// use palimp_note::episode::{Episode, EpisodeKey, parse};
///
/// let key = Some(EpisodeKey { session: "s-1".to_owned(), from: 3, to: 12 });
/// let episode = Episode {
///     time: "14:05".to_owned(), number: 7, key, by: None, body: "- [db]: PostgreSQL".to_owned(), line: 1,
/// };
/// assert_eq!(
///     episode.to_string(),
///     "## 14:05 — Memory Flush #7\n<!-- palimp:flush s-1 3-12 -->\n\n- [db]: PostgreSQL\n"
/// );
/// assert_eq!(parse(&episode.to_string()), [episode]);
/// ```
impl fmt::Display for Episode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "## {}{FLUSH_LABEL}{}", self.time, self.number)?;
        if let Some(key) = &self.key {
            writeln!(f, "{key}")?;
        }
        if let Some(by) = &self.by {
            writeln!(f, "{by}")?;
        }
        writeln!(f, "\n{}", self.body.trim())
    }
}

impl Episode {
    /// The facts that it lists, without their dashes and palimp's comments: one line each.
    pub fn facts(&self) -> impl Iterator<Item = &str> {
        self.facts_with_comments().map(|(fact, _)| fact)
    }

    /// Returns the facts that it lists, each with palimp's comments.
    pub fn facts_with_comments(&self) -> impl Iterator<Item = (&str, &str)> {
        let items = self.body.lines().filter_map(|line| line.trim().strip_prefix("- "));
        items.map(|item| {
            let (fact, comments) =
                item.split_at(item.find(PALIMP_COMMENT_START).unwrap_or(item.len()));
            (fact.trim(), comments)
        })
    }
}

/// The entries of a note, in its order. What a person wrote under a heading `## HH:MM` is one too.
pub fn parse(text: &str) -> Vec<Episode> {
    let mut found: Vec<Episode> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            let (time, number) = heading.split_once(FLUSH_LABEL).unwrap_or((heading, ""));
            found.push(Episode {
                time: time.trim().to_owned(),
                number: number.trim().parse().unwrap_or(0),
                key: None,
                by: None,
                body: String::new(),
                line: i + 1,
            });
        } else if let Some(episode) = found.last_mut() {
            if episode.body.trim().is_empty()
                && let Some(key) = EpisodeKey::parse(line)
            {
                episode.key = Some(key);
            } else if episode.body.trim().is_empty()
                && let Some(by) = Provenance::parse(line)
            {
                episode.by = Some(by);
            } else {
                episode.body.push_str(line);
                episode.body.push('\n');
            }
        }
    }
    for episode in &mut found {
        episode.body = episode.body.trim().to_owned();
    }
    found
}

/// Escapes headings, fences and comments in a distiller's answer, so that it can begin no entry,
/// hold no key and swallow no text that follows.
pub fn escape_distilled(answer: &str) -> String {
    let lines = answer.lines().map(|line| {
        let start = line.trim_start();
        let indent = &line[..line.len() - start.len()];
        // A line of '=' or '-' alone makes a heading of the one before.
        let underlines =
            !start.is_empty() && (start.trim_end().chars().all(|c| c == '=') || is_rule(start));
        // A fence that nobody closes would swallow the entries that follow.
        let fences = start.starts_with("```") || start.starts_with("~~~");
        if start.starts_with('#') || underlines || fences {
            format!("{indent}\\{start}")
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n").replace("<!--", "&lt;!--").trim().to_owned()
}

fn is_rule(line: &str) -> bool {
    line.trim_end().chars().all(|c| c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_answer_begins_no_entry() {
        let answer = "# A\n  ## 10:00 — Memory Flush #1\n<!-- palimp:flush s 1-2 -->\nB\n---\n- c";
        let body = escape_distilled(answer);
        assert_eq!(
            body,
            "\\# A\n  \\## 10:00 — Memory Flush #1\n&lt;!-- palimp:flush s 1-2 -->\nB\n\\---\n- c"
        );
        let note = format!("# 2026-11-21\n\n## 09:00 — Memory Flush #3\n\n{body}\n");
        let read = parse(&note);
        assert_eq!((read.len(), read[0].number, read[0].line), (1, 3, 3));
        assert_eq!(read[0].key, None);
        assert_eq!(read[0].facts().collect::<Vec<_>>(), ["c"]);
    }

    #[test]
    fn what_palimp_wrote_around_it_is_not_said() {
        let key = EpisodeKey { session: "s".to_owned(), from: 1, to: 2 };
        let note =
            format!("# 2026-11-21\n\n## 10:00 — Memory Flush #1\n{key}\n\n- [db]: PostgreSQL\n");
        assert_eq!(without_frame(&note, true), "\n\n\n\n\n- [db]: PostgreSQL\n");
        assert_eq!(without_frame("## 10:00\n- a\n", true), "## 10:00\n- a\n");
        assert_eq!(day_of("episodes/live/2026-11-21.md"), Some("2026-11-21"));
        assert_eq!(day_of("episodes/imported/claude-2026.md"), None);
        assert_eq!(day_of("memory/2026-11-21.md"), None);
        assert_eq!(escape_distilled("```\n- a"), "\\```\n- a");
    }

    #[test]
    fn the_comments_behind_a_fact_are_none_of_its_words() {
        let (at, by) = ("<!-- palimp:at a.rs:3 -->", "<!-- palimp: by=agent lasting=yes -->");
        let read = parse(&format!("## 10:00\n\n- [db]: 5 {at}\n- b\n- c {by} {at}\n"));
        assert_eq!(read[0].facts().collect::<Vec<_>>(), ["[db]: 5", "b", "c"]);
        let both = format!("{by} {at}");
        let marked = [("[db]: 5", at), ("b", ""), ("c", &*both)];
        assert_eq!(read[0].facts_with_comments().collect::<Vec<_>>(), marked);
    }

    #[test]
    fn what_a_person_wrote_is_an_entry() {
        let read = parse("## 15:30\n\nUser discussed JWT.\n");
        assert_eq!(
            (read[0].time.as_str(), read[0].body.as_str()),
            ("15:30", "User discussed JWT.")
        );
    }

    proptest! {
        #[test]
        fn a_key_is_read_back(session in "(?s).{1,40}", from in 0i64.., to in 0i64..) {
            let key = EpisodeKey { session, from, to };
            let line = key.to_string();
            prop_assert_eq!(line.lines().count(), 1);
            prop_assert_eq!(EpisodeKey::parse(&line), Some(key));
        }

        #[test]
        fn no_answer_forges_an_entry(answer in "(?s)([-#=<!> a\n0:]|## |<!-- palimp:flush s 1-2 -->){0,40}") {
            let note = Episode {
                time: "10:00".to_owned(), number: 1, key: None, by: None, body: escape_distilled(&answer), line: 1,
            };
            let read = parse(&note.to_string());
            prop_assert_eq!(read.len(), 1);
            prop_assert_eq!(&read[0].key, &None);
        }
    }
}
