//! Labels, messages and translations about a password, at places where a password might stand.

use super::bytes::contains_ignoring_case;
use super::entropy::{has_digit, has_space};

/// Returns true if `value` is what a form or a message says about a password, in any language, or a text of
/// lines.
pub(super) fn is_label(value: &[u8]) -> bool {
    let line = value.strip_suffix(b"\\n");
    let is_line = line.is_some_and(|line| line.is_empty() || has_space(line));
    let value = line.unwrap_or(value);
    let speaks = (has_space(value) || value.ends_with(b":"))
        && ["passw", "비밀번호", "암호"].iter().any(|word| contains_ignoring_case(value, word));
    speaks || is_translated(value) || is_sentence(value) || value.contains(&b'\n') || is_line
}

/// Returns true if `value` is a sentence and no passphrase: it announces something, or goes on for longer than anyone
/// types.
fn is_sentence(value: &[u8]) -> bool {
    const LONG_SENTENCE_WORDS: usize = 8;
    let words = || value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let is_titled = words().all(|word| word[0].is_ascii_uppercase());
    let least = match value.last() {
        Some(b':') => 3,
        _ => LONG_SENTENCE_WORDS,
    };
    let begins = value.first().is_some_and(|byte| byte.is_ascii_uppercase() || !byte.is_ascii());
    begins && !is_titled && !has_digit(value) && words().count() >= least
}

/// Returns true if `value` is a password's name in another language, or says something with it.
fn is_translated(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const LATIN_PASSWORD_WORDS: [&str; 21] = [
        "passwort", "kennwort", "mot de passe", "contraseña", "clave", "senha", "palavra-passe",
        "wachtwoord", "lösenord", "adgangskode", "adgangskoden", "passord", "salasana", "hasło",
        "heslo", "jelszó", "parola", "şifre", "Şifre", "mật khẩu", "kata sandi",
    ];
    #[rustfmt::skip]
    const OTHER_PASSWORD_WORDS: [&str; 14] = [
        "парол", "Парол", "гасло", "密码", "密碼", "口令", "パスワード", "暗証番号", "รหัสผ่าน", "رمز عبور",
        "گذرواژه", "كلمة المرور", "σύνθημα", "סיסמה",
    ];
    let is_word = |word: &str| value.eq_ignore_ascii_case(word.as_bytes());
    let says = |word: &str| {
        let in_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
        let length = word.len();
        let mut found = (0..value.len().saturating_sub(length - 1)).filter(|&at| {
            let before = at.checked_sub(1).and_then(|before| value.get(before));
            value[at..at + length].eq_ignore_ascii_case(word.as_bytes()) && !in_word(before)
        });
        // A language may decline what is not written in plain letters.
        found.any(|at| !word.is_ascii() || !in_word(value.get(at + length)))
    };
    let is_said = |word: &&str| contains_ignoring_case(value, word);
    // `clave` is a word of lists for passphrases, too.
    let is_told = |word: &str| has_space(value) && word != "clave" && says(word);
    OTHER_PASSWORD_WORDS.iter().any(is_said)
        || LATIN_PASSWORD_WORDS.iter().any(|word| is_word(word) || is_told(word))
}
