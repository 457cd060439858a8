//! Names whose value stands under another one: `name: DB_PASSWORD`, `value: …`.

use super::bytes::{ByteClass, ByteView, class};
use super::names::{self, Spelled};

/// The name whose value stands under the name `value`: `name: DB_PASSWORD`, `value: …`.
pub(super) fn paired_name<'t>(view: ByteView<'t>, value: Spelled<'t>) -> Spelled<'t> {
    const BETWEEN_CHARS: ByteClass = class!(" \t\r\n\\\"',");
    let name = names::name_before(view, view.run_start(value.start, BETWEEN_CHARS, 40));
    let is_known = names::matching_names(name.word).next().is_some();
    let is_field = b"\"'".contains(&view.byte_before(value.start)) || view.starts_line(value.start);
    let name = if is_known || !is_field {
        name
    } else {
        enclosing_object_name(view, value).unwrap_or(name)
    };
    Spelled { start: value.start, word: name.word, phrase: name.word }
}

/// The name of the object in which the name `value` stands: `"db_password": { …, "value": … }`.
fn enclosing_object_name<'t>(view: ByteView<'t>, value: Spelled<'t>) -> Option<Spelled<'t>> {
    const MAX_OBJECT_BYTES: usize = 200;
    let floor = view.floor.max(value.start.saturating_sub(MAX_OBJECT_BYTES));
    let before = view.slice(floor, value.start);
    let brace =
        before.iter().rposition(|byte| b"{}".contains(byte)).filter(|&at| before[at] == b'{')?;
    let end = view.run_start(floor + brace, class!(" \t\r\n:=\\\"'"), 16);
    Some(names::name_before(view, end))
}

/// The variable of Terraform whose value is given as its `default`.
pub(super) fn terraform_variable_name<'t>(view: ByteView<'t>, default: Spelled<'t>) -> Spelled<'t> {
    const MAX_BLOCK_BYTES: usize = 256;
    const VARIABLE_BLOCK: &[u8] = b"variable \"";
    let floor = view.floor.max(default.start.saturating_sub(MAX_BLOCK_BYTES));
    let block = view.slice(floor, default.start);
    let Some(start) = block.windows(VARIABLE_BLOCK.len()).rposition(|part| part == VARIABLE_BLOCK)
    else {
        return default;
    };
    let end = view.run_end(floor + start + VARIABLE_BLOCK.len(), class!("A-Za-z0-9_-"), 64);
    let name = names::name_before(view, end);
    Spelled { start: default.start, word: name.word, phrase: name.word }
}

/// The parameter of CloudFormation whose value is given as its `Default`: the last line before
/// that is indented less.
pub(super) fn cloudformation_parameter_name<'t>(
    view: ByteView<'t>,
    default: Spelled<'t>,
) -> Spelled<'t> {
    const MAX_BLOCK_BYTES: usize = 256;
    let indent = |line: &[u8]| line.iter().take_while(|&&byte| byte == b' ').count();
    let mine = default.start - view.run_start(default.start, class!(" "), 40);
    let floor = view.floor.max(default.start.saturating_sub(MAX_BLOCK_BYTES));
    let lines = view.slice(floor, default.start).rsplit(|&byte| byte == b'\n').skip(1);
    let title = lines.map(<[u8]>::trim_ascii_end).find(|line| indent(line) < mine);
    let Some(name) = title.and_then(|line| line.trim_ascii().strip_suffix(b":")) else {
        return default;
    };
    Spelled { start: default.start, word: name, phrase: name }
}
