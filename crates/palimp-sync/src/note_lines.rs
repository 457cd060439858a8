//! The lines of a note as a set that merges in any order (a replicated sequence).
//!
//! Each line names the line behind which it was written, so the lines form a tree; the note is the
//! tree in depth first order. Merging is the union of the sets; a deletion wins over everything. So
//! machines that have the same set have the same note, whatever the order in which they got it.
//!
//! The id of a line is a hash of its predecessor and its text. Two machines that write the same line
//! at the same place write one line. The set itself has hashes of texts only, under a secret key.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::key::{parse_hex, to_hex};

/// Hash that names a line, or stands for its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LineHash([u8; 16]);

impl LineHash {
    /// Predecessor of the first line of a note.
    pub(crate) const START: LineHash = LineHash([0; 16]);
    /// Predecessor of the first entry of a note's front matter.
    pub(crate) const FRONT_MATTER: LineHash = LineHash([1; 16]);

    /// Hashes a text under a secret key.
    pub(crate) fn of_text(key: &[u8; 32], text: &str) -> LineHash {
        LineHash::from_blake3(blake3::keyed_hash(key, text.as_bytes()))
    }

    fn from_blake3(hash: blake3::Hash) -> LineHash {
        let mut cut = [0; 16];
        cut.copy_from_slice(&hash.as_bytes()[..16]);
        LineHash(cut)
    }
}

impl Serialize for LineHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&to_hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for LineHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<LineHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = parse_hex(&text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(LineHash).ok_or_else(|| serde::de::Error::custom("not a hash of a line"))
    }
}

/// A line of a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SyncedLine {
    /// Id of the line behind which it was written.
    #[serde(rename = "p")]
    pub(crate) parent: LineHash,
    /// Hash of its text.
    #[serde(rename = "h")]
    pub(crate) text: LineHash,
    /// Number of earlier lines with this text behind this line.
    #[serde(rename = "n", default, skip_serializing_if = "is_zero")]
    pub(crate) repeat: u32,
    /// Number of the edit: more than that of any line that its writer knew.
    #[serde(rename = "c")]
    pub(crate) clock: u64,
    /// The machine that wrote it.
    #[serde(rename = "d")]
    pub(crate) device: String,
    /// True if it was written in the place of its predecessor, which was deleted.
    #[serde(rename = "r", default, skip_serializing_if = "is_false")]
    pub(crate) replaces: bool,
    /// True if it was deleted.
    #[serde(rename = "x", default, skip_serializing_if = "is_false")]
    pub(crate) deleted: bool,
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

const fn is_false(value: &bool) -> bool {
    !*value
}

impl SyncedLine {
    /// Returns the id of the line.
    pub(crate) fn id(&self) -> LineHash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.parent.0).update(&self.text.0).update(&self.repeat.to_le_bytes());
        LineHash::from_blake3(hasher.finalize())
    }
}

/// The lines of a note, deleted ones as well.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<SyncedLine>", into = "Vec<SyncedLine>")]
pub(crate) struct LineTree {
    lines: HashMap<LineHash, SyncedLine>,
}

impl From<Vec<SyncedLine>> for LineTree {
    fn from(lines: Vec<SyncedLine>) -> LineTree {
        LineTree { lines: lines.into_iter().map(|line| (line.id(), line)).collect() }
    }
}

impl From<LineTree> for Vec<SyncedLine> {
    fn from(lines: LineTree) -> Vec<SyncedLine> {
        let mut lines: Vec<_> = lines.lines.into_iter().collect();
        lines.sort_unstable_by_key(|(id, _)| *id);
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// An edit of a note.
struct LineEdit<'a> {
    clock: u64,
    device: &'a str,
}

/// A heading of a note and the lines below it, or the lines above the first heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineSection {
    /// Name of the section; none above the first heading.
    pub(crate) name: Option<LineHash>,
    /// Hashes of the texts of its lines, the heading first.
    pub(crate) lines: Vec<LineHash>,
}

