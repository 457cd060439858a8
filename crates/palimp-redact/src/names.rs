//! Names that say that a secret follows: `password`, `apiKey`, `DB_TOKEN`.

use super::bytes::{
    ByteClass, ByteView, class, contains_ignoring_case, starts_ignoring_case, with_longer,
};
use super::particles;
use super::rules::{Matcher, Matchers};

/// The end of a name, and what is expected of a value under it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SecretName {
    /// Lower-case letters alone: `apikey` stands for `API_KEY`, `api-key` and `apiKey`.
    word: &'static str,
    /// Required look of a value to be taken for a secret.
    pub(super) strength: Strength,
    place: NamePosition,
}

/// Certainty with which a name marks its value as a secret, and so the evidence that the value must
/// show.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Strength {
    /// A password: any literal, however short.
    Password,
    /// A key or secret: any literal that is no ordinary word.
    Plain,
    /// A token, a word that parsers and pagers use too: a literal with a digit.
    Token,
    /// A key of some sort: a value that looks random.
    Random,
    /// A key of some sort or a password: a value that looks like one.
    Credential,
    /// A value of exactly this form.
    Exactly(fn(&[u8]) -> bool),
    /// A user and a password, which a colon divides.
    Pair,
    /// The credentials of an HTTP request.
    Credentials,
    /// The cookies of an HTTP request.
    Cookies,
    /// The cookie that an HTTP answer sets.
    SetCookie,
    /// The words that restore a wallet.
    Words,
}

/// Required position of the word in a name; the word always ends the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NamePosition {
    /// Behind anything: `pgpassword`.
    Anywhere,
    /// At the beginning of a word: `userPass`, `db_pass`, but not `bypass`.
    Word,
    /// It is the name.
    Whole,
}

/// The name that ends in `word`.
pub(super) const fn name(word: &'static str, strength: Strength) -> SecretName {
    SecretName { word, strength, place: NamePosition::Anywhere }
}

impl SecretName {
    /// The same name, where `word` begins a word of its own.
    pub(super) const fn word(mut self) -> SecretName {
        self.place = NamePosition::Word;
        self
    }

    /// The same name, where `word` is all there is.
    pub(super) const fn whole(mut self) -> SecretName {
        self.place = NamePosition::Whole;
        self
    }

    /// True if a secret follows the name in a sentence, some words later.
    pub(super) fn announces_secret(&self) -> bool {
        let is_header = matches!(
            self.strength,
            Strength::Credentials
                | Strength::Cookies
                | Strength::SetCookie
                | Strength::Words
                | Strength::Pair
        );
        !is_header && self.place != NamePosition::Whole
    }

    /// True if the name means a password and nothing else.
    pub(super) fn is_spelled_out(&self) -> bool {
        matches!((self.strength, self.place), (Strength::Password, NamePosition::Anywhere))
    }

    /// Returns true if it means a password, in its place.
    pub(super) fn is_password(&self) -> bool {
        matches!(self.strength, Strength::Password)
    }

    /// True if the name may mean something else than a password: `pass` is also the result of a
    /// test.
    pub(super) fn is_ambiguous(&self) -> bool {
        matches!((self.strength, self.place), (Strength::Password, NamePosition::Word))
    }

    /// True if `name` ends in this word, at its required position and not after a word that takes
    /// the secrecy from it.
    fn matches_end(&self, name: &[u8]) -> bool {
        let Some(start) = start_of_last(name, self.word) else { return false };
        let placed = match self.place {
            NamePosition::Anywhere => true,
            NamePosition::Word => begins_word(name, start),
            NamePosition::Whole => start == 0,
        };
        placed && !is_public(&name[..start])
    }
}

/// Separators between the words of a name. A space is one in prose: `API key: …`.
const WORD_SEPARATORS: ByteClass = class!("_. -");

/// Returns the start of the letters of `word` in `name`, if they end it, ignoring separators.
pub(super) fn start_of_last(name: &[u8], word: &str) -> Option<usize> {
    let mut at = name.len();
    for expected in word.bytes().rev() {
        while at > 0 && WORD_SEPARATORS.contains(name[at - 1]) {
            at -= 1;
        }
        if at == 0 || name[at - 1].to_ascii_lowercase() != expected {
            return None;
        }
        at -= 1;
    }
    Some(at)
}

/// True if a word begins at `at`: after a separator, a digit or a small letter before a capital.
pub(super) fn begins_word(name: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| name[before]) else { return true };
    !before.is_ascii_alphabetic() || (before.is_ascii_lowercase() && name[at].is_ascii_uppercase())
}

