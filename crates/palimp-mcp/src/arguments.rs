//! Lenient parsing of an agent's tool arguments.
//!
//! Models write `"6"` for 6 and `null` for arguments that they leave out. An understandable value
//! is accepted; any other is answered with a sentence that says how to call again.

use rmcp::model::JsonObject;
use serde_json::Value;

/// The arguments of a call.
pub(crate) struct ToolArguments(JsonObject);

impl ToolArguments {
    pub(crate) fn new(arguments: Option<JsonObject>) -> ToolArguments {
        ToolArguments(arguments.unwrap_or_default())
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Returns a required text; `what` describes it in the error.
    pub(crate) fn required_text(&self, name: &str, what: &str) -> Result<String, String> {
        self.optional_text(name)?.ok_or_else(|| format!("`{name}` is missing: pass {what}."))
    }

    /// A text; an empty one counts as none.
    pub(crate) fn optional_text(&self, name: &str) -> Result<Option<String>, String> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(format!("`{name}` must be a text.")),
        }
    }

    /// A list of texts, or one text; of at most `most`.
    pub(crate) fn text_list(
        &self,
        name: &str,
        most: usize,
        longest: usize,
    ) -> Result<Vec<String>, String> {
        let wrong = || {
            format!(
                "`{name}` must be a list of at most {most} texts of at most {longest} characters."
            )
        };
        let texts = match self.value(name) {
            None => Vec::new(),
            Some(Value::String(text)) => vec![text.trim().to_owned()],
            Some(Value::Array(list)) => {
                let texts =
                    list.iter().map(|item| item.as_str().map(|text| text.trim().to_owned()));
                texts.collect::<Option<_>>().ok_or_else(wrong)?
            }
            Some(_) => return Err(wrong()),
        };
        let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let fits = |text: &String| text.chars().nth(longest).is_none();
        if texts.len() > most || !texts.iter().all(fits) { Err(wrong()) } else { Ok(texts) }
    }

    /// A whole number of 1 or more.
    pub(crate) fn positive_number(&self, name: &str) -> Result<Option<usize>, String> {
        let wrong = || format!("`{name}` must be a whole number of 1 or more.");
        let Some(number) = self.optional_number(name)? else { return Ok(None) };
        if number < 1.0 || number.fract() != 0.0 || number > u32::MAX.into() {
            return Err(wrong());
        }
        // In the range of u32, as was just seen.
        Ok(Some(number as usize))
    }

    /// A number from 0 to 1.
    pub(crate) fn unit_fraction(&self, name: &str) -> Result<Option<f64>, String> {
        match self.optional_number(name)? {
            Some(number) if !(0.0..=1.0).contains(&number) => {
                Err(format!("`{name}` must be a number from 0 to 1."))
            }
            number => Ok(number),
        }
    }

    fn optional_number(&self, name: &str) -> Result<Option<f64>, String> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_f64(),
        };
        let finite = number.filter(|number: &f64| number.is_finite());
        finite.map(Some).ok_or_else(|| format!("`{name}` must be a number."))
    }

    /// One of `all` by its name.
    pub(crate) fn one_of<T: Copy>(
        &self,
        name: &str,
        all: &[T],
        named: fn(T) -> &'static str,
    ) -> Result<Option<T>, String> {
        let Some(text) = self.optional_text(name)? else { return Ok(None) };
        pick_by_name(name, &text, all, named).map(Some)
    }

    /// Several of `all` by their names: a list, or a text with commas.
    pub(crate) fn some_of<T: Copy>(
        &self,
        name: &str,
        all: &[T],
        named: fn(T) -> &'static str,
    ) -> Result<Vec<T>, String> {
        let names: Vec<&str> = match self.value(name) {
            None => Vec::new(),
            Some(Value::String(text)) => {
                text.split(',').filter(|it| !it.trim().is_empty()).collect()
            }
            Some(Value::Array(items)) => items.iter().map(|it| it.as_str().unwrap_or("")).collect(),
            Some(_) => return Err(format!("`{name}` must be a list.")),
        };
        names.into_iter().map(|text| pick_by_name(name, text, all, named)).collect()
    }
}

fn pick_by_name<T: Copy>(
    name: &str,
    text: &str,
    all: &[T],
    named: fn(T) -> &'static str,
) -> Result<T, String> {
    let text = text.trim();
    let found = all.iter().copied().find(|it| named(*it).eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|it| named(*it)).collect();
        format!("`{name}` cannot be `{text}`: use {}.", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{MemorySource, SavedKind};
    use serde_json::json;

    fn arguments(value: Value) -> ToolArguments {
        ToolArguments::new(value.as_object().cloned())
    }

    #[test]
    fn numbers_may_be_written_as_text() {
        let some = arguments(json!({ "a": "6", "b": 6.0, "c": null, "d": " 0.5 " }));
        assert_eq!(some.positive_number("a"), Ok(Some(6)));
        assert_eq!(some.positive_number("b"), Ok(Some(6)));
        assert_eq!(some.positive_number("c"), Ok(None));
        assert_eq!(some.positive_number("absent"), Ok(None));
        assert_eq!(some.unit_fraction("d"), Ok(Some(0.5)));
    }

    #[test]
    fn what_cannot_be_understood_is_said_in_a_sentence() {
        let some = arguments(json!({
            "a": 0, "b": 1.5, "c": "many", "d": 2, "e": [1], "f": "nan", "g": 1e300, "h": "",
        }));
        for name in ["a", "b", "c", "g"] {
            assert!(some.positive_number(name).is_err(), "{name}");
        }
        assert!(some.unit_fraction("d").is_err() && some.unit_fraction("f").is_err());
        assert_eq!(some.optional_text("e"), Err("`e` must be a text.".to_owned()));
        assert_eq!(
            some.required_text("h", "what to look for"),
            Err("`h` is missing: pass what to look for.".to_owned())
        );
    }

    #[test]
    fn names_are_found_whatever_their_case() {
        let some = arguments(json!({ "kind": "Decision", "sources": ["notes", "Messages"] }));
        assert_eq!(
            some.one_of("kind", &SavedKind::ALL, SavedKind::name),
            Ok(Some(SavedKind::Decision))
        );
        let sources = some.some_of("sources", &MemorySource::ALL, MemorySource::name);
        assert_eq!(sources, Ok(vec![MemorySource::Notes, MemorySource::Messages]));
        let some = arguments(json!({ "sources": "notes,observations", "kind": "novel" }));
        assert_eq!(
            some.some_of("sources", &MemorySource::ALL, MemorySource::name).unwrap().len(),
            2
        );
        let error = some.one_of("kind", &SavedKind::ALL, SavedKind::name).unwrap_err();
        assert!(error.contains("`novel`") && error.contains("preference"), "{error}");
    }
}
