//! Several indexes as one collection: their slots one behind the other, so that lengths and document
//! frequencies are those of all of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use palimp_rank::{ChunkKind, ChunkPassage, Collection, ScoringFrame, Slot, Tuning};
use palimp_store::StoreError;
use palimp_store::index::IndexReader;

/// An index, and which of its documents are what their files say, by their numbers.
type Of<'db> = (IndexReader<'db>, &'db Vec<bool>);

/// Scoring data of all indexes; valid until one of them changes.
pub(super) struct Base {
    /// State of each index that it was built from.
    as_of: Vec<(i64, usize, Vec<bool>)>,
    /// The first slot of each.
    starts: Vec<u32>,
    slots: Vec<Slot>,
    projects: Vec<String>,
    frame: Arc<ScoringFrame>,
}

impl Base {
    /// `before`, where it still is that of `readers`; else a new one.
    pub(super) fn up_to_date(before: Option<Arc<Base>>, readers: &[Of]) -> Arc<Base> {
        let is_same = |base: &Arc<Base>| {
            let same =
                |((generation, slots, current), (reader, now)): (&(i64, usize, Vec<bool>), &Of)| {
                    (*generation, *slots) == (reader.generation(), reader.slots().len())
                        && current == *now
                };
            base.as_of.len() == readers.len() && base.as_of.iter().zip(readers).all(same)
        };
        before.filter(is_same).unwrap_or_else(|| Arc::new(Base::new(readers)))
    }

    fn new(readers: &[Of]) -> Base {
        let names: BTreeSet<&String> = readers.iter().flat_map(|(it, _)| it.projects()).collect();
        let projects: Vec<String> = names.into_iter().cloned().collect();
        let (mut slots, mut starts, mut documents) = (Vec::new(), Vec::new(), 0);
        for (reader, current) in readers {
            starts.push(slots.len() as u32);
            let numbers: Vec<u16> =
                reader.projects().iter().map(|it| name_number(&projects, it)).collect();
            slots.extend(reader.slots().iter().map(|slot| {
                let is_current = current.get(slot.document as usize).copied().unwrap_or(false);
                if slot.length == 0 || slot.kind == ChunkKind::Message || !is_current {
                    return Slot::default();
                }
                let project = usize::from(slot.project).checked_sub(1);
                let project = project.and_then(|at| numbers.get(at)).copied().unwrap_or(0);
                Slot { document: slot.document + documents, project, speaker: 0, ..*slot }
            }));
            documents += current.len() as u32;
        }
        let as_of = readers.iter().map(|(reader, current)| {
            (reader.generation(), reader.slots().len(), (*current).clone())
        });
        let frame = ScoringFrame::new(&slots, &Tuning::default());
        Base { as_of: as_of.collect(), starts, slots, projects, frame: frame.into() }
    }
}

/// Number of a name in a list, from 1; 0 beyond the range of numbers.
fn name_number(names: &[String], name: &String) -> u16 {
    let at = names.binary_search(name).map_or(0, |at| at + 1);
    u16::try_from(at).unwrap_or(0)
}

/// The indexes while they are read.
pub(super) struct JoinedIndexes<'db> {
    pub(super) readers: Vec<Of<'db>>,
    pub(super) base: Arc<Base>,
    /// Flags of the indexes whose vectors are comparable with the question's.
    pub(super) fits: Vec<bool>,
}

impl JoinedIndexes<'_> {
    /// Returns the number of a project; none if nothing belongs to it.
    pub(super) fn project_number(&self, name: &str) -> Option<u16> {
        let at = self.base.projects.iter().position(|it| it == name)?;
        u16::try_from(at + 1).ok()
    }

    /// Returns the index of a slot, and its number there.
    pub(super) fn locate_slot(&self, slot: u32) -> (usize, u32) {
        let at = self.base.starts.partition_point(|start| *start <= slot) - 1;
        (at, slot - self.base.starts[at])
    }

    /// The terms that `part` stands in.
    pub(super) fn terms_with(&self, part: &str) -> Result<Vec<String>, StoreError> {
        let mut terms = Vec::new();
        for (reader, _) in &self.readers {
            terms.extend(reader.terms_with(part)?);
        }
        terms.sort_unstable();
        terms.dedup();
        Ok(terms)
    }
}

impl Collection for JoinedIndexes<'_> {
    type Error = StoreError;

    fn slots(&self) -> &[Slot] {
        &self.base.slots
    }

    fn speakers(&self) -> &[String] {
        &[]
    }

    fn frame(&mut self, tuning: &Tuning) -> Arc<ScoringFrame> {
        match *tuning == Tuning::default() {
            true => Arc::clone(&self.base.frame),
            false => Arc::new(ScoringFrame::new(self.slots(), tuning)),
        }
    }

    fn postings(&mut self, term: &str, into: &mut Vec<(u32, u32)>) -> Result<(), StoreError> {
        let Base { starts, slots, .. } = &*self.base;
        for ((reader, _), start) in self.readers.iter_mut().zip(starts) {
            let from = into.len();
            reader.postings(term, into)?;
            into[from..].iter_mut().for_each(|(slot, _)| *slot += start);
        }
        into.retain(|(slot, _)| slots[*slot as usize].length > 0);
        Ok(())
    }

    fn cosines(
        &mut self,
        vector: &[f32],
        slots: &[u32],
        into: &mut Vec<f32>,
    ) -> Result<bool, StoreError> {
        into.clear();
        into.resize(slots.len(), 0.0);
        let (mut any, mut found) = (false, Vec::new());
        for (at, (reader, _)) in
            self.readers.iter_mut().enumerate().filter(|(at, _)| self.fits[*at])
        {
            let start = self.base.starts[at];
            let end = self.base.starts.get(at + 1).copied().unwrap_or(u32::MAX);
            let from = slots.partition_point(|slot| *slot < start);
            let to = slots.partition_point(|slot| *slot < end);
            let own: Vec<u32> = slots[from..to].iter().map(|slot| slot - start).collect();
            if reader.cosines(vector, &own, &mut found)? {
                any = true;
                into[from..to].copy_from_slice(&found);
            }
        }
        Ok(any)
    }

    fn slots_near(
        &mut self,
        vector: &[f32],
        (from, least): (u32, &[f32]),
        into: &mut Vec<(u32, f32)>,
    ) -> Result<(), StoreError> {
        into.clear();
        let (end, mut found) = (from + least.len() as u32, Vec::new());
        for (at, (reader, _)) in self.readers.iter_mut().enumerate() {
            let start = self.base.starts[at];
            let stop = self.base.starts.get(at + 1).copied().unwrap_or(u32::MAX).min(end);
            let first = start.max(from);
            let least = least.get((first - from) as usize..).unwrap_or_default();
            let least = &least[..(stop.saturating_sub(first) as usize).min(least.len())];
            if self.fits[at] {
                reader.slots_near(vector, (first - start, least), &mut found)?;
                into.extend(found.iter().map(|(slot, near)| (slot + start, *near)));
            } else {
                let counts = (first..).zip(least).filter(|(_, least)| **least <= 0.0);
                into.extend(counts.map(|(slot, _)| (slot, 0.0)));
            }
        }
        Ok(())
    }

    fn passage(&mut self, slot: u32) -> Result<ChunkPassage, StoreError> {
        let (at, slot) = self.locate_slot(slot);
        self.readers[at].0.passage(slot)
    }
}
