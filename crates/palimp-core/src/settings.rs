//! The settings: their keys, their defaults, and what a file of them means.

use serde_json::{Map, Value, json};

use crate::redact::Redactor;

/// A key of `settings.json`.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its path, such as `capture.maxChars`.
    pub path: &'static str,
    /// What a value must be.
    pub kind: Kind,
    /// What it does.
    pub about: &'static str,
}

/// What a value must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// The same, or `null` for what is best by itself.
    NumberOrNull(i64, i64),
    /// A number from 0 to 1.
    Share,
    /// The same, or `null` for what is best by itself.
    ShareOrNull,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A text, or `null` for what is best by itself.
    TextOrNull,
    /// A list of texts.
    List,
    /// An object: the agents and their projects.
    Agents,
}

/// Every key that has an effect.
pub const KEYS: &[Key] = &[
    Key {
        path: "memory.enabled",
        kind: Kind::Switch,
        about: "whether hooks capture and inject at all",
    },
    Key {
        path: "memory.retentionDays",
        kind: Kind::Number(1, 36_500),
        about: "days after which observations go; failures and pinned ones stay",
    },
    Key {
        path: "capture.tools",
        kind: Kind::List,
        about: "tools kept besides edits and commands, such as Read or mcp__*",
    },
    Key {
        path: "capture.skipPaths",
        kind: Kind::List,
        about: "paths whose changes are noise; * stands for anything",
    },
    Key {
        path: "capture.maxChars",
        kind: Kind::Number(100, 100_000),
        about: "the longest observation, in characters",
    },
    Key {
        path: "capture.dedupeSeconds",
        kind: Kind::Number(0, 86_400),
        about: "within how many seconds the same content of a session is one observation",
    },
    Key {
        path: "inject.maxChars",
        kind: Kind::Number(0, 9_000),
        about: "the most that a hook answers, in characters; 0 injects nothing",
    },
    Key {
        path: "inject.sections",
        kind: Kind::List,
        about: "the sections injected: recent_sessions, recent_changes, recent_errors",
    },
    Key {
        path: "search.maxResults",
        kind: Kind::Number(1, 100),
        about: "how many hits a search shows",
    },
    Key {
        path: "search.minScore",
        kind: Kind::Share,
        about: "the score below which a search shows nothing",
    },
    Key {
        path: "search.vectorWeight",
        kind: Kind::ShareOrNull,
        about: "what meaning weighs in a search; null for what measured best with the embedder",
    },
    Key {
        path: "search.textWeight",
        kind: Kind::ShareOrNull,
        about: "what words weigh in a search; null for what measured best with the embedder",
    },
    Key {
        path: "agents",
        kind: Kind::Agents,
        about: "the agents of this home, each with its vault and the projects that are its own",
    },
    Key {
        path: "index.chunkTokens",
        kind: Kind::Number(50, 800),
        about: "about how many tokens a piece of a note has in the index",
    },
    Key {
        path: "index.chunkOverlap",
        kind: Kind::Number(0, 200),
        about: "how many tokens the pieces of one long section share",
    },
    Key {
        path: "index.extraPaths",
        kind: Kind::List,
        about: "Markdown outside the vault that is searched too; * stands for anything in a name",
    },
    Key {
        path: "index.debounceMs",
        kind: Kind::Number(50, 60_000),
        about: "for how long `palimp watch` lets files settle, in milliseconds",
    },
    Key {
        path: "embedding.provider",
        kind: Kind::Choice(&PROVIDERS),
        about: "who turns text into vectors; builtin and local never leave this machine",
    },
    Key {
        path: "embedding.model",
        kind: Kind::TextOrNull,
        about: "the model of the provider; for local, its directory",
    },
    Key {
        path: "embedding.baseUrl",
        kind: Kind::TextOrNull,
        about: "where the provider is, when it is not at its usual address",
    },
    Key {
        path: "embedding.dimensions",
        kind: Kind::NumberOrNull(8, 8_192),
        about: "how long vectors are, where the model can shorten them",
    },
    Key {
        path: "redaction.enabled",
        kind: Kind::Switch,
        about: "whether credentials and personal data are taken out before anything is stored",
    },
    Key {
        path: "redaction.allow",
        kind: Kind::List,
        about: "texts that are no secrets although they look like some; * stands for anything",
    },
];

