//! Plans the changes for sorted facts, given the lines of the notes.

use std::collections::HashSet;

use palimp_note::NotePath;
use palimp_note::page::{PageSection, is_page};
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_rules::reflect::{ComparableFact, FactCategory, Voice, is_about_user};

use super::change::NoteChange;
use super::episodes::EpisodeFact;
use super::notes::{FactTarget, LastingNoteLine, link_to_episode, parse_claim, target_of};
use super::pages::ProjectPages;
use super::section::{FactScope, LinkedFact};
use super::sort::SortedFact;
use crate::consolidation::review::{ReviewKind, ReviewProposal};

/// Planned changes and proposals.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The changes, in order, each of a note.
    pub(super) changes: Vec<(NotePath, NoteChange)>,
    /// Proposals to the user.
    pub(super) proposals: Vec<ReviewProposal>,
    /// Number of facts that the notes hold already.
    pub(super) known: usize,
    /// Number of facts that do not last, or are older than a line that contradicts them.
    pub(super) passed: usize,
}

/// Plans the changes for facts from the oldest to the newest, so that the newest has the last word.
/// `decided` are the proposals that a person has decided about or still has to.
pub(super) fn plan_changes(
    facts: Vec<SortedFact>,
    known: Vec<LastingNoteLine>,
    pages: ProjectPages,
    decided: &HashSet<String>,
) -> Plan {
    let mut planner = Planner { known, pages, plan: Plan::default(), decided };
    for fact in facts {
        planner.plan_fact(fact);
    }
    planner.plan
}

struct Planner<'d> {
    known: Vec<LastingNoteLine>,
    pages: ProjectPages,
    plan: Plan,
    decided: &'d HashSet<String>,
}

/// A fact on its way into a note.
struct IncomingFact {
    fact: EpisodeFact,
    place: FactCategory,
    supersedes: Option<LinkedFact>,
    note: NotePath,
    scope: FactScope,
    part: Option<PageSection>,
    entry: LinkedFact,
    said: ComparableFact,
}

impl IncomingFact {
    fn from_sorted(sorted: SortedFact, pages: &ProjectPages) -> Option<IncomingFact> {
        let SortedFact { fact, place, supersedes } = sorted;
        let place = correct_place(place, &fact);
        let FactTarget { note, scope, part } = target_of(place, &fact, pages)?;
        let entry = LinkedFact {
            text: text_with_topic(&fact),
            label: fact.label().to_owned(),
            link: link_to_episode(&note, &fact.episode),
        };
        let said = parse_claim(&entry.text);
        Some(IncomingFact { fact, place, supersedes, note, scope, part, entry, said })
    }

    /// Moves the fact to where it holds in all projects.
    fn into_global(self) -> IncomingFact {
        let path =
            super::notes::shared_note_path(self.place).and_then(|path| NotePath::new(path).ok());
        let note = path.unwrap_or(self.note);
        let entry = LinkedFact { link: link_to_episode(&note, &self.fact.episode), ..self.entry };
        IncomingFact { note, scope: FactScope::default(), part: None, entry, ..self }
    }

    /// Returns true if a line states this fact already, where the fact holds.
    fn is_said_by(&self, line: &LastingNoteLine) -> bool {
        let holds = line.scope.id.is_none() || line.scope.is_same(&self.scope);
        let outlived =
            line.superseded.as_deref().is_some_and(|since| since < self.fact.at.as_str());
        let itself = line
            .entry
            .as_ref()
            .is_some_and(|entry| entry.label == self.entry.label && entry.text == self.entry.text);
        holds && (itself || !line.is_archived && !outlived && self.matches_line(line))
    }

    fn matches_line(&self, line: &LastingNoteLine) -> bool {
        line.text == self.entry.text
            || self.said.is_same_as(&line.said)
            || self.is_restated_by(line)
    }

    /// Returns true if it is a decision that a line states already, and perhaps more.
    fn is_restated_by(&self, line: &LastingNoteLine) -> bool {
        let decided = self.place == FactCategory::Decisions && line.is_filed_under(self.place);
        decided && self.said.is_within(&line.said)
    }

