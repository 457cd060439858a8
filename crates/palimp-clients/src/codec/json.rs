//! Locates a value in a line of JSON, so that only this value is replaced and the rest stays as the
//! client wrote it.

use std::ops::Range;

/// A step from a JSON value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JsonStep {
    Key(&'static str),
    Item(usize),
}

/// Returns the range of the value at `path` in `json`, which is valid JSON; `None` if there is
/// none. Of a duplicate key the last counts, as for every reader of the line.
pub(crate) fn locate_value(json: &[u8], path: &[JsonStep]) -> Option<Range<usize>> {
    let mut cursor = Cursor { json, at: 0 };
    cursor.skip_space();
    let mut range = cursor.skip_value()?;
    for step in path {
        let mut inside = Cursor { json: &json[..range.end], at: range.start };
        range = match step {
            JsonStep::Key(key) => inside.find_member(key)?,
            JsonStep::Item(item) => inside.find_item(*item)?,
        };
    }
    Some(range)
}

struct Cursor<'j> {
    json: &'j [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.json.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Skips `byte` and the space after it.
    fn skip_byte(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| {
            self.at += 1;
            self.skip_space();
        })
    }

    /// Skips the value that begins here and returns its range.
    fn skip_value(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => self.skip_string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                byte if depth == 0 && !byte.is_ascii_whitespace() && byte != b',' => {
                    self.skip_literal()
                }
                _ => self.at += 1,
            }
            if depth == 0 {
                return Some(start..self.at);
            }
        }
    }

    /// Skips a number or a word.
    fn skip_literal(&mut self) {
        let ends = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'}' | b']');
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
    }

    fn skip_string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.peek()? {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                _ => self.at += 1,
            }
        }
    }

    /// Finds the value of `key` in the object that begins here.
    fn find_member(&mut self, key: &str) -> Option<Range<usize>> {
        let mut found = None;
        self.skip_byte(b'{')?;
        while self.peek()? != b'}' {
            let name = self.skip_value()?;
            self.skip_space();
            self.skip_byte(b':')?;
            let value = self.skip_value()?;
            let name = serde_json::from_slice::<String>(&self.json[name]).ok()?;
            if name == key {
                found = Some(value);
            }
            self.skip_space();
            let _ = self.skip_byte(b',');
        }
        found
    }

    /// Finds item `number` of the array that begins here.
    fn find_item(&mut self, number: usize) -> Option<Range<usize>> {
        self.skip_byte(b'[')?;
        for _ in 0..number {
            self.skip_value()?;
            self.skip_space();
            self.skip_byte(b',')?;
        }
        if self.peek()? == b']' { None } else { self.skip_value() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[test]
    fn values_are_found_where_they_stand() {
        let line = r#" { "a\"b" : [1, {"x": "]}\\"}, -2.5e3 ,[] ], "n":null,"x":{"a":true} } "#;
        for (path, expect) in [
            (vec![JsonStep::Key("n")], Some("null")),
            (vec![JsonStep::Key("x"), JsonStep::Key("a")], Some("true")),
            (vec![JsonStep::Key("a\"b"), JsonStep::Item(0)], Some("1")),
            (vec![JsonStep::Key("a\"b"), JsonStep::Item(1), JsonStep::Key("x")], Some(r#""]}\\""#)),
            (vec![JsonStep::Key("a\"b"), JsonStep::Item(2)], Some("-2.5e3")),
            (vec![JsonStep::Key("a\"b"), JsonStep::Item(3)], Some("[]")),
            (vec![JsonStep::Key("a\"b"), JsonStep::Item(4)], None),
            (vec![JsonStep::Key("a\"b"), JsonStep::Item(3), JsonStep::Item(0)], None),
            (vec![JsonStep::Key("y")], None),
            (vec![JsonStep::Key("n"), JsonStep::Key("a")], None),
        ] {
            let found = locate_value(line.as_bytes(), &path).map(|range| &line[range]);
            assert_eq!(found, expect, "{path:?}");
        }
    }

    #[test]
    fn what_is_no_json_is_not_searched_for_ever() {
        for broken in ["", "{", "{\"a\"", "{\"a\":", "[1,", "\"\\", "}", "{\"a\":1]"] {
            assert_eq!(locate_value(broken.as_bytes(), &[JsonStep::Key("b")]), None, "{broken}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_is_found_is_what_a_parser_finds(texts in prop::collection::vec(".{0,12}", 1..5), n in -9i64..9) {
            let value = json!({ "z": n, "list": texts, "inner": { "list": [texts[0], { "t": texts }] } });
            for line in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
                for (item, text) in texts.iter().enumerate() {
                    let path = [JsonStep::Key("inner"), JsonStep::Key("list"), JsonStep::Item(1), JsonStep::Key("t"), JsonStep::Item(item)];
                    let range = locate_value(line.as_bytes(), &path).unwrap();
                    prop_assert_eq!(serde_json::from_str::<Value>(&line[range]).unwrap(), json!(text));
                }
            }
        }
    }
}
