//! Verdicts on the code that a fact is anchored to, and line ranges.

use std::fmt;

/// The first and the last line of a place, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineRange {
    /// The first.
    pub first: usize,
    /// The last.
    pub last: usize,
}

impl LineRange {
    /// Parses `40` and `40-80`; for `40:7`, the line.
    pub(super) fn parse(text: &str) -> Option<LineRange> {
        let text = text.split(':').next()?;
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let lines = LineRange { first: first.parse().ok()?, last: last.parse().ok()? };
        (lines.first >= 1 && lines.first <= lines.last).then_some(lines)
    }

    /// Returns the smallest range that contains both.
    pub(super) fn merged_with(self, other: LineRange) -> LineRange {
        LineRange { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// Returns true if the other lines are within these.
    pub fn contains(self, other: LineRange) -> bool {
        self.first <= other.first && other.last <= self.last
    }
}

/// `40`, `40-80`.
impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let LineRange { first, last } = self;
        if first == last { write!(f, "{first}") } else { write!(f, "{first}-{last}") }
    }
}

/// State of the code that a fact is anchored to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnchorVerdict {
    /// It says what it said.
    Fresh,
    /// It says what it said, and stands in these lines by now.
    Moved(LineRange),
    /// So much of it has changed, in percent from 1 to 100.
    Drifted(u8),
    /// Nothing of it is left.
    Gone,
    /// Nobody can say.
    Unknown,
}

impl AnchorVerdict {
    /// Returns true if the fact may be outdated.
    pub fn is_stale(self) -> bool {
        matches!(self, AnchorVerdict::Drifted(_) | AnchorVerdict::Gone)
    }

    /// Share of the anchored code that is lost, from 0 to 1.
    pub fn lost_share(self) -> f64 {
        match self {
            AnchorVerdict::Drifted(percent) => f64::from(percent) / 100.0,
            AnchorVerdict::Gone => 1.0,
            AnchorVerdict::Fresh | AnchorVerdict::Moved(_) | AnchorVerdict::Unknown => 0.0,
        }
    }

    /// The name: `fresh`, `moved`, `drifted`, `gone`, `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            AnchorVerdict::Fresh => "fresh",
            AnchorVerdict::Moved(_) => "moved",
            AnchorVerdict::Drifted(_) => "drifted",
            AnchorVerdict::Gone => "gone",
            AnchorVerdict::Unknown => "unknown",
        }
    }
}
