//! The place in the code that a fact speaks of, with a sketch of it, so that it can be seen whether
//! the code still says so.
//!
//! An anchor stands in a comment at its fact: `<!-- palimp:at src/auth.rs:40-48 fn=refresh s=… -->`.
//! What it holds of the code is hashes: of the statements that bear the fact's own words, and of some
//! around them. A statement is hashed without white space and without the marks that formatters add
//! and take away, so that it is the same wherever it stands and however its lines are broken.

mod choose;
mod code;
mod rename;
mod sketch;
mod verdict;
mod words;

use std::fmt;

use crate::comment::{escape_value, unescape_value};

pub use choose::{anchor_fact, names_in};
pub use code::symbol_at;
pub use rename::{MAX_RENAME_CANDIDATES, MIN_RENAME_SHARE, rename_candidates};
pub use sketch::Sketch;
pub use verdict::{AnchorVerdict, LineRange};

/// Maximum number of anchors of a fact.
pub const MAX_ANCHORS_PER_FACT: usize = 3;
/// Maximum size of a file that is read, in bytes: a larger one is not code that a person wrote.
pub const MAX_ANCHORED_FILE_BYTES: u64 = 256 << 10;

/// Beginning of the comment.
const ANCHOR_COMMENT_START: &str = "<!-- palimp:at ";
/// End of the comment.
const ANCHOR_COMMENT_END: &str = " -->";

/// A place in the code that a fact speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The file, relative to its project; it never leads out of it.
    pub path: String,
    /// The first and the last line, from 1; none of a whole file.
    pub lines: Option<LineRange>,
    /// Name of the function or type that is defined there.
    pub symbol: Option<String>,
    /// Sketch of the code at the anchor; none if nobody has looked yet.
    pub sketch: Option<Sketch>,
}

impl Anchor {
    /// Parses a place as people and agents write it: `src/auth.rs`, `src/auth.rs:40`,
    /// `src/auth.rs:40-80`, `src/auth.rs:40:7`. None for a path that may lead out of its project.
    ///
    /// ```
    /// use palimp_note::anchor::Anchor;
    ///
    /// let place = Anchor::parse_location("./src/auth.rs:40-80").unwrap();
    /// assert_eq!(place.to_string(), "<!-- palimp:at src/auth.rs:40-80 -->");
    /// assert_eq!(Anchor::parse_location("../secret"), None);
    /// assert_eq!(Anchor::parse_location("/etc/passwd:1"), None);
    /// ```
    pub fn parse_location(text: &str) -> Option<Anchor> {
        let text = text.trim().trim_start_matches("./");
        let (path, lines) = match text.split_once(':') {
            Some((path, lines)) => (path, Some(LineRange::parse(lines)?)),
            None => (text, None),
        };
        is_inner(path).then(|| Anchor { path: path.to_owned(), lines, symbol: None, sketch: None })
    }

    /// Parses an anchor's comment, and nothing else.
    pub fn parse(comment: &str) -> Option<Anchor> {
        let inner =
            comment.trim().strip_prefix(ANCHOR_COMMENT_START)?.strip_suffix(ANCHOR_COMMENT_END)?;
        let mut parts = inner.split(' ');
        let place = parts.next()?;
        let (path, lines) = match place.rsplit_once(':') {
            Some((path, lines)) => (path, Some(LineRange::parse(lines)?)),
            None => (place, None),
        };
        let path = unescape_value(path);
        let mut anchor = Anchor { path, lines, symbol: None, sketch: None };
        for (key, value) in parts.filter_map(|part| part.split_once('=')) {
            match key {
                "fn" => anchor.symbol = Some(unescape_value(value)).filter(|name| !name.is_empty()),
                "s" => anchor.sketch = Sketch::parse(value),
                _ => {}
            }
        }
        is_inner(&anchor.path).then_some(anchor)
    }

    /// The anchors in the comments of a line.
    pub fn in_line(line: &str) -> Vec<Anchor> {
        let comments = line.match_indices(ANCHOR_COMMENT_START).filter_map(|(at, _)| {
            let end = at + line[at..].find("-->")? + "-->".len();
            Anchor::parse(&line[at..end])
        });
        comments.take(MAX_ANCHORS_PER_FACT).collect()
    }

    /// Returns the state of the anchored code in a file whose content is now `text`.
    pub fn check_against(&self, text: &str) -> AnchorVerdict {
        self.sketch
            .as_ref()
            .map_or(AnchorVerdict::Unknown, |sketch| sketch.check_against(self.lines, text))
    }

    /// Formats the place for a person: `src/auth.rs:40-48`.
    pub fn display_location(&self) -> String {
        match self.lines {
            Some(lines) => format!("{}:{lines}", self.path),
            None => self.path.clone(),
        }
    }
}

/// The comment, on one line.
impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // A colon in a name would be taken for the one before the lines.
        write!(f, "{ANCHOR_COMMENT_START}{}", escape_value(&self.path).replace(':', "%3A"))?;
        self.lines.map_or(Ok(()), |lines| write!(f, ":{lines}"))?;
        let symbol = self.symbol.as_deref().unwrap_or("");
        if !symbol.is_empty() {
            write!(f, " fn={}", escape_value(symbol))?;
        }
        self.sketch.as_ref().map_or(Ok(()), |sketch| write!(f, " s={sketch}"))?;
        f.write_str(ANCHOR_COMMENT_END)
    }
}

/// Returns true if a path by itself names a file within its project: relative, without `..`, and
/// without characters that no file name contains. The code that opens the file has to check that no
/// link leads out of the project.
pub fn is_inner(path: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    path.len() <= 400 && path.split('/').all(plain) && !path.contains(|c: char| c.is_control())
}

#[cfg(test)]
mod tests;
