//! What the tests of this crate share: a long conversation that is shaped like a real one.

use palimp_context::conversation::{assistant_message, user_message};
use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};
use serde_json::json;

const TABLE: &str = include_str!("turns.tsv");

/// A turn's sizes in characters.
struct Shape {
    prompt: usize,
    answer: usize,
    results: Vec<usize>,
}

fn shapes() -> Vec<Shape> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    let number = |text: &str| text.parse().expect("a number");
    let shape = |row: &str| {
        let mut columns = row.split('\t');
        let mut next = || columns.next().unwrap_or_default();
        let (prompt, answer) = (number(next()), number(next()));
        let results = next().split(',').filter(|size| !size.is_empty()).map(number).collect();
        Shape { prompt, answer, results }
    };
    rows.map(shape).collect()
}

/// So many characters of prose in which nothing is exact, half of it Korean.
fn prose(seed: usize, chars: usize) -> String {
    const WORDS: [&str; 14] = [
        "the", "session", "keeps", "its", "state", "between", "requests", "그래서", "테스트를",
        "다시", "돌리고", "결과를", "확인했다", "and",
    ];
    let words = (0..).map(|at| WORDS[(seed * 7 + at * 5 + at / 3) % WORDS.len()]);
    let mut text = String::new();
    for word in words {
        if text.chars().count() >= chars {
            return text.chars().take(chars).collect();
        }
        text.push_str(word);
        text.push(' ');
    }
    text
}

/// Lines as a build prints them.
fn output(seed: usize, chars: usize) -> String {
    let lines = (0..).map(|at| format!("   Compiling step {at} of target {seed}\n"));
    let mut text = String::new();
    for line in lines {
        if text.len() >= chars {
            text.truncate(chars);
            return text;
        }
        text.push_str(&line);
    }
    text
}

/// A conversation of `turns` turns. `planted` is said in turn after turn by user and assistant.
pub(crate) fn conversation(turns: usize, planted: &[&str]) -> Vec<ChatMessage> {
    let shapes = shapes();
    let mut messages = Vec::new();
    for turn in 0..turns {
        let shape = &shapes[turn % shapes.len()];
        let plant = planted.get(turn).map_or(String::new(), |it| format!(" {it} "));
        let (before, after) = if turn % 2 == 0 { (&*plant, "") } else { ("", &*plant) };
        messages.push(user_message(format!("{turn}: {}{before}", prose(turn, shape.prompt))));
        for (number, chars) in shape.results.iter().enumerate() {
            messages.extend(call(&format!("call-{turn}-{number}"), *chars, turn));
        }
        messages.push(assistant_message(format!("{}{after}", prose(turn + 1, shape.answer))));
    }
    messages
}

/// A call and its result.
fn call(id: &str, chars: usize, seed: usize) -> [ChatMessage; 2] {
    let input = json!({ "command": "make all" });
    let call = MessagePart::ToolCall { id: id.to_owned(), name: "Bash".into(), input };
    let content = vec![MessagePart::from_text(output(seed, chars))];
    let result = MessagePart::ToolResult { id: id.to_owned(), content, is_error: false };
    [MessageRole::Assistant, MessageRole::User]
        .into_iter()
        .zip([call, result])
        .map(|(role, part)| ChatMessage { role, parts: vec![part] })
        .collect::<Vec<_>>()
        .try_into()
        .expect("two")
}
