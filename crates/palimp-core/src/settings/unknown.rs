//! Finds unknown keys, and suggests the keys that may have been meant.

use serde_json::Value;

use super::key::SettingKind;
use super::old_formats::current_key;
use super::{key_at, keys};
use crate::text::edit_distance;

/// The paths in `file` that are no settings, down to the last step of each. `$schema` is an editor's.
pub fn unknown_paths(file: &Value) -> Vec<String> {
    let mut found = Vec::new();
    gather_unknown("", file, &mut found);
    found
}

fn gather_unknown(path: &str, value: &Value, found: &mut Vec<String>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        // What stands by ids is a key of its own, and its fields are others.
        let is_known = path == "$schema" || (key_at(&path).is_some() && !has_ids(&path));
        let goes_deeper = value.as_object().is_some_and(|inner| !inner.is_empty());
        match (is_known, goes_deeper) {
            (true, _) => {}
            (false, true) => gather_unknown(&path, value, found),
            (false, false) if is_section(&path) => {}
            (false, false) => found.push(path),
        }
    }
}

/// True if keys exist below `path`.
fn is_section(path: &str) -> bool {
    let below = |key: &str| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
    let is_id = path.split_once('.').is_some_and(|(first, id)| has_ids(first) && !id.contains('.'));
    has_ids(path) || is_id || keys().any(|key| below(key.path))
}

/// Returns true if the settings at `path` stand by ids.
fn has_ids(path: &str) -> bool {
    keys().any(|key| key.path == path && matches!(key.kind, SettingKind::ById(_)))
}

/// Suggests a key for the unknown `path`: its replacement, one with a similar spelling, or one that
/// ends with the same name.
pub fn suggest_key(path: &str) -> Option<&'static str> {
    let path = &path.to_lowercase();
    let last = path.rsplit('.').next().unwrap_or(path);
    let near = |key: &'static str| {
        let key_path = key.to_lowercase();
        let name = key_path.rsplit('.').next().unwrap_or(&key_path);
        // A name in another section is further off than a slip.
        let slips = edit_distance(path, &key_path).min(2 * edit_distance(last, name) + 1);
        (slips <= 1 + path.len().min(16) / 8).then_some((
            slips,
            edit_distance(path, &key_path),
            key,
        ))
    };
    let all = || keys().map(|key| key.path);
    current_key(path)
        .or_else(|| all().filter_map(near).min().map(|(.., key)| key))
        .or_else(|| all().find(|key| key.to_lowercase().ends_with(last)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_no_setting_is_found_wherever_it_stands() {
        let file = json!({
            "$schema": "x", "memory": {"enable": false, "enabled": true}, "redactoin": {"enabled": false},
            "inject": {"sections": ["always"]}, "search": {}, "mine": 1, "empty": {},
            "agents": {"work": {"vault": "~/n", "project": ["a"]}, "home": {}},
            "compaction": {"memoryFlush": {"enabled": true, "soft": 1}},
        });
        assert_eq!(
            unknown_paths(&file),
            [
                "memory.enable",
                "redactoin.enabled",
                "mine",
                "empty",
                "agents.work.project",
                "compaction.memoryFlush.soft"
            ]
        );
        assert!(
            unknown_paths(&json!({"agents": {}})).is_empty()
                && unknown_paths(&json!([])).is_empty()
        );
    }

    #[test]
    fn what_was_meant_is_named() {
        for (path, key) in [
            ("memory.enabeld", "memory.enabled"),
            ("memory.enable", "memory.enabled"),
            ("redactoin.enabled", "redaction.enabled"),
            ("inject.minScore", "inject.gate"),
            ("maxresults", "search.maxResults"),
            ("Search.MinScore", "search.minScore"),
            ("memory.maxResults", "search.maxResults"),
        ] {
            assert_eq!(suggest_key(path), Some(key), "{path}");
        }
        for nothing in ["weather", "x", "mine"] {
            assert_eq!(suggest_key(nothing), None, "{nothing}");
        }
    }
}
