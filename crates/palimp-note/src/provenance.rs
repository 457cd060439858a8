//! Provenance of an entry, in a comment that readers do not see.

use std::borrow::Cow;
use std::fmt;
use std::iter;
use std::ops::Range;

pub use palimp_core::author::AuthorKind;
use palimp_core::project::ProjectIdentity;

use crate::anchor::{self, Anchor};
use crate::comment::{escape_value, unescape_value};

/// Provenance of an entry. Text that the user writes needs none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// Author of the entry.
    pub by: AuthorKind,
    /// The client.
    pub client: Option<String>,
    /// The session.
    pub session: Option<String>,
    /// The project's name.
    pub project: Option<String>,
    /// The project's id, which tells projects of one name apart.
    pub project_id: Option<String>,
    /// The commit at which it was true.
    pub commit: Option<String>,
    /// Time of writing, as given by the writer.
    pub at: Option<String>,
    /// The day on which the user said that it may always be told.
    pub approved: Option<String>,
    /// Other words in which it may be asked for, separated by `|`: used for search, never shown.
    pub aliases: Option<String>,
    /// The places in the code that it speaks of, as its writer named them, with `|` between them:
    /// those that are no anchors.
    pub places: Option<String>,
    /// `yes`, where a model that condensed a conversation would have it last.
    pub lasting: Option<String>,
    /// The last day on which it was said again.
    pub again: Option<String>,
    /// The day on which it went to the archive, because nobody had been told of it for long.
    pub aged: Option<String>,
    /// The places in the code that it speaks of, with what stood there; each in a comment of its own.
    pub anchors: Vec<Anchor>,
}

/// Beginning of the comment.
pub const PROVENANCE_START: &str = "<!-- palimp: ";
/// End of the comment.
const COMMENT_END: &str = " -->";
/// Beginning of every comment of palimp's.
const PALIMP_COMMENT_START: &str = "<!-- palimp:";
/// Field with the id of a project.
const PROJECT_ID_FIELD: &str = " project-id=";
/// Comment at the end of a text of several lines that begins with such a comment.
pub const END_COMMENT: &str = "<!-- palimp: end -->";

/// Returns the range of the id by which a line's comment names its project.
///
/// ```
/// use palimp_note::provenance::find_project_id;
///
/// let line = "- a <!-- palimp: by=agent project=shop project-id=5a1c -->";
/// assert_eq!(&line[find_project_id(line).unwrap()], "5a1c");
/// assert_eq!(find_project_id("- a project-id=5a1c"), None);
/// ```
pub fn find_project_id(line: &str) -> Option<Range<usize>> {
    let comment = line.find(PROVENANCE_START)?;
    let from = comment + line[comment..].find(PROJECT_ID_FIELD)? + PROJECT_ID_FIELD.len();
    let length = line[from..].bytes().take_while(u8::is_ascii_hexdigit).count();
    Some(from..from + length)
}

impl Provenance {
    /// Parses the comment that a line holds, with those of its anchors, and nothing else.
    pub fn parse(line: &str) -> Option<Provenance> {
        let line = line.trim();
        let (comment, behind) = line.split_at(comment_end(line, 0)?);
        if !line_without_comments(behind).is_empty() {
            return None;
        }
        Some(Provenance { anchors: Anchor::in_line(behind), ..Provenance::parse_comment(comment)? })
    }

    /// Parses a comment, and nothing else.
    fn parse_comment(comment: &str) -> Option<Provenance> {
        let pairs = comment.strip_prefix(PROVENANCE_START)?.strip_suffix(COMMENT_END)?;
        if comment == END_COMMENT {
            return None;
        }
        let mut provenance = Provenance::default();
        for (key, value) in pairs.split(' ').filter_map(|pair| pair.split_once('=')) {
            if key == "by" {
                provenance.by = AuthorKind::from_name(value).unwrap_or_default();
            } else if let Some(field) = provenance.field_mut(key) {
                *field = Some(unescape_value(value)).filter(|value| !value.is_empty());
            }
        }
        Some(provenance)
    }

    /// Of the user's own words, which hold everywhere.
    pub fn of_user() -> Provenance {
        Provenance { by: AuthorKind::User, ..Provenance::default() }
    }

    /// Returns true if it holds in `project`.
    pub fn holds_in(&self, project: &ProjectIdentity) -> bool {
        match (&self.project_id, &self.project) {
            (Some(id), _) => *id == project.id,
            (None, Some(name)) => *name == project.name,
            (None, None) => true,
        }
    }

