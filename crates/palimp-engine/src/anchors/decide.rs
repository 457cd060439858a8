//! What a person makes of a fact whose code has changed: it still holds, it holds otherwise, or it goes.

use std::path::Path;

use jiff::Zoned;
use palimp_core::text::one_line;
use palimp_note::anchor::{self, Anchor};
use palimp_note::provenance::{
    AuthorKind, Comment, Provenance, escape_comments, line_without_comments, taken_out,
};
use palimp_note::{NotePath, route};

use super::facts::{Fact, facts};
use super::made::{self, Places};
use super::stale::{id, tree_of};
use super::tree::Tree;
use crate::memory::{Error, Memory};
use crate::redaction;

/// What a person decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb<'a> {
    /// It still holds: its anchors are made anew.
    Confirm,
    /// It holds otherwise: the line is struck through, and this stands below it.
    Supersede(&'a str),
    /// It holds no more: it goes to the archive.
    Retire,
}

/// What became of a fact.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Decided {
    /// The note.
    pub path: String,
    /// What it said.
    pub text: String,
    /// The places at which it is anchored now.
    pub anchors: Vec<String>,
}

/// Where facts go that hold no more.
const ARCHIVE: &str = "archive/stale.md";

impl Memory {
    /// Does what a person decided about the fact whose id is `of` or, alone of all, begins so.
    ///
    /// # Errors
    ///
    /// When no such fact is there, its code is not to be found, or its note cannot be written.
    pub fn decide(
        &self,
        of: &str,
        verb: Verb,
        trees: &[Tree],
        now: &Zoned,
    ) -> Result<Decided, Error> {
        let (note, fact) = self.fact(of)?;
        let whole = verb != Verb::Confirm && fact.comment != fact.line;
        if whole {
            let (path, line) = (&note, fact.line);
            return Err(Error::Refused(format!(
                "it has several lines: `palimp edit {path}` and change line {line} and what follows it"
            )));
        }
        let anchors = self.anchors_for(&fact, verb, trees)?;
        if verb == Verb::Retire {
            let archive = NotePath::new(ARCHIVE)?;
            let line = self.line(&note, &fact)?;
            self.vault()?.append_entry(&archive, "# Stale", line.trim())?;
        }
        self.vault()?.change(&note, |old| {
            let old = old.unwrap_or("");
            let is_it = |it: &Fact| it.said == fact.said && it.anchors == fact.anchors;
            let Some(found) = facts(old).into_iter().find(is_it) else { return Ok(old.to_owned()) };
            Ok(changed(old, found.comment, |line| match verb {
                Verb::Confirm => Some(anchored(line, &anchors)),
                Verb::Retire => None,
                Verb::Supersede(text) => {
                    let day = now.strftime("%Y-%m-%d").to_string();
                    Some(superseded(line, &found, (self.plain(text), &anchors), &day))
                }
            }))
        })?;
        let anchors = anchors.iter().map(Anchor::display_location).collect();
        Ok(Decided { path: note.as_str().to_owned(), text: fact.said, anchors })
    }

    /// A person's words as they stand on a line, without secrets.
    fn plain(&self, text: &str) -> String {
        escape_comments(&redaction::redactor(&self.settings).redact(&one_line(text))).into_owned()
    }

    fn fact(&self, of: &str) -> Result<(NotePath, Fact), Error> {
        if of.is_empty() {
            let why = "which fact? Its id is missing; `palimp stale --all` lists them";
            return Err(Error::Refused(why.to_owned()));
        }
        let mut found = Vec::new();
        for note in self.notes()? {
            let text = self.text_or_none(note.path.as_str())?;
            let ours = facts(&text).into_iter().filter(|fact| id(&note.path, fact).starts_with(of));
            found.extend(ours.map(|fact| (note.path.clone(), fact)));
        }
        let refused =
            |why: &str| Error::Refused(format!("{why} {of}; `palimp stale --all` lists them"));
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (Some(_), Some(_)) => Err(refused("several facts begin with")),
            (None, _) => Err(refused("no fact that speaks of code is")),
        }
    }

    fn line(&self, note: &NotePath, fact: &Fact) -> Result<String, Error> {
        let text = self.vault()?.read(note)?;
        Ok(text.lines().nth(fact.line - 1).unwrap_or_default().to_owned())
    }

    /// The anchors that a fact gets.
    fn anchors_for(&self, fact: &Fact, verb: Verb, trees: &[Tree]) -> Result<Vec<Anchor>, Error> {
        let says = match verb {
            Verb::Retire => return Ok(Vec::new()),
            Verb::Confirm => fact.said.clone(),
            Verb::Supersede(text) => self.plain(text),
        };
        let redactor = redaction::redactor(&self.settings);
        let tree = tree_of(fact, trees).map(|at| &trees[at]);
        let made = tree.map_or(Vec::new(), |tree| {
            let anew = |anchor: &Anchor| {
                let at = |place: &str| made::at(tree, (tree.root(), place), &says, &redactor);
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
            (true, Verb::Confirm, Some(_)) => Err(Error::Refused(
                "nothing of the code that it speaks of is there: supersede it, or retire it"
                    .to_owned(),
            )),
            (true, Verb::Confirm, None) => Err(Error::Refused(
                "its project is not here: run this in a working tree of it".to_owned(),
            )),
            (true, ..) => {
                let named = tree.map(|tree| {
                    let places = Places { here: Path::new(tree.root()), named: &[], edited: &[] };
                    made::anchored(tree, &says, places, &redactor)
                });
                Ok(named.unwrap_or_default())
            }
        }
    }
}

/// Whether an anchor was found by the words of its fact.
fn is_of_words(anchor: &Anchor) -> bool {
    anchor.sketch.as_ref().is_some_and(|sketch| sketch.bears_words())
}

/// A note with another line in the place of one, from 1; or without it.
fn changed(note: &str, number: usize, other: impl FnOnce(&str) -> Option<String>) -> String {
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

/// A line with other anchors.
fn anchored(line: &str, anchors: &[Anchor]) -> String {
    let (said, by) = match taken_out(line) {
        Some((said, Comment::By(by))) => {
            let by = Provenance { places: None, anchors: anchors.to_vec(), ..*by };
            (said, by.to_string())
        }
        Some((said, _)) => (said, comments(anchors)),
        None => (line.to_owned(), comments(anchors)),
    };
    if said.is_empty() { by } else { format!("{said} {by}") }
}

fn comments(anchors: &[Anchor]) -> String {
    anchors.iter().map(Anchor::to_string).collect::<Vec<_>>().join(" ")
}

/// A line struck through, and what a person says instead below it.
fn superseded(line: &str, fact: &Fact, (text, anchors): (String, &[Anchor]), day: &str) -> String {
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