    /// Returns true if this fact makes a line of palimp's untrue. Facts come in the order in which
    /// they were said, so that of two in one minute the fact that is `new` to the notes is newer.
    fn makes_untrue(&self, line: &LastingNoteLine, new: bool) -> bool {
        let told = self.supersedes.is_some() && self.supersedes == line.entry;
        line.can_be_struck()
            && self.may_overrule(line)
            && line.scope.is_same(&self.scope)
            && (line.last_said() < &*self.fact.at || new && line.last_said() == self.fact.at)
            && (told || self.said.contradicts(&line.said))
    }

    /// Returns true unless the line is the user's, and the fact is the agent's own or an import's.
    fn may_overrule(&self, line: &LastingNoteLine) -> bool {
        let own = matches!(self.fact.voice, Voice::Agent | Voice::AgentExtra);
        line.author > AuthorKind::User || !own && self.fact.author < AuthorKind::Import
    }

    /// Returns true if a newer line made this fact untrue before it came.
    fn is_outdated_by(&self, line: &LastingNoteLine) -> bool {
        line.can_be_struck()
            && line.scope.is_same(&self.scope)
            && line.last_said() > self.fact.at.as_str()
            && line.said.contradicts(&self.said)
    }

    /// Returns true if it makes a line of a person untrue.
    fn is_against(&self, line: &LastingNoteLine) -> bool {
        let holds = line.scope.id.is_none() || line.scope.is_same(&self.scope);
        line.entry.is_none() && !line.can_be_struck() && holds && self.said.contradicts(&line.said)
    }

    fn to_proposal(&self, kind: ReviewKind, written: Option<&LastingNoteLine>) -> ReviewProposal {
        let note = written.map_or(&self.note, |line| &line.note);
        let part = self.part.filter(|_| is_page(note));
        ReviewProposal::new(
            kind,
            crate::consolidation::review::ReviewRequest {
                fact: self.entry.text.clone(),
                label: self.entry.label.clone(),
                episode: self.fact.episode.clone(),
                note: note.as_str().to_owned(),
                part: part.map(|part| part.name().to_owned()),
                written: written.map(|line| line.text.clone()),
                project: self.scope.name.clone(),
                project_id: self.scope.id.clone(),
                by: (kind == ReviewKind::Always).then_some(
                    crate::consolidation::review::RequestAuthor {
                        author: self.fact.author,
                        client: None,
                    },
                ),
                leaving: Vec::new(),
            },
        )
    }
}

