//! Classifier of values: a secret, or a stand-in for one (code, a reference, a placeholder, a
//! label).

use super::bytes::{
    BASE64, ByteClass, class, contains_ignoring_case, starts_ignoring_case, three_bytes,
};
use super::entropy::{has_digit, has_letter, has_space, is_hexadecimal, is_random, is_wordy};
use super::label::is_label;
use super::names::Strength;
use super::password_grade::{Grade, is_pair, is_strong};
use super::pem;
use super::randomness::{Looks, is_scrambled};
use super::script;
use super::value::MAX_PROBED_BYTES;

/// Context of a value, which decides the meaning of a bare word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueContext {
    /// It is in quotes.
    Quoted,
    /// A bare word is what it says: a shell, a URL, a settings file.
    Literal,
    /// A sentence or a label speaks of it: a bare word may be one of the sentence.
    Prose,
    /// A bare word may be a variable or a type.
    Code,
}

/// Minimum characters of a value that may be a key or a token and must show that it is random.
const MIN_RANDOM_CHARS: usize = 16;

/// True if `value`, found in `setting` under a name of `strength`, is a secret.
pub(super) fn is_secret(value: &[u8], strength: Strength, setting: ValueContext) -> bool {
    let looks_secret = match strength {
        Strength::Exactly(matches) => return matches(value),
        Strength::Pair => return is_pair(value),
        Strength::Password => is_password(value, setting),
        Strength::Plain => is_key(value, setting),
        Strength::Token => is_key(value, setting) && is_token(value, setting),
        Strength::Random => is_random_key(value, setting),
        Strength::Credential => {
            is_random_key(value, setting)
                || Grade::classify(value) == Grade::Sure && value.len() >= 8
        }
        Strength::Credentials | Strength::Cookies | Strength::SetCookie | Strength::Words => false,
    };
    // Somebody may end a password with dots, which else stand for the rest of it.
    let stem = value.strip_suffix(b"...").filter(|stem| Grade::classify(stem) >= Grade::Likely);
    let is_dotted = stem.is_some() && matches!(strength, Strength::Password);
    looks_secret && (is_dotted || !is_stand_in(value))
}

fn is_password(value: &[u8], setting: ValueContext) -> bool {
    match setting {
        ValueContext::Quoted => {
            // Behind a program of this directory its arguments follow.
            let first = value.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            let is_place =
                is_rooted(value) && is_path(value) || first.starts_with(b"./") && is_path(first);
            !(value.is_empty() || is_label(value) || is_place || is_bare_word(value))
        }
        ValueContext::Literal => {
            let is_place = is_rooted(value) && is_path(value);
            let is_entry = value.windows(2).any(|two| matches!(two, b"[\"" | b"['"));
            let is_code = is_call(value) || is_nothing(value) || is_place || is_entry;
            !is_code && (value.len() >= 4 || has_letter(value))
        }
        ValueContext::Prose | ValueContext::Code => {
            is_bare_password(value)
                || is_app_password(value)
                || is_strong_password(value)
                || script::is_mixed(value)
        }
    }
}

/// True if `value` mixes letters, digits and signs as no expression does.
fn is_strong_password(value: &[u8]) -> bool {
    is_strong(value)
        && matches!(Looks::classify(value), Looks::Random | Looks::Mixed)
        && !mentions_secret(value)
}

/// True if `value` is a password of four words of four letters, as Google makes them for apps.
fn is_app_password(value: &[u8]) -> bool {
    let is_word = |word: &[u8]| word.len() == 4 && word.iter().all(u8::is_ascii_lowercase);
    value.len() == 19 && value.split(|&byte| byte == b' ').all(is_word)
}

fn is_key(value: &[u8], setting: ValueContext) -> bool {
    if is_path(value) || is_call(value) || is_color(value) || is_version(value) {
        return false;
    }
    let is_number = value.iter().all(u8::is_ascii_digit);
    match setting {
        ValueContext::Quoted => {
            !has_space(value)
                && !is_nothing(value)
                && !is_name(value)
                && !is_bare_name(value)
                && (value.len() >= 6 || (value.len() >= 3 && has_digit(value)))
        }
        ValueContext::Literal => {
            value.len() >= 3 && !is_nothing(value) && (!is_number || value.len() >= 8)
        }
        ValueContext::Prose => {
            let is_code = value.iter().any(|byte| b"([{$<".contains(byte));
            let is_written = Looks::classify(value) == Looks::Written && !is_scrambled(value);
            value.len() >= 8 && !is_number && !is_code && !is_written
        }
        ValueContext::Code => value.len() >= 8 && is_bare_key(value),
    }
}

