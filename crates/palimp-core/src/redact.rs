//! Taking credentials and personal data out of text before it is written anywhere.
//!
//! What is found is replaced by `<redacted:kind>`; everything else stays as it is. The
//! rules are data with examples ([`rules`]), compiled into tables that need no set-up, and
//! a text is read once: a hook that starts, redacts a few kilobytes and ends must not
//! notice. No text, however it was made, takes more than time in proportion to its length.
//!
//! Three questions decide what is taken out: does it have the shape of a known token, does
//! its name say that it is secret, do its surroundings? Code that only speaks of secrets
//! (`password: string`, `token = next()`) is left alone, and so are references to them
//! (`$TOKEN`, `${{ secrets.X }}`) and what an earlier redaction put in their place, so that
//! redacting twice changes nothing.

mod assign;
mod bytes;
mod command;
mod email;
mod entropy;
mod header;
mod index;
mod judge;
mod names;
mod number;
mod pem;
mod rules;
mod scan;
mod shape;
mod spoken;
mod url;
mod value;

use std::borrow::Cow;

pub use rules::{Rule, rules};
use scan::Scan;

use crate::text::glob;

/// Finds secrets and takes them out.
///
/// The default one looks for everything that [`rules`] name and allows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redactor {
    disabled: bool,
    allow: Vec<String>,
}

/// Where a secret stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
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
        Redactor { disabled: false, allow }
    }

    /// A redactor that finds nothing.
    pub fn disabled() -> Redactor {
        Redactor { disabled: true, allow: Vec::new() }
    }

    /// `text` with every secret replaced by `<redacted:kind>`; `text` itself when there is none.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut redacted = String::new();
        let mut copied = 0;
        for found in self.findings(text) {
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
    pub fn find(&self, text: &str) -> Vec<Finding> {
        self.findings(text).collect()
    }

    fn findings<'t>(&'t self, text: &'t str) -> impl Iterator<Item = Finding> + 't {
        let text = if self.disabled { "" } else { text };
        Scan::new(text).filter(move |found| !self.allows(&text[found.start..found.end]))
    }

    fn allows(&self, secret: &str) -> bool {
        self.allow.iter().any(|pattern| glob(pattern, secret))
    }
}

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
