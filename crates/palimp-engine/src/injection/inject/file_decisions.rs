//! Tells what was decided about a file when it is touched first: decisions of the user in earlier sessions,
//! and commits, that name the file or a symbol defined in it.

use std::path::Path;

use palimp_core::author::AuthorKind;
use palimp_core::summary::file_name;
use palimp_core::symbols::defined_symbols;
use palimp_rank::relevance_threshold::rank_related;
use palimp_vault::confined_read;

use super::related_sessions::{Match, SessionScope};
use super::{Context, ContextBuilder, ContextSection};
use crate::retrieval::index_sync::Error;

const SECTION_NAME: &str = "file_decisions";
/// The section's size, in characters.
const MAX_SECTION_CHARS: usize = 700;
/// Sessions and commits that are told of a file.
const MAX_ITEMS: usize = 2;
/// Statements of one of them.
const MAX_STATEMENTS: usize = 3;
/// Sessions and commits whose statements are read.
const MAX_CANDIDATES: usize = 8;
/// Symbols of a file that are looked for, and the largest file that is read for them, in bytes.
const MAX_SYMBOLS: usize = 24;
const MAX_FILE_BYTES: u64 = 256 << 10;
/// The shortest file name without its ending that tells a file from others, in characters.
const MIN_STEM_CHARS: usize = 4;

impl ContextBuilder<'_> {
    /// Adds what sessions and commits settled about the file at `path`.
    pub(super) fn file_decisions(
        &mut self,
        path: &str,
        context: &mut Context,
    ) -> Result<(), Error> {
        if !self.is_wanted(SECTION_NAME) {
            return Ok(());
        }
        let root = Path::new(&self.session.working_dir);
        let source = match confined_read::read_within(root, &root.join(path), MAX_FILE_BYTES) {
            Ok(text) => String::from_utf8_lossy(&text.bytes).into_owned(),
            Err(_) => String::new(),
        };
        let names = file_identifiers(path, &source);
        let mut items = Vec::new();
        for found in self.statements_naming(&names)? {
            let pointer = found.pointer();
            let lines: Vec<String> = found.lines_naming(&names).take(MAX_STATEMENTS).collect();
            context.state.points_to(&pointer);
            items.push(format!("{}\n{}", found.format_label(&pointer), lines.join("\n")));
            if items.len() == MAX_ITEMS {
                break;
            }
        }
        let section =
            ContextSection::new_list(SECTION_NAME, "Decided About This File", MAX_SECTION_CHARS);
        let section = ContextSection { points: true, ..section };
        let why = crate::messages::statements_naming(names.join(", "));
        context.sections.push(section.with_reason(why).with_items(items));
        Ok(())
    }

    /// The sessions and commits of the project with a statement that says one of the names.
    fn statements_naming(&mut self, names: &[String]) -> Result<Vec<Match>, Error> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let scope = SessionScope { db: self.db, session: self.session };
        let query = names.join(" ");
        let mut matches = Vec::new();
        self.memory.with_readable_index(&mut |memory| {
            let (_, _, index) = memory.open_parts()?;
            let Some(mut windows) = index.project_windows(&scope.session.project)? else {
                return Ok(());
            };
            for found in rank_related(&mut windows, &query, None)?.into_iter().take(MAX_CANDIDATES)
            {
                let document = windows.find_document(found.document)?;
                let found = Match::new(document, found);
                if found.lines_naming(names).next().is_some()
                    && scope.includes_document(&found.document)
                {
                    matches.push(found);
                }
            }
            Ok(())
        })?;
        self.label_parts(&mut matches)?;
        Ok(matches)
    }
}

/// Returns the names that statements use for a file: its own name, and the symbols that it defines.
fn file_identifiers(path: &str, source: &str) -> Vec<String> {
    let file = file_name(path);
    let stem = file.split('.').next().unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    if stem.chars().count() >= MIN_STEM_CHARS && !super::sessions::is_common_name(stem) {
        names.push(file.to_owned());
    }
    let symbols = defined_symbols(source, MAX_SYMBOLS).into_iter();
    names.extend(symbols.filter(|name| is_coined(name)).map(str::to_owned));
    names
}

/// Returns true for a name of several words, or a long one: `cache_key`, `Retrier`.
fn is_coined(name: &str) -> bool {
    let upper =
        name.chars().skip(1).any(char::is_uppercase) && name.chars().any(char::is_lowercase);
    upper || name.trim_matches('_').contains('_') || name.chars().count() >= 7
}

impl Match {
    /// The user's decisions and the reasons of commits that say one of the names, the newest first. What an
    /// agent found out about a file holds until its next change.
    fn lines_naming<'m>(&'m self, names: &'m [String]) -> impl Iterator<Item = String> + 'm {
        let says = |text: &str| names.iter().any(|name| says_word(text, name));
        let laid_down = self.statements().filter(|it| it.by != AuthorKind::Agent);
        laid_down.filter(move |it| says(it.text)).map(|it| it.format_line())
    }
}

/// Returns true if a text says `word` as a whole.
fn says_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_named_by_itself_and_its_symbols() {
        let source = "def cache_key(url):\n    pass\ndef get():\n    pass\n";
        assert_eq!(file_identifiers("edgecache/keys.py", source), ["keys.py", "cache_key"]);
        assert_eq!(file_identifiers("src/index.ts", "export function loadUser() {"), ["loadUser"]);
    }

    #[test]
    fn word_is_said_only_as_a_whole() {
        assert!(says_word("`cache_key` keeps the slash", "cache_key"));
        assert!(!says_word("my_cache_keys keep the slash", "cache_key"));
    }
}
