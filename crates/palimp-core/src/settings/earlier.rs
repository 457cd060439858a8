//! Settings as an earlier version wrote them.

use serde_json::{Value, json};

use super::choices::Gate;
use super::path::{get, set, unset};
use super::table::Inject;

/// A key of an earlier version, and the one that stands in its place.
const OLD: &str = "inject.minScore";
const PRESENT: &str = Inject::KEY.gate.path;

/// The key that stands in the place of an earlier version's.
pub(super) fn successor(path: &str) -> Option<&'static str> {
    path.eq_ignore_ascii_case(OLD).then_some(PRESENT)
}

/// Gives the settings of an earlier version their present names. Says what became of each, a
/// sentence each.
pub fn bring_up_to_date(file: &mut Value) -> Vec<String> {
    let Some(score) = get(file, OLD).cloned() else { return Vec::new() };
    unset(file, OLD);
    let gate = match score.as_f64() {
        Some(score) if score > 0.75 => Gate::Strict,
        Some(score) if score < 0.45 => Gate::Loose,
        _ => Gate::Normal,
    };
    if get(file, PRESENT).is_some() {
        return vec![format!("{OLD} is gone: {PRESENT} stands in its place")];
    }
    if gate != Gate::default() {
        set(file, PRESENT, json!(gate.name()));
    }
    vec![format!("{OLD} {score} is now {PRESENT} {}", gate.name())]
}
