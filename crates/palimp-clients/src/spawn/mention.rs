//! Neutralises mentions of files: some clients send the file of `@/etc/passwd` in a prompt along,
//! even without tools.
//!
//! Text of a memory or a conversation is data and must not do that. An invisible character behind
//! the `@`, which no file's name contains, prevents it.

/// Replacement for an `@`.
const ESCAPED_AT: &str = "@\u{2060}";

/// First characters of a path that leads out of the project, or to hidden files in it.
const OUTSIDE_PATH_STARTS: [char; 6] = ['/', '~', '.', '\\', '"', '\''];

/// Escapes all mentions in `text`, so that none is followed.
pub(super) fn escape_mentions(text: &str) -> String {
    text.replace('@', ESCAPED_AT)
}

/// `text` with no mention that leads out of the project. Names such as `@types/node` stay as they
/// are: an agent with tools may copy them into a command.
pub(super) fn none_outside(text: &str) -> String {
    let mut pieces = text.split('@');
    let mut harmless = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        harmless.push_str(if piece.starts_with(OUTSIDE_PATH_STARTS) { ESCAPED_AT } else { "@" });
        harmless.push_str(piece);
    }
    harmless
}

/// Restores mentions in an answer to their spelling before [`escape_mentions`].
pub(super) fn unescape_mentions(text: &str) -> String {
    text.replace(ESCAPED_AT, "@")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_harmless_is_restored() {
        for text in ["", "@", "a@b @/etc/passwd @@types/node", "@결정 🦀@"] {
            assert!(!escape_mentions(text).contains("@/") && !none_outside(text).contains("@/"));
            assert_eq!(unescape_mentions(&escape_mentions(text)), text);
            assert_eq!(unescape_mentions(&none_outside(text)), text);
        }
    }

    #[test]
    fn names_are_left_alone_where_commands_are_made_of_them() {
        let text = "npm i @types/node, ask a@b.c, @app.route('/')";
        assert_eq!(none_outside(text), text);
        for path in ["@/etc/passwd", "@~/.ssh/id", "@../x", "@.env", "@\"/a b\""] {
            assert!(!none_outside(path).contains(path), "{path}");
        }
    }
}
