//! Bringing palimp's entries into a settings file.

use jsonc_parser::ast::Object;
use serde_json::{Map, Value as Json};

use super::InstallError;
use super::document::{SettingsDocument, equals_json, find_member, range_of};
use super::draft::{SettingsDraft, SettingsEdit};
use super::hooks::{HookEntry, HookLayout, InstalledHook, SettingsFile, is_own};
use super::splice::{SpliceItem, append_items, remove_children, whole_file};

impl SettingsFile {
    /// Inserts each wanted entry into `draft` exactly once and changes nothing else.
    ///
    /// Installed entries are corrected in place: Codex CLI identifies trusted hooks by position,
    /// and moving entries would revoke the trust of other hooks, too. Adds objects and arrays that
    /// had to be created to `keys`.
    pub(super) fn insert_into(
        &self,
        draft: &mut SettingsDraft,
        keys: &mut Vec<String>,
        prune: &dyn Fn(&str) -> bool,
    ) -> Result<(), InstallError> {
        if !self.entries.is_empty() {
            self.apply_hook_edits(draft, keys, prune)?;
        }
        if let Some(server) = &self.server {
            server.insert_into(draft, keys, &self.path)?;
        }
        if let Some(plugin) = &self.plugin {
            plugin.insert_into(draft, keys, &self.path)?;
        }
        // A file that the client could no longer parse is never written.
        SettingsDocument::parse(draft.text(), &self.path).map(drop)
    }

    fn apply_hook_edits(
        &self,
        draft: &mut SettingsDraft,
        keys: &mut Vec<String>,
        prune: &dyn Fn(&str) -> bool,
    ) -> Result<(), InstallError> {
        let stale = self.stale_edits(&SettingsDocument::parse(draft.text(), &self.path)?, prune);
        draft.apply(stale);
        let corrections =
            self.correction_edits(&SettingsDocument::parse(draft.text(), &self.path)?);
        draft.apply(corrections);
        let additions =
            self.addition_edits(&SettingsDocument::parse(draft.text(), &self.path)?, keys)?;
        draft.apply(additions);
        Ok(())
    }

    /// Returns true if [`SettingsFile::insert_into`] would leave the installed entries unchanged.
    pub(super) fn is_current(&self, document: &SettingsDocument<'_>) -> bool {
        self.stale_edits(document, &|_| false).is_empty()
            && self.correction_edits(document).is_empty()
    }

    /// Returns the edits that remove palimp's entries for events that are no longer wanted, and
    /// duplicates.
    fn stale_edits(
        &self,
        document: &SettingsDocument<'_>,
        prune: &dyn Fn(&str) -> bool,
    ) -> Vec<SettingsEdit> {
        let mut seen = Vec::new();
        let mut stale = Vec::new();
        for it in self.installed_hooks(document) {
            let wanted = self.entries.iter().any(|entry| entry.event == it.event);
            if !wanted || seen.contains(&it.event) {
                stale.push(it.handler.range.start);
            }
            seen.push(it.event);
        }
        self.removal_edits(document, &|handler| stale.contains(&handler.range.start), prune)
    }

    /// Returns the edits that correct installed entries that differ from the wanted ones.
    fn correction_edits(&self, document: &SettingsDocument<'_>) -> Vec<SettingsEdit> {
        let standing = self.installed_hooks(document);
        let pairs = self.entries.iter().filter_map(|entry| {
            Some((entry, standing.iter().find(|standing| standing.event == entry.event)?))
        });
        pairs.flat_map(|(entry, standing)| self.correct_hook(document, entry, standing)).collect()
    }

    fn correct_hook(
        &self,
        doc: &SettingsDocument<'_>,
        entry: &HookEntry,
        standing: &InstalledHook<'_, '_>,
    ) -> Vec<SettingsEdit> {
        let mut edits = if standing.has_form(entry) {
            set_members(doc, standing.handler, &entry.handler)
        } else {
            let text = doc.style.format_inline(&Json::Object(entry.handler.clone()));
            vec![SettingsEdit { range: range_of(standing.handler), text }]
        };
        // A matcher that other handlers share is not palimp's to change.
        let alone = self.handlers(standing.group).all(|(_, handler)| is_own(handler));
        if self.layout == HookLayout::Grouped && alone {
            edits.extend(set_matcher(doc, standing, entry.matcher.as_deref()));
        }
        edits
    }

