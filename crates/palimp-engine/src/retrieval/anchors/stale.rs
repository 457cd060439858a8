//! All facts that speak of code, and what became of it.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use palimp_core::home::HomePaths;
use palimp_note::NotePath;
use palimp_note::anchor::AnchorVerdict;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Filter};
use serde::Serialize;

use super::VERDICT_TIMEOUT;
use super::facts::{AnchoredFact, anchored_facts};
use super::verdict::{Judge, JudgedAnchor, combine_verdicts};
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::working_tree::WorkingTree;

/// A fact that speaks of code, and what became of that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JudgedFact {
    /// Its id: the same words in the same note have the same one.
    pub id: String,
    /// The note.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// The project in which it holds; none where it holds in all.
    pub project: Option<String>,
    /// `fresh`, `moved`, `drifted`, `gone` or `unknown`.
    pub state: &'static str,
    /// Drift in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    /// The places in code that the fact refers to, each with its verdict.
    pub anchors: Vec<JudgedAnchor>,
}

impl JudgedFact {
    /// True if the fact may be untrue by now.
    pub fn is_stale(&self) -> bool {
        matches!(self.state, "drifted" | "gone")
    }
}

/// All facts of a memory that speak of code, by project, note and line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnchorSurvey {
    /// The facts.
    pub facts: Vec<JudgedFact>,
}

/// Notes that contain anchored facts, by size and time, so that a repeated survey reads only
/// changed notes.
#[derive(Debug, Default)]
pub struct AnchoredNotesCache(HashMap<NotePath, (u64, i64, bool)>);

impl WorkingTree {
    /// Returns the working tree around a directory, if one is given, and one for each other project
    /// with captured sessions, if it exists: the one of its last session.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn known_trees(
        home: &HomePaths,
        here: Option<&Path>,
        db: Option<&ActivityDb>,
    ) -> Result<Vec<WorkingTree>, StoreError> {
        let mut trees: Vec<WorkingTree> =
            here.map(|here| WorkingTree::in_home(home, here)).into_iter().collect();
        let sessions =
            db.map_or(Ok(Vec::new()), |db| db.sessions(&Filter::default(), usize::MAX >> 1))?;
        let mut looked_at = HashSet::new();
        for session in sessions {
            let is_known = trees.iter().any(|tree| tree.project().id == session.project_id);
            if is_known || !looked_at.insert(session.working_dir.clone()) {
                continue;
            }
            let tree = WorkingTree::in_home(home, Path::new(&session.working_dir));
            if tree.root().is_dir() && tree.project().id == session.project_id {
                trees.push(tree);
            }
        }
        Ok(trees)
    }
}

impl NoteStore {
    /// Judges every anchored fact in the working tree of its project. Has no time limit, because no
    /// caller waits.
    ///
    /// # Errors
    ///
    /// When the notes cannot be read.
    pub fn survey_anchors(&self, trees: &[WorkingTree]) -> Result<AnchorSurvey, Error> {
        self.anchored_of(&self.notes_with_anchors(&mut AnchoredNotesCache::default())?, trees)
    }

    /// Returns the notes with anchored facts, except retired ones; reuses results in `known`.
    ///
    /// # Errors
    ///
    /// When the notes cannot be read.
    pub fn notes_with_anchors(
        &self,
        known: &mut AnchoredNotesCache,
    ) -> Result<Vec<NotePath>, Error> {
        let before = std::mem::take(&mut known.0);
        for note in
            self.scan_notes()?.into_iter().filter(|it| !it.path.as_str().starts_with("archive/"))
        {
            let same = |it: &&(u64, i64, bool)| (it.0, it.1) == (note.size, note.mtime_ns);
            let speaks = match before.get(&note.path).filter(same) {
                Some((.., speaks)) => *speaks,
                None => !anchored_facts(&self.read_note_or_empty(note.path.as_str())?).is_empty(),
            };
            known.0.insert(note.path, (note.size, note.mtime_ns, speaks));
        }
        let speaking = known.0.iter().filter(|(_, (.., speaks))| *speaks);
        Ok(speaking.map(|(path, _)| path.clone()).collect())
    }

    /// The same as [`NoteStore::survey_anchors`], of the facts of these notes.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    pub fn anchored_of(
        &self,
        notes: &[NotePath],
        trees: &[WorkingTree],
    ) -> Result<AnchorSurvey, Error> {
        let mut judges: Vec<Judge> =
            trees.iter().map(|tree| Judge::for_directory(tree.root(), &self.home, None)).collect();
        let mut all = Vec::new();
        for note in notes {
            let found = anchored_facts(&self.read_note_or_empty(note.as_str())?);
            all.extend(found.into_iter().map(|fact| judge_fact(note, fact, trees, &mut judges)));
        }
        if !self.is_read_only {
            judges.into_iter().for_each(Judge::save_cache);
        }
        all.sort_by(|a, b| (&a.project, &a.path, a.line).cmp(&(&b.project, &b.path, b.line)));
        Ok(AnchorSurvey { facts: all })
    }

    /// The facts of one note that speak of code.
    ///
    /// # Errors
    ///
    /// When the note cannot be read.
    pub fn anchored_in(&self, path: &str, trees: &[WorkingTree]) -> Result<Vec<JudgedFact>, Error> {
        let note = NotePath::new(path)?;
        let judge = |tree: &WorkingTree| {
            Judge::for_directory(tree.root(), &self.home, Some(VERDICT_TIMEOUT))
        };
        let mut judges: Vec<Judge> = trees.iter().map(judge).collect();
        let found = anchored_facts(&self.read_note(path)?.unwrap_or_default());
        Ok(found.into_iter().map(|fact| judge_fact(&note, fact, trees, &mut judges)).collect())
    }
}

/// Index of the working tree that a fact belongs to.
pub(super) fn tree_of(fact: &AnchoredFact, trees: &[WorkingTree]) -> Option<usize> {
    let by = fact.by.as_ref().filter(|by| by.project.is_some() || by.project_id.is_some())?;
    trees.iter().position(|tree| by.holds_in(tree.project()))
}

fn judge_fact(
    note: &NotePath,
    fact: AnchoredFact,
    trees: &[WorkingTree],
    judges: &mut [Judge],
) -> JudgedFact {
    // Of a project that is not here, any working tree knows as little as the first.
    let at = tree_of(&fact, trees).unwrap_or(0);
    let judged = judges.get_mut(at).map(|judge| judge.judge(&fact.anchors, fact.by.as_ref()));
    let judged = judged.unwrap_or_else(|| fact.anchors.iter().map(JudgedAnchor::unknown).collect());
    let verdict = combine_verdicts(&judged);
    let moved = verdict == AnchorVerdict::Fresh && judged.iter().any(|it| it.now.is_some());
    JudgedFact {
        id: fact_id(note, &fact),
        path: note.as_str().to_owned(),
        line: fact.line,
        project: fact.by.as_ref().and_then(|by| by.project.clone()),
        text: fact.said,
        state: if moved { "moved" } else { verdict.name() },
        percent: match verdict {
            AnchorVerdict::Drifted(percent) => Some(percent),
            _ => None,
        },
        anchors: judged,
    }
}

/// Id of a fact by which a person selects it.
pub(super) fn fact_id(note: &NotePath, fact: &AnchoredFact) -> String {
    let parts = [note.as_str(), &fact.said].join("\0");
    blake3::hash(parts.as_bytes()).to_hex()[..8].to_owned()
}
