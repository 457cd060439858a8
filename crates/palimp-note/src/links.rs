//! Resolution of links between notes.
//!
//! `[[name]]` is looked up in the whole vault, as Obsidian does: by the file's name in any
//! directory, or by the end of its path. A Markdown link is relative to its note; programs also
//! write it from the vault's root or by the name alone, so these are tried next.

use std::collections::HashMap;

use crate::note::{NoteLink, NoteMetadata};
use crate::path::{NotePath, is_markdown, to_nfc};

/// The notes of a vault by the names under which links call them.
#[derive(Debug, Default)]
pub struct NoteNames {
    paths: Vec<NotePath>,
    /// By the path without its ending.
    by_path: HashMap<String, usize>,
    /// By the file's name without its ending.
    by_name: HashMap<String, Vec<usize>>,
    by_alias: HashMap<String, usize>,
}

impl NoteNames {
    /// Indexes the names of these notes.
    pub fn from_notes<'a>(
        notes: impl IntoIterator<Item = (&'a NotePath, &'a NoteMetadata)>,
    ) -> NoteNames {
        let mut names = NoteNames::default();
        for (path, note) in notes {
            let at = names.paths.len();
            names.paths.push(path.clone());
            names.by_path.insert(without_ending(&fold_name(path.as_str())), at);
            names.by_name.entry(fold_name(path.stem())).or_default().push(at);
            for alias in &note.aliases {
                names.by_alias.entry(fold_name(alias)).or_insert(at);
            }
        }
        names
    }

    /// The note that a link in the note `from` leads to; none where there is no such note.
    pub fn leads_to(&self, from: &NotePath, link: &NoteLink) -> Option<&NotePath> {
        if link.target.is_empty() {
            return self.by_path(from.as_str());
        }
        match link.wiki {
            true => self.find_by_name(&link.target, Some(from)),
            false => {
                let beside = join_path(from, &link.target);
                let beside = beside.and_then(|path| self.by_path(&path));
                beside.or_else(|| self.find_by_name(&link.target, Some(from)))
            }
        }
    }

    /// Returns the note with this path, name or alias. Among several of one name, the one beside
    /// `from` is preferred, else the one nearest to the vault's root.
    pub fn find_by_name(&self, name: &str, from: Option<&NotePath>) -> Option<&NotePath> {
        let name = name.trim().trim_start_matches("./").trim_start_matches('/');
        if let Some(path) = self.by_path(name) {
            return Some(path);
        }
        let wanted = without_ending(&fold_name(name));
        let last = wanted.rsplit('/').next().unwrap_or(&wanted);
        let ends_so = |at: &&usize| {
            let path = without_ending(&fold_name(self.paths[**at].as_str()));
            path.strip_suffix(&wanted).is_some_and(|above| above.is_empty() || above.ends_with('/'))
        };
        let found = self.by_name.get(last).into_iter().flatten().filter(ends_so);
        let near = |at: &usize| {
            let path = &self.paths[*at];
            let is_beside = from.is_some_and(|from| from.directories().eq(path.directories()));
            (!is_beside, path.directories().count(), path.as_str())
        };
        let found = found.min_by_key(|at| near(at)).or_else(|| self.by_alias.get(&fold_name(name)));
        found.map(|at| &self.paths[*at])
    }

    /// The note that lies at `path`.
    pub fn at(&self, path: &NotePath) -> Option<&NotePath> {
        self.by_path(path.as_str())
    }

    fn by_path(&self, path: &str) -> Option<&NotePath> {
        self.by_path.get(&without_ending(&fold_name(path))).map(|at| &self.paths[*at])
    }
}

impl NoteLink {
    /// Returns true if it leads to a file that is not a note, such as a picture.
    pub fn is_to_a_file(&self) -> bool {
        let name = self.target.rsplit('/').next().unwrap_or(&self.target);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let usual = (2..=5).contains(&ending.len())
            && ending.chars().all(|c| c.is_ascii_alphanumeric())
            && ending.chars().any(|c| c.is_ascii_alphabetic());
        usual && !is_markdown(name)
    }
}

/// Folds a name for comparison.
fn fold_name(text: &str) -> String {
    to_nfc(&text.to_lowercase())
}

fn without_ending(path: &str) -> String {
    let is_note = is_markdown(path.rsplit('/').next().unwrap_or(path));
    let ending = path.rsplit_once('.').filter(|_| is_note);
    ending.map_or(path, |(stem, _)| stem).to_owned()
}

/// Joins a path to a note's directory; none if it leads out of the vault.
fn join_path(from: &NotePath, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.directories().collect();
    if target.starts_with('/') {
        parts.clear();
    }
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn path(text: &str) -> NotePath {
        NotePath::new(text).unwrap()
    }

    fn leads(from: &str, text: &str) -> Option<String> {
        let all = [
            ("결정.md", "---\naliases: [Decisions, 정한 것]\n---\n"),
            ("a/One.md", ""),
            ("b/One.md", ""),
            ("b/two.v2.md", ""),
            ("b/c/three note.md", ""),
        ];
        let notes: Vec<_> = all.map(|(at, text)| (path(at), parse(text))).into();
        let names = NoteNames::from_notes(notes.iter().map(|(path, note)| (path, note)));
        let links = parse(text).links;
        assert_eq!(links.len(), 1, "{text}");
        names.leads_to(&path(from), &links[0]).map(ToString::to_string)
    }

    #[test]
    fn a_link_leads_to_the_note_that_a_person_means() {
        let check = |from: &str, text: &str, to: &str| {
            assert_eq!(leads(from, text).as_deref(), Some(to), "{text} in {from}");
        };
        check("b/x.md", "[[결정]]", "결정.md");
        check("b/x.md", "[[결정.md#이유|왜]]", "결정.md");
        check("x.md", "[[\u{1100}\u{1167}\u{11af}\u{110c}\u{1165}\u{11bc}]]", "결정.md");
        check("x.md", "[[decisions]]", "결정.md");
        check("x.md", "[[정한 것]]", "결정.md");
        check("b/x.md", "[[one]]", "b/One.md");
        check("x.md", "[[one]]", "a/One.md");
        check("x.md", "[[b/One]]", "b/One.md");
        check("x.md", "[[c/three note]]", "b/c/three note.md");
        check("x.md", "[[two.v2]]", "b/two.v2.md");
        check("b/c/x.md", "[two](../two.v2.md)", "b/two.v2.md");
        check("b/c/x.md", "[t](three%20note.md#x)", "b/c/three note.md");
        check("b/c/x.md", "[t](</a/One.md>)", "a/One.md");
        check("b/c/x.md", "[t](a/One.md)", "a/One.md");
        check("a/One.md", "[[#here]]", "a/One.md");
    }

    #[test]
    fn what_is_not_there_leads_nowhere() {
        for text in ["[[four]]", "[x](../../../One.md)", "![[그림.png]]", "[[c/One]]", "[[e]]"] {
            assert_eq!(leads("x.md", text), None, "{text}");
        }
        let is_file = |text: &str| parse(text).links[0].is_to_a_file();
        assert!(is_file("![[그림.png]]") && is_file("[x](a/b.pdf)"));
        assert!(!is_file("[[two.v2 note]]") && !is_file("[[결정]]") && !is_file("[[v1.0]]"));
    }
}
