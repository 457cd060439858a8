//! Front matter of an imported note: its source and hashes.

use jiff::Timestamp;
use palimp_note::provenance::{AuthorKind, Provenance};

use super::{ImportContext, ImportItem};

/// Keys of the front matter that name the source.
const SOURCE_KEY: &str = "source: ";
const SOURCE_HASH_KEY: &str = "source-hash: ";
const NOTE_HASH_KEY: &str = "note-hash: ";

/// The source of a note and the hash of what stood there.
pub(crate) fn origin_of(text: &str) -> Option<(String, String)> {
    let origin = serde_json::from_str(front_matter_value(text, SOURCE_KEY)?).ok()?;
    Some((origin, front_matter_value(text, SOURCE_HASH_KEY)?.to_owned()))
}

/// The hash of a note as it was written.
pub(super) fn note_hash(text: &str) -> Option<&str> {
    front_matter_value(text, NOTE_HASH_KEY)
}

/// The value of a key in the front matter.
fn front_matter_value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let front = &text[palimp_note::parse_front_matter(text).front?];
    front.lines().find_map(|line| line.strip_prefix(key)).map(str::trim)
}

/// A note without the line that bears its own hash.
pub(super) fn without_note_hash(text: &str) -> String {
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
    let untouched =
        note_hash(old).is_some_and(|known| known == short_hash(&without_note_hash(old)));
    let Some(before) = note_hash(&new).filter(|_| untouched && old != new) else { return new };
    let now = short_hash(&without_note_hash(&new));
    new.replacen(&format!("{NOTE_HASH_KEY}{before}"), &format!("{NOTE_HASH_KEY}{now}"), 1)
}

/// A short hash of a text.
pub(super) fn short_hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// Renders the note of an item. The front matter of its text stays, below palimp's own.
pub(super) fn render_note(item: &ImportItem, taker: &ImportContext) -> String {
    let front = palimp_note::parse_front_matter(&item.text).front.unwrap_or(0..0);
    let (front, body) = (&item.text[front.clone()], &item.text[front.end..]);
    let theirs: Vec<&str> =
        front.lines().skip(1).take_while(|line| line.trim_end() != "---").collect();
    let names_project = theirs.iter().any(|line| line.starts_with("project:"));
    let mut ours = Vec::new();
    if let Some(project) = item.project.as_ref().filter(|_| !names_project) {
        ours.push(format!("project: {}", quote_value(project)));
    }
    ours.push(format!("{SOURCE_KEY}{}", quote_value(&item.origin)));
    ours.push(format!("{SOURCE_HASH_KEY}{}", short_hash(&item.text)));
    let head = format!("---\n{}\n", ours.join("\n"));
    let rest = theirs.iter().map(|line| format!("{line}\n")).collect::<String>();
    let by = import_provenance(item, taker);
    let body = body.trim_start_matches(['\r', '\n']);
    let end = if body.ends_with('\n') { "" } else { "\n" };
    let tail = format!("{rest}---\n{by}\n\n{body}{end}");
    let written = short_hash(&format!("{head}{tail}"));
    format!("{head}{NOTE_HASH_KEY}{written}\n{tail}")
}

/// Quotes a value of the front matter, in the common syntax of JSON and YAML.
fn quote_value(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

fn import_provenance(item: &ImportItem, taker: &ImportContext) -> Provenance {
    let zone = taker.now.time_zone();
    let at = item.at.and_then(|at| Timestamp::from_millisecond(at).ok());
    Provenance {
        by: AuthorKind::Import,
        client: item.client.map(str::to_owned),
        project: item.project.clone(),
        at: at.map(|at| at.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()),
        ..Provenance::default()
    }
}
