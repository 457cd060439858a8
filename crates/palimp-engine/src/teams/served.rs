//! What of a team is served: facts of verified commits, looked at with today's rules.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use palimp_redact::Redactor;
use palimp_team::git::{Kind, Objects, Oid};
use palimp_team::{Fact, FactPath, Landed, MAX_FILE};
use serde::{Deserialize, Serialize};

/// What is served of a team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// The commit that it is of.
    pub verified: String,
    /// What it was looked at with.
    pub rules: String,
    /// What was verified, oldest first.
    pub landed: Vec<Landing>,
    /// The facts, by their paths.
    pub facts: Vec<ServedFact>,
}

/// A change that landed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landing {
    /// Its commit.
    pub commit: String,
    /// When, in milliseconds since the Unix epoch, as its signer says.
    pub at: i64,
    /// Who proposed it.
    pub proposed: Vec<String>,
    /// Who approved it.
    pub approved: Vec<String>,
    /// The files that it changed.
    pub paths: Vec<String>,
}

/// A fact that is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedFact {
    /// Where it stands in the team's repository.
    pub path: String,
    /// Its blob.
    pub blob: String,
    /// Its file.
    pub text: String,
    /// Which of what landed brought it.
    pub landing: usize,
}

/// An approved fact that is quarantined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Where it stands in the team's repository.
    pub path: String,
    /// Its blob.
    pub blob: String,
    /// Why; never what it says.
    pub why: String,
}

impl Landing {
    pub(super) fn of(landed: &Landed) -> Landing {
        Landing {
            commit: landed.commit.to_string(),
            at: landed.at.saturating_mul(1_000),
            proposed: landed.proposed.iter().cloned().collect(),
            approved: landed.approved.iter().cloned().collect(),
            paths: landed.changed.iter().map(|changed| changed.path.clone()).collect(),
        }
    }
}

impl ServedFact {
    /// What it says.
    pub fn fact(&self) -> Option<(FactPath, Fact)> {
        let path = FactPath::parse(&self.path)?;
        let fact = Fact::at(&path, &self.text).ok()?;
        Some((path, fact))
    }
}

impl Served {
    /// Every fact, with its path and what landed it.
    pub fn all(&self) -> impl Iterator<Item = (FactPath, Fact, Option<&Landing>)> {
        let read =
            |served: &ServedFact| served.fact().map(|(path, fact)| (path, fact, served.landing));
        self.facts.iter().filter_map(read).map(|(path, fact, at)| (path, fact, self.landed.get(at)))
    }

    /// Which facts have another in their place by `day`, and which.
    pub fn superseded(&self, day: Date) -> HashMap<String, String> {
        let begun = |fact: &Fact| fact.valid_from.is_none_or(|from| from <= day);
        let newer = self.all().filter(|(_, fact, _)| begun(fact));
        newer
            .flat_map(|(_, fact, _)| {
                fact.supersedes.into_iter().map(move |old| (old, fact.id.clone()))
            })
            .collect()
    }

    /// Reads the facts of `files`; what is the same as in `before` is not looked at again. Answers
    /// with what is quarantined.
    pub(super) fn take(
        &mut self,
        objects: &mut Objects,
        files: Vec<(String, Oid)>,
        before: Option<&Served>,
        redactor: &Redactor,
    ) -> Result<Vec<Held>, palimp_team::Error> {
        let known = before.filter(|before| before.rules == self.rules);
        let known = known.map_or(&[][..], |known| &known.facts);
        let known: HashMap<&str, &ServedFact> =
            known.iter().map(|fact| (fact.path.as_str(), fact)).collect();
        let erased: HashSet<&str> =
            files.iter().filter_map(|(path, _)| path.strip_prefix("tombstones/")).collect();
        let landings = self.landings();
        let (mut facts, mut held) = (Vec::new(), Vec::new());
        for (path, oid) in files.iter().filter(|(path, _)| path.starts_with("facts/")) {
            let blob = oid.to_string();
            let Some(place) = FactPath::parse(path) else {
                held.push(Held {
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
            let bytes = objects.read(*oid, Kind::Blob, MAX_FILE)?.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            match looked_at(&place, &text, redactor) {
                Some(why) => held.push(Held { path: path.clone(), blob, why }),
                None => {
                    let landing = landings.get(path.as_str()).copied().unwrap_or_default();
                    facts.push(ServedFact { path: path.clone(), blob, text, landing });
                }
            }
        }
        self.facts = facts;
        Ok(held)
    }

    /// What landed each path last.
    fn landings(&self) -> HashMap<String, usize> {
        let each = self.landed.iter().enumerate();
        each.flat_map(|(at, landing)| landing.paths.iter().map(move |path| (path.clone(), at)))
            .collect()
    }
}

/// Why a fact is not served; none of one that is.
fn looked_at(path: &FactPath, text: &str, redactor: &Redactor) -> Option<String> {
    let fact = match Fact::at(path, text) {
        Ok(fact) => fact,
        Err(error) => return Some(error.to_string()),
    };
    let found = redactor.find(text);
    let found = found.iter().find(|found| !fact.allow.iter().any(|kind| kind == found.kind))?;
    let line = text[..found.start].matches('\n').count() + 1;
    Some(format!("line {line} holds what looks like a secret or personal data: {}", found.kind))
}
