//! The names of notes.

use std::fmt;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::messages;

/// The path of a note within its vault: `shared/decisions.md`.
///
/// It can lead nowhere else: it is relative, has no `..` and no hidden part, and ends in `.md` or
/// `.markdown`. It is in NFC, so that `결정.md` is one note whether a program on macOS or on Linux
/// spelled it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotePath(String);

/// Reason why a text is not a path of a note.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// There is nothing.
    #[error("{}", messages::path_empty())]
    Empty,
    /// It begins at a root, a drive or a home.
    #[error("{}", messages::path_absolute(.0))]
    Absolute(String),
    /// It leads upward.
    #[error("{}", messages::path_upward(.0))]
    Upward(String),
    /// It has backslashes.
    #[error("{}", messages::path_with_backslash(.0))]
    Backslash(String),
    /// It has a NUL, a line break or another control character.
    #[error("{}", messages::path_with_control(format_args!("{:?}", .0)))]
    Control(String),
    /// A part of it begins with a dot.
    #[error("{}", messages::path_hidden(.0))]
    Hidden(String),
    /// A part of it is longer than file systems allow.
    #[error("{}", messages::path_too_long(.0))]
    TooLong(String),
    /// It is no Markdown file.
    #[error("{}", messages::path_not_markdown(.0))]
    NotMarkdown(String),
}

/// The longest name that file systems take, in bytes.
const NAME_BYTES: usize = 255;
/// The longest path that palimp takes, in bytes.
const PATH_BYTES: usize = 1024;

impl NotePath {
    /// Takes a path within a vault. `./` and doubled slashes are dropped.
    ///
    /// ```
    /// use palimp_note::path::NotePath;
    ///
    /// assert_eq!(NotePath::new("./memory//2026-11-21.md").unwrap().as_str(), "memory/2026-11-21.md");
    /// assert!(NotePath::new("../secret.md").is_err());
    /// ```
    pub fn new(text: &str) -> Result<NotePath, PathError> {
        let owned = || text.to_owned();
        if text.is_empty() {
            return Err(PathError::Empty);
        }
        if text.contains(is_forbidden) {
            return Err(PathError::Control(owned()));
        }
        if is_absolute(text) {
            return Err(PathError::Absolute(owned()));
        }
        if text.contains('\\') {
            return Err(PathError::Backslash(owned()));
        }
        let parts = text.split('/').filter(|part| !part.is_empty() && *part != ".");
        let path = parts.map(check_part).collect::<Result<Vec<_>, _>>()?.join("/");
        if path.len() > PATH_BYTES {
            return Err(PathError::TooLong(path));
        }
        if text.ends_with('/') || !is_markdown(&path) {
            return Err(PathError::NotMarkdown(owned()));
        }
        Ok(NotePath(path))
    }

    /// The path as text, with `/` between its parts.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The name without its ending: the title of a note that gives itself none.
    pub fn stem(&self) -> &str {
        self.name().rsplit_once('.').map_or(self.name(), |(stem, _)| stem)
    }

    /// The directories above the file, outermost first.
    pub fn directories(&self) -> impl Iterator<Item = &str> {
        let above = self.0.rsplit_once('/').map_or("", |(above, _)| above);
        above.split('/').filter(|part| !part.is_empty())
    }
}

impl fmt::Display for NotePath {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for NotePath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for NotePath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<NotePath, PathError> {
        NotePath::new(text)
    }
}

fn check_part(text: &str) -> Result<String, PathError> {
    let text = to_nfc(text);
    if text == ".." {
        return Err(PathError::Upward(text));
    }
    if text.starts_with('.') {
        return Err(PathError::Hidden(text));
    }
    if text.len() > NAME_BYTES {
        return Err(PathError::TooLong(text));
    }
    Ok(text)
}

/// Characters that would forge a line of a list, or turn its reading direction around.
fn is_forbidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_absolute(text: &str) -> bool {
    let bytes = text.as_bytes();
    let drive = bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    drive || text.starts_with(['/', '\\']) || text == "~" || text.starts_with("~/")
}

/// Returns true if a file name is that of a note.
pub fn is_markdown(name: &str) -> bool {
    let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty() && !stem.ends_with('/'));
    ending.is_some_and(|(_, ending)| {
        ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown")
    })
}

/// Normalises a name to NFC for comparison.
pub fn to_nfc(text: &str) -> String {
    if text.is_ascii() || is_nfc(text) { text.to_owned() } else { text.nfc().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, path: &str) {
        assert_eq!(NotePath::new(text).map(|path| path.0).as_deref(), Ok(path));
    }

    fn refuse(text: &str, words: &str) {
        let said = NotePath::new(text).expect_err(text).to_string();
        assert!(said.contains(words), "{said}");
    }

    #[test]
    fn notes_of_any_script_and_depth_have_paths() {
        check("MEMORY.md", "MEMORY.md");
        check("memory/2026-11-21.MD", "memory/2026-11-21.MD");
        check("a/b c/결정.markdown", "a/b c/결정.markdown");
        check("./a//b/./c.md", "a/b/c.md");
        check("ab:c.md", "ab:c.md");
    }

    #[test]
    fn names_of_macos_are_those_of_linux() {
        let composed = "결정.md";
        let decomposed = composed.nfd().collect::<String>();
        assert_ne!(composed, decomposed);
        assert_eq!(NotePath::new(&decomposed), NotePath::new(composed));
    }

    #[test]
    fn what_leads_elsewhere_is_refused_in_words() {
        refuse("", "needs a path");
        refuse(".", "not a note");
        refuse("/etc/a.md", "not in the vault");
        refuse("~/a.md", "not in the vault");
        refuse("C:\\a.md", "not in the vault");
        refuse("c:a.md", "not in the vault");
        refuse("\\\\host\\a.md", "not in the vault");
        refuse("../a.md", "points outside");
        refuse("a/../../b.md", "points outside");
        refuse("a\\..\\b.md", "backslash");
        refuse("a\0.md", "character");
        refuse("a\n.md", "character");
        refuse("a\u{202e}dm.md", "character");
        refuse(".git/a.md", "hidden");
        refuse("a/.obsidian/b.md", "hidden");
        refuse(".md", "hidden");
        refuse("a.txt", "end its name in .md");
        refuse("a/.md", "hidden");
        refuse("a.md/", "end its name in .md");
        refuse("md", "end its name in .md");
        refuse(&format!("{}.md", "가".repeat(85)), "too long");
    }

    #[test]
    fn a_path_knows_its_parts() {
        let path = NotePath::new("a/b/결정.v2.md").unwrap();
        assert_eq!((path.name(), path.stem()), ("결정.v2.md", "결정.v2"));
        assert_eq!(path.directories().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(NotePath::new("a.md").unwrap().directories().count(), 0);
    }
}
