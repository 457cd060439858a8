//! Facts about lines that a commit added.

use std::collections::HashMap;
use std::rc::Rc;

use palimp_note::anchor::{self, Anchor};

use super::git::{CommittedFile, GitRepository};

/// Maximum number of facts of a commit, and of one file.
const MAX_FACTS_PER_COMMIT: usize = 6;
const OF_A_FILE: usize = 3;
/// The endings of files in which code is.
const CODE_EXTENSIONS: [&str; 16] = [
    "rs", "go", "py", "js", "ts", "tsx", "jsx", "java", "kt", "rb", "php", "c", "h", "cpp", "cs",
    "swift",
];

/// A fact that says what a line says.
pub(super) struct LineFact {
    /// The commit that added the line.
    pub(super) commit: String,
    /// Present path of the file.
    pub(super) path: String,
    /// Text of the whole file.
    pub(super) text: Rc<str>,
    /// The number of the line, from 1.
    pub(super) line: usize,
    /// Text of the line.
    pub(super) statement: String,
    /// The fact.
    pub(super) said: String,
    pub(super) anchor: Anchor,
    /// Symbol defined around the line, by which other programs identify it.
    pub(super) symbol: Option<String>,
}

/// The facts of a commit. A line is worth one when it has three names or numbers and stands in its file
/// once; the fact names those of them that are rarest there, one to three.
pub(super) fn made_by(
    repository: &GitRepository,
    commit: &str,
    changes: &[CommittedFile],
    names: usize,
) -> Result<Vec<LineFact>, String> {
    let mut facts = Vec::new();
    let code = |change: &&CommittedFile| {
        !change.is_removal()
            && change.to.rsplit_once('.').is_some_and(|(_, end)| CODE_EXTENSIONS.contains(&end))
    };
    for change in changes.iter().filter(code) {
        let text = repository.file_text(commit, &change.to)?;
        if text.len() as u64 > anchor::MAX_ANCHORED_FILE_BYTES {
            continue;
        }
        let added = repository.added_lines(commit, &change.to)?;
        let able: Vec<(usize, String)> = added
            .into_iter()
            .filter_map(|line| Some((line, said_of(&text, line, &change.to, names)?)))
            .collect();
        // As far apart as they can be, so that one hunk does not speak for the file.
        let step = able.len().div_ceil(OF_A_FILE).max(1);
        for (line, said) in able.into_iter().step_by(step) {
            let Some(anchor) = anchor::anchor_fact(&change.to, &text, None, &said) else {
                continue;
            };
            facts.push(LineFact {
                commit: commit.to_owned(),
                path: change.to.clone(),
                line,
                statement: text.lines().nth(line - 1).unwrap_or("").to_owned(),
                said,
                anchor,
                symbol: anchor::symbol_at(&text, line),
                text: text.clone(),
            });
        }
    }
    facts.truncate(MAX_FACTS_PER_COMMIT);
    Ok(facts)
}

fn said_of(text: &str, line: usize, path: &str, names: usize) -> Option<String> {
    let statement = text.lines().nth(line - 1)?.trim();
    let is_comment =
        ["//", "#", "*", "/*", "<!--", "\"\"\""].iter().any(|mark| statement.starts_with(mark));
    if is_comment || text.lines().filter(|other| other.trim() == statement).count() > 1 {
        return None;
    }
    let mut frequent: HashMap<&str, usize> = HashMap::new();
    split_words(text).for_each(|word| *frequent.entry(word).or_default() += 1);
    let mut named: Vec<&str> = split_words(statement)
        .filter(|word| word.len() > 2 || word.parse::<u64>().is_ok())
        .collect();
    named.sort_by_key(|word| (frequent[word], *word));
    named.dedup();
    let [one, two, three, ..] = named[..] else { return None };
    Some(match names {
        1 => format!("In {path}, `{one}` is what counts"),
        2 => format!("In {path}, `{one}` goes with `{two}`"),
        _ => format!("In {path}, `{one}` goes with `{two}` and {three}"),
    })
}

fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
