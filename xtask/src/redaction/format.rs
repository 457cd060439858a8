//! The formats that secrets have: those of a foreign rule file, and those that are known here.

use std::fs;
use std::path::Path;

use toml_edit::{DocumentMut, Table};

use super::draw::DrawPattern;
use super::known::KNOWN_FORMATS;

/// A kind of secret, as strings of it can be made.
#[derive(Clone, Debug)]
pub(super) struct Format {
    /// The name of its rule: `stripe-access-token`.
    pub(super) id: String,
    /// Pattern of its strings.
    pub(super) pattern: DrawPattern,
    /// True if only its name identifies it: a string without a fixed part.
    pub(super) needs_name: bool,
}

impl Format {
    fn new(id: &str, expression: &str) -> Option<Format> {
        // What stands before the secret in such a rule is the name that it needs.
        let needs_name = expression.contains(r"[\w.-]{0,50}?");
        let expression = if id == "private-key" { PRIVATE_KEY } else { expression };
        let pattern = DrawPattern::new(&as_written(expression))?;
        Some(Format { id: id.to_owned(), pattern, needs_name })
    }

    /// True if it says who somebody is and grants nothing: an id, a public key.
    pub(super) fn is_public(&self) -> bool {
        ["-id", "-pub-key", "-public-key", "-pub-api-key"].iter().any(|end| self.id.ends_with(end))
            || ["mapbox-api-token", "nuget-config-password", "kubernetes-secret-yaml"]
                .contains(&self.id.as_str())
    }

    /// True if it is a user with a password, of which the user stays readable.
    pub(super) fn is_pair(&self) -> bool {
        ["curl-auth-user", "sidekiq-sensitive-url"].contains(&self.id.as_str())
    }

    /// The words of its name: `adafruit api key`.
    pub(super) fn name_words(&self) -> Vec<&str> {
        self.id.split('-').collect()
    }
}

/// The formats of the rules in `file`, which is written as gitleaks writes it, and how many rules
/// spell none.
pub(super) fn of_rules(file: &Path) -> Result<(Vec<Format>, usize), String> {
    let complain = |what: String| format!("{}: {what}", file.display());
    let text = fs::read_to_string(file).map_err(|error| complain(error.to_string()))?;
    let rules: DocumentMut = text.parse().map_err(|error| complain(format!("{error}")))?;
    let rules = rules.get("rules").and_then(|rules| rules.as_array_of_tables());
    let rules = rules.ok_or_else(|| complain("there are no rules in it".to_owned()))?;
    let of = |rule: &Table| {
        let text = |key| rule.get(key).and_then(|value| value.as_str());
        Format::new(text("id")?, text("regex")?)
    };
    let formats: Vec<Format> = rules.iter().filter_map(of).collect();
    let without = rules.len() - formats.len();
    Ok((formats, without))
}

/// `expression` with the letters that it writes: rules disregard case because people do, while
/// services give out each key in one form.
fn as_written(expression: &str) -> String {
    expression.replace("(?i)", "").replace("(?i:", "(?:").replace("(?-i:", "(?:")
}

/// A private key as programs write it, which rules describe by its first and its last line.
const PRIVATE_KEY: &str = concat!(
    "-----BEGIN RSA ",
    "PRIVATE KEY-----\n(?:[A-Za-z0-9+/]{64}\n){6}[A-Za-z0-9+/]{38}==\n-----END RSA PRIVATE KEY-----"
);

/// The formats that are known here.
pub(super) fn known_formats() -> Vec<Format> {
    KNOWN_FORMATS.iter().filter_map(|(id, expression)| Format::new(id, expression)).collect()
}
