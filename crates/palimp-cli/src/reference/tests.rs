//! Whether what is generated is what stands in the files; with `PALIMP_GENERATE` set, it is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use palimp_clap::localize_command;
use palimp_core::lang::{Lang, with_lang};
use palimp_core::settings::{json_schema, keys};

use super::commands;
use super::settings::{ENGLISH_WORDS, KOREAN_WORDS};
use crate::cli::Cli;
use crate::messages;

/// Where a generated part of a paper begins and ends.
const BEGIN: &str = "<!-- From here on `cargo xtask generate` writes. -->\n";
const END: &str = "\n<!-- Here it ends. -->\n";

/// The files, by their names from the root on.
fn generated(root: &Path) -> BTreeMap<PathBuf, String> {
    let palimp = Cli::command().term_width(100);
    let palimp_in =
        |lang| with_lang(lang, || localize_command(palimp.clone(), &messages::HELP_TABLES));
    let schema = serde_json::to_string_pretty(&json_schema(keys())).unwrap() + "\n";
    let part = |name: &str, text: &str| (PathBuf::from(name), within(&root.join(name), text));
    let mut files = BTreeMap::from([
        (
            PathBuf::from("docs/reference/commands.md"),
            commands::render_commands(&palimp_in(Lang::En), &commands::ENGLISH_WORDS),
        ),
        (
            PathBuf::from("docs/reference/commands.ko.md"),
            commands::render_commands(&palimp_in(Lang::Ko), &commands::KOREAN_WORDS),
        ),
        (PathBuf::from("docs/reference/settings.schema.json"), schema),
        part("docs/reference/settings.md", &super::settings::render_settings(&ENGLISH_WORDS)),
        part("docs/reference/settings.ko.md", &super::settings::render_settings(&KOREAN_WORDS)),
    ]);
    files.extend(pages());
    files
}

/// The man pages, a page a command.
fn pages() -> BTreeMap<PathBuf, String> {
    let dir = tempfile::tempdir().unwrap();
    clap_mangen::generate_to(Cli::command(), dir.path()).unwrap();
    let page = |entry: fs::DirEntry| {
        let text = fs::read_to_string(entry.path()).unwrap();
        (Path::new("man").join(entry.file_name()), text)
    };
    fs::read_dir(dir.path()).unwrap().map(|entry| page(entry.unwrap())).collect()
}

/// The paper with `text` in its generated part.
fn within(paper: &Path, text: &str) -> String {
    let whole = fs::read_to_string(paper).unwrap();
    let (before, rest) = whole.split_once(BEGIN).expect("where the generated part begins");
    let (_, after) = rest.split_once(END).expect("where the generated part ends");
    [before, BEGIN, text, END, after].concat()
}

/// Pages of commands that are no more.
fn strays(root: &Path, files: &BTreeMap<PathBuf, String>) -> Vec<PathBuf> {
    let there = fs::read_dir(root.join("man")).into_iter().flatten();
    let there = there.map(|entry| Path::new("man").join(entry.unwrap().file_name()));
    there.filter(|name| !files.contains_key(name)).collect()
}

#[test]
fn what_is_generated_is_what_stands_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = generated(&root);
    let strays = strays(&root, &files);
    let is_other = |name: &Path, text: &str| {
        fs::read_to_string(root.join(name)).map_or(true, |there| there != text)
    };
    let other: Vec<_> = files.iter().filter(|(name, text)| is_other(name, text)).collect();
    if std::env::var_os("PALIMP_GENERATE").is_some() {
        fs::create_dir_all(root.join("man")).unwrap();
        other.iter().for_each(|(name, text)| fs::write(root.join(name), text).unwrap());
        strays.iter().for_each(|name| fs::remove_file(root.join(name)).unwrap());
        return;
    }
    let names = other.into_iter().map(|(name, _)| name).chain(&strays);
    let complaints: Vec<String> = names
        .map(|name| format!("{}: is not what the code says: cargo xtask generate", name.display()))
        .collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
