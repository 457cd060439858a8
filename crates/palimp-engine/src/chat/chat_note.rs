//! The note that is left of a conversation which the user ends.

use jiff::Zoned;
use palimp_core::activity::MessageRole;
use palimp_core::distill::ConversationTurn;
use palimp_core::text::ellipsis;
use palimp_core::text::one_line;
use palimp_note::NotePath;
use palimp_note::provenance::Provenance;
use palimp_note::route;
use palimp_vault::{Vault, VaultError};

/// Maximum number of messages in the note.
pub const MAX_NOTE_MESSAGES: usize = 15;
/// The longest answer that can be a name, in characters.
const LONGEST_NAME: usize = 120;
/// Maximum length of the title, in characters.
const MAX_TITLE_CHARS: usize = 80;

/// The name in a model's answer; `None` where it is not one.
pub(super) fn name_in(answer: &str) -> Option<String> {
    let line = answer.lines().map(str::trim).find(|line| !line.is_empty())?;
    let usable = line.chars().count() <= LONGEST_NAME && line.contains(char::is_alphanumeric);
    usable.then(|| route::slug(line))
}

/// The name that the first words make.
pub(super) fn name_of(turns: &[ConversationTurn]) -> String {
    let asked = turns.iter().find(|turn| turn.role == MessageRole::User).or_else(|| turns.first());
    route::slug(asked.map_or("", |turn| turn.text.as_str()))
}

/// Writes `turns` to a new note and returns its path. An existing note is not changed.
pub(super) fn write_note(
    vault: &Vault,
    turns: &[ConversationTurn],
    name: &str,
    now: &Zoned,
    by: &Provenance,
) -> Result<String, VaultError> {
    let text = render_note(turns, by);
    let day = now.strftime("%Y-%m-%d");
    for number in 1_u32.. {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let path = NotePath::new(&format!("memory/{day}-{name}{more}.md"))?;
        match vault.create(&path, &text) {
            Err(VaultError::Exists(_)) => {}
            made => return made.map(|()| path.as_str().to_owned()),
        }
    }
    unreachable!("there are more numbers than files")
}

fn render_note(turns: &[ConversationTurn], by: &Provenance) -> String {
    let asked = turns.iter().find(|turn| turn.role == MessageRole::User).or_else(|| turns.first());
    let title = one_line(asked.map_or("A conversation", |turn| turn.text.as_str()));
    let title = ellipsis(title.trim_start_matches('#').trim_start(), MAX_TITLE_CHARS);
    let mut text = format!("# {title}\n\n{by}\n");
    for turn in turns {
        let who = match turn.role {
            MessageRole::User => "User",
            _ => "Assistant",
        };
        text.push_str(&format!("\n**{who}:** {}\n", escape_text(&turn.text)));
    }
    text
}

/// Escapes headings and comments in a text.
fn escape_text(text: &str) -> String {
    let line = |line: &str| match line.trim_start().starts_with('#') {
        true => format!("\\{}", line.trim_start()),
        false => line.to_owned(),
    };
    let lines: Vec<String> = text.trim().lines().map(line).collect();
    lines.join("\n").replace("<!--", "&lt;!--")
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_note::provenance::AuthorKind;

    fn turn(role: MessageRole, text: &str) -> ConversationTurn {
        ConversationTurn { role, text: text.to_owned() }
    }

    fn by() -> Provenance {
        Provenance {
            by: AuthorKind::Agent,
            client: Some("palimp".into()),
            session: Some("chat-1".into()),
            ..Provenance::default()
        }
    }

    #[test]
    fn a_name_is_of_any_script_and_never_a_path() {
        for (answer, name) in [
            ("jwt-login-fix", Some("jwt-login-fix")),
            ("\n `로그인 오류 수정` \n", Some("로그인-오류-수정")),
            ("../../etc/passwd", Some("etc-passwd")),
            ("---", None),
            ("", None),
        ] {
            assert_eq!(name_in(answer).as_deref(), name, "{answer:?}");
        }
        assert_eq!(name_in(&"word ".repeat(100)), None);
        assert_eq!(name_of(&[turn(MessageRole::User, "배포는 어떻게?")]), "배포는-어떻게");
    }

    #[test]
    fn no_note_is_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let vault = Vault::init(dir.path().join("v"), &dir.path().join("locks")).unwrap();
        let now: Zoned = "2026-11-21T09:00:00[UTC]".parse().unwrap();
        let turns = [
            turn(MessageRole::User, "# Why?"),
            turn(MessageRole::Assistant, "So.\n# Head\n<!-- x -->"),
        ];
        let write = || write_note(&vault, &turns, "why", &now, &by()).unwrap();
        assert_eq!(write(), "memory/2026-11-21-why.md");
        assert_eq!(write(), "memory/2026-11-21-why-2.md");
        assert_eq!(write(), "memory/2026-11-21-why-3.md");
        let text = vault.read(&NotePath::new("memory/2026-11-21-why.md").unwrap()).unwrap();
        assert!(text.starts_with("# Why?\n\n<!-- palimp:"), "{text}");
        assert!(text.contains("**Assistant:** So.\n\\# Head\n&lt;!-- x -->"), "{text}");
    }
}
