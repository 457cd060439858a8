//! Authors of a text, by how far each is trusted.

use serde::{Deserialize, Serialize};

/// Author of a text; those who are trusted more come first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum AuthorKind {
    /// The person whose memory it is.
    User = 0,
    /// The user's team: facts that its members approved.
    Team = 1,
    /// A model.
    Agent = 2,
    /// An import from elsewhere.
    Import = 3,
    /// A program; also the trust level of an unknown author.
    #[default]
    Tool = 4,
}

impl AuthorKind {
    /// Every author, those who are trusted more first.
    pub const ALL: [AuthorKind; 5] = [
        AuthorKind::User,
        AuthorKind::Team,
        AuthorKind::Agent,
        AuthorKind::Import,
        AuthorKind::Tool,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            AuthorKind::User => "user",
            AuthorKind::Team => "team",
            AuthorKind::Agent => "agent",
            AuthorKind::Import => "import",
            AuthorKind::Tool => "tool",
        }
    }

    /// The author of this name; none where there is none.
    pub fn from_name(name: &str) -> Option<AuthorKind> {
        AuthorKind::ALL.into_iter().find(|author| author.name() == name)
    }

    /// Mark before an injected or shown line of this author; empty for the user's own lines.
    pub const fn line_mark(self) -> &'static str {
        match self {
            AuthorKind::User => "",
            AuthorKind::Team => "[team] ",
            AuthorKind::Agent => "[agent] ",
            AuthorKind::Import => "[import] ",
            AuthorKind::Tool => "[tool] ",
        }
    }
}

/// Puts the author's mark before the words of a line, behind its indent and any list, heading or
/// quotation sign, so that the Markdown keeps its meaning.
///
/// ```
/// use palimp_core::author::{AuthorKind, mark_line};
///
/// assert_eq!(mark_line("  - port 5433", AuthorKind::Agent), "  - [agent] port 5433");
/// assert_eq!(mark_line("port 5433", AuthorKind::User), "port 5433");
/// ```
pub fn mark_line(line: &str, author: AuthorKind) -> String {
    let mark = author.line_mark();
    if mark.is_empty() {
        return line.to_owned();
    }
    let words = line_text(line);
    let sign = &line[..line.len() - words.len()];
    if words.is_empty() { line.to_owned() } else { format!("{sign}{mark}{words}") }
}

/// Returns the text of a line, without its indent and the sign of a list, a heading or a quotation.
fn line_text(line: &str) -> &str {
    let text = line.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (number.len() < text.len()).then(|| number.strip_prefix(". ")).flatten();
    let quoted = || text.strip_prefix('>').map(str::trim_start);
    let heading =
        || text.trim_start_matches('#').strip_prefix(' ').filter(|_| text.starts_with('#'));
    let listed = || {
        let signs = ["- [ ] ", "- [x] ", "- ", "* ", "+ "];
        signs.into_iter().find_map(|sign| text.strip_prefix(sign))
    };
    numbered.or_else(quoted).or_else(heading).or_else(listed).unwrap_or(text).trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_falls_from_the_user_to_tools() {
        assert!(AuthorKind::ALL.is_sorted());
        assert!(
            AuthorKind::ALL
                .into_iter()
                .all(|author| AuthorKind::from_name(author.name()) == Some(author))
        );
        assert_eq!(AuthorKind::from_name("god"), None);
    }

    #[test]
    fn a_mark_stands_behind_the_sign_of_a_line() {
        let check =
            |line: &str, expect: &str| assert_eq!(mark_line(line, AuthorKind::Import), expect);
        check("- 포트는 5433", "- [import] 포트는 5433");
        check("12. a", "12. [import] a");
        check("## A", "## [import] A");
        check("> - a", "> [import] - a");
        check("- [x] done", "- [x] [import] done");
        check("#tag", "[import] #tag");
        check("| a | b |", "[import] | a | b |");
        check("   ", "   ");
        check("-", "[import] -");
    }
}