/// True if a key may be a token: in code, it must have a digit or much that is not a word.
fn is_token(value: &[u8], setting: ValueContext) -> bool {
    const MIN_TOKEN_BYTES: usize = 6;
    setting == ValueContext::Literal
        || (has_digit(value) && has_letter(value) && value.len() >= MIN_TOKEN_BYTES)
        || (value.len() >= MIN_RANDOM_CHARS && (!is_wordy(value) || is_scrambled(value)))
}

/// True if a bare word where code may stand is nevertheless a password: it has digits and letters
/// as no variable has them, or a mark that no expression has.
fn is_bare_password(value: &[u8]) -> bool {
    if is_crypt(value) {
        return true;
    }
    if !is_plain_word(value) {
        return false;
    }
    if value.iter().all(u8::is_ascii_digit) {
        return value.len() >= 4;
    }
    if value.ends_with(b"=") && value.len() >= 8 {
        return true;
    }
    let inner = value.get(1..value.len() - 1).unwrap_or_default();
    let marked = inner.iter().any(|byte| b"@!#%^".contains(byte));
    has_letter(value) && (marked || (has_digit(value) && value.len() >= 5))
}

/// True if `value` is a password as crypt(3) stores it: `$6$salt$…`.
fn is_crypt(value: &[u8]) -> bool {
    let mut parts = value.split(|&byte| byte == b'$');
    let is_first = parts.next().is_some_and(<[u8]>::is_empty);
    let is_named = parts
        .next()
        .is_some_and(|name| (1..=8).contains(&name.len()) && has_letter(name) | has_digit(name));
    is_first && is_named && parts.next_back().is_some_and(|hash| hash.len() >= 20)
}

/// True if a bare word where code may stand is nevertheless a key.
fn is_bare_key(value: &[u8]) -> bool {
    let is_member = |three: &[u8]| three[1] == b'.' && three[2].is_ascii_alphabetic();
    if is_expression(value)
        || has_sign_of_code(value)
        || is_type(value)
        || value.windows(3).any(is_member)
    {
        return false;
    }
    !is_wordy(value) && (is_random(value, MIN_RANDOM_CHARS) || has_digit(value))
}

/// True if `value` looks drawn at random, and is neither a hash nor a path.
fn is_random_key(value: &[u8], setting: ValueContext) -> bool {
    const IN_KEY: ByteClass = class!("A-Za-z0-9_.~+/=:-");
    let is_number = value.starts_with(b"0x") && value.len() < 60;
    value.len() >= MIN_RANDOM_CHARS
        && !is_number
        && matches!(Looks::classify(value), Looks::Random | Looks::Mixed)
        && !(setting == ValueContext::Code && (value.contains(&b'.') || is_wordy(value)))
        && !mentions_secret(value)
        && !is_path(value)
        && value.iter().all(|&byte| IN_KEY.contains(byte))
}

/// True if `value` consists of hexadecimal digits and is as long as a key.
pub(super) fn is_long_hexadecimal(value: &[u8]) -> bool {
    value.len() >= 32 && value.iter().all(u8::is_ascii_hexdigit) && has_digit(value)
}

