//! Words that stand where a password may be stated and are none: "the password is wrong".

use super::bytes::ByteView;

/// Returns true if `word` is one of the language that may stand where a password is stated: a short one, or
/// one that is said of passwords.
pub(super) fn is_common(word: &[u8]) -> bool {
    const SHORT: usize = 5;
    word.len() < SHORT || is_said(word)
}

/// Returns true if `word` is one that sentences about passwords have behind "is": an adjective, a
/// participle, a word that leads on, or what a password is kept as.
fn is_said(word: &[u8]) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 208] = [
        "about", "above", "absent", "access", "account", "actually", "added", "admitted", "after", "again",
        "all", "already", "also", "always", "another", "anything", "argon2", "around", "asked", "auto", "away",
        "back", "bad", "base64", "bcrypt", "because", "before", "being", "below", "better", "blank",
        "both", "bound", "broken", "built", "button", "cached", "case", "changed", "checked", "clear",
        "cleartext", "code", "compared", "config", "correct", "credential", "credentials", "current", "data",
        "default", "defaults", "derived", "different", "difficult", "disabled", "displayed", "done", "down",
        "easy", "either", "email", "empty", "enabled", "enough", "entered", "equal", "exactly", "exact",
        "example", "expired", "external", "false", "field", "file", "fine", "first", "forgotten", "format",
        "found", "free", "from", "given", "gone", "good", "hard", "hardcoded", "hash", "hashes", "held",
        "here", "hidden", "identical", "important", "in", "incorrect", "input", "inside", "instead", "into",
        "invalid", "it", "itself", "json", "just", "kept", "key", "known", "last", "later", "latin", "left",
        "letters", "like", "limit", "literally", "local", "long", "longer", "lost", "made", "mandatory",
        "masked", "match", "maximum", "md5", "meant", "minimum", "missing", "more", "most", "much", "must",
        "necessary", "needed", "never", "new", "next", "none", "normal", "nothing", "null", "obscure",
        "obvious", "okay", "old", "once", "only", "opaque", "optional", "other", "out", "outside", "over",
        "part", "perfect", "persistent", "plain", "plaintext", "present", "private", "prompt", "provided",
        "public", "random", "rather", "read", "ready", "really", "redacted", "requested", "required", "reset",
        "retry", "right", "safe", "same", "saved", "secret", "secure", "seen", "sensitive", "sent", "server",
        "session", "set", "short", "shorter", "shown", "similar", "simple", "simply", "some", "somewhere",
        "special", "static", "still", "stolen", "stored", "string", "strong", "stronger", "text", "that",
        "there", "this", "too", "true",
    ];
    #[rustfmt::skip]
    const MORE: [&str; 133] = [
        "twice", "typed", "unavailable", "under", "undefined", "unique", "unknown", "unsafe", "unset", "up",
        "used", "useful", "user", "username", "users", "valid", "value", "variable", "vault", "very", "visible",
        "weak", "weaker", "what", "where", "whatever", "with", "without", "within", "word", "worse", "worth",
        "written", "wrong", "yours", "mine", "ours", "theirs", "something", "anyway", "everything", "everywhere",
        "anywhere", "today", "tomorrow", "yesterday", "currently", "temporary", "generic", "specific",
        "characters", "digits", "lowercase", "uppercase", "scrypt", "identity", "mixed", "when", "then", "than", "insecure",
        "unicode", "ascii", "bytes", "array", "object", "buffer", "slice", "integer", "varchar", "column", "table", "hint", "manager",
        "policy", "generator", "reset", "login", "signup", "admins", "alone", "matches", "rejected", "redis", "mysql",
        "postgres", "nginx", "docker", "kubernetes", "service", "module", "function", "method", "class", "constant",
        "parameter", "argument", "header", "cookie", "payload", "response", "request", "number", "numeric", "mobile",
        "phone", "address", "domain", "query", "params", "props", "state", "model", "entity", "schema", "record",
        "entry", "bearer", "oauth", "openid", "legacy", "deprecated", "garbage", "rubbish", "gibberish", "overkill",
        "terraform", "python", "upstream", "whitespace", "elsewhere", "words", "two-factor",
    ];
    #[rustfmt::skip]
    const ENDINGS: [&str; 16] = [
        "ed", "ing", "able", "ible", "ive", "ous", "ly", "ful", "less", "ial", "ent", "ised", "ary", "ory",
        "tion", "n't",
    ];
    let is = |known: &&str| word.eq_ignore_ascii_case(known.as_bytes());
    let ends = |ending: &&str| word.to_ascii_lowercase().ends_with(ending.as_bytes());
    WORDS.iter().any(is) || MORE.iter().any(is) || ENDINGS.iter().any(ends)
}

/// Returns true if of the words that hyphens join in `value` the last is such a one: `write-only`.
pub(super) fn is_common_compound(value: &[u8]) -> bool {
    let last = value.rsplit(|byte| !byte.is_ascii_alphabetic()).find(|word| !word.is_empty());
    let first = value.split(|byte| !byte.is_ascii_alphabetic()).next();
    let is_negated =
        first.is_some_and(|first| [&b"non"[..], b"not", b"user", b"pre"].contains(&first));
    is_negated || last.is_none_or(|last| last.len() < 3 || is_said(last))
}

/// Returns true if the word at `start` names something else, which follows: "SSID는 …".
pub(super) fn names_other(view: ByteView<'_>, start: usize) -> bool {
    const NAMES: [&str; 12] = [
        "ssid", "id", "아이디", "계정", "유저", "사용자", "이름", "서버", "호스트", "host", "url",
        "포트",
    ];
    const TOPICS: [&str; 4] = ["는", "은", "가", "이"];
    NAMES.iter().any(|name| {
        let end = start + name.len();
        view.has_ignoring_case(start, name)
            && TOPICS.iter().any(|topic| view.has_literal(end, topic))
    })
}
