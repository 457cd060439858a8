//! Context in which a page is rendered: the reader's language, address and clock.

use jiff::Zoned;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::texts::PageText;
use palimp_core::lang::Lang;

/// Context in which a page is rendered: the reader's language, address and clock.
#[derive(Clone, Debug)]
pub struct ViewContext {
    /// The language.
    pub lang: Lang,
    /// The path below which all pages lie; it ends in `/`.
    pub base: String,
    /// The page's own path below it, with its query.
    pub here: String,
    /// The name and value of the field that every form carries.
    pub form: (&'static str, String),
    /// The reader's clock.
    pub now: Zoned,
    /// The agent whose memory it is.
    pub agent: String,
    /// Number of proposals that wait for the user's review.
    pub to_review: usize,
}

/// Bytes that are percent-encoded in a path.
const RESERVED_PATH_BYTES: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'+')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Percent-encodes a path whose steps are names of any kind.
pub(crate) fn encode_path(path: &str) -> String {
    utf8_percent_encode(path, RESERVED_PATH_BYTES).to_string()
}

impl ViewContext {
    pub(crate) fn translate(&self, text: PageText) -> &'static str {
        text.in_language(self.lang)
    }

    /// Returns a text in the reader's language with its blanks filled in.
    pub(crate) fn fill_blanks(&self, text: PageText, values: &[&dyn std::fmt::Display]) -> String {
        text.fill_blanks(self.lang, values)
    }

    /// Returns the address of a page.
    pub fn to_page(&self, page: &str) -> String {
        format!("{}{}", self.base, encode_path(page))
    }

    /// Returns the address of a page with a query.
    pub(crate) fn to_page_with_query(&self, page: &str, asked: &[(&str, &str)]) -> String {
        let value = |text: &str| encode_path(text).replace('=', "%3D");
        let asked = asked.iter().filter(|(_, it)| !it.is_empty());
        let asked: Vec<_> = asked.map(|(name, it)| format!("{name}={}", value(it))).collect();
        match asked.is_empty() {
            true => self.to_page(page),
            false => format!("{}?{}", self.to_page(page), asked.join("&")),
        }
    }

    /// The address of a note.
    pub(crate) fn to_note(&self, path: &str) -> String {
        self.to_page(&format!("notes/{path}"))
    }

    /// The address of a session.
    pub(crate) fn to_session(&self, id: &str) -> String {
        format!("{}sessions/{}", self.base, encode_path(id).replace('/', "%2F"))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Somebody who looks at a page.
    pub(crate) fn test_view(lang: Lang) -> ViewContext {
        ViewContext {
            lang,
            base: "/k/".to_owned(),
            here: String::new(),
            form: ("form-token", "t0ken".to_owned()),
            now: "2026-11-22T12:00:00+00:00[UTC]".parse().unwrap(),
            agent: "main".to_owned(),
            to_review: 0,
        }
    }

    #[test]
    fn a_name_of_any_kind_stays_within_its_address() {
        let view = test_view(Lang::En);
        assert_eq!(view.to_note("a b/<&\"?#%.md"), "/k/notes/a%20b/%3C%26%22%3F%23%25.md");
        assert_eq!(view.to_session("../x y"), "/k/sessions/..%2Fx%20y");
        assert_eq!(
            view.to_page_with_query("search", &[("q", "a=b&c"), ("client", "")]),
            "/k/search?q=a%3Db%26c"
        );
    }
}
