//! The names of the MCP servers that the user gave a client, so that each can be switched off.
//!
//! A file that is not there, or cannot be understood, names none: the client would not start a
//! server from it either.

use std::path::Path;

use jsonc_parser::ast::Object;
use jsonc_parser::parse_to_ast;
use toml_edit::DocumentMut;

use crate::install::object_in;

/// The keys of a table of a TOML file. Codex CLI takes a name on its command line as a part of a
/// dotted path, without quotes, and allows nothing else as a server's name.
pub(crate) fn in_toml(path: &Path, table: &str) -> Vec<String> {
    let Ok(document) = text_of(path).parse::<DocumentMut>() else { return Vec::new() };
    let servers = document.get(table).and_then(|table| table.as_table_like());
    let names = servers.into_iter().flat_map(|table| table.iter()).map(|(name, _)| name);
    names.filter(|name| is_plain(name)).map(str::to_owned).collect()
}

fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(plain)
}

/// The keys of an object of a JSON file.
pub(crate) fn in_json(path: &Path, key: &str) -> Vec<String> {
    let names = |servers: &Object| {
        servers.properties.iter().map(|server| server.name.as_str().to_owned()).collect()
    };
    root_of(&text_of(path), |root| object_in(root, key).map(names)).unwrap_or_default()
}

/// Returns the result of `read` on the root object of a JSON text, which may have comments.
pub(crate) fn root_of<T>(text: &str, read: impl FnOnce(&Object) -> Option<T>) -> Option<T> {
    let parsed = parse_to_ast(text, &Default::default(), &Default::default());
    read(parsed.ok()?.value?.as_object()?)
}

/// A file's text; none where it cannot be read.
pub(crate) fn text_of(path: &Path) -> String {
    palimp_files::read_text(path).unwrap_or_default()
}