/// Words before `key` or `token` that make it something to show.
#[rustfmt::skip]
const PUBLIC_WORDS: [&str; 51] = [
    "public", "pub", "primary", "foreign", "cache", "sort", "partition", "row", "object", "hash",
    "idempotency", "storage", "query", "i18n", "translation", "group", "routing", "message",
    "unique", "index", "lookup", "map", "next", "prev", "page", "max", "min", "pad", "bos", "eos",
    "unk", "cls", "sep", "mask", "stop", "cancel", "cancellation", "continuation", "registry",
    "publishable", "anon", "site", "websocket", "공개", "기본", "외래", "캐시", "정렬", "고유", "단축", "그룹",
];

/// True if the last word of `before` is in [`PUBLIC_WORDS`].
fn is_public(before: &[u8]) -> bool {
    PUBLIC_WORDS
        .iter()
        .any(|word| start_of_last(before, word).is_some_and(|start| begins_word(before, start)))
}

/// Words behind the telling one: `PASSWORD_PROD`, `SECRET_KEY_BASE`, `passwordConfirm`.
#[rustfmt::skip]
const NAME_SUFFIXES: [&str; 22] = [
    "base", "prod", "production", "dev", "development", "test", "staging", "stage", "live", "local",
    "old", "new", "value", "text", "plain", "plaintext", "raw", "default", "confirm",
    "confirmation", "again", "current",
];

fn is_suffix(word: &[u8]) -> bool {
    NAME_SUFFIXES.iter().any(|suffix| word.eq_ignore_ascii_case(suffix.as_bytes()))
}

/// `name` without the particle, the digits and the one suffix that may follow the telling word.
fn strip_suffixes(name: &[u8]) -> &[u8] {
    let name = if name.is_ascii() { name } else { particles::strip_particle(name) };
    let name = trim_digits(name);
    let letters = name.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let humps = name.iter().rev().take_while(|byte| byte.is_ascii_lowercase()).count();
    let capital = usize::from(humps < letters);
    for tail in [letters, humps + capital] {
        if tail < name.len() && is_suffix(&name[name.len() - tail..]) {
            return trim_digits(&name[..name.len() - tail]);
        }
    }
    name
}

/// `name` without digits and separators at its end.
fn trim_digits(name: &[u8]) -> &[u8] {
    let tail = |byte: &&u8| byte.is_ascii_digit() || WORD_SEPARATORS.contains(**byte);
    &name[..name.len() - name.iter().rev().take_while(tail).count()]
}

/// The names that `name` ends in with the kinds of their rules, the most telling first.
pub(super) fn matching_names(
    name: &[u8],
) -> impl Iterator<Item = (&'static str, &'static SecretName)> {
    let name = strip_suffixes(name);
    let mut next = name.last().map_or(0, |last| NAME_CHAIN_HEADS[chain_slot(*last)]);
    let second = name.len().checked_sub(2).map_or(0, |at| name[at] | 0x20);
    std::iter::from_fn(move || {
        while let Some(entry) = NAME_ENTRIES.get(usize::from(next).wrapping_sub(1)) {
            next = entry.next;
            // Most differ in the second letter from the end already.
            let word = entry.name.word.as_bytes();
            let may_be = !second.is_ascii_lowercase() || word[word.len() - 2] == second;
            if may_be && entry.name.matches_end(name) {
                return Some((entry.kind, entry.name));
            }
        }
        None
    })
}

/// Returns true if a name that `matching` knows can end at `end`, by its last three letters: a
/// question that spares reading most names.
pub(super) fn may_end(view: ByteView<'_>, end: usize) -> bool {
    let last = view.byte_before(end);
    if !last.is_ascii_alphabetic() {
        return !last.is_ascii() || last.is_ascii_digit() || last == b'_';
    }
    let (second, third) = (view.byte_before(end - 1), view.byte_before(end.saturating_sub(2)));
    let is_ending = |place: usize, letter: u8| {
        NAME_ENDINGS[place][usize::from(last & 31)] >> (letter & 31) & 1 == 1
    };
    is_ending(0, second) && (!third.is_ascii_alphabetic() || is_ending(1, third))
}

/// For each last letter, the letters that stand before it in a name or a suffix, and those before
/// these.
static NAME_ENDINGS: [[u32; 32]; 2] = [ending_letters(2), ending_letters(3)];

