//! The few keys of a front matter that mean something here.
//!
//! Front matter is YAML, of which people write `key: value`, `key: [a, b]` and a list below a
//! key. That is what is read; a YAML parser would refuse the notes in which a title holds a
//! colon.

use super::NoteMetadata;

/// Reads the front matter, fences included, into `note`.
pub(super) fn read_front_matter(front: &str, note: &mut NoteMetadata) {
    let mut lines = front.lines().skip(1).peekable();
    while let Some(line) = lines.next() {
        let Some((key, value)) = parse_pair(line) else { continue };
        let mut values = parse_values(value);
        if value.is_empty() {
            while let Some(item) = lines.peek().and_then(|line| parse_item(line)) {
                values.push(item);
                lines.next();
            }
        }
        let key = key.to_lowercase();
        note.properties.push((key.clone(), with_whole(&values, value)));
        set_field(note, &key, value, values);
    }
}

/// The values, and the whole that they are parts of where that is a text and no list.
fn with_whole(values: &[String], value: &str) -> Vec<String> {
    let mut all = values.to_vec();
    if values.len() > 1 && !value.is_empty() && !value.starts_with('[') {
        all.push(parse_scalar(value));
    }
    all
}

fn set_field(note: &mut NoteMetadata, key: &str, value: &str, values: Vec<String>) {
    let one = || Some(parse_scalar(value)).filter(|value| !value.is_empty());
    let field = match key {
        "title" => &mut note.title,
        "project" => &mut note.project,
        "kind" | "type" => &mut note.kind,
        "date" | "created" => &mut note.date,
        "tags" | "tag" => return values.iter().for_each(|tag| note.add_tag(tag)),
        "aliases" | "alias" => return note.aliases.extend(values),
        _ => return,
    };
    if field.is_none() {
        *field = one();
    }
}

/// Parses `key: value` at the beginning of a line; an indented line belongs to another key.
fn parse_pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    let whole = value.is_empty() || value.starts_with([' ', '\t']);
    (whole && !key.is_empty() && key.chars().all(plain) && !key.starts_with(['-', ' ']))
        .then(|| (key, value.trim()))
}

/// Parses `- value` below a key.
fn parse_item(line: &str) -> Option<String> {
    let value = line.trim_start().strip_prefix('-')?;
    let follows = value.starts_with([' ', '\t']);
    follows.then(|| parse_scalar(value.trim())).filter(|value| !value.is_empty())
}

/// Parses the values of `[a, b]` or of `a, b`.
fn parse_values(value: &str) -> Vec<String> {
    let bracketed = value.strip_prefix('[');
    let inner = bracketed.map_or(value, |inner| inner.split(']').next().unwrap_or(inner));
    let mut values = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() {
        let end = value_end(rest);
        values.push(parse_scalar(rest[..end].trim()));
        rest = rest.get(end + 1..).unwrap_or("");
    }
    values.retain(|value| !value.is_empty());
    values
}

/// Returns the end of the first of several values: a comma outside quotes.
fn value_end(text: &str) -> usize {
    let trimmed = text.trim_start();
    let start = text.len() - trimmed.len();
    let quoted = trimmed.chars().next().filter(|c| matches!(c, '"' | '\''));
    let closed = quoted.and_then(|quote| trimmed[1..].find(quote)).map_or(0, |at| start + at + 2);
    text[closed..].find(',').map_or(text.len(), |at| closed + at)
}

/// Returns a value without its quotes or the comment behind it.
fn parse_scalar(value: &str) -> String {
    for (quote, escaped) in [('"', "\\\""), ('\'', "''")] {
        let Some(inner) = value.strip_prefix(quote) else { continue };
        let marked = inner.replace(escaped, "\0");
        if let Some((inner, _)) = marked.split_once(quote) {
            return inner.replace('\0', &quote.to_string());
        }
    }
    let comment = value.find(" #").filter(|_| !value.starts_with('#'));
    value[..comment.unwrap_or(value.len())].trim_end().to_owned()
}
