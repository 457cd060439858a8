//! Front matter of an imported note: its source and hashes.
//!
//! An import recognises its notes by it, so whatever else changes such a note updates the note's
//! hash. Sources are found and imported by `palimp-importers`.

/// Keys of the front matter that name the source.
const SOURCE_KEY: &str = "source: ";
const SOURCE_HASH_KEY: &str = "source-hash: ";
const NOTE_HASH_KEY: &str = "note-hash: ";

/// Returns the source of an imported note and the hash of the source's text.
pub fn origin_of(text: &str) -> Option<(String, String)> {
    let origin = serde_json::from_str(front_matter_value(text, SOURCE_KEY)?).ok()?;
    Some((origin, front_matter_value(text, SOURCE_HASH_KEY)?.to_owned()))
}

/// Returns true if a person has edited an imported note since it was written.
pub fn is_edited(text: &str) -> bool {
    note_hash(text).is_none_or(|written| written != short_hash(&without_note_hash(text)))
}

/// The hash of a note as it was written.
fn note_hash(text: &str) -> Option<&str> {
    front_matter_value(text, NOTE_HASH_KEY)
}

/// The value of a key in the front matter.
fn front_matter_value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let front = &text[palimp_note::parse_front_matter(text).front?];
    front.lines().find_map(|line| line.strip_prefix(key)).map(str::trim)
}

/// A note without the line that bears its own hash.
fn without_note_hash(text: &str) -> String {
    let mut left = 1;
    let lines = text.split_inclusive('\n').filter(|line| {
        let is_hash = left > 0 && line.starts_with(NOTE_HASH_KEY);
        left -= usize::from(is_hash);
        !is_hash
    });
    lines.collect()
}

/// Updates the hash in `new`, which palimp derived from an imported note; a note that a person had
/// edited before still counts as edited.
pub(crate) fn update_note_hash(old: &str, new: String) -> String {
    let is_stale = !is_edited(old) && old != new;
    let Some(before) = note_hash(&new).filter(|_| is_stale) else { return new };
    let now = short_hash(&without_note_hash(&new));
    new.replacen(&format!("{NOTE_HASH_KEY}{before}"), &format!("{NOTE_HASH_KEY}{now}"), 1)
}

/// Returns a short hash of a text.
pub fn short_hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// Renders a note of the text `source`, found at `origin`. `rest` follows palimp's own keys: other
/// keys of the front matter, its end, and the body.
pub fn with_source(project: Option<&str>, origin: &str, source: &str, rest: &str) -> String {
    let mut ours = Vec::new();
    if let Some(project) = project {
        ours.push(format!("project: {}", quote_value(project)));
    }
    ours.push(format!("{SOURCE_KEY}{}", quote_value(origin)));
    ours.push(format!("{SOURCE_HASH_KEY}{}", short_hash(source)));
    let head = format!("---\n{}\n", ours.join("\n"));
    let written = short_hash(&format!("{head}{rest}"));
    format!("{head}{NOTE_HASH_KEY}{written}\n{rest}")
}

/// Quotes a value of the front matter, in the common syntax of JSON and YAML.
fn quote_value(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}
