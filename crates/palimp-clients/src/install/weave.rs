//! Bringing palimp's entries into a settings file.

use jsonc_parser::ast::Object;
use serde_json::{Map, Value as Json};

use super::InstallError;
use super::document::{Document, equals, member, range_of};
use super::draft::{Draft, Edit};
use super::hooks::{Entry, Layout, SettingsFile, Standing, is_own};
use super::splice::{Item, append, remove, whole_file};

impl SettingsFile {
    /// Makes `draft` hold each wanted entry exactly once and changes nothing else.
    ///
    /// Entries that stand are corrected in place: Codex CLI remembers its user's trust by a
    /// hook's place, and moving entries about would revoke it for the hooks of others too.
    /// `keys` takes up the objects and arrays that had to be made.
    pub(super) fn weave(
        &self,
        draft: &mut Draft,
        keys: &mut Vec<String>,
        prune: &dyn Fn(&str) -> bool,
    ) -> Result<(), InstallError> {
        if !self.entries.is_empty() {
            self.weave_hooks(draft, keys, prune)?;
        }
        if let Some(server) = &self.server {
            server.weave(draft, keys, &self.path)?;
        }
        if let Some(plugin) = &self.plugin {
            plugin.weave(draft, keys, &self.path)?;
        }
        // Whatever happens, no file is written that its client could not read any more.
        Document::parse(draft.text(), &self.path).map(drop)
    }

    fn weave_hooks(
        &self,
        draft: &mut Draft,
        keys: &mut Vec<String>,
        prune: &dyn Fn(&str) -> bool,
    ) -> Result<(), InstallError> {
        let stale = self.stale(&Document::parse(draft.text(), &self.path)?, prune);
        draft.apply(stale);
        let corrections = self.corrections(&Document::parse(draft.text(), &self.path)?);
        draft.apply(corrections);
        let additions = self.additions(&Document::parse(draft.text(), &self.path)?, keys)?;
        draft.apply(additions);
        Ok(())
    }

    /// Whether [`SettingsFile::weave`] would leave the entries that stand as they are.
    pub(super) fn is_current(&self, document: &Document<'_>) -> bool {
        self.stale(document, &|_| false).is_empty() && self.corrections(document).is_empty()
    }

    /// Takes out entries of palimp's for events that are no longer wanted, and second ones.
    fn stale(&self, document: &Document<'_>, prune: &dyn Fn(&str) -> bool) -> Vec<Edit> {
        let mut seen = Vec::new();
        let mut stale = Vec::new();
        for it in self.standing(document) {
            let wanted = self.entries.iter().any(|entry| entry.event == it.event);
            if !wanted || seen.contains(&it.event) {
                stale.push(it.handler.range.start);
            }
            seen.push(it.event);
        }
        self.removal(document, &|handler| stale.contains(&handler.range.start), prune)
    }

    /// Corrects standing entries that differ from what is wanted.
    fn corrections(&self, document: &Document<'_>) -> Vec<Edit> {
        let standing = self.standing(document);
        let pairs = self.entries.iter().filter_map(|entry| {
            Some((entry, standing.iter().find(|standing| standing.event == entry.event)?))
        });
        pairs.flat_map(|(entry, standing)| self.correct(document, entry, standing)).collect()
    }

    fn correct(&self, doc: &Document<'_>, entry: &Entry, standing: &Standing<'_, '_>) -> Vec<Edit> {
        let mut edits = if standing.has_form(entry) {
            set_members(doc, standing.handler, &entry.handler)
        } else {
            let text = doc.style.inline(&Json::Object(entry.handler.clone()));
            vec![Edit { range: range_of(standing.handler), text }]
        };
        // A matcher that other handlers share is not palimp's to change.
        let alone = self.handlers(standing.group).all(|(_, handler)| is_own(handler));
        if self.layout == Layout::Grouped && alone {
            edits.extend(set_matcher(doc, standing, entry.matcher.as_deref()));
        }
        edits
    }

