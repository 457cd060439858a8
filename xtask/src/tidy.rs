//! Whether the house is in order: who imports whom, who alone imports the heavy crates, that every
//! file says what it is, that no link in the papers is dead, and that the tests are there which the
//! threat model names.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// Which of our crates each may import; `ARCHITECTURE.md` draws it.
const ARROWS: &[(&str, &[&str])] = &[
    ("palimp-core", &[]),
    ("palimp-files", &[]),
    ("palimp-redact", &[]),
    ("palimp-note", &["palimp-core"]),
    ("palimp-rank", &["palimp-core"]),
    ("palimp-rules", &["palimp-core", "palimp-rank"]),
    ("palimp-store", &["palimp-core", "palimp-files", "palimp-rank"]),
    ("palimp-context", &["palimp-core", "palimp-redact"]),
    ("palimp-clients", &["palimp-core", "palimp-files", "palimp-redact"]),
    ("palimp-vault", &["palimp-core", "palimp-files", "palimp-note"]),
    ("palimp-models", &["palimp-core", "palimp-files"]),
    (
        "palimp-engine",
        &[
            "palimp-clients", "palimp-context", "palimp-core", "palimp-files", "palimp-note",
            "palimp-rank", "palimp-redact", "palimp-rules", "palimp-store", "palimp-vault",
        ],
    ),
    ("palimp-mcp", &["palimp-core"]),
    (
        "palimp-cli",
        &[
            "palimp-clients", "palimp-context", "palimp-core", "palimp-engine", "palimp-files",
            "palimp-mcp", "palimp-models", "palimp-note", "palimp-redact", "palimp-rules",
            "palimp-store",
        ],
    ),
    ("palimp-testing", &[]),
    (
        "palimp-bench",
        &[
            "palimp-core", "palimp-engine", "palimp-models", "palimp-rank", "palimp-redact",
            "palimp-store", "palimp-testing",
        ],
    ),
    ("xtask", &["palimp-redact"]),
];

/// Crates that one room alone may know, with those that may import them.
const SOLE_IMPORTERS: &[(&str, &[&str])] = &[
    ("rusqlite", &["palimp-store", "palimp-bench", "palimp-testing"]),
    ("jsonc-parser", &["palimp-clients"]),
    ("toml_edit", &["palimp-clients", "xtask"]),
    ("clap", &["palimp-cli"]),
    ("notify", &["palimp-vault"]),
    ("rmcp", &["palimp-mcp"]),
    ("rten", &["palimp-models"]),
    ("ureq", &["palimp-models"]),
    ("palimp-testing", &["palimp-bench"]),
];

/// Calls that would wait for a pipe, or read a device without end.
const BOLD_READS: &[&str] = &["fs::read(", "fs::read_to_string(", "File::open("];

/// Calls that write a file, or lock one, in a way of their own.
const BOLD_WRITES: &[&str] = &[
    "fs::write(", "fs::rename(", "fs::copy(", "fs::hard_link(", "fs::create_dir",
    "fs::set_permissions(", "renameat", "::linkat(", "OFlags::CREATE", "File::create",
    "File::options", "OpenOptions", "DirBuilder", ".sync_all(", ".sync_data(", "TryLockError",
    ".try_lock()", "flock(", "NamedTempFile", ".tempfile",
];

/// Rooms that read and write past `palimp-files`, or files with the calls they make; and why.
const BOLD: &[(&str, &[&str], &str)] = &[
    ("crates/palimp-files/", &[], "it is the way"),
    ("crates/palimp-testing/", &[], "it makes what tests are run on"),
    (
        "crates/palimp-clients/src/install/write.rs",
        &["fs::create_dir"],
        "directories of a client's settings have the permissions that its user wants",
    ),
    (
        "crates/palimp-cli/src/commands/bench.rs",
        &["fs::create_dir", "fs::write(", "File::options"],
        "it lays out notes of a given day, in a temporary directory of its own",
    ),
    (
        "crates/palimp-cli/src/commands/bench/gate.rs",
        &["fs::create_dir", "fs::write("],
        "it copies a vault into a temporary directory of its own",
    ),
    (
        "crates/palimp-engine/src/chat/record.rs",
        &[".sync_data("],
        "a record is synced line by line: each is appended, and nothing is replaced",
    ),
];

