//! Error messages for failures of a client, with a remedy.

use std::io;
use std::time::Duration;

use palimp_core::AgentClient;
use palimp_core::chat::ModelError;
use palimp_core::message::io_reason;
use palimp_core::text::{one_line, suffix};
use palimp_redact::Redactor;

use super::acp::AcpError;
use super::plain::strip_terminal_codes;
use crate::descriptor;
use crate::messages;

/// Maximum length of a quote from a client's error output, in characters.
const MAX_QUOTED_CHARS: usize = 500;

/// Maximum number of lines quoted from the end of a client's error output.
const MAX_QUOTED_LINES: usize = 4;

/// Phrases in clients' errors for which a retry does not help before the user has acted.
const REFUSAL_PHRASES: [&str; 12] = [
    "/login", "log in", "not logged in", "login required", "unauthorized", "authenticat",
    "api key", "api_key", "model not found", "unknown model", "unknown option",
    "unexpected argument",
];

/// Phrases in clients' errors for an exceeded rate limit or quota.
const QUOTA_PHRASES: [&str; 7] = [
    "rate limit", "rate_limit", "quota", "usage limit", "429", "too many requests",
    "credit balance",
];

/// Phrases in clients' errors for a text that exceeds the model's context window.
const TOO_LONG_PHRASES: [&str; 5] =
    ["prompt is too long", "context window", "context length", "context_length", "too many tokens"];

/// There is no such program, and somebody waits for its answer; `others` could give one.
pub(super) fn not_here(client: AgentClient, others: &[&str]) -> ModelError {
    let (title, name) = (client.display_name(), client.name());
    ModelError::Refused(match others {
        [] => messages::client_missing(title, name),
        _ => messages::client_missing_others(title, name, others.join(", ")),
    })
}

/// There is no such program to condense.
pub(super) fn not_found(client: AgentClient) -> ModelError {
    let (title, name) = (client.display_name(), client.name());
    ModelError::Refused(messages::client_missing_condenses(title, name))
}

/// palimp cannot start this client.
pub(super) fn not_spoken(client: AgentClient) -> ModelError {
    ModelError::Refused(messages::client_not_asked(client.display_name()))
}

/// The program is there and does not start.
pub(super) fn not_started(client: AgentClient, error: &io::Error) -> ModelError {
    let (title, name) = (client.display_name(), client.name());
    ModelError::Refused(messages::client_not_started(title, io_reason(error), name))
}

/// The directory for the client to work in could not be made.
pub(super) fn no_scratch(path: &std::path::Path, error: &io::Error) -> ModelError {
    ModelError::Unavailable(messages::work_directory_failed(path.display(), io_reason(error)))
}

/// The client did not answer in time and was killed.
pub(super) fn timed_out(client: AgentClient, limit: Duration, said: &str) -> ModelError {
    ModelError::Unavailable(messages::client_timed_out(
        client.display_name(),
        limit.as_secs_f32(),
        quote_output(said),
        manual_check_hint(client),
    ))
}

/// The connection to the client broke.
pub(super) fn pipe_failed(client: AgentClient, error: &io::Error) -> ModelError {
    ModelError::Unavailable(messages::client_not_reached(client.display_name(), io_reason(error)))
}

/// The client printed more than an answer can be.
pub(super) fn output_too_long(client: AgentClient, limit: usize) -> ModelError {
    ModelError::Unavailable(messages::client_printed_too_much(
        client.display_name(),
        limit / 1024,
        manual_check_hint(client),
    ))
}

/// The client exited without success.
pub(super) fn client_exited(client: AgentClient, code: i32, said: &str) -> ModelError {
    let (title, hint) = (client.display_name(), manual_check_hint(client));
    classify_error(said)(messages::client_exited(title, code, quote_output(said), hint))
}

/// The client reports that it failed, and `why`.
pub(super) fn client_failed(client: AgentClient, why: &str) -> ModelError {
    let (title, hint) = (client.display_name(), manual_check_hint(client));
    classify_error(why)(messages::client_failed(title, quote_output(why), hint))
}

