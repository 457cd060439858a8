//! Folders of the engine in layers: each imports only from those listed before it in
//! ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::circles;

/// Line of ARCHITECTURE.md above the list of folders.
const LIST_HEADING: &str = "Folders of `palimp-engine/src/`";
/// Modules at the crate's root that every folder may import.
const ROOT_MODULES: [&str; 2] = ["error", "messages"];
/// Maximum number of pairs of folders of which one imports from the other.
const MAX_FOLDER_ARROWS: usize = 36;

/// Returns imports from a folder into one that is listed behind it, and folders that are not listed.
pub(super) fn check_folders(root: &Path) -> Vec<String> {
    let page = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    check_layers(&listed_folders(&page), &root.join("crates/palimp-engine/src"))
}

/// Returns the folders of the list, in its order.
fn listed_folders(page: &str) -> Vec<String> {
    let behind = page.lines().skip_while(|line| !line.starts_with(LIST_HEADING)).skip(1);
    let items = behind.skip_while(|line| line.is_empty()).take_while(|line| line.starts_with("- "));
    items.filter_map(|item| item.split('`').nth(1).map(str::to_owned)).collect()
}

fn check_layers(order: &[String], src: &Path) -> Vec<String> {
    let layers: BTreeMap<&str, usize> =
        order.iter().enumerate().map(|(layer, name)| (name.as_str(), layer)).collect();
    let sources = circles::read_sources(src);
    let (mut complaints, mut arrows) = (BTreeSet::new(), BTreeSet::new());
    for (module, text) in &sources {
        let Some(from) = module.first().map(String::as_str) else { continue };
        if ROOT_MODULES.contains(&from) {
            continue;
        }
        let Some(layer) = layers.get(from) else {
            complaints.insert(format!("palimp-engine: ARCHITECTURE.md lists no folder {from}"));
            continue;
        };
        for import in circles::module_imports(module, text, &sources) {
            let Some(to) = import.first().map(String::as_str).filter(|to| *to != from) else {
                continue;
            };
            let Some(other) = layers.get(to) else { continue };
            arrows.insert((from.to_owned(), to.to_owned()));
            if other > layer {
                let (module, import) = (module.join("::"), import.join("::"));
                complaints.insert(format!(
                    "palimp-engine: {module} imports {import}, which is in a higher folder"
                ));
            }
        }
    }
    if arrows.len() > MAX_FOLDER_ARROWS {
        let count = arrows.len();
        complaints.insert(format!(
            "palimp-engine: {count} arrows between folders, limit {MAX_FOLDER_ARROWS}"
        ));
    }
    complaints.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_from_a_higher_folder_is_reported() {
        let dir = std::env::temp_dir().join(format!("palimp-folders-{}", std::process::id()));
        for (name, text) in [
            ("lib.rs", "mod low; mod high; mod new;"),
            ("low/a.rs", "use crate::high::b;"),
            ("high/b.rs", "use crate::low::a;"),
            ("new/c.rs", ""),
        ] {
            let path = dir.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let page =
            "Folders of `palimp-engine/src/`, lowest first:\n\n- `low`: x\n- [`high`](x): y\n";
        let found = check_layers(&listed_folders(page), &dir);
        fs::remove_dir_all(&dir).unwrap();
        assert_eq!(
            found,
            [
                "palimp-engine: ARCHITECTURE.md lists no folder new",
                "palimp-engine: low::a imports high::b, which is in a higher folder",
            ]
        );
    }
}
