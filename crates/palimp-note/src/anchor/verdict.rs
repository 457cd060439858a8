//! What became of the place that a fact speaks of.

use std::fmt;

/// The first and the last line of a place, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lines {
    /// The first.
    pub first: usize,
    /// The last.
    pub last: usize,
}

impl Lines {
    /// Reads `40` and `40-80`; of `40:7`, the line.
    pub(super) fn parse(text: &str) -> Option<Lines> {
        let text = text.split(':').next()?;
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let lines = Lines { first: first.parse().ok()?, last: last.parse().ok()? };
        (lines.first >= 1 && lines.first <= lines.last).then_some(lines)
    }

    /// Both, and what stands between them.
    pub(super) fn with(self, other: Lines) -> Lines {
        Lines { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// Whether other lines are among these.
    pub fn holds(self, other: Lines) -> bool {
        self.first <= other.first && other.last <= self.last
    }
}

/// `40`, `40-80`.
impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Lines { first, last } = self;
        if first == last { write!(f, "{first}") } else { write!(f, "{first}-{last}") }
    }
}

/// What became of the place that a fact speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It says what it said.
    Fresh,
    /// It says what it said, and stands in these lines by now.
    Moved(Lines),
    /// So much of it has changed, in percent from 1 to 100.
    Drifted(u8),
    /// Nothing of it is left.
    Gone,
    /// Nobody can say.
    Unknown,
}

impl Verdict {
    /// Whether what the fact says may be untrue by now.
    pub fn is_stale(self) -> bool {
        matches!(self, Verdict::Drifted(_) | Verdict::Gone)
    }

    /// How much of what the fact speaks of is lost, from 0 to 1.
    pub fn lost(self) -> f64 {
        match self {
            Verdict::Drifted(percent) => f64::from(percent) / 100.0,
            Verdict::Gone => 1.0,
            Verdict::Fresh | Verdict::Moved(_) | Verdict::Unknown => 0.0,
        }
    }

    /// The name: `fresh`, `moved`, `drifted`, `gone`, `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Fresh => "fresh",
            Verdict::Moved(_) => "moved",
            Verdict::Drifted(_) => "drifted",
            Verdict::Gone => "gone",
            Verdict::Unknown => "unknown",
        }
    }
}
