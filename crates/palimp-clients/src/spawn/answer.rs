//! Parsers for a client's output, shared by the forms of all clients.

use palimp_core::chat::TokenUsage;
use serde_json::Value;

use crate::messages;

/// Answer of a client.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClientAnswer {
    pub(crate) text: String,
    /// Token usage, if the client reports it.
    pub(crate) usage: Option<TokenUsage>,
    /// Under which id it kept the session, where the client says so.
    pub(crate) session: Option<String>,
}

/// Reason why the output is not an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AnswerError {
    /// The client says that it failed.
    Failed(String),
    /// It is not in the client's form.
    Garbled(String),
}

/// Returns the whole text as the answer.
pub(crate) fn plain_answer(text: &str) -> ClientAnswer {
    ClientAnswer { text: text.trim().to_owned(), ..ClientAnswer::default() }
}

/// Parses the one object; notices may precede and follow it.
pub(crate) fn parse_object(text: &str) -> Result<Value, AnswerError> {
    let whole = serde_json::from_str::<Value>(text.trim()).ok().filter(Value::is_object);
    let within = || {
        let (from, to) = (text.find("\n{").map_or(0, |at| at + 1), text.rfind('}')? + 1);
        serde_json::from_str(text.get(from..to)?).ok().filter(Value::is_object)
    };
    whole.or_else(within).ok_or_else(|| match text.trim() {
        "" => AnswerError::Failed(String::new()),
        _ => AnswerError::Garbled(messages::not_wanted_json()),
    })
}

/// Parses the events of a text with one in each line, by their type.
pub(crate) fn parse_events(text: &str) -> impl Iterator<Item = (String, Value)> + '_ {
    text.lines().filter_map(|line| {
        let event: Value = serde_json::from_str(line).ok()?;
        Some((event.get("type")?.as_str()?.to_owned(), event))
    })
}

/// Adds the token usage of two requests.
pub(crate) fn add_usage(a: TokenUsage, b: TokenUsage) -> TokenUsage {
    TokenUsage {
        input: a.input + b.input,
        cached: a.cached + b.cached,
        output: a.output + b.output,
    }
}

/// Returns the message of an error, from any of its usual fields.
pub(crate) fn error_message(error: &Value) -> String {
    let place = ["/message", "/data/message", "/name", "/type"];
    let text = place.into_iter().find_map(|at| error.pointer(at)?.as_str());
    text.map_or_else(|| error.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::AgentClient;

    fn read(client: AgentClient, printed: &str) -> Result<ClientAnswer, AnswerError> {
        (crate::descriptor::descriptor(client).asking.unwrap().read)(printed)
    }

    #[test]
    fn each_form_is_read() {
        let usage = Some(TokenUsage { input: 115, cached: 10, output: 20 });
        let check = |client, printed: &str, session: Option<&str>| {
            let answer = read(client, printed).unwrap();
            assert_eq!(answer.text, "결정 🦀", "{client}");
            assert_eq!(answer.session.as_deref(), session);
            assert_eq!(answer.usage, usage, "{client}");
        };
        check(
            AgentClient::Claude,
            r#"{"type":"result","subtype":"success","is_error":false,"result":"결정 🦀\n","usage":{"input_tokens":100,"cache_creation_input_tokens":5,"cache_read_input_tokens":10,"output_tokens":20}}"#,
            None,
        );
        check(
            AgentClient::Gemini,
            "Loaded cached credentials.\n{\"session_id\":\"x\",\"response\":\"결정 🦀\",\"stats\":{\"models\":{\"a\":{\"tokens\":{\"prompt\":110,\"candidates\":10,\"cached\":10,\"thoughts\":8}},\"b\":{\"tokens\":{\"prompt\":5,\"candidates\":2}}}}}\n",
            None,
        );
        check(
            AgentClient::Opencode,
            "{\"type\":\"step_start\",\"sessionID\":\"ses_1\",\"part\":{}}\n{\"type\":\"text\",\"sessionID\":\"ses_1\",\"part\":{\"text\":\"결정 🦀\"}}\n{\"type\":\"step_finish\",\"sessionID\":\"ses_1\",\"part\":{\"tokens\":{\"input\":100,\"output\":15,\"reasoning\":5,\"cache\":{\"read\":10,\"write\":5}}}}\n",
            Some("ses_1"),
        );
        check(
            AgentClient::Codex,
            "{\"type\":\"error\",\"message\":\"Reconnecting\"}\n{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"Let me see.\"}}\n{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"결정 🦀\"}}\n{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":115,\"cached_input_tokens\":10,\"output_tokens\":20}}\n",
            None,
        );
        assert_eq!(read(AgentClient::Codex, "결정\n").unwrap().text, "결정");
        assert_eq!(read(AgentClient::Copilot, "\n SKIP \n").unwrap().text, "SKIP");
    }

    #[test]
    fn what_a_client_says_of_its_failure_is_heard() {
        let check = |client, printed: &str, expect: &str| {
            assert_eq!(read(client, printed), Err(AnswerError::Failed(expect.to_owned())));
        };
        check(
            AgentClient::Claude,
            r#"{"is_error":true,"result":"Please run /login"}"#,
            "Please run /login",
        );
        check(
            AgentClient::Claude,
            r#"{"is_error":true,"subtype":"error_during_execution"}"#,
            "error_during_execution",
        );
        check(
            AgentClient::Claude,
            r#"{"is_error":false,"subtype":"error_max_turns"}"#,
            "error_max_turns",
        );
        check(
            AgentClient::Gemini,
            r#"{"error":{"type":"ApiError","message":"quota","code":429}}"#,
            "quota",
        );
        let failed = r#"{"type":"turn.failed","error":{"message":"no key"}}"#;
        check(AgentClient::Codex, failed, "no key");
        check(AgentClient::Codex, r#"{"type":"error","message":"no network"}"#, "no network");
        let error = r#"{"type":"error","error":{"name":"X","data":{"message":"no model"}}}"#;
        check(AgentClient::Opencode, error, "no model");
    }

    #[test]
    fn nonsense_is_told_from_an_answer() {
        for client in [AgentClient::Claude, AgentClient::Gemini, AgentClient::Opencode] {
            for printed in ["hello", "[1]", "{", "}\n{", "{\"result\":1}", "\n{}}", "null", "🦀{"]
            {
                let read = read(client, printed);
                assert!(
                    matches!(read, Err(AnswerError::Garbled(_))),
                    "{client} {printed}: {read:?}"
                );
            }
        }
    }
}
