//! The settings: their keys, their defaults, and what a file of them means.

use serde_json::{Map, Value, json};

use crate::distill::Language;

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
    /// One of these, or null for what fits best.
    ChoiceOrNull(&'static [&'static str]),
    /// A text, or `null` for what is best by itself.
    TextOrNull,
    /// A text that is not empty.
    Text,
    /// A time such as `90s`, `5m` or `1h`; a bare number is seconds.
    Duration,
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
        path: "memory.flushEvery",
        kind: Kind::Number(1, 1_000),
        about: "after how many replies of a session what was said is condensed into an episode",
    },
    Key {
        path: "memory.cli",
        kind: Kind::Choice(&DISTILLERS),
        about: "who condenses: rules asks no model; session is the client of the session itself",
    },
    Key {
        path: "memory.model",
        kind: Kind::TextOrNull,
        about: "the model that condenses; null for the cheap one that memory.cli brings",
    },
    Key {
        path: "memory.baseUrl",
        kind: Kind::TextOrNull,
        about: "where the API of memory.cli is, when it is not at its usual address",
    },
    Key {
        path: "memory.language",
        kind: Kind::Choice(&LANGUAGES),
        about: "in which language episodes are written; auto for that of the conversation",
    },
    Key {
        path: "memory.dailyTokenBudget",
        kind: Kind::Number(0, 1_000_000_000),
        about: "how many tokens condensing may cost a day",
    },
    Key {
        path: "memory.retentionDays",
        kind: Kind::Number(1, 36_500),
        about: "days after which observations go and condensed messages keep their short form; failures and pinned ones stay",
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
        about: "the sections injected: task_snapshot, likely_files, core_memory, profile, soul, what_works, recent_sessions, recent_changes, recent_errors, recent_context, session_memories, touched_file",
    },
    Key {
        path: "inject.sessionChars",
        kind: Kind::Number(0, 1_000_000),
        about: "the most that a session is told, in characters, in the preset lean",
    },
    Key {
        path: "inject.preset",
        kind: Kind::ChoiceOrNull(&PRESETS),
        about: "how much is told: lean, full, quiet (when a session starts only) or off; null for lean, and full where palimp holds the conversation",
    },
    Key {
        path: "inject.gate",
        kind: Kind::Choice(&GATES),
        about: "how sure it has to be that a note answers before a prompt is told it",
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
        path: "compaction.reserveTokensFloor",
        kind: Kind::Number(0, 10_000_000),
        about: "how many tokens of a model's window stay free in a chat: beyond them old turns become a summary",
    },
    Key {
        path: "compaction.memoryFlush.enabled",
        kind: Kind::Switch,
        about: "whether a chat is condensed into an episode before old turns become a summary",
    },
    Key {
        path: "compaction.memoryFlush.softThresholdTokens",
        kind: Kind::Number(0, 10_000_000),
        about: "how many tokens before the summary that comes; at three quarters of the window at the latest",
    },
    Key {
        path: "compaction.memoryFlush.systemPrompt",
        kind: Kind::TextOrNull,
        about: "what whoever condenses is told in addition then",
    },
    Key {
        path: "contextPruning.mode",
        kind: Kind::Choice(&["cache-ttl", "off"]),
        about: "when old results of tools are shortened: once the service has forgotten the conversation, or never",
    },
    Key {
        path: "contextPruning.ttl",
        kind: Kind::Duration,
        about: "for how long a service keeps the beginning of a conversation; a bare number is seconds",
    },
    Key {
        path: "contextPruning.keepLastAssistants",
        kind: Kind::Number(0, 1_000),
        about: "how many of the last answers keep their tools' results as they are",
    },
    Key {
        path: "contextPruning.softTrim.maxChars",
        kind: Kind::Number(1, 10_000_000),
        about: "the longest result that stays whole, in characters",
    },
    Key {
        path: "contextPruning.softTrim.headChars",
        kind: Kind::Number(0, 10_000_000),
        about: "how much of the beginning of a longer one stays",
    },
    Key {
        path: "contextPruning.softTrim.tailChars",
        kind: Kind::Number(0, 10_000_000),
        about: "how much of its end stays",
    },
    Key {
        path: "contextPruning.hardClear.enabled",
        kind: Kind::Switch,
        about: "whether whole results go where shortening them is not enough",
    },
    Key {
        path: "contextPruning.hardClear.placeholder",
        kind: Kind::Text,
        about: "what stands in their place",
    },
    Key {
        path: "session.reset.mode",
        kind: Kind::Choice(&["daily", "idle", "both", "off"]),
        about: "when a chat begins anew by itself",
    },
    Key {
        path: "session.reset.atHour",
        kind: Kind::Number(0, 23),
        about: "the hour of the local day at which daily begins anew",
    },
    Key {
        path: "session.reset.idleMinutes",
        kind: Kind::Number(1, 1_000_000),
        about: "after how many minutes without a word idle begins anew",
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
    Key {
        path: "redaction.keepAuthors",
        kind: Kind::Switch,
        about: "whether e-mail addresses stay where they name authors: in a log of commits, in a package's manifest",
    },
];

