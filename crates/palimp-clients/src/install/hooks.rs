//! palimp's entries in a client's settings, and where they stand.

use std::path::PathBuf;

use jsonc_parser::ast::{Array, Object, Value};
use serde_json::{Map, Value as Json, json};

use super::InstallError;
use super::command::{is_ours, runs_hook};
use super::document::{SettingsDocument, equals_json, find_member, object_in, range_of, text_in};
use super::plugin::PluginEntry;
use super::server::{JsonServerMatch, ServerEntry};
use crate::messages;

/// The keys under which clients keep a handler's command line.
const COMMAND_KEYS: [&str; 3] = ["command", "bash", "powershell"];

/// Nesting of handlers in a client's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HookLayout {
    /// `{"hooks": {EVENT: [{"matcher": …, "hooks": [HANDLER]}]}}`
    Grouped,
    /// `{"hooks": {EVENT: [HANDLER]}}`
    Flat,
}

/// A settings file and what palimp wants to stand in it.
#[derive(Clone, Debug)]
pub(crate) struct SettingsFile {
    pub(crate) path: PathBuf,
    pub(crate) layout: HookLayout,
    /// True if the file bears palimp's name, so that it is removed when nothing else is in it.
    pub(crate) exclusive: bool,
    /// Members that the client demands beside `hooks`.
    pub(crate) base: Vec<(&'static str, Json)>,
    pub(crate) entries: Vec<HookEntry>,
    /// palimp's MCP server, if it is in the same file.
    pub(crate) server: Option<ServerEntry>,
    /// palimp's plugin, if it is registered in the same file.
    pub(crate) plugin: Option<Box<PluginEntry>>,
}

/// One event and the handler that palimp registers for it.
#[derive(Clone, Debug)]
pub(crate) struct HookEntry {
    pub(crate) event: &'static str,
    /// Filter for the event's occurrences, in the client's own notation.
    pub(crate) matcher: Option<String>,
    pub(crate) handler: Map<String, Json>,
}

impl HookEntry {
    /// Creates an entry whose handler is the object `handler`.
    pub(crate) fn new(event: &'static str, handler: Json) -> HookEntry {
        let Json::Object(handler) = handler else { unreachable!("a handler is an object") };
        HookEntry { event, matcher: None, handler }
    }

    /// Narrows the entry to what `matcher` matches.
    pub(crate) fn with_matcher(mut self, matcher: impl Into<String>) -> HookEntry {
        self.matcher = Some(matcher.into());
        self
    }

    /// Returns the command line.
    pub(super) fn command_line(&self) -> &str {
        COMMAND_KEYS.iter().find_map(|key| self.handler.get(*key)?.as_str()).unwrap_or_default()
    }

    /// Builds the element to append to the event's array.
    pub(super) fn to_element(&self, layout: HookLayout) -> Json {
        let handler = Json::Object(self.handler.clone());
        match (layout, &self.matcher) {
            (HookLayout::Flat, _) => handler,
            (HookLayout::Grouped, None) => json!({ "hooks": [handler] }),
            (HookLayout::Grouped, Some(matcher)) => {
                json!({ "matcher": matcher, "hooks": [handler] })
            }
        }
    }
}

/// A handler of palimp's as found in a parsed file.
pub(super) struct InstalledHook<'d, 'a> {
    pub(super) event: &'d str,
    /// The place in the event's array, from 0.
    pub(super) group_at: usize,
    /// The place in the group's array, from 0.
    pub(super) handler_at: usize,
    /// The group around it; the handler itself in a flat layout.
    pub(super) group: &'d Object<'a>,
    pub(super) handler: &'d Object<'a>,
}

impl InstalledHook<'_, '_> {
    /// Returns the command line.
    pub(super) fn command_line(&self) -> &str {
        COMMAND_KEYS.iter().find_map(|key| text_in(self.handler, key)).unwrap_or_default()
    }

    /// Returns true if the command is written in palimp's form: one string, under `key`.
    pub(super) fn has_form(&self, entry: &HookEntry) -> bool {
        let mut keys = COMMAND_KEYS.into_iter().chain(["args"]);
        keys.all(|key| entry.handler.contains_key(key) || find_member(self.handler, key).is_none())
    }
}

impl SettingsFile {
    /// A file that holds palimp's MCP server and no hooks.
    pub(crate) fn of_server(path: PathBuf, server: ServerEntry) -> SettingsFile {
        SettingsFile {
            path,
            layout: HookLayout::Flat,
            exclusive: false,
            base: Vec::new(),
            entries: Vec::new(),
            server: Some(server),
            plugin: None,
        }
    }

    /// Returns true if `document` contains anything of palimp's.
    pub(super) fn is_in(&self, document: &SettingsDocument<'_>) -> bool {
        !self.installed_hooks(document).is_empty()
            || self.server.as_ref().is_some_and(|it| it.is_installed(document, &self.path))
            || self.plugin.as_ref().is_some_and(|it| it.is_in(document, &self.path))
    }

    /// Returns true if something other than palimp uses its server's name.
    pub(super) fn is_name_taken(&self, document: &SettingsDocument<'_>) -> bool {
        let server = self.server.as_ref().zip(document.root.as_ref());
        let found = server.map(|(server, root)| server.find_server(root, document, &self.path));
        matches!(found, Some(Ok(JsonServerMatch::Foreign)))
    }

