//! Filter on the chunks of the index.

use std::collections::HashSet;

use palimp_core::author::AuthorKind;
use palimp_rank::{ChunkKind, Slot};
use palimp_store::index::IndexReader;

use super::{HitSource, SearchOptions};
use crate::sharing::teams::{self, ProjectsHere};

/// Filter on chunks for a search.
pub(super) struct ChunkFilter<'a> {
    source: HitSource,
    /// The documents that count alone.
    documents: Option<&'a HashSet<u32>>,
    pub(super) archive: bool,
    pub(super) project: Option<Vec<u16>>,
    /// The present project, where what is bound to another is left out.
    here: Option<Option<u16>>,
    since: Option<i32>,
    author: Option<AuthorKind>,
    /// The projects of teams whose facts are not told here.
    elsewhere: Vec<u16>,
    /// Those whose facts are.
    of_here: Vec<u16>,
}

impl<'a> ChunkFilter<'a> {
    pub(super) fn new(
        reader: &IndexReader,
        options: &SearchOptions,
        source: HitSource,
    ) -> ChunkFilter<'a> {
        ChunkFilter {
            source,
            documents: None,
            archive: options.archive,
            project: options
                .project
                .as_ref()
                .map(|name| project_numbers(reader, |it| is_called(it, name))),
            here: options.here_alone.then(|| reader.project_number(&options.here_name)),
            since: options.filter.since.map(epoch_day),
            author: options.author,
            elsewhere: Vec::new(),
            of_here: Vec::new(),
        }
    }

    /// Leaves out what teams bound to other projects than those that `here` is, unless one is named.
    pub(super) fn of_teams(mut self, reader: &IndexReader, here: &ProjectsHere) -> ChunkFilter<'a> {
        let is_elsewhere = |name: &str| teams::is_shared(name) && !here.is_project_here(name);
        if self.project.is_none() {
            self.elsewhere = project_numbers(reader, is_elsewhere);
            self.of_here = project_numbers(reader, |name| here.is_project_here(name));
        }
        self
    }

    /// Limits the filter to these documents, if some are given.
    pub(super) fn among_documents(self, documents: Option<&'a HashSet<u32>>) -> ChunkFilter<'a> {
        ChunkFilter { documents, ..self }
    }

    fn is_of_source(&self, kind: ChunkKind) -> bool {
        match self.source {
            HitSource::Messages => kind == ChunkKind::Message,
            HitSource::Commits => kind.is_history(),
            HitSource::Records => kind == ChunkKind::Record,
            HitSource::Notes | HitSource::Observations => {
                kind != ChunkKind::Message && !kind.is_history()
            }
        }
    }

    pub(super) fn allows_slot(&self, slot: &Slot) -> bool {
        self.is_of_source(slot.kind)
            && (self.archive || slot.kind != ChunkKind::Archive)
            && self.documents.is_none_or(|wanted| wanted.contains(&slot.document))
            && self.project.as_ref().is_none_or(|wanted| wanted.contains(&slot.project))
            && !self.elsewhere.contains(&slot.project)
            && self.here.is_none_or(|here| {
                slot.project == 0
                    || here == Some(slot.project)
                    || self.of_here.contains(&slot.project)
            })
            && self.since.is_none_or(|since| slot.day >= since)
            && self.author.is_none_or(|author| slot.author == author)
    }
}

/// Returns the numbers of the matching projects.
fn project_numbers(reader: &IndexReader, is_meant: impl Fn(&str) -> bool) -> Vec<u16> {
    let named = reader.projects().iter().zip(1..).filter(|(name, _)| is_meant(name));
    named.map(|(_, number)| number).collect()
}

/// Returns true if `name` names a project; a shared project also matches by its last part.
fn is_called(project: &str, name: &str) -> bool {
    project == name || teams::Sharer::split_name(project).is_some_and(|(_, id)| id == name)
}

/// Returns the day of a moment, in days since the Unix epoch.
pub(super) fn epoch_day(milliseconds: i64) -> i32 {
    i32::try_from(milliseconds.div_euclid(86_400_000)).unwrap_or(i32::MAX)
}