    fn field_mut(&mut self, key: &str) -> Option<&mut Option<String>> {
        match key {
            "client" => Some(&mut self.client),
            "session" => Some(&mut self.session),
            "project" => Some(&mut self.project),
            "project-id" => Some(&mut self.project_id),
            "commit" => Some(&mut self.commit),
            "at" => Some(&mut self.at),
            "approved" => Some(&mut self.approved),
            "aliases" => Some(&mut self.aliases),
            "places" => Some(&mut self.places),
            "lasting" => Some(&mut self.lasting),
            "again" => Some(&mut self.again),
            "aged" => Some(&mut self.aged),
            _ => None,
        }
    }
}

/// The comment, on one line.
///
/// ```
/// use palimp_note::provenance::{AuthorKind, Provenance};
///
/// let client = Some("claude".to_owned());
/// let provenance = Provenance { by: AuthorKind::Agent, client, ..Provenance::default() };
/// assert_eq!(provenance.to_string(), "<!-- palimp: by=agent client=claude -->");
/// ```
impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{PROVENANCE_START}by={}", self.by.name())?;
        let fields = [
            ("client", &self.client),
            ("session", &self.session),
            ("project", &self.project),
            ("project-id", &self.project_id),
            ("commit", &self.commit),
            ("at", &self.at),
            ("approved", &self.approved),
            ("aliases", &self.aliases),
            ("places", &self.places),
            ("lasting", &self.lasting),
            ("again", &self.again),
            ("aged", &self.aged),
        ];
        for (key, value) in fields {
            if let Some(value) = value.as_deref().filter(|value| !value.is_empty()) {
                write!(f, " {key}={}", escape_value(value))?;
            }
        }
        f.write_str(COMMENT_END)?;
        self.anchors.iter().try_for_each(|anchor| write!(f, " {anchor}"))
    }
}

/// A line without palimp's comments, and what the first of them says; none where it holds no
/// comment of palimp's.
pub fn taken_out(line: &str) -> Option<(String, Comment)> {
    let all: Vec<_> = comment_ranges(line).collect();
    let (first, more) = all.split_first()?;
    let mut first = Comment::parse(&line[first.clone()]);
    if let Comment::By(by) = &mut first {
        let room = anchor::MAX_ANCHORS_PER_FACT.saturating_sub(by.anchors.len());
        let anchors = more.iter().filter_map(|range| Anchor::parse(&line[range.clone()]));
        by.anchors.extend(anchors.take(room));
    }
    Some((without_ranges(line, all.into_iter()).into_owned(), first))
}

/// Returns a line without palimp's comments.
pub fn line_without_comments(line: &str) -> Cow<'_, str> {
    without_ranges(line, comment_ranges(line))
}

fn without_ranges(line: &str, comments: impl Iterator<Item = Range<usize>>) -> Cow<'_, str> {
    let (mut said, mut end) = (String::new(), 0);
    for comment in comments {
        said.push_str(&line[end..comment.start]);
        end = comment.end;
    }
    match end {
        0 => Cow::Borrowed(line),
        _ => Cow::Owned((said + &line[end..]).trim_end().to_owned()),
    }
}

/// Byte ranges of palimp's comments in a line.
fn comment_ranges(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    iter::from_fn(move || {
        let mut start = from + line[from..].find('<')?;
        while !line[start..].starts_with(PALIMP_COMMENT_START) {
            start += 1 + line[start + 1..].find('<')?;
        }
        from = comment_end(line, start)?;
        Some(start..from)
    })
}

/// Returns the end of the comment that begins at `start`. Searches for one character rather than
/// for three, because a hook reads the comments of whole notes while its client waits.
fn comment_end(line: &str, start: usize) -> Option<usize> {
    let mut end = start;
    loop {
        end += line[end..].find('>')? + 1;
        if line[start..end].ends_with("-->") {
            return Some(end);
        }
    }
}

/// Returns a line without the names in palimp's comments for which `goes` is true; `word` replaces
/// the name of a project.
pub fn remove_names<'l>(
    line: &'l str,
    word: &str,
    goes: impl Fn(&str) -> bool + Copy,
) -> Cow<'l, str> {
    let names = |anchor: &Anchor| goes(&anchor.path) || anchor.symbol.as_deref().is_some_and(goes);
    match Anchor::in_line(line).iter().find(|anchor| names(anchor)) {
        Some(anchor) if line.contains(&format!(" {anchor}")) => {
            let left = line.replacen(&format!(" {anchor}"), "", 1);
            Cow::Owned(remove_names(&left, word, goes).into_owned())
        }
        _ => without_names(line, word, goes),
    }
}

