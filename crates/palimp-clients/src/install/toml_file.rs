//! palimp's MCP server among a client's own, in a TOML file.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

use super::InstallError;
use super::command::runs_mcp;
use super::draft::{SettingsDraft, SettingsEdit};
use super::server::SERVER_NAME;
use crate::messages;

/// A TOML file and the server that palimp wants to stand in it.
#[derive(Clone, Debug)]
pub(crate) struct TomlFile {
    pub(crate) path: PathBuf,
    /// The table of all servers.
    pub(crate) within: &'static str,
    pub(crate) program: String,
    pub(crate) args: Vec<String>,
}

/// Value found under palimp's name.
pub(super) enum TomlServerMatch {
    Nothing,
    /// A server that runs palimp, by this command line.
    Ours(Vec<String>),
    Foreign,
}

impl TomlFile {
    fn parse_toml(&self, text: &str) -> Result<DocumentMut, InstallError> {
        text.parse().map_err(|error: toml_edit::TomlError| {
            let at = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = 1 + text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
            let reason = error.message().lines().collect::<Vec<_>>().join(", ");
            InstallError::Toml { path: self.path.clone(), line, reason }
        })
    }

    /// Finds palimp's server in a text.
    pub(super) fn find_server(&self, text: &str) -> Result<TomlServerMatch, InstallError> {
        let document = self.parse_toml(text)?;
        let Some(servers) = document.get(self.within) else { return Ok(TomlServerMatch::Nothing) };
        let servers = servers.as_table_like().ok_or_else(|| InstallError::Shape {
            path: self.path.clone(),
            line: 1 + text.lines().take_while(|line| !line.contains(self.within)).count(),
            what: format!("`{}`", self.within),
            expected: messages::table_expected(),
        })?;
        Ok(match servers.get(SERVER_NAME).map(|server| server.as_table_like().map(command_words)) {
            None => TomlServerMatch::Nothing,
            Some(Some(words)) if runs_mcp(&words) => TomlServerMatch::Ours(words),
            Some(_) => TomlServerMatch::Foreign,
        })
    }

    /// Returns the command line that the server should have.
    pub(super) fn wanted_command(&self) -> Vec<String> {
        [&self.program].into_iter().chain(&self.args).cloned().collect()
    }

    /// Inserts the server into `draft`, unless something else uses its name.
    pub(super) fn insert_into(&self, draft: &mut SettingsDraft) -> Result<(), InstallError> {
        match self.find_server(draft.text())? {
            TomlServerMatch::Foreign => Ok(()),
            TomlServerMatch::Ours(words) if words == self.wanted_command() => Ok(()),
            TomlServerMatch::Ours(_) => self.correct_server(draft),
            TomlServerMatch::Nothing => self.append_server(draft),
        }
    }

    /// Appends the server at the end of the file, where a table is always valid unless all servers
    /// are in one line.
    fn append_server(&self, draft: &mut SettingsDraft) -> Result<(), InstallError> {
        let text = draft.text();
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let gap = match text {
            "" => "",
            some if some.ends_with('\n') => newline,
            _ => &newline.repeat(2),
        };
        let lines = [
            format!("[{}.{SERVER_NAME}]", self.within),
            format!("command = {}", Value::from(self.program.as_str())),
            format!("args = {}", self.args.iter().collect::<Array>()),
        ];
        let added = format!("{gap}{}{newline}", lines.join(newline));
        if self.parse_toml(&format!("{text}{added}")).is_ok() {
            draft.apply(vec![SettingsEdit::insert(text.len(), added)]);
            return Ok(());
        }
        let mut document = self.parse_toml(text)?;
        if let Some(servers) = document.get_mut(self.within).and_then(Item::as_table_like_mut) {
            let mut server = toml_edit::InlineTable::new();
            server.insert("command", self.program.as_str().into());
            server.insert("args", self.args.iter().collect::<Array>().into());
            servers.insert(SERVER_NAME, Item::Value(server.into()));
        }
        change_to(draft, &document.to_string());
        Ok(())
    }

    /// Corrects the command of the installed server.
    fn correct_server(&self, draft: &mut SettingsDraft) -> Result<(), InstallError> {
        let mut document = self.parse_toml(draft.text())?;
        let servers = document.get_mut(self.within).and_then(Item::as_table_like_mut);
        let server =
            servers.and_then(|it| it.get_mut(SERVER_NAME)).and_then(Item::as_table_like_mut);
        if let Some(server) = server {
            set_value(server, "command", self.program.as_str().into());
            set_value(server, "args", self.args.iter().collect::<Array>().into());
        }
        change_to(draft, &document.to_string());
        Ok(())
    }

