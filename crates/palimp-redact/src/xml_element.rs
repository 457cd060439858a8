//! Secrets between the tags of an XML element, property lists included.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{BLANK, ByteView, class};
use super::names;
use super::stand_in::{ValueContext, is_secret};
use super::value::{self, TextValue, ValueReach};

/// The secret between the tags of an element, whose first stands at `at`.
pub(super) fn in_element(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    let end = view.run_end(at + 1, class!("A-Za-z0-9_.:-"), 64);
    if view.byte_at(end) != b'>' || end == at + 1 {
        return None;
    }
    let value = element_text(view, end + 1)?;
    let closed = view.has_literal(value.end, "</");
    let element = view.slice(at + 1, end);
    let name = if element == b"string" { property_name(view, at) } else { element };
    names::matching_names(name).find_map(|(kind, name)| {
        let held = value.bytes_in(view);
        (closed && is_secret(held, name.strength, ValueContext::Quoted))
            .then(|| build_finding(view, value, kind))
    })
}

/// Returns the content of the element whose first tag ends before `at`, its entities included.
fn element_text(view: ByteView<'_>, at: usize) -> Option<TextValue> {
    const MAX_ELEMENT_BYTES: usize = 512;
    let text = view.slice(at, at + MAX_ELEMENT_BYTES);
    let end = at + text.iter().position(|byte| b"<\n".contains(byte))?;
    if !view.has_literal(end, "</") {
        return value::parse_after(view, at, ValueReach::Punctuation);
    }
    let start = view.run_end(at, BLANK, MAX_ELEMENT_BYTES).min(end);
    let end = view.run_start(end, BLANK, MAX_ELEMENT_BYTES).max(start);
    (start < end).then_some(TextValue { start, end, form: value::ValueForm::Quoted })
}

/// The name in a property list whose value's element stands at `at`: `<key>token</key>`.
fn property_name(view: ByteView<'_>, at: usize) -> &[u8] {
    const CLOSING_TAG: &str = "</key>";
    let end = view.run_start(at, class!(" \t\r\n"), 40).saturating_sub(CLOSING_TAG.len());
    let start = view.run_start(end, class!("A-Za-z0-9_. -"), 64);
    if view.has_literal(end, CLOSING_TAG) { view.slice(start, end) } else { b"" }
}
