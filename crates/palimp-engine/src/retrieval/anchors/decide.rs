//! A person's decision on a fact whose code has changed: confirm, supersede or retire.

use std::path::Path;

use jiff::Zoned;
use palimp_core::text::one_line;
use palimp_note::anchor::{self, Anchor};
use palimp_note::provenance::{
    AuthorKind, Comment, Provenance, escape_comments, line_without_comments, taken_out,
};
use palimp_note::{NotePath, route};

use super::facts::{AnchoredFact, anchored_facts};
use super::stale::{fact_id, tree_of};
use crate::error::Error;
use crate::home::code_anchors::{self, AnchorPlaces};
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::home::working_tree::WorkingTree;

/// A decision on a fact whose code has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaleDecision<'a> {
    /// It still holds: its anchors are made anew.
    Confirm,
    /// It holds otherwise: the line is struck through, and this stands below it.
    Supersede(&'a str),
    /// It holds no more: it goes to the archive.
    Retire,
}

/// A fact after the decision.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Decided {
    /// The note.
    pub path: String,
    /// The old text of the fact.
    pub text: String,
    /// The places at which it is anchored now.
    pub anchors: Vec<String>,
}

/// Note to which retired facts are moved.
const STALE_ARCHIVE_PATH: &str = "archive/stale.md";

impl NoteStore {
    /// Applies a decision to the fact whose id is `of`, or whose id alone begins with `of`.
    ///
    /// # Errors
    ///
    /// When no such fact is there, its code is not to be found, or its note cannot be written.
    pub fn decide_stale_fact(
        &self,
        of: &str,
        verb: StaleDecision,
        trees: &[WorkingTree],
        now: &Zoned,
    ) -> Result<Decided, Error> {
        let (note, fact) = self.find_anchored_fact(of)?;
        let whole = verb != StaleDecision::Confirm && fact.comment != fact.line;
        if whole {
            let (path, line) = (&note, fact.line);
            return Err(Error::Refused(crate::messages::fact_has_several_lines(path, line)));
        }
        let anchors = self.anchors_for(&fact, verb, trees)?;
        if verb == StaleDecision::Retire {
            let archive = NotePath::new(STALE_ARCHIVE_PATH)?;
            let line = self.fact_line(&note, &fact)?;
            self.open_vault()?.append_entry(&archive, "# Stale", line.trim())?;
        }
        self.open_vault()?.change(&note, |old| {
            let old = old.unwrap_or("");
            let is_it = |it: &AnchoredFact| it.said == fact.said && it.anchors == fact.anchors;
            let Some(found) = anchored_facts(old).into_iter().find(is_it) else {
                return Ok(old.to_owned());
            };
            Ok(replace_line(old, found.comment, |line| match verb {
                StaleDecision::Confirm => Some(replace_anchors(line, &anchors)),
                StaleDecision::Retire => None,
                StaleDecision::Supersede(text) => {
                    let day = now.strftime("%Y-%m-%d").to_string();
                    Some(supersede_line(
                        line,
                        &found,
                        (self.sanitize_statement(text), &anchors),
                        &day,
                    ))
                }
            }))
        })?;
        let anchors = anchors.iter().map(Anchor::display_location).collect();
        Ok(Decided { path: note.as_str().to_owned(), text: fact.said, anchors })
    }

    /// Returns a person's statement as one line without secrets.
    fn sanitize_statement(&self, text: &str) -> String {
        escape_comments(&redaction::redactor(&self.settings).redact(&one_line(text))).into_owned()
    }

