//! Rules of the user that a command is about to break.
//!
//! They are read from the few notes in which rules stand and from what earlier conversations laid down, and only
//! lines that name the command are looked at closely, because a client waits for each command. What holds in another
//! project, was struck through or was written by somebody else is no rule of the user.

use std::path::Path;

use palimp_core::author::AuthorKind;
use palimp_core::text::{day_in, ellipsis, one_line};
use palimp_note::authors::Authors;
use palimp_note::provenance::{Provenance, line_without_comments};
use palimp_rules::violation::{Commands, speaks_against, violated_sentence};

use super::suppressions::Suppressions;
use super::{Context, ContextBuilder, ContextSection, without_front_matter};
use crate::home::project_discovery;
use crate::home::redaction;
use crate::injection::earlier_statements::EarlierStatement;
use crate::injection::pinned_notes::is_struck;
use crate::injection::standing_wishes::StandingWishes;

const SECTION_NAME: &str = "broken_rules";
/// The most that the section takes, and one rule in it, in characters.
const MAX_SECTION_CHARS: usize = 300;
const MAX_RULE_CHARS: usize = 200;
/// Larger notes are lists of facts rather than of rules, in bytes.
const MAX_NOTE_BYTES: usize = 256 << 10;
/// Notes that hold rules, beside the page of the project.
const RULE_NOTE_PATHS: [&str; 8] = [
    "MEMORY.md",
    "shared/preferences.md",
    "shared/decisions.md",
    "shared/projects.md",
    "profile.md",
    "USER.md",
    "AGENTS.md",
    "TOOLS.md",
];

/// A rule of the user, as it is injected.
#[derive(Debug, PartialEq, Eq)]
struct UserRule {
    text: String,
    /// Day on which the rule was made, as in the note: `2026-11-20`.
    day: Option<String>,
}

impl ContextBuilder<'_> {
    /// Adds the user's rules that `command` breaks, each once in a session.
    pub(super) fn broken_rules(&self, command: &str, context: &mut Context) {
        if !self.is_wanted(SECTION_NAME) {
            return;
        }
        let mut rules = self.rules_against(command);
        rules.sort_by(|a, b| b.day.cmp(&a.day));
        let never = if rules.is_empty() {
            Suppressions::default()
        } else {
            Suppressions::load(&self.memory.notes)
        };
        rules.retain(|rule| {
            !never.suppresses_all(&rule.text) && context.state.record_broken_rule(&rule.text)
        });
        let redactor = redaction::redactor(self.settings);
        let items =
            rules.iter().map(|rule| redactor.redact(&rule.format_line()).into_owned()).collect();
        let section =
            ContextSection::new_list(SECTION_NAME, "Your Rule For This", MAX_SECTION_CHARS)
                .with_items(items);
        context.sections.push(section.with_reason(crate::messages::command_breaks_rule()));
    }

    fn rules_against(&self, command: &str) -> Vec<UserRule> {
        let directory = &self.session.working_dir;
        let branch = || {
            let place = project_discovery::locate_project(Path::new(directory));
            project_discovery::checked_out_branch(&place)
        };
        let commands = Commands::parse(command, directory, &branch);
        let texts = RULE_NOTE_PATHS
            .iter()
            .filter_map(|path| self.memory.notes.read_injectable(path).ok().flatten());
        let page = self
            .memory
            .notes
            .read_project_page(&self.current_project())
            .ok()
            .flatten()
            .filter(|(path, _)| self.memory.notes.injection_filter()(path.as_str()))
            .map(|(_, text)| text);
        let texts = texts.chain(page).filter(|text| text.len() <= MAX_NOTE_BYTES);
        let mut rules: Vec<UserRule> =
            texts.flat_map(|text| self.rules_in(&text, &commands)).collect();
        for said in self.statements_against(&commands) {
            if !rules.iter().any(|rule| rule.says_the_same_as(&said)) {
                rules.push(said);
            }
        }
        rules
    }

    /// Returns the user's statements of earlier conversations that forbid one of the commands and stand in no note.
    fn statements_against(&self, commands: &Commands) -> Vec<UserRule> {
        let Some(db) = self.db else { return Vec::new() };
        let wishes = StandingWishes::read_stored(db, self.session).unwrap_or_default();
        let mut broken = wishes.statements.iter().filter(|said| {
            said.session != self.session.id
                && commands.are_named_in(&said.text.to_ascii_lowercase())
                && speaks_against(&said.text, commands)
        });
        let Some(first) = broken.next() else { return Vec::new() };
        let unwritten = self.unwritten_statements(std::iter::once(first).chain(broken));
        // As a whole, for so a user suppresses it.
        let rule = |said: &EarlierStatement| UserRule {
            text: said.text.clone(),
            day: Some(said.day.clone()),
        };
        unwritten.into_iter().map(rule).collect()
    }

    /// The user's rules in a note that one of the commands breaks.
    fn rules_in(&self, note: &str, commands: &Commands) -> Vec<UserRule> {
        let text = without_front_matter(note);
        let lower = text.to_ascii_lowercase();
        let named =
            split_paragraphs(text).filter(|it| commands.are_named_in(&lower[it.start..it.end]));
        let broken =
            named.filter_map(|it| Some((broken_rule(&text[it.start..it.end], commands)?, it)));
        let broken: Vec<(UserRule, Paragraph)> = broken.collect();
        if broken.is_empty() || self.is_elsewhere(note) {
            return Vec::new();
        }
        let (authors, here) = (Authors::parse(text), self.current_project());
        let holds = |by: &Provenance| by.by == AuthorKind::User && by.holds_in(&here);
        let own = broken.into_iter().filter_map(|(rule, paragraph)| {
            let by = authors.of_line(paragraph.line);
            let day = rule.day.or_else(|| day_in(by?.at.as_deref()?));
            by.is_none_or(holds).then_some(UserRule { day, ..rule })
        });
        own.collect()
    }

    /// Returns true if a whole note belongs to another project.
    fn is_elsewhere(&self, note: &str) -> bool {
        palimp_note::parse_front_matter(note)
            .project
            .is_some_and(|project| project != self.session.project)
    }
}

