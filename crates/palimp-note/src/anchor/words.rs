//! The words of a fact and of code, as far as one tells of the other.

use std::collections::BTreeSet;

/// The words of a fact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FactWords {
    /// Words that the fact names as code does: `refresh_ttl`, `30`, text in backticks.
    pub(super) names: BTreeSet<String>,
    /// The stems of its other words.
    pub(super) words: BTreeSet<String>,
}

/// Words that say nothing about a statement.
const STOP_WORDS: &[&str] = &[
    "the", "and", "for", "not", "with", "from", "that", "this", "are", "was", "has", "have", "its",
    "use", "uses", "used", "now", "when", "then", "than", "but", "all", "any", "can", "will",
    "into", "which", "where", "there", "file", "line", "code", "function", "method", "because",
    "only",
];

impl FactWords {
    /// Parses a fact. Words that name the file at `path` do not count as words of its content.
    pub(super) fn from_fact(fact: &str, path: &str) -> FactWords {
        let base = path.rsplit('/').next().unwrap_or(path);
        let mut said = FactWords::default();
        let mut quoted = false;
        for part in fact.split('`') {
            for piece in part.split_whitespace().filter(|piece| !piece.contains(base)) {
                let names = quoted || is_code(piece);
                for word in word_runs(piece) {
                    let lower = word.to_lowercase();
                    if names {
                        said.names.insert(lower);
                    } else if word.chars().count() > 2 && !STOP_WORDS.contains(&&*lower) {
                        said.words.insert(stem(&lower).to_owned());
                    }
                }
            }
            quoted = !quoted;
        }
        said
    }
}

/// The words of a statement: what it names, with the stems of that, and the stems of the parts of which
/// those names are made.
pub(super) fn of_code(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut names, mut parts) = (BTreeSet::new(), BTreeSet::new());
    for run in word_runs(text) {
        let name = run.to_lowercase();
        names.insert(stem(&name).to_owned());
        names.insert(name);
        let long = name_parts(run).map(str::to_lowercase).filter(|part| part.chars().count() > 2);
        parts.extend(long.map(|part| stem(&part).to_owned()));
    }
    (names, parts)
}

/// Returns the common stem of `rotate`, `rotates`, `rotated` and `rotating`.
pub(super) fn stem(word: &str) -> &str {
    let without = |end: &&str| word.strip_suffix(end).filter(|stem| stem.len() > 3);
    ["ing", "ed", "es", "s", "e"].iter().find_map(without).unwrap_or(word)
}

/// The runs of letters, digits and underscores.
pub(super) fn word_runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|run| !run.is_empty())
}

/// Returns true if a word is written as code is: `a_b`, `aB`, `a::b`, `a.b`, `a()`, `30`.
fn is_code(piece: &str) -> bool {
    let inner = piece.trim_matches(|c: char| matches!(c, '.' | ',' | ':' | ';' | '!' | '?' | '"'));
    let bytes = inner.as_bytes();
    let hump = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    inner.contains(['_', '=', '(', '/', '<']) && inner.len() > 1
        || inner.contains("::")
        || inner.contains('.') && inner.len() > 2
        || bytes.windows(2).any(hump)
        || bytes.first().is_some_and(u8::is_ascii_digit)
        || inner.starts_with('-') && inner.len() > 2
}

/// Splits a name at underscores and capitals: `refresh`, `Ttl` for `refreshTtl` and for
/// `refresh_ttl`.
fn name_parts(name: &str) -> impl Iterator<Item = &str> {
    name.split('_').flat_map(|word| {
        let mut ends: Vec<usize> = word
            .char_indices()
            .zip(word.chars().skip(1))
            .filter(|((_, one), next)| one.is_lowercase() && next.is_uppercase())
            .map(|((at, one), _)| at + one.len_utf8())
            .collect();
        ends.push(word.len());
        let mut from = 0;
        ends.into_iter().map(move |end| &word[std::mem::replace(&mut from, end)..end])
    })
}