    /// Returns the text without palimp's server.
    pub(super) fn remove_from(&self, draft: &SettingsDraft) -> Result<String, InstallError> {
        if let Some(text) = draft.without_ours()
            && matches!(self.find_server(&text), Ok(TomlServerMatch::Nothing))
        {
            return Ok(text);
        }
        let text = draft.text();
        if !matches!(self.find_server(text)?, TomlServerMatch::Ours(_)) {
            return Ok(text.to_owned());
        }
        let mut document = self.parse_toml(text)?;
        if let Some(servers) = document.get_mut(self.within).and_then(Item::as_table_like_mut) {
            servers.remove(SERVER_NAME);
        }
        let plain = document.to_string();
        // Lines cut out of the text take no comment with them that stands above a table; the
        // tables that are left say whether the right ones were cut.
        let cut = self.without_tables(text);
        let same = |a: &str, b: &str| {
            matches!((self.parse_toml(a), self.parse_toml(b)), (Ok(a), Ok(b))
            if flatten_table(a.as_table()) == flatten_table(b.as_table()))
        };
        Ok(if same(&cut, &plain) { cut } else { plain })
    }

    /// The text without the lines of palimp's tables, and the empty lines before them.
    fn without_tables(&self, text: &str) -> String {
        let mut kept: Vec<&str> = Vec::new();
        let mut waiting: Vec<&str> = Vec::new();
        let mut ours = false;
        for line in text.split_inclusive('\n') {
            let content = line.trim();
            if content.starts_with('[') {
                ours = self.is_own_header(content);
                if ours {
                    waiting.retain(|line| !line.trim().is_empty());
                    while kept.last().is_some_and(|it| it.trim().is_empty()) {
                        kept.pop();
                    }
                }
                kept.append(&mut waiting);
            }
            match ours {
                false => kept.push(line),
                // What no value follows stands above the next table.
                true if content.is_empty() || content.starts_with('#') => waiting.push(line),
                true => waiting.clear(),
            }
        }
        kept.append(&mut waiting);
        kept.concat()
    }

    fn is_own_header(&self, line: &str) -> bool {
        let name = line.trim_start_matches('[').split(']').next().unwrap_or_default();
        let mut parts = name.split('.').map(|part| part.trim().trim_matches(['"', '\'']));
        parts.next() == Some(self.within) && parts.next() == Some(SERVER_NAME)
    }

    /// Returns true if a text is empty.
    pub(super) fn is_bare(&self, text: &str) -> bool {
        text.trim().is_empty()
    }

    /// Path of the file, for messages.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Sets a value and keeps the white space and comments around it.
fn set_value(table: &mut dyn TableLike, key: &str, mut value: Value) {
    if let Some(old) = table.get(key).and_then(Item::as_value) {
        *value.decor_mut() = old.decor().clone();
    }
    table.insert(key, Item::Value(value));
}

/// Changes `draft` into `text` by replacing what lies between their common ends.
fn change_to(draft: &mut SettingsDraft, text: &str) {
    let (Range { start, end }, new) = changed_range(draft.text(), text);
    draft.apply(vec![SettingsEdit { range: start..end, text: new.to_owned() }]);
}

/// Returns the range of `old` to replace, and the part of `new` that replaces it.
fn changed_range<'n>(old: &str, new: &'n str) -> (Range<usize>, &'n str) {
    let pairs = || old.char_indices().zip(new.chars());
    let start =
        pairs().find(|((_, a), b)| a != b).map_or(old.len().min(new.len()), |((at, _), _)| at);
    let ends = old[start..].chars().rev().zip(new[start..].chars().rev());
    let same: usize = ends.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    (start..old.len() - same, &new[start..new.len() - same])
}

/// Returns the words of a server's command line.
fn command_words(server: &dyn TableLike) -> Vec<String> {
    let program = server.get("command").and_then(Item::as_str).map(str::to_owned);
    let args = server.get("args").and_then(Item::as_array).into_iter().flatten();
    program.into_iter().chain(args.filter_map(|it| Some(it.as_str()?.to_owned()))).collect()
}

/// Flattens a table to sorted key-value pairs, regardless of how it is written.
fn flatten_table(table: &Table) -> Vec<(String, String)> {
    fn flatten_item(name: &str, item: &Item, into: &mut Vec<(String, String)>) {
        match item.as_table_like() {
            Some(table) => {
                table
                    .iter()
                    .for_each(|(key, item)| flatten_item(&format!("{name}.{key:?}"), item, into));
            }
            None => match item {
                Item::ArrayOfTables(tables) => tables.iter().enumerate().for_each(|(at, table)| {
                    flatten_item(&format!("{name}.{at}"), &Item::Table(table.clone()), into);
                }),
                Item::Value(value) => {
                    let mut value = value.clone();
                    value.decor_mut().clear();
                    into.push((name.to_owned(), value.to_string()));
                }
                _ => {}
            },
        }
    }
    let mut all = Vec::new();
    table.iter().for_each(|(key, item)| flatten_item(&format!("{key:?}"), item, &mut all));
    all.sort();
    all
}
