//! palimp's MCP server among a client's own, in a JSON file.

use std::path::Path;

use jsonc_parser::ast::{Object, Value};
use serde_json::{Map, Value as Json};

use super::InstallError;
use super::command::runs_mcp;
use super::document::{SettingsDocument, equals_json, find_member, range_of};
use super::draft::{SettingsDraft, SettingsEdit};
use super::splice::{SpliceItem, append_items, remove_children, whole_file};
use crate::messages;

/// Name under which clients know palimp's server.
pub(crate) const SERVER_NAME: &str = "palimp";

/// Members of an entry that define the command. The other members are the user's once they exist: a
/// user who switches a server off does not want it on again.
const COMMAND_KEYS: [&str; 3] = ["type", "command", "args"];

/// palimp's server as a client writes it.
#[derive(Clone, Debug)]
pub(crate) struct ServerEntry {
    /// The members that lead to the object of all servers, outermost first.
    pub(crate) within: &'static [&'static str],
    /// Value under palimp's name.
    pub(crate) value: Map<String, Json>,
    /// Returns true if an object under that name is palimp's.
    pub(super) owns: fn(&Object<'_>) -> bool,
}

/// Value found under palimp's name.
pub(super) enum JsonServerMatch<'d, 'a> {
    /// Nothing. These are the innermost object that is there, and how many members lead to it.
    Nothing(&'d Object<'a>, usize),
    /// A server that runs palimp.
    Ours(&'d Object<'a>),
    /// Something else.
    Foreign,
}

