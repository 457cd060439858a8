//! What a user can set about long contexts, with the names and defaults of `settings.json`.

use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// Everything that can be set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// `compaction`
    pub compaction: CompactionSettings,
    /// `contextPruning`
    pub pruning: PruningSettings,
    /// `session.reset`
    pub reset: ResetSettings,
}

/// `compaction`: when a conversation is shortened, and what is done before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CompactionSettings {
    /// How many tokens of the window stay free for the answer.
    pub reserve_tokens_floor: usize,
    /// The flush before a compaction.
    pub memory_flush: FlushSettings,
}

/// `compaction.memoryFlush`: what is kept before a compaction forgets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct FlushSettings {
    /// Whether there is such a flush.
    pub enabled: bool,
    /// How many tokens before the compaction it comes.
    pub soft_threshold_tokens: usize,
    /// What an agent is told that writes its memories itself.
    pub system_prompt: String,
}

/// `contextPruning`: what becomes of old results of tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PruningSettings {
    /// Whether anything is pruned.
    pub mode: PruningMode,
    /// For how long the service keeps the beginning of a conversation after a request.
    pub ttl: Ttl,
    /// How many turns of the assistant, counted from the end, are left alone.
    pub keep_last_assistants: usize,
    /// Cutting the middle out of long results.
    pub soft_trim: SoftTrim,
    /// Replacing whole results.
    pub hard_clear: HardClear,
}

/// `contextPruning.mode`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PruningMode {
    /// Nothing is pruned.
    Off,
    /// Pruned when the service has forgotten the conversation's beginning, so that sending it
    /// changed costs nothing that sending it unchanged would not.
    #[default]
    CacheTtl,
}

/// `contextPruning.softTrim`, in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SoftTrim {
    /// The longest result that is left whole.
    pub max_chars: usize,
    /// How much of the beginning stays of a longer one.
    pub head_chars: usize,
    /// How much of the end.
    pub tail_chars: usize,
}

/// `contextPruning.hardClear`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HardClear {
    /// Whether results are replaced where trimming is not enough.
    pub enabled: bool,
    /// What stands in their place.
    pub placeholder: String,
}

/// `session.reset`: when a conversation is over by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ResetSettings {
    /// By the clock, by idleness, or both.
    pub mode: ResetMode,
    /// The hour of the local day at which `daily` resets, from 0 to 23.
    pub at_hour: u8,
    /// After how many minutes without activity `idle` resets.
    pub idle_minutes: u32,
}

/// `session.reset.mode`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResetMode {
    /// Never.
    Off,
    /// At an hour of the day.
    #[default]
    Daily,
    /// After some time without activity.
    Idle,
    /// Whichever comes first.
    #[serde(alias = "daily+idle")]
    Both,
}

impl Default for CompactionSettings {
    fn default() -> Self {
        CompactionSettings { reserve_tokens_floor: 20_000, memory_flush: FlushSettings::default() }
    }
}

impl Default for FlushSettings {
    fn default() -> Self {
        let system_prompt = "This conversation is about to be shortened. Write down now what will \
                             still matter later. Answer NO_REPLY when there is nothing to keep.";
        FlushSettings {
            enabled: true,
            soft_threshold_tokens: 4_000,
            system_prompt: system_prompt.to_owned(),
        }
    }
}

impl Default for PruningSettings {
    fn default() -> Self {
        PruningSettings {
            mode: PruningMode::default(),
            ttl: Ttl::default(),
            keep_last_assistants: 3,
            soft_trim: SoftTrim::default(),
            hard_clear: HardClear::default(),
        }
    }
}

impl Default for SoftTrim {
    fn default() -> Self {
        SoftTrim { max_chars: 4_000, head_chars: 1_500, tail_chars: 1_500 }
    }
}

impl Default for HardClear {
    fn default() -> Self {
        HardClear { enabled: true, placeholder: "[an old tool result stood here]".to_owned() }
    }
}

impl Default for ResetSettings {
    fn default() -> Self {
        ResetSettings { mode: ResetMode::default(), at_hour: 4, idle_minutes: 60 }
    }
}

impl Settings {
    /// The settings that `file`, a whole `settings.json`, holds. A section that cannot be
    /// understood counts as not set, and is named in the second part of the answer.
    ///
    /// ```
    /// use palimp_context::Settings;
    /// use serde_json::json;
    ///
    /// let file = json!({ "contextPruning": { "ttl": "1h" }, "session": { "reset": { "mode": 7 } } });
    /// let (settings, wrong) = Settings::from_value(&file);
    /// assert_eq!(settings.pruning.ttl.seconds(), 3_600);
    /// assert!(wrong[0].starts_with("session.reset: "), "{wrong:?}");
    /// ```
    pub fn from_value(file: &Value) -> (Settings, Vec<String>) {
        let mut wrong = Vec::new();
        let mut reset: ResetSettings = section(file, &["session", "reset"], &mut wrong);
        if reset.at_hour > 23 {
            wrong.push("session.reset.atHour: must be a whole number from 0 to 23".to_owned());
            reset.at_hour = ResetSettings::default().at_hour;
        }
        let compaction = section(file, &["compaction"], &mut wrong);
        let pruning = section(file, &["contextPruning"], &mut wrong);
        (Settings { compaction, pruning, reset }, wrong)
    }
}

