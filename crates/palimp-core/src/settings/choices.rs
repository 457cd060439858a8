//! Choice settings and the names of their values.

use crate::distill::FactLanguage;

/// The languages of pages.
pub(super) const PAGE_LANGUAGES: [&str; 2] = ["en", "ko"];

/// Providers that can turn text into vectors.
pub const EMBEDDING_PROVIDERS: [&str; 7] =
    ["builtin", "local", "openai", "gemini", "voyage", "vertex", "ollama"];

/// Distillers that can summarise conversations.
pub const DISTILLERS: [&str; 11] = [
    "rules", "session", "claude", "codex", "gemini", "opencode", "copilot", "api:anthropic",
    "api:openai", "api:gemini", "api:ollama",
];

/// The sections that a client may be given, in their order.
pub const INJECT_SECTIONS: [&str; 19] = [
    "rules", "task_snapshot", "related_sessions", "core_memory", "profile", "soul", "what_works",
    "left_off", "recent_sessions", "recent_changes", "recent_errors", "recent_context",
    "session_memories", "file_decisions", "touched_file", "known_failure", "session_state",
    "broken_rules", "before_command",
];

/// Gives an enum the names of its values: `ALL`, `NAMES`, `name` and `named`. A value may have a second name.
macro_rules! named {
    ($type:ident { $($value:ident = $name:literal $(| $other:literal)?,)* }) => {
        impl $type {
            /// Every one of them.
            pub const ALL: &[$type] = &[$($type::$value,)*];

            /// Their names, in the same order; a second name follows the first.
            pub const NAMES: &[&str] = &[$($name, $($other,)?)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)*
                }
            }

            /// The one of this name; none where there is none.
            pub fn named(name: &str) -> Option<$type> {
                match name {
                    $($name $(| $other)? => Some($type::$value),)*
                    _ => None,
                }
            }
        }
    };
}

named!(FactLanguage {
    En = "en",
    Ko = "ko",
    Auto = "auto",
});

/// Amount of injected context for a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Little, and nothing twice in a session: for clients that hold their own conversations.
    #[default]
    Lean,
    /// All sections in their full sizes: where palimp holds the conversation.
    Full,
    /// The sections for the start of a session, and nothing else.
    Quiet,
    /// Nothing.
    Off,
}

named!(Preset {
    Lean = "lean",
    Full = "full",
    Quiet = "quiet",
    Off = "off",
});

/// Confidence that a passage answers a prompt, before the passage is injected unasked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RelevanceThreshold {
    /// About 2 of 100 unrelated prompts get a passage.
    Strict,
    /// About 5 of 100.
    #[default]
    Normal,
    /// About 10 of 100.
    Loose,
}

named!(RelevanceThreshold {
    Strict = "strict",
    Normal = "normal",
    Loose = "loose",
});

/// Time at which old tool results are shortened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PruningMode {
    /// After the service has forgotten the conversation's beginning, so that sending it changed
    /// costs nothing that sending it unchanged would not.
    #[default]
    CacheTtl,
    /// Never.
    Off,
}

named!(PruningMode {
    CacheTtl = "cache-ttl",
    Off = "off",
});

/// Time at which a conversation ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResetMode {
    /// At an hour of the day.
    #[default]
    Daily,
    /// After some time without activity.
    Idle,
    /// Whichever comes first.
    Both,
    /// Never.
    Off,
}

named!(ResetMode {
    Daily = "daily",
    Idle = "idle",
    Both = "daily+idle" | "both",
    Off = "off",
});