/// True if `value` contains syntax that only code has: a call, an index, a path of names, an
/// operator.
fn is_expression(value: &[u8]) -> bool {
    const CODE_CHARS: ByteClass = class!("([{");
    // The padding of base64 is no operator.
    let padding = value.iter().rev().take_while(|&&byte| byte == b'=').count().min(2);
    let value = &value[..value.len() - padding];
    let is_code = |byte: &u8| CODE_CHARS.contains(*byte);
    let joins = |three: &[u8], signs: &[u8]| {
        signs.contains(&three[1]) && has_letter(&three[..1]) && has_letter(&three[2..])
    };
    let is_member = |three: &[u8]| joins(three, b".");
    let is_sum = |three: &[u8]| joins(three, b"+/");
    let is_operator = |two: &[u8]| {
        matches!(two, b"::" | b"->" | b"=>" | b"==" | b"||" | b"!=" | b"//" | b"?." | b"??")
    };
    matches!(
        value.first(),
        Some(
            b'-' | b'!'
                | b'@'
                | b'#'
                | b'.'
                | b'/'
                | b'='
                | b'+'
                | b'%'
                | b':'
                | b'$'
                | b'*'
                | b'?'
        )
    ) || value.iter().any(is_code)
        || (has_sign_of_code(value) && !has_digit(value))
        || value.windows(2).any(is_operator)
        || value.windows(3).any(is_member)
        || (value.windows(3).any(is_sum)
            && !is_random(value, MIN_RANDOM_CHARS)
            && !is_marked(value))
}

/// Returns true if `value` has a sign that operators, pointers and variables have.
fn has_sign_of_code(value: &[u8]) -> bool {
    value.iter().any(|byte| b"$*?".contains(byte))
}

/// True if `value` has a mark that passwords have and sums do not.
fn is_marked(value: &[u8]) -> bool {
    value.iter().any(|byte| b"@!#^".contains(byte))
}

/// True if `value` is a word that says nothing of the code or the secret around it.
pub(super) fn is_plain_word(value: &[u8]) -> bool {
    !is_expression(value) && !is_type(value) && !names_itself(value)
}

/// True if `value` calls a function: an identifier, then a parenthesis.
fn is_call(value: &[u8]) -> bool {
    let called =
        value.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_.:".contains(byte));
    matches!(value.get(called.count()), Some(b'('))
}

