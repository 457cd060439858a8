//! User settings for long contexts: a part of `settings.json`, with its defaults.

pub use palimp_core::settings::{PruningMode, ResetMode, Ttl};
use serde_json::Value;

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextSettings {
    /// `compaction`
    pub compaction: CompactionSettings,
    /// `contextPruning`
    pub pruning: PruningSettings,
    /// `session.reset`
    pub reset: ResetSettings,
}

/// `compaction`: when a conversation is shortened, and what is done before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompactionSettings {
    /// Number of tokens of the window that stay free for the answer.
    pub reserve_tokens_floor: usize,
    /// The flush before a compaction.
    pub memory_flush: FlushSettings,
}

/// `compaction.memoryFlush`: what is kept before a compaction forgets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlushSettings {
    /// True if there is such a flush.
    pub enabled: bool,
    /// Number of tokens between the flush and the compaction.
    pub soft_threshold_tokens: usize,
    /// Instructions for an agent that writes its memories itself.
    pub system_prompt: String,
}

/// `contextPruning`: what becomes of old results of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PruningSettings {
    /// Mode of pruning, or off.
    pub mode: PruningMode,
    /// For how long the service keeps the beginning of a conversation after a request.
    pub ttl: Ttl,
    /// Number of turns of the assistant, counted from the end, that are left alone.
    pub keep_last_assistants: usize,
    /// Cutting the middle out of long results.
    pub soft_trim: SoftTrim,
    /// Replacing whole results.
    pub hard_clear: HardClear,
}

/// `contextPruning.softTrim`, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoftTrim {
    /// The longest result that is left whole.
    pub max_chars: usize,
    /// Number of characters kept at the beginning of a longer result.
    pub head_chars: usize,
    /// Number of characters kept at its end.
    pub tail_chars: usize,
}

/// `contextPruning.hardClear`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardClear {
    /// True if results are replaced when trimming is not enough.
    pub enabled: bool,
    /// Replacement text.
    pub placeholder: String,
}

/// `session.reset`: when a conversation is over by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResetSettings {
    /// By the clock, by idleness, or both.
    pub mode: ResetMode,
    /// The hour of the local day at which `daily` resets, from 0 to 23.
    pub at_hour: u8,
    /// After how many minutes without activity `idle` resets.
    pub idle_minutes: u32,
}

/// Prompt before a compaction, for an agent that writes its memories itself.
const FLUSH_PROMPT: &str = "This conversation is about to be shortened. Write down now what will still \
                      matter later. Answer NO_REPLY when there is nothing to keep.";

/// The part of a home's settings that speaks of conversations.
impl From<&palimp_core::settings::Settings> for ContextSettings {
    fn from(all: &palimp_core::settings::Settings) -> ContextSettings {
        let prompt = all.memory_flush.system_prompt.as_deref();
        let memory_flush = FlushSettings {
            enabled: all.memory_flush.enabled,
            soft_threshold_tokens: all.memory_flush.soft_threshold_tokens,
            system_prompt: prompt.unwrap_or(FLUSH_PROMPT).to_owned(),
        };
        let soft_trim = SoftTrim {
            max_chars: all.soft_trim.max_chars,
            head_chars: all.soft_trim.head_chars,
            tail_chars: all.soft_trim.tail_chars,
        };
        let hard_clear = HardClear {
            enabled: all.hard_clear.enabled,
            placeholder: all.hard_clear.placeholder.clone(),
        };
        ContextSettings {
            compaction: CompactionSettings {
                reserve_tokens_floor: all.compaction.reserve_tokens_floor,
                memory_flush,
            },
            pruning: PruningSettings {
                mode: all.pruning.mode,
                ttl: all.pruning.ttl,
                keep_last_assistants: all.pruning.keep_last_assistants,
                soft_trim,
                hard_clear,
            },
            reset: ResetSettings {
                mode: all.reset.mode,
                at_hour: all.reset.at_hour,
                idle_minutes: all.reset.idle_minutes,
            },
        }
    }
}

impl Default for ContextSettings {
    fn default() -> Self {
        ContextSettings::from(&palimp_core::settings::Settings::default())
    }
}

impl Default for CompactionSettings {
    fn default() -> Self {
        ContextSettings::default().compaction
    }
}

impl Default for PruningSettings {
    fn default() -> Self {
        ContextSettings::default().pruning
    }
}

impl Default for ResetSettings {
    fn default() -> Self {
        ContextSettings::default().reset
    }
}

impl ContextSettings {
    /// The settings that `file`, a whole `settings.json`, holds. A value that cannot be
    /// understood counts as not set, and is named in the second part of the answer, like all that
    /// is wrong in the file.
    ///
    /// ```
    /// use palimp_context::ContextSettings;
    /// use serde_json::json;
    ///
    /// let file = json!({ "contextPruning": { "ttl": "1h" }, "session": { "reset": { "mode": 7 } } });
    /// let (settings, wrong) = ContextSettings::from_value(&file);
    /// assert_eq!(settings.pruning.ttl.seconds(), 3_600);
    /// assert_eq!(wrong, ["session.reset.mode must be one of daily, idle, daily+idle, both, off"]);
    /// ```
    pub fn from_value(file: &Value) -> (ContextSettings, Vec<String>) {
        let (all, wrong) = palimp_core::settings::Settings::from_value(file);
        (ContextSettings::from(&all), wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_empty_file_means_the_defaults() {
        let (settings, wrong) = ContextSettings::from_value(&json!({}));
        assert_eq!((settings, wrong), (ContextSettings::default(), vec![]));
    }

    #[test]
    fn every_key_is_read() {
        let file = json!({
            "compaction": { "reserveTokensFloor": 1, "memoryFlush":
                { "enabled": false, "softThresholdTokens": 2, "systemPrompt": "now" } },
            "contextPruning": { "mode": "off", "ttl": 600, "keepLastAssistants": 5,
                "softTrim": { "maxChars": 10, "headChars": 3, "tailChars": 4 },
                "hardClear": { "enabled": false, "placeholder": "gone" } },
            "session": { "reset": { "mode": "both", "atHour": 0, "idleMinutes": 7 } },
        });
        let (settings, wrong) = ContextSettings::from_value(&file);
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
    fn reset_mode_daily_idle_has_two_names() {
        for name in ["daily+idle", "both"] {
            let file = json!({ "session": { "reset": { "mode": name } } });
            let (settings, wrong) = ContextSettings::from_value(&file);
            assert_eq!((settings.reset.mode, wrong.len()), (ResetMode::Both, 0), "{name}");
        }
        assert_eq!(ResetMode::Both.name(), "daily+idle");
    }

    #[test]
    fn what_makes_no_sense_is_named_and_does_not_count() {
        for (file, about) in [
            (json!({ "compaction": { "reserveTokensFloor": "many" } }), "compaction."),
            (json!({ "contextPruning": { "mode": "always" } }), "contextPruning.mode must be"),
            (json!({ "contextPruning": { "ttl": -5 } }), "contextPruning.ttl must be"),
            (json!({ "session": { "reset": { "atHour": 24 } } }), "session.reset.atHour must be"),
        ] {
            let (settings, wrong) = ContextSettings::from_value(&file);
            assert_eq!(settings, ContextSettings::default(), "{file}");
            assert!(wrong.len() == 1 && wrong[0].starts_with(about), "{wrong:?}");
        }
    }
}
