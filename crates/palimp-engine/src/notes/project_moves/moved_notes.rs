//! Moves what notes say to another project: entries by their comments, and lines of pages.

use std::collections::HashSet;

use palimp_core::project::ProjectIdentity;
use palimp_core::text::one_line;
use palimp_note::NotePath;
use palimp_note::authors;
use palimp_note::episode::EPISODES_DIRECTORY;
use palimp_note::page::{self, page_owners};
use palimp_note::provenance::{Provenance, with_projects};
use palimp_vault::Vault;

use super::Move;
use crate::consolidation::reflect::episodes::{EpisodeFact, read_facts};
use crate::consolidation::reflect::line_target::LineTarget;
use crate::consolidation::reflect::section::{FactScope, SectionRow, parse_rows};
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::retrieval::index_sync::Error;

/// Moves the entries of notes, and the lines of a page; returns the number of notes.
pub(super) fn move_notes(memory: &NoteStore, project: &Move) -> Result<usize, Error> {
    let Ok(vault) = memory.open_vault() else { return Ok(0) };
    let redactor = redaction::redactor(&memory.settings);
    let before = read_facts(&vault, &redactor)?;
    let mut changed = 0;
    for note in memory.scan_notes()? {
        let text = vault.read_lossy(&note.path)?;
        if !text.contains(project.from) || moved_note(&note.path, &text, project).is_none() {
            continue;
        }
        vault.change(&note.path, |text| {
            let text = text.unwrap_or_default();
            Ok(moved_note(&note.path, text, project).unwrap_or_else(|| text.to_owned()))
        })?;
        changed += 1;
        if project.sessions.is_none() && page::is_page(&note.path) {
            merge_page(&vault, &note.path, project.to)?;
        }
    }
    if changed > 0 {
        let facts = read_facts(&vault, &redactor)?;
        memory.keep_reflected(&before, &facts)?;
        if project.sessions.is_some() {
            changed += move_reflected_lines(memory, &vault, &facts, project)?;
        }
    }
    Ok(changed)
}

/// Returns a note in which the entries that go are the other project's; `None` if none go.
fn moved_note(note: &NotePath, text: &str, project: &Move) -> Option<String> {
    let is_episode = note.as_str().starts_with(EPISODES_DIRECTORY);
    let mut session = None;
    with_projects(text, &mut |by| {
        // A line of an episode leaves its session to the comment of its entry.
        if by.session.is_some() || !is_episode {
            session.clone_from(&by.session);
        }
        let is_of = |sessions: &[String]| session.as_ref().is_some_and(|it| sessions.contains(it));
        let goes = by.project_id.as_deref() == Some(project.from)
            && project.sessions.is_none_or(is_of)
            && (project.from != project.to.id || by.project.as_ref() != Some(&project.to.name));
        goes.then_some(project.to)
    })
}

/// Moves the lines that reflection took from episodes which are the other project's now; returns the
/// number of notes.
fn move_reflected_lines(
    memory: &NoteStore,
    vault: &Vault,
    facts: &[EpisodeFact],
    project: &Move,
) -> Result<usize, Error> {
    let facts = facts.iter().filter(|fact| fact.scope.id.as_ref() == Some(&project.to.id));
    let facts: HashSet<_> = facts.map(|fact| (fact.text.as_str(), fact.label())).collect();
    let from = FactScope { id: Some(project.from.to_owned()), name: None };
    let goes = |row: &SectionRow| {
        row.section.as_ref().is_some_and(|section| section.scope.is_same(&from))
            && row.parse_fact().is_some_and(|(fact, _)| facts.contains(&(&fact.text, &fact.label)))
    };
    let mut changed = 0;
    for note in memory.scan_notes()? {
        let text = vault.read_lossy(&note.path)?;
        let rows = parse_rows(&text);
        if !rows.iter().any(goes) {
            continue;
        }
        let target = match page::is_page(&note.path) {
            true => page_of(vault, project.to, None),
            false => note.path.clone(),
        };
        add_lines(vault, &target, rows.iter().filter(|row| goes(row)), project.to)?;
        vault.change(&note.path, |note| {
            let note = note.unwrap_or_default();
            let rows = parse_rows(note);
            Ok(authors::remove_lines(note, |at| rows.get(at).is_some_and(goes)))
        })?;
        changed += 1;
    }
    Ok(changed)
}

/// Adds lines of sections to the same sections of another note, as lines of a project.
fn add_lines<'r>(
    vault: &Vault,
    target: &NotePath,
    rows: impl Iterator<Item = &'r SectionRow<'r>>,
    project: &ProjectIdentity,
) -> Result<(), Error> {
    let scope = FactScope { id: Some(project.id.clone()), name: Some(project.name.clone()) };
    let rows: Vec<_> = rows.collect();
    vault.change(target, |note| {
        let mut note = note.unwrap_or_default().to_owned();
        for row in &rows {
            let part = row.section.as_ref().and_then(|section| section.part);
            let line = with_projects(row.text, &mut |_| Some(project));
            let line = line.as_deref().unwrap_or(row.text).trim_end();
            note = LineTarget { note: target, scope: &scope, part }.with_line(&note, line);
        }
        Ok(note)
    })?;
    Ok(())
}

/// Returns the page of a project, which is not `other`.
fn page_of(vault: &Vault, project: &ProjectIdentity, other: Option<&NotePath>) -> NotePath {
    page::page_of(&project.name, &project.id, |note| {
        (Some(note) != other)
            .then(|| vault.read_lossy(note).ok().map(|text| page_owners(&text)))
            .flatten()
    })
}

/// Moves the lines of a page to the page that the project has. The user's own text stays where it is;
/// a page without any is removed.
fn merge_page(vault: &Vault, from: &NotePath, project: &ProjectIdentity) -> Result<(), Error> {
    let scope = FactScope { id: Some(project.id.clone()), name: Some(project.name.clone()) };
    let target = page_of(vault, project, Some(from));
    if target == *from {
        return Ok(());
    }
    let text = vault.read_lossy(from)?;
    if !vault.exists(&target) {
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let title = format!("# {}", one_line(&project.name));
        let first = if first.starts_with("# ") { &title } else { first };
        vault.create(&target, &format!("{first}\n{rest}"))?;
        return Ok(vault.remove(from)?);
    }
    let rows = parse_rows(&text);
    let is_ours = |row: &SectionRow| {
        row.section.as_ref().is_some_and(|section| section.scope.is_same(&scope))
    };
    let moved = rows.iter().filter(|row| is_ours(row) && row.text.starts_with("- "));
    add_lines(vault, &target, moved, project)?;
    let goes = |row: &SectionRow| {
        is_ours(row) && (row.text.starts_with("- ") || row.text.trim().is_empty())
    };
    let is_frame = |row: &SectionRow| {
        let text = row.text.trim();
        text.is_empty() || text.starts_with('#') || Provenance::parse(text).is_some()
    };
    match rows.iter().all(|row| goes(row) || is_frame(row)) {
        true => Ok(vault.remove(from)?),
        false => {
            let gone: HashSet<usize> =
                rows.iter().enumerate().filter(|(_, row)| goes(row)).map(|(at, _)| at).collect();
            let left = authors::remove_lines(&text, |at| gone.contains(&at));
            Ok(vault.change(from, |note| {
                // What was written meanwhile is looked at by the next upkeep.
                Ok(if note == Some(&text) {
                    left.clone()
                } else {
                    note.unwrap_or_default().to_owned()
                })
            })?)
        }
    }
}
