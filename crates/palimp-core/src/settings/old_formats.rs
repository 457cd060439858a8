//! Converts settings of earlier versions.

use serde_json::{Value, json};

use super::choices::RelevanceThreshold;
use super::path::{get, set, unset};
use super::table::{Flush, Inject};
use crate::messages;

/// Keys of earlier versions, each with the present key of the same value.
const RENAMED_KEYS: [(&str, &str); 6] = [
    ("memory.cli", Flush::KEY.summarizer.path),
    ("memory.model", Flush::KEY.model.path),
    ("memory.baseUrl", Flush::KEY.base_url.path),
    ("memory.language", Flush::KEY.language.path),
    ("memory.flushEvery", Flush::KEY.every.path),
    ("memory.dailyTokenBudget", Flush::KEY.daily_token_budget.path),
];

/// A key of an earlier version whose value had another form, and its replacement.
const OLD_SCORE_KEY: &str = "inject.minScore";
const THRESHOLD_KEY: &str = Inject::KEY.gate.path;

/// Returns the key that an earlier version called `path` and that takes the same values.
pub fn renamed_key(path: &str) -> Option<&'static str> {
    RENAMED_KEYS.into_iter().find(|(old, _)| path.eq_ignore_ascii_case(old)).map(|(_, key)| key)
}

/// Returns the key that replaces a key of an earlier version.
pub(super) fn current_key(path: &str) -> Option<&'static str> {
    path.eq_ignore_ascii_case(OLD_SCORE_KEY).then_some(THRESHOLD_KEY).or_else(|| renamed_key(path))
}

/// Gives the settings of an earlier version their present names. Returns a sentence for each.
pub fn bring_up_to_date(file: &mut Value) -> Vec<String> {
    let mut sentences: Vec<String> =
        RENAMED_KEYS.into_iter().filter_map(|(old, key)| rename_key(file, old, key)).collect();
    sentences.extend(convert_score(file));
    sentences
}

fn rename_key(file: &mut Value, old: &str, key: &str) -> Option<String> {
    let value = get(file, old)?.clone();
    unset(file, old);
    if get(file, key).is_some() {
        return Some(messages::old_setting_dropped(old, key));
    }
    set(file, key, value);
    Some(messages::setting_renamed(old, key))
}

fn convert_score(file: &mut Value) -> Option<String> {
    let score = get(file, OLD_SCORE_KEY)?.clone();
    unset(file, OLD_SCORE_KEY);
    let gate = match score.as_f64() {
        Some(score) if score > 0.75 => RelevanceThreshold::Strict,
        Some(score) if score < 0.45 => RelevanceThreshold::Loose,
        _ => RelevanceThreshold::Normal,
    };
    if get(file, THRESHOLD_KEY).is_some() {
        return Some(messages::old_setting_dropped(OLD_SCORE_KEY, THRESHOLD_KEY));
    }
    if gate != RelevanceThreshold::default() {
        set(file, THRESHOLD_KEY, json!(gate.name()));
    }
    Some(messages::old_setting_replaced(OLD_SCORE_KEY, &score, THRESHOLD_KEY, gate.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renamed_keys_keep_their_values() {
        let mut file = json!({"memory": {"cli": "claude", "enabled": false, "flushEvery": 5}});
        let said = bring_up_to_date(&mut file);
        assert_eq!(
            file,
            json!({"memory": {"enabled": false}, "flush": {"summarizer": "claude", "every": 5}})
        );
        assert_eq!(said.len(), 2);
        assert!(bring_up_to_date(&mut file).is_empty());
        let mut both = json!({"memory": {"cli": "claude"}, "flush": {"summarizer": "rules"}});
        bring_up_to_date(&mut both);
        assert_eq!(get(&both, "flush.summarizer"), Some(&json!("rules")));
    }
}