    fn find_anchored_fact(&self, of: &str) -> Result<(NotePath, AnchoredFact), Error> {
        if of.is_empty() {
            return Err(Error::Refused(crate::messages::fact_id_missing()));
        }
        let mut found = Vec::new();
        for note in self.scan_notes()? {
            let text = self.read_note_or_empty(note.path.as_str())?;
            let ours = anchored_facts(&text)
                .into_iter()
                .filter(|fact| fact_id(&note.path, fact).starts_with(of));
            found.extend(ours.map(|fact| (note.path.clone(), fact)));
        }
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (Some(_), Some(_)) => Err(Error::Refused(crate::messages::fact_ambiguous(of))),
            (None, _) => Err(Error::Refused(crate::messages::anchored_fact_not_found(of))),
        }
    }

    fn fact_line(&self, note: &NotePath, fact: &AnchoredFact) -> Result<String, Error> {
        let text = self.open_vault()?.read(note)?;
        Ok(text.lines().nth(fact.line - 1).unwrap_or_default().to_owned())
    }

    /// The anchors that a fact gets.
    fn anchors_for(
        &self,
        fact: &AnchoredFact,
        verb: StaleDecision,
        trees: &[WorkingTree],
    ) -> Result<Vec<Anchor>, Error> {
        let says = match verb {
            StaleDecision::Retire => return Ok(Vec::new()),
            StaleDecision::Confirm => fact.said.clone(),
            StaleDecision::Supersede(text) => self.sanitize_statement(text),
        };
        let redactor = redaction::redactor(&self.settings);
        let tree = tree_of(fact, trees).map(|at| &trees[at]);
        let made = tree.map_or(Vec::new(), |tree| {
            let anew = |anchor: &Anchor| {
                let at = |place: &str| {
                    code_anchors::anchor_at_place(tree, (tree.root(), place), &says, &redactor)
                };
                let (there, in_file) = (at(&anchor.display_location()), at(&anchor.path));
                // A fact that nobody named lines for may stand in others by now.
                let by_words = [&there, &in_file].into_iter().flatten().find(|it| is_of_words(it));
                let whole = || in_file.clone().filter(|_| anchor.lines.is_none());
                by_words.cloned().or(there.clone()).or_else(whole)
            };
            fact.anchors.iter().filter_map(anew).take(anchor::MAX_ANCHORS_PER_FACT).collect()
        });
        match (made.is_empty(), verb, tree) {
            (false, ..) => Ok(made),
            (true, StaleDecision::Confirm, Some(_)) => {
                Err(Error::Refused(crate::messages::code_is_gone().to_owned()))
            }
            (true, StaleDecision::Confirm, None) => {
                Err(Error::Refused(crate::messages::project_not_here()))
            }
            (true, ..) => {
                let named = tree.map(|tree| {
                    let places =
                        AnchorPlaces { here: Path::new(tree.root()), named: &[], edited: &[] };
                    code_anchors::find_anchors(tree, &says, places, &redactor)
                });
                Ok(named.unwrap_or_default())
            }
        }
    }
}

/// True if an anchor was found by the words of its fact.
fn is_of_words(anchor: &Anchor) -> bool {
    anchor.sketch.as_ref().is_some_and(|sketch| sketch.bears_words())
}

/// Replaces or removes one line of a note; lines count from 1.
fn replace_line(note: &str, number: usize, other: impl FnOnce(&str) -> Option<String>) -> String {
    let mut other = Some(other);
    let mut new = String::with_capacity(note.len() + 200);
    for (at, line) in note.split_inclusive('\n').enumerate() {
        let text = line.trim_end_matches(['\n', '\r']);
        match other.take_if(|_| at + 1 == number) {
            Some(other) => {
                if let Some(changed) = other(text) {
                    new.push_str(&changed);
                    new.push_str(&line[text.len()..]);
                }
            }
            None => new.push_str(line),
        }
    }
    new
}

/// Replaces the anchors of a line.
fn replace_anchors(line: &str, anchors: &[Anchor]) -> String {
    let (said, by) = match taken_out(line) {
        Some((said, Comment::By(by))) => {
            let by = Provenance { places: None, anchors: anchors.to_vec(), ..*by };
            (said, by.to_string())
        }
        Some((said, _)) => (said, format_anchors(anchors)),
        None => (line.to_owned(), format_anchors(anchors)),
    };
    if said.is_empty() { by } else { format!("{said} {by}") }
}

fn format_anchors(anchors: &[Anchor]) -> String {
    anchors.iter().map(Anchor::to_string).collect::<Vec<_>>().join(" ")
}

/// Strikes a line through and adds a person's new statement below it.
fn supersede_line(
    line: &str,
    fact: &AnchoredFact,
    (text, anchors): (String, &[Anchor]),
    day: &str,
) -> String {
    let said = line_without_comments(line);
    let indent = &line[..line.len() - line.trim_start().len()];
    let by = fact.by.clone().map(|by| Provenance { places: None, anchors: Vec::new(), ..by });
    let old = said.replacen(&fact.said, &format!("~~{}~~ (superseded {day})", fact.said), 1);
    let old = by.as_ref().map_or(old.clone(), |by| format!("{old} {by}"));
    let new = Provenance {
        by: AuthorKind::User,
        project: by.as_ref().and_then(|by| by.project.clone()),
        project_id: by.as_ref().and_then(|by| by.project_id.clone()),
        anchors: anchors.to_vec(),
        ..Provenance::default()
    };
    format!("{old}\n{indent}{}", route::sign_text(&route::as_list_item(&text), Some(&new)))
}
