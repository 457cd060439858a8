//! A plugin of palimp's in a client's settings: the directory that it is loaded from, and its
//! permissions.

use std::path::Path;

use jsonc_parser::ast::{Array, Object, Value};
use serde_json::{Value as Json, json};

use super::InstallError;
use super::document::{SettingsDocument, find_member, range_of};
use super::draft::{SettingsDraft, SettingsEdit};
use super::server::ServerEntry;
use super::splice::{SpliceItem, append_items, remove_children};
use crate::messages;

/// Members that lead to the list of directories, outermost first.
const LOAD_PATH_KEYS: [&str; 3] = ["plugins", "load", "paths"];

/// The plugin as the settings name it.
#[derive(Clone, Debug)]
pub(crate) struct PluginEntry {
    /// The directory that it lies in.
    dir: String,
    /// Permissions of the plugin, under its name; an existing value is the user's and stays.
    entry: ServerEntry,
}

impl PluginEntry {
    /// Creates the entry of the plugin in `dir`.
    pub(crate) fn new(dir: impl Into<String>) -> PluginEntry {
        let allowed = json!({ "enabled": true, "hooks": { "allowConversationAccess": true } });
        let entry =
            ServerEntry { owns: |_| true, ..ServerEntry::new(&["plugins", "entries"], allowed) };
        PluginEntry { dir: dir.into(), entry }
    }

    /// Returns true if `document` contains any part of the plugin.
    pub(super) fn is_in(&self, document: &SettingsDocument<'_>, path: &Path) -> bool {
        self.is_listed(document) || self.entry.is_installed(document, path)
    }

    /// Returns true if `document` contains both parts of the plugin.
    pub(super) fn is_complete(&self, document: &SettingsDocument<'_>, path: &Path) -> bool {
        self.is_listed(document) && self.entry.is_installed(document, path)
    }

    fn is_listed(&self, document: &SettingsDocument<'_>) -> bool {
        let list = document.root.as_ref().and_then(directory_list);
        list.is_some_and(|list| list.elements.iter().any(|it| self.is_dir(it)))
    }

    fn is_dir(&self, value: &Value<'_>) -> bool {
        value.as_string_lit().is_some_and(|text| text.value == self.dir.as_str())
    }

    /// Inserts the directory and the entry into `draft`, and changes nothing else. Adds objects
    /// that had to be created to `keys`.
    pub(super) fn insert_into(
        &self,
        draft: &mut SettingsDraft,
        keys: &mut Vec<String>,
        path: &Path,
    ) -> Result<(), InstallError> {
        self.entry.insert_into(draft, keys, path)?;
        let edits = {
            let document = SettingsDocument::parse(draft.text(), path)?;
            self.listing_edits(&document, keys, path)?
        };
        draft.apply(edits);
        SettingsDocument::parse(draft.text(), path).map(drop)
    }

    /// Returns the edits that put the directory into the list.
    fn listing_edits(
        &self,
        document: &SettingsDocument<'_>,
        keys: &mut Vec<String>,
        path: &Path,
    ) -> Result<Vec<SettingsEdit>, InstallError> {
        let Some(mut inner) = document.root.as_ref() else { return Ok(Vec::new()) };
        for (depth, name) in LOAD_PATH_KEYS.iter().enumerate() {
            let Some(prop) = find_member(inner, name) else {
                keys.extend((depth..LOAD_PATH_KEYS.len()).map(json_pointer));
                let wrap = |value, name: &&str| json!({ (*name): value });
                let value = LOAD_PATH_KEYS[depth + 1..].iter().rev().fold(json!([self.dir]), wrap);
                return Ok(append_items(
                    document,
                    &inner.into(),
                    &[SpliceItem::Member(name, value)],
                ));
            };
            let what = format!("`{}`", LOAD_PATH_KEYS[..=depth].join("."));
            let at = range_of(&prop.value).start;
            if depth + 1 == LOAD_PATH_KEYS.len() {
                let fault = || document.shape_error(path, at, what, messages::array_expected());
                let list = prop.value.as_array().ok_or_else(fault)?;
                let there = list.elements.iter().any(|it| self.is_dir(it));
                let item = SpliceItem::Element(Json::from(self.dir.as_str()));
                return Ok(if there {
                    Vec::new()
                } else {
                    append_items(document, &list.into(), &[item])
                });
            }
            let fault = || document.shape_error(path, at, what, messages::object_expected());
            inner = prop.value.as_object().ok_or_else(fault)?;
        }
        Ok(Vec::new())
    }