/// Who can turn text into vectors.
pub const PROVIDERS: [&str; 7] =
    ["builtin", "local", "openai", "gemini", "voyage", "vertex", "ollama"];

/// Who can condense conversations.
pub const DISTILLERS: [&str; 11] = [
    "rules", "session", "claude", "codex", "gemini", "opencode", "copilot", "api:anthropic",
    "api:openai", "api:gemini", "api:ollama",
];

/// The names of the presets.
pub const PRESETS: [&str; 4] =
    [Preset::Lean.name(), Preset::Full.name(), Preset::Quiet.name(), Preset::Off.name()];

/// The names of the gates.
pub const GATES: [&str; 3] = [Gate::Strict.name(), Gate::Normal.name(), Gate::Loose.name()];

/// The languages in which episodes can be written.
pub const LANGUAGES: [&str; 3] = ["en", "ko", "auto"];

/// The sections that a client may be given, in their order.
pub const SECTIONS: [&str; 12] = [
    "task_snapshot", "likely_files", "core_memory", "profile", "soul", "what_works",
    "recent_sessions", "recent_changes", "recent_errors", "recent_context", "session_memories",
    "touched_file",
];

/// How the keys begin that only a conversation which palimp holds has a use for.
const CONVERSATION: [&str; 3] = ["compaction.", "contextPruning.", "session."];

/// The value of `path` where the user set none.
pub fn default_of(path: &str) -> Option<Value> {
    Some(match path {
        "memory.enabled" | "redaction.enabled" | "redaction.keepAuthors" => json!(true),
        "memory.flushEvery" => json!(10),
        "memory.cli" => json!(DISTILLERS[0]),
        "memory.language" => json!(LANGUAGES[0]),
        "memory.dailyTokenBudget" => json!(50_000),
        "memory.retentionDays" => json!(90),
        "capture.tools" | "capture.skipPaths" | "redaction.allow" => json!([]),
        "capture.maxChars" => json!(2_000),
        "capture.dedupeSeconds" => json!(60),
        "inject.maxChars" => json!(9_000),
        "inject.sections" => json!(SECTIONS),
        "inject.sessionChars" => json!(8_000),
        "inject.gate" => json!("normal"),
        "search.maxResults" => json!(6),
        "search.minScore" => json!(0.35),
        "index.chunkTokens" => json!(400),
        "index.chunkOverlap" => json!(80),
        "index.extraPaths" => json!([]),
        "index.debounceMs" => json!(1_500),
        "embedding.provider" => json!("builtin"),
        "inject.preset"
        | "search.vectorWeight"
        | "search.textWeight"
        | "embedding.model"
        | "embedding.baseUrl"
        | "embedding.dimensions"
        | "memory.model"
        | "memory.baseUrl"
        | "compaction.memoryFlush.systemPrompt" => Value::Null,
        "compaction.reserveTokensFloor" => json!(20_000),
        "compaction.memoryFlush.enabled" | "contextPruning.hardClear.enabled" => json!(true),
        "compaction.memoryFlush.softThresholdTokens" | "contextPruning.softTrim.maxChars" => {
            json!(4_000)
        }
        "contextPruning.mode" => json!("cache-ttl"),
        "contextPruning.ttl" => json!("5m"),
        "contextPruning.keepLastAssistants" => json!(3),
        "contextPruning.softTrim.headChars" | "contextPruning.softTrim.tailChars" => json!(1_500),
        "contextPruning.hardClear.placeholder" => json!("[an old tool result stood here]"),
        "session.reset.mode" => json!("daily"),
        "session.reset.atHour" => json!(4),
        "session.reset.idleMinutes" => json!(60),
        "agents" => json!({}),
        _ => return None,
    })
}

