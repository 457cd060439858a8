//! Report on a fact before its approval: its duplicates, its contradictions, and its secrets and
//! personal data.

use jiff::civil::Date;
use palimp_redact::Redactor;
use palimp_rules::reflect::ComparableFact;
use palimp_team::{FactPath, TeamFact};
use serde::Serialize;

use super::ServedFacts;
use super::about::{Sharer, shown_path};

/// A fact of the team that another one is held against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ComparedFact {
    /// Its id.
    pub id: String,
    /// Path of the fact: `team:acme/app/decision/retry`.
    pub path: String,
    /// The statement.
    pub statement: String,
}

/// Duplicates and contradictions of a fact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FactReport {
    /// Facts of the team that say the same.
    pub duplicates: Vec<ComparedFact>,
    /// Facts of the team that it contradicts and does not supersede.
    pub contradictions: Vec<ComparedFact>,
}

impl FactReport {
    /// Compares a fact with the served facts of its team on `day`, where both would be injected.
    pub(crate) fn compare_fact(
        (whose, served): (Sharer, &ServedFacts),
        (path, fact): (&FactPath, &TeamFact),
        day: Date,
    ) -> FactReport {
        let (whole, lines) = parse_statements(&fact.statement);
        let superseded = served.superseded_facts(day);
        let mut report = FactReport::default();
        for other in served.facts.iter().filter(|other| superseded.newer_id(other).is_none()) {
            let Some((there, known)) = other.parse_fact().filter(|(_, it)| it.holds_on(day)) else {
                continue;
            };
            let meet =
                path.project.is_none() || there.project.is_none() || path.project == there.project;
            if !meet || there == *path || fact.supersedes.contains(&there.id) {
                continue;
            }
            let (known_whole, known_lines) = parse_statements(&known.statement);
            let list = if whole.is_same_as(&known_whole) {
                &mut report.duplicates
            } else if any_contradict(&lines, &known_lines) {
                &mut report.contradictions
            } else {
                continue;
            };
            let (id, path) = (there.id.clone(), shown_path(whose, &there));
            list.push(ComparedFact { id, path, statement: known.statement });
        }
        report
    }
}

fn parse_statements(text: &str) -> (ComparableFact, Vec<ComparableFact>) {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    (ComparableFact::from_text(text), lines.map(ComparableFact::from_text).collect())
}

fn any_contradict(one: &[ComparableFact], other: &[ComparableFact]) -> bool {
    let either = |a: &ComparableFact, b: &ComparableFact| a.contradicts(b) || b.contradicts(a);
    one.iter().any(|a| other.iter().any(|b| either(a, b)))
}

/// Likely secret or personal data, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SecretFinding {
    /// The note, or the file of the team's repository.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Kind of the finding: `email`.
    pub kind: String,
}

/// Returns the redactor for texts that leave a home: it ignores the settings, since others have
/// their own.
pub(crate) fn strict_redactor() -> Redactor {
    Redactor::default().taking_authors()
}

/// Returns the secrets in a text whose first line is `line` of `file`; each kind once a line.
pub(crate) fn secret_findings(
    text: &str,
    (file, line): (&str, usize),
    allow: &[String],
) -> Vec<SecretFinding> {
    let mut found = Vec::new();
    for it in
        strict_redactor().find(text).iter().filter(|it| !allow.iter().any(|kind| kind == it.kind))
    {
        let line = line + text[..it.start].matches('\n').count();
        let finding = SecretFinding { file: file.to_owned(), line, kind: it.kind.to_owned() };
        if !found.contains(&finding) {
            found.push(finding);
        }
    }
    found
}