/// True if `value` is a type's or an algorithm's name with its size, a generic type, or a number in
/// hexadecimal: `u64`, `sha256`, `Option<i32>`, `0x1f`.
pub(super) fn is_type(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const SIZED_NAMES: [&str; 28] = [
        "u", "i", "f", "int", "uint", "float", "sha", "md", "argon", "oauth", "oauthv", "base",
        "utf", "http", "x", "ed", "aes", "p", "h", "hs", "rs", "es", "ipv", "crc", "blake",
        "ripemd", "secp", "pbkdf",
    ];
    let value = value.trim_ascii();
    let pointers = value.iter().rev().take_while(|byte| b"*&?".contains(byte)).count();
    let value = &value[..value.len() - pointers];
    let value = value.strip_prefix(b"__").unwrap_or(value);
    let name =
        value.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_.:".contains(byte));
    let is_generic = value.first().is_some_and(u8::is_ascii_alphabetic)
        && value.get(name.count()) == Some(&b'<');
    if value.starts_with(b"0x") || is_generic {
        return true;
    }
    let letters = value.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let digits = value[letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &value[letters + digits..];
    (1..=3).contains(&digits)
        && (rest.len() <= 2 || rest[0] == b'-' || rest[0] == b'_')
        && SIZED_NAMES.iter().any(|name| value[..letters].eq_ignore_ascii_case(name.as_bytes()))
}

/// True if `value` is a variable named after its content: `user_password`, `token2`.
fn names_itself(value: &[u8]) -> bool {
    let digits = value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    digits <= 1 && mentions_secret(value) && is_wordy(value)
}

/// True if `value` contains a word that names a secret.
pub(super) fn mentions_secret(value: &[u8]) -> bool {
    ["pass", "pwd", "secret", "token", "key", "auth"]
        .iter()
        .any(|word| contains_ignoring_case(value, word))
}

/// True if `value` is the name of another value: `client_secret`, `AWS_SECRET_KEY`.
fn is_name(value: &[u8]) -> bool {
    let is_identifier = value.iter().all(|byte| byte.is_ascii_alphabetic() || b"_-".contains(byte));
    let is_compound = value.contains(&b'_')
        || is_hyphenated_name(value)
        || value.windows(2).any(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase());
    is_identifier && is_compound && names_itself(value)
}

/// True if `value` has several words, the last of which names a secret: `my-client-secret`.
fn is_hyphenated_name(value: &[u8]) -> bool {
    let last = value.rsplit(|&byte| byte == b'-').next().unwrap_or_default();
    last.len() < value.len()
        && ["secret", "token", "key", "password"].iter().any(|name| last == name.as_bytes())
}

/// True if `value`, a string under a password's name, is only a name, a flag, a type, a version, or
/// an option: `"password"`, `"true"`, `"1.2.0"`, `"--password"`.
fn is_bare_word(value: &[u8]) -> bool {
    let is = |name: &&str| value.eq_ignore_ascii_case(name.as_bytes());
    let option = value.strip_suffix(b"=").unwrap_or(value);
    let is_option = value.starts_with(b"--") && !has_digit(value) && is_wordy(option);
    ["password", "passwd", "passphrase", "pwd", "secret"].iter().any(is)
        || is_nothing(value)
        || is_option
        || is_version(value)
        || is_password_name(value)
}

/// True if `value` is a version or an object's identifier: `^1.2.0`, `1.2.840.113549`.
fn is_version(value: &[u8]) -> bool {
    let is_number = |byte: &u8| byte.is_ascii_digit() || b".^~".contains(byte);
    value.windows(2).any(|two| two[0].is_ascii_digit() && two[1] == b'.')
        && value.iter().all(is_number)
}

/// True if `value` has several words, the last of which, or any of many, says that a password is
/// meant: `key_store_password`, `passphrase_of_private_key`.
fn is_password_name(value: &[u8]) -> bool {
    const MANY_WORDS: usize = 4;
    let divides = |byte: &u8| b"_.-".contains(byte);
    let last = value.rsplit(divides).next().unwrap_or_default();
    let words = || value.split(|&byte| byte == b'_');
    let is_joined = words().count() >= MANY_WORDS
        && words().any(|word| matches!(word, b"password" | b"passwd" | b"passphrase"));
    let is_camel =
        value.first().is_some_and(u8::is_ascii_lowercase) && value.ends_with(b"Password");
    let is_divided = last.len() < value.len() && matches!(last, b"password" | b"passwd");
    (is_divided || is_camel || is_joined)
        && value.iter().all(|byte| byte.is_ascii_alphabetic() || divides(byte))
}

/// True if `value` is only the name of a secret.
fn is_bare_name(value: &[u8]) -> bool {
    ["secret", "token", "apikey", "api-key", "key"]
        .iter()
        .any(|name| value.eq_ignore_ascii_case(name.as_bytes()))
}

/// True if `value` is a name in capitals that stands for its value: `PASSWORD`, `MY_TOKEN`.
fn is_capital_name(value: &[u8]) -> bool {
    value.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_') && mentions_secret(value)
}

/// True if `value` is a colour of a style sheet: `#d8dee9`.
fn is_color(value: &[u8]) -> bool {
    matches!(value, [b'#', hex @ ..] if hex.len() <= 8 && is_hexadecimal(hex))
}

/// True if `value` only says that there is no value here, or states its type.
fn is_nothing(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const EMPTY_VALUE_WORDS: [&str; 29] = [
        "none", "null", "nil", "undefined", "true", "false", "yes", "no", "required", "optional",
        "string", "str", "text", "varchar", "number", "int", "integer", "boolean", "bool", "any",
        "unset", "empty", "missing", "invalid", "bearer", "basic", "hashed", "encrypted", "confirmed",
    ];
    // A validator's rules.
    const VALIDATION_RULES: [&[u8]; 3] = [b"required|", b"nullable|", b"confirmed:"];
    let is_rule = VALIDATION_RULES.iter().any(|rule| value.starts_with(rule))
        && value.iter().all(|byte| byte.is_ascii_lowercase() || b"|:_".contains(byte));
    is_rule || EMPTY_VALUE_WORDS.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()))
}

/// True if `value` is a file's name or path, made of words.
fn is_path(value: &[u8]) -> bool {
    let has_parts = value.iter().any(|byte| matches!(byte, b'/' | b'.'));
    let words = value.strip_prefix(b"~").unwrap_or(value);
    has_parts && has_letter(value) && (is_rooted(value) || !has_digit(value)) && is_wordy(words)
}

