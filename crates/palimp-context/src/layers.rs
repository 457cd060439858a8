//! Layers of a request: the system prompt, the bootstrap files, the conversation so far, and the
//! message that is answered now.

use palimp_core::chat::ChatMessage;
use palimp_core::text::prefix;
use palimp_core::text::suffix;
use serde::Serialize;
use serde_json::Value;

use crate::meter::MessageMeter;
use crate::trim::group_thousands;

/// The bootstrap files, in their order.
pub const BOOTSTRAP_FILES: [&str; 4] = ["AGENTS.md", "SOUL.md", "USER.md", "TOOLS.md"];

/// Limits on the bootstrap files that are sent, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Of one file.
    pub file: usize,
    /// Of all of them.
    pub all: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Caps { file: 20_000, all: 150_000 }
    }
}

/// A bootstrap file as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bootstrap {
    /// Its name.
    pub name: String,
    /// The part of its text that is sent.
    pub text: String,
    /// Number of characters of the whole file.
    pub chars: usize,
    /// True if the text is not all of it.
    pub cut: bool,
}

/// The files, each with its name and text, as they are sent. Of a long one the first 70 % and the
/// last 20 % of what may be sent stay, around a line that says what is missing and where to read
/// it. Files for which nothing is left are sent as that line alone; empty ones are left out.
pub fn cap_bootstrap_files<'t>(
    files: impl IntoIterator<Item = (&'t str, &'t str)>,
    caps: Caps,
) -> Vec<Bootstrap> {
    let mut left = caps.all;
    let mut sent = Vec::new();
    for (name, text) in files {
        if text.trim().is_empty() {
            continue;
        }
        let file = cap_file(name, text, caps.file.min(left));
        left = left.saturating_sub(file.text.chars().count());
        sent.push(file);
    }
    sent
}

fn cap_file(name: &str, text: &str, most: usize) -> Bootstrap {
    let chars = text.chars().count();
    let name = name.to_owned();
    if chars <= most {
        return Bootstrap { name, text: text.to_owned(), chars, cut: false };
    }
    let (head, tail) = (most / 10 * 7, most / 10 * 2);
    let missing = group_thousands(chars - head - tail);
    let marker = format!("[… {missing} characters of {name} left out; read the file for them …]");
    let text = match head {
        0 => marker,
        _ => format!("{}\n{marker}\n{}", prefix(text, head), suffix(text, tail)),
    };
    Bootstrap { name, text, chars, cut: true }
}

/// Layers of a request. The conversation is as it is sent, including its summary and the message
/// that is answered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layers<'a> {
    /// The system prompt, without the bootstrap files.
    pub system: &'a [String],
    /// The bootstrap files.
    pub bootstrap: &'a [Bootstrap],
    /// The tools' descriptions.
    pub tools: &'a [Value],
    /// The conversation; the last message is the one that is answered now.
    pub messages: &'a [ChatMessage],
}

/// Tokens of each layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Breakdown {
    /// The layers, in the order in which they are sent.
    pub layers: Vec<Layer>,
    /// All of them.
    pub tokens: usize,
    /// Size of the model's window, in tokens.
    pub window: usize,
}

/// Tokens of one layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Layer {
    /// `system`, `tools`, `bootstrap`, `history` or `current`.
    pub name: &'static str,
    /// Its tokens.
    pub tokens: usize,
    /// The tokens of its named pieces, where it has some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<(String, usize)>,
}