/// How much a client is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Little, and nothing twice in a session: for clients that hold their own conversations.
    #[default]
    Lean,
    /// All sections in their full sizes: where palimp holds the conversation.
    Full,
    /// What belongs to the start of a session, and nothing else.
    Quiet,
    /// Nothing.
    Off,
}

impl Preset {
    /// The preset of this name; none where there is none.
    pub fn named(name: &str) -> Option<Preset> {
        let all = [Preset::Lean, Preset::Full, Preset::Quiet, Preset::Off];
        all.into_iter().find(|preset| preset.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Lean => "lean",
            Preset::Full => "full",
            Preset::Quiet => "quiet",
            Preset::Off => "off",
        }
    }
}

/// How sure it has to be that a passage answers a prompt that nobody asked palimp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gate {
    /// Two unrelated prompts of a hundred may be told something.
    Strict,
    /// Five of a hundred.
    #[default]
    Normal,
    /// Ten of a hundred.
    Loose,
}

impl Gate {
    /// Every gate, the strictest first.
    pub const ALL: [Gate; 3] = [Gate::Strict, Gate::Normal, Gate::Loose];

    /// The gate of this name; none where there is none.
    pub fn named(name: &str) -> Option<Gate> {
        Gate::ALL.into_iter().find(|gate| gate.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Gate::Strict => "strict",
            Gate::Normal => "normal",
            Gate::Loose => "loose",
        }
    }
}

