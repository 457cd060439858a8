//! The anchors of a fact, made of what stands in a working tree.

use std::path::Path;

use palimp_note::anchor::{self, Anchor, Sketch};
use palimp_redact::Redactor;
use palimp_rules::extract_names;

use super::tree::WorkingTree;

/// Where to look for what a fact speaks of.
#[derive(Clone, Copy, Debug)]
pub struct AnchorPlaces<'a> {
    /// The directory from which files are named.
    pub here: &'a Path,
    /// The places that its writer named: `src/auth.rs:40-80`.
    pub named: &'a [String],
    /// The files that were edited when it was said.
    pub edited: &'a [String],
}

/// The anchors of a fact, three at the most: at the places that its writer named, else in the files that
/// it names itself, and in those that were edited and hold a name of it. A statement in which there is
/// a secret leaves nothing behind.
pub fn find_anchors(
    tree: &WorkingTree,
    fact: &str,
    places: AnchorPlaces,
    redactor: &Redactor,
) -> Vec<Anchor> {
    let mut found: Vec<Anchor> = Vec::new();
    let mut add = |anchor: Option<Anchor>| {
        let new = anchor.filter(|it| {
            !found.iter().any(|other| other.path == it.path && other.lines == it.lines)
        });
        found.extend(new.filter(|_| found.len() < anchor::MAX_ANCHORS_PER_FACT));
    };
    for place in places.named {
        add(anchor_at_place(tree, (places.here, place), fact, redactor));
    }
    if !places.named.is_empty() {
        return found;
    }
    let names = extract_names(fact);
    let files = names.iter().filter_map(|name| resolve_named_file(tree, places, name));
    for path in files {
        let text = text_without_secrets(tree, &path, redactor);
        add(text.map(|text| {
            anchor::anchor_fact(&path, &text, None, fact)
                .unwrap_or_else(|| whole_file_anchor(&path))
        }));
    }
    let symbols: Vec<&str> = names.iter().flat_map(|name| code_words(name)).collect();
    for path in places.edited.iter().filter_map(|path| tree.resolve_inner_path(places.here, path)) {
        let text = text_without_secrets(tree, &path, redactor)
            .filter(|text| anchor::names_in(text, &symbols));
        add(text.and_then(|text| anchor::anchor_fact(&path, &text, None, fact)));
    }
    found
}

/// The anchor at a place that somebody named; none where nothing is there.
pub(super) fn anchor_at_place(
    tree: &WorkingTree,
    (here, place): (&Path, &str),
    fact: &str,
    redactor: &Redactor,
) -> Option<Anchor> {
    let (path, lines) = match place.rsplit_once(':') {
        Some((path, lines)) if lines.starts_with(|c: char| c.is_ascii_digit()) => {
            (path, Some(lines))
        }
        _ => (place, None),
    };
    let path = tree.resolve_inner_path(here, path)?;
    let named =
        Anchor::parse_location(&lines.map_or(path.clone(), |lines| format!("{path}:{lines}")))?;
    let text = text_without_secrets(tree, &path, redactor)?;
    match anchor::anchor_fact(&path, &text, named.lines, fact) {
        None if named.lines.is_none() => Some(whole_file_anchor(&path)),
        found => found,
    }
}

/// An anchor of a file, whatever it says.
fn whole_file_anchor(path: &str) -> Anchor {
    Anchor { path: path.to_owned(), lines: None, symbol: None, sketch: Some(Sketch::default()) }
}

/// The file that a fact names: one of the tree, or the one of those that were edited that ends so.
fn resolve_named_file(tree: &WorkingTree, places: AnchorPlaces, name: &str) -> Option<String> {
    let name = name.split_once(':').map_or(name, |(path, _)| path);
    if !name.contains(['/', '.']) {
        return None;
    }
    tree.resolve_inner_path(places.here, name).or_else(|| {
        let mut edited =
            places.edited.iter().filter_map(|path| tree.resolve_inner_path(places.here, path));
        edited.find(|path| path.strip_suffix(name).is_some_and(|before| before.ends_with('/')))
    })
}

/// The words of a name that stand for something in code.
fn code_words(name: &str) -> impl Iterator<Item = &str> {
    let word = |c: char| !c.is_alphanumeric() && c != '_';
    name.split(word)
        .filter(|word| word.len() > 2 && !word.starts_with(|c: char| c.is_ascii_digit()))
}

/// What a file says without the lines in which there are secrets.
fn text_without_secrets(tree: &WorkingTree, path: &str, redactor: &Redactor) -> Option<String> {
    let text = tree.read_text(path)?;
    let secrets = redactor.find(&text);
    if secrets.is_empty() {
        return Some(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let is_secret = secrets.iter().any(|it| it.start < end && it.end > at);
        clean.push_str(if is_secret { "\n" } else { line });
        at = end;
    }
    Some(clean)
}
