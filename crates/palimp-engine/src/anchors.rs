//! Whether the code still says what facts say of it.
//!
//! Facts bear their anchors in the notes (`palimp_note::anchor`). Here they are made, of the files of a
//! working tree, and judged in one. A fact belongs to a project, and only a working tree of that very
//! project can tell of it: in every other, nobody knows. Nothing is read but files within the tree,
//! of at most 256 KB, and who waits for an answer waits 2 ms at the most.

mod cache;
mod decide;
mod facts;
mod git_index;
mod judge;
mod labels;
mod made;
mod stale;
mod tree;

pub use decide::{Decided, StaleDecision};
pub(crate) use facts::{ANCHORED_MARK, may_be_in};
pub use judge::{Judge, JudgedAnchor};
pub(crate) use labels::{in_note, in_passage};
pub use made::{AnchorPlaces, find_anchors};
pub use stale::{AnchorSurvey, Speaking, Stale};
pub use tree::WorkingTree;

use std::time::Duration;

/// How long whoever waits for an answer waits for verdicts.
pub const VERDICT_TIMEOUT: Duration = Duration::from_millis(2);
