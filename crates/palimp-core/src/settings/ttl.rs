//! A time to live.

use serde_json::Value;

/// A time to live, in whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ttl(u64);

impl Ttl {
    /// So many seconds.
    pub const fn of_seconds(seconds: u64) -> Ttl {
        Ttl(seconds)
    }

    /// In seconds.
    pub const fn seconds(self) -> u64 {
        self.0
    }

    /// Parses a number with `s`, `m`, `h` or `d` behind it; a bare number is seconds.
    ///
    /// ```
    /// use palimp_core::settings::Ttl;
    ///
    /// assert_eq!(Ttl::parse("5m"), Some(Ttl::of_seconds(300)));
    /// assert_eq!(Ttl::parse("600"), Some(Ttl::of_seconds(600)));
    /// assert_eq!(Ttl::parse("soon"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Ttl> {
        let text = text.trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let unit = match unit.trim() {
            "" | "s" => 1,
            "m" => 60,
            "h" => 3_600,
            "d" => 86_400,
            _ => return None,
        };
        number.parse::<u64>().ok()?.checked_mul(unit).map(Ttl)
    }

    /// Parses a text as [`Ttl::parse`] does, or a number of seconds.
    pub fn from_value(value: &Value) -> Option<Ttl> {
        match value {
            Value::String(text) => Ttl::parse(text),
            value => value.as_u64().map(Ttl),
        }
    }
}

/// In the largest unit that leaves nothing over.
impl std::fmt::Display for Ttl {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let units = [(86_400, "d"), (3_600, "h"), (60, "m")];
        let whole = units.into_iter().find(|(unit, _)| self.0 > 0 && self.0.is_multiple_of(*unit));
        let (unit, name) = whole.unwrap_or((1, "s"));
        write!(f, "{}{name}", self.0 / unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_have_units() {
        for (text, seconds) in [
            ("5m", Some(300)),
            ("1h", Some(3_600)),
            ("2 d", Some(172_800)),
            ("90 s", Some(90)),
            ("600", Some(600)),
            ("", None),
            ("m", None),
            ("-1", None),
            ("1.5h", None),
            ("5 weeks", None),
            ("99999999999999999999d", None),
            ("18446744073709551615d", None),
        ] {
            assert_eq!(Ttl::parse(text).map(Ttl::seconds), seconds, "{text:?}");
        }
    }

    #[test]
    fn a_number_is_seconds_and_nothing_else_is_a_time() {
        assert_eq!(Ttl::from_value(&json!(600)), Some(Ttl::of_seconds(600)));
        for value in [json!(-1), json!(1.5), json!(null), json!(["5m"])] {
            assert_eq!(Ttl::from_value(&value), None, "{value}");
        }
    }

    #[test]
    fn a_time_is_shown_as_it_is_written() {
        for text in ["0s", "90s", "5m", "1h", "2d"] {
            assert_eq!(Ttl::parse(text).unwrap().to_string(), text);
        }
    }
}
