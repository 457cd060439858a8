//! Parsing of a note's metadata: its title, project, tags and links.
//!
//! Parsing a note never fails: front matter that is not closed is text, an invalid value is absent.
//! Nothing is ever written back from here, so unknown keys are kept by being left alone.

mod front;
mod inline;
mod labels;

pub(crate) use inline::percent_decoded;
pub use labels::Labels;

use std::collections::HashSet;
use std::ops::Range;

use palimp_core::text::one_line;

use crate::line_kinds::{LineShape, NoteLines, front_matter};

/// Metadata of a note, from its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteMetadata {
    /// Byte range of the front matter, including its fences.
    pub front: Option<Range<usize>>,
    /// `title` of the front matter, else the first heading of the first level.
    pub title: Option<String>,
    /// `project`: whose note this is. One that names none holds everywhere.
    pub project: Option<String>,
    /// `kind` or `type`.
    pub kind: Option<String>,
    /// `date` or `created`, as it stands there.
    pub date: Option<String>,
    /// `tags`, then every `#tag` of the text; without `#`, each once.
    pub tags: Vec<String>,
    /// `aliases`: other names by which links call the note.
    pub aliases: Vec<String>,
    /// Every key of the front matter with its values, the key in lower case. A text with commas is
    /// its parts, and the whole as well.
    pub properties: Vec<(String, Vec<String>)>,
    /// The notes and files that the text links to, in order.
    pub links: Vec<NoteLink>,
}

/// A link to a note or another file of the vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteLink {
    /// Target of the link: a name as in `[[결정]]`, or a relative path as in `[why](why.md)`, percent
    /// signs decoded. Empty for a heading of the note itself.
    pub target: String,
    /// The heading or block that it leads to, without `#`.
    pub heading: Option<String>,
    /// The words that stand for it, when they are not the target.
    pub label: Option<String>,
    /// True for a `[[name]]`, which is looked up in the whole vault.
    pub wiki: bool,
    /// Byte range in the note.
    pub range: Range<usize>,
}

/// Reads a note.
///
/// ```
/// let note = palimp_note::parse("---\ntags: [db]\n---\n# 결정\nsee [[이유|why]] #sql\n");
/// assert_eq!(note.title.as_deref(), Some("결정"));
/// assert_eq!(note.tags, ["db", "sql"]);
/// assert_eq!(note.links[0].target, "이유");
/// ```
pub fn parse(text: &str) -> NoteMetadata {
    let mut note = parse_front_matter(text);
    let mut heading = None;
    for line in NoteLines::new(text) {
        match line.shape {
            LineShape::Heading { level: 1, text } if heading.is_none() => heading = title_of(text),
            LineShape::Underline { level: 1, since } if heading.is_none() => {
                heading = title_of(&text[since..line.start]);
            }
            _ => {}
        }
        if !matches!(
            line.shape,
            LineShape::Front | LineShape::Code | LineShape::Fence | LineShape::Html
        ) {
            let start = if line.start == 0 { byte_order_mark(text) } else { line.start };
            inline::read_line(line.text, start, &mut note);
        }
    }
    note.title = note.title.or(heading);
    let mut seen = HashSet::new();
    note.tags.retain(|tag| seen.insert(tag.clone()));
    note
}

/// Parses a note's front matter only.
///
/// ```
/// let note = palimp_note::parse_front_matter("---\nproject: shop\n---\n# 결정\n");
/// assert_eq!(note.project.as_deref(), Some("shop"));
/// assert_eq!(note.title, None);
/// ```
pub fn parse_front_matter(text: &str) -> NoteMetadata {
    let mut note = NoteMetadata { front: front_matter(text), ..NoteMetadata::default() };
    if let Some(front) = note.front.clone() {
        front::read_front_matter(&text[front], &mut note);
    }
    note
}

/// The length of the mark that some editors put before a text.
fn byte_order_mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

fn title_of(heading: &str) -> Option<String> {
    Some(one_line(heading)).filter(|title| !title.is_empty())
}