/// Who can turn text into vectors.
pub const PROVIDERS: [&str; 7] =
    ["builtin", "local", "openai", "gemini", "voyage", "vertex", "ollama"];

/// The sections that a session's start may be answered with, in their order.
pub const SECTIONS: [&str; 3] = ["recent_sessions", "recent_changes", "recent_errors"];

/// The value of `path` where the user set none.
pub fn default_of(path: &str) -> Option<Value> {
    Some(match path {
        "memory.enabled" | "redaction.enabled" => json!(true),
        "memory.retentionDays" => json!(90),
        "capture.tools" | "capture.skipPaths" | "redaction.allow" => json!([]),
        "capture.maxChars" => json!(2_000),
        "capture.dedupeSeconds" => json!(60),
        "inject.maxChars" => json!(9_000),
        "inject.sections" => json!(SECTIONS),
        "search.maxResults" => json!(6),
        "search.minScore" => json!(0.35),
        "index.chunkTokens" => json!(400),
        "index.chunkOverlap" => json!(80),
        "index.extraPaths" => json!([]),
        "index.debounceMs" => json!(1_500),
        "embedding.provider" => json!("builtin"),
        "search.vectorWeight"
        | "search.textWeight"
        | "embedding.model"
        | "embedding.baseUrl"
        | "embedding.dimensions" => Value::Null,
        "agents" => json!({}),
        _ => return None,
    })
}

/// The settings of a home, each either the user's or the default.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `memory.enabled`
    pub enabled: bool,
    /// `memory.retentionDays`
    pub retention_days: i64,
    /// `capture.tools`
    pub tools: Vec<String>,
    /// `capture.skipPaths`
    pub skip_paths: Vec<String>,
    /// `capture.maxChars`
    pub max_chars: usize,
    /// `capture.dedupeSeconds`, in milliseconds
    pub dedupe_ms: i64,
    /// `inject.maxChars`
    pub inject_chars: usize,
    /// `inject.sections`
    pub sections: Vec<String>,
    /// `search.maxResults`
    pub max_results: usize,
    /// `search.minScore`
    pub min_score: f32,
    /// `search.vectorWeight`
    pub vector_weight: Option<f32>,
    /// `search.textWeight`
    pub text_weight: Option<f32>,
    /// `agents.<id>.projects`
    pub agents: Vec<(String, Vec<String>)>,
    /// `agents.<id>.vault`
    pub vaults: Vec<(String, String)>,
    /// `index.chunkTokens`
    pub chunk_tokens: usize,
    /// `index.chunkOverlap`
    pub chunk_overlap: usize,
    /// `index.extraPaths`
    pub extra_paths: Vec<String>,
    /// `index.debounceMs`
    pub debounce_ms: u64,
    /// `embedding.provider`
    pub provider: String,
    /// `embedding.model`
    pub model: Option<String>,
    /// `embedding.baseUrl`
    pub base_url: Option<String>,
    /// `embedding.dimensions`
    pub dimensions: Option<usize>,
    /// `redaction.enabled`
    pub redaction: bool,
    /// `redaction.allow`
    pub allow: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            enabled: true,
            retention_days: 90,
            tools: Vec::new(),
            skip_paths: Vec::new(),
            max_chars: 2_000,
            dedupe_ms: 60_000,
            inject_chars: 9_000,
            sections: SECTIONS.map(str::to_owned).to_vec(),
            max_results: 6,
            min_score: 0.35,
            vector_weight: None,
            text_weight: None,
            agents: Vec::new(),
            vaults: Vec::new(),
            chunk_tokens: 400,
            chunk_overlap: 80,
            extra_paths: Vec::new(),
            debounce_ms: 1_500,
            provider: PROVIDERS[0].to_owned(),
            model: None,
            base_url: None,
            dimensions: None,
            redaction: true,
            allow: Vec::new(),
        }
    }
}

