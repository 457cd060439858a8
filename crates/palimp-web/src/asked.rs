//! What a request asks, beside its path.

use std::str::FromStr;

use form_urlencoded::parse;

/// The fields of a query or of a form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked(Vec<(String, String)>);

impl Asked {
    pub(crate) fn of(text: &str) -> Asked {
        Asked(parse(text.as_bytes()).into_owned().collect())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(it, _)| it == name)
    }

    /// The value of a field; empty where there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(it, _)| it == name).map_or("", |(_, value)| value)
    }

    /// The same, where it is not empty.
    pub(crate) fn some(&self, name: &str) -> Option<String> {
        Some(self.text(name)).filter(|it| !it.is_empty()).map(str::to_owned)
    }

    pub(crate) fn number<T: FromStr + Default>(&self, name: &str) -> T {
        self.text(name).parse().unwrap_or_default()
    }
}
