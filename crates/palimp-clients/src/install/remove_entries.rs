//! Taking palimp's entries out of a settings file.

use jsonc_parser::ast::{Object, ObjectProp, Value};

use super::InstallError;
use super::document::{Container, SettingsDocument, find_member};
use super::draft::{SettingsDraft, SettingsEdit};
use super::hooks::{HookLayout, SettingsFile, is_own};
use super::insert_entries::event_pointer;
use super::splice::remove_children;

impl SettingsFile {
    /// Returns the text without palimp's entries.
    ///
    /// If the draft knows every byte of palimp's, the result is the file as it would be had palimp
    /// never been there. Otherwise the entries are removed wherever they are now, and with them the
    /// containers that they leave empty, as far as `prune` allows by JSON pointer.
    pub(super) fn remove_from(
        &self,
        mut draft: SettingsDraft,
        prune: &dyn Fn(&str) -> bool,
    ) -> Result<String, InstallError> {
        if let Some(text) = draft.without_ours()
            && SettingsDocument::parse(&text, &self.path).is_ok_and(|it| !self.is_in(&it))
        {
            return Ok(text);
        }
        if !self.entries.is_empty() {
            let edits = {
                let document = SettingsDocument::parse(draft.text(), &self.path)?;
                self.removal_edits(&document, &is_own, prune)
            };
            draft.apply(edits);
        }
        if let Some(server) = &self.server {
            let edits = {
                let document = SettingsDocument::parse(draft.text(), &self.path)?;
                server.removal_edits(&document, &self.path, prune)
            };
            draft.apply(edits);
        }
        if let Some(plugin) = &self.plugin {
            plugin.remove_from(&mut draft, &self.path, prune)?;
        }
        Ok(draft.text().to_owned())
    }

    /// Returns the edits that remove the handlers that `doomed` picks.
    pub(super) fn removal_edits(
        &self,
        document: &SettingsDocument<'_>,
        doomed: &dyn Fn(&Object<'_>) -> bool,
        prune: &dyn Fn(&str) -> bool,
    ) -> Vec<SettingsEdit> {
        let Some(root) = &document.root else { return Vec::new() };
        let mut edits = Vec::new();
        let mut doomed_members = Vec::new();
        for (index, prop) in root.properties.iter().enumerate() {
            let Value::Object(hooks) = &prop.value else { continue };
            if prop.name.as_str() != "hooks" {
                continue;
            }
            match self.removal_from_hooks(document, hooks, doomed, prune) {
                HookRemoval::Whole if may_go(document, prop, "/hooks", prune) => {
                    doomed_members.push(index)
                }
                HookRemoval::Whole => edits.extend(remove_all(document, &hooks.into())),
                HookRemoval::Parts(parts) => edits.extend(parts),
            }
        }
        edits.extend(remove_children(document, &root.into(), &doomed_members));
        edits
    }

    fn removal_from_hooks(
        &self,
        document: &SettingsDocument<'_>,
        hooks: &Object<'_>,
        doomed: &dyn Fn(&Object<'_>) -> bool,
        prune: &dyn Fn(&str) -> bool,
    ) -> HookRemoval {
        let cuts = hooks.properties.iter().map(|prop| {
            match self.removal_from_event(document, prop, doomed) {
                HookRemoval::Whole
                    if !may_go(document, prop, &event_pointer(prop.name.as_str()), prune) =>
                {
                    let array = Container::from_value(&prop.value);
                    HookRemoval::Parts(
                        array.map(|it| remove_all(document, &it)).unwrap_or_default(),
                    )
                }
                cut => cut,
            }
        });
        combine_removals(document, &hooks.into(), cuts.collect())
    }

    fn removal_from_event(
        &self,
        document: &SettingsDocument<'_>,
        prop: &ObjectProp<'_>,
        doomed: &dyn Fn(&Object<'_>) -> bool,
    ) -> HookRemoval {
        let Value::Array(array) = &prop.value else { return HookRemoval::Parts(Vec::new()) };
        let cuts = array.elements.iter().map(|element| match element {
            Value::Object(handler) if self.layout == HookLayout::Flat => {
                HookRemoval::whole_if(doomed(handler))
            }
            Value::Object(group) => removal_from_group(document, group, doomed),
            _ => HookRemoval::Parts(Vec::new()),
        });
        combine_removals(document, &array.into(), cuts.collect())
    }
}

/// Returns true if an empty member may be removed: not if it holds a comment of the user's.
fn may_go(
    document: &SettingsDocument<'_>,
    member: &ObjectProp<'_>,
    pointer: &str,
    prune: &dyn Fn(&str) -> bool,
) -> bool {
    prune(pointer) && !document.has_loose_comment(member)
}

fn removal_from_group(
    document: &SettingsDocument<'_>,
    group: &Object<'_>,
    doomed: &dyn Fn(&Object<'_>) -> bool,
) -> HookRemoval {
    let Some(Value::Array(array)) = find_member(group, "hooks").map(|prop| &prop.value) else {
        return HookRemoval::Parts(Vec::new());
    };
    let cuts =
        array.elements.iter().map(|it| HookRemoval::whole_if(it.as_object().is_some_and(doomed)));
    combine_removals(document, &array.into(), cuts.collect())
}

/// Part of a value to remove.
enum HookRemoval {
    /// All of it: everything that it holds goes.
    Whole,
    /// Some of it, or nothing.
    Parts(Vec<SettingsEdit>),
}

impl HookRemoval {
    fn whole_if(doomed: bool) -> HookRemoval {
        if doomed { HookRemoval::Whole } else { HookRemoval::Parts(Vec::new()) }
    }
}

/// Combines the removals of a container's children, `cuts`. A container that was empty before is
/// never removed.
fn combine_removals(
    document: &SettingsDocument<'_>,
    container: &Container,
    cuts: Vec<HookRemoval>,
) -> HookRemoval {
    if !cuts.is_empty() && cuts.iter().all(|cut| matches!(cut, HookRemoval::Whole)) {
        return HookRemoval::Whole;
    }
    let mut doomed = Vec::new();
    let mut edits = Vec::new();
    for (index, cut) in cuts.into_iter().enumerate() {
        match cut {
            HookRemoval::Whole => doomed.push(index),
            HookRemoval::Parts(parts) => edits.extend(parts),
        }
    }
    edits.extend(remove_children(document, container, &doomed));
    HookRemoval::Parts(edits)
}

fn remove_all(document: &SettingsDocument<'_>, container: &Container) -> Vec<SettingsEdit> {
    remove_children(document, container, &(0..container.children.len()).collect::<Vec<_>>())
}
