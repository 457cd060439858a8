//! Counts of names and doc comments that an engineer from elsewhere would stumble over, with the
//! limit that each may not exceed. Limits are the figures reached: they go down, never up.
//!
//! Items are found by the first word of a line, as `rustfmt` writes them; tests do not count.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{is_test, source_files, without_tests};

/// Words with which a doc comment asks instead of saying.
const QUESTION_WORDS: [&str; 10] =
    ["What", "Whether", "How", "Who", "Whoever", "Whose", "Which", "Where", "When", "Why"];

/// Words that stand before an item's keyword.
const QUALIFIERS: [&str; 7] = ["pub", "const", "async", "unsafe", "default", "static", "extern"];

/// First or last words of a constant's name that tell its quantity or unit, or what it is a list of.
const QUANTITY_WORDS: [&str; 56] = [
    "MAX", "MIN", "DEFAULT", "BYTES", "CHARS", "LIMIT", "TIMEOUT", "INTERVAL", "SECS", "SECONDS",
    "MS", "MILLIS", "DAYS", "HOURS", "MINUTES", "COUNT", "LEN", "LINES", "WORDS", "TOKENS",
    "ITEMS", "ROWS", "VERSION", "WEIGHT", "WEIGHTS", "RATIO", "PERCENT", "THRESHOLD", "SCORE",
    "SIZE", "KEY", "KEYS", "NAME", "NAMES", "PATH", "FILE", "DIR", "TABLE", "PREFIX", "SUFFIX",
    "URL", "ENV", "PATTERN", "SQL", "HEADER", "ID", "AGE", "DEPTH", "DELAY", "BACKOFF", "RETRIES",
    "PHRASES", "KINDS", "ENDINGS", "MARKER", "SEPARATOR",
];

/// FigureShare of something among all of its kind.
#[derive(Clone, Copy, Debug, Default)]
struct FigureShare {
    part: usize,
    all: usize,
}

impl FigureShare {
    fn count(&mut self, belongs: bool) {
        self.part += usize::from(belongs);
        self.all += 1;
    }

    /// In tenths of a percent, rounded up.
    fn per_mille(self) -> usize {
        (self.part * 1000).div_ceil(self.all.max(1))
    }
}

/// Counts over all sources.
#[derive(Debug, Default)]
struct NameFigures {
    one_word_functions: FigureShare,
    functions_named_of: usize,
    types: BTreeMap<String, usize>,
    asking_docs: FigureShare,
    unitless_constants: FigureShare,
}

/// A figure, its limit, and both in the unit named last.
type FigureLimit = (&'static str, usize, &'static str);

/// Limits, in the order of [`NameFigures::values`].
const LIMITS: [FigureLimit; 5] = [
    ("functions with a one-word name", 142, "tenths of a percent"),
    ("functions named `of`", 1, "functions"),
    ("types that share their name", 24, "tenths of a percent"),
    ("doc comments that begin with What, Whether, How, Who", 3, "tenths of a percent"),
    ("constants without a quantity or unit", 366, "tenths of a percent"),
];

impl NameFigures {
    /// Counts the items of a file.
    fn add_file(&mut self, text: &str) {
        let mut in_docs = false;
        for line in text.lines().map(str::trim_start) {
            let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            match doc {
                Some(doc) if !in_docs => {
                    let first = doc.split_whitespace().next().unwrap_or_default();
                    self.asking_docs.count(QUESTION_WORDS.contains(&first));
                }
                Some(_) => {}
                None => self.add_item(line),
            }
            in_docs = doc.is_some();
        }
    }

    fn add_item(&mut self, line: &str) {
        let Some((keyword, name)) = item(line) else { return };
        match keyword {
            "fn" => {
                self.one_word_functions.count(!name.contains('_'));
                self.functions_named_of += usize::from(name == "of");
            }
            "struct" | "enum" | "trait" | "union" | "type" => {
                *self.types.entry(name.to_owned()).or_default() += 1;
            }
            _ => {
                let mut words = name.split('_');
                self.unitless_constants.count(!words.any(|word| QUANTITY_WORDS.contains(&word)));
            }
        }
    }

    fn values(&self) -> [usize; 5] {
        let shared = self.types.values().filter(|count| **count > 1).sum();
        let types = FigureShare { part: shared, all: self.types.values().sum() };
        [
            self.one_word_functions.per_mille(),
            self.functions_named_of,
            types.per_mille(),
            self.asking_docs.per_mille(),
            self.unitless_constants.per_mille(),
        ]
    }
}

/// The keyword and the name of the item that begins on a line.
fn item(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    let mut before = "";
    loop {
        let word = words.next()?;
        let name = |word: &'_ str| word.find(|c: char| !c.is_alphanumeric() && c != '_');
        match word {
            "fn" | "struct" | "enum" | "trait" | "union" | "type" => {
                let found = words.next()?;
                return Some((word, &found[..name(found).unwrap_or(found.len())]));
            }
            _ if is_qualifier(word) => before = word,
            _ => {
                let name = &word[..name(word).unwrap_or(word.len())];
                let is_constant = ["const", "static"].contains(&before) && word.ends_with(':');
                return is_constant.then_some((before, name));
            }
        }
    }
}

fn is_qualifier(word: &str) -> bool {
    QUALIFIERS.contains(&word) || word.starts_with("pub(") || word == "\"C\""
}

/// The figures of the sources below `root`.
fn figures(root: &Path) -> [usize; 5] {
    let mut figures = NameFigures::default();
    for crates in [root.join("crates"), root.join("xtask")] {
        let sources = source_files(&crates).into_iter().filter(|file| {
            let name = file.to_string_lossy();
            name.ends_with(".rs") && name.contains("/src/") && !is_test(&name)
        });
        for file in sources {
            figures.add_file(without_tests(&fs::read_to_string(file).unwrap_or_default()));
        }
    }
    figures.values()
}

/// Every figure above its limit.
pub(super) fn complaints(root: &Path) -> Vec<String> {
    let figures = LIMITS.into_iter().zip(figures(root));
    let above = figures.filter(|((_, limit, _), figure)| figure > limit);
    above
        .map(|((what, limit, unit), figure)| format!("{what}: {figure} {unit}, limit {limit}"))
        .collect()
}

/// Every figure, a line each.
pub(crate) fn report(root: &Path) -> String {
    let figures = LIMITS.into_iter().zip(figures(root));
    figures.map(|((what, _, unit), figure)| format!("{figure:>5} {unit:20} {what}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expect: Option<(&str, &str)>) {
        assert_eq!(item(line), expect, "{line}");
    }

    #[test]
    fn item_is_found_behind_its_qualifiers() {
        check("pub(crate) const fn len(&self) -> usize {", Some(("fn", "len")));
        check("pub struct Note<'a> {", Some(("struct", "Note")));
        check("static TABLE: &[u8] = &[];", Some(("static", "TABLE")));
        check("pub const MAX_CHARS: usize = 3;", Some(("const", "MAX_CHARS")));
        check("const { assert!(true) }", None);
        check("let fn_name = 3;", None);
    }

    #[test]
    fn figures_count_names_and_docs() {
        let mut figures = NameFigures::default();
        figures.add_file("/// What it is.\n/// How it is.\nfn of() {}\n/// A note.\nstruct Note;");
        figures.add_file("struct Note;\nfn read_note() {}\nconst LONGEST: usize = 3;\n");
        assert_eq!(figures.values(), [500, 1, 1000, 500, 1000]);
    }
}
