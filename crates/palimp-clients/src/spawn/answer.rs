//! What a client printed, as its answer: each in its own form.

use palimp_core::chat::Usage;
use serde_json::Value;

use super::table::Form;
use crate::payload::count;
use crate::{claude, codex};

/// What a client answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Answer {
    pub(super) text: String,
    /// What it cost, where the client says so.
    pub(super) usage: Option<Usage>,
    /// Under which id it kept the session, where the client says so.
    pub(super) session: Option<String>,
}

/// Why what was printed is no answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NoAnswer {
    /// The client says that it failed.
    Failed(String),
    /// It is not in the client's form.
    Garbled(String),
}

/// The answer in what a client printed.
pub(super) fn read(form: Form, printed: &[u8]) -> Result<Answer, NoAnswer> {
    let text = std::str::from_utf8(printed)
        .map_err(|_| NoAnswer::Garbled("it is not Unicode".to_owned()))?;
    match form {
        Form::Text => Ok(alone(text)),
        Form::Codex => of_codex(text),
        Form::Claude => of_claude(&object(text)?),
        Form::Gemini => of_gemini(&object(text)?),
        Form::Opencode => of_opencode(text),
    }
}

fn alone(text: &str) -> Answer {
    Answer { text: text.trim().to_owned(), ..Answer::default() }
}

/// Under which id the session was kept, of however little was printed.
pub(super) fn session(form: Form, printed: &[u8]) -> Option<String> {
    if form != Form::Opencode {
        return None;
    }
    let text = String::from_utf8_lossy(printed);
    events(&text).find_map(|(_, event)| Some(event.get("sessionID")?.as_str()?.to_owned()))
}

/// The one object; notices may stand before and behind it.
fn object(text: &str) -> Result<Value, NoAnswer> {
    let whole = serde_json::from_str::<Value>(text.trim()).ok().filter(Value::is_object);
    let within = || {
        let (from, to) = (text.find("\n{").map_or(0, |at| at + 1), text.rfind('}')? + 1);
        serde_json::from_str(text.get(from..to)?).ok().filter(Value::is_object)
    };
    whole.or_else(within).ok_or_else(|| match text.trim() {
        "" => NoAnswer::Failed(String::new()),
        _ => NoAnswer::Garbled("it is not the JSON object that was asked for".to_owned()),
    })
}

fn of_claude(object: &Value) -> Result<Answer, NoAnswer> {
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let failed = object.get("is_error").and_then(Value::as_bool) == Some(true);
    match text("result") {
        Some(result) if !failed => {
            let usage = object.get("usage").map(claude::wire::usage);
            Ok(Answer { text: result.trim().to_owned(), usage, session: None })
        }
        None if !failed && text("subtype").is_none() => {
            Err(NoAnswer::Garbled("there is no `result` in it".to_owned()))
        }
        result => Err(NoAnswer::Failed(result.or(text("subtype")).unwrap_or_default().to_owned())),
    }
}

fn of_codex(text: &str) -> Result<Answer, NoAnswer> {
    let (mut answer, mut error) = (Answer::default(), None);
    let mut events = events(text).peekable();
    if events.peek().is_none() {
        return Ok(alone(text));
    }
    for (kind, event) in events {
        match &kind[..] {
            "item.completed" if event.pointer("/item/type") == Some(&"agent_message".into()) => {
                let said = event.pointer("/item/text").and_then(Value::as_str);
                answer.text = said.unwrap_or_default().trim().to_owned();
            }
            "turn.completed" => answer.usage = event.get("usage").map(codex::wire::usage),
            // Such an error may be overcome by another try.
            "error" => error = Some(message(&event)),
            "turn.failed" => {
                return Err(NoAnswer::Failed(event.get("error").map_or(String::new(), message)));
            }
            _ => {}
        }
    }
    match error.filter(|_| answer.text.is_empty()) {
        Some(error) => Err(NoAnswer::Failed(error)),
        None => Ok(answer),
    }
}

/// The events of a text with one in each line, by their type.
fn events(text: &str) -> impl Iterator<Item = (String, Value)> + '_ {
    text.lines().filter_map(|line| {
        let event: Value = serde_json::from_str(line).ok()?;
        Some((event.get("type")?.as_str()?.to_owned(), event))
    })
}

fn of_gemini(object: &Value) -> Result<Answer, NoAnswer> {
    if let Some(error) = object.get("error").filter(|error| !error.is_null()) {
        return Err(NoAnswer::Failed(message(error)));
    }
    let Some(text) = object.get("response").and_then(Value::as_str) else {
        return Err(NoAnswer::Garbled("there is no `response` in it".to_owned()));
    };
    let models = object.pointer("/stats/models").and_then(Value::as_object);
    let tokens =
        models.into_iter().flat_map(|models| models.values()).filter_map(|it| it.get("tokens"));
    let usage = tokens.map(|tokens| Usage {
        input: count(tokens, "prompt").max(count(tokens, "input")),
        cached: count(tokens, "cached"),
        output: count(tokens, "candidates") + count(tokens, "thoughts"),
    });
    Ok(Answer { text: text.trim().to_owned(), usage: usage.reduce(sum), session: None })
}

