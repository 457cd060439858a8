//! Sketch of the code at an anchor: hashes of its statements.

use std::fmt;

use super::code::{self, StatementHash};
use super::verdict::{AnchorVerdict, LineRange};

/// Maximum number of hashes of a sketch.
pub(super) const MAX_SKETCH_HASHES: usize = 12;
/// Weight of the statements that bear the fact's words in the lost share; the rest is the weight of
/// the statements around them.
const OWN_STATEMENTS_WEIGHT: f32 = 0.6;
/// Maximum lost share of a place without any statement that bears the fact's words, before the
/// place counts as changed: an edit of a line that the fact does not mention makes nothing untrue.
const TOLERATED_LOST_SHARE: f32 = 0.25;

/// Hashes of statements: of those that bear the fact's words, and of others around them. One without
/// any stands for the file alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Of the statements that bear the fact's words.
    pub(super) own: Vec<StatementHash>,
    /// Of others.
    pub(super) others: Vec<StatementHash>,
}

/// Present lines of the statements of a sketch; none for one that is gone.
struct SketchMatches {
    own: Vec<Option<LineRange>>,
    others: Vec<Option<LineRange>>,
}

impl Sketch {
    /// Parses the displayed form of a [`Sketch`]; none for any other text.
    pub(super) fn parse(text: &str) -> Option<Sketch> {
        if text == FILE_ONLY_SKETCH {
            return Some(Sketch::default());
        }
        let (own, others) = text.split_once('.').unwrap_or((text, ""));
        let sketch = Sketch { own: parse_hashes(own)?, others: parse_hashes(others)? };
        (1..=MAX_SKETCH_HASHES).contains(&sketch.len()).then_some(sketch)
    }

    /// Number of hashes.
    pub fn len(&self) -> usize {
        self.own.len() + self.others.len()
    }

    /// Returns true if the sketch stands for a file alone, whatever its content.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if some of its statements bear the words of the fact.
    pub fn bears_words(&self) -> bool {
        !self.own.is_empty()
    }

    /// Share of the sketch that a text still contains, from 0 to 1.
    pub fn share_in(&self, text: &str) -> f32 {
        let found = self.find_in(None, text);
        let here = found.own.iter().chain(&found.others).flatten().count();
        if self.is_empty() { 0.0 } else { here as f32 / self.len() as f32 }
    }

    /// Returns the state of statements that stood in `lines`, in a file whose content is now
    /// `text`.
    pub(super) fn check_against(&self, lines: Option<LineRange>, text: &str) -> AnchorVerdict {
        if self.is_empty() {
            return AnchorVerdict::Fresh;
        }
        let found = self.find_in(lines, text);
        let (own, others) = (lost_share(&found.own), lost_share(&found.others));
        let both = found.own.iter().chain(&found.others);
        if both.clone().flatten().next().is_none() {
            return AnchorVerdict::Gone;
        }
        let drift = match (self.own.is_empty(), self.others.is_empty()) {
            (true, _) if others <= TOLERATED_LOST_SHARE => 0.0,
            (true, _) => others,
            (false, _) if own == 0.0 => 0.0,
            (false, true) => own,
            (false, false) => OWN_STATEMENTS_WEIGHT * own + (1.0 - OWN_STATEMENTS_WEIGHT) * others,
        };
        if drift > 0.0 {
            return AnchorVerdict::Drifted((drift * 100.0).round().clamp(1.0, 100.0) as u8);
        }
        let place = if self.own.is_empty() {
            both.flatten()
        } else {
            found.own.iter().chain(&[]).flatten()
        };
        let now = place.copied().reduce(LineRange::merged_with);
        match (lines, now) {
            (Some(before), Some(now)) if !before.contains(now) => AnchorVerdict::Moved(now),
            _ => AnchorVerdict::Fresh,
        }
    }

    fn find_in(&self, near: Option<LineRange>, text: &str) -> SketchMatches {
        let near = near.map_or(1, |lines| lines.first);
        let wanted: Vec<StatementHash> = self.own.iter().chain(&self.others).copied().collect();
        let mut own = code::find_statements(text, &wanted, near);
        let others = own.split_off(self.own.len());
        SketchMatches { own, others }
    }
}

/// Returns the share of statements that are gone, from 0 to 1.
fn lost_share(found: &[Option<LineRange>]) -> f32 {
    let gone = found.iter().filter(|place| place.is_none()).count();
    if found.is_empty() { 0.0 } else { gone as f32 / found.len() as f32 }
}

/// Displayed form of a sketch without hashes, which stands for a file alone.
const FILE_ONLY_SKETCH: &str = "-";

fn parse_hashes(text: &str) -> Option<Vec<StatementHash>> {
    let parts = text.as_bytes().chunks(8);
    let hash = |part: &[u8]| {
        let digits = std::str::from_utf8(part).ok().filter(|part| part.len() == 8)?;
        StatementHash::from_str_radix(digits, 16).ok()
    };
    parts.map(hash).collect()
}

/// Eight hexadecimal digits a hash, a dot before those of other statements.
impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_empty() {
            return f.write_str(FILE_ONLY_SKETCH);
        }
        self.own.iter().try_for_each(|hash| write!(f, "{hash:08x}"))?;
        f.write_str(if self.others.is_empty() { "" } else { "." })?;
        self.others.iter().try_for_each(|hash| write!(f, "{hash:08x}"))
    }
}
