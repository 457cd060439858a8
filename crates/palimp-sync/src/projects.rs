//! Projects of several machines: which of them are one repository.
//!
//! Machines agree without asking each other, because of the ids of one project the smallest one stays.

use std::collections::BTreeSet;

use palimp_core::home::HomePaths;
use palimp_engine::home::projects::{ProjectRecord, ProjectTable, TableChange};

use palimp_store::activity::ActivityDb;

use crate::error::Error;
use crate::key::to_hex;
use crate::records::SyncRecord;
use crate::state::{NameState, SyncState};

/// Returns the projects of a home without their places, and a hash of them.
pub(crate) fn published_projects(home: &HomePaths) -> (Vec<SyncRecord>, String) {
    let mut records: Vec<ProjectRecord> = ProjectTable::load(home).records();
    for record in &mut records {
        // A path means another directory on another machine, and moves are each home's own work.
        record.places.clear();
        record.pending.clear();
    }
    let records: Vec<SyncRecord> =
        records.into_iter().map(|project| SyncRecord::Project { project }).collect();
    let hash = to_hex(&blake3::hash(&crate::records::to_lines(&records)).as_bytes()[..16]);
    (records, hash)
}

/// Collects projects that were published and are no longer in the table, because they were forgotten.
pub(crate) fn collect_removed_projects(
    present: &[SyncRecord],
    state: &mut SyncState,
) -> Vec<SyncRecord> {
    let mut known = BTreeSet::new();
    let mut present_ids = BTreeSet::new();
    for record in present {
        if let SyncRecord::Project { project } = record {
            present_ids.insert(project.id.clone());
            known.extend(project.joined.iter().chain([&project.id]).cloned());
        }
    }
    let removed: Vec<String> = state.project_ids.difference(&known).cloned().collect();
    state.project_ids = present_ids;
    state.removed_projects.extend(removed.iter().cloned());
    removed.into_iter().map(|id| SyncRecord::RemovedProject { id }).collect()
}

/// Collects names of projects that were changed since the last sync.
pub(crate) fn collect_names(present: &[SyncRecord], state: &mut SyncState) -> Vec<SyncRecord> {
    let mut renamed = Vec::new();
    for record in present {
        let SyncRecord::Project { project } = record else { continue };
        let Some(known) = state.names.get_mut(&project.id) else {
            let name = project.name.clone();
            state.names.insert(project.id.clone(), NameState { name, clock: 0 });
            continue;
        };
        if known.name != project.name {
            known.name.clone_from(&project.name);
            known.clock += 1;
            let (id, name, clock) = (project.id.clone(), project.name.clone(), known.clock);
            renamed.push(SyncRecord::ProjectName { id, name, clock });
        }
    }
    renamed
}

/// Removes forgotten projects from the table, as far as nothing of them is here.
pub(crate) fn remove_projects(
    home: &HomePaths,
    db: &ActivityDb,
    ids: &[String],
) -> Result<(), Error> {
    if ids.is_empty() {
        return Ok(());
    }
    let failed = |error| Error::io(home.root(), error);
    let captured = db.project_ids()?;
    let mut change = TableChange::begin(home).map_err(failed)?;
    change.records.retain(|record| {
        let is_removed = ids.contains(&record.id);
        !is_removed || captured.iter().any(|id| record.has_id(id))
    });
    change.finish().map(drop).map_err(failed)
}

/// Merges projects of another machine into the table. Rows and notes of joined ones are still to be
/// moved.
pub(crate) fn merge_projects(home: &HomePaths, projects: &[ProjectRecord]) -> Result<(), Error> {
    if projects.is_empty() {
        return Ok(());
    }
    let failed = |error| Error::io(home.root(), error);
    let mut change = TableChange::begin(home).map_err(failed)?;
    projects.iter().for_each(|project| merge_project(&mut change, project));
    change.finish().map(drop).map_err(failed)
}

fn merge_project(change: &mut TableChange, project: &ProjectRecord) {
    let same: Vec<String> = change
        .records
        .iter()
        .filter(|record| is_same(record, project))
        .map(|record| record.id.clone())
        .collect();
    let mut incoming = project.clone();
    incoming.places.clear();
    incoming.pending.clear();
    let Some(smallest) = staying_id(&change.records, &same, &incoming) else { return };
    if !same.contains(&incoming.id) {
        change.records.push(incoming);
    } else if let Some(known) = change.records.iter_mut().find(|it| it.id == incoming.id) {
        add_identity(known, &incoming);
    }
    let others: Vec<String> =
        same.iter().chain([&project.id]).filter(|id| **id != smallest).cloned().collect();
    for id in others {
        if change.records.iter().any(|record| record.id == id) {
            change.join(&smallest, &id);
        }
    }
    if let Some(record) = change.records.iter_mut().find(|record| record.id == smallest) {
        record.joined.retain(|id| *id != smallest);
        record.pending.retain(|id| *id != smallest);
    }
}