    /// Returns the edits that append missing entries.
    fn addition_edits(
        &self,
        document: &SettingsDocument<'_>,
        keys: &mut Vec<String>,
    ) -> Result<Vec<SettingsEdit>, InstallError> {
        let standing = self.installed_hooks(document);
        let stands = |entry: &&HookEntry| standing.iter().any(|it| it.event == entry.event);
        let missing: Vec<&HookEntry> = self.entries.iter().filter(|entry| !stands(entry)).collect();

        let mut edits = Vec::new();
        let mut root_items = self.missing_base(document, keys);
        if let Some(hooks) = self.hooks_object(document)? {
            edits = self.add_events(document, hooks, &missing, keys)?;
        } else if !missing.is_empty() {
            keys.push("/hooks".to_owned());
            keys.extend(missing.iter().map(|entry| event_pointer(entry.event)));
            let events =
                missing.iter().map(|entry| (entry.event.to_owned(), self.new_event_array(entry)));
            root_items.push(SpliceItem::Member("hooks", Json::Object(events.collect())));
        }
        match &document.root {
            Some(root) => edits.extend(append_items(document, &root.into(), &root_items)),
            None if root_items.is_empty() => {}
            None => edits.push(whole_file(document, &root_items)),
        }
        Ok(edits)
    }

    /// The members beside `hooks` that are missing.
    fn missing_base(
        &self,
        document: &SettingsDocument<'_>,
        keys: &mut Vec<String>,
    ) -> Vec<SpliceItem<'static>> {
        let has = |key| document.root.as_ref().is_some_and(|root| find_member(root, key).is_some());
        let missing = self.base.iter().filter(|(key, _)| !has(key));
        let item = |(key, value): &(&'static str, Json)| {
            keys.push(format!("/{key}"));
            SpliceItem::Member(key, value.clone())
        };
        missing.map(item).collect()
    }

    /// Appends entries to the arrays of their events, and the arrays that are not there.
    fn add_events(
        &self,
        document: &SettingsDocument<'_>,
        hooks: &Object<'_>,
        missing: &[&HookEntry],
        keys: &mut Vec<String>,
    ) -> Result<Vec<SettingsEdit>, InstallError> {
        let mut edits = Vec::new();
        let mut new_events = Vec::new();
        for entry in missing {
            if let Some(array) = self.event_array(document, hooks, entry.event)? {
                let element = SpliceItem::Element(entry.to_element(self.layout));
                edits.extend(append_items(document, &array.into(), &[element]));
            } else {
                keys.push(event_pointer(entry.event));
                new_events.push(SpliceItem::Member(entry.event, self.new_event_array(entry)));
            }
        }
        edits.extend(append_items(document, &hooks.into(), &new_events));
        Ok(edits)
    }

    fn new_event_array(&self, entry: &HookEntry) -> Json {
        Json::Array(vec![entry.to_element(self.layout)])
    }
}

/// Returns the JSON pointer of an event's array.
pub(super) fn event_pointer(event: &str) -> String {
    format!("/hooks/{event}")
}

/// Makes an object hold `wanted`: values that differ are replaced, members that lack appended.
fn set_members(
    document: &SettingsDocument<'_>,
    object: &Object<'_>,
    wanted: &Map<String, Json>,
) -> Vec<SettingsEdit> {
    let mut edits = Vec::new();
    let mut missing = Vec::new();
    for (key, value) in wanted {
        match find_member(object, key) {
            None => missing.push(SpliceItem::Member(key, value.clone())),
            Some(prop) if equals_json(&prop.value, value) => {}
            Some(prop) => {
                let text = document.style.format_inline(value);
                edits.push(SettingsEdit { range: range_of(&prop.value), text });
            }
        }
    }
    edits.extend(append_items(document, &object.into(), &missing));
    edits
}

/// Sets or takes away the matcher of a group that is palimp's alone.
fn set_matcher(
    document: &SettingsDocument<'_>,
    standing: &InstalledHook<'_, '_>,
    matcher: Option<&str>,
) -> Vec<SettingsEdit> {
    let group = standing.group;
    match matcher {
        Some(matcher) => {
            let wanted = [("matcher".to_owned(), Json::from(matcher))];
            set_members(document, group, &wanted.into_iter().collect())
        }
        None => {
            let is_matcher = |index: &usize| group.properties[*index].name.as_str() == "matcher";
            let doomed: Vec<_> = (0..group.properties.len()).filter(is_matcher).collect();
            remove_children(document, &group.into(), &doomed)
        }
    }
}
