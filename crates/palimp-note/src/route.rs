//! Target note and format of an entry that is saved.

use std::fmt;
use std::str::FromStr;

use palimp_core::text::{one_line, prefix};

use crate::authors::fences;
use crate::messages;
use crate::path::{NotePath, to_nfc};
use crate::provenance::{END_COMMENT, Provenance};

/// Kind of a saved text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SaveKind {
    /// Something of today: the daily log.
    #[default]
    Daily,
    /// Knowledge for every session: `MEMORY.md`.
    Core,
    /// Preferences of the user: `shared/preferences.md`.
    Preference,
    /// Decisions: `shared/decisions.md`.
    Decision,
    /// Descriptions of projects: `shared/projects.md`.
    Project,
    /// Instructions: a note of its own in `procedures/`.
    Procedure,
    /// Lessons of work here: `AGENTS.md`.
    Lesson,
    /// Facts: a note of its own in `semantic/`.
    Semantic,
}

/// A moment in the user's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalTime {
    /// The year.
    pub year: i32,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
    /// The hour, from 0 to 23.
    pub hour: u8,
    /// The minute.
    pub minute: u8,
}

/// Text to append, and its note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteEntry {
    /// The note.
    pub path: NotePath,
    /// Heading of a new note; empty if the text has its own heading.
    pub heading: String,
    /// Text to append.
    pub text: String,
}

/// There is no such kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", messages::kind_unknown(.0))]
pub struct UnknownKind(String);

/// Maximum length of a slug, in characters and in words.
const SLUG_CHARS: usize = 60;
const SLUG_WORDS: usize = 8;
/// Maximum length of the heading of a note that is named by its text, in characters.
const TITLE_CHARS: usize = 80;
/// Names that Windows gives to devices.
const RESERVED_DEVICE_NAMES: &[&str] = &["con", "prn", "aux", "nul"];

impl SaveKind {
    /// Every kind.
    pub const ALL: [SaveKind; 8] = [
        SaveKind::Daily,
        SaveKind::Core,
        SaveKind::Preference,
        SaveKind::Decision,
        SaveKind::Project,
        SaveKind::Procedure,
        SaveKind::Lesson,
        SaveKind::Semantic,
    ];

    /// The name.
    pub fn as_str(self) -> &'static str {
        match self {
            SaveKind::Daily => "daily",
            SaveKind::Core => "core",
            SaveKind::Preference => "preference",
            SaveKind::Decision => "decision",
            SaveKind::Project => "project",
            SaveKind::Procedure => "procedure",
            SaveKind::Lesson => "lesson",
            SaveKind::Semantic => "semantic",
        }
    }

    /// Returns the path of the note, and the words of its first heading.
    fn target_note(self, text: &str, when: LocalTime) -> (String, String) {
        let fixed = |path: &str, heading: &str| (path.to_owned(), heading.to_owned());
        let own = |directory: &str| (format!("{directory}/{}.md", slug(text)), note_title(text));
        match self {
            SaveKind::Daily => (format!("memory/{}.md", when.date()), when.date()),
            SaveKind::Core => fixed("MEMORY.md", "Memory"),
            SaveKind::Preference => fixed("shared/preferences.md", "Preferences"),
            SaveKind::Decision => fixed("shared/decisions.md", "Decisions"),
            SaveKind::Project => fixed("shared/projects.md", "Projects"),
            SaveKind::Procedure => own("procedures"),
            SaveKind::Lesson => fixed("AGENTS.md", "Lessons"),
            SaveKind::Semantic => own("semantic"),
        }
    }
}

