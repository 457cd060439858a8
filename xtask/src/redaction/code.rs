//! Measures false findings of the redactor in code, where there should be next to nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use palimp_redact::Redactor;

/// Findings in a directory.
#[derive(Clone, Debug, Default)]
pub(super) struct CodeSweep {
    pub(super) files: usize,
    pub(super) bytes: usize,
    pub(super) lines: usize,
    /// Those of files that invent nothing: neither tests nor documents.
    pub(super) plain_lines: usize,
    /// Number of findings of each kind.
    pub(super) kinds: BTreeMap<&'static str, usize>,
    /// Number of findings, e-mail addresses aside, that tests and documents invent.
    pub(super) invented: usize,
    /// Each finding: its kind, its file with the line, and the text around it.
    pub(super) findings: Vec<(&'static str, String, String)>,
}

impl CodeSweep {
    /// Returns the number of e-mail addresses found.
    pub(super) fn email_count(&self) -> usize {
        self.kinds.get(EMAIL_KIND).copied().unwrap_or_default()
    }

    /// Returns the number of other findings.
    pub(super) fn other_count(&self) -> usize {
        self.kinds.values().sum::<usize>() - self.email_count()
    }

    /// `count` for ten thousand lines.
    pub(super) fn rate_of(&self, count: usize) -> f64 {
        per_ten_thousand(count, self.lines)
    }

    /// Returns the number of findings, e-mail addresses aside, in ten thousand lines of files that
    /// invent nothing.
    pub(super) fn plain_rate(&self) -> f64 {
        per_ten_thousand(self.other_count() - self.invented, self.plain_lines)
    }
}

fn per_ten_thousand(count: usize, lines: usize) -> f64 {
    1e4 * count as f64 / lines.max(1) as f64
}

/// The kind that counts for itself.
const EMAIL_KIND: &str = "email";

/// True if credentials in `file` are there to be shown or tried: in a test, an example, a document.
fn may_invent_secrets(file: &Path) -> bool {
    const TEST_PATH_WORDS: [&str; 9] =
        ["test", "spec", "example", "fixture", "mock", "sample", "bench", "docs", "demo"];
    let is_document = file
        .extension()
        .is_some_and(|ending| ["md", "rst", "adoc"].iter().any(|known| ending == *known));
    let parts = file.iter().map(|part| part.to_string_lossy().to_lowercase());
    is_document
        || parts.into_iter().any(|part| TEST_PATH_WORDS.iter().any(|word| part.contains(word)))
}

/// Looks through the text files in `directories`.
pub(super) fn sweep_directories(directories: &[String]) -> CodeSweep {
    let mut sweep = CodeSweep::default();
    let redactor = Redactor::default();
    for file in directories.iter().flat_map(|directory| text_files(Path::new(directory))) {
        let Some(text) = fs::read(&file).ok().and_then(|bytes| String::from_utf8(bytes).ok())
        else {
            continue;
        };
        sweep.files += 1;
        sweep.bytes += text.len();
        let (lines, invents) = (text.lines().count(), may_invent_secrets(&file));
        sweep.lines += lines;
        sweep.plain_lines += if invents { 0 } else { lines };
        for found in redactor.find(&text) {
            *sweep.kinds.entry(found.kind).or_default() += 1;
            sweep.invented += usize::from(found.kind != EMAIL_KIND && invents);
            let line = text[..found.start].matches('\n').count() + 1;
            let place = format!("{}:{line}", file.display());
            sweep.findings.push((found.kind, place, show_finding(&text, found.start, found.end)));
        }
    }
    sweep
}

/// The files below `path` that are neither history nor larger than an editor would open.
fn text_files(path: &Path) -> Vec<PathBuf> {
    const MAX_FILE_BYTES: u64 = 8 << 20;
    if path.is_file() {
        let is_small = fs::metadata(path).is_ok_and(|meta| meta.len() <= MAX_FILE_BYTES);
        return if is_small { vec![path.to_owned()] } else { Vec::new() };
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.retain(|path| !path.is_symlink() && !path.ends_with(".git"));
    entries.sort();
    entries.iter().flat_map(|path| text_files(path)).collect()
}

/// The finding in its line, in brackets.
fn show_finding(text: &str, start: usize, end: usize) -> String {
    const MAX_CONTEXT_BYTES: usize = 70;
    let is_boundary = |at: &usize| text.is_char_boundary(*at);
    let first =
        (start.saturating_sub(MAX_CONTEXT_BYTES)..=start).find(is_boundary).unwrap_or(start);
    let last =
        (end..=(end + MAX_CONTEXT_BYTES).min(text.len())).rev().find(is_boundary).unwrap_or(end);
    let before = &text[first..start];
    let before = before.rsplit('\n').next().unwrap_or_default();
    let after = &text[end..last];
    let after = after.split('\n').next().unwrap_or_default();
    format!("{before}⟦{}⟧{after}", &text[start..end])
}
