//! Strikes a rule: its line stays in its note, struck through with the day, and no session is told of it.

use palimp_core::project::Project;
use palimp_note::NotePath;
use palimp_note::provenance::uncommented;
use palimp_vault::VaultError;

use crate::always::is_struck;
use crate::inject::{Rule, RuleSource};
use crate::memory::{Error, Memory};
use crate::wishes::Wish;

impl Memory {
    /// Strikes a rule on a day, `2026-11-26`. What the user asks for session after session goes into `never.md`.
    ///
    /// # Errors
    ///
    /// When the note cannot be written or has changed meanwhile, and for a team's decision.
    pub fn strike(&self, rule: &Rule, day: &str, project: &Project) -> Result<(), Error> {
        match &rule.source {
            RuleSource::Team => Err(Error::Refused(format!(
                "{} is a team's decision: `palimp team propose` asks the team to take it back",
                rule.text
            ))),
            RuleSource::Habit(said) => self.wish(Wish::Never, &[format!("{said}…")], Some(project)),
            RuleSource::Note { path, line } => {
                let path = NotePath::new(path)?;
                let mut is_struck = false;
                let change = |note: Option<&str>| {
                    let struck = struck(note.unwrap_or_default(), *line, day);
                    is_struck = struck.is_some();
                    Ok::<_, VaultError>(
                        struck.unwrap_or_else(|| note.unwrap_or_default().to_owned()),
                    )
                };
                self.vault_or_new()?.change(&path, change)?;
                match is_struck {
                    true => Ok(()),
                    false => Err(Error::Refused(format!(
                        "line {line} of {path} is no rule any more: look again with `palimp rules`"
                    ))),
                }
            }
        }
    }
}

/// Returns the note with a line struck through; none where the line is no item, or struck already.
fn struck(note: &str, number: usize, day: &str) -> Option<String> {
    let line = note.lines().nth(number.checked_sub(1)?)?;
    let said = uncommented(line);
    let (mark, text) = said.trim_end().split_once(' ')?;
    let comment = &line[said.trim_end().len()..];
    if !["-", "*", "+"].contains(&mark.trim_start()) || is_struck(line) || text.is_empty() {
        return None;
    }
    let new = format!("{mark} ~~{text}~~ (struck {day}){comment}");
    let start = note.split_inclusive('\n').take(number - 1).map(str::len).sum::<usize>();
    Some(format!("{}{new}{}", &note[..start], &note[start + line.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn struck_line_keeps_its_words_and_comment() {
        let note = "# D\n- a\n- use npm <!-- palimp: by=user -->\n- c\n";
        let expect = "# D\n- a\n- ~~use npm~~ (struck 2026-11-26) <!-- palimp: by=user -->\n- c\n";
        assert_eq!(struck(note, 3, "2026-11-26").as_deref(), Some(expect));
        assert_eq!(struck(expect, 3, "2026-11-27"), None);
        assert_eq!(struck(note, 1, "2026-11-26"), None);
        assert_eq!(struck(note, 9, "2026-11-26"), None);
    }
}
