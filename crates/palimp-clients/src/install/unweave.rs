//! Taking palimp's entries out of a settings file.

use jsonc_parser::ast::{Object, ObjectProp, Value};

use super::InstallError;
use super::document::{Container, Document, member};
use super::draft::{Draft, Edit};
use super::hooks::{Layout, SettingsFile, is_own};
use super::splice::remove;
use super::weave::pointer;

impl SettingsFile {
    /// The text without palimp's entries.
    ///
    /// Where the draft knows every byte of palimp's, the result is the file as it would be had
    /// palimp never been there. Otherwise the entries go wherever they stand now, and with them
    /// the containers that they leave empty, as far as `prune` allows by JSON pointer.
    pub(super) fn unweave(
        &self,
        mut draft: Draft,
        prune: &dyn Fn(&str) -> bool,
    ) -> Result<String, InstallError> {
        if let Some(text) = draft.without_ours()
            && Document::parse(&text, &self.path).is_ok_and(|it| !self.is_in(&it))
        {
            return Ok(text);
        }
        if !self.entries.is_empty() {
            let edits = {
                let document = Document::parse(draft.text(), &self.path)?;
                self.removal(&document, &is_own, prune)
            };
            draft.apply(edits);
        }
        if let Some(server) = &self.server {
            let edits = {
                let document = Document::parse(draft.text(), &self.path)?;
                server.removal(&document, &self.path, prune)
            };
            draft.apply(edits);
        }
        if let Some(plugin) = &self.plugin {
            plugin.unweave(&mut draft, &self.path, prune)?;
        }
        Ok(draft.text().to_owned())
    }

    /// The edits that take out the handlers that `doomed` picks.
    pub(super) fn removal(
        &self,
        document: &Document<'_>,
        doomed: &dyn Fn(&Object<'_>) -> bool,
        prune: &dyn Fn(&str) -> bool,
    ) -> Vec<Edit> {
        let Some(root) = &document.root else { return Vec::new() };
        let mut edits = Vec::new();
        let mut doomed_members = Vec::new();
        for (index, prop) in root.properties.iter().enumerate() {
            let Value::Object(hooks) = &prop.value else { continue };
            if prop.name.as_str() != "hooks" {
                continue;
            }
            match self.removal_from_hooks(document, hooks, doomed, prune) {
                Cut::Whole if may_go(document, prop, "/hooks", prune) => doomed_members.push(index),
                Cut::Whole => edits.extend(remove_all(document, &hooks.into())),
                Cut::Parts(parts) => edits.extend(parts),
            }
        }
        edits.extend(remove(document, &root.into(), &doomed_members));
        edits
    }

    fn removal_from_hooks(
        &self,
        document: &Document<'_>,
        hooks: &Object<'_>,
        doomed: &dyn Fn(&Object<'_>) -> bool,
        prune: &dyn Fn(&str) -> bool,
    ) -> Cut {
        let cuts = hooks.properties.iter().map(|prop| {
            match self.removal_from_event(document, prop, doomed) {
                Cut::Whole if !may_go(document, prop, &pointer(prop.name.as_str()), prune) => {
                    let array = Container::of(&prop.value);
                    Cut::Parts(array.map(|it| remove_all(document, &it)).unwrap_or_default())
                }
                cut => cut,
            }
        });
        combine(document, &hooks.into(), cuts.collect())
    }

    fn removal_from_event(
        &self,
        document: &Document<'_>,
        prop: &ObjectProp<'_>,
        doomed: &dyn Fn(&Object<'_>) -> bool,
    ) -> Cut {
        let Value::Array(array) = &prop.value else { return Cut::Parts(Vec::new()) };
        let cuts = array.elements.iter().map(|element| match element {
            Value::Object(handler) if self.layout == Layout::Flat => Cut::whole_if(doomed(handler)),
            Value::Object(group) => removal_from_group(document, group, doomed),
            _ => Cut::Parts(Vec::new()),
        });
        combine(document, &array.into(), cuts.collect())
    }
}

/// Whether a member goes that nothing is left in: not when it holds a comment of the user's.
fn may_go(
    document: &Document<'_>,
    member: &ObjectProp<'_>,
    pointer: &str,
    prune: &dyn Fn(&str) -> bool,
) -> bool {
    prune(pointer) && !document.has_loose_comment(member)
}

fn removal_from_group(
    document: &Document<'_>,
    group: &Object<'_>,
    doomed: &dyn Fn(&Object<'_>) -> bool,
) -> Cut {
    let Some(Value::Array(array)) = member(group, "hooks").map(|prop| &prop.value) else {
        return Cut::Parts(Vec::new());
    };
    let cuts = array.elements.iter().map(|it| Cut::whole_if(it.as_object().is_some_and(doomed)));
    combine(document, &array.into(), cuts.collect())
}

/// What is to be cut of a value.
enum Cut {
    /// All of it: everything that it holds goes.
    Whole,
    /// Some of it, or nothing.
    Parts(Vec<Edit>),
}

impl Cut {
    fn whole_if(doomed: bool) -> Cut {
        if doomed { Cut::Whole } else { Cut::Parts(Vec::new()) }
    }
}

/// The cut of a container whose children are cut by `cuts`. A container that was empty before
/// is nobody's to remove.
fn combine(document: &Document<'_>, container: &Container, cuts: Vec<Cut>) -> Cut {
    if !cuts.is_empty() && cuts.iter().all(|cut| matches!(cut, Cut::Whole)) {
        return Cut::Whole;
    }
    let mut doomed = Vec::new();
    let mut edits = Vec::new();
    for (index, cut) in cuts.into_iter().enumerate() {
        match cut {
            Cut::Whole => doomed.push(index),
            Cut::Parts(parts) => edits.extend(parts),
        }
    }
    edits.extend(remove(document, container, &doomed));
    Cut::Parts(edits)
}

fn remove_all(document: &Document<'_>, container: &Container) -> Vec<Edit> {
    remove(document, container, &(0..container.children.len()).collect::<Vec<_>>())
}