const fn ending_letters(place: usize) -> [u32; 32] {
    let (mut endings, mut i) = ([0; 32], 0);
    while i < NAME_COUNT + NAME_SUFFIXES.len() {
        let word =
            if i < NAME_COUNT { NAME_TABLE.0[i].name.word } else { NAME_SUFFIXES[i - NAME_COUNT] };
        let word = word.as_bytes();
        let last = word[word.len() - 1];
        if last.is_ascii() {
            let letters = if place <= word.len() {
                1u32 << (word[word.len() - place] & 31)
            } else {
                u32::MAX
            };
            endings[(last & 31) as usize] |= letters;
        }
        i += 1;
    }
    endings
}

/// Maximum bytes that are read back for a name.
const MAX_NAME_BYTES: usize = 64;

/// A name in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelled<'t> {
    /// Start of its last word.
    pub(super) start: usize,
    /// Its last word.
    pub(super) word: &'t [u8],
    /// The same with the word before, where a single space divides them.
    pub(super) phrase: &'t [u8],
}

/// The name that ends at `end`.
pub(super) fn name_before(view: ByteView<'_>, end: usize) -> Spelled<'_> {
    const WORD_CHARS: ByteClass = class!("A-Za-z0-9_.-");
    const KOREAN_WORD_CHARS: ByteClass = ByteClass(const { &with_longer(class!("A-Za-z0-9_")) });
    const LETTERS: ByteClass = class!("A-Za-z");
    const KOREAN_LETTERS: ByteClass = ByteClass(const { &with_longer(LETTERS) });
    let is_korean = !view.byte_before(end).is_ascii();
    let start =
        view.run_start(end, if is_korean { KOREAN_WORD_CHARS } else { WORD_CHARS }, MAX_NAME_BYTES);
    let start = view.behind_control(start).min(end);
    let before = if is_korean { KOREAN_LETTERS } else { LETTERS };
    let joined = |start: usize| {
        let is_joined =
            view.byte_before(start) == b' ' && before.contains(view.byte_before(start - 1));
        if is_joined { view.run_start(start - 1, before, MAX_NAME_BYTES) } else { start }
    };
    let from = if start < end { joined(start) } else { start };
    // "API 키 값": Korean says the same in three words.
    let from = if is_korean { joined(from) } else { from };
    Spelled { start, word: view.slice(start, end), phrase: view.slice(from, end) }
}

impl Spelled<'_> {
    /// True if the name is written like a variable of the environment: `DB_PASSWORD`.
    pub(super) fn is_capital(&self) -> bool {
        self.word.iter().any(u8::is_ascii_uppercase)
            && !self.word.iter().any(u8::is_ascii_lowercase)
    }

    /// True if the name begins with a capital, as in connection strings: `Password`.
    pub(super) fn is_titled(&self) -> bool {
        self.word.first().is_some_and(u8::is_ascii_uppercase)
    }

    /// True if the name has several words in capitals: `AZURE_OPENAI_KEY`.
    pub(super) fn is_capital_compound(&self) -> bool {
        self.is_capital() && self.word.contains(&b'_')
    }

    /// True if the name has several words, as in a sentence: `adafruit token`.
    pub(super) fn is_said(&self) -> bool {
        #[rustfmt::skip]
        const CODE_KEYWORDS: [&[u8]; 32] = [
            b"let", b"const", b"var", b"val", b"mut", b"pub", b"static", b"final", b"private",
            b"public", b"protected", b"string", b"String", b"str", b"int", b"char", b"new", b"def",
            b"fn", b"func", b"self", b"type", b"readonly", b"my", b"our", b"local", b"export", b"set",
            b"dyn", b"ref", b"auto", b"case",
        ];
        let before = self.phrase.len() - self.word.len();
        before > 0 && !CODE_KEYWORDS.contains(&&self.phrase[..before - 1])
    }

    /// True if the name is written like a header or an option: `x-api-key`.
    pub(super) fn is_hyphenated(&self) -> bool {
        self.word.contains(&b'-')
    }

    /// True if the name is not written in Latin letters.
    pub(super) fn is_korean(&self) -> bool {
        self.word.last().is_some_and(|byte| !byte.is_ascii())
    }
}

