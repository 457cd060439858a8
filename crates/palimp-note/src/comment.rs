//! Encoding of values in palimp's comments.

/// Percent-encodes white space, control characters, angle brackets and the second of two dashes, so
/// that the value neither ends nor breaks the line, and cannot close the comment.
pub(crate) fn escape_value(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        let second_dash = c == '-' && text.ends_with('-');
        if second_dash || c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '%') {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                text.push_str(&format!("%{byte:02X}"));
            }
        } else {
            text.push(c);
        }
    }
    text
}

pub(crate) fn unescape_value(value: &str) -> String {
    crate::note::percent_decoded(value)
}
