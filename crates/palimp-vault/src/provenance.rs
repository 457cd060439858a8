//! Where an entry came from, in a comment that readers do not see.

use std::fmt;

/// Where an entry came from. What a person saves herself needs none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// Who wrote it.
    pub by: Author,
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
    /// When, as the writer said it.
    pub at: Option<String>,
}

/// Who wrote an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Author {
    /// A person.
    User,
    /// A model.
    Agent,
    /// A program. Whoever is not known is trusted no more than one.
    #[default]
    Tool,
    /// An import from elsewhere.
    Import,
}

/// How the comment begins.
const OPENING: &str = "<!-- palimp: ";
/// And ends.
const CLOSING: &str = " -->";

impl Author {
    const ALL: [Author; 4] = [Author::User, Author::Agent, Author::Tool, Author::Import];

    /// The name.
    pub fn as_str(self) -> &'static str {
        match self {
            Author::User => "user",
            Author::Agent => "agent",
            Author::Tool => "tool",
            Author::Import => "import",
        }
    }
}

impl Provenance {
    /// Reads the comment that a line holds, and nothing else.
    pub fn parse(line: &str) -> Option<Provenance> {
        let pairs = line.trim().strip_prefix(OPENING)?.strip_suffix(CLOSING)?;
        let mut provenance = Provenance::default();
        for (key, value) in pairs.split(' ').filter_map(|pair| pair.split_once('=')) {
            if key == "by" {
                let named = Author::ALL.into_iter().find(|author| author.as_str() == value);
                provenance.by = named.unwrap_or_default();
            } else if let Some(field) = provenance.field(key) {
                *field = Some(unescaped(value)).filter(|value| !value.is_empty());
            }
        }
        Some(provenance)
    }

    fn field(&mut self, key: &str) -> Option<&mut Option<String>> {
        match key {
            "client" => Some(&mut self.client),
            "session" => Some(&mut self.session),
            "project" => Some(&mut self.project),
            "project-id" => Some(&mut self.project_id),
            "commit" => Some(&mut self.commit),
            "at" => Some(&mut self.at),
            _ => None,
        }
    }
}

/// The comment, on one line.
///
/// ```
/// use palimp_vault::provenance::{Author, Provenance};
///
/// let client = Some("claude".to_owned());
/// let provenance = Provenance { by: Author::Agent, client, ..Provenance::default() };
/// assert_eq!(provenance.to_string(), "<!-- palimp: by=agent client=claude -->");
/// ```
impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{OPENING}by={}", self.by.as_str())?;
        let fields = [
            ("client", &self.client),
            ("session", &self.session),
            ("project", &self.project),
            ("project-id", &self.project_id),
            ("commit", &self.commit),
            ("at", &self.at),
        ];
        for (key, value) in fields {
            if let Some(value) = value.as_deref().filter(|value| !value.is_empty()) {
                write!(f, " {key}={}", escaped(value))?;
            }
        }
        f.write_str(CLOSING)
    }
}

/// A value that neither ends nor goes on to another line, and cannot close the comment: white
/// space, control characters, angle brackets and the second of two dashes are percent-encoded.
pub(crate) fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        let second_dash = c == '-' && text.ends_with('-');
        if second_dash || c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '%') {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                text.push_str(&format!("%{byte:02X}"));
            }
        } else {
            text.push(c);
        }
    }
    text
}

pub(crate) fn unescaped(value: &str) -> String {
    crate::note::percent_decoded(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_comment_is_read_back() {
        let line = "  <!-- palimp: by=agent client=claude session=s-1 later=x project=내%20앱 -->";
        let provenance = Provenance::parse(line).unwrap();
        assert_eq!(provenance.by, Author::Agent);
        assert_eq!(provenance.project.as_deref(), Some("내 앱"));
        assert_eq!(Provenance::parse("<!-- palimp: by=god -->").unwrap().by, Author::Tool);
        for other in
            ["", "text", "<!-- other -->", "<!-- palimp:flush s 1-2 -->", "<!-- palimp: by=user"]
        {
            assert_eq!(Provenance::parse(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn no_value_closes_the_comment(value in "[-><!% a가\n\r\t\u{2028}=]{1,20}", any in "(?s).{1,20}") {
            for value in [value, any] {
                let provenance = Provenance {
                    by: Author::Import,
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
