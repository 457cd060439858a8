//! Names that a source file defines: functions, types and constants, by the keywords of many languages.
//!
//! A heuristic over lines, not a parser: it misses what is defined in unusual ways and never fails.

/// The shortest name that counts, in characters.
const MIN_CHARS: usize = 4;
/// Words that stand in front of a definition.
const MODIFIERS: [&str; 20] = [
    "pub", "export", "default", "async", "static", "public", "private", "protected", "abstract",
    "final", "unsafe", "const", "extern", "inline", "override", "open", "internal", "virtual",
    "readonly", "declare",
];
/// Words behind which the name of a definition follows.
const DEFINITION_KEYWORDS: [&str; 18] = [
    "fn", "def", "class", "func", "function", "struct", "enum", "trait", "interface", "type",
    "record", "object", "let", "var", "val", "const", "macro_rules!", "fun",
];
/// Keywords that define something of the file only where the line is not indented.
const TOP_LEVEL_KEYWORDS: [&str; 4] = ["let", "var", "val", "const"];
/// Names that many files define.
const COMMON_NAMES: [&str; 12] = [
    "main", "test", "tests", "init", "__init__", "default", "setup", "render", "clone", "from",
    "into", "Error",
];

/// Returns the names that `source` defines, in their order, each once, at most `max`.
///
/// ```
/// use palimp_core::symbols::defined_symbols;
///
/// let source = "MAX_ATTEMPTS = 7\n\nclass Retrier:\n    def run_all(self):\n        pass\n";
/// assert_eq!(defined_symbols(source, 9), ["MAX_ATTEMPTS", "Retrier", "run_all"]);
/// ```
pub fn defined_symbols(source: &str, max: usize) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for line in source.lines() {
        if found.len() == max {
            break;
        }
        if let Some(name) = defined_in(line)
            && name.chars().count() >= MIN_CHARS
            && !COMMON_NAMES.contains(&name)
            && !found.contains(&name)
        {
            found.push(name);
        }
    }
    found
}

fn defined_in(line: &str) -> Option<&str> {
    let is_indented = line.starts_with([' ', '\t']);
    let mut words = line.split_whitespace().map(|word| {
        // `pub(crate)` is a modifier as `pub` is.
        if word.starts_with("pub(") { "pub" } else { word }
    });
    let mut before = "";
    while let Some(word) = words.next() {
        let is_keyword = DEFINITION_KEYWORDS.contains(&word);
        // `const` is both: `const fn`, `const LIMIT`.
        if MODIFIERS.contains(&word) && word != "const" {
            before = word;
            continue;
        }
        if word == "const" {
            let mut rest = words.clone();
            let next = rest.next()?;
            if DEFINITION_KEYWORDS.contains(&next) || next == "enum" {
                continue;
            }
            return (!is_indented).then(|| leading_identifier(next)).flatten();
        }
        if is_keyword {
            if is_indented && TOP_LEVEL_KEYWORDS.contains(&word) {
                return None;
            }
            let next = words.next()?;
            // `func (r *Retrier) Run(`: the receiver is no name.
            let next = if next.starts_with('(') {
                words
                    .find(|word| !word.ends_with(')') || word.contains('('))
                    .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))?
            } else {
                next
            };
            return leading_identifier(next);
        }
        // `MAX_ATTEMPTS = 7`, `MAX_ATTEMPTS: int = 7`
        let name = word.trim_end_matches(':');
        let is_upper = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
        let is_constant = !is_indented && before.is_empty() && name.bytes().all(is_upper);
        let is_assigned = name.len() < word.len() || words.next().is_some_and(|it| it == "=");
        return (is_constant && is_assigned).then_some(name);
    }
    None
}

/// The identifier at the beginning of a word: `run_all` of `run_all(self):`.
fn leading_identifier(word: &str) -> Option<&str> {
    let end = word.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(word.len());
    (end > 0 && !word.starts_with(|c: char| c.is_ascii_digit())).then(|| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_many_languages_are_found() {
        for (line, expect) in [
            ("pub(crate) const fn parse_header(text: &str)", Some("parse_header")),
            ("export default async function loadUser(id) {", Some("loadUser")),
            ("func (r *Retrier) RunAll(ctx context.Context) error {", Some("RunAll")),
            ("func Budget() int {", Some("Budget")),
            ("    def apply_updates(self, other):", Some("apply_updates")),
            ("public static final class PriceTable {", Some("PriceTable")),
            ("export const cacheKey = (url: string) => {", Some("cacheKey")),
            ("MAX_ATTEMPTS: int = 7", Some("MAX_ATTEMPTS")),
            ("interface QuotaRow {", Some("QuotaRow")),
            ("    let inner = 3;", None),
            ("    const inner = 3;", None),
            ("return parse_header(text)", None),
            ("// class of errors", None),
            ("", None),
        ] {
            assert_eq!(defined_in(line), expect, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(source in "(?s).{0,300}") {
            defined_symbols(&source, 5);
        }
    }
}
