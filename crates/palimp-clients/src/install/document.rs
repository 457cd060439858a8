//! A parsed settings file: values with their positions in the text, and the text between them.

use std::ops::Range;
use std::path::Path;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use serde_json::Value as Json;

use super::InstallError;
use super::style::JsonStyle;
use crate::messages;

/// JSON with comments and trailing commas, the format of most clients' settings.
const JSONC_OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// JSON5, the format of OpenClaw's settings.
const JSON5_OPTIONS: ParseOptions = ParseOptions {
    allow_loose_object_property_names: true,
    allow_single_quoted_strings: true,
    allow_hexadecimal_numbers: true,
    allow_unary_plus_numbers: true,
    allow_bare_decimal_point_numbers: true,
    allow_non_finite_numbers: true,
    allow_extended_string_escapes: true,
    ..JSONC_OPTIONS
};

/// Returns the dialect of the file at `path`.
fn parse_options(path: &Path) -> &'static ParseOptions {
    if path.file_name().is_some_and(|name| name == "openclaw.json") {
        &JSON5_OPTIONS
    } else {
        &JSONC_OPTIONS
    }
}

/// A parsed settings file.
pub(crate) struct SettingsDocument<'a> {
    pub(super) text: &'a str,
    /// The outermost object; `None` in a file without any value.
    pub(crate) root: Option<Object<'a>>,
    pub(super) style: JsonStyle,
    spans: Vec<JsonTokenSpan>,
}

/// Byte range and kind of a token.
struct JsonTokenSpan {
    range: Range<usize>,
    kind: SpanKind,
}

#[derive(Clone, Copy, PartialEq)]
enum SpanKind {
    Comma,
    LineComment,
    BlockComment,
    Other,
}

impl SpanKind {
    fn is_comment(self) -> bool {
        matches!(self, SpanKind::LineComment | SpanKind::BlockComment)
    }
}

impl<'a> SettingsDocument<'a> {
    /// Parses `text`, the content of the file at `path`.
    pub(crate) fn parse(text: &'a str, path: &Path) -> Result<SettingsDocument<'a>, InstallError> {
        let collect =
            CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
        let parsed = parse_to_ast(text, &collect, parse_options(path)).map_err(|e| {
            InstallError::Syntax {
                path: path.to_owned(),
                line: e.line_display(),
                reason: lower_first(&e.kind().to_string()),
            }
        })?;
        let spans = parsed.tokens.unwrap_or_default().iter().map(JsonTokenSpan::new).collect();
        let style = JsonStyle::detect(text, parsed.value.as_ref());
        let mut document = SettingsDocument { text, root: None, style, spans };
        match parsed.value {
            None => {}
            Some(Value::Object(root)) => document.root = Some(root),
            Some(other) => {
                let start = other.range().start;
                return Err(document.shape_error(
                    path,
                    start,
                    messages::whole_file(),
                    messages::object_expected(),
                ));
            }
        }
        Ok(document)
    }

    /// Creates the error for a value at `at` of an unexpected type.
    pub(super) fn shape_error(
        &self,
        path: &Path,
        at: usize,
        what: impl Into<String>,
        expected: String,
    ) -> InstallError {
        let line = 1 + self.text[..at].matches('\n').count();
        InstallError::Shape { path: path.to_owned(), line, what: what.into(), expected }
    }

    /// Returns true if there is a comment anywhere.
    pub(super) fn has_comments(&self) -> bool {
        self.spans.iter().any(|span| span.kind.is_comment())
    }

    /// The end of the token or comment before `at`, and whether it is a comment up to the end
    /// of its line.
    pub(super) fn end_before(&self, at: usize) -> (usize, bool) {
        let count = self.spans.partition_point(|span| span.range.end <= at);
        let last = self.spans[..count].last();
        last.map_or((0, false), |span| (span.range.end, span.kind == SpanKind::LineComment))
    }

    /// The comma that follows a value which ends at `end`.
    pub(super) fn comma_after(&self, end: usize) -> Option<Range<usize>> {
        let next = self.spans_from(end).iter().find(|span| !span.kind.is_comment())?;
        (next.kind == SpanKind::Comma).then(|| next.range.clone())
    }

    /// The end of the comments that follow `at` on its own line, or `at`.
    pub(super) fn end_of_trailing_comments(&self, at: usize) -> usize {
        self.spans_from(at)
            .iter()
            .take_while(|span| span.kind.is_comment())
            .try_fold(at, |end, span| {
                let same_line = !has_line_break(&self.text[end..span.range.start]);
                if same_line { Ok(span.range.end) } else { Err(end) }
            })
            .unwrap_or_else(|end| end)
    }

    /// The end of the last comment within `range`, if there is one.
    pub(super) fn last_comment_within(&self, range: Range<usize>) -> Option<usize> {
        let inside = self.spans_from(range.start).iter().take_while(|s| s.range.end <= range.end);
        inside.filter(|span| span.kind.is_comment()).last().map(|span| span.range.end)
    }

    /// Returns true if `member` contains a comment outside the children of its value.
    pub(super) fn has_loose_comment(&self, member: &ObjectProp<'_>) -> bool {
        let range = range_of(member);
        let children =
            Container::from_value(&member.value).map(|it| it.children).unwrap_or_default();
        let spans = self.spans_from(range.start).iter().take_while(|s| s.range.end <= range.end);
        let mut comments = spans.filter(|span| span.kind.is_comment());
        comments.any(|it| !children.iter().any(|child| child.contains(&it.range.start)))
    }

    fn spans_from(&self, at: usize) -> &[JsonTokenSpan] {
        &self.spans[self.spans.partition_point(|span| span.range.start < at)..]
    }
}

impl JsonTokenSpan {
    fn new(token: &TokenAndRange<'_>) -> JsonTokenSpan {
        let kind = match token.token {
            Token::Comma => SpanKind::Comma,
            Token::CommentLine(_) => SpanKind::LineComment,
            Token::CommentBlock(_) => SpanKind::BlockComment,
            _ => SpanKind::Other,
        };
        JsonTokenSpan { range: token.range.start..token.range.end, kind }
    }
}

/// An object or array with the positions of its members.
pub(super) struct Container {
    pub(super) range: Range<usize>,
    pub(super) children: Vec<Range<usize>>,
}

impl From<&Object<'_>> for Container {
    fn from(object: &Object<'_>) -> Container {
        let children = object.properties.iter().map(range_of).collect();
        Container { range: range_of(object), children }
    }
}