impl Layers<'_> {
    /// The tokens of each layer, in a window of `window`.
    pub fn breakdown(&self, meter: &MessageMeter, window: usize) -> Breakdown {
        let (current, history) =
            self.messages.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
        let files: Vec<(String, usize)> = self
            .bootstrap
            .iter()
            .map(|it| (it.name.clone(), meter.text_tokens(&it.text)))
            .collect();
        let system = self.system.iter().map(|text| meter.text_tokens(text)).sum();
        let layers = vec![
            Layer { name: "system", tokens: system, pieces: vec![] },
            Layer { name: "tools", tokens: meter.tools_tokens(self.tools), pieces: vec![] },
            Layer {
                name: "bootstrap",
                tokens: files.iter().map(|(_, tokens)| tokens).sum(),
                pieces: files,
            },
            Layer { name: "history", tokens: meter.messages_tokens(history), pieces: vec![] },
            Layer { name: "current", tokens: meter.messages_tokens(current), pieces: vec![] },
        ];
        Breakdown { tokens: layers.iter().map(|layer| layer.tokens).sum(), layers, window }
    }

    /// The tokens of what is sent beside the messages.
    pub fn overhead_tokens(&self, meter: &MessageMeter) -> usize {
        let files = self.bootstrap.iter().map(|it| meter.text_tokens(&it.text)).sum::<usize>();
        let system = self.system.iter().map(|text| meter.text_tokens(text)).sum::<usize>();
        files + system + meter.tools_tokens(self.tools)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::activity::MessageRole;
    use serde_json::json;

    #[test]
    fn a_long_file_keeps_its_head_and_its_tail() {
        let text = format!("{}{}{}", "가".repeat(14_000), "x".repeat(50_000), "나".repeat(4_000));
        let sent = cap_bootstrap_files(
            [("AGENTS.md", &*text), ("SOUL.md", " \n"), ("USER.md", "Kim")],
            Caps::default(),
        );
        assert_eq!(sent.len(), 2);
        let long = &sent[0];
        assert!(long.text.starts_with(&"가".repeat(14_000)), "70 % of 20,000");
        assert!(long.text.ends_with(&"나".repeat(4_000)), "20 % of 20,000");
        assert!(long.text.contains("\n[… 50,000 characters of AGENTS.md left out"));
        assert!(long.cut && long.chars == 68_000 && long.text.chars().count() <= 20_000);
        assert_eq!((sent[1].text.as_str(), sent[1].cut), ("Kim", false));
    }

    #[test]
    fn all_files_together_are_capped_too() {
        let text = "x".repeat(19_000);
        let names: Vec<String> = (0..12).map(|number| format!("{number}.md")).collect();
        let files = names.iter().map(|name| (name.as_str(), text.as_str()));
        let sent = cap_bootstrap_files(files, Caps::default());
        let all: usize = sent.iter().map(|file| file.text.chars().count()).sum();
        assert!(all <= 150_000 + 5 * 80, "{all}");
        assert_eq!(sent.iter().filter(|file| !file.cut).count(), 7);
        assert!(sent[11].text.starts_with("[… 19,000 characters"), "{}", sent[11].text);
    }

    #[test]
    fn every_layer_is_counted() {
        let system = ["You help.".to_owned()];
        let files = cap_bootstrap_files([("USER.md", "She is Kim.")], Caps::default());
        let tools = [json!({ "name": "Bash" })];
        let messages = [
            ChatMessage::from_text(MessageRole::User, "a b"),
            ChatMessage::from_text(MessageRole::Assistant, "c"),
            ChatMessage::from_text(MessageRole::User, "now"),
        ];
        let layers =
            Layers { system: &system, bootstrap: &files, tools: &tools, messages: &messages };
        let meter = MessageMeter::default();
        let breakdown = layers.breakdown(&meter, 1_000);
        let names: Vec<_> = breakdown.layers.iter().map(|layer| layer.name).collect();
        assert_eq!(names, ["system", "tools", "bootstrap", "history", "current"]);
        assert_eq!(breakdown.layers[2].pieces, [("USER.md".to_owned(), 3)]);
        assert_eq!(breakdown.layers[4].tokens, meter.message_tokens(&messages[2]));
        assert_eq!(
            breakdown.tokens,
            layers.overhead_tokens(&meter) + meter.messages_tokens(&messages)
        );
    }
}
