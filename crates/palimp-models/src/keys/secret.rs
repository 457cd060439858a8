//! A text that must not be shown.

use std::fmt;

/// A key or token. It is shown nowhere; who needs its text asks for it by name.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretToken(String);

impl SecretToken {
    /// `text` without the white space around it; none when it is empty or holds what cannot stand
    /// in the header of a request.
    pub fn new(text: &str) -> Option<SecretToken> {
        let text = text.trim();
        let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| SecretToken(text.to_owned()))
    }

    /// The text itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// `text` with this secret blacked out.
    pub(crate) fn black_out(&self, text: &str) -> String {
        text.replace(&self.0, "…")
    }
}

impl fmt::Debug for SecretToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_shown() {
        let secret = SecretToken::new(" sk-abc123\n").unwrap();
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(secret.expose(), "sk-abc123");
        assert_eq!(secret.black_out("no such key: sk-abc123"), "no such key: …");
    }

    #[test]
    fn what_cannot_stand_in_a_header_is_no_secret() {
        for text in ["", "  ", "two words", "line\nbreak", "열쇠"] {
            assert_eq!(SecretToken::new(text), None, "{text:?}");
        }
    }
}
