//! Table of chat models: the default model of each service, and context windows.
//!
//! Looked up on 21 November 2026 in the lists of models of the vendors' own client libraries
//! (anthropic 2.12, openai 3.54 and google-genai 3.4 on PyPI) and in the table of windows and
//! prices of LiteLLM 1.109. A model that is not here can be used all the same; its window is not
//! known.

/// The services, and the model of each that is asked when none is named: a cheap one, with no
/// announced end, that is up to condensing a conversation.
///
/// In US dollars a million tokens in and out: claude-haiku-5-5 0.10 and 0.50 (up to 100,000
/// tokens), gpt-6-luna 0.10 and 0.50, gemini-3.5-flash-lite 0.30 and 2.50. For Ollama it is one
/// that runs on a small machine and has learnt Korean as well as English.
const DEFAULT_MODELS: [(&str, &str); 4] = [
    ("anthropic", "claude-haiku-5-5"),
    ("openai", "gpt-6-luna"),
    ("gemini", "gemini-3.5-flash-lite"),
    ("ollama", "gemma3"),
];

/// Context windows of models in tokens, by the beginning of the name; the first match counts. If a
/// service limits input and output separately, it is the limit of the input.
const WINDOW_TOKENS: &[(&str, usize)] = &[
    ("claude-haiku-4-5", 200_000),
    ("claude-sonnet-4-5", 200_000),
    ("claude-opus-4-5", 200_000),
    ("claude-sonnet-4-6", 1_000_000),
    ("claude-opus-4-6", 1_000_000),
    ("claude-opus-4-7", 1_000_000),
    ("claude-opus-4-8", 1_000_000),
    ("claude-haiku-5", 1_000_000),
    ("claude-sonnet-5", 1_000_000),
    ("claude-opus-5", 1_000_000),
    ("claude-fable-5", 1_000_000),
    ("claude-mythos-5", 1_000_000),
    ("gpt-6", 922_000),
    ("gpt-5.6-cyber", 272_000),
    ("gpt-5.6", 922_000),
    ("gpt-5.5", 922_000),
    ("gpt-5.4-mini", 272_000),
    ("gpt-5.4-nano", 272_000),
    ("gpt-5.4", 922_000),
    ("gpt-5.3-chat", 128_000),
    ("gpt-5.2-chat", 128_000),
    ("gpt-5.1-chat", 128_000),
    ("gpt-5-chat", 128_000),
    ("gpt-5", 272_000),
    ("gpt-4.1", 1_047_576),
    ("gpt-4o", 128_000),
    ("o4-mini", 200_000),
    ("o3", 200_000),
    ("gemini-2.5-computer", 128_000),
    ("gemini-2.5-", 1_048_576),
    ("gemini-3", 1_048_576),
    ("gemini-4", 1_048_576),
    ("gemini-flash", 1_048_576),
    ("gemini-pro", 1_048_576),
    ("gemma-3-", 131_072),
    ("gemma-4-", 262_144),
];

/// The services that can be asked.
pub(crate) fn chat_services() -> [&'static str; 4] {
    DEFAULT_MODELS.map(|(service, _)| service)
}

/// The model that a service is asked for when none is named; none of a service that is not known.
pub(crate) fn default_model(service: &str) -> Option<&'static str> {
    DEFAULT_MODELS.iter().find(|(known, _)| *known == service).map(|(_, model)| *model)
}

/// Returns the context window of a model in tokens. A router's prefix, as in
/// `anthropic/claude-haiku-5-5`, is ignored.
pub(crate) fn window_tokens(model: &str) -> Option<usize> {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    WINDOW_TOKENS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, window)| *window)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_found_by_how_a_name_begins() {
        for (model, tokens) in [
            ("claude-haiku-4-5-20251001", Some(200_000)),
            ("claude-haiku-5-5", Some(1_000_000)),
            ("claude-opus-4-8", Some(1_000_000)),
            ("claude-opus-4-5", Some(200_000)),
            ("openai/gpt-5-mini", Some(272_000)),
            ("gpt-5.4-nano-2026-03-17", Some(272_000)),
            ("gpt-6-luna", Some(922_000)),
            ("models/gemini-3.5-flash-lite", Some(1_048_576)),
            ("claude-opus-4-1", None),
            ("deepseek-chat", None),
            ("", None),
        ] {
            assert_eq!(window_tokens(model), tokens, "{model}");
        }
    }

    #[test]
    fn the_window_of_every_usual_model_behind_a_paid_service_is_known() {
        for (service, model) in DEFAULT_MODELS {
            assert_eq!(window_tokens(model).is_some(), service != "ollama", "{model}");
        }
    }

    #[test]
    fn no_window_hides_a_later_one() {
        for (at, (start, _)) in WINDOW_TOKENS.iter().enumerate() {
            let first = WINDOW_TOKENS.iter().position(|(other, _)| start.starts_with(other));
            assert_eq!(first, Some(at), "{start}");
        }
    }
}
