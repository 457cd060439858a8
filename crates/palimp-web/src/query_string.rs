//! Fields of a request's query or form.

use std::str::FromStr;

use form_urlencoded::parse;

/// The fields of a query or of a form.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestFields(Vec<(String, String)>);

impl RequestFields {
    pub(crate) fn from_urlencoded(text: &str) -> RequestFields {
        RequestFields(parse(text.as_bytes()).into_owned().collect())
    }

    pub(crate) fn has_field(&self, name: &str) -> bool {
        self.0.iter().any(|(it, _)| it == name)
    }

    /// The value of a field; empty where there is none.
    pub(crate) fn field_value(&self, name: &str) -> &str {
        self.0.iter().find(|(it, _)| it == name).map_or("", |(_, value)| value)
    }

    /// Returns all values of a field, in their order.
    pub(crate) fn field_values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(it, _)| it == name).map(|(_, value)| value.as_str())
    }

    /// Returns the value of a field, if it is not empty.
    pub(crate) fn non_empty(&self, name: &str) -> Option<String> {
        Some(self.field_value(name)).filter(|it| !it.is_empty()).map(str::to_owned)
    }

    pub(crate) fn parse_number<T: FromStr + Default>(&self, name: &str) -> T {
        self.field_value(name).parse().unwrap_or_default()
    }
}
