//! Formatting of a settings file, so that new text matches the existing text.

use std::ops::Range;

use jsonc_parser::ast::Value;
use serde_json::Value as Json;

use super::document::{Container, has_line_break, range_of};

/// A file's line break, indentation and spacing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JsonStyle {
    pub(super) newline: &'static str,
    /// One step of indentation.
    pub(super) unit: String,
    /// True if the file is one line.
    pub(super) single_line: bool,
    /// True if there are no spaces after `:` and `,`.
    dense: bool,
}

impl JsonStyle {
    /// Detects the style of `text`, whose value is `value`.
    pub(super) fn detect(text: &str, value: Option<&Value<'_>>) -> JsonStyle {
        let single_line = !has_line_break(text.trim());
        JsonStyle {
            newline: if text.contains("\r\n") { "\r\n" } else { "\n" },
            unit: value.and_then(|value| indent_unit(text, value)).unwrap_or("  ").to_owned(),
            single_line,
            dense: single_line && is_dense(text, value),
        }
    }

    /// Returns the separator between values on one line.
    pub(super) fn separator(&self) -> &'static str {
        if self.dense { "," } else { ", " }
    }

    /// Formats `value` over several lines, the first of which is already indented by `indent`.
    pub(super) fn format_block(&self, value: &Json, indent: &str) -> String {
        let inner = format!("{indent}{}", self.unit);
        let lines = |open: char, close: char, items: Vec<String>| {
            let break_in = format!("{}{inner}", self.newline);
            let items = items.join(&format!(",{break_in}"));
            format!("{open}{break_in}{items}{}{indent}{close}", self.newline)
        };
        match value {
            Json::Object(map) if !map.is_empty() => {
                let member = |(key, value): (&String, &Json)| {
                    format!("{}: {}", quote_json(key), self.format_block(value, &inner))
                };
                lines('{', '}', map.iter().map(member).collect())
            }
            Json::Array(items) if !items.is_empty() => {
                lines('[', ']', items.iter().map(|item| self.format_block(item, &inner)).collect())
            }
            other => other.to_string(),
        }
    }

    /// Formats `value` on one line.
    pub(super) fn format_inline(&self, value: &Json) -> String {
        match value {
            Json::Object(map) => {
                let member = |(key, value): (&String, &Json)| self.inline_member(key, value);
                let members: Vec<_> = map.iter().map(member).collect();
                format!("{{{}}}", members.join(self.separator()))
            }
            Json::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.format_inline(item)).collect();
                format!("[{}]", items.join(self.separator()))
            }
            other => other.to_string(),
        }
    }

    /// Formats `value` on one line.
    pub(super) fn inline_member(&self, key: &str, value: &Json) -> String {
        let colon = if self.dense { ":" } else { ": " };
        format!("{}{colon}{}", quote_json(key), self.format_inline(value))
    }
}

/// Quotes `text` as a JSON string.
pub(super) fn quote_json(text: &str) -> String {
    Json::from(text).to_string()
}

/// The white space at the start of the line that holds `at`.
pub(super) fn indent_at(text: &str, at: usize) -> &str {
    let line = &text[line_start(text, at)..at];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Returns true if only white space precedes `at` on its line.
pub(super) fn is_first_on_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim().is_empty()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['\n', '\r']).map_or(0, |newline| newline + 1)
}

/// Returns one step of indentation: the extra indentation of a first child compared to its parent's
/// line.
fn indent_unit<'t>(text: &'t str, value: &Value<'_>) -> Option<&'t str> {
    let container = Container::from_value(value)?;
    let step = |child: &Range<usize>| {
        let inner = indent_at(text, child.start);
        let step = inner.strip_prefix(indent_at(text, container.range.start))?;
        (is_first_on_line(text, child.start) && !step.is_empty()).then_some(step)
    };
    container.children.iter().find_map(step).or_else(|| match value {
        Value::Object(object) => object.properties.iter().find_map(|p| indent_unit(text, &p.value)),
        Value::Array(array) => array.elements.iter().find_map(|item| indent_unit(text, item)),
        _ => None,
    })
}

/// Returns true if the first value of an object follows its colon without a space.
fn is_dense(text: &str, value: Option<&Value<'_>>) -> bool {
    let Some(Value::Object(object)) = value else { return false };
    let first = object.properties.first();
    first.is_some_and(|prop| text[..range_of(&prop.value).start].ends_with(':'))
}
