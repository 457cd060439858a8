//! Removes what two machines wrote both.

use std::collections::HashMap;

use palimp_note::provenance::PROVENANCE_START;

use super::LineTexts;
use crate::note_lines::{LineHash, LineTree};
use crate::note_parts::front_matter_key;

/// Lines of which two machines wrote one each.
#[derive(Default)]
pub(super) struct RepeatedLines {
    /// Lines that were deleted.
    pub(super) deleted: Vec<LineHash>,
    /// Entries of the front matter that stay, and those that were deleted for them.
    pub(super) replaced: Vec<(LineHash, LineHash)>,
}

/// Deletes what two machines wrote both: entries of the front matter with one key, and palimp's own
/// items in one list with the same text. Every machine deletes the same ones.
pub(super) fn remove_repeated(lines: &mut LineTree, texts: &LineTexts) -> RepeatedLines {
    let order = lines.live_order();
    let line_text = |id: LineHash| texts.get(&id);
    let device = |id: LineHash| lines.get(id).map(|line| line.device.as_str());
    let rank = |id: LineHash| (lines.get(id).map(|line| line.clock), id);
    let mut repeated = RepeatedLines::default();
    let mut entries: HashMap<&str, LineHash> = HashMap::new();
    for id in order.front {
        let Some(key) = line_text(id).and_then(|text| front_matter_key(text)) else { continue };
        let Some(other) = entries.get(key).copied() else {
            entries.insert(key, id);
            continue;
        };
        if device(other) == device(id) {
            continue;
        }
        let (kept, gone) = if rank(other) >= rank(id) { (other, id) } else { (id, other) };
        entries.insert(key, kept);
        repeated.deleted.push(gone);
        if line_text(kept) != line_text(gone) {
            repeated.replaced.push((kept, gone));
        }
    }
    let mut items: HashMap<&str, LineHash> = HashMap::new();
    for id in order.body {
        let Some(text) = line_text(id) else { continue };
        if text.starts_with('#') {
            items.clear();
        }
        // The user's own lines may well be the same twice.
        if !text.starts_with("- ") || !text.contains(PROVENANCE_START) {
            continue;
        }
        match items.get(text.as_str()).copied() {
            Some(other) if device(other) != device(id) => {
                repeated.deleted.push(id.max(other));
                items.insert(text, id.min(other));
            }
            Some(_) => {}
            None => {
                items.insert(text, id);
            }
        }
    }
    repeated.deleted.retain(|id| lines.delete_line(*id));
    repeated
}