fn of_opencode(text: &str) -> Result<Answer, NoAnswer> {
    let mut answer = Answer { session: session(Form::Opencode, text.as_bytes()), ..alone("") };
    let mut events = events(text).peekable();
    if events.peek().is_none() && !text.trim().is_empty() {
        return Err(NoAnswer::Garbled("there is no event in it".to_owned()));
    }
    for (kind, event) in events {
        match (&kind[..], event.get("part")) {
            ("error", _) => {
                return Err(NoAnswer::Failed(event.get("error").map_or(String::new(), message)));
            }
            ("text", Some(part)) => append(&mut answer.text, part),
            ("step_finish", Some(part)) => {
                let cost = part.get("tokens").map(step);
                answer.usage = [answer.usage, cost].into_iter().flatten().reduce(sum);
            }
            _ => {}
        }
    }
    Ok(answer)
}

fn append(text: &mut String, part: &Value) {
    let Some(more) = part.get("text").and_then(Value::as_str).map(str::trim) else { return };
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// What one step of opencode's cost.
fn step(tokens: &Value) -> Usage {
    let cache = tokens.get("cache").unwrap_or(&Value::Null);
    Usage {
        input: count(tokens, "input") + count(cache, "read") + count(cache, "write"),
        cached: count(cache, "read"),
        output: count(tokens, "output") + count(tokens, "reasoning"),
    }
}

fn sum(a: Usage, b: Usage) -> Usage {
    Usage { input: a.input + b.input, cached: a.cached + b.cached, output: a.output + b.output }
}

/// What an error says, wherever it says it.
fn message(error: &Value) -> String {
    let place = ["/message", "/data/message", "/name", "/type"];
    let text = place.into_iter().find_map(|at| error.pointer(at)?.as_str());
    text.map_or_else(|| error.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_is_read() {
        let usage = Some(Usage { input: 115, cached: 10, output: 20 });
        let check = |form, printed: &str, session: Option<&str>| {
            let answer = read(form, printed.as_bytes()).unwrap();
            assert_eq!(answer.text, "결정 🦀", "{form:?}");
            assert_eq!(answer.session.as_deref(), session);
            assert_eq!(answer.usage, usage, "{form:?}");
        };
        check(
            Form::Claude,
            r#"{"type":"result","subtype":"success","is_error":false,"result":"결정 🦀\n","usage":{"input_tokens":100,"cache_creation_input_tokens":5,"cache_read_input_tokens":10,"output_tokens":20}}"#,
            None,
        );
        check(
            Form::Gemini,
            "Loaded cached credentials.\n{\"session_id\":\"x\",\"response\":\"결정 🦀\",\"stats\":{\"models\":{\"a\":{\"tokens\":{\"prompt\":110,\"candidates\":10,\"cached\":10,\"thoughts\":8}},\"b\":{\"tokens\":{\"prompt\":5,\"candidates\":2}}}}}\n",
            None,
        );
        check(
            Form::Opencode,
            "{\"type\":\"step_start\",\"sessionID\":\"ses_1\",\"part\":{}}\n{\"type\":\"text\",\"sessionID\":\"ses_1\",\"part\":{\"text\":\"결정 🦀\"}}\n{\"type\":\"step_finish\",\"sessionID\":\"ses_1\",\"part\":{\"tokens\":{\"input\":100,\"output\":15,\"reasoning\":5,\"cache\":{\"read\":10,\"write\":5}}}}\n",
            Some("ses_1"),
        );
        check(
            Form::Codex,
            "{\"type\":\"error\",\"message\":\"Reconnecting\"}\n{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"Let me see.\"}}\n{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"결정 🦀\"}}\n{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":115,\"cached_input_tokens\":10,\"output_tokens\":20}}\n",
            None,
        );
        assert_eq!(read(Form::Codex, "결정\n".as_bytes()).unwrap().text, "결정");
        assert_eq!(read(Form::Text, "\n SKIP \n".as_bytes()).unwrap().text, "SKIP");
    }

    #[test]
    fn what_a_client_says_of_its_failure_is_heard() {
        let check = |form, printed: &str, expect: &str| {
            assert_eq!(read(form, printed.as_bytes()), Err(NoAnswer::Failed(expect.to_owned())));
        };
        check(
            Form::Claude,
            r#"{"is_error":true,"result":"Please run /login"}"#,
            "Please run /login",
        );
        check(
            Form::Claude,
            r#"{"is_error":true,"subtype":"error_during_execution"}"#,
            "error_during_execution",
        );
        check(Form::Claude, r#"{"is_error":false,"subtype":"error_max_turns"}"#, "error_max_turns");
        check(
            Form::Gemini,
            r#"{"error":{"type":"ApiError","message":"quota","code":429}}"#,
            "quota",
        );
        let failed = r#"{"type":"turn.failed","error":{"message":"no key"}}"#;
        check(Form::Codex, failed, "no key");
        check(Form::Codex, r#"{"type":"error","message":"no network"}"#, "no network");
        let error = r#"{"type":"error","error":{"name":"X","data":{"message":"no model"}}}"#;
        check(Form::Opencode, error, "no model");
    }

    #[test]
    fn nonsense_is_told_from_an_answer() {
        for form in [Form::Claude, Form::Gemini, Form::Opencode] {
            for printed in ["hello", "[1]", "{", "}\n{", "{\"result\":1}", "\n{}}", "null", "🦀{"]
            {
                let read = read(form, printed.as_bytes());
                assert!(matches!(read, Err(NoAnswer::Garbled(_))), "{form:?} {printed}: {read:?}");
            }
        }
        assert!(matches!(read(Form::Text, b"\xff\xfe"), Err(NoAnswer::Garbled(_))));
    }
}
