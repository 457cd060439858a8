//! Short names of sessions and commits, as they stand in a context and open by `palimp show`.
//!
//! `s:26a1a7ce` names a session by the first characters of its id, `c:979fa9b` a commit by those of
//! its hash. A longer prefix is accepted, too.

use std::fmt;
use std::str::FromStr;

/// Characters of a session's id that a pointer shows.
pub const SESSION_PREFIX_CHARS: usize = 8;
/// Characters of a commit's hash that a pointer shows.
pub const COMMIT_PREFIX_CHARS: usize = 7;
/// Maximum number of characters of an id that are read.
const MAX_ID_CHARS: usize = 64;

/// A session or a commit, by the beginning of its id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pointer {
    /// A session.
    Session(String),
    /// A commit, in lower-case hexadecimal digits.
    Commit(String),
}

/// An error for a text that is no pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPointer;

impl Pointer {
    /// Returns the pointer to the session of this id. Ids that begin with a time share their first characters
    /// with those of the same minutes, so their pointers are longer.
    pub fn to_session(id: &str) -> Pointer {
        // opencode: `ses_` and a time.
        let is_prefixed = id.starts_with("ses_");
        // UUIDs of version 7, as Codex CLI's: 48 bits of milliseconds first.
        let is_ordered = id.len() == 36 && id.as_bytes()[14] == b'7';
        let chars = match (is_prefixed, is_ordered) {
            (true, _) => SESSION_PREFIX_CHARS + "ses_".len(),
            (_, true) => SESSION_PREFIX_CHARS + "-0000".len(),
            _ => SESSION_PREFIX_CHARS,
        };
        Pointer::Session(id.chars().take(chars).collect())
    }

    /// Returns the pointer to the commit of this hash.
    pub fn to_commit(sha: &str) -> Pointer {
        Pointer::Commit(sha.chars().take(COMMIT_PREFIX_CHARS).collect())
    }

    /// Returns the same pointer as it stands in a context.
    pub fn to_short(&self) -> Pointer {
        match self {
            Pointer::Session(id) => Pointer::to_session(id),
            Pointer::Commit(sha) => Pointer::to_commit(sha),
        }
    }
}

/// Returns the pointers in a text, shortened, each once, in their order.
///
/// ```
/// use palimp_core::pointer::pointers_in;
///
/// let found = pointers_in("- s:26a1a7ce 2026-10-08 (newer than `s:0011aabb`); c:979fa9b2, s:… s:26a1a7ce");
/// let found: Vec<_> = found.iter().map(ToString::to_string).collect();
/// assert_eq!(found, ["s:26a1a7ce", "s:0011aabb", "c:979fa9b"]);
/// ```
pub fn pointers_in(text: &str) -> Vec<Pointer> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, ':' | '-' | '_' | '.');
    let mut found = Vec::new();
    for word in text.split(|c| !is_part(c)) {
        let pointer = word.trim_end_matches(['.', ':', '-']).parse::<Pointer>();
        if let Some(pointer) = pointer.ok().map(|it| it.to_short()).filter(|it| !found.contains(it))
        {
            found.push(pointer);
        }
    }
    found
}

impl FromStr for Pointer {
    type Err = NotAPointer;

    fn from_str(text: &str) -> Result<Pointer, NotAPointer> {
        let (kind, id) = text.trim().split_once(':').ok_or(NotAPointer)?;
        let fits = |least: usize, is_part: fn(char) -> bool| {
            (least..=MAX_ID_CHARS).contains(&id.chars().count()) && id.chars().all(is_part)
        };
        let is_of_session = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        match kind {
            "s" | "S" if fits(SESSION_PREFIX_CHARS, is_of_session) => {
                Ok(Pointer::Session(id.to_owned()))
            }
            "c" | "C" if fits(COMMIT_PREFIX_CHARS, |c| c.is_ascii_hexdigit()) => {
                Ok(Pointer::Commit(id.to_ascii_lowercase()))
            }
            _ => Err(NotAPointer),
        }
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pointer::Session(id) => write!(f, "s:{id}"),
            Pointer::Commit(sha) => write!(f, "c:{sha}"),
        }
    }
}

impl fmt::Display for NotAPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a pointer; hint: s:26a1a7ce for a session, c:979fa9b for a commit")
    }
}

impl std::error::Error for NotAPointer {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointer_reads_what_it_shows() {
        for pointer in [
            Pointer::to_session("26a1a7ce-0e43-4b4e-9a5f-5d8e7d1f9a11"),
            Pointer::to_commit("979fa9b2c4d5e6f708192a3b4c5d6e7f80912a3b"),
        ] {
            assert_eq!(pointer.to_string().parse(), Ok(pointer));
        }
        assert_eq!(Pointer::to_commit("979fa9b2c4").to_string(), "c:979fa9b");
        assert_eq!(Pointer::to_session("26a1a7ce-0e43").to_string(), "s:26a1a7ce");
    }

    #[test]
    fn ids_that_begin_with_a_time_have_longer_pointers() {
        let shown = |id: &str| Pointer::to_session(id).to_string();
        assert_eq!(shown("019f1fd6-f9a0-7e13-8a8f-cbf5a3fd10d1"), "s:019f1fd6-f9a0");
        assert_eq!(shown("ses_e06a1b2c3d4e5f"), "s:ses_e06a1b2c");
        assert_eq!(shown("26a1a7ce-0e43-4b4e-9a5f-5d8e7d1f9a11"), "s:26a1a7ce");
    }

    #[test]
    fn longer_id_stays_whole() {
        assert_eq!("c:979FA9B2C4".parse(), Ok(Pointer::Commit("979fa9b2c4".to_owned())));
        assert_eq!(" s:ses_26a1a7 ".parse(), Ok(Pointer::Session("ses_26a1a7".to_owned())));
    }

    #[test]
    fn other_text_is_refused() {
        let long = format!("c:{}", "a".repeat(65));
        for text in ["", "c:", "c:979", "c:979fa9z", "s:26a1", "s:a b c d e f", "#12", "m12", &long]
        {
            assert_eq!(text.parse::<Pointer>(), Err(NotAPointer), "{text}");
        }
        assert_eq!("shared/decisions.md:12".parse::<Pointer>(), Err(NotAPointer));
    }
}
