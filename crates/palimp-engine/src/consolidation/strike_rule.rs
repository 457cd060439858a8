//! Strikes a rule: its line stays in its note, struck through with the day, and no session is told of it.

use palimp_core::project::ProjectIdentity;
use palimp_core::text::one_line;
use palimp_note::NotePath;
use palimp_note::provenance::line_without_comments;
use palimp_vault::VaultError;

use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::injection::inject::{RuleSource, StandingRule};
use crate::injection::pin_suppress::InjectionWish;
use crate::injection::pinned_notes::is_struck;

impl NoteStore {
    /// Strikes a rule on a day, `2026-11-26`. What the user asks for session after session goes into `never.md`.
    ///
    /// # Errors
    ///
    /// When the note cannot be written or has changed meanwhile, and for a team's decision.
    pub fn strike_rule(
        &self,
        rule: &StandingRule,
        day: &str,
        project: &ProjectIdentity,
    ) -> Result<(), Error> {
        match &rule.source {
            RuleSource::Team => {
                Err(Error::Refused(crate::messages::rule_is_team_decision(&rule.text)))
            }
            RuleSource::Habit(said) => {
                self.add_wishes(InjectionWish::Never, &[format!("{said}…")], Some(project))
            }
            RuleSource::Conversation { said, .. } => {
                self.add_wishes(InjectionWish::Never, std::slice::from_ref(said), Some(project))
            }
            RuleSource::Note { path, line } => {
                let path = NotePath::new(path)?;
                let mut is_struck = false;
                let change = |note: Option<&str>| {
                    let struck = strike_line(note.unwrap_or_default(), *line, rule, day);
                    is_struck = struck.is_some();
                    Ok::<_, VaultError>(
                        struck.unwrap_or_else(|| note.unwrap_or_default().to_owned()),
                    )
                };
                self.vault_or_new()?.change(&path, change)?;
                match is_struck {
                    true => Ok(()),
                    false => Err(Error::Refused(crate::messages::line_is_not_rule(line, &path))),
                }
            }
        }
    }
}

/// Returns the note with the line of a rule struck through; none where the line says something else by now.
fn strike_line(note: &str, number: usize, rule: &StandingRule, day: &str) -> Option<String> {
    let line = note.lines().nth(number.checked_sub(1)?)?;
    let said = line_without_comments(line);
    let (mark, text) = said.trim_end().split_once(' ')?;
    let comment = &line[said.trim_end().len()..];
    let words = one_line(text);
    let words = words.split_once(" ([").map_or(&*words, |(words, _)| words);
    let is_item = ["-", "*", "+"].contains(&mark.trim_start());
    // What became of the code that it speaks of stands behind the rule.
    if !is_item || is_struck(line) || words.is_empty() || !rule.text.starts_with(words) {
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
        let struck = |note, number| {
            strike_line(note, number, &StandingRule::of_user("use npm"), "2026-11-26")
        };
        assert_eq!(struck(note, 3).as_deref(), Some(expect));
        assert_eq!(struck(expect, 3), None);
        assert_eq!(struck(note, 1), None);
        assert_eq!(struck(note, 2), None, "another rule stands there by now");
        assert_eq!(struck(note, 9), None);
    }
}