/// Everything that is not in order, a line each.
pub(crate) fn complaints() -> Vec<String> {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata");
    let root = metadata.workspace_root.as_std_path().to_owned();
    let mut complaints = arrows(&metadata);
    complaints.extend(unheld_promises(&root));
    for file in files(&root) {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("rs") => {
                complaints.extend(module_comment(&file));
                complaints.extend(bold_calls(&root, &file));
            }
            Some("md") => complaints.extend(dead_links(&file)),
            _ => {}
        }
    }
    complaints
}

fn arrows(metadata: &Metadata) -> Vec<String> {
    metadata.packages.iter().flat_map(wrong_imports).collect()
}

fn wrong_imports(package: &Package) -> Vec<String> {
    let name = package.name.as_str();
    let Some((_, allowed)) = ARROWS.iter().find(|(of, _)| *of == name) else {
        return vec![format!("{name}: the drawing of the house does not know this crate")];
    };
    let normal = package.dependencies.iter().filter(|d| d.kind == DependencyKind::Normal);
    normal
        .filter(|dependency| {
            let ours = ARROWS.iter().any(|(of, _)| *of == dependency.name);
            let guarded = SOLE_IMPORTERS.iter().find(|(what, _)| *what == dependency.name);
            (ours && !allowed.contains(&dependency.name.as_str()))
                || guarded.is_some_and(|(_, by)| !by.contains(&name))
        })
        .map(|dependency| format!("{name}: must not import {}", dependency.name))
        .collect()
}

fn module_comment(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let included = file.ends_with("link.rs");
    (!text.starts_with("//!") && !included)
        .then(|| format!("{}: does not begin with what it is (//!)", file.display()))
}

/// Files that are read or written past `palimp-files`: there a pipe would be waited for, a device
/// read without end, or a crash would leave half a file.
fn bold_calls(root: &Path, file: &Path) -> Vec<String> {
    let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().into_owned();
    let ours = name.starts_with("crates/") && name.contains("/src/");
    let excuse = BOLD.iter().find(|(of, ..)| name.starts_with(of));
    if !ours || excuse.is_some_and(|(_, calls, _)| calls.is_empty()) || is_test(&name) {
        return Vec::new();
    }
    let excused = excuse.map_or(&[][..], |(_, calls, _)| calls);
    let text = fs::read_to_string(file).unwrap_or_default();
    let code = without_tests(&text);
    let code = || code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let is_bold = |line: &&str| {
        let mut calls = BOLD_READS.iter().chain(BOLD_WRITES);
        calls.any(|call| line.contains(call) && !excused.contains(call))
    };
    let bold = code().filter(is_bold);
    let bold = bold.map(|line| format!("{name}: goes past palimp-files: {}", line.trim()));
    let unused = excused.iter().filter(|call| !code().any(|line| line.contains(**call)));
    let unused =
        unused.map(|call| format!("{name}: is excused for {call}, which it does not call"));
    bold.chain(unused).collect()
}

/// What stands before the tests of a file.
fn without_tests(text: &str) -> &str {
    let ends = ["#[cfg(test)]\nmod", "#[cfg(all(test"].map(|begin| text.find(begin));
    &text[..ends.into_iter().flatten().min().unwrap_or(text.len())]
}

fn is_test(name: &str) -> bool {
    name.ends_with("tests.rs") || name.contains("/tests/")
}

fn dead_links(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let dir = file.parent().unwrap_or(Path::new("."));
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.contains("://") && !target.starts_with(['#', '<']))
        .filter(|target| !dir.join(target.split('#').next().unwrap_or_default()).exists())
        .map(|target| format!("{}: the link to {target} is dead", file.display()))
        .collect()
}

/// Tests that the threat model names and that are nowhere.
fn unheld_promises(root: &Path) -> Vec<String> {
    let model = fs::read_to_string(root.join("docs/threat-model.md")).expect("the threat model");
    let is_rust = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "rs");
    let code = files(&root.join("crates")).into_iter().filter(is_rust);
    let code: String = code.filter_map(|file| fs::read_to_string(file).ok()).collect();
    let names = model.split('`').skip(1).step_by(2);
    let names = names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
    let names = names.filter(|name| name.contains('_'));
    names
        .filter(|name| !code.contains(&format!("fn {name}()")))
        .map(|name| format!("docs/threat-model.md: there is no test {name}"))
        .collect()
}

/// Every file of ours.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.')
                && !["target", "node_modules", "fixtures", "snapshots"].contains(&&*name)
            {
                found.extend(files(&path));
            }
        } else {
            found.push(path);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_house_is_in_order() {
        let complaints = super::complaints();
        assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    }
}
