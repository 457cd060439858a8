//! Files of a crate that import each other in a circle: none of them can be read, tested or moved
//! without the others.
//!
//! What a module and those inside it import of each other is no circle: they are one thing. Where
//! a module only passes on what one inside it has, the import is that one's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use cargo_metadata::Metadata;

use super::{source_files, without_tests};

/// Circles that stand, and why.
const ACCEPTED_CIRCLES: &[(&str, &[&str], &str)] = &[
    (
        "palimp-clients",
        &[
            "answer", "claude", "codec", "codex", "copilot", "cursor", "descriptor", "gemini",
            "install", "install::check", "openclaw", "opencode", "transcript", "usage",
        ],
        "a row names what a client's folder has, and that is made of the parts which look the row up",
    ),
    (
        "palimp-clients",
        &["install::document", "install::style"],
        "a document is read with its style",
    ),
    (
        "palimp-clients",
        &["install::draft", "install::install_record"],
        "a draft tells what is recorded of it",
    ),
    (
        "palimp-cli",
        &["client_setup", "commands::chat::asking", "commands::chat::backend", "context", "models"],
        "a condensing model may be the chat's last, and the chat's model needs the command's context",
    ),
    (
        "palimp-context",
        &["conversation", "conversation_record"],
        "a conversation is what its entries say",
    ),
    ("palimp-core", &["sanitize", "text"], "one line of text is printable, and so is escaped text"),
    (
        "palimp-engine",
        &["injection::inject::notes", "injection::pinned_notes"],
        "what is always told is a part of what is told",
    ),
    (
        "palimp-engine",
        &["retrieval::freshness", "retrieval::index_sync"],
        "a memory that stays knows what is fresh in it",
    ),
    ("palimp-mcp", &["memory", "render"], "an answer's JSON writes times as its text does"),
    (
        "palimp-models",
        &["endpoint", "http::ollama", "http::service"],
        "one service has a variable of its own for its place",
    ),
    (
        "palimp-models",
        &["keys::keyring", "keys::native", "keys::secret_service"],
        "one keyring and what it is on each system",
    ),
    (
        "palimp-redact",
        &[
            "answer", "assign", "command", "header", "index", "programs", "sentence_password",
            "user_slash_password",
        ],
        "what is found in one form may hold another",
    ),
    (
        "palimp-redact",
        &["password_grade", "stand_in"],
        "a stand-in has no grade, and a pair has one",
    ),
    (
        "palimp-redact",
        &["azure", "nearby_word", "scan"],
        "what is found in one form may hold another",
    ),
    ("palimp-redact", &["names", "rules"], "a name is matched like a rule, and rules have names"),
    ("palimp-redact", &["number", "phone"], "a telephone number is a number"),
    (
        "palimp-rules",
        &["classifier", "report", "scope", "topic"],
        "a sentence is judged by its parts, and parts by the rest of the sentence",
    ),
    (
        "palimp-store",
        &["activity::counts", "activity::query"],
        "counts are asked with a query's filter",
    ),
    (
        "palimp-store",
        &["activity::flush_marks", "activity::write"],
        "what is written moves marks, of sessions",
    ),
    ("palimp-testing", &["model_server::forms", "model_server::http"], "an answer in its form"),
];

/// Every circle, and every one that was accepted and is no more.
pub(super) fn check_circles(metadata: &Metadata) -> Vec<String> {
    let found: Vec<(String, Vec<String>)> = metadata
        .packages
        .iter()
        .flat_map(|package| {
            let src = package.manifest_path.as_std_path().with_file_name("src");
            find_circles(&src).into_iter().map(|circle| (package.name.to_string(), circle))
        })
        .collect();
    let same = |(name, circle): &(String, Vec<String>),
                (of, modules, _): &(&str, &[&str], &str)| {
        name == of && circle == modules
    };
    let new = found.iter().filter(|it| !ACCEPTED_CIRCLES.iter().any(|known| same(it, known)));
    let new = new.map(|(name, circle)| {
        format!("{name}: {} import each other in a circle", circle.join(", "))
    });
    let gone = ACCEPTED_CIRCLES.iter().filter(|known| !found.iter().any(|it| same(it, known)));
    let gone =
        gone.map(|(of, modules, _)| format!("{of}: {} are no circle any more", modules.join(", ")));
    new.chain(gone).collect()
}

