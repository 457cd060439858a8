//! Copying a transcript with some results of tools made shorter.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use super::json::{JsonStep, locate_value};
use super::{RecordedTranscript, next_line, open_buffered};

/// A shorter text for a tool's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultEdit {
    /// The message, counted from the first that was read.
    pub message: usize,
    /// The part of it that is the result.
    pub part: usize,
    /// The text that the result has afterwards. What of it is no text stays.
    pub text: String,
}

/// See [`RecordedTranscript::write_pruned`].
pub(crate) fn write_pruned(
    recorded: &RecordedTranscript,
    path: &Path,
    edits: &[ResultEdit],
    output: &mut dyn Write,
) -> io::Result<()> {
    let by_line = by_line(recorded, edits);
    each_line(path, |number, line| match by_line.get(&number) {
        Some(edits) => output.write_all(&replace_results(line, edits)),
        None => output.write_all(line),
    })
}

/// Calls `with` the number and the bytes of every line of the file at `path`, its end included.
pub(crate) fn each_line(
    path: &Path,
    mut with: impl FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = open_buffered(path)?;
    let mut line = Vec::new();
    let mut number = 0;
    while next_line(&mut file, &mut line)? {
        with(number, &line)?;
        number += 1;
    }
    Ok(())
}

type Cuts<'a> = Vec<(&'a [JsonStep], &'a str)>;

fn by_line<'a>(
    recorded: &'a RecordedTranscript,
    edits: &'a [ResultEdit],
) -> HashMap<u64, Cuts<'a>> {
    let mut lines: HashMap<u64, Cuts> = HashMap::new();
    for edit in edits {
        let Some(place) = recorded.places.get(edit.message) else { continue };
        let path = place.results.iter().find(|(part, _)| *part == edit.part);
        if let Some((_, path)) = path {
            lines.entry(place.line).or_default().push((path, &edit.text));
        }
    }
    lines
}

/// Replaces the contents at the paths in `line`, and no other byte.
fn replace_results(line: &[u8], cuts: &Cuts) -> Vec<u8> {
    let found = cuts.iter().filter_map(|(path, text)| Some((locate_value(line, path)?, *text)));
    let mut found: Vec<_> = found.collect();
    // From the end, so that the earlier ranges stay valid.
    found.sort_unstable_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut line = line.to_vec();
    for (range, text) in found {
        let new = replace_content(&line[range.clone()], text);
        line.splice(range, new);
    }
    line
}

/// Replaces the words of a result's content, a text or a list of blocks, by `text`.
fn replace_content(content: &[u8], text: &str) -> Vec<u8> {
    let mut value: Value = serde_json::from_slice(content).unwrap_or_default();
    match &mut value {
        Value::Array(blocks) => replace_text_blocks(blocks, text),
        _ => value = Value::from(text),
    }
    value.to_string().into_bytes()
}

/// Puts `text` into the first text block; the other texts are removed.
fn replace_text_blocks(blocks: &mut Vec<Value>, text: &str) {
    let mut text = Some(text);
    blocks.retain_mut(|block| {
        let is_text = block
            .get("type")
            .and_then(Value::as_str)
            .is_some_and(|kind| matches!(kind, "text" | "input_text" | "output_text"));
        match block.get_mut("text").filter(|_| is_text) {
            Some(old) => text.take().map(|new| *old = Value::from(new)).is_some(),
            None => true,
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_beside_the_result_changes() {
        let line = "{ \"n\":1.50, \"message\":{\"content\":[{\"content\":\"l\\u00f6ng\"},{\"content\":[{\"type\":\"text\",\"text\":\"a\",\"k\":1},{\"type\":\"image\"},{\"type\":\"text\",\"text\":\"b\"}]}]},\"z\":\"\\/\" }\r\n";
        let path = |item| {
            [
                JsonStep::Key("message"),
                JsonStep::Key("content"),
                JsonStep::Item(item),
                JsonStep::Key("content"),
            ]
        };
        let (one, two) = (path(0), path(1));
        let cuts: Cuts = vec![(&one, "short \"1\""), (&two, "short 2")];
        let expect = "{ \"n\":1.50, \"message\":{\"content\":[{\"content\":\"short \\\"1\\\"\"},{\"content\":[{\"type\":\"text\",\"text\":\"short 2\",\"k\":1},{\"type\":\"image\"}]}]},\"z\":\"\\/\" }\r\n";
        assert_eq!(String::from_utf8(replace_results(line.as_bytes(), &cuts)).unwrap(), expect);
    }
}
