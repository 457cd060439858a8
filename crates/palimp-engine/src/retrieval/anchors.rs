//! Checks facts against the code that they refer to.
//!
//! Facts carry their anchors in the notes (`palimp_note::anchor`). This module creates anchors from
//! the files of a working tree and judges them in one. A fact belongs to a project, and only a
//! working tree of that project can judge it; in any other the verdict is unknown. Only files
//! within the tree of at most 256 KB are read, and a caller that waits for an answer waits at most
//! 2 ms.

mod cache;
mod decide;
mod facts;
mod labels;
mod stale;
mod verdict;

pub use decide::{Decided, StaleDecision};
pub(crate) use facts::{ANCHORED_MARK, may_be_in};
pub(crate) use labels::{in_note, in_passage};
pub use stale::{AnchorSurvey, AnchoredNotesCache, JudgedFact};
pub use verdict::{Judge, JudgedAnchor};

use std::time::Duration;

pub use crate::home::code_anchors::{AnchorPlaces, find_anchors};
pub use crate::home::working_tree::WorkingTree;

/// Maximum time that a hook waits for verdicts.
pub const VERDICT_TIMEOUT: Duration = Duration::from_millis(2);
/// Maximum time that a search waits for them, which somebody asked for.
const SEARCH_VERDICT_TIMEOUT: Duration = Duration::from_millis(50);
