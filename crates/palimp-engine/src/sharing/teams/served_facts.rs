//! Served facts of a team: facts of verified commits that pass today's redaction rules.

use std::collections::{BTreeSet, HashMap, HashSet};

use jiff::civil::Date;
use palimp_redact::Redactor;
use palimp_team::git::{GitObjectKind, Objects, Oid};
use palimp_team::{FactPath, LandedCommit, MAX_FILE, Rewrite, TeamFact};
use serde::{Deserialize, Serialize};

/// Served facts of a team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedFacts {
    /// The commit that it is of.
    pub verified: String,
    /// Redaction version and settings that the facts were checked with.
    pub rules: String,
    /// Verified changes, the oldest first.
    pub landed: Vec<Landing>,
    /// The facts, by their paths.
    pub facts: Vec<ServedFact>,
}

/// A change that landed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landing {
    /// Its commit.
    pub commit: String,
    /// Time of the change, in milliseconds since the Unix epoch, as its signer says.
    pub at: i64,
    /// Members who proposed the change.
    pub proposed: Vec<String>,
    /// Members who approved the change.
    pub approved: Vec<String>,
    /// The files that it changed.
    pub paths: Vec<String>,
}

/// A fact that is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedFact {
    /// Path in the team's repository.
    pub path: String,
    /// Its blob.
    pub blob: String,
    /// Its file.
    pub text: String,
    /// Index in [`landed`](ServedFacts::landed) of the change that brought the fact.
    pub landing: usize,
    /// The facts that it takes the place of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    /// The first day on which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<Date>,
    /// The day from which on it holds no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Date>,
}

/// An approved fact that is quarantined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuarantinedFact {
    /// Path in the team's repository.
    pub path: String,
    /// Its blob.
    pub blob: String,
    /// Reason; never the fact's text.
    pub why: String,
}

/// By the project and the id of a fact, the one that took its place.
pub(crate) struct SupersededFacts<'s>(HashMap<(&'s str, &'s str), &'s str>);

impl<'s> SupersededFacts<'s> {
    /// The fact that took the place of another.
    pub(crate) fn newer_id(&self, fact: &'s ServedFact) -> Option<&'s str> {
        self.0.get(&fact.project_and_id()).copied()
    }
}

impl Landing {
    pub(super) fn from_landed(landed: &LandedCommit) -> Landing {
        Landing {
            commit: landed.commit.to_string(),
            at: landed.at.saturating_mul(1_000),
            proposed: landed.proposed.iter().cloned().collect(),
            approved: landed.approved.iter().cloned().collect(),
            paths: landed.changed.iter().map(|changed| changed.path.clone()).collect(),
        }
    }

    /// Returns the record of an owner's history rewrite: nobody proposed it, and nothing changed.
    pub(super) fn from_rewrite(rewrite: &Rewrite) -> Landing {
        Landing {
            commit: rewrite.first.to_string(),
            at: rewrite.at.saturating_mul(1_000),
            proposed: Vec::new(),
            approved: vec![rewrite.by.clone()],
            paths: Vec::new(),
        }
    }

    /// True if this is an owner's history rewrite.
    pub fn is_anew(&self) -> bool {
        self.proposed.is_empty()
    }
}

impl ServedFact {
    pub(crate) fn from_fact(
        path: &str,
        blob: String,
        (text, landing): (String, usize),
        fact: TeamFact,
    ) -> ServedFact {
        let TeamFact { supersedes, valid_from, expires, .. } = fact;
        ServedFact { path: path.to_owned(), blob, text, landing, supersedes, valid_from, expires }
    }

    /// True if the fact holds on `day`, by its own days alone.
    pub fn holds_on(&self, day: Date) -> bool {
        self.has_begun(day) && self.expires.is_none_or(|expires| day < expires)
    }

    fn has_begun(&self, day: Date) -> bool {
        self.valid_from.is_none_or(|from| from <= day)
    }

    /// The directory of its project, and its id.
    fn project_and_id(&self) -> (&str, &str) {
        let mut names = self.path.split('/').skip(1);
        let project = names.next().unwrap_or_default();
        let file = names.last().unwrap_or_default();
        (project, file.strip_suffix(".md").unwrap_or(file))
    }