impl NoteMetadata {
    /// Adds a tag, however it is written.
    fn add_tag(&mut self, tag: &str) {
        let tag = tag.trim_start_matches('#').trim_end_matches('/');
        if !tag.is_empty() {
            self.tags.push(tag.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_is_the_front_matters_or_the_first_heading() {
        let title = |text: &str| parse(text).title;
        assert_eq!(title("---\ntitle: \"A: B\"\n---\n# C\n").as_deref(), Some("A: B"));
        assert_eq!(title("---\ntitle:\n---\n# C\n").as_deref(), Some("C"));
        assert_eq!(title("## B\n\n# 첫째  제목 #\n\n# D\n").as_deref(), Some("첫째 제목"));
        assert_eq!(title("over\ntwo\n===\n").as_deref(), Some("over two"));
        assert_eq!(title("```\n# code\n```\ntext"), None);
        assert_eq!(title(""), None);
    }

    #[test]
    fn keys_are_read_in_every_form_and_never_fail() {
        let note = parse(
            "---\r\nTitle: 'It''s' # why\r\nproject: palimp\r\ntype: decision\r\n\
             tags:\r\n  - one\r\n- \"두 번째\"\r\naliases: [A, 'B, C']\r\n\
             created: 2026-11-21T10:00:00\r\nnested:\r\n  project: other\r\n---\r\ntext\r\n",
        );
        assert_eq!(note.title.as_deref(), Some("It's"));
        assert_eq!(note.project.as_deref(), Some("palimp"));
        assert_eq!(note.kind.as_deref(), Some("decision"));
        assert_eq!(note.date.as_deref(), Some("2026-11-21T10:00:00"));
        assert_eq!(note.tags, ["one", "두 번째"]);
        assert_eq!(note.aliases, ["A", "B, C"]);
        let odd = parse("---\ntitle: [\ntags: ,, a , #b\n:::\n\t- x\nproject: \"open\n---\n");
        assert_eq!(odd.tags, ["a", "b"]);
        assert_eq!(odd.project.as_deref(), Some("\"open"));
        let unclosed = parse("---\nproject: x\ntext #tag\n");
        assert_eq!((unclosed.front, unclosed.project), (None, None));
        assert_eq!(unclosed.tags, ["tag"]);
    }

    #[test]
    fn tags_stand_in_text_alone() {
        let tags = |text: &str| parse(text).tags;
        assert_eq!(
            tags("#one, (#two) x#no #1 #3d #a/b/ #one #결정!"),
            ["one", "3d", "a/b", "결정"]
        );
        assert_eq!(tags("`#code` ``#`more`` #yes\n```\n#no\n```\n# Heading #in\n"), ["yes", "in"]);
        assert_eq!(tags("<!-- #no -->\nhttps://x/#no \\#no ## #\n"), [""; 0]);
    }

    #[test]
    fn links_are_found_where_they_stand() {
        let text = "a [[One#Part|the *one*]] ![[그림.png]] [two](dir/two%20b.md#x \"t\") [[ ]]\n\
                    [out](https://example.org) [mail](mailto:a@b) `[[code]]` [x](<a b.md>) [[#here]]\n";
        let links = parse(text).links;
        let seen = links.iter().map(|link| {
            (link.target.as_str(), link.heading.as_deref(), link.label.as_deref(), link.wiki)
        });
        assert_eq!(
            seen.collect::<Vec<_>>(),
            [
                ("One", Some("Part"), Some("the *one*"), true),
                ("그림.png", None, None, true),
                ("dir/two b.md", Some("x"), Some("two"), false),
                ("a b.md", None, Some("x"), false),
                ("", Some("here"), None, true),
            ]
        );
        assert_eq!(&text[links[0].range.clone()], "[[One#Part|the *one*]]");
        assert_eq!(&text[links[2].range.clone()], "[two](dir/two%20b.md#x \"t\")");
    }

    #[test]
    fn a_byte_order_mark_moves_nothing() {
        let text = "\u{feff}[[One]]";
        assert_eq!(&text[parse(text).links[0].range.clone()], "[[One]]");
        assert_eq!(parse("\u{feff}---\ntitle: T\n---\n").title.as_deref(), Some("T"));
    }

    #[test]
    fn brackets_and_ticks_without_end_cost_no_more_than_text() {
        for hostile in ["[", "[[", "[a](", "](", "`", "`` ` ", "#", "<", "[[a", "!["] {
            parse(&hostile.repeat(200_000 / hostile.len()));
        }
        let growing = (1..600).map(|n| "`".repeat(n) + "a").collect::<String>();
        parse(&growing);
    }
}