/// Returns true if `value` holds a name of secrets as a word of its own: `client_secret2`, `apiKey`, but not
/// `monkey7`.
pub(super) fn names_secret(value: &[u8]) -> bool {
    let is_apart = |start: usize, end: usize| {
        let before = start.checked_sub(1).map(|before| value[before]);
        let begins = before.is_none_or(|before| !before.is_ascii_alphabetic())
            || value[start].is_ascii_uppercase();
        begins && value.get(end).is_none_or(|next| !next.is_ascii_lowercase())
    };
    let holds_apart = |word: &str| {
        let length = word.len();
        (0..value.len().saturating_sub(length - 1)).any(|start| {
            starts_ignoring_case(&value[start..], word) && is_apart(start, start + length)
        })
    };
    ["passw", "passphrase", "pwd", "secret", "token", "apikey", "passkey"]
        .iter()
        .any(|word| contains_ignoring_case(value, word))
        || ["key", "auth", "pass"].iter().any(|word| holds_apart(word))
}

/// A name in the table below; `next` is the place of the next of the same last byte, plus one.
#[derive(Clone, Copy)]
struct NameEntry {
    kind: &'static str,
    name: &'static SecretName,
    next: u16,
}

const NAME_SLOTS: usize = 64;

/// Returns the slot of names that end in `byte`; cases share a slot.
const fn chain_slot(byte: u8) -> usize {
    (byte as usize | 0x20) % NAME_SLOTS
}

const NAME_COUNT: usize = count_names();

/// All names, in no order that matters: they hang in chains, the longest first.
static NAME_ENTRIES: [NameEntry; NAME_COUNT] = NAME_TABLE.0;
static NAME_CHAIN_HEADS: [u16; NAME_SLOTS] = NAME_TABLE.1;
const NAME_TABLE: ([NameEntry; NAME_COUNT], [u16; NAME_SLOTS]) = build_table();

const fn count_names() -> usize {
    let (mut total, mut matchers) = (0, Matchers::all());
    while let Some((_, matcher)) = matchers.next() {
        if let Matcher::Names(names) = matcher {
            total += names.len();
        }
    }
    total
}

const fn build_table() -> ([NameEntry; NAME_COUNT], [u16; NAME_SLOTS]) {
    const EMPTY_ENTRY: NameEntry =
        NameEntry { kind: "", name: &name("", Strength::Random), next: 0 };
    let (mut entries, mut heads) = ([EMPTY_ENTRY; NAME_COUNT], [0; NAME_SLOTS]);
    let (mut filled, mut matchers) = (0, Matchers::all());
    while let Some((kind, matcher)) = matchers.next() {
        let names =
            if let Matcher::Names(names) = matcher { names } else { &[] as &[SecretName] };
        let mut i = 0;
        while i < names.len() {
            entries[filled] = NameEntry { kind, name: &names[i], next: 0 };
            insert_into_chain(&mut entries, &mut heads, filled);
            filled += 1;
            i += 1;
        }
    }
    (entries, heads)
}

/// Puts entry `at` into its chain, behind all that are as long or longer.
const fn insert_into_chain(
    entries: &mut [NameEntry; NAME_COUNT],
    heads: &mut [u16; NAME_SLOTS],
    at: usize,
) {
    let word = entries[at].name.word.as_bytes();
    let head = chain_slot(word[word.len() - 1]);
    let (mut before, mut next) = (0, heads[head]);
    while next != 0 && entries[next as usize - 1].name.word.len() >= word.len() {
        before = next;
        next = entries[next as usize - 1].next;
    }
    entries[at].next = next;
    if before == 0 {
        heads[head] = at as u16 + 1;
    } else {
        entries[before as usize - 1].next = at as u16 + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(name: &str) -> Vec<&'static str> {
        matching_names(name.as_bytes()).map(|(kind, _)| kind).collect()
    }

    #[test]
    fn names_are_known_in_every_spelling() {
        for name in
            ["password", "DB_PASSWORD", "pgpassword", "userPassword", "비밀번호", "PASSWORD2"]
        {
            assert_eq!(kinds(name).first(), Some(&"password"), "{name}");
        }
        for name in ["api_key", "apiKey", "API-KEY", "x-api-key", "api key", "SECRET_KEY_BASE"] {
            assert_eq!(kinds(name).first(), Some(&"secret"), "{name}");
        }
        assert_eq!(kinds("aws_secret_access_key").first(), Some(&"aws-secret-key"));
    }

    #[test]
    fn names_that_show_nothing_secret_are_not() {
        for name in ["author", "tokenizer", "max_tokens", "next_token", "public_key", "bypass", ""]
        {
            assert_eq!(kinds(name), Vec::<&str>::new(), "{name}");
        }
    }
}