/// True if `value` begins like an absolute or relative path with a root.
fn is_rooted(value: &[u8]) -> bool {
    matches!(value, [b'/' | b'.' | b'~', ..] | [_, b':', b'\\' | b'/', ..])
}

/// True if `value` stands in for a secret: a variable, a template, a reference into a vault, a
/// placeholder, or the placeholder of an earlier redaction.
pub(super) fn is_stand_in(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const REFERENCE_PREFIXES: [&str; 30] = [
        "env.", "env:", "env(", "secrets.", "secret:", "vault:", "op://", "arn:", "enc[", "enc(",
        "file:", "process.env", "os.environ", "os.getenv", "import.meta", "http://", "https://",
        "<", "{", "sha256-", "sha384-", "sha512-", "data:", "-----", "$ansible_vault",
        "[filtered", "[masked", "[hidden", "urn:", "%env(",
    ];
    !value.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
        || REFERENCE_PREFIXES.iter().any(|word| starts_ignoring_case(value, word))
        || is_placeholder(value)
        || is_variable(value)
        || is_joined_code(value)
        || is_capital_name(value)
        || is_public_key(value)
        || is_armoured(value)
        || is_masked(value)
        || holds_template(value)
}

/// True if `value` is a placeholder from documentation: `your-token`, `changeme`.
fn is_placeholder(value: &[u8]) -> bool {
    const CHANGE_WORDS: [&str; 3] = ["changeme", "change-me", "change_me"];
    const INVITING_PREFIXES: [&str; 3] = ["your", "replace", "provided-by-"];
    let begins = |words: &[&str]| words.iter().any(|word| starts_ignoring_case(value, word));
    let asked = value.strip_prefix(b"!").and_then(|asked| asked.strip_suffix(b"!"));
    let is = |word: &&str| asked.unwrap_or(value).eq_ignore_ascii_case(word.as_bytes());
    let is_change = CHANGE_WORDS.iter().any(is);
    is_change || (!has_digit(value) && begins(&INVITING_PREFIXES))
}

/// True if `value` is the code between two strings that it joins: `value="'.token().'"`.
fn is_joined_code(value: &[u8]) -> bool {
    let inner = match value {
        [b'\'', inner @ .., b'\''] | [b'"', inner @ .., b'"'] => inner.trim_ascii(),
        _ => return false,
    };
    matches!(inner, [b'.', .., b'.'] | [b'+', .., b'+'])
}

/// True if `value` is a shell's, a batch file's or a format string's variable.
fn is_variable(value: &[u8]) -> bool {
    let is_name =
        |name: &[u8]| name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.:".contains(byte));
    match value {
        [b'$', b'$' | b'(' | b'{', ..] => true,
        [b'$', name @ ..] => is_name(name),
        [b'%', b'(' | b'{', ..] | [b'%', b's' | b'd' | b'v' | b'q'] => true,
        [b'%', name @ .., b'%'] => is_name(name),
        [b'[', .., b']'] | [b'@', .., b'@'] => true,
        _ => false,
    }
}

/// True if `value` is a public key, as OpenSSH and X.509 write it in base64.
fn is_public_key(value: &[u8]) -> bool {
    match value {
        [b's', b's', b'h', b'-', ..] => true,
        [b'A', b'A', b'A', b'A', b'B'..=b'Z', ..] => true,
        [b'M', b'I', b'I', _, _, _, rest @ ..] => rest.starts_with(b"ANBgkqhkiG"),
        _ => value.starts_with(b"MFkwEwYHKoZIzj0C") || value.starts_with(b"MCowBQYDK2Vw"),
    }
}

/// True if `value` is the base64 of public data in PEM armour, or of armour alone. Data with a
/// private key beside a certificate is a secret.
fn is_armoured(value: &[u8]) -> bool {
    // Of a bare value no more may have been read yet: what follows may be a key.
    if !value.starts_with(b"LS0tLS1CRUdJTi") || value.len() == MAX_PROBED_BYTES {
        return false;
    }
    let digits: Vec<u8> = value.iter().copied().filter(|byte| BASE64.contains(*byte)).collect();
    let text: Vec<u8> = digits.chunks_exact(4).flat_map(three_bytes).collect();
    if contains_ignoring_case(&text, "private key") {
        return !pem::holds_key(&text);
    }
    ["certificate", "public key"].iter().any(|of| contains_ignoring_case(&text, of))
}

