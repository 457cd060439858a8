//! Finding a value in a line of JSON without changing the line: what is replaced is replaced
//! alone, and everything around it stays as the client wrote it.

use std::ops::Range;

/// A step from a value to one inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(&'static str),
    Item(usize),
}

/// Where the value at `path` stands in `json`, which is valid JSON; `None` when it is not there.
/// Of a key that occurs twice, the last counts, as it does for everyone who reads the line.
pub(crate) fn locate(json: &[u8], path: &[Step]) -> Option<Range<usize>> {
    let mut cursor = Cursor { json, at: 0 };
    cursor.space();
    let mut range = cursor.value()?;
    for step in path {
        let mut inside = Cursor { json: &json[..range.end], at: range.start };
        range = match step {
            Step::Key(key) => inside.member(key)?,
            Step::Item(item) => inside.item(*item)?,
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

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Passes over `byte` and the space behind it.
    fn pass(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| {
            self.at += 1;
            self.space();
        })
    }

    /// The value that begins here.
    fn value(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => self.string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                byte if depth == 0 && !byte.is_ascii_whitespace() && byte != b',' => self.plain(),
                _ => self.at += 1,
            }
            if depth == 0 {
                return Some(start..self.at);
            }
        }
    }

    /// Passes over a number or a word.
    fn plain(&mut self) {
        let ends = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'}' | b']');
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Option<()> {
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

    /// The value of `key` of the object that begins here.
    fn member(&mut self, key: &str) -> Option<Range<usize>> {
        let mut found = None;
        self.pass(b'{')?;
        while self.peek()? != b'}' {
            let name = self.value()?;
            self.space();
            self.pass(b':')?;
            let value = self.value()?;
            let name = serde_json::from_slice::<String>(&self.json[name]).ok()?;
            if name == key {
                found = Some(value);
            }
            self.space();
            let _ = self.pass(b',');
        }
        found
    }

    /// Item `number` of the array that begins here.
    fn item(&mut self, number: usize) -> Option<Range<usize>> {
        self.pass(b'[')?;
        for _ in 0..number {
            self.value()?;
            self.space();
            self.pass(b',')?;
        }
        if self.peek()? == b']' { None } else { self.value() }
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
            (vec![Step::Key("n")], Some("null")),
            (vec![Step::Key("x"), Step::Key("a")], Some("true")),
            (vec![Step::Key("a\"b"), Step::Item(0)], Some("1")),
            (vec![Step::Key("a\"b"), Step::Item(1), Step::Key("x")], Some(r#""]}\\""#)),
            (vec![Step::Key("a\"b"), Step::Item(2)], Some("-2.5e3")),
            (vec![Step::Key("a\"b"), Step::Item(3)], Some("[]")),
            (vec![Step::Key("a\"b"), Step::Item(4)], None),
            (vec![Step::Key("a\"b"), Step::Item(3), Step::Item(0)], None),
            (vec![Step::Key("y")], None),
            (vec![Step::Key("n"), Step::Key("a")], None),
        ] {
            let found = locate(line.as_bytes(), &path).map(|range| &line[range]);
            assert_eq!(found, expect, "{path:?}");
        }
    }

    #[test]
    fn what_is_no_json_is_not_searched_for_ever() {
        for broken in ["", "{", "{\"a\"", "{\"a\":", "[1,", "\"\\", "}", "{\"a\":1]"] {
            assert_eq!(locate(broken.as_bytes(), &[Step::Key("b")]), None, "{broken}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_is_found_is_what_a_parser_finds(texts in prop::collection::vec(".{0,12}", 1..5), n in -9i64..9) {
            let value = json!({ "z": n, "list": texts, "inner": { "list": [texts[0], { "t": texts }] } });
            for line in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
                for (item, text) in texts.iter().enumerate() {
                    let path = [Step::Key("inner"), Step::Key("list"), Step::Item(1), Step::Key("t"), Step::Item(item)];
                    let range = locate(line.as_bytes(), &path).unwrap();
                    prop_assert_eq!(serde_json::from_str::<Value>(&line[range]).unwrap(), json!(text));
                }
            }
        }
    }
}
