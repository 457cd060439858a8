//! The user's standing rules at the start of a session: saved decisions and preferences, and decisions
//! that a team approved, one line each, the newest first.
//!
//! They pass no gate: what the user laid down holds whatever the session is about.

use std::path::Path;

use palimp_core::author::AuthorKind;
use palimp_core::pointer::Pointer;
use palimp_core::sanitize::printable_line;
use palimp_core::settings::Preset;
use palimp_core::text::{day_in, ellipsis, one_line};
use palimp_note::authors::Authors;
use palimp_note::page::{PageSection, with_sections_alone};
use palimp_note::provenance::{Provenance, line_without_comments};
use palimp_rules::reflect::stands_alone;
use palimp_rules::{is_memo, rememberable_statements};
use serde::Serialize;

use super::part_labels::PartLabels;
use super::{Context, ContextBuilder, ContextSection, without_front_matter};
use crate::home::redaction;
use crate::home::zone;
use crate::injection::earlier_statements::EarlierStatement;
use crate::injection::habits::Habit;
use crate::injection::pinned_notes::is_struck;
use crate::injection::saved_line::{SavedLine, saved_lines};
use crate::injection::standing_wishes::StandingWishes;
use crate::retrieval::anchors;
use crate::retrieval::index_sync::Error;
use crate::sharing::teams;

const SECTION_NAME: &str = "rules";
const SECTION_TITLE: &str = "Rules";
const STATEMENTS_TITLE: &str = "Rules (of two that differ the newer holds)";
/// The section's size and the longest rule, in characters, and rules.
const MAX_SECTION_CHARS: usize = 1_500;
const MAX_RULE_CHARS: usize = 260;
const MAX_RULES: usize = 16;
/// Rules that reflection took from conversations: they were not laid down as such.
const MAX_FROM_CONVERSATIONS: usize = 2;
/// The fewest words of one of them.
const MIN_WORDS: usize = 6;
/// Notes, and sections of the project's page, in which every line of the user is a rule.
const RULE_NOTE_PATHS: [&str; 2] = ["shared/decisions.md", "shared/preferences.md"];
const RULE_PAGE_SECTIONS: [PageSection; 2] = [PageSection::Rules, PageSection::Decisions];
/// Larger notes are not read, in bytes.
const MAX_NOTE_BYTES: usize = 256 << 10;

/// A rule of the user, of a team, or of habit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StandingRule {
    /// The day on which it was laid down, `2026-11-20`; empty where nobody knows.
    pub day: String,
    /// The rule, with what became of the code that it speaks of.
    pub text: String,
    /// Author who vouches for the rule; empty for the user.
    pub by: String,
    /// Part of a monorepo in which it was said, if it is another than the session's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Source of the rule.
    pub source: RuleSource,
    /// The session in which it was said.
    #[serde(skip)]
    session: Option<String>,
    /// True where a conversation is all that tells it.
    #[serde(skip)]
    is_from_conversation: bool,
}

/// Source of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum RuleSource {
    /// In a line of a note, from 1.
    Note {
        /// The note's path.
        path: String,
        /// The line.
        line: usize,
    },
    /// In the decisions of a team.
    Team,
    /// A request that the user repeats session after session; its words without the count.
    Habit(String),
    /// In a conversation.
    Conversation {
        /// Its words.
        said: String,
        /// The session, as `palimp show` opens it.
        pointer: String,
    },
}