impl fmt::Display for SaveKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for SaveKind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<SaveKind, UnknownKind> {
        let kind = SaveKind::ALL.into_iter().find(|kind| kind.as_str() == name);
        kind.ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

impl LocalTime {
    /// `2026-11-21`.
    pub fn date(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// `09:05`.
    pub fn time(self) -> String {
        format!("{:02}:{:02}", self.hour, self.minute)
    }
}

/// Returns the note for `text` and its format there.
///
/// A text of one line becomes an item of a list, in the daily log with its time; a longer one is
/// kept as it is, in the daily log below its time. Its provenance is written with it; see
/// [`sign_text`].
///
/// ```
/// use palimp_note::route::{LocalTime, SaveKind, route_entry};
///
/// let when = LocalTime { year: 2026, month: 11, day: 21, hour: 9, minute: 5 };
/// let entry = route_entry(SaveKind::Daily, "배포는 금요일에 안 한다", when, None);
/// assert_eq!(entry.path.as_str(), "memory/2026-11-21.md");
/// assert_eq!(entry.heading, "# 2026-11-21");
/// assert_eq!(entry.text, "- 09:05 배포는 금요일에 안 한다");
/// ```
pub fn route_entry(
    kind: SaveKind,
    text: &str,
    when: LocalTime,
    by: Option<&Provenance>,
) -> NoteEntry {
    let (path, heading) = kind.target_note(text, when);
    let path = NotePath::new(&path).unwrap_or_else(|_| fallback_path());
    let time = (kind == SaveKind::Daily).then(|| when.time());
    let heads_itself = text.trim_start().starts_with("# ") && time.is_none();
    let heading = if heads_itself { String::new() } else { format!("# {heading}") };
    let own_note = matches!(kind, SaveKind::Procedure | SaveKind::Semantic);
    let line = text.trim();
    let text = if own_note || line.contains('\n') || (time.is_none() && is_block(line)) {
        format_block(text, time, by)
    } else {
        format_item(line, time, by)
    };
    NoteEntry { path, heading, text }
}

/// The name of a note that is named by its text: its first words, in lower case, in any script,
/// joined by dashes. Never empty, and never a path.
pub fn slug(text: &str) -> String {
    let line = text.lines().find(|line| line.contains(char::is_alphanumeric)).unwrap_or("");
    let start = to_nfc(prefix(line, 4 * SLUG_CHARS)).to_lowercase();
    let words = start.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut slug = String::new();
    let mut chars = 0;
    for word in words.take(SLUG_WORDS) {
        let length = word.chars().count() + usize::from(chars > 0);
        if chars > 0 && chars + length > SLUG_CHARS {
            break;
        }
        slug.push_str(if chars > 0 { "-" } else { "" });
        slug.push_str(prefix(word, SLUG_CHARS));
        chars += length;
    }
    let slug = to_nfc(&slug);
    match slug.as_str() {
        "" => "note".to_owned(),
        device if RESERVED_DEVICE_NAMES.contains(&device) => format!("{device}-note"),
        _ => slug,
    }
}

/// Returns the words of the heading of a note that is named by its text.
fn note_title(text: &str) -> String {
    let line = text.lines().find(|line| line.contains(char::is_alphanumeric)).unwrap_or("Note");
    let words = one_line(line.trim_start_matches(['#', '-', '*', '>', ' ']));
    // A mark within a word ends no sentence: `rotate.sh`, `v1.2`.
    let ends = [". ", "。", "! ", "? "].into_iter().filter_map(|end| words.find(end));
    let sentence = ends.min().map_or(&*words, |end| {
        let mark = words[end..].chars().next().map_or(0, char::len_utf8);
        &words[..end + mark]
    });
    prefix(sentence, TITLE_CHARS).trim_end_matches(['.', '。', ' ']).to_owned()
}

/// Path for a text whose words make no name; [`slug`] ensures that this never happens.
fn fallback_path() -> NotePath {
    NotePath::new("semantic/note.md").expect("a path")
}

fn format_item(line: &str, time: Option<String>, by: Option<&Provenance>) -> String {
    let time = time.map_or(String::new(), |time| format!("{time} "));
    sign_text(&format!("- {time}{line}"), by)
}

fn format_block(text: &str, time: Option<String>, by: Option<&Provenance>) -> String {
    let time = time.map_or(String::new(), |time| format!("**{time}**\n\n"));
    format!("{time}{}", sign_text(text, by))
}

/// Formats a text for a note of many entries: a line of plain words becomes an item of a list.
pub fn as_list_item(text: &str) -> String {
    let text = text.trim();
    if text.contains('\n') || is_block(text) { text.to_owned() } else { format!("- {text}") }
}

/// Adds the comment with the provenance to a text: behind a line that is an item or a sentence,
/// else before the text and at its end. The user's own words need none, and are kept as they are. A
/// code fence or a comment that another's text leaves open is closed, so that it does not swallow
/// the text that follows.
///
/// ```
/// use palimp_note::provenance::{AuthorKind, Provenance};
/// use palimp_note::route::sign_text;
///
/// let by = Provenance { by: AuthorKind::Agent, ..Provenance::default() };
/// assert_eq!(sign_text("- a", Some(&by)), "- a <!-- palimp: by=agent -->");
/// assert_eq!(
///     sign_text("a\nb\n", Some(&by)),
///     "<!-- palimp: by=agent -->\na\nb\n<!-- palimp: end -->"
/// );
/// ```
pub fn sign_text(text: &str, by: Option<&Provenance>) -> String {
    let Some(by) = by else { return text.to_owned() };
    let text = close_open_blocks(text.trim_end());
    let words = text.strip_prefix("- ").unwrap_or(&text);
    if !text.contains('\n') && !is_block(words) {
        return format!("{text} {by}");
    }
    format!("{by}\n{text}\n{END_COMMENT}")
}

/// Closes the code fence and the comment that a text leaves open.
fn close_open_blocks(text: &str) -> String {
    let mut closed = text.to_owned();
    if let Some(open) = text.rfind("<!--").filter(|&open| !text[open..].contains("-->")) {
        closed.replace_range(open..open + 1, "&lt;");
    }
    if let Some(fence) = fences::missing_closing(&closed) {
        closed.push('\n');
        closed.push_str(&fence);
    }
    closed
}

/// Returns true if a line is already more than words: an item, a heading, a quotation, a table.
fn is_block(line: &str) -> bool {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = numbered.len() < line.len() && numbered.starts_with(". ");
    number
        || ["- ", "* ", "+ ", "# ", "## ", "### ", "> ", "|", "```", "~~~", "<!--"]
            .iter()
            .any(|mark| line.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authors::Authors;
    use crate::provenance::AuthorKind;
    use proptest::prelude::*;

    const NOON: LocalTime = LocalTime { year: 2026, month: 3, day: 4, hour: 12, minute: 0 };

    fn check(kind: SaveKind, text: &str, expected: (&str, &str, &str)) {
        let entry = route_entry(kind, text, NOON, None);
        assert_eq!((entry.path.as_str(), entry.heading.as_str(), entry.text.as_str()), expected);
    }

    #[test]
    fn every_kind_has_its_place() {
        check(SaveKind::Daily, "a\n", ("memory/2026-03-04.md", "# 2026-03-04", "- 12:00 a"));
        check(SaveKind::Daily, "# a", ("memory/2026-03-04.md", "# 2026-03-04", "- 12:00 # a"));
        check(SaveKind::Core, "a", ("MEMORY.md", "# Memory", "- a"));
        check(SaveKind::Preference, "- a", ("shared/preferences.md", "# Preferences", "- a"));
        check(SaveKind::Decision, "a\nb", ("shared/decisions.md", "# Decisions", "a\nb"));
        check(SaveKind::Project, "1. a", ("shared/projects.md", "# Projects", "1. a"));
        check(SaveKind::Lesson, "a", ("AGENTS.md", "# Lessons", "- a"));
        check(
            SaveKind::Procedure,
            "How to Deploy. First",
            ("procedures/how-to-deploy-first.md", "# How to Deploy", "How to Deploy. First"),
        );
        check(
            SaveKind::Semantic,
            "# 결제 API\n\n본문",
            ("semantic/결제-api.md", "", "# 결제 API\n\n본문"),
        );
    }

    #[test]
    fn a_long_entry_stands_below_its_time_as_it_is() {
        let text = "```\nC:\\new\n```\n";
        let entry = route_entry(SaveKind::Daily, text, NOON, None);
        assert_eq!(entry.text, format!("**12:00**\n\n{text}"));
    }

    #[test]
    fn provenance_stands_with_the_entry() {
        let by = Provenance { by: AuthorKind::Agent, ..Provenance::default() };
        let one = route_entry(SaveKind::Core, "a", NOON, Some(&by));
        assert_eq!(one.text, "- a <!-- palimp: by=agent -->");
        let long = route_entry(SaveKind::Daily, "a\nb", NOON, Some(&by));
        assert_eq!(long.text, "**12:00**\n\n<!-- palimp: by=agent -->\na\nb\n<!-- palimp: end -->");
        let own = route_entry(SaveKind::Semantic, "a", NOON, Some(&by));
        assert_eq!(own.text, "a <!-- palimp: by=agent -->");
    }

    #[test]
    fn a_text_takes_in_nothing_behind_it() {
        let by = Provenance { by: AuthorKind::Agent, ..Provenance::default() };
        let check = |text: &str, inner: &str| {
            let expect = format!("{by}\n{inner}\n<!-- palimp: end -->");
            assert_eq!(sign_text(text, Some(&by)), expect);
            let note = format!("{expect}\n\n- mine\n```\nmine\n```\n");
            let authors = Authors::parse(&note);
            let mine = note.lines().position(|line| line == "- mine").unwrap() + 1;
            assert!((mine..mine + 4).all(|line| authors.of_line(line).is_none()), "{note}");
        };
        check("a\n````sh\nb\n```", "a\n````sh\nb\n```\n````");
        check("a <!-- b --> <!--\nc", "a <!-- b --> &lt;!--\nc");
        check("# heading", "# heading");
        check("- ```", "- ```");
        check("| a |", "| a |");
        assert_eq!(sign_text("- <!-- a", Some(&by)), "- &lt;!-- a <!-- palimp: by=agent -->");
    }

    #[test]
    fn names_are_those_of_the_commands() {
        assert!(SaveKind::ALL.into_iter().all(|kind| kind.as_str().parse() == Ok(kind)));
        let said = "memo".parse::<SaveKind>().unwrap_err().to_string();
        assert!(said.contains("memo") && said.contains("daily"), "{said}");
    }

    #[test]
    fn a_heading_is_the_first_sentence() {
        assert_eq!(
            note_title("Run scripts/rotate.sh, v1.2 first. Then restart."),
            "Run scripts/rotate.sh, v1.2 first"
        );
        assert_eq!(note_title("왜 이렇게 했나? 빨라서."), "왜 이렇게 했나?");
        assert_eq!(note_title("直す。次に"), "直す");
        assert_eq!(note_title("## 배포 절차"), "배포 절차");
    }

    #[test]
    fn slugs_are_short_and_in_any_script() {
        assert_eq!(slug("  **결정**: PostgreSQL로 간다!\nmore"), "결정-postgresql로-간다");
        assert_eq!(slug("결정"), "결정");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("--- \n"), "note");
        assert_eq!(slug("NUL"), "nul-note");
        assert_eq!(slug("認証を直す"), "認証を直す");
        assert_eq!(
            slug("one two three four five six seven eight nine"),
            "one-two-three-four-five-six-seven-eight"
        );
    }

    proptest! {
        #[test]
        fn every_text_has_a_place(text in "(?s).{0,200}", marks in "[./\\\\: \n\0가İ#-]{0,90}") {
            for text in [text, marks] {
                let slug = slug(&text);
                prop_assert!((1..=SLUG_CHARS + 5).contains(&slug.chars().count()), "{}", slug);
                let path = NotePath::new(&format!("semantic/{slug}.md"));
                prop_assert!(path.is_ok(), "{path:?}");
                let entry = route_entry(SaveKind::Semantic, &text, NOON, None);
                prop_assert_eq!(Ok(entry.path), path);
            }
        }
    }
}