/// The settings of a home, each either the user's or the default.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `memory.enabled`
    pub enabled: bool,
    /// `memory.flushEvery`
    pub flush_every: usize,
    /// `memory.cli`
    pub distiller: String,
    /// `memory.model`
    pub distiller_model: Option<String>,
    /// `memory.baseUrl`
    pub distiller_url: Option<String>,
    /// `memory.language`
    pub language: Language,
    /// `memory.dailyTokenBudget`
    pub daily_tokens: u64,
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
    /// `inject.sessionChars`
    pub session_chars: usize,
    /// `inject.preset`; none where the user left it to palimp.
    pub preset: Option<Preset>,
    /// `inject.gate`
    pub gate: Gate,
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
    /// `redaction.keepAuthors`
    pub keep_authors: bool,
    /// What the user set of `compaction`, `contextPruning` and `session`, in the shape of the
    /// file: whoever holds a conversation reads them from there.
    pub conversation: Value,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            enabled: true,
            flush_every: 10,
            distiller: DISTILLERS[0].to_owned(),
            distiller_model: None,
            distiller_url: None,
            language: Language::En,
            daily_tokens: 50_000,
            retention_days: 90,
            tools: Vec::new(),
            skip_paths: Vec::new(),
            max_chars: 2_000,
            dedupe_ms: 60_000,
            inject_chars: 9_000,
            sections: SECTIONS.map(str::to_owned).to_vec(),
            session_chars: 8_000,
            preset: None,
            gate: Gate::default(),
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
            keep_authors: true,
            conversation: json!({}),
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

    /// Takes over a value that [`check`] accepted.
    fn take(&mut self, path: &str, value: &Value) {
        let number = || value.as_i64().unwrap_or_default();
        let size = || usize::try_from(number()).unwrap_or_default();
        let share = || value.as_f64().map(|share| share as f32);
        let text = || value.as_str().map(str::to_owned);
        match path {
            "memory.enabled" => self.enabled = value == &json!(true),
            "memory.flushEvery" => self.flush_every = size(),
            "memory.cli" => self.distiller = text().unwrap_or_default(),
            "memory.model" => self.distiller_model = text(),
            "memory.baseUrl" => self.distiller_url = text(),
            "memory.language" => {
                self.language = match value.as_str() {
                    Some("ko") => Language::Ko,
                    Some("auto") => Language::Auto,
                    _ => Language::En,
                }
            }
            "memory.dailyTokenBudget" => self.daily_tokens = number().unsigned_abs(),
            "memory.retentionDays" => self.retention_days = number(),
            "capture.tools" => self.tools = texts(value),
            "capture.skipPaths" => self.skip_paths = texts(value),
            "capture.maxChars" => self.max_chars = size(),
            "capture.dedupeSeconds" => self.dedupe_ms = number() * 1_000,
            "inject.maxChars" => self.inject_chars = size(),
            "inject.sections" => self.sections = texts(value),
            "inject.sessionChars" => self.session_chars = size(),
            "inject.preset" => self.preset = text().and_then(|name| Preset::named(&name)),
            "inject.gate" => {
                self.gate = text().and_then(|name| Gate::named(&name)).unwrap_or_default()
            }
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
            "redaction.keepAuthors" => self.keep_authors = value == &json!(true),
            // What is null is as if it were not there.
            _ if !value.is_null()
                && CONVERSATION.iter().any(|section| path.starts_with(section)) =>
            {
                set(&mut self.conversation, path, value.clone());
            }
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
        Kind::NumberOrNull(..) | Kind::ShareOrNull | Kind::TextOrNull | Kind::ChoiceOrNull(_)
            if value.is_null() =>
        {
            Ok(())
        }
        Kind::NumberOrNull(from, to) => match value.as_i64() {
            Some(number) if (from..=to).contains(&number) => Ok(()),
            _ => Err(format!("{path} must be a whole number from {from} to {to}, or null")),
        },
        Kind::Share | Kind::ShareOrNull => match value.as_f64() {
            Some(share) if (0.0..=1.0).contains(&share) => Ok(()),
            _ => Err(format!("{path} must be a number from 0 to 1")),
        },
        Kind::TextOrNull | Kind::Text if value.as_str().is_some_and(|text| !text.is_empty()) => {
            Ok(())
        }
        Kind::Text => Err(format!("{path} must be a text")),
        Kind::Duration if is_duration(value) => Ok(()),
        Kind::Duration => {
            Err(format!("{path} must be a time such as 90s, 5m or 1h, or a number of seconds"))
        }
        Kind::TextOrNull => Err(format!("{path} must be a text, or null")),
        Kind::Choice(known) | Kind::ChoiceOrNull(known)
            if value.as_str().is_some_and(|text| known.contains(&text)) =>
        {
            Ok(())
        }
        Kind::Choice(known) => Err(format!("{path} must be one of {}", known.join(", "))),
        Kind::ChoiceOrNull(known) => {
            Err(format!("{path} must be one of {}, or null", known.join(", ")))
        }
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

/// Whether `value` is a time: a number of seconds, or a number with a unit.
fn is_duration(value: &Value) -> bool {
    let Some(text) = value.as_str() else { return value.as_u64().is_some() };
    let number = text.trim().trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text.trim()[number.len()..];
    matches!(unit.trim(), "" | "s" | "m" | "h" | "d") && number.trim_end().parse::<u32>().is_ok()
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

/// Gives the settings of an earlier version their present names. Says what became of each, a
/// sentence each.
pub fn bring_up_to_date(file: &mut Value) -> Vec<String> {
    const OLD: &str = "inject.minScore";
    let Some(score) = get(file, OLD).cloned() else { return Vec::new() };
    unset(file, OLD);
    let gate = match score.as_f64() {
        Some(score) if score > 0.75 => Gate::Strict,
        Some(score) if score < 0.45 => Gate::Loose,
        _ => Gate::Normal,
    };
    if get(file, "inject.gate").is_some() {
        return vec![format!("{OLD} is gone: inject.gate stands in its place")];
    }
    if gate != Gate::default() {
        set(file, "inject.gate", json!(gate.name()));
    }
    vec![format!("{OLD} {score} is now inject.gate {}", gate.name())]
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
        assert_eq!(default_of("inject.gate"), Some(json!("normal")));
        assert_eq!(settings.gate, Gate::Normal);
        assert_eq!(settings.sections.len(), SECTIONS.len());
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
    fn what_a_conversation_needs_is_checked_key_by_key() {
        let (settings, wrong) = Settings::from_value(&json!({
            "compaction": {"reserveTokensFloor": 9, "memoryFlush": {"systemPrompt": null}},
            "contextPruning": {"ttl": "soon", "mode": "off"},
            "session": {"reset": {"atHour": 24}},
        }));
        assert_eq!(
            settings.conversation,
            json!({"compaction": {"reserveTokensFloor": 9}, "contextPruning": {"mode": "off"}})
        );
        assert_eq!(wrong.len(), 2, "{wrong:?}");
    }

    #[test]
    fn a_time_has_a_unit_or_is_seconds() {
        let ttl = KEYS.iter().find(|key| key.path == "contextPruning.ttl").unwrap();
        for value in [json!("5m"), json!("90 s"), json!("600"), json!(600), json!("1h")] {
            assert_eq!(check(ttl, &value), Ok(()), "{value}");
        }
        for value in [json!("soon"), json!(-1), json!("5 weeks"), json!(null), json!("m")] {
            assert!(check(ttl, &value).is_err(), "{value}");
        }
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