    /// Appends what is missing.
    fn additions(
        &self,
        document: &Document<'_>,
        keys: &mut Vec<String>,
    ) -> Result<Vec<Edit>, InstallError> {
        let standing = self.standing(document);
        let stands = |entry: &&Entry| standing.iter().any(|it| it.event == entry.event);
        let missing: Vec<&Entry> = self.entries.iter().filter(|entry| !stands(entry)).collect();

        let mut edits = Vec::new();
        let mut root_items = self.missing_base(document, keys);
        if let Some(hooks) = self.hooks(document)? {
            edits = self.add_events(document, hooks, &missing, keys)?;
        } else if !missing.is_empty() {
            keys.push("/hooks".to_owned());
            keys.extend(missing.iter().map(|entry| pointer(entry.event)));
            let events = missing.iter().map(|entry| (entry.event.to_owned(), self.array(entry)));
            root_items.push(Item::Member("hooks", Json::Object(events.collect())));
        }
        match &document.root {
            Some(root) => edits.extend(append(document, &root.into(), &root_items)),
            None if root_items.is_empty() => {}
            None => edits.push(whole_file(document, &root_items)),
        }
        Ok(edits)
    }

    /// The members beside `hooks` that are missing.
    fn missing_base(&self, document: &Document<'_>, keys: &mut Vec<String>) -> Vec<Item<'static>> {
        let has = |key| document.root.as_ref().is_some_and(|root| member(root, key).is_some());
        let missing = self.base.iter().filter(|(key, _)| !has(key));
        let item = |(key, value): &(&'static str, Json)| {
            keys.push(format!("/{key}"));
            Item::Member(key, value.clone())
        };
        missing.map(item).collect()
    }

    /// Appends entries to the arrays of their events, and the arrays that are not there.
    fn add_events(
        &self,
        document: &Document<'_>,
        hooks: &Object<'_>,
        missing: &[&Entry],
        keys: &mut Vec<String>,
    ) -> Result<Vec<Edit>, InstallError> {
        let mut edits = Vec::new();
        let mut new_events = Vec::new();
        for entry in missing {
            if let Some(array) = self.event(document, hooks, entry.event)? {
                let element = Item::Element(entry.element(self.layout));
                edits.extend(append(document, &array.into(), &[element]));
            } else {
                keys.push(pointer(entry.event));
                new_events.push(Item::Member(entry.event, self.array(entry)));
            }
        }
        edits.extend(append(document, &hooks.into(), &new_events));
        Ok(edits)
    }

    fn array(&self, entry: &Entry) -> Json {
        Json::Array(vec![entry.element(self.layout)])
    }
}

/// The JSON pointer of an event's array.
pub(super) fn pointer(event: &str) -> String {
    format!("/hooks/{event}")
}

/// Makes an object hold `wanted`: values that differ are replaced, members that lack appended.
fn set_members(
    document: &Document<'_>,
    object: &Object<'_>,
    wanted: &Map<String, Json>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut missing = Vec::new();
    for (key, value) in wanted {
        match member(object, key) {
            None => missing.push(Item::Member(key, value.clone())),
            Some(prop) if equals(&prop.value, value) => {}
            Some(prop) => {
                let text = document.style.inline(value);
                edits.push(Edit { range: range_of(&prop.value), text });
            }
        }
    }
    edits.extend(append(document, &object.into(), &missing));
    edits
}

/// Sets or takes away the matcher of a group that is palimp's alone.
fn set_matcher(
    document: &Document<'_>,
    standing: &Standing<'_, '_>,
    matcher: Option<&str>,
) -> Vec<Edit> {
    let group = standing.group;
    match matcher {
        Some(matcher) => {
            let wanted = [("matcher".to_owned(), Json::from(matcher))];
            set_members(document, group, &wanted.into_iter().collect())
        }
        None => {
            let is_matcher = |index: &usize| group.properties[*index].name.as_str() == "matcher";
            let doomed: Vec<_> = (0..group.properties.len()).filter(is_matcher).collect();
            remove(document, &group.into(), &doomed)
        }
    }
}
