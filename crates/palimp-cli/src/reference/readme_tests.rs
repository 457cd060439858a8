//! The README says in both languages what can be typed, and it can be.

use std::fs;
use std::path::Path;

use clap::Parser;

use crate::cli::Cli;

fn readme(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

/// The commands at the prompts, without what is said behind them.
fn commands(readme: &str) -> Vec<String> {
    let prompts = readme.lines().filter_map(|line| line.strip_prefix("$ "));
    prompts
        .map(|line| {
            line.split("  #")
                .next()
                .unwrap_or(line)
                .split(" # ")
                .next()
                .unwrap_or(line)
                .trim_end()
                .to_owned()
        })
        .collect()
}

/// Pages and pictures that a README links, without sections; a page in Korean is its page in English.
fn links(readme: &str) -> Vec<String> {
    let behind = readme.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let pages = behind.map(|(link, _)| link.split('#').next().unwrap_or(link));
    pages.map(|page| page.replace(".ko.", ".")).collect()
}

#[test]
fn both_readmes_claim_the_same_commands_and_link_the_same_pages() {
    let (english, korean) = (readme("README.md"), readme("README.ko.md"));
    assert!(commands(&english).len() > 10);
    assert_eq!(commands(&english), commands(&korean));
    assert_eq!(links(&english), links(&korean));
    let parts = |text: &str| text.lines().filter(|line| line.starts_with("- **")).count();
    assert_eq!(parts(&english), parts(&korean), "each claim stands in both");
}

#[test]
fn every_command_of_the_readme_is_a_right_call() {
    for line in commands(&readme("README.md")).iter().filter(|line| line.starts_with("palimp ")) {
        let words = line.split('"').enumerate().flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        let words: Vec<String> = words.collect();
        let parsed = Cli::try_parse_from(&words);
        assert!(parsed.is_ok(), "{line}: {}", parsed.err().unwrap());
    }
}
