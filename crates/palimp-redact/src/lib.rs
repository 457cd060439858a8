//! Taking credentials and personal data out of text before it is written, sent or shown.
//!
//! For programs that keep or pass on what people and tools say: a log, a history of commands, a
//! prompt for a model. What is found is replaced by `<redacted:kind>`; everything else stays as it
//! is. The rules are data with examples ([`rules`]), compiled into tables that need no set-up, and
//! a text is read once: a process that starts, redacts a few kilobytes and ends does not notice.
//! No text, however it was made, takes more than time in proportion to its length.
//!
//! Three questions decide what is taken out: does it have the shape of a known token, does
//! its name say that it is secret, do its surroundings? Code that only speaks of secrets
//! (`password: string`, `token = next()`) is left alone, and so are references to them
//! (`$TOKEN`, `${{ secrets.X }}`) and what an earlier redaction put in their place, so that
//! redacting twice changes nothing.
//!
//! ```
//! use palimp_redact::Redactor;
//!
//! let redactor = Redactor::new(vec!["*@example.com".to_owned()]);
//! let text = "jane@example.com uses postgres://app:kXc8dR2vQp@db.local/x";
//! let clean = "jane@example.com uses postgres://app:<redacted:connection-string>@db.local/x";
//! assert_eq!(redactor.redact(text), clean);
//! ```

mod answer;
mod argument;
mod assign;
mod azure;
mod bytes;
mod call;
mod candidate;
mod command;
mod declared;
mod document;
mod email;
mod entropy;
mod fold;
mod glob;
mod hash;
mod header;
mod index;
mod korean;
mod label;
mod manifest;
mod mnemonic;
mod names;
mod nearby_word;
mod neighbours;
mod number;
mod particles;
mod password_before_name;
mod password_grade;
mod pem;
mod phone;
mod phrases;
mod programs;
mod prose_secrets;
mod randomness;
mod rules;
mod scan;
mod script;
mod secret_cues;
mod sentence;
mod sentence_password;
mod shape;
mod stand_in;
mod statement;
mod table;
mod typed_code;
mod url;
mod user_slash_password;
mod value;
mod vocabulary;
mod xml_element;

use std::borrow::Cow;

use glob::matches_pattern;
pub use rules::{RedactionRule, rules};
use scan::Scan;

/// Finds secrets and takes them out.
///
/// The default one looks for everything that [`rules`] name, keeps the addresses of authors, and
/// allows nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redactor {
    disabled: bool,
    takes_authors: bool,
    allow: Vec<String>,
}

/// Position of a secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectedSecret {
    /// The kind of the rule that found it.
    pub kind: &'static str,
    /// The byte at which the secret alone begins, without name, quotes or scheme.
    pub start: usize,
    /// The byte behind its last one.
    pub end: usize,
}

impl Redactor {
    /// A redactor that leaves alone what equals an entry of `allow`, in which `*` stands for
    /// any characters: `*@example.com`.
    pub fn new(allow: Vec<String>) -> Redactor {
        Redactor { allow, ..Redactor::default() }
    }

    /// The same, which takes out the e-mail addresses of authors as well: those in a log of commits
    /// and in the manifest of a package.
    pub fn taking_authors(self) -> Redactor {
        Redactor { takes_authors: true, ..self }
    }

    /// A redactor that finds nothing.
    pub fn disabled() -> Redactor {
        Redactor { disabled: true, ..Redactor::default() }
    }

    /// `text` with every secret replaced by `<redacted:kind>`; `text` itself when there is none.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut redacted = String::new();
        let mut copied = 0;
        for found in self.find(text) {
            redacted.push_str(&text[copied..found.start]);
            redacted.push_str("<redacted:");
            redacted.push_str(found.kind);
            redacted.push('>');
            copied = found.end;
        }
        if copied == 0 {
            return Cow::Borrowed(text);
        }
        redacted.push_str(&text[copied..]);
        Cow::Owned(redacted)
    }

    /// The secrets in `text`, in order; no two overlap.
    pub fn find(&self, text: &str) -> Vec<DetectedSecret> {
        if self.disabled {
            return Vec::new();
        }
        let is_secret = |found: &DetectedSecret| !self.is_allowed(text, found);
        match fold::normalize_text(text) {
            None => Scan::new(text).filter(is_secret).collect(),
            Some(folded) => {
                let found = Scan::new(&folded.text).map(|found| folded.map_to_original(found));
                found.filter(is_secret).collect()
            }
        }
    }

    fn is_allowed(&self, text: &str, found: &DetectedSecret) -> bool {
        let secret = &text[found.start..found.end];
        let is_author = || {
            !self.takes_authors
                && found.kind == email::KIND
                && email::is_author(text, found.start, found.end)
        };
        is_author() || self.allow.iter().any(|pattern| matches_pattern(pattern, secret))
    }
}

/// Has the compiler try what the readme shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allowed_stays() {
        let redactor = Redactor::new(vec!["hunter2".to_owned(), "*@example.com".to_owned()]);
        let text = "password=hunter2 jane@example.com jane@example.org";
        assert_eq!(redactor.redact(text), "password=hunter2 jane@example.com <redacted:email>");
    }

    #[test]
    fn authors_stay_unless_they_are_asked_for() {
        for text in [
            "commit 1a2b3c4\nAuthor: Jane <jane@example.org>\nDate: now",
            "fix\n\nCo-authored-by: Jane <jane@example.org>\nSigned-off-by: Bob <bob@example.org>",
            "\"author\": \"Jane <jane@example.org> (https://example.org)\"",
            "\"authors\": [\n  {\n    \"name\": \"Jane\",\n    \"email\": \"jane@example.org\"",
            "authors = [\"Jane <jane@example.org>\"]",
            "    author_email='jane@example.org',",
            "{\"stdout\":\"commit 1\\nAuthor: Jane <jane@example.org>\\nDate\"}",
        ] {
            assert_eq!(Redactor::default().redact(text), text);
            let redacted = Redactor::default().taking_authors().redact(text).into_owned();
            assert!(!redacted.contains("@example"), "{redacted}");
        }
        for text in ["To: Jane <jane@example.org>", "authors = []\nto = \"jane@example.org\""] {
            assert!(Redactor::default().redact(text).contains("<redacted:email>"), "{text}");
        }
    }

    #[test]
    fn a_disabled_redactor_finds_nothing() {
        let text = "password=hunter2";
        assert!(matches!(Redactor::disabled().redact(text), Cow::Borrowed(same) if same == text));
        assert_eq!(Redactor::disabled().find(text), []);
    }

    #[test]
    fn clean_text_is_not_copied() {
        let text = "fn main() { println!(\"안녕\"); }";
        assert!(matches!(Redactor::default().redact(text), Cow::Borrowed(_)));
    }
}