impl Settings {
    /// The settings that `file` holds; a value of the wrong kind counts as not set, and is named
    /// in the second part of the answer.
    pub fn from_value(file: &Value) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut wrong = Vec::new();
        for key in KEYS {
            let Some(value) = get(file, key.path) else { continue };
            match check(key, value) {
                Ok(()) => settings.take(key.path, value),
                Err(why) => wrong.push(why),
            }
        }
        (settings, wrong)
    }

    /// What takes secrets out under these settings.
    pub fn redactor(&self) -> Redactor {
        if self.redaction { Redactor::new(self.allow.clone()) } else { Redactor::disabled() }
    }

    /// Takes over a value that [`check`] accepted.
    fn take(&mut self, path: &str, value: &Value) {
        let number = || value.as_i64().unwrap_or_default();
        let size = || usize::try_from(number()).unwrap_or_default();
        let share = || value.as_f64().map(|share| share as f32);
        let text = || value.as_str().map(str::to_owned);
        match path {
            "memory.enabled" => self.enabled = value == &json!(true),
            "memory.retentionDays" => self.retention_days = number(),
            "capture.tools" => self.tools = texts(value),
            "capture.skipPaths" => self.skip_paths = texts(value),
            "capture.maxChars" => self.max_chars = size(),
            "capture.dedupeSeconds" => self.dedupe_ms = number() * 1_000,
            "inject.maxChars" => self.inject_chars = size(),
            "inject.sections" => self.sections = texts(value),
            "search.maxResults" => self.max_results = size(),
            "search.minScore" => self.min_score = share().unwrap_or(self.min_score),
            "search.vectorWeight" => self.vector_weight = share(),
            "search.textWeight" => self.text_weight = share(),
            "index.chunkTokens" => self.chunk_tokens = size(),
            "index.chunkOverlap" => self.chunk_overlap = size(),
            "index.extraPaths" => self.extra_paths = texts(value),
            "index.debounceMs" => self.debounce_ms = number().unsigned_abs(),
            "embedding.provider" => self.provider = text().unwrap_or_default(),
            "embedding.model" => self.model = text(),
            "embedding.baseUrl" => self.base_url = text(),
            "embedding.dimensions" => {
                self.dimensions = value.as_u64().and_then(|n| usize::try_from(n).ok());
            }
            "agents" => {
                self.agents = agents(value);
                self.vaults = vaults(value);
            }
            "redaction.enabled" => self.redaction = value == &json!(true),
            "redaction.allow" => self.allow = texts(value),
            _ => {}
        }
    }
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn agents(value: &Value) -> Vec<(String, Vec<String>)> {
    let agents = value.as_object().into_iter().flatten();
    agents.map(|(id, agent)| (id.clone(), texts(&agent["projects"]))).collect()
}

fn vaults(value: &Value) -> Vec<(String, String)> {
    let agents = value.as_object().into_iter().flatten();
    let vault =
        |(id, agent): (&String, &Value)| Some((id.clone(), agent["vault"].as_str()?.to_owned()));
    agents.filter_map(vault).collect()
}

/// Whether `value` is one that `key` can have; the error says what it must be.
pub fn check(key: &Key, value: &Value) -> Result<(), String> {
    let path = key.path;
    match key.kind {
        Kind::Switch if value.is_boolean() => Ok(()),
        Kind::Switch => Err(format!("{path} must be true or false")),
        Kind::Number(from, to) if value.as_i64().is_some_and(|n| (from..=to).contains(&n)) => {
            Ok(())
        }
        Kind::Number(from, to) => Err(format!("{path} must be a whole number from {from} to {to}")),
        Kind::NumberOrNull(..) | Kind::ShareOrNull | Kind::TextOrNull if value.is_null() => Ok(()),
        Kind::NumberOrNull(from, to) => match value.as_i64() {
            Some(number) if (from..=to).contains(&number) => Ok(()),
            _ => Err(format!("{path} must be a whole number from {from} to {to}, or null")),
        },
        Kind::Share | Kind::ShareOrNull => match value.as_f64() {
            Some(share) if (0.0..=1.0).contains(&share) => Ok(()),
            _ => Err(format!("{path} must be a number from 0 to 1")),
        },
        Kind::TextOrNull if value.as_str().is_some_and(|text| !text.is_empty()) => Ok(()),
        Kind::TextOrNull => Err(format!("{path} must be a text, or null")),
        Kind::Choice(known) if value.as_str().is_some_and(|text| known.contains(&text)) => Ok(()),
        Kind::Choice(known) => Err(format!("{path} must be one of {}", known.join(", "))),
        Kind::List => {
            let all_text = |items: &Vec<Value>| items.iter().all(Value::is_string);
            if !value.as_array().is_some_and(all_text) {
                return Err(format!("{path} must be a list of texts, such as [\"a\", \"b\"]"));
            }
            unknown_section(path, value)
        }
        Kind::Agents => {
            let well_formed = |agents: &Map<String, Value>| {
                agents.values().all(|agent| {
                    agent.get("projects").is_none_or(Value::is_array)
                        && agent.get("vault").is_none_or(Value::is_string)
                })
            };
            // An agent's id becomes the name of files.
            let is_id = |id: &&String| {
                !id.is_empty()
                    && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
            };
            match value.as_object() {
                Some(agents) if agents.keys().any(|id| !is_id(&id)) => {
                    Err(format!("{path} may have letters, digits, '-' and '_' alone as ids"))
                }
                Some(agents) if well_formed(agents) => Ok(()),
                _ => Err(format!(
                    "{path} must be an object, such as {{\"work\": {{\"projects\": [\"/home/me/work\"]}}}}"
                )),
            }
        }
    }
}

