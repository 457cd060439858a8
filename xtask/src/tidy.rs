//! Checks of the workspace's order: imports between crates, sole importers of the heavy crates,
//! words reserved for one crate, file lengths, import circles, module comments, dead links, Korean
//! twins of the pages of `docs/`, and the tests that the threat model names.

mod arrows;
mod circles;
mod folders;
mod names;
mod sizes;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::MetadataCommand;

/// Everything that is not in order, a line each.
pub(crate) fn check_workspace() -> Vec<String> {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata");
    let root = metadata.workspace_root.as_std_path().to_owned();
    let mut complaints = arrows::check_imports(&root, &metadata);
    complaints.extend(circles::check_circles(&metadata));
    complaints.extend(folders::check_folders(&root));
    for page in ["threat-model.md", "threat-model.ko.md", "guarantees.md", "guarantees.ko.md"] {
        complaints.extend(missing_tests(&root, &format!("docs/internals/{page}")));
    }
    complaints.extend(lacking_twins(&root));
    for file in source_files(&root) {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("rs") => {
                complaints.extend(module_comment(&file));
                complaints.extend(words::check_words(&root, &file));
            }
            Some("md") => complaints.extend(dead_links(&file)),
            _ => {}
        }
    }
    complaints.extend(sizes::check_sizes(&root));
    complaints.extend(names::complaints(&root));
    complaints
}

/// Figures of names and doc comments, a line each.
pub(crate) fn figures() -> String {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata");
    names::report(metadata.workspace_root.as_std_path())
}

fn module_comment(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let included = file.ends_with("link.rs");
    (!text.starts_with("//!") && !included)
        .then(|| format!("{}: does not begin with what it is (//!)", file.display()))
}

/// Returns the text before the tests of a file.
fn without_tests(text: &str) -> &str {
    let ends = ["#[cfg(test)]\nmod", "#[cfg(all(test"].map(|begin| text.find(begin));
    &text[..ends.into_iter().flatten().min().unwrap_or(text.len())]
}

/// The name of a file from the root on.
fn name_of(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).to_string_lossy().into_owned()
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

/// Pages of `docs/` that are there in one language, or do not lead to the other.
fn lacking_twins(root: &Path) -> Vec<String> {
    let is_paper = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "md");
    let pages = source_files(&root.join("docs")).into_iter().filter(is_paper);
    pages.filter_map(|page| lacking_twin(root, &page)).collect()
}

fn lacking_twin(root: &Path, page: &Path) -> Option<String> {
    let name = page.file_name()?.to_str()?;
    let (twin, language) = match name.strip_suffix(".ko.md") {
        Some(stem) => (format!("{stem}.md"), "English"),
        None => (name.replace(".md", ".ko.md"), "한국어"),
    };
    let leads = fs::read_to_string(page).ok()?.contains(&format!("[{language}]({twin})"));
    let name = name_of(root, page);
    match page.with_file_name(&twin).exists() {
        false => Some(format!("{name}: there is no {twin} beside it")),
        true => (!leads).then(|| format!("{name}: does not lead to [{language}]({twin})")),
    }
}

/// Tests that a page names and that do not exist.
fn missing_tests(root: &Path, name: &str) -> Vec<String> {
    let page = fs::read_to_string(root.join(name)).expect("the page");
    let is_rust = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "rs");
    let code = source_files(&root.join("crates")).into_iter().filter(is_rust);
    let code: String = code.filter_map(|file| fs::read_to_string(file).ok()).collect();
    // A table names its tests in the last cell.
    let cells = page.lines().map(|line| line.rsplit_once(" | ").map_or(line, |(_, cell)| cell));
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let names = names.map(|name| name.rsplit("::").next().unwrap_or(name));
    let names = names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
    let names = names.filter(|name| name.contains('_'));
    names
        .filter(|name| !code.contains(&format!("fn {name}(")))
        .map(|test| format!("{name}: there is no test {test}"))
        .collect()
}

/// Every file of ours.
fn source_files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.')
                && !["target", "node_modules", "fixtures", "snapshots"].contains(&&*name)
            {
                found.extend(source_files(&path));
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
        let complaints = super::check_workspace();
        assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    }
}