impl UserRule {
    /// True where one has the words of the other; marks at the end are none.
    fn says_the_same_as(&self, other: &UserRule) -> bool {
        let words = |rule: &UserRule| rule.text.trim_end_matches(['.', '!', ' ']).to_lowercase();
        let (one, other) = (words(self), words(other));
        one.contains(&other) || other.contains(&one)
    }

    fn format_line(&self) -> String {
        let text = ellipsis(&self.text, MAX_RULE_CHARS);
        match &self.day {
            Some(day) => format!("{text} (user, {day})"),
            None => format!("{text} (user)"),
        }
    }
}

/// A paragraph or an item of a list.
struct Paragraph {
    /// The number of its first line, from 1.
    line: usize,
    start: usize,
    end: usize,
}

/// Splits a text into paragraphs and list items, without headings and code.
fn split_paragraphs(text: &str) -> impl Iterator<Item = Paragraph> {
    let (mut found, mut is_code) = (Vec::<Paragraph>::new(), false);
    let (mut start, mut goes_on) = (0, false);
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let words = line.trim();
        let is_fence = words.starts_with("```") || words.starts_with("~~~");
        is_code ^= is_fence;
        let says = !words.is_empty() && !is_code && !is_fence && !words.starts_with('#');
        let end = start + line.len();
        match found.last_mut() {
            Some(last) if says && goes_on && !is_item(words) => last.end = end,
            _ if says => found.push(Paragraph { line: at + 1, start, end }),
            _ => {}
        }
        goes_on = says;
        start = end;
    }
    found.into_iter()
}

fn is_item(words: &str) -> bool {
    ["- ", "* ", "+ "].iter().any(|mark| words.starts_with(mark))
        || words.split_once(['.', ')']).is_some_and(|(number, rest)| {
            !number.is_empty()
                && number.bytes().all(|it| it.is_ascii_digit())
                && rest.starts_with(' ')
        })
}

/// Returns the rule of a paragraph that one of the commands breaks.
fn broken_rule(paragraph: &str, commands: &Commands) -> Option<UserRule> {
    if is_struck(paragraph) {
        return None;
    }
    let said: Vec<_> = paragraph.lines().map(line_without_comments).collect();
    let said = one_line(&said.join("\n"));
    let said = said.trim_start_matches(['-', '*', '+', ' ']);
    let (text, link) = said.split_once(" ([").unwrap_or((said, ""));
    let rule = violated_sentence(text, commands)?;
    Some(UserRule { text: rule.to_owned(), day: day_in(link).or_else(|| day_in(text)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(paragraph: &str, command: &str) -> Option<(String, Option<String>)> {
        let commands = Commands::parse(command, "/srv/shop", &|| None);
        broken_rule(paragraph, &commands).map(|rule| (rule.text, rule.day))
    }

    #[test]
    fn rule_is_told_without_link_and_comment() {
        let line = "- Use pnpm, not npm ([2026-11-20 14:02](../memory/2026-11-20.md)) \
            <!-- palimp: by=user project=shop -->\n";
        let day = Some("2026-11-20".to_owned());
        assert_eq!(rule(line, "npm ci"), Some(("Use pnpm, not npm".to_owned(), day)));
        assert_eq!(rule(line, "pnpm ci"), None);
        assert_eq!(rule(&line.replace("Use", "~~Use").replace(" (", "~~ ("), "npm ci"), None);
    }

    #[test]
    fn rule_over_two_lines_is_one() {
        let text =
            "# Notes\n\nFast. Use pnpm,\nnot npm. Port 3000.\n- other\n```\nnever npm\n```\n";
        let found: Vec<Paragraph> = split_paragraphs(text).collect();
        let lines: Vec<usize> = found.iter().map(|it| it.line).collect();
        assert_eq!(lines, [3, 5]);
        let paragraph = &text[found[0].start..found[0].end];
        assert_eq!(rule(paragraph, "npm ci"), Some(("Use pnpm, not npm.".to_owned(), None)));
    }
}