    /// Parses the fact and its path.
    pub fn parse_fact(&self) -> Option<(FactPath, TeamFact)> {
        let path = FactPath::parse(&self.path)?;
        let fact = TeamFact::parse_at_path(&path, &self.text).ok()?;
        Some((path, fact))
    }
}

impl ServedFacts {
    /// Returns the facts that others supersede by `day`, each with its successor. A fact supersedes
    /// only facts of its own project: approvers there may not remove what holds elsewhere.
    pub(crate) fn superseded_facts(&self, day: Date) -> SupersededFacts<'_> {
        let mut older = HashMap::new();
        for fact in self.facts.iter().filter(|fact| fact.has_begun(day)) {
            let (project, id) = fact.project_and_id();
            let others = fact.supersedes.iter().filter(|old| *old != id);
            older.extend(others.map(|old| ((project, old.as_str()), id)));
        }
        SupersededFacts(older)
    }

    /// The days on which a fact begins or ceases to hold.
    pub(crate) fn change_days(&self) -> Vec<Date> {
        let days = self.facts.iter().flat_map(|fact| [fact.valid_from, fact.expires]);
        days.flatten().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Reads the facts of `files`, without erased ones; a fact that did not change since `before`
    /// is not checked again. Returns the quarantined facts.
    pub(super) fn read_facts(
        &mut self,
        objects: &mut Objects,
        files: Vec<(String, Oid)>,
        before: Option<&ServedFacts>,
        redactor: &Redactor,
    ) -> Result<Vec<QuarantinedFact>, palimp_team::Error> {
        let known = before.filter(|before| before.rules == self.rules);
        let known = known.map_or(&[][..], |known| &known.facts);
        let known: HashMap<&str, &ServedFact> =
            known.iter().map(|fact| (fact.path.as_str(), fact)).collect();
        let erased: HashSet<&str> =
            files.iter().filter_map(|(path, _)| path.strip_prefix("tombstones/")).collect();
        let landings = self.landings_by_path();
        let (mut facts, mut held) = (Vec::new(), Vec::new());
        for (path, oid) in files.iter().filter(|(path, _)| path.starts_with("facts/")) {
            let blob = oid.to_string();
            let Some(place) = FactPath::parse(path) else {
                held.push(QuarantinedFact {
                    path: path.clone(),
                    blob,
                    why: "its path names no fact".to_owned(),
                });
                continue;
            };
            if erased.contains(place.id.as_str()) {
                continue;
            }
            if let Some(known) = known.get(path.as_str()).filter(|known| known.blob == blob) {
                facts.push(ServedFact {
                    landing: landings.get(path.as_str()).copied().unwrap_or(known.landing),
                    ..(*known).clone()
                });
                continue;
            }
            let bytes =
                objects.read_object(*oid, GitObjectKind::Blob, MAX_FILE)?.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            match looked_at(&place, &text, redactor) {
                Err(why) => held.push(QuarantinedFact { path: path.clone(), blob, why }),
                Ok(fact) => {
                    let landing = landings.get(path.as_str()).copied().unwrap_or_default();
                    facts.push(ServedFact::from_fact(path, blob, (text, landing), fact));
                }
            }
        }
        self.facts = facts;
        Ok(held)
    }

    /// Returns the last landing of each path.
    fn landings_by_path(&self) -> HashMap<String, usize> {
        let each = self.landed.iter().enumerate();
        each.flat_map(|(at, landing)| landing.paths.iter().map(move |path| (path.clone(), at)))
            .collect()
    }
}

/// A fact that may be served, or why it is not.
pub(crate) fn looked_at(
    path: &FactPath,
    text: &str,
    redactor: &Redactor,
) -> Result<TeamFact, String> {
    let fact = TeamFact::parse_at_path(path, text).map_err(|error| error.to_string())?;
    let found = redactor.find(text);
    let found = found.iter().find(|found| !fact.allow.iter().any(|kind| kind == found.kind));
    let Some(found) = found else { return Ok(fact) };
    let line = text[..found.start].matches('\n').count() + 1;
    let kind = found.kind;
    Err(crate::messages::fact_holds_secret(line, kind))
}
