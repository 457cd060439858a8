//! Detects palimp's plugin among the plugins that a client manages itself.
//!
//! The plugin is in `plugins/palimp` of the repository and holds the same hooks. palimp neither
//! installs nor removes it; the client's own `plugin` command does. A plugin that palimp writes is
//! in [`plugin`](super::plugin).

use std::path::Path;

use jsonc_parser::ast::Object;
use toml_edit::{DocumentMut, Item};

use super::document::{SettingsDocument, bool_in, object_in};

/// Beginning of the plugin's name; the name of its marketplace follows.
const PLUGIN_PREFIX: &str = "palimp@";

/// Returns true if `name` is the plugin's, or that of a part of it.
pub(crate) fn is_plugin_name(name: &str) -> bool {
    name.starts_with(PLUGIN_PREFIX)
}

/// Returns true if the JSON file at `path` enables the plugin: `{"enabledPlugins": {NAME: true}}`.
pub(crate) fn is_enabled_in_json(path: &Path) -> bool {
    let text = palimp_files::read_text(path).unwrap_or_default();
    let Ok(document) = SettingsDocument::parse(&text, path) else { return false };
    let enables = |plugins: &Object<'_>| {
        let mut names = plugins.properties.iter().map(|plugin| plugin.name.as_str());
        names.any(|name| is_plugin_name(name) && bool_in(plugins, name) == Some(true))
    };
    document.root.as_ref().and_then(|root| object_in(root, "enabledPlugins")).is_some_and(enables)
}

/// Returns true if a TOML file enables the plugin: `[plugins.NAME]` without `enabled = false`.
pub(crate) fn is_enabled_in_toml(config: &DocumentMut) -> bool {
    let plugins = config.get("plugins").and_then(|plugins| plugins.as_table_like());
    let off = |plugin: &Item| plugin.get("enabled").and_then(Item::as_bool) == Some(false);
    plugins.is_some_and(|it| it.iter().any(|(name, plugin)| is_plugin_name(name) && !off(plugin)))
}