/// Returns the id that stays of the records `same` and `incoming`: one into which the user joined the
/// others, else the smallest one.
fn staying_id(
    records: &[ProjectRecord],
    same: &[String],
    incoming: &ProjectRecord,
) -> Option<String> {
    let involved: Vec<&ProjectRecord> =
        records.iter().filter(|it| same.contains(&it.id)).chain([incoming]).collect();
    let is_joined = |id: &str| involved.iter().any(|it| it.id != id && it.has_id(id));
    let ids = || involved.iter().map(|it| it.id.as_str());
    ids().filter(|id| !is_joined(id)).min().or_else(|| ids().min()).map(str::to_owned)
}

/// Returns true if two records are of one project: one was joined into the other, or their
/// repositories have the same `origin`, or the same first commit where one has no `origin`.
fn is_same(one: &ProjectRecord, other: &ProjectRecord) -> bool {
    // A part that the user split off stays apart, even if its id was joined before.
    if one.is_split || other.is_split {
        return one.id == other.id;
    }
    let has_same_id = one.has_id(&other.id) || other.has_id(&one.id);
    let share = |a: &[String], b: &[String]| a.iter().any(|it| b.contains(it));
    let has_no_remote = one.remotes.is_empty() || other.remotes.is_empty();
    let is_one_repository = share(&one.remotes, &other.remotes)
        || (has_no_remote && share(&one.first_commits, &other.first_commits));
    has_same_id || is_one_repository
}

fn add_identity(known: &mut ProjectRecord, incoming: &ProjectRecord) {
    let add = |list: &mut Vec<String>, more: &[String]| {
        list.extend(more.iter().filter(|it| !list.contains(it)).cloned().collect::<Vec<_>>());
    };
    add(&mut known.remotes, &incoming.remotes);
    add(&mut known.first_commits, &incoming.first_commits);
    for id in &incoming.joined {
        if !known.joined.contains(id) {
            known.joined.push(id.clone());
            known.pending.push(id.clone());
        }
    }
    known.is_split |= incoming.is_split;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(id: &str, remotes: &[&str], commits: &[&str]) -> ProjectRecord {
        let owned = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect();
        ProjectRecord {
            id: id.to_owned(),
            name: id.to_owned(),
            remotes: owned(remotes),
            first_commits: owned(commits),
            ..ProjectRecord::default()
        }
    }

    fn merged(mine: &[ProjectRecord], theirs: &[ProjectRecord]) -> Vec<ProjectRecord> {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path());
        let mut change = TableChange::begin(&home).unwrap();
        change.records = mine.to_vec();
        change.finish().unwrap();
        merge_projects(&home, theirs).unwrap();
        ProjectTable::load(&home).records()
    }

    #[test]
    fn same_origin_gets_the_smallest_id_on_both_machines() {
        let (a, b) = (project("aa", &["h/o/shop"], &[]), project("bb", &["h/o/shop"], &["c1"]));
        for (mine, theirs) in [(&a, &b), (&b, &a)] {
            let records = merged(std::slice::from_ref(mine), std::slice::from_ref(theirs));
            assert_eq!(records.len(), 1);
            assert_eq!(
                (records[0].id.as_str(), &records[0].joined[..]),
                ("aa", &["bb".to_owned()][..])
            );
            assert_eq!(records[0].pending, ["bb"]);
            assert_eq!(records[0].first_commits, ["c1"]);
        }
    }

    #[test]
    fn fork_with_its_own_origin_stays_apart() {
        let (a, b) =
            (project("aa", &["h/o/shop"], &["c1"]), project("bb", &["h/me/shop"], &["c1"]));
        assert_eq!(merged(&[a], &[b]).len(), 2);
        let (a, b) = (project("aa", &[], &["c1"]), project("bb", &["h/me/shop"], &["c1"]));
        assert_eq!(merged(&[a], &[b]).len(), 1);
    }

    #[test]
    fn merging_twice_changes_nothing() {
        let (a, b) = (project("bb", &["h/o/shop"], &[]), project("aa", &["h/o/shop"], &[]));
        let once = merged(std::slice::from_ref(&a), std::slice::from_ref(&b));
        assert_eq!(merged(&once, std::slice::from_ref(&b)), once);
        assert_eq!(merged(&once, std::slice::from_ref(&a)), once);
    }
}