impl Planner<'_> {
    fn plan_fact(&mut self, sorted: SortedFact) {
        let Some(fact) = IncomingFact::from_sorted(sorted, &self.pages) else {
            self.plan.passed += 1;
            return;
        };
        if fact.place == FactCategory::Soul {
            self.propose(&fact, ReviewKind::Soul, None);
        } else if let Some(at) = self.known.iter().position(|line| fact.is_said_by(line)) {
            self.plan.known += 1;
            self.record_repeat(at, &fact);
            self.strike_untrue(&fact, false);
        } else if self.known.iter().any(|line| fact.is_outdated_by(line)) {
            self.plan.passed += 1;
        } else if let Some(line) = self.known.iter().position(|line| fact.is_against(line)) {
            self.propose(&fact, ReviewKind::Contradiction, Some(line));
        } else if fact.place == FactCategory::Profile && fact.fact.author > AuthorKind::Team {
            // What every session is told of her, she has said herself or approved.
            self.propose(&fact, ReviewKind::Always, None);
        } else {
            self.add_fact(fact);
        }
    }

    fn propose(&mut self, fact: &IncomingFact, kind: ReviewKind, line: Option<usize>) {
        // What stands in the note already needs nobody's leave.
        if kind == ReviewKind::Soul && self.known.iter().any(|line| fact.is_said_by(line)) {
            self.plan.known += 1;
            return;
        }
        let proposal = fact.to_proposal(kind, line.map(|line| &self.known[line]));
        let waits = self.plan.proposals.iter().any(|other| other.id == proposal.id);
        if waits || self.decided.contains(&proposal.id) {
            self.plan.known += 1;
        } else {
            self.plan.proposals.push(proposal);
        }
    }

    fn add_fact(&mut self, mut fact: IncomingFact) {
        // It makes lines of its project untrue, also where it then holds in all.
        self.strike_untrue(&fact, true);
        if let Some(elsewhere) = self.find_in_other_project(&fact) {
            fact = fact.into_global();
            self.push_add(&fact);
            self.remove_line(elsewhere);
        } else {
            self.push_add(&fact);
        }
        self.known.push(LastingNoteLine {
            note: fact.note,
            scope: fact.scope,
            part: fact.part,
            text: fact.entry.text.clone(),
            entry: Some(fact.entry),
            said: fact.said,
            superseded: None,
            is_archived: false,
            author: fact.fact.author,
            day: None,
        });
    }

    fn push_add(&mut self, fact: &IncomingFact) {
        if fact.part.is_some() {
            self.pages.claim(&fact.note, &fact.scope);
        }
        let (scope, entry) = (fact.scope.clone(), fact.entry.clone());
        let Provenance { aliases, places, anchors, .. } = fact.fact.beside.clone();
        let by = Provenance { aliases, places, anchors, ..scope.provenance_by(fact.fact.author) };
        let add = NoteChange::Add { scope, part: fact.part, entry, by: Box::new(by) };
        self.plan.changes.push((fact.note.clone(), add));
    }

    /// Records the day on which a fact was said again.
    fn record_repeat(&mut self, at: usize, fact: &IncomingFact) {
        let line = &mut self.known[at];
        let day = fact.fact.at.get(..10).unwrap_or_default();
        let Some(entry) = line.entry.clone().filter(|_| line.is_live() && line.last_said() < day)
        else {
            return;
        };
        line.day = Some(day.to_owned());
        let repeat = NoteChange::Repeat { scope: line.scope.clone(), entry, day: day.to_owned() };
        self.plan.changes.push((line.note.clone(), repeat));
    }

    /// Finds the line that says the same of the user in another project: what holds in two holds in
    /// all.
    fn find_in_other_project(&self, fact: &IncomingFact) -> Option<usize> {
        let same = |line: &LastingNoteLine| {
            line.is_live() && line.is_filed_under(fact.place) && fact.matches_line(line)
        };
        let position = self.known.iter().position(same);
        position.filter(|_| is_personal(fact.place))
    }

    fn remove_line(&mut self, at: usize) {
        let line = self.known.remove(at);
        if let Some(entry) = line.entry {
            self.plan.changes.push((line.note, NoteChange::Remove { scope: line.scope, entry }));
        }
    }

    /// Strikes through the lines that a fact makes untrue; it may be `new` to the notes.
    fn strike_untrue(&mut self, fact: &IncomingFact, new: bool) {
        for line in &mut self.known {
            if !fact.makes_untrue(line, new) {
                continue;
            }
            let by = LinkedFact {
                link: link_to_episode(&line.note, &fact.fact.episode),
                ..fact.entry.clone()
            };
            self.plan.changes.push((line.note.clone(), NoteChange::strike(line, by)));
            line.superseded = Some(fact.entry.label.clone());
        }
    }
}

fn is_personal(place: FactCategory) -> bool {
    matches!(place, FactCategory::Profile | FactCategory::Preferences)
}

/// Corrects the place of a fact: a fact that is not about the user goes into no profile.
pub(super) fn correct_place(place: FactCategory, fact: &EpisodeFact) -> FactCategory {
    match place {
        FactCategory::Profile if !is_about_user(&fact.text) => FactCategory::Projects,
        place => place,
    }
}

/// Returns the words of a fact, with its topic if they do not name it.
pub(super) fn text_with_topic(fact: &EpisodeFact) -> String {
    let text = fact.text.to_lowercase();
    let mut words = fact.topic.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let named = words.all(|word| text.contains(&word.to_lowercase()));
    let kind = ["decision", "preference", "cause", "project", "note", "user", "procedure", "fact"];
    if named || kind.contains(&fact.topic.as_str()) {
        fact.text.clone()
    } else {
        format!("{}: {}", fact.topic, fact.text)
    }
}