    /// Removes the directory and the entry, and the objects that they leave empty as far as `prune`
    /// allows.
    pub(super) fn remove_from(
        &self,
        draft: &mut SettingsDraft,
        path: &Path,
        prune: &dyn Fn(&str) -> bool,
    ) -> Result<(), InstallError> {
        let edits =
            self.entry.removal_edits(&SettingsDocument::parse(draft.text(), path)?, path, prune);
        draft.apply(edits);
        let edits = self.unlisting_edits(&SettingsDocument::parse(draft.text(), path)?, prune);
        draft.apply(edits);
        Ok(())
    }

    fn unlisting_edits(
        &self,
        document: &SettingsDocument<'_>,
        prune: &dyn Fn(&str) -> bool,
    ) -> Vec<SettingsEdit> {
        let Some(root) = document.root.as_ref().filter(|_| self.is_listed(document)) else {
            return Vec::new();
        };
        let Some(list) = directory_list(root) else { return Vec::new() };
        let mut way = vec![root];
        for name in &LOAD_PATH_KEYS[..LOAD_PATH_KEYS.len() - 1] {
            way.extend(object_below(way[way.len() - 1], name));
        }
        // The outermost object of which nothing else is left.
        let mut depth = LOAD_PATH_KEYS.len();
        let is_alone = |depth: usize| {
            depth == LOAD_PATH_KEYS.len() - 1 || way[depth + 1].properties.len() == 1
        };
        let mut empties = list.elements.len() == 1;
        while empties && depth > 0 && is_alone(depth - 1) && prune(&json_pointer(depth - 1)) {
            let around = find_member(way[depth - 1], LOAD_PATH_KEYS[depth - 1]);
            empties = around.is_some_and(|prop| !document.has_loose_comment(prop));
            depth -= usize::from(empties);
        }
        if depth == LOAD_PATH_KEYS.len() {
            let ours = list.elements.iter().enumerate().filter(|(_, it)| self.is_dir(it));
            return remove_children(
                document,
                &list.into(),
                &ours.map(|(at, _)| at).collect::<Vec<_>>(),
            );
        }
        let names = way[depth].properties.iter().enumerate();
        let at =
            names.filter(|(_, prop)| prop.name.as_str() == LOAD_PATH_KEYS[depth]).map(|(at, _)| at);
        remove_children(document, &way[depth].into(), &at.collect::<Vec<_>>())
    }

    /// Returns true if `value`, under `name` in the outermost object, is the empty shell left
    /// around palimp's parts after their removal.
    pub(super) fn is_shell(&self, name: &str, value: &Value<'_>) -> bool {
        name == LOAD_PATH_KEYS[0] && is_hollow(value)
    }
}

/// Returns the JSON pointer of the value behind the member at `depth`.
fn json_pointer(depth: usize) -> String {
    format!("/{}", LOAD_PATH_KEYS[..=depth].join("/"))
}

fn object_below<'d, 'a>(object: &'d Object<'a>, name: &str) -> Option<&'d Object<'a>> {
    find_member(object, name).and_then(|prop| prop.value.as_object())
}

fn directory_list<'d, 'a>(root: &'d Object<'a>) -> Option<&'d Array<'a>> {
    let load =
        LOAD_PATH_KEYS[..2].iter().try_fold(root, |object, name| object_below(object, name))?;
    find_member(load, LOAD_PATH_KEYS[2])?.value.as_array()
}

fn is_hollow(value: &Value<'_>) -> bool {
    match value {
        Value::Array(array) => array.elements.is_empty(),
        Value::Object(object) => object.properties.iter().all(|prop| is_hollow(&prop.value)),
        _ => false,
    }
}
