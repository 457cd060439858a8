//! Settings as an earlier version wrote them.

use serde_json::{Value, json};

use super::choices::RelevanceThreshold;
use super::path::{get, set, unset};
use super::table::Inject;
use crate::messages;

/// A key of an earlier version, and the one that stands in its place.
const OLD_SCORE_KEY: &str = "inject.minScore";
const THRESHOLD_KEY: &str = Inject::KEY.gate.path;

/// The key that stands in the place of an earlier version's.
pub(super) fn current_key(path: &str) -> Option<&'static str> {
    path.eq_ignore_ascii_case(OLD_SCORE_KEY).then_some(THRESHOLD_KEY)
}

/// Gives the settings of an earlier version their present names. Says what became of each, a
/// sentence each.
pub fn bring_up_to_date(file: &mut Value) -> Vec<String> {
    let Some(score) = get(file, OLD_SCORE_KEY).cloned() else { return Vec::new() };
    unset(file, OLD_SCORE_KEY);
    let gate = match score.as_f64() {
        Some(score) if score > 0.75 => RelevanceThreshold::Strict,
        Some(score) if score < 0.45 => RelevanceThreshold::Loose,
        _ => RelevanceThreshold::Normal,
    };
    if get(file, THRESHOLD_KEY).is_some() {
        return vec![messages::old_setting_dropped(OLD_SCORE_KEY, THRESHOLD_KEY)];
    }
    if gate != RelevanceThreshold::default() {
        set(file, THRESHOLD_KEY, json!(gate.name()));
    }
    vec![messages::old_setting_replaced(OLD_SCORE_KEY, &score, THRESHOLD_KEY, gate.name())]
}
