//! Settings: their keys, their defaults, and the reader of settings files.
//!
//! A setting is a row of `table.rs`: its field, its key in `settings.json`, its type, default and
//! bounds, and what it does in English and Korean. The struct, its defaults, its reader and checks,
//! the JSON schema and the reference in `docs/` are generated from the rows.

mod by_id;
mod choices;
mod key;
mod old_formats;
mod path;
mod read;
mod schema;
mod section;
mod table;
mod ttl;
mod unknown;

pub use choices::{
    DISTILLERS, EMBEDDING_PROVIDERS, INJECT_SECTIONS, Preset, PruningMode, RelevanceThreshold,
    ResetMode,
};
pub use key::{SettingKey, SettingKind, is_id};
pub use old_formats::{bring_up_to_date, renamed_key};
pub use path::{get, set, unset};
pub use schema::json_schema;
pub use table::*;
pub use ttl::Ttl;
pub use unknown::{suggest_key, unknown_paths};

/// The key at `path`, which may be one of an agent's or a project's.
pub fn key_at(path: &str) -> Option<&'static SettingKey> {
    keys().chain(keys_of_ids()).find(|key| key.is_at(path))
}

/// Returns the keys that each agent and each project has.
fn keys_of_ids() -> impl Iterator<Item = &'static SettingKey> {
    let inner = |key: &'static SettingKey| match key.kind {
        SettingKind::ById(keys) => keys,
        _ => &[],
    };
    keys().flat_map(inner)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_key_has_a_default_that_it_accepts() {
        for key in keys().chain(keys_of_ids()) {
            assert_eq!(key.kind.check_value(key.path, &(key.default)()), Ok(()), "{}", key.path);
        }
    }

    /// As they were promised; a changed default is a changed palimp.
    #[test]
    fn defaults_are_what_an_empty_file_means() {
        let (settings, wrong) = Settings::from_value(&json!({}));
        assert!(wrong.is_empty());
        assert_eq!(format!("{settings:?}"), format!("{:?}", Settings::default()));
        assert_eq!(settings.memory.retention_days, 90);
        assert_eq!((Inject::KEY.gate.default)(), json!("normal"));
        assert_eq!(settings.inject.gate, RelevanceThreshold::Normal);
        assert_eq!(settings.inject.sections.len(), INJECT_SECTIONS.len());
        assert_eq!((Search::KEY.min_score.default)(), json!(0.35));
    }

    #[test]
    fn what_is_shown_of_the_defaults_reads_as_the_defaults() {
        let mut file = json!({});
        for key in keys() {
            set(&mut file, key.path, (key.default)());
        }
        let (settings, wrong) = Settings::from_value(&file);
        assert_eq!(wrong, [""; 0]);
        assert_eq!(format!("{settings:?}"), format!("{:?}", Settings::default()));
    }

    #[test]
    fn every_key_says_what_it_does_in_two_languages() {
        let korean = |text: &str| text.chars().any(|c| ('가'..='힣').contains(&c));
        for key in keys().chain(keys_of_ids()) {
            assert!(!key.en.is_empty() && !korean(key.en), "{}", key.path);
            assert!(korean(key.ko), "{}", key.path);
            assert!(![key.en, key.ko].iter().any(|text| text.ends_with('.')), "{}", key.path);
        }
    }

    #[test]
    fn every_key_is_found_by_its_path() {
        for key in keys() {
            assert_eq!(key_at(key.path).unwrap().path, key.path);
        }
        assert_eq!(key_at("agents.work.vault").unwrap().path, "agents.<id>.vault");
        assert_eq!(key_at("projects.shop.parts").unwrap().path, "projects.<id>.parts");
        for unknown in ["agents.work", "agents.../x.vault", "memory", "memory.enabled.x", ""] {
            assert!(key_at(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn a_wrong_value_is_named_and_does_not_count() {
        let (settings, wrong) =
            Settings::from_value(&json!({"capture": {"maxChars": "many", "tools": ["Read"]}}));
        assert_eq!(wrong, ["capture.maxChars must be a whole number from 100 to 100000"]);
        assert_eq!(
            (settings.capture.max_chars, settings.capture.tools),
            (2_000, vec!["Read".to_owned()])
        );
    }

    #[test]
    fn an_agents_id_is_no_path() {
        let (settings, wrong) =
            Settings::from_value(&json!({"agents": {"../escape": {"projects": ["app"]}}}));
        assert!(settings.agents.by_id.is_empty() && wrong.len() == 1, "{wrong:?}");
    }

    #[test]
    fn what_is_wrong_with_one_agent_leaves_the_others_alone() {
        let (settings, wrong) = Settings::from_value(&json!({"agents": {
            "work": {"projects": ["api", 7], "vault": "~/notes"},
            "home": {"projects": ["garden"]},
            "none": 5,
        }}));
        assert_eq!(
            wrong,
            [
                "agents.work.projects must be a list of strings, such as [\"a\", \"b\"]",
                "agents.none must be an object"
            ]
        );
        let [(work, its), (home, other)] = &settings.agents.by_id[..] else {
            panic!("{settings:?}")
        };
        assert_eq!((&**work, its.vault.as_deref()), ("work", Some("~/notes")));
        assert_eq!(its.projects, ["api"]);
        assert_eq!((&**home, &other.projects), ("home", &vec!["garden".to_owned()]));
    }

    #[test]
    fn what_a_conversation_needs_is_checked_key_by_key() {
        let (settings, wrong) = Settings::from_value(&json!({
            "compaction": {"reserveTokensFloor": 9, "memoryFlush": {"systemPrompt": null}},
            "contextPruning": {"ttl": "soon", "mode": "off"},
            "session": {"reset": {"atHour": 24}},
        }));
        assert_eq!(
            (settings.compaction.reserve_tokens_floor, settings.pruning.mode),
            (9, PruningMode::Off)
        );
        assert_eq!((settings.memory_flush.system_prompt, settings.reset.at_hour), (None, 4));
        assert_eq!(wrong.len(), 2, "{wrong:?}");
    }

    #[test]
    fn a_section_that_is_no_object_is_named_and_does_not_count() {
        let (settings, wrong) =
            Settings::from_value(&json!({"capture": 3, "compaction": [], "search": null}));
        assert_eq!(wrong, ["capture must be an object", "compaction must be an object"]);
        assert_eq!(settings.capture.max_chars, 2_000);
    }
}