impl ContextBuilder<'_> {
    /// Adds the rules that hold in this project and everywhere, and below them what the user asks for session after
    /// session.
    pub(super) fn standing_rules(&mut self, context: &mut Context) -> Result<(), Error> {
        if !self.is_wanted(SECTION_NAME) {
            return Ok(());
        }
        let wishes = match self.db {
            // Where the history is told, the wishes stand in it.
            Some(db) if self.preset() != Preset::Full => {
                StandingWishes::read_stored(db, self.session)?
            }
            _ => StandingWishes::default(),
        };
        let texts = self.rule_texts()?;
        let mut rules = self.laid_down(&texts);
        let mut from_conversations = 0..MAX_FROM_CONVERSATIONS;
        rules.retain(|rule| !rule.is_from_conversation || from_conversations.next().is_some());
        let present = &self.session.id;
        let earlier = wishes.statements.iter().filter(|said| said.session != *present);
        let earlier = texts.not_written_down(earlier);
        let title = if wishes.statements.is_empty() { SECTION_TITLE } else { STATEMENTS_TITLE };
        let room = MAX_RULES.saturating_sub(rules.len());
        let mut elsewhere = Vec::new();
        let parts = self.part_labels();
        for said in &earlier {
            elsewhere.push(parts.other_part_of_session(self.db, &said.session)?.is_some());
        }
        add_statements(&mut rules, heaviest_statements(earlier, &elsewhere, room).into_iter());
        self.label_rules(&parts, &mut rules)?;
        rules.truncate(MAX_RULES);
        let redactor = redaction::redactor(self.settings);
        // What does not fit leaves from the end.
        let habits = wishes.habits.iter().map(StandingRule::of_habit);
        let lines = habits.chain(rules).map(|rule| rule.format_line());
        let items = lines.map(|line| redactor.redact(&line).into_owned()).collect();
        let section =
            ContextSection::new_list(SECTION_NAME, title, MAX_SECTION_CHARS).with_items(items);
        context.sections.push(section.with_reason(crate::messages::session_starts()));
        Ok(())
    }

    /// Returns every rule that holds here, the newest first, and what the user asks for session
    /// after session.
    ///
    /// # Errors
    ///
    /// Returns an error if notes or the database cannot be read.
    pub fn applicable_rules(&mut self) -> Result<Vec<StandingRule>, Error> {
        let texts = self.rule_texts()?;
        let mut rules = self.laid_down(&texts);
        if let Some(db) = self.db {
            let (agent, project) = (&self.session.agent, &self.session.project_id);
            let wishes = StandingWishes::from_conversations(db, agent, project)?;
            let statements = texts.not_written_down(wishes.statements.iter());
            add_statements(&mut rules, statements.into_iter());
            self.label_rules(&self.part_labels(), &mut rules)?;
            rules.extend(wishes.habits.iter().map(StandingRule::of_habit));
        }
        Ok(rules)
    }

    /// Names the part of a monorepo where a rule was laid down in another one, and puts these rules last.
    fn label_rules(&self, parts: &PartLabels, rules: &mut [StandingRule]) -> Result<(), Error> {
        for rule in rules.iter_mut() {
            if let Some(session) = &rule.session {
                rule.part = parts.other_part_of_session(self.db, session)?;
            }
        }
        rules.sort_by_key(|rule| rule.part.is_some());
        Ok(())
    }

    /// Returns the statements that no note has; none where the notes cannot be read.
    pub(super) fn unwritten_statements<'s>(
        &self,
        statements: impl Iterator<Item = &'s EarlierStatement>,
    ) -> Vec<&'s EarlierStatement> {
        self.rule_texts().map(|texts| texts.not_written_down(statements)).unwrap_or_default()
    }

    /// Reads the notes in which rules stand. A note that is too long for a start is left out.
    fn rule_texts(&self) -> Result<RuleTexts, Error> {
        let is_short = |text: &String| text.len() <= MAX_NOTE_BYTES;
        let mut notes = Vec::new();
        for path in RULE_NOTE_PATHS {
            let text = self.memory.notes.read_injectable(path)?.filter(is_short);
            notes.extend(text.map(|text| (path.to_owned(), text)));
        }
        let page =
            self.memory.notes.read_project_page(&self.current_project())?.filter(|(path, text)| {
                is_short(text) && self.memory.notes.injection_filter()(path.as_str())
            });
        Ok(RuleTexts { notes, page: page.map(|(path, text)| (path.as_str().to_owned(), text)) })
    }

    /// Returns the rules that were laid down, the newest first.
    fn laid_down(&mut self, texts: &RuleTexts) -> Vec<StandingRule> {
        let notes = texts.notes.iter().flat_map(|(path, note)| self.rules_of(path, note));
        let mut rules: Vec<StandingRule> = notes.collect();
        if let Some((path, page)) = &texts.page {
            let body = without_front_matter(page);
            let front = &page[..page.len() - body.len()];
            let kept = front.to_owned() + &with_sections_alone(body, &RULE_PAGE_SECTIONS);
            rules.extend(self.rules_of(path, &kept));
        }
        rules.extend(self.team_rules());
        rules.sort_by(|a, b| b.day.cmp(&a.day));
        rules
    }

    /// The user's own lines of a note that hold here. A line that reflection took from a conversation
    /// counts where it is an order by its own words.
    fn rules_of(&self, path: &str, note: &str) -> Vec<StandingRule> {
        let text = without_front_matter(note);
        if palimp_note::parse_front_matter(note)
            .project
            .is_some_and(|project| project != self.session.project)
        {
            return Vec::new();
        }
        let above = note[..note.len() - text.len()].lines().count();
        let (authors, here) = (Authors::parse(text), self.current_project());
        let holds = |by: &Provenance| may_be_rule(by) && by.holds_in(&here);
        let lines = text.lines().enumerate().filter(|(_, line)| is_item(line) && !is_struck(line));
        let rules = lines.filter_map(|(at, line)| {
            let by = authors.of_line(at + 1);
            if !by.is_none_or(holds) {
                return None;
            }
            let said = one_line(&line_without_comments(line));
            let said = said.trim_start_matches(['-', '*', '+', ' ']);
            let (text, link) = said.split_once(" ([").unwrap_or((said, ""));
            let is_from_conversation = link.contains("episodes/");
            let holds_alone = || is_memo(text) && stands_alone(text) && is_long_enough(text);
            if is_struck(text) || text.is_empty() || is_from_conversation && !holds_alone() {
                return None;
            }
            let day = day_in(link).or_else(|| day_in(by?.at.as_deref()?)).unwrap_or_default();
            let source = RuleSource::Note { path: path.to_owned(), line: above + at + 1 };
            let (author, said_by) = (by.map_or(AuthorKind::User, |by| by.by), by);
            let by = if author == AuthorKind::User { "" } else { author.name() }.to_owned();
            let (text, part) = (text.to_owned(), None);
            let session = said_by.and_then(|by| by.session.clone());
            Some(StandingRule { day, text, by, part, source, session, is_from_conversation })
        });
        self.with_labels(note, rules.collect())
    }

    /// The rules with what became of the code that they speak of.
    fn with_labels(&self, note: &str, mut rules: Vec<StandingRule>) -> Vec<StandingRule> {
        let lines: Vec<String> = rules.iter().map(|rule| format!("- {}", rule.text)).collect();
        let directory = Path::new(&self.session.working_dir);
        let told = anchors::in_note(&self.memory.notes, directory, note, lines.join("\n"));
        for (rule, line) in rules.iter_mut().zip(told.lines()) {
            line.trim_start_matches("- ").clone_into(&mut rule.text);
        }
        rules
    }

    fn team_rules(&self) -> Vec<StandingRule> {
        let day = teams::utc_day(self.now.as_millisecond());
        let shared = teams::shared_decisions(&self.memory.notes.home, &self.team_projects(), day)
            .into_iter();
        let rules = shared.map(|it| StandingRule {
            day: zone::local_day(it.at),
            text: one_line(it.text.split("\n\n").next().unwrap_or_default()),
            by: printable_line(&it.vouched),
            part: None,
            source: RuleSource::Team,
            session: None,
            is_from_conversation: false,
        });
        rules.collect()
    }
}

