//! Files that are longer than a reader holds in mind.

use std::fs;
use std::path::Path;

use super::{is_test, name_of, source_files, without_tests};

/// Maximum number of lines of a file, its tests aside.
const MAX_FILE_LINES: usize = 500;

/// Longer ones, and why.
const LONG_FILES: &[(&str, &str)] = &[
    ("crates/palimp-redact/src/rules/general.rs", "a table: a row a rule, with its examples"),
    (
        "crates/palimp-store/src/activity/search.rs",
        "three tiers of one search that share their candidates",
    ),
    ("crates/palimp-engine/src/retrieval/indexing.rs", "one pass over files, step after step"),
];

/// Every file that is too long, and every excuse that is not needed.
pub(super) fn check_sizes(root: &Path) -> Vec<String> {
    let sources =
        source_files(&root.join("crates")).into_iter().chain(source_files(&root.join("xtask")));
    let sources = sources.filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    let sizes = sources.map(|file| {
        let text = fs::read_to_string(&file).unwrap_or_default();
        (name_of(root, &file), without_tests(&text).lines().count())
    });
    let long: Vec<_> =
        sizes.filter(|(name, lines)| *lines > MAX_FILE_LINES && !is_test(name)).collect();
    let excused = |name: &str| LONG_FILES.iter().any(|(of, _)| *of == name);
    let too_long = long.iter().filter(|(name, _)| !excused(name));
    let too_long = too_long.map(|(name, lines)| format!("{name}: has {lines} lines: cut it"));
    let short = LONG_FILES.iter().filter(|(of, _)| !long.iter().any(|(name, _)| name == of));
    let short = short.map(|(of, _)| format!("{of}: is excused for its length, and is not long"));
    too_long.chain(short).collect()
}
