//! The anchors of a fact, made of what stands in a working tree.

use std::path::Path;

use palimp_note::anchor::{self, Anchor, Sketch};
use palimp_redact::Redactor;
use palimp_rules::extract_names;

use crate::home::working_tree::WorkingTree;

/// Places to look for what a fact refers to.
#[derive(Clone, Copy, Debug)]
pub struct AnchorPlaces<'a> {
    /// The directory from which files are named.
    pub here: &'a Path,
    /// The places that its writer named: `src/auth.rs:40-80`.
    pub named: &'a [String],
    /// The files that were edited when it was said.
    pub edited: &'a [String],
}

/// Finds the anchors of a fact, at most three: at the places that its writer named, otherwise in
/// the files that the fact names and in edited files that contain a name in the fact. A statement
/// that contains a secret leaves no anchor.
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

/// Creates the anchor at a named place; none if nothing is there.
pub(crate) fn anchor_at_place(
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

/// Creates an anchor of a file, regardless of its content.
fn whole_file_anchor(path: &str) -> Anchor {
    Anchor { path: path.to_owned(), lines: None, symbol: None, sketch: Some(Sketch::default()) }
}

/// Returns the file that a fact names: one in the tree, or the edited file whose path ends with the
/// name.
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

/// Returns the words of a name that may be symbols in code.
fn code_words(name: &str) -> impl Iterator<Item = &str> {
    let word = |c: char| !c.is_alphanumeric() && c != '_';
    name.split(word)
        .filter(|word| word.len() > 2 && !word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the text of a file without the lines that contain secrets.
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
