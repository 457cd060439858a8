//! Names whose value stands under another one: `name: DB_PASSWORD`, `value: …`.

use super::bytes::{Class, View, class};
use super::names::{self, Spelled};

/// The name whose value stands under the name `value`: `name: DB_PASSWORD`, `value: …`.
pub(super) fn paired<'t>(view: View<'t>, value: Spelled<'t>) -> Spelled<'t> {
    const BETWEEN: Class = class!(" \t\r\n\\\"',");
    let name = names::spelled(view, view.run_back(value.start, BETWEEN, 40));
    let is_known = names::matching(name.word).next().is_some();
    let is_field = b"\"'".contains(&view.before(value.start)) || view.starts_line(value.start);
    let name = if is_known || !is_field { name } else { nested(view, value).unwrap_or(name) };
    Spelled { start: value.start, word: name.word, phrase: name.word }
}

/// The name of the object in which the name `value` stands: `"db_password": { …, "value": … }`.
fn nested<'t>(view: View<'t>, value: Spelled<'t>) -> Option<Spelled<'t>> {
    const LONGEST: usize = 200;
    let floor = view.floor.max(value.start.saturating_sub(LONGEST));
    let before = view.slice(floor, value.start);
    let brace =
        before.iter().rposition(|byte| b"{}".contains(byte)).filter(|&at| before[at] == b'{')?;
    let end = view.run_back(floor + brace, class!(" \t\r\n:=\\\"'"), 16);
    Some(names::spelled(view, end))
}

/// The variable of Terraform whose value is given as its `default`.
pub(super) fn declared<'t>(view: View<'t>, default: Spelled<'t>) -> Spelled<'t> {
    const LONGEST: usize = 256;
    const BLOCK: &[u8] = b"variable \"";
    let floor = view.floor.max(default.start.saturating_sub(LONGEST));
    let block = view.slice(floor, default.start);
    let Some(start) = block.windows(BLOCK.len()).rposition(|part| part == BLOCK) else {
        return default;
    };
    let end = view.run(floor + start + BLOCK.len(), class!("A-Za-z0-9_-"), 64);
    let name = names::spelled(view, end);
    Spelled { start: default.start, word: name.word, phrase: name.word }
}

/// The parameter of CloudFormation whose value is given as its `Default`: the last line before
/// that is indented less.
pub(super) fn titled<'t>(view: View<'t>, default: Spelled<'t>) -> Spelled<'t> {
    const LONGEST: usize = 256;
    let indent = |line: &[u8]| line.iter().take_while(|&&byte| byte == b' ').count();
    let mine = default.start - view.run_back(default.start, class!(" "), 40);
    let floor = view.floor.max(default.start.saturating_sub(LONGEST));
    let lines = view.slice(floor, default.start).rsplit(|&byte| byte == b'\n').skip(1);
    let title = lines.map(<[u8]>::trim_ascii_end).find(|line| indent(line) < mine);
    let Some(name) = title.and_then(|line| line.trim_ascii().strip_suffix(b":")) else {
        return default;
    };
    Spelled { start: default.start, word: name, phrase: name }
}
