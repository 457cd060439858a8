//! Older versions of a note, stored as differences from the version after each.
//!
//! Most notes only grow, so a version is mostly a part of the next one: only the lines that the
//! next version lacks are stored. Each version is a line of JSON, the newest first, behind a line
//! that names the version from which they are computed.

use serde::{Deserialize, Serialize};

use super::{hash_of, time_of};

/// A version and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionText {
    pub(super) id: String,
    pub(super) text: String,
}

/// The older versions of a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Older {
    /// The version from which they are reckoned.
    pub(super) from: String,
    /// The newest first.
    pub(super) differences: Vec<Difference>,
}

/// Difference of a version from the one after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Difference {
    #[serde(rename = "version")]
    pub(super) id: String,
    /// Number of bytes at the beginning that equal those of the version after it.
    head: usize,
    /// Text behind them that the version after it lacks.
    lines: String,
    /// Number of bytes at the end that equal those of the version after it.
    tail: usize,
}

#[derive(Serialize, Deserialize)]
struct First {
    from: String,
}

impl Older {
    /// Computes the differences of versions, the newest first, from `newest` on.
    pub(super) fn from_versions(newest: &VersionText, versions: &[VersionText]) -> Older {
        let after = std::iter::once(newest).chain(versions);
        let differences =
            versions.iter().zip(after).map(|(kept, after)| Difference::between(kept, &after.text));
        Older { from: newest.id.clone(), differences: differences.collect() }
    }

    /// Parses what [`Older::to_json_lines`] wrote; lines that cannot be read end it.
    pub(super) fn parse(text: &str) -> Option<Older> {
        let mut lines = text.lines();
        let First { from } = serde_json::from_str(lines.next()?).ok()?;
        let differences = lines.map_while(|line| serde_json::from_str(line).ok()).collect();
        Some(Older { from, differences })
    }

    /// Serialises the differences as they are stored.
    pub(super) fn to_json_lines(&self) -> String {
        let line = |value: serde_json::Result<String>| value.unwrap_or_default() + "\n";
        let mut text = line(serde_json::to_string(&First { from: self.from.clone() }));
        for difference in &self.differences {
            text += &line(serde_json::to_string(difference));
        }
        text
    }

    /// Restores the versions, the newest first, from the text of the version that they are computed
    /// from. A version that does not come out as it was ends them.
    pub(super) fn restore_versions(&self, from: &str) -> Vec<VersionText> {
        let mut after = from.to_owned();
        let versions = self.differences.iter().map_while(|difference| {
            after = difference.apply_to(&after)?;
            Some(VersionText { id: difference.id.clone(), text: after.clone() })
        });
        versions.collect()
    }
}

impl Difference {
    /// Computes the difference of a version from the text `after` it. Only whole lines are shared,
    /// so that no line has to be put together to be read.
    pub(super) fn between(kept: &VersionText, after: &str) -> Difference {
        let text = &kept.text;
        let head: usize = text
            .split_inclusive('\n')
            .zip(after.split_inclusive('\n'))
            .take_while(|(a, b)| a == b)
            .map(|(line, _)| line.len())
            .sum();
        let tail: usize = text[head..]
            .split_inclusive('\n')
            .rev()
            .zip(after[head..].split_inclusive('\n').rev())
            .take_while(|(a, b)| a == b)
            .map(|(line, _)| line.len())
            .sum();
        let lines = text[head..text.len() - tail].to_owned();
        Difference { id: kept.id.clone(), head, lines, tail }
    }

    /// Returns the number of bytes that it takes when stored.
    pub(super) fn stored_bytes(&self) -> usize {
        serde_json::to_string(self).map_or(0, |line| line.len() + 1)
    }

    /// Returns the version, from the text after it; `None` if it does not come out as it was.
    fn apply_to(&self, after: &str) -> Option<String> {
        let head = after.get(..self.head)?;
        let tail = after.get(after.len().checked_sub(self.tail)?..)?;
        let text = [head, &self.lines, tail].concat();
        let as_it_was = time_of(&self.id).is_some() && self.id.ends_with(&hash_of(&text));
        as_it_was.then_some(text)
    }
}