impl ServerEntry {
    /// Creates an entry whose value is the object `value`.
    pub(crate) fn new(within: &'static [&'static str], value: Json) -> ServerEntry {
        let Json::Object(value) = value else { unreachable!("a server's entry is an object") };
        ServerEntry { within, value, owns: is_own }
    }

    /// Finds palimp's server in an object of settings.
    pub(super) fn find_server<'d, 'a>(
        &self,
        root: &'d Object<'a>,
        document: &SettingsDocument<'_>,
        path: &Path,
    ) -> Result<JsonServerMatch<'d, 'a>, InstallError> {
        let mut inner = root;
        for (depth, name) in self.within.iter().enumerate() {
            let Some(prop) = find_member(inner, name) else {
                return Ok(JsonServerMatch::Nothing(inner, depth));
            };
            let at = range_of(&prop.value).start;
            inner = prop.value.as_object().ok_or_else(|| {
                let what = format!("`{}`", self.within[..=depth].join("."));
                document.shape_error(path, at, what, messages::object_expected())
            })?;
        }
        Ok(match find_member(inner, SERVER_NAME).map(|prop| &prop.value) {
            None => JsonServerMatch::Nothing(inner, self.within.len()),
            Some(Value::Object(server)) if (self.owns)(server) => JsonServerMatch::Ours(server),
            Some(_) => JsonServerMatch::Foreign,
        })
    }

    /// Returns true if `document` contains palimp's server.
    pub(super) fn is_installed(&self, document: &SettingsDocument<'_>, path: &Path) -> bool {
        let found = document.root.as_ref().map(|root| self.find_server(root, document, path));
        matches!(found, Some(Ok(JsonServerMatch::Ours(_))))
    }

    /// Inserts the entry into `draft`, unless something else uses its name, and changes nothing
    /// else. Adds objects that had to be created to `keys`.
    pub(super) fn insert_into(
        &self,
        draft: &mut SettingsDraft,
        keys: &mut Vec<String>,
        path: &Path,
    ) -> Result<(), InstallError> {
        let edits = {
            let document = SettingsDocument::parse(draft.text(), path)?;
            match &document.root {
                None => {
                    let (name, value) = self.wrapped_member(0, keys);
                    vec![whole_file(&document, &[SpliceItem::Member(name, value)])]
                }
                Some(root) => match self.find_server(root, &document, path)? {
                    JsonServerMatch::Foreign => Vec::new(),
                    JsonServerMatch::Ours(server) => self.correction_edits(&document, server),
                    JsonServerMatch::Nothing(object, depth) => {
                        let (name, value) = self.wrapped_member(depth, keys);
                        append_items(&document, &object.into(), &[SpliceItem::Member(name, value)])
                    }
                },
            }
        };
        draft.apply(edits);
        SettingsDocument::parse(draft.text(), path).map(drop)
    }

    /// Builds the member to put into the object that `depth` members lead to.
    fn wrapped_member(&self, depth: usize, keys: &mut Vec<String>) -> (&'static str, Json) {
        keys.extend((depth..self.within.len()).map(|depth| self.json_pointer(depth)));
        let names = self.within.iter().copied().chain([SERVER_NAME]).skip(depth);
        let names: Vec<_> = names.collect();
        let wrap =
            |value, name: &&str| Json::Object([((*name).to_owned(), value)].into_iter().collect());
        let value = names[1..].iter().rev().fold(Json::Object(self.value.clone()), wrap);
        (names[0], value)
    }

    /// Returns the JSON pointer of the object behind the member at `depth`.
    fn json_pointer(&self, depth: usize) -> String {
        format!("/{}", self.within[..=depth].join("/"))
    }

    /// Returns the edits that correct the server's command if it differs.
    fn correction_edits(
        &self,
        document: &SettingsDocument<'_>,
        server: &Object<'_>,
    ) -> Vec<SettingsEdit> {
        let mut edits = Vec::new();
        let mut missing = Vec::new();
        for (key, value) in
            self.value.iter().filter(|(key, _)| COMMAND_KEYS.contains(&key.as_str()))
        {
            match find_member(server, key) {
                None => missing.push(SpliceItem::Member(key, value.clone())),
                Some(prop) if equals_json(&prop.value, value) => {}
                Some(prop) => {
                    let text = document.style.format_inline(value);
                    edits.push(SettingsEdit { range: range_of(&prop.value), text });
                }
            }
        }
        edits.extend(append_items(document, &server.into(), &missing));
        edits
    }

    /// Returns true if the installed server runs the right command.
    pub(super) fn is_current(&self, server: &Object<'_>) -> bool {
        self.value.iter().filter(|(key, _)| COMMAND_KEYS.contains(&key.as_str())).all(
            |(key, value)| {
                find_member(server, key).is_some_and(|prop| equals_json(&prop.value, value))
            },
        )
    }

    /// Returns the edits that remove palimp's server, and the objects that it leaves empty, as far
    /// as `prune` allows by JSON pointer.
    pub(super) fn removal_edits(
        &self,
        document: &SettingsDocument<'_>,
        path: &Path,
        prune: &dyn Fn(&str) -> bool,
    ) -> Vec<SettingsEdit> {
        let Some(root) = document.root.as_ref().filter(|_| self.is_installed(document, path))
        else {
            return Vec::new();
        };
        // The objects on the way, each with the name of the member that leads on.
        let mut way = vec![root];
        for name in self.within {
            let next =
                find_member(way[way.len() - 1], name).and_then(|prop| prop.value.as_object());
            way.extend(next);
        }
        let mut depth = self.within.len();
        let name_at = |depth: usize| self.within.get(depth).copied().unwrap_or(SERVER_NAME);
        while depth > 0 && way[depth].properties.len() == 1 && prune(&self.json_pointer(depth - 1))
        {
            let around = find_member(way[depth - 1], self.within[depth - 1]);
            if around.is_none_or(|prop| document.has_loose_comment(prop)) {
                break;
            }
            depth -= 1;
        }
        let names = way[depth].properties.iter();
        let at = names.enumerate().rfind(|(_, prop)| prop.name.as_str() == name_at(depth));
        at.map_or_else(Vec::new, |(at, _)| remove_children(document, &way[depth].into(), &[at]))
    }

    /// Returns true if `value`, under `name` in the outermost object, is the empty shell left
    /// around palimp's entry after its removal.
    pub(super) fn is_shell(&self, name: &str, value: &Value<'_>) -> bool {
        name == self.within[0] && is_hollow(value)
    }
}

fn is_hollow(value: &Value<'_>) -> bool {
    value.as_object().is_some_and(|it| it.properties.iter().all(|prop| is_hollow(&prop.value)))
}

/// Returns true if a server runs palimp: by a program and its arguments, or both in one list.
fn is_own(server: &Object<'_>) -> bool {
    runs_mcp(&command_words(server))
}

/// Returns the words of a server's command line.
pub(super) fn command_words(server: &Object<'_>) -> Vec<String> {
    let values =
        ["command", "args"].into_iter().filter_map(|key| Some(&find_member(server, key)?.value));
    let texts = |value: &Value<'_>| match value {
        Value::StringLit(text) => vec![text.value.as_ref().to_owned()],
        Value::Array(items) => items
            .elements
            .iter()
            .filter_map(|item| Some(item.as_string_lit()?.value.as_ref().to_owned()))
            .collect(),
        _ => Vec::new(),
    };
    values.flat_map(texts).collect()
}
