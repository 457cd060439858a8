//! A memory as a file of the home: written as a team's fact is, with who approved it and when.

use jiff::Timestamp;
use jiff::civil::Date;
use palimp_note::anchor::Anchor;
use palimp_redact::Redactor;
use palimp_team::{FactPath, TeamFact, TeamFactOrigin};

use super::api::{HubMemory, ScopeInfo};
use super::scopes::project_of;
use crate::sharing::teams::{Landing, ServedFact, ServedFacts, looked_at};

/// Keys of the front matter that a team's fact does not have.
const APPROVED_BY_KEY: &str = "approved_by: ";
const APPROVED_AT_KEY: &str = "approved_at: ";
const TEAM_KEY: &str = "team: ";

/// Renders the file of a memory; fails with the reason if it must not be injected.
pub(super) fn render_memory(
    scope: &ScopeInfo,
    memory: &HubMemory,
    redactor: &Redactor,
) -> Result<(String, TeamFact), String> {
    let path =
        FactPath { project: project_of(scope), kind: memory.kind.clone(), id: memory.id.clone() };
    if !path.is_sound() {
        return Err(crate::messages::kind_or_id_malformed());
    }
    let text = to_fact(memory)?.to_string();
    let fact = looked_at(&path, &text, redactor)?;
    // What reads otherwise than it was approved is not what was approved.
    match fact.statement == memory.statement.trim_matches('\n') {
        true => Ok((text, fact)),
        false => Err(crate::messages::statement_is_not_fact()),
    }
}

fn to_fact(memory: &HubMemory) -> Result<TeamFact, String> {
    let HubMemory { origin, .. } = memory;
    let anchors = memory.anchors.iter();
    let mut other = vec![
        format!("{APPROVED_BY_KEY}{}", one_line(&memory.approved_by.join(", "))),
        format!("{APPROVED_AT_KEY}{}", one_line(&memory.changed_at)),
    ];
    other.extend(origin.team.iter().map(|team| format!("{TEAM_KEY}{}", one_line(team))));
    Ok(TeamFact {
        id: memory.id.clone(),
        kind: memory.kind.clone(),
        supersedes: memory.supersedes.clone(),
        valid_from: parse_day(memory.valid_from.as_deref())?,
        expires: parse_day(memory.expires.as_deref())?,
        proposer: Some(memory.proposer.clone()).filter(|name| !name.is_empty()),
        origin: TeamFactOrigin {
            client: origin.client.clone(),
            date: parse_day(origin.date.as_deref()).unwrap_or_default(),
            commit: origin.commit.clone(),
        },
        allow: memory.allow.clone(),
        other,
        statement: memory.statement.clone(),
        anchors: anchors.filter_map(|at| parse_anchor(at)).collect(),
        why: memory.why.clone(),
    })
}

/// Parses an anchor as in notes, with or without its comment.
fn parse_anchor(at: &str) -> Option<Anchor> {
    Anchor::parse(at).or_else(|| Anchor::parse(&format!("<!-- palimp:at {} -->", at.trim())))
}

fn one_line(text: &str) -> String {
    text.split(char::is_control).collect::<Vec<_>>().join(" ")
}

fn parse_day(text: Option<&str>) -> Result<Option<Date>, String> {
    let read = |text: &str| text.get(..10).and_then(|day| day.parse().ok());
    match text {
        None => Ok(None),
        Some(text) => read(text)
            .map(Some)
            .ok_or_else(|| crate::messages::day_malformed(format_args!("{:?}", text))),
    }
}

/// Adds the fact in a file to the served facts.
pub(super) fn add_to_served(served: &mut ServedFacts, project: Option<String>, text: String) {
    let Ok(fact) = TeamFact::parse(&text) else { return };
    let path = FactPath { project, kind: fact.kind.clone(), id: fact.id.clone() };
    if !path.is_sound() {
        return;
    }
    let said = |key: &str| fact.other.iter().find_map(|line| line.strip_prefix(key));
    let at = said(APPROVED_AT_KEY).and_then(|at| at.parse::<Timestamp>().ok());
    let by = said(APPROVED_BY_KEY).unwrap_or_default().split(", ").filter(|name| !name.is_empty());
    served.landed.push(Landing {
        commit: String::new(),
        at: at.unwrap_or_default().as_millisecond(),
        proposed: fact.proposer.iter().cloned().collect(),
        approved: by.map(str::to_owned).collect(),
        paths: Vec::new(),
    });
    let blob = blake3::hash(text.as_bytes()).to_hex().to_string();
    let landing = served.landed.len() - 1;
    served.facts.push(ServedFact::from_fact(&path.to_string(), blob, (text, landing), fact));
}
