//! From bytes to JSON, as leniently as can be without guessing.

use serde_json::Value;

/// The JSON that `bytes` hold. What is no UTF-8, and escapes that name half a character (JavaScript
/// writes them when a text was cut inside an emoji), become U+FFFD.
pub(crate) fn parse_payload(bytes: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(bytes).or_else(|_| {
        let text = String::from_utf8_lossy(bytes);
        // A parser's own words quote the event, which nobody has redacted.
        serde_json::from_str(&whole_characters(&text)).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            match error.is_eof() {
                true => format!("the event ends at line {line}, column {column}"),
                false => format!("the event is not JSON (line {line}, column {column})"),
            }
        })
    })
}

/// `json` with every escape of a lone surrogate replaced.
fn whole_characters(json: &str) -> String {
    let mut whole = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let (kept, length) =
            match (parse_surrogate(escape), escape.get(6..).and_then(parse_surrogate)) {
                (Some(0xd800..0xdc00), Some(0xdc00..)) => (&escape[..12], 12),
                (Some(_), _) => ("\\ufffd", 6),
                (None, _) => {
                    // A backslash and what it escapes, which may be a backslash too.
                    let length = 1 + escape[1..].chars().next().map_or(0, char::len_utf8);
                    (&escape[..length], length)
                }
            };
        whole.push_str(kept);
        rest = &escape[length..];
    }
    whole.push_str(rest);
    whole
}

/// The surrogate that an escape at the beginning of `text` names.
fn parse_surrogate(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let code = u16::from_str_radix(digits, 16).ok()?;
    (0xd800..0xe000).contains(&code).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_characters_are_replaced_and_whole_ones_stay() {
        for (json, expect) in [
            (r#""a""#, "a"),
            (r#""\ud83d\ude00""#, "\u{1f600}"),
            (r#""\ud83d""#, "\u{fffd}"),
            (r#""\ude00\ud83d""#, "\u{fffd}\u{fffd}"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}\u{1f600}"),
            (r#""\\ud83d \ud83d""#, "\\ud83d \u{fffd}"),
        ] {
            assert_eq!(parse_payload(json.as_bytes()), Ok(Value::from(expect)), "{json}");
        }
        assert_eq!(parse_payload(b"\"\xff\""), Ok(Value::from("\u{fffd}")));
        assert!(parse_payload(b"{").is_err());
        assert!(parse_payload(b"\\").is_err());
    }
}