fn unknown_section(path: &str, value: &Value) -> Result<(), String> {
    if path != "inject.sections" {
        return Ok(());
    }
    match texts(value).iter().find(|section| !SECTIONS.contains(&section.as_str())) {
        Some(section) => Err(format!("{path} knows no '{section}': use {}", SECTIONS.join(", "))),
        None => Ok(()),
    }
}

/// The value at a dotted path.
pub fn get<'v>(file: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(file, |value, step| value.get(step))
}

/// Sets the value at a dotted path, making the objects on the way; what is not an object on the
/// way is replaced.
pub fn set(file: &mut Value, path: &str, value: Value) {
    let mut place = file;
    for step in path.split('.') {
        if !place.is_object() {
            *place = json!({});
        }
        place = place.as_object_mut().expect("made one").entry(step).or_insert(Value::Null);
    }
    *place = value;
}

/// Takes the value at a dotted path out, so that the default holds again.
pub fn unset(file: &mut Value, path: &str) -> bool {
    let (parents, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut place = file;
    for step in parents.split('.').filter(|step| !step.is_empty()) {
        match place.get_mut(step) {
            Some(inner) => place = inner,
            None => return false,
        }
    }
    place.as_object_mut().is_some_and(|object| object.shift_remove(last).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_default_that_it_accepts() {
        for key in KEYS {
            let default = default_of(key.path).expect(key.path);
            assert_eq!(check(key, &default), Ok(()), "{}", key.path);
        }
    }

    #[test]
    fn defaults_are_what_an_empty_file_means() {
        let (settings, wrong) = Settings::from_value(&json!({}));
        assert!(wrong.is_empty());
        assert_eq!(settings.retention_days, 90);
        assert_eq!(settings.sections.len(), 3);
    }

    #[test]
    fn a_wrong_value_is_named_and_does_not_count() {
        let (settings, wrong) =
            Settings::from_value(&json!({"capture": {"maxChars": "many", "tools": ["Read"]}}));
        assert_eq!(wrong, ["capture.maxChars must be a whole number from 100 to 100000"]);
        assert_eq!((settings.max_chars, settings.tools), (2_000, vec!["Read".to_owned()]));
    }

    #[test]
    fn an_agents_id_is_no_path() {
        let (settings, wrong) =
            Settings::from_value(&json!({"agents": {"../escape": {"projects": ["app"]}}}));
        assert!(settings.agents.is_empty() && wrong.len() == 1, "{wrong:?}");
    }

    #[test]
    fn setting_keeps_what_is_unknown() {
        let mut file = json!({"mine": 1, "capture": {"other": true}});
        set(&mut file, "capture.maxChars", json!(500));
        assert_eq!(file, json!({"mine": 1, "capture": {"other": true, "maxChars": 500}}));
        assert!(unset(&mut file, "capture.maxChars"));
        assert_eq!(file, json!({"mine": 1, "capture": {"other": true}}));
        assert!(!unset(&mut file, "capture.maxChars"));
    }
}