impl From<&Array<'_>> for Container {
    fn from(array: &Array<'_>) -> Container {
        let children = array.elements.iter().map(range_of).collect();
        Container { range: range_of(array), children }
    }
}

impl Container {
    /// Returns the container that `value` is, if it is one.
    pub(super) fn from_value(value: &Value<'_>) -> Option<Container> {
        match value {
            Value::Object(object) => Some(object.into()),
            Value::Array(array) => Some(array.into()),
            _ => None,
        }
    }
}

/// The bytes that a node takes up.
pub(super) fn range_of(node: &impl Ranged) -> Range<usize> {
    let range = node.range();
    range.start..range.end
}

/// Finds the effective member of that name: of several, JSON readers take the last.
pub(crate) fn find_member<'o, 'a>(
    object: &'o Object<'a>,
    name: &str,
) -> Option<&'o ObjectProp<'a>> {
    object.properties.iter().rev().find(|prop| prop.name.as_str() == name)
}

/// The object of that name.
pub(crate) fn object_in<'o, 'a>(object: &'o Object<'a>, name: &str) -> Option<&'o Object<'a>> {
    find_member(object, name)?.value.as_object()
}

/// The text of that name.
pub(crate) fn text_in<'o>(object: &'o Object<'_>, name: &str) -> Option<&'o str> {
    Some(find_member(object, name)?.value.as_string_lit()?.value.as_ref())
}

/// The truth value of that name.
pub(crate) fn bool_in(object: &Object<'_>, name: &str) -> Option<bool> {
    Some(find_member(object, name)?.value.as_boolean_lit()?.value)
}

/// Returns true if there is a line break in `text`.
pub(super) fn has_line_break(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Returns true if a value in a file equals the plain value `json`.
pub(super) fn equals_json(value: &Value<'_>, json: &Json) -> bool {
    match (value, json) {
        (Value::StringLit(text), Json::String(json)) => text.value == json.as_str(),
        (Value::NumberLit(number), Json::Number(json)) => {
            number.value.parse::<f64>().ok() == json.as_f64()
        }
        (Value::BooleanLit(truth), Json::Bool(json)) => truth.value == *json,
        (Value::NullKeyword(_), Json::Null) => true,
        (Value::Array(array), Json::Array(json)) => {
            let pairs = array.elements.iter().zip(json);
            array.elements.len() == json.len() && pairs.into_iter().all(|(a, b)| equals_json(a, b))
        }
        _ => false,
    }
}