/// True if `value` is masked: `****`, `xxxxxx`, `sk-...`, `REDACTED`.
pub(super) fn is_masked(value: &[u8]) -> bool {
    let is_mark = |three: &[u8]| matches!(three, b"***" | [0xe2, 0x80, 0xa2 | 0xa6]);
    let is_crossed_out = || value.iter().all(|byte| byte.eq_ignore_ascii_case(&b'x'));
    let is_run_of_crosses = |six: &[u8]| six.iter().all(|byte| byte.eq_ignore_ascii_case(&b'x'));
    let is_one_sign = value.len() >= 16 && value.iter().all(|byte| *byte == value[0]);
    is_one_sign
        || contains_ignoring_case(&value[..value.len().min(16)], "redacted")
        || value.windows(6).any(is_run_of_crosses)
        || value.ends_with(b"...")
        || value.windows(3).any(is_mark)
        || (value.len() >= 3 && is_crossed_out())
}

/// True if `value` has a part that is filled in later, or was removed before.
fn holds_template(value: &[u8]) -> bool {
    value.windows(2).enumerate().any(|(at, two)| match two {
        b"${" | b"{{" | b"#{" | b"$(" | b"<%" | b"%s" => true,
        [b'{', _] => is_hole(&value[at + 1..]),
        b"<r" => value[at..].starts_with(b"<redacted:"),
        _ => false,
    })
}

/// True if a variable and the closing brace follow an opening brace: `{user.name}`.
fn is_hole(value: &[u8]) -> bool {
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.!:[]".contains(byte);
    let length = value.iter().take_while(in_name).count();
    value.get(length) == Some(&b'}') && value[0].is_ascii_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(strength: Strength, setting: ValueContext, secrets: &[&str], others: &[&str]) {
        for secret in secrets {
            assert!(is_secret(secret.as_bytes(), strength, setting), "{secret}");
        }
        for other in others {
            assert!(!is_secret(other.as_bytes(), strength, setting), "{other}");
        }
    }

    #[test]
    fn a_bare_password_is_told_from_code() {
        check(
            Strength::Password,
            ValueContext::Code,
            &["hunter2", "1234", "p@ssword", "s3cr3t", "password123", "Passw0rd!"],
            &[
                "string", "user_password", "get_password()", "os.environ[\"X\"]", "password2",
                "self.pw", "Option<String", "u64", "Utf8Path::new", "$DB_PASSWORD", "****", "12",
                "-1", "&str", "0x1f",
            ],
        );
    }

    #[test]
    fn quotes_make_a_literal() {
        check(
            Strength::Password,
            ValueContext::Quoted,
            &["x", "letmein", "correct horse battery staple", "$ecret!1"],
            &[
                "${PW}", "$PW", "{password}", "<password>", "***", "Enter your password", "%s", "",
                "password", "true", "--password", "[FILTERED]",
            ],
        );
    }

    #[test]
    fn a_shell_has_no_types() {
        check(
            Strength::Password,
            ValueContext::Literal,
            &["postgres", "letmein", "p@ss;w0rd"],
            &["$(cat file)", "null", "/home/me", "getpass.getpass()"],
        );
        check(
            Strength::Plain,
            ValueContext::Literal,
            &["abc", "a.b.c1"],
            &["./key.pem", "12", "none"],
        );
    }

    #[test]
    fn a_key_is_told_from_names_types_and_colours() {
        check(
            Strength::Plain,
            ValueContext::Quoted,
            &["abc123", "keyboard-cat", "my-secret-1"],
            &[
                "client_secret",
                "my-client-secret",
                "AWS_SECRET_ACCESS_KEY",
                "#d8dee9",
                "a b c",
                "x",
                "{app}-key1",
            ],
        );
        check(
            Strength::Plain,
            ValueContext::Code,
            &["k3Jd9s0A1mXq72hfZz81", "9f86d081884c7d65"],
            &["ed25519.PrivateKey", "PKCS7PrivateKeyTypes", "config.api_key", "sha256_hmac"],
        );
    }
}