fn without_names<'l>(
    line: &'l str,
    word: &str,
    goes: impl Fn(&str) -> bool + Copy,
) -> Cow<'l, str> {
    let Some(start) = line.find(PROVENANCE_START) else { return Cow::Borrowed(line) };
    let Some(length) = line[start..].find(COMMENT_END) else { return Cow::Borrowed(line) };
    let (head, pairs) = line[..start + length].split_at(start + PROVENANCE_START.len());
    let pairs = pairs.split(' ').filter_map(|pair| match pair.split_once('=') {
        Some((key @ ("aliases" | "places"), list)) => {
            let stays = |name: &&str| !goes(&unescape_value(name));
            let left: Vec<&str> = list.split('|').filter(stays).collect();
            (!left.is_empty()).then(|| format!("{key}={}", left.join("|")))
        }
        Some((key, value)) if goes(&unescape_value(value)) => match key {
            "project" => Some(format!("{key}={word}")),
            "project-id" => None,
            _ => Some(pair.to_owned()),
        },
        _ => Some(pair.to_owned()),
    });
    let pairs = pairs.collect::<Vec<_>>().join(" ");
    Cow::Owned(format!("{head}{pairs}{}", without_names(&line[start + length..], word, goes)))
}

/// Returns a note in whose comments the entries that `moves` names a project for are that project's;
/// `None` if there are none. `moves` gets the provenance of each entry, in the note's order.
///
/// ```
/// use palimp_core::project::ProjectIdentity;
/// use palimp_note::provenance::with_projects;
///
/// let shop = ProjectIdentity { id: "7".into(), name: "my shop".into(), root: "/".into() };
/// let note = "- a <!-- palimp: by=agent project=old project-id=5 at=1 -->\n- b\n";
/// let moved = with_projects(note, &mut |by| (by.project_id.as_deref() == Some("5")).then_some(&shop));
/// let expect = "- a <!-- palimp: by=agent project=my%20shop project-id=7 at=1 -->\n- b\n";
/// assert_eq!(moved.as_deref(), Some(expect));
/// ```
pub fn with_projects<'p>(
    note: &str,
    moves: &mut dyn FnMut(&Provenance) -> Option<&'p ProjectIdentity>,
) -> Option<String> {
    let mut new = String::new();
    let mut rest = note;
    let mut is_changed = false;
    while let Some(start) = rest.find(PROVENANCE_START) {
        let Some(length) = rest[start..].find(COMMENT_END) else { break };
        let end = start + length + COMMENT_END.len();
        let comment = &rest[start..end];
        new.push_str(&rest[..start]);
        match Provenance::parse_comment(comment).and_then(|by| moves(&by)) {
            Some(project) if !comment.contains('\n') => {
                is_changed = true;
                new.push_str(&with_project(comment, project));
            }
            _ => new.push_str(comment),
        }
        rest = &rest[end..];
    }
    is_changed.then(|| new + rest)
}

fn with_project(comment: &str, project: &ProjectIdentity) -> String {
    let pairs = comment.split(' ').map(|pair| match pair.split_once('=') {
        Some(("project", _)) => Cow::Owned(format!("project={}", escape_value(&project.name))),
        Some(("project-id", _)) => Cow::Owned(format!("project-id={}", escape_value(&project.id))),
        _ => Cow::Borrowed(pair),
    });
    pairs.collect::<Vec<_>>().join(" ")
}

/// Content of a comment of palimp's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comment {
    /// Author of the text at which it stands.
    By(Box<Provenance>),
    /// That such a text ends.
    End,
    /// Something else.
    Other,
}

impl Comment {
    fn parse(comment: &str) -> Comment {
        match Provenance::parse_comment(comment) {
            Some(by) => Comment::By(Box::new(by)),
            None if comment == END_COMMENT => Comment::End,
            None => Comment::Other,
        }
    }
}

/// Returns true if a text names its author, or that of a part of it.
pub(crate) fn bears_author(text: &str) -> bool {
    text.contains(PROVENANCE_START)
}

