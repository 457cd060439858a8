//! Another tool's words on the user, and on how its agent is to be → proposals for the profile and the soul.
//!
//! An import is nobody's word: every line waits in the review list, and no session is told of it before the user
//! has said yes. The notes themselves are adopted like any other (`adopt`).

use std::path::Path;

use palimp_core::author::AuthorKind;
use palimp_engine::Error;
use palimp_engine::consolidation::review::{self, ProposalOutcome, ReviewProposal};
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::redaction;
use palimp_engine::injection::inject::without_front_matter;
use palimp_engine::injection::pinned_notes;
use palimp_note::NotePath;
use palimp_note::provenance::Provenance;

use super::adopt::ImportItem;
use super::{ImportContext, ImportSource, ImportSummary, adopt, collect_items};

/// Lines of one file that are proposed; the note that is made of the file holds the rest.
const MAX_LINES: usize = 50;

/// Proposes the lines of a source's profile and soul to the user.
pub(super) fn propose_lines(
    source: &ImportSource,
    taker: &ImportContext,
    taken: &mut ImportSummary,
) -> Result<(), Error> {
    let memory = taker.agent_notes(taker.notes_agent);
    let redactor = redaction::redactor(taker.settings);
    let buried = taker.tombstones.for_agent(taker.notes_agent);
    for item in collect_items(source, taker, &mut ImportSummary::default()) {
        let Some(note) = item.place.as_deref().and_then(|place| note_of(place, &memory)) else {
            continue;
        };
        let item = adopt::without_forgotten(adopt::redact_item(item, &redactor), buried);
        for proposal in item.iter().flat_map(|item| build_proposals(item, &note, taker)) {
            let there = memory.read_note(note.as_str())?.unwrap_or_default();
            if there.contains(&proposal.asked.fact) {
                continue;
            }
            let proposed = review::submit_proposal(taker.home, memory.agent(), &proposal)?;
            taken.proposed += usize::from(matches!(proposed, ProposalOutcome::Waits(_)));
        }
    }
    Ok(())
}

/// The note of the vault in which a file's lines belong, where they are about the user or the agent.
fn note_of(place: &Path, memory: &NoteStore) -> Option<NotePath> {
    let note = if place.ends_with("structured/profile.md") {
        pinned_notes::PROFILE_PATHS.first()
    } else if place.ends_with("structured/shared/soul.md") {
        // Of several notes that say how an agent is to be, the first is told.
        let is_there = |path: &&&str| memory.root().join(path).exists();
        pinned_notes::SOUL_PATHS.iter().find(is_there).or(pinned_notes::SOUL_PATHS.first())
    } else {
        None
    };
    NotePath::new(note?).ok()
}

fn build_proposals(
    item: &ImportItem,
    note: &NotePath,
    taker: &ImportContext,
) -> Vec<ReviewProposal> {
    let by = Provenance { by: AuthorKind::Import, ..Provenance::default() };
    let lines = parse_statements(without_front_matter(&item.text)).into_iter().take(MAX_LINES);
    lines.map(|line| ReviewProposal::by_agent(note, &line, &by, &taker.now)).collect()
}

/// Parses the lines with content, each with the heading above it; the title of the file is not a
/// heading.
fn parse_statements(text: &str) -> Vec<String> {
    let (mut found, mut heading) = (Vec::new(), "");
    for line in text.lines().map(str::trim) {
        if let Some(title) = line.strip_prefix('#') {
            heading = title.strip_prefix('#').map_or("", |title| title.trim_matches(['#', ' ']));
            continue;
        }
        let said = line.trim_start_matches(['-', '*', '+', ' ']).trim();
        if said.chars().any(char::is_alphanumeric) && !said.starts_with("<!--") {
            found.push(if heading.is_empty() {
                said.to_owned()
            } else {
                format!("{heading}: {said}")
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_bear_their_headings() {
        let text = "# Profile\n\nKim, backend.\n\n## 언어\n- 한국어로 답한다\n* 존댓말\n\n<!-- x -->\n---\n";
        assert_eq!(
            parse_statements(text),
            ["Kim, backend.", "언어: 한국어로 답한다", "언어: 존댓말"]
        );
        assert!(parse_statements("# Profile\n\n## Empty\n").is_empty());
    }
}