/// A module by its names from the crate's root.
pub(super) type ModulePath = Vec<String>;

/// The circles of the crate whose sources lie in `src`, each as the modules that are in it.
fn find_circles(src: &Path) -> Vec<Vec<String>> {
    let sources = read_sources(src);
    let arrows: BTreeMap<&ModulePath, BTreeSet<ModulePath>> = sources
        .iter()
        .map(|(module, text)| (module, module_imports(module, text, &sources)))
        .collect();
    let reached = |from: &ModulePath| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = open.pop() {
            let new = arrows[&module].iter().filter(|to| reached.insert((*to).clone()));
            open.extend(new.cloned().collect::<Vec<_>>());
        }
        reached
    };
    let reached: BTreeMap<&ModulePath, BTreeSet<ModulePath>> =
        sources.keys().map(|module| (module, reached(module))).collect();
    let mut circles = BTreeSet::new();
    for (module, far) in &reached {
        let circle: Vec<String> = far
            .iter()
            .filter(|other| far.contains(*module) && reached[other].contains(*module))
            .map(|other| other.join("::"))
            .collect();
        if !circle.is_empty() {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// The text of every module without its tests.
pub(super) fn read_sources(src: &Path) -> BTreeMap<ModulePath, String> {
    let is_source = |path: &Path| {
        path.extension().is_some_and(|ending| ending == "rs")
            && path.file_stem().is_some_and(|name| name != "tests" && name != "main")
            && !path.components().any(|part| part.as_os_str() == "tests")
    };
    let found = source_files(src).into_iter().filter(|path| is_source(path)).map(|path| {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let inside = path.strip_prefix(src).unwrap_or(&path).with_extension("");
        let names = inside.iter().map(|name| name.to_string_lossy().into_owned());
        let mut names: ModulePath = names.collect();
        if names.last().is_some_and(|name| name == "mod" || name == "lib") {
            names.pop();
        }
        (names, without_tests(&text).to_owned())
    });
    // A binary has its root in another file, which nothing imports.
    std::iter::once((ModulePath::new(), String::new())).chain(found).collect()
}

/// The modules that `module` imports, but for those that it is in and that are in it.
pub(super) fn module_imports(
    module: &ModulePath,
    text: &str,
    all: &BTreeMap<ModulePath, String>,
) -> BTreeSet<ModulePath> {
    let paths = crate_paths(text).into_iter().filter_map(|path| absolute_path(module, path));
    let homes = paths.map(|path| defining_module(path, all));
    homes.filter(|to| !to.starts_with(module) && !module.starts_with(to)).collect()
}

/// The path from the crate's root; none where it leads out of the crate.
fn absolute_path(module: &ModulePath, path: Vec<String>) -> Option<Vec<String>> {
    let mut base = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "super" => module.clone(),
        _ => return None,
    };
    for name in path {
        match name.as_str() {
            "crate" => {}
            "super" => drop(base.pop()?),
            _ => base.push(name),
        }
    }
    Some(base)
}

/// The module that has what a path names.
fn defining_module(path: Vec<String>, all: &BTreeMap<ModulePath, String>) -> ModulePath {
    let known = (0..=path.len()).rev().find(|length| all.contains_key(&path[..*length]));
    let (module, rest) = path.split_at(known.unwrap_or(0));
    let Some(item) = rest.first() else { return module.to_vec() };
    // Passed on: `pub use inner::{Item, …}`.
    let passed_on = use_paths(&all[module]).into_iter().find_map(|path| {
        let inner = [module, path.get(..1)?].concat();
        (path.last() == Some(item) && all.contains_key(&inner)).then(|| [module, &path].concat())
    });
    match passed_on {
        Some(path) => defining_module(path, all),
        None => module.to_vec(),
    }
}

/// Every path in a text that begins at the crate or at the module above.
fn crate_paths(text: &str) -> Vec<Vec<String>> {
    strip_comments(text)
        .flat_map(|line_start| {
            let starts =
                ["crate::", "super::"].iter().flat_map(|begin| line_start.match_indices(begin));
            let starts = starts.map(|(at, _)| at).filter(|at| {
                // Not the second `super` of two, nor the end of another word.
                !line_start[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
            });
            starts.flat_map(|at| parse_use_tree(&line_start[at..])).collect::<Vec<_>>()
        })
        .collect()
}

/// Every path of a `use`.
fn use_paths(text: &str) -> Vec<Vec<String>> {
    let statements = strip_comments(text).flat_map(|code| {
        let uses = code.split("use ").skip(1).map(str::to_owned);
        uses.collect::<Vec<_>>()
    });
    statements.flat_map(|rest| parse_use_tree(&rest)).collect()
}

/// The text in one piece without comments.
fn strip_comments(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    std::iter::once(lines.collect::<Vec<_>>().join(" "))
}

/// The paths of `a::b::{c, d::e}`, from the beginning of a text.
fn parse_use_tree(text: &str) -> Vec<Vec<String>> {
    let mut rest = text;
    parse_use_branch(&mut rest)
}

fn parse_use_branch(rest: &mut &str) -> Vec<Vec<String>> {
    let text = rest.trim_start();
    if let Some(inside) = text.strip_prefix('{') {
        *rest = inside;
        let mut all = Vec::new();
        loop {
            *rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with('}') {
                *rest = rest.strip_prefix('}').unwrap_or(rest);
                return all;
            }
            all.extend(parse_use_branch(rest));
            let end = rest.find([',', '}']).unwrap_or(rest.len());
            *rest = &rest[end..];
            *rest = rest.strip_prefix(',').unwrap_or(rest);
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, after) = text.split_at(end);
    let name = name.to_owned();
    match after.strip_prefix("::") {
        Some(more) => {
            *rest = more;
            let inner = parse_use_branch(rest).into_iter();
            inner.map(|path| [vec![name.clone()], path].concat()).collect()
        }
        None => {
            *rest = after;
            vec![vec![name].into_iter().filter(|name| !name.is_empty() && name != "self").collect()]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sources: &[(&str, &str)], expect: &[&[&str]]) {
        let dir = std::env::temp_dir().join(format!(
            "palimp-circles-{}-{}",
            std::process::id(),
            sources.len()
        ));
        for (name, text) in sources {
            let path = dir.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let found = find_circles(&dir);
        fs::remove_dir_all(&dir).unwrap();
        assert_eq!(found, expect);
    }

    #[test]
    fn a_circle_is_found_whatever_way_it_is_written() {
        check(
            &[
                ("lib.rs", "mod a; mod b; mod c; mod d;"),
                ("a.rs", "use crate::b::{self, c::D};"),
                ("b/mod.rs", "pub use inner::Item;"),
                ("b/inner.rs", "fn f() -> super::super::c::T { }"),
                ("c.rs", "use crate::b::Item; // and so in a circle"),
                ("d.rs", "use crate::a;\n#[cfg(test)]\nmod tests { use crate::e; }"),
            ],
            &[&["b::inner", "c"]],
        );
    }

    #[test]
    fn a_module_and_what_is_in_it_are_one() {
        check(
            &[
                ("lib.rs", "mod a; use a::X;"),
                ("a.rs", "use inner::Y; pub struct X;"),
                ("a/inner.rs", "use super::X; use crate::Z;"),
            ],
            &[],
        );
    }
}