    /// Returns palimp's handlers in `document`, in the order of the file.
    pub(super) fn installed_hooks<'d, 'a>(
        &self,
        document: &'d SettingsDocument<'a>,
    ) -> Vec<InstalledHook<'d, 'a>> {
        let mut found = Vec::new();
        if self.entries.is_empty() {
            return found;
        }
        for (event, array) in document.root.iter().flat_map(event_arrays) {
            for (group_at, element) in array.elements.iter().enumerate() {
                let Value::Object(group) = element else { continue };
                for (handler_at, handler) in self.handlers(group) {
                    if is_own(handler) {
                        found.push(InstalledHook { event, group_at, handler_at, group, handler });
                    }
                }
            }
        }
        found
    }

    /// Returns the handlers of an element of an event's array, with their positions in it.
    pub(super) fn handlers<'d, 'a>(
        &self,
        element: &'d Object<'a>,
    ) -> impl Iterator<Item = (usize, &'d Object<'a>)> {
        let flat = (self.layout == HookLayout::Flat).then_some((0, element));
        let inner = match self.layout {
            HookLayout::Flat => None,
            HookLayout::Grouped => {
                find_member(element, "hooks").and_then(|prop| prop.value.as_array())
            }
        };
        let handler = |(at, value): (usize, &'d Value<'a>)| Some((at, value.as_object()?));
        flat.into_iter().chain(inner.into_iter().flat_map(handlers_of).filter_map(handler))
    }

    /// Returns the `hooks` object, if there is one.
    pub(super) fn hooks_object<'d, 'a>(
        &self,
        document: &'d SettingsDocument<'a>,
    ) -> Result<Option<&'d Object<'a>>, InstallError> {
        let Some(prop) = document.root.as_ref().and_then(|root| find_member(root, "hooks")) else {
            return Ok(None);
        };
        let at = range_of(&prop.value).start;
        let fault = || document.shape_error(&self.path, at, "`hooks`", messages::object_expected());
        prop.value.as_object().map(Some).ok_or_else(fault)
    }

    /// Returns the array of `event`'s elements, if there is one.
    pub(super) fn event_array<'d, 'a>(
        &self,
        document: &SettingsDocument<'_>,
        hooks: &'d Object<'a>,
        event: &str,
    ) -> Result<Option<&'d Array<'a>>, InstallError> {
        let Some(prop) = find_member(hooks, event) else { return Ok(None) };
        let at = range_of(&prop.value).start;
        let what = format!("`hooks.{event}`");
        let fault = || document.shape_error(&self.path, at, what, messages::array_expected());
        prop.value.as_array().map(Some).ok_or_else(fault)
    }

    /// Returns true if `document` holds only what palimp puts into a new file, apart from its
    /// entries.
    pub(super) fn is_bare(&self, document: &SettingsDocument<'_>) -> bool {
        let bare = |root: &Object<'_>| {
            root.properties.iter().all(|prop| {
                let name = prop.name.as_str();
                let base = self.base.iter().find(|(key, _)| *key == name);
                base.is_some_and(|(_, value)| equals_json(&prop.value, value))
                    || name == "hooks" && object_in(root, name).is_some_and(is_empty)
                    || self.server.as_ref().is_some_and(|it| it.is_shell(name, &prop.value))
                    || self.plugin.as_ref().is_some_and(|it| it.is_shell(name, &prop.value))
            })
        };
        !document.has_comments() && document.root.as_ref().is_none_or(bare)
    }
}

fn is_empty(object: &Object<'_>) -> bool {
    object.properties.is_empty()
}

fn handlers_of<'d, 'a>(array: &'d Array<'a>) -> impl Iterator<Item = (usize, &'d Value<'a>)> {
    array.elements.iter().enumerate()
}

/// Returns the events below every `hooks` object, with their arrays.
fn event_arrays<'d, 'a>(root: &'d Object<'a>) -> impl Iterator<Item = (&'d str, &'d Array<'a>)> {
    let hooks = root.properties.iter().filter(|prop| prop.name.as_str() == "hooks");
    let events = hooks.filter_map(|prop| prop.value.as_object()).flat_map(|it| &it.properties);
    events.filter_map(|prop| Some((prop.name.as_str(), prop.value.as_array()?)))
}

/// Returns true if a handler is palimp's.
pub(super) fn is_own(handler: &Object<'_>) -> bool {
    let lines = || COMMAND_KEYS.iter().filter_map(|key| text_in(handler, key));
    match find_member(handler, "args").and_then(|prop| prop.value.as_array()) {
        None => lines().any(is_ours),
        // With arguments of its own, the command is a program and no line for a shell.
        Some(args) => {
            let args = args.elements.iter().filter_map(|v| Some(v.as_string_lit()?.value.as_ref()));
            let args: Vec<&str> = args.collect();
            lines().any(|program| {
                let words = std::iter::once(program).chain(args.iter().copied());
                runs_hook(&words.map(str::to_owned).collect::<Vec<_>>())
            })
        }
    }
}
