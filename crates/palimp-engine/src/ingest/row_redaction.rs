//! Redaction of rows that come from a file or another machine.

use std::borrow::Cow;

use palimp_core::activity::ExportRow;
use palimp_redact::Redactor;
use serde_json::Value;

/// Returns the row with every text in it redacted, also those that it is found by; none if it is not a
/// row afterwards.
pub fn redact_row(row: ExportRow, redactor: &Redactor) -> Option<ExportRow> {
    let row = serde_json::to_value(row).ok()?;
    redact_value(row, redactor).ok()
}

/// Parses a row, with every text in it redacted.
///
/// # Errors
///
/// When the value is not a row.
pub fn redact_value(mut value: Value, redactor: &Redactor) -> serde_json::Result<ExportRow> {
    redact_texts(&mut value, redactor);
    serde_json::from_value(value)
}

fn redact_texts(value: &mut Value, redactor: &Redactor) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(clean) = redactor.redact(text) {
                *text = clean;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| redact_texts(value, redactor)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| redact_texts(value, redactor));
        }
        _ => {}
    }
}
