//! A plugin of palimp's in a client's settings: the directory that it is loaded from, and what it is
//! allowed to do.

use std::path::Path;

use jsonc_parser::ast::{Array, Object, Value};
use serde_json::{Value as Json, json};

use super::InstallError;
use super::document::{Document, member, range_of};
use super::draft::{Draft, Edit};
use super::server::ServerEntry;
use super::splice::{Item, append, remove};

/// The members that lead to the list of directories, outermost first.
const PATHS: [&str; 3] = ["plugins", "load", "paths"];

/// The plugin as the settings name it.
#[derive(Clone, Debug)]
pub(crate) struct PluginEntry {
    /// The directory that it lies in.
    dir: String,
    /// What it is allowed to do, under its name; what stands there is the user's.
    entry: ServerEntry,
}

impl PluginEntry {
    /// The plugin that lies in `dir`.
    pub(crate) fn new(dir: impl Into<String>) -> PluginEntry {
        let allowed = json!({ "enabled": true, "hooks": { "allowConversationAccess": true } });
        let entry =
            ServerEntry { owns: |_| true, ..ServerEntry::new(&["plugins", "entries"], allowed) };
        PluginEntry { dir: dir.into(), entry }
    }

    /// Whether any of it stands in `document`.
    pub(super) fn is_in(&self, document: &Document<'_>, path: &Path) -> bool {
        self.is_listed(document) || self.entry.stands(document, path)
    }

    /// Whether all of it does.
    pub(super) fn stands(&self, document: &Document<'_>, path: &Path) -> bool {
        self.is_listed(document) && self.entry.stands(document, path)
    }

    fn is_listed(&self, document: &Document<'_>) -> bool {
        let list = document.root.as_ref().and_then(list);
        list.is_some_and(|list| list.elements.iter().any(|it| self.is_dir(it)))
    }

    fn is_dir(&self, value: &Value<'_>) -> bool {
        value.as_string_lit().is_some_and(|text| text.value == self.dir.as_str())
    }

    /// Makes `draft` hold both, and changes nothing else. `keys` takes up what had to be made.
    pub(super) fn weave(
        &self,
        draft: &mut Draft,
        keys: &mut Vec<String>,
        path: &Path,
    ) -> Result<(), InstallError> {
        self.entry.weave(draft, keys, path)?;
        let edits = {
            let document = Document::parse(draft.text(), path)?;
            self.listing(&document, keys, path)?
        };
        draft.apply(edits);
        Document::parse(draft.text(), path).map(drop)
    }

    /// The edits that put the directory into the list.
    fn listing(
        &self,
        document: &Document<'_>,
        keys: &mut Vec<String>,
        path: &Path,
    ) -> Result<Vec<Edit>, InstallError> {
        let Some(mut inner) = document.root.as_ref() else { return Ok(Vec::new()) };
        for (depth, name) in PATHS.iter().enumerate() {
            let Some(prop) = member(inner, name) else {
                keys.extend((depth..PATHS.len()).map(pointer));
                let wrap = |value, name: &&str| json!({ (*name): value });
                let value = PATHS[depth + 1..].iter().rev().fold(json!([self.dir]), wrap);
                return Ok(append(document, &inner.into(), &[Item::Member(name, value)]));
            };
            let what = format!("`{}`", PATHS[..=depth].join("."));
            let at = range_of(&prop.value).start;
            if depth + 1 == PATHS.len() {
                let fault = || document.shape(path, at, what, "an array (`[…]`)");
                let list = prop.value.as_array().ok_or_else(fault)?;
                let there = list.elements.iter().any(|it| self.is_dir(it));
                let item = Item::Element(Json::from(self.dir.as_str()));
                return Ok(if there {
                    Vec::new()
                } else {
                    append(document, &list.into(), &[item])
                });
            }
            let fault = || document.shape(path, at, what, "an object (`{…}`)");
            inner = prop.value.as_object().ok_or_else(fault)?;
        }
        Ok(Vec::new())
    }

    /// Takes both out, and the objects that they leave empty as far as `prune` allows.
    pub(super) fn unweave(
        &self,
        draft: &mut Draft,
        path: &Path,
        prune: &dyn Fn(&str) -> bool,
    ) -> Result<(), InstallError> {
        let edits = self.entry.removal(&Document::parse(draft.text(), path)?, path, prune);
        draft.apply(edits);
        let edits = self.unlisting(&Document::parse(draft.text(), path)?, prune);
        draft.apply(edits);
        Ok(())
    }

    fn unlisting(&self, document: &Document<'_>, prune: &dyn Fn(&str) -> bool) -> Vec<Edit> {
        let Some(root) = document.root.as_ref().filter(|_| self.is_listed(document)) else {
            return Vec::new();
        };
        let Some(list) = list(root) else { return Vec::new() };
        let mut way = vec![root];
        for name in &PATHS[..PATHS.len() - 1] {
            way.extend(object_below(way[way.len() - 1], name));
        }
        // The outermost object of which nothing else is left.
        let mut depth = PATHS.len();
        let is_alone =
            |depth: usize| depth == PATHS.len() - 1 || way[depth + 1].properties.len() == 1;
        let mut empties = list.elements.len() == 1;
        while empties && depth > 0 && is_alone(depth - 1) && prune(&pointer(depth - 1)) {
            let around = member(way[depth - 1], PATHS[depth - 1]);
            empties = around.is_some_and(|prop| !document.has_loose_comment(prop));
            depth -= usize::from(empties);
        }
        if depth == PATHS.len() {
            let ours = list.elements.iter().enumerate().filter(|(_, it)| self.is_dir(it));
            return remove(document, &list.into(), &ours.map(|(at, _)| at).collect::<Vec<_>>());
        }
        let names = way[depth].properties.iter().enumerate();
        let at = names.filter(|(_, prop)| prop.name.as_str() == PATHS[depth]).map(|(at, _)| at);
        remove(document, &way[depth].into(), &at.collect::<Vec<_>>())
    }

    /// Whether `value`, under `name` in the outermost object, is what is left around palimp's parts
    /// once those are gone.
    pub(super) fn is_shell(&self, name: &str, value: &Value<'_>) -> bool {
        name == PATHS[0] && is_hollow(value)
    }
}

/// The JSON pointer of the value behind the member at `depth`.
fn pointer(depth: usize) -> String {
    format!("/{}", PATHS[..=depth].join("/"))
}

fn object_below<'d, 'a>(object: &'d Object<'a>, name: &str) -> Option<&'d Object<'a>> {
    member(object, name).and_then(|prop| prop.value.as_object())
}

fn list<'d, 'a>(root: &'d Object<'a>) -> Option<&'d Array<'a>> {
    let load = PATHS[..2].iter().try_fold(root, |object, name| object_below(object, name))?;
    member(load, PATHS[2])?.value.as_array()
}

fn is_hollow(value: &Value<'_>) -> bool {
    match value {
        Value::Array(array) => array.elements.is_empty(),
        Value::Object(object) => object.properties.iter().all(|prop| is_hollow(&prop.value)),
        _ => false,
    }
}