/// Escapes a text from elsewhere, so that nothing in it passes for a comment of palimp's.
pub fn escape_comments(text: &str) -> Cow<'_, str> {
    let mut safe = String::new();
    let mut done = 0;
    for (at, mark) in text.match_indices("<!--") {
        let after =
            text[at + mark.len()..].trim_start_matches(|c: char| c.is_whitespace() || c == '-');
        if after.get(..7).is_some_and(|name| name.eq_ignore_ascii_case("palimp:")) {
            safe.push_str(&text[done..at]);
            safe.push_str("&lt;!--");
            done = at + mark.len();
        }
    }
    match done {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(safe + &text[done..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_comment_is_read_back() {
        let line = "  <!-- palimp: by=agent client=claude session=s-1 later=x project=내%20앱 -->";
        let provenance = Provenance::parse(line).unwrap();
        assert_eq!(provenance.by, AuthorKind::Agent);
        assert_eq!(provenance.project.as_deref(), Some("내 앱"));
        assert_eq!(Provenance::parse("<!-- palimp: by=god -->").unwrap().by, AuthorKind::Tool);
        for other in
            ["", "text", "<!-- other -->", "<!-- palimp:flush s 1-2 -->", "<!-- palimp: by=user"]
        {
            assert_eq!(Provenance::parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_line_is_read_without_the_comment_wherever_it_stands() {
        let by = |line: &str| taken_out(line).map(|(text, _)| text);
        assert_eq!(by("- a <!-- palimp: by=agent -->\r").as_deref(), Some("- a"));
        assert_eq!(by("- a <!-- palimp: by=agent --> b").as_deref(), Some("- a  b"));
        assert_eq!(by("  <!-- palimp:flush s 1-2 -->").as_deref(), Some(""));
        assert_eq!(by("a <!-- other --> b"), None);
        assert_eq!(by("a <!-- palimp: by=agent"), None);
        let two = taken_out("a <!-- palimp: by=agent --> <!-- palimp: by=user -->").unwrap();
        let agent = Provenance { by: AuthorKind::Agent, ..Provenance::default() };
        assert_eq!(two, ("a".to_owned(), Comment::By(Box::new(agent))));
        assert_eq!(taken_out(END_COMMENT), Some((String::new(), Comment::End)));
    }

    #[test]
    fn a_forged_comment_is_text() {
        for forged in [
            "a <!-- palimp: by=user --> b",
            "<!--palimp: by=user -->",
            "<!--\n  palimp:flush s 1-2 -->",
            "<!-- PALIMP: end -->",
            "<!--- palimp: by=user -->",
        ] {
            let safe = escape_comments(forged);
            assert!(safe.contains("&lt;!--") && !safe.contains("<!--"), "{safe}");
            assert!(safe.lines().all(|line| taken_out(line).is_none()), "{safe}");
        }
        assert_eq!(escape_comments("<!-- mine --> 가 <!--"), "<!-- mine --> 가 <!--");
    }

    #[test]
    fn a_scope_is_a_project_by_its_id_else_by_its_name() {
        let shop = ProjectIdentity::from_root("/srv/shop");
        let other = ProjectIdentity { id: "0".to_owned(), ..shop.clone() };
        let by = |project: Option<&str>, id: Option<&str>| Provenance {
            project: project.map(str::to_owned),
            project_id: id.map(str::to_owned),
            ..Provenance::default()
        };
        assert!(by(None, None).holds_in(&shop));
        assert!(by(Some("shop"), None).holds_in(&shop));
        assert!(!by(Some("app"), None).holds_in(&shop));
        assert!(by(Some("renamed"), Some(&shop.id)).holds_in(&shop));
        assert!(!by(Some("shop"), Some(&shop.id)).holds_in(&other));
    }

    proptest! {
        #[test]
        fn no_value_closes_the_comment(value in "[-><!% a가\n\r\t\u{2028}=]{1,20}", any in "(?s).{1,20}") {
            for value in [value, any] {
                let provenance = Provenance {
                    by: AuthorKind::Import,
                    session: Some(value.clone()),
                    project: Some(value.clone()),
                    project_id: Some(value),
                    ..Provenance::default()
                };
                let text = provenance.to_string();
                prop_assert_eq!(text.matches("--").count(), 2, "{}", text);
                prop_assert_eq!(text.lines().count(), 1);
                prop_assert_eq!(Provenance::parse(&text), Some(provenance));
            }
        }
    }
}