fn section<T: Default + DeserializeOwned>(
    file: &Value,
    path: &[&str],
    wrong: &mut Vec<String>,
) -> T {
    let found = path.iter().try_fold(file, |value, key| value.get(key));
    let Some(value) = found.filter(|value| !value.is_null()) else { return T::default() };
    T::deserialize(value).unwrap_or_else(|error| {
        wrong.push(format!("{}: {error}", path.join(".")));
        T::default()
    })
}

/// A time to live, in whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ttl(u64);

impl Default for Ttl {
    fn default() -> Self {
        Ttl(300)
    }
}

impl Ttl {
    /// So many seconds.
    pub const fn of_seconds(seconds: u64) -> Ttl {
        Ttl(seconds)
    }

    /// In seconds.
    pub const fn seconds(self) -> u64 {
        self.0
    }

    /// What `text` says: a number with `s`, `m`, `h` or `d` behind it; a bare number is seconds.
    ///
    /// ```
    /// use palimp_context::Ttl;
    ///
    /// assert_eq!(Ttl::parse("5m"), Some(Ttl::of_seconds(300)));
    /// assert_eq!(Ttl::parse("600"), Some(Ttl::of_seconds(600)));
    /// assert_eq!(Ttl::parse("soon"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Ttl> {
        let text = text.trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let unit = match unit.trim() {
            "" | "s" => 1,
            "m" => 60,
            "h" => 3_600,
            "d" => 86_400,
            _ => return None,
        };
        number.parse::<u64>().ok()?.checked_mul(unit).map(Ttl)
    }
}

impl Serialize for Ttl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{}s", self.0))
    }
}

impl<'de> Deserialize<'de> for Ttl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ttl, D::Error> {
        let ttl = match Value::deserialize(deserializer)? {
            Value::Number(seconds) => seconds.as_u64().map(Ttl),
            Value::String(text) => Ttl::parse(&text),
            _ => None,
        };
        ttl.ok_or_else(|| D::Error::custom("ttl must be a time such as \"5m\", \"1h\" or 600"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_empty_file_means_the_defaults() {
        let (settings, wrong) = Settings::from_value(&json!({}));
        assert_eq!((settings, wrong), (Settings::default(), vec![]));
    }

    #[test]
    fn every_key_is_read() {
        let file = json!({
            "compaction": { "reserveTokensFloor": 1, "memoryFlush":
                { "enabled": false, "softThresholdTokens": 2, "systemPrompt": "now" } },
            "contextPruning": { "mode": "off", "ttl": 600, "keepLastAssistants": 5,
                "softTrim": { "maxChars": 10, "headChars": 3, "tailChars": 4 },
                "hardClear": { "enabled": false, "placeholder": "gone" } },
            "session": { "reset": { "mode": "daily+idle", "atHour": 0, "idleMinutes": 7 } },
        });
        let (settings, wrong) = Settings::from_value(&file);
        assert_eq!(wrong, [""; 0]);
        let flush = &settings.compaction.memory_flush;
        assert_eq!((settings.compaction.reserve_tokens_floor, flush.enabled), (1, false));
        assert_eq!((flush.soft_threshold_tokens, &*flush.system_prompt), (2, "now"));
        let pruning = &settings.pruning;
        assert_eq!((pruning.mode, pruning.ttl.seconds()), (PruningMode::Off, 600));
        let trim = &pruning.soft_trim;
        assert_eq!((pruning.keep_last_assistants, trim.max_chars), (5, 10));
        assert_eq!((trim.head_chars, trim.tail_chars), (3, 4));
        assert_eq!(pruning.hard_clear, HardClear { enabled: false, placeholder: "gone".into() });
        let reset = ResetSettings { mode: ResetMode::Both, at_hour: 0, idle_minutes: 7 };
        assert_eq!(settings.reset, reset);
    }

    #[test]
    fn what_makes_no_sense_is_named_and_does_not_count() {
        for (file, about) in [
            (json!({ "compaction": 3 }), "compaction: "),
            (json!({ "contextPruning": { "mode": "always" } }), "contextPruning: "),
            (json!({ "contextPruning": { "ttl": -5 } }), "contextPruning: ttl must be"),
            (json!({ "session": { "reset": { "atHour": 24 } } }), "session.reset.atHour: "),
            (json!({ "session": { "reset": { "atHour": 300 } } }), "session.reset: "),
        ] {
            let (settings, wrong) = Settings::from_value(&file);
            assert_eq!(settings, Settings::default(), "{file}");
            assert!(wrong.len() == 1 && wrong[0].starts_with(about), "{wrong:?}");
        }
    }

    #[test]
    fn times_have_units() {
        for (text, seconds) in [
            ("5m", Some(300)),
            ("1h", Some(3_600)),
            ("2 d", Some(172_800)),
            ("30s", Some(30)),
            ("600", Some(600)),
            ("", None),
            ("m", None),
            ("-1", None),
            ("1.5h", None),
            ("99999999999999999999d", None),
            ("18446744073709551615d", None),
        ] {
            assert_eq!(Ttl::parse(text).map(Ttl::seconds), seconds, "{text:?}");
        }
    }
}