/// Ids of the lines of a note, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineOrder {
    /// Entries of the front matter.
    pub(crate) front: Vec<LineHash>,
    /// All other lines.
    pub(crate) body: Vec<LineHash>,
}

impl LineTree {
    /// Returns a line.
    pub(crate) fn get(&self, id: LineHash) -> Option<&SyncedLine> {
        self.lines.get(&id)
    }

    /// Returns all lines, deleted ones as well, with their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (LineHash, &SyncedLine)> {
        self.lines.iter().map(|(id, line)| (*id, line))
    }

    /// Merges a line; returns true if that changed anything.
    pub(crate) fn merge_line(&mut self, line: SyncedLine) -> bool {
        match self.lines.entry(line.id()) {
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(line);
                true
            }
            std::collections::hash_map::Entry::Occupied(mut known) => {
                let known = known.get_mut();
                let before = known.clone();
                known.deleted |= line.deleted;
                known.replaces |= line.replaces;
                known.clock = known.clock.max(line.clock);
                if line.device < known.device {
                    known.device = line.device;
                }
                *known != before
            }
        }
    }

    /// Deletes a line; returns true if it was there.
    pub(crate) fn delete_line(&mut self, id: LineHash) -> bool {
        let line = self.lines.get_mut(&id).filter(|line| !line.deleted);
        line.is_some_and(|line| std::mem::replace(&mut line.deleted, true) != line.deleted)
    }

    /// Returns the lines that are not deleted, in the order of the note.
    pub(crate) fn live_order(&self) -> LineOrder {
        let mut children: HashMap<LineHash, Vec<(u64, LineHash)>> = HashMap::new();
        for (id, line) in &self.lines {
            let is_known = line.parent == LineHash::START
                || line.parent == LineHash::FRONT_MATTER
                || self.lines.contains_key(&line.parent);
            // The predecessor is in a file that is missing; the line stands at the end until it comes.
            let (parent, clock) = match is_known {
                true => (line.parent, line.clock),
                false => (LineHash::START, 0),
            };
            children.entry(parent).or_default().push((clock, *id));
        }
        // Taken from the end: what was written last comes first.
        children.values_mut().for_each(|of_one| of_one.sort_unstable());
        let walk = |from: LineHash| {
            let mut order = Vec::new();
            let mut stack: Vec<LineHash> = Vec::new();
            let visit = |id: LineHash, stack: &mut Vec<LineHash>| {
                stack.extend(children.get(&id).into_iter().flatten().map(|(_, id)| *id));
            };
            visit(from, &mut stack);
            while let Some(id) = stack.pop() {
                if !self.lines[&id].deleted {
                    order.push(id);
                }
                visit(id, &mut stack);
            }
            order
        };
        LineOrder { front: walk(LineHash::FRONT_MATTER), body: walk(LineHash::START) }
    }

    /// Records that the note has these texts now; returns the ids of new and of deleted lines.
    pub(crate) fn record_edit(
        &mut self,
        front: &[LineHash],
        body: &[LineHash],
        device: &str,
    ) -> Vec<LineHash> {
        let order = self.live_order();
        let edit = LineEdit { clock: self.next_clock(), device };
        let mut changed = Vec::new();
        self.record_part((LineHash::FRONT_MATTER, &order.front), front, &edit, &mut changed);
        self.record_part((LineHash::START, &order.body), body, &edit, &mut changed);
        changed
    }

    /// Adds the lines of a note that this machine wrote before it knew these lines, section by section;
    /// returns the ids of new lines. `blank` is the hash of an empty line.
    pub(crate) fn record_union(
        &mut self,
        front: &[LineHash],
        known: &[LineSection],
        body: &[LineSection],
        blank: LineHash,
        device: &str,
    ) -> Vec<LineHash> {
        let order = self.live_order();
        let mut edit = LineEdit { clock: self.next_clock(), device };
        let mut changed = Vec::new();
        let mut last = order.body.last().copied().unwrap_or(LineHash::START);
        let place = |section: &LineSection| known.iter().position(|it| it.name == section.name);
        let text_of = |section: &LineSection| {
            let end = section.lines.iter().rposition(|line| *line != blank);
            section.lines[..end.map_or(0, |at| at + 1)].to_vec()
        };
        for section in body.iter().filter(|section| place(section).is_none()) {
            let is_after_text = self.lines.get(&last).is_some_and(|line| line.text != blank);
            let gap = Some(blank).filter(|_| is_after_text);
            for text in gap.into_iter().chain(text_of(section)) {
                last = self.insert_line(last, text, false, &edit);
                changed.push(last);
            }
        }
        // Later, so that what is added at the end of a section stands before what comes behind it.
        edit.clock += 1;
        let front_order = (LineHash::FRONT_MATTER, &order.front[..]);
        self.add_missing(front_order, front, blank, &edit, &mut changed);
        for section in body {
            let Some(at) = place(section) else { continue };
            let from: usize = known[..at].iter().map(|it| it.lines.len()).sum();
            let lines = &order.body[from..from + known[at].lines.len()];
            let before = from.checked_sub(1).map_or(LineHash::START, |at| order.body[at]);
            self.add_missing((before, lines), &text_of(section), blank, &edit, &mut changed);
        }
        changed
    }

    /// Adds the texts that are not among these lines, in their order.
    fn add_missing(
        &mut self,
        (start, order): (LineHash, &[LineHash]),
        texts: &[LineHash],
        blank: LineHash,
        edit: &LineEdit,
        changed: &mut Vec<LineHash>,
    ) {
        let before: Vec<LineHash> = order.iter().map(|id| self.lines[id].text).collect();
        let mut last = start;
        for op in capture_diff_slices(Algorithm::Myers, &before, texts) {
            let kept = &order[op.old_range()];
            if let DiffOp::Equal { .. } = op {
                last = kept.last().copied().unwrap_or(last);
                continue;
            }
            // An empty line at the end of a section stays there.
            let above = kept.iter().rev().find(|id| self.lines[id].text != blank);
            let mut parent = above.copied().unwrap_or(last);
            for text in &texts[op.new_range()] {
                parent = self.insert_line(parent, *text, false, edit);
                changed.push(parent);
            }
            last = kept.last().copied().unwrap_or(parent);
        }
    }

    fn next_clock(&self) -> u64 {
        self.lines.values().map(|line| line.clock).max().unwrap_or(0) + 1
    }

    fn record_part(
        &mut self,
        (start, order): (LineHash, &[LineHash]),
        texts: &[LineHash],
        edit: &LineEdit,
        changed: &mut Vec<LineHash>,
    ) {
        let before: Vec<LineHash> = order.iter().map(|id| self.lines[id].text).collect();
        let mut last = start;
        for op in capture_diff_slices(Algorithm::Myers, &before, texts) {
            if let DiffOp::Equal { old_index, len, .. } = op {
                last = order[old_index + len - 1];
                continue;
            }
            let gone = &order[op.old_range()];
            for id in gone {
                self.delete_line(*id);
                changed.push(*id);
            }
            // A line that replaces another one stands behind it.
            let mut parent = gone.first().copied().unwrap_or(last);
            let mut replaces = !gone.is_empty();
            for text in &texts[op.new_range()] {
                parent = self.insert_line(parent, *text, std::mem::take(&mut replaces), edit);
                changed.push(parent);
            }
            last = parent;
        }
    }

    fn insert_line(
        &mut self,
        parent: LineHash,
        text: LineHash,
        replaces: bool,
        edit: &LineEdit,
    ) -> LineHash {
        let (clock, device) = (edit.clock, edit.device.to_owned());
        let mut line =
            SyncedLine { parent, text, repeat: 0, clock, device, replaces, deleted: false };
        while self.lines.contains_key(&line.id()) {
            line.repeat += 1;
        }
        let id = line.id();
        self.lines.insert(id, line);
        id
    }

    /// Returns the lines that replace a line which another machine replaced otherwise, out of `new`
    /// ones.
    pub(crate) fn find_conflicts(&self, new: &HashSet<LineHash>) -> Vec<(LineHash, LineHash)> {
        let is_replacement = |line: &SyncedLine| {
            let parent = self.lines.get(&line.parent);
            line.replaces && !line.deleted && parent.is_some_and(|parent| parent.deleted)
        };
        let mut by_parent: HashMap<LineHash, Vec<LineHash>> = HashMap::new();
        for (id, line) in self.lines.iter().filter(|(_, line)| is_replacement(line)) {
            by_parent.entry(line.parent).or_default().push(*id);
        }
        let mut conflicts = Vec::new();
        for ids in by_parent.values_mut() {
            ids.sort_unstable();
            for (at, first) in ids.iter().enumerate() {
                let others = ids[at + 1..].iter().filter(|second| {
                    let is_new = new.contains(first) || new.contains(second);
                    is_new && self.lines[first].device != self.lines[second].device
                });
                conflicts.extend(others.map(|second| (*first, *second)));
            }
        }
        conflicts.sort_unstable();
        conflicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note_parts::NoteParts;
    use proptest::prelude::*;

    const KEY: [u8; 32] = [7; 32];

    /// A machine with a note.
    #[derive(Clone, Debug)]
    struct Replica {
        device: String,
        lines: LineTree,
        texts: HashMap<LineHash, String>,
    }

    impl Replica {
        fn new(device: &str) -> Replica {
            Replica { device: device.to_owned(), lines: LineTree::default(), texts: HashMap::new() }
        }

        fn write(&mut self, note: &str) {
            let parts = NoteParts::from_note(note);
            let mut hashes = |texts: &[String]| -> Vec<LineHash> {
                let of_text = |text: &String| {
                    let hash = LineHash::of_text(&KEY, text);
                    self.texts.insert(hash, text.clone());
                    hash
                };
                texts.iter().map(of_text).collect()
            };
            let (front, body) = (hashes(&parts.front), hashes(&parts.body));
            self.lines.record_edit(&front, &body, &self.device);
        }

        fn read(&self) -> String {
            let order = self.lines.live_order();
            let text = |id: &LineHash| self.texts[&self.lines.get(*id).unwrap().text].clone();
            let front = order.front.iter().map(text).collect();
            NoteParts { front, body: order.body.iter().map(text).collect() }.to_note()
        }

        fn merge(&mut self, other: &Replica) {
            other.lines.iter().for_each(|(_, line)| {
                self.lines.merge_line(line.clone());
            });
            self.texts.extend(other.texts.clone());
        }
    }

    fn merged(a: &Replica, b: &Replica) -> String {
        let (mut left, mut right) = (a.clone(), b.clone());
        left.merge(b);
        right.merge(a);
        assert_eq!(left.lines, right.lines);
        assert_eq!(left.read(), right.read());
        left.read()
    }

    #[test]
    fn edits_at_different_places_are_both_kept() {
        let mut a = Replica::new("a");
        a.write("# Rules\n\n- one\n- two\n- three\n");
        let mut b = Replica::new("b");
        b.merge(&a);
        a.write("# Rules\n\n- one\n- 1.5\n- two\n- three\n");
        b.write("# Rules\n\n- one\n- three\n- four\n");
        assert_eq!(merged(&a, &b), "# Rules\n\n- one\n- 1.5\n- three\n- four\n");
    }

    #[test]
    fn notes_written_on_two_machines_share_their_beginning() {
        let (mut a, mut b) = (Replica::new("a"), Replica::new("b"));
        a.write("---\nproject: shop\ncreated: 1\n---\n# Shop\n\n- a1\n- a2\n");
        b.write("---\nproject: shop\ncreated: 1\n---\n# Shop\n\n- b1\n");
        let note = merged(&a, &b);
        assert_eq!(note.matches("# Shop").count(), 1);
        assert_eq!(note.matches("project: shop").count(), 1);
        assert!(note.contains("- a1\n- a2\n") && note.contains("- b1\n"));
    }

    #[test]
    fn line_changed_on_two_machines_is_a_conflict() {
        let mut a = Replica::new("a");
        a.write("- port 8080\n");
        let mut b = Replica::new("b");
        b.merge(&a);
        a.write("- port 9090\n");
        b.write("- port 7070\n");
        assert_eq!(merged(&a, &b).lines().count(), 2);
        let new = b.lines.iter().map(|(id, _)| id).collect();
        a.merge(&b);
        assert_eq!(a.lines.find_conflicts(&new).len(), 1);
        assert_eq!(a.lines.find_conflicts(&HashSet::new()), []);
    }

    #[test]
    fn deleted_line_that_is_written_again_stays() {
        let mut a = Replica::new("a");
        a.write("- one\n- two\n");
        let mut b = Replica::new("b");
        b.merge(&a);
        a.write("- two\n");
        a.write("- one\n- two\n");
        assert_eq!(merged(&a, &b), "- one\n- two\n");
    }

    #[test]
    fn missing_predecessor_moves_lines_to_the_end() {
        let mut a = Replica::new("a");
        a.write("- one\n");
        let first = a.clone();
        a.write("- one\n- two\n");
        a.write("- one\n- two\n- three\n");
        let two = LineHash::of_text(&KEY, "- two");
        let mut b = first.clone();
        for (_, line) in a.lines.iter().filter(|(_, line)| line.text != two) {
            b.lines.merge_line(line.clone());
        }
        b.texts.extend(a.texts.clone());
        assert_eq!(b.read(), "- one\n- three\n");
        b.merge(&a);
        assert_eq!(b.read(), a.read());
    }

    #[test]
    fn first_contact_merges_section_by_section() {
        let (mut a, mut b) = (Replica::new("a"), Replica::new("b"));
        a.write("# Shop\n\n## Rules\n\n- pnpm\n\n## Set-up\n\n- bastion\n");
        let note =
            "# Shop\n\n## Set-up\n\n- bastion\n- port\n\n## Rules\n\n- friday\n\n## New\n\n- x\n";
        let hash = |text: &str| LineHash::of_text(&KEY, text);
        let sections = |note: &str| {
            let mut sections = vec![LineSection::default()];
            for line in note.lines() {
                if line.starts_with("## ") {
                    sections.push(LineSection { name: Some(hash(line)), lines: Vec::new() });
                }
                sections.last_mut().unwrap().lines.push(hash(line));
            }
            sections
        };
        b.texts = note.lines().map(|line| (hash(line), line.to_owned())).collect();
        b.merge(&a);
        b.lines.record_union(&[], &sections(&a.read()), &sections(note), hash(""), "b");
        assert_eq!(
            b.read(),
            "# Shop\n\n## Rules\n\n- pnpm\n- friday\n\n## Set-up\n\n- bastion\n- port\n\n## New\n\n- x\n",
        );
    }

    /// An edit: the position and number of the lines that it removes, and the lines that it writes.
    type LineEdit = (usize, usize, Vec<u8>);

    fn edited(note: &str, (at, removed, written): &LineEdit) -> String {
        let mut lines: Vec<String> = note.lines().map(str::to_owned).collect();
        let at = at % (lines.len() + 1);
        let to = (at + removed).min(lines.len());
        lines.splice(at..to, written.iter().map(|n| format!("- {n}")));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    proptest! {
        #[test]
        fn machines_agree_after_edits_in_any_order(
            steps in prop::collection::vec(
                (0..3_usize, (0..20_usize, 0..3_usize, prop::collection::vec(0..6_u8, 0..3)),
                 0..3_usize), 0..40),
        ) {
            let mut machines: Vec<_> = ["a", "b", "c"].map(Replica::new).into();
            for (who, edit, from) in steps {
                let note = edited(&machines[who].read(), &edit);
                machines[who].write(&note);
                prop_assert_eq!(machines[who].read(), note);
                let other = machines[from].clone();
                machines[who].merge(&other);
            }
            let all = machines.clone();
            for machine in &mut machines {
                all.iter().for_each(|other| machine.merge(other));
            }
            prop_assert_eq!(machines[0].read(), machines[1].read());
            prop_assert_eq!(machines[1].read(), machines[2].read());
        }
    }
}