/// Names the requested model in an error that is about a model.
pub(super) fn with_model(model: Option<&str>, error: ModelError) -> ModelError {
    let told = |why: String| match model {
        Some(model) if why.to_lowercase().contains("model") => messages::model_named(&why, model),
        _ => why,
    };
    match error {
        ModelError::Refused(why) => ModelError::Refused(told(why)),
        ModelError::Unavailable(why) => ModelError::Unavailable(told(why)),
        other => other,
    }
}

/// The conversation with the client ended without an answer.
pub(super) fn acp_failed(client: AgentClient, how: &AcpError, said: &str) -> ModelError {
    match how {
        AcpError::Late(limit) => timed_out(client, *limit, said),
        AcpError::Broken(error) => pipe_failed(client, error),
        AcpError::Gone(code) => client_exited(client, *code, said),
        AcpError::Refused(why) => client_failed(client, why),
        AcpError::Flooded(limit) => output_too_long(client, *limit),
        AcpError::Garbled(what) => unknown_format(client, what),
    }
}

/// The client answered nothing.
pub(super) fn no_answer(client: AgentClient, said: &str) -> ModelError {
    let (title, hint) = (client.display_name(), manual_check_hint(client));
    classify_error(said)(messages::client_mute(title, quote_output(said), hint))
}

/// The client's output is not an answer.
pub(super) fn unknown_format(client: AgentClient, what: &str) -> ModelError {
    ModelError::Unavailable(messages::client_not_understood(
        client.display_name(),
        what,
        tested_version(client),
    ))
}

/// Returns the version of a client with which palimp was tested.
fn tested_version(client: AgentClient) -> &'static str {
    descriptor::descriptor(client).asking.map_or("", |asking| asking.tried)
}

/// Returns a hint to try the client by hand.
fn manual_check_hint(client: AgentClient) -> String {
    let name = client.name();
    messages::try_client_by_hand(name, tested_version(client))
}

/// Quotes the last lines of the client's own output as one line, without secrets.
fn quote_output(said: &str) -> String {
    let said = Redactor::default().redact(&strip_terminal_codes(said)).into_owned();
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = one_line(&lines[lines.len().saturating_sub(MAX_QUOTED_LINES)..].join(" "));
    match suffix(&last, MAX_QUOTED_CHARS) {
        "" => String::new(),
        last => format!(": {}", last.trim_end_matches(['.', ' '])),
    }
}

/// Classifies an error message.
fn classify_error(said: &str) -> fn(String) -> ModelError {
    let said = said.to_lowercase();
    let speaks_of = |words: &[&str]| words.iter().any(|word| said.contains(word));
    match () {
        () if speaks_of(&TOO_LONG_PHRASES) => ModelError::TooLong,
        () if speaks_of(&QUOTA_PHRASES) => ModelError::Quota,
        () if speaks_of(&REFUSAL_PHRASES) => ModelError::Refused,
        () => ModelError::Unavailable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_told_apart() {
        for (said, expect) in [
            ("Error: 429 Too Many Requests", "quota"),
            ("You've hit your usage limit.", "quota"),
            ("Prompt is too long", "long"),
            ("Invalid API key · Please run /login", "refused"),
            ("error: unknown option '--safe-mode'", "refused"),
            ("socket hang up", "unavailable"),
            ("", "unavailable"),
        ] {
            let found = match client_failed(AgentClient::Claude, said) {
                ModelError::Quota(_) => "quota",
                ModelError::TooLong(_) => "long",
                ModelError::Refused(_) => "refused",
                ModelError::Unavailable(_) => "unavailable",
            };
            assert_eq!(found, expect, "{said}");
        }
    }

    #[test]
    fn a_complaint_is_repeated_without_secrets_and_not_at_length() {
        let said =
            format!("{}\nbad key sk-ant-api03-{}\n\n", "noise ".repeat(900), "aB3".repeat(30));
        let words = client_exited(AgentClient::Claude, 1, &said).to_string();
        assert!(words.contains("<redacted:") && !words.contains("aB3aB3"), "{words}");
        assert!(words.chars().count() < 900, "{words}");
    }
}