/// The notes in which rules stand, by their paths.
struct RuleTexts {
    notes: Vec<(String, String)>,
    /// The project's page.
    page: Option<(String, String)>,
}

impl RuleTexts {
    /// Leaves out statements of which a note has what was to be remembered in a line, struck or not.
    fn not_written_down<'s>(
        &self,
        statements: impl Iterator<Item = &'s EarlierStatement>,
    ) -> Vec<&'s EarlierStatement> {
        let mut written = Vec::new();
        for (_, note) in self.notes.iter().chain(&self.page) {
            let authors = Authors::parse(note);
            let lines = saved_lines(note, &authors).filter(SavedLine::is_remembered);
            written.extend(lines.map(|line| normalize_words(&line.text)));
        }
        statements.filter(|said| !is_written_down(&said.text, &written)).collect()
    }
}

/// Returns true if the lines that were remembered, in bare words, leave nothing of a statement but the request.
fn is_written_down(said: &str, written: &[String]) -> bool {
    let said = normalize_words(said);
    let rest = written.iter().fold(said.clone(), |rest, line| rest.replace(line, ". "));
    written.iter().any(|line| line.contains(&said))
        || rest != said && rememberable_statements(&rest).is_none()
}

/// Returns the words of a text between spaces, without marks.
fn normalize_words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

/// Returns the `most` statements with the highest weight, in their order; those from elsewhere only
/// where there is room.
fn heaviest_statements<'s>(
    statements: Vec<&'s EarlierStatement>,
    elsewhere: &[bool],
    most: usize,
) -> Vec<&'s EarlierStatement> {
    let mut order: Vec<usize> = (0..statements.len()).collect();
    // Of two of one weight, the newer one.
    let weight = |at: usize| statements[at].weight;
    order.sort_by(|&a, &b| elsewhere[a].cmp(&elsewhere[b]).then(weight(b).total_cmp(&weight(a))));
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().map(|at| statements[at]).collect()
}

/// Adds what the user laid down in conversations. It takes the place of the lines that reflection took from it.
fn add_statements<'s>(
    rules: &mut Vec<StandingRule>,
    statements: impl Iterator<Item = &'s EarlierStatement>,
) {
    let said: Vec<StandingRule> = statements.map(StandingRule::of_statement).collect();
    let is_said = |rule: &StandingRule| said.iter().any(|it| it.text.contains(rule.text.as_str()));
    rules.retain(|rule| !is_said(rule));
    rules.extend(said);
    rules.sort_by(|a, b| b.day.cmp(&a.day));
}

/// Returns true for the user's own words, and those of others that they approved.
fn may_be_rule(by: &Provenance) -> bool {
    by.by == AuthorKind::User || by.approved.is_some()
}

/// Returns true if a line taken out of a conversation says enough to be understood alone.
fn is_long_enough(text: &str) -> bool {
    text.split_whitespace().count() >= MIN_WORDS
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}

impl StandingRule {
    /// Returns a rule of nobody's note, for tests.
    #[cfg(test)]
    pub(crate) fn of_user(text: &str) -> StandingRule {
        let (day, by) = Default::default();
        StandingRule {
            day,
            text: text.to_owned(),
            by,
            part: None,
            source: RuleSource::Team,
            session: None,
            is_from_conversation: false,
        }
    }

    fn of_habit(habit: &Habit) -> StandingRule {
        StandingRule {
            day: String::new(),
            text: habit.to_line(),
            by: String::new(),
            part: None,
            source: RuleSource::Habit(habit.wish.clone()),
            session: None,
            is_from_conversation: false,
        }
    }

    fn of_statement(said: &EarlierStatement) -> StandingRule {
        StandingRule {
            day: said.day.clone(),
            text: said.text.clone(),
            by: String::new(),
            part: None,
            session: Some(said.session.clone()),
            source: RuleSource::Conversation {
                said: said.text.clone(),
                pointer: Pointer::to_session(&said.session).to_string(),
            },
            is_from_conversation: true,
        }
    }

    /// `Use pnpm, not npm (2026-11-20)`, `Use tabs (2026-11-20, apps/web)`, `Retries are 7 (2026-11-20, team acme, approved by Kim)`
    fn format_line(&self) -> String {
        let text = ellipsis(&self.text, MAX_RULE_CHARS);
        let about = [self.day.as_str(), self.part.as_deref().unwrap_or_default(), &self.by];
        let about: Vec<_> = about.into_iter().filter(|part| !part.is_empty()).collect();
        if about.is_empty() { text } else { format!("{text} ({})", about.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_names_its_day_and_who_vouches() {
        let rule = |day: &str, by: &str| StandingRule {
            day: day.to_owned(),
            by: by.to_owned(),
            ..StandingRule::of_user("Use pnpm")
        };
        assert_eq!(rule("", "").format_line(), "Use pnpm");
        assert_eq!(rule("2026-11-20", "").format_line(), "Use pnpm (2026-11-20)");
        assert_eq!(
            rule("2026-11-20", "team acme").format_line(),
            "Use pnpm (2026-11-20, team acme)"
        );
    }

    #[test]
    fn statement_is_written_down_if_lines_leave_only_request() {
        let written = ["결제는 민수님 담당.", "We deploy on Tuesdays only"].map(normalize_words);
        for said in [
            "이건 기억해: 결제는 민수님 담당",
            "결제는  민수님 담당. 이건 기억해",
            "Remember this: we deploy on Tuesdays. Thanks!",
            "We deploy on Tuesdays only.",
            "deploy on Tuesdays",
        ] {
            let said = said.replace("we deploy on Tuesdays", "We deploy on Tuesdays only");
            assert!(is_written_down(&said, &written), "{said}");
        }
        for said in ["결제는 민수님 담당. 배포는 금요일에 한다", "결제는 지은님 담당"]
        {
            assert!(!is_written_down(said, &written), "{said}");
        }
    }
}
