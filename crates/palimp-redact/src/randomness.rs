//! Classification of a value by its look: drawn at random, in hexadecimal digits, or written by a
//! person.

use super::bytes::starts_ignoring_case;
use super::entropy::{has_digit, has_letter, is_hexadecimal, is_wordy};

/// Look of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// Drawn at random from letters and digits.
    Random,
    /// In hexadecimal digits, groups of them as well: a key, and as likely a hash or an id.
    Hexadecimal,
    /// Of letters and digits as no identifier has them, though not clearly at random.
    Mixed,
    /// As somebody wrote it: words, a path, a number.
    Written,
}

impl Looks {
    /// Classifies `value`, which consists of letters, digits and a few signs.
    pub(super) fn classify(value: &[u8]) -> Looks {
        if !has_letter(value) {
            return Looks::Written;
        }
        let is_hexadecimal = |value: &[u8]| value.split(|&byte| byte == b':').all(is_hexadecimal);
        if has_digit(value) && is_hexadecimal(value) {
            return Looks::Hexadecimal;
        }
        let census = Census::from_value(value);
        if census.is_scattered() && !is_joined(value) {
            return Looks::Random;
        }
        if !has_digit(value) || is_wordy(value) || is_joined(value) || census.reads_well() {
            return Looks::Written;
        }
        census.classify_by_changes()
    }
}

/// True if `word` names an algorithm that passwords are stored with.
pub(super) fn is_algorithm(word: &[u8]) -> bool {
    #[rustfmt::skip]
    const ALGORITHM_NAMES: [&str; 11] = [
        "argon2", "sha", "md5", "pbkdf2", "bcrypt", "scrypt", "base64", "aes", "utf", "oauth",
        "1password",
    ];
    ALGORITHM_NAMES.iter().any(|name| starts_ignoring_case(word, name))
}

/// True if `value` has only letters, which change their case and are neighbours as by chance. A few
/// of a thousand identifiers do so too: the text before must say that this is a key.
pub(super) fn is_scrambled(value: &[u8]) -> bool {
    const MIN_SCRAMBLED_BYTES: usize = 20;
    if value.len() < MIN_SCRAMBLED_BYTES || !value.iter().all(u8::is_ascii_alphabetic) {
        return false;
    }
    let count =
        |fits: fn(u8, u8) -> bool| value.windows(2).filter(|two| fits(two[0], two[1])).count();
    let changes = count(|a, b| class_of(a) != class_of(b));
    let strange = count(is_strange);
    changes * 5 >= value.len() && (2 * strange + changes) * 10 >= 7 * value.len()
}

/// True if `value` is an identifier of several words joined by underscores, some with numbers in
/// them: `ml_kem_d2i_PKCS8`.
fn is_joined(value: &[u8]) -> bool {
    const LEAST_WORDS: usize = 3;
    const MEAN_LENGTH: usize = 8;
    let words = || value.split(|&byte| byte == b'_').filter(|word| !word.is_empty());
    let of_letters = words().filter(|word| word.iter().all(u8::is_ascii_alphabetic)).count();
    let count = words().count();
    let is_spelled = value.iter().all(|&byte| byte == b'_' || byte.is_ascii_alphanumeric());
    is_spelled
        && count >= LEAST_WORDS
        && of_letters * 2 >= count
        && value.len() <= MEAN_LENGTH * count
}

/// Returns true if letters stand beside each other in `value` that hardly do so in words, as where
/// Korean is typed with Latin letters, or a capital stands alone behind small letters: `dbfldkQk`.
pub(super) fn is_odd(value: &[u8]) -> bool {
    const LEAST: usize = 7;
    if value.len() < LEAST || has_digit(value) && is_hexadecimal(value) {
        return false;
    }
    let pairs = || value.windows(2).filter(|two| two.iter().all(u8::is_ascii_alphabetic));
    let strange = pairs().filter(|two| is_strange(two[0], two[1])).count();
    let humps = pairs().filter(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase());
    let is_camel = humps.count() > 1;
    strange >= 2 && strange * 5 >= pairs().count() && !is_camel
}

/// Counts of the characters and words of a value.
#[derive(Default)]
struct Census {
    length: usize,
    /// Characters in parts, between signs, that are neither words nor hexadecimal.
    odd: usize,
    /// The longest of these parts.
    longest: usize,
    /// Characters in words: a capital or none, then three small letters or more.
    in_words: usize,
    small: usize,
    capital: usize,
    digits: usize,
    /// Neighbours of two classes: small letters, capitals, digits.
    changes: usize,
    /// Neighbours in parts that are not hexadecimal, pairs of digits aside.
    pairs: usize,
    /// Those of them that words do not have, and half as many words of two letters at the most.
    strange: usize,
    /// Characters in those parts.
    counted: usize,
    /// Words of two letters at the most: `aBcD` has three.
    short_words: usize,
}

/// A word within an identifier: capitals or none, then small letters.
#[derive(Clone, Copy)]
struct IdentifierWord {
    length: usize,
    capitals: usize,
    is_of_letters: bool,
}

impl IdentifierWord {
    fn from_byte(byte: u8) -> IdentifierWord {
        let capitals = usize::from(byte.is_ascii_uppercase());
        IdentifierWord { length: 1, capitals, is_of_letters: byte.is_ascii_alphabetic() }
    }

    /// True if a byte of the class `next` after one of `class` belongs to the same word.
    fn goes_on(&mut self, class: u8, next: u8) -> bool {
        let is_capital = class == UPPERCASE_CLASS && next == UPPERCASE_CLASS;
        self.capitals += usize::from(is_capital);
        is_capital || (next == LOWERCASE_CLASS && class != DIGIT_CLASS)
    }
}

impl Census {
    fn from_value(value: &[u8]) -> Census {
        let mut census = Census { length: value.len(), ..Census::default() };
        for part in value.split(|byte| !byte.is_ascii_alphanumeric()) {
            census.count_part(part);
        }
        census
    }

    fn count_part(&mut self, part: &[u8]) {
        let Some(&first) = part.first() else { return };
        let mut sum = Census { length: part.len(), ..Census::default() };
        let (mut before, mut class, mut word) =
            (first, class_of(first), IdentifierWord::from_byte(first));
        sum.count_class(class);
        for &byte in &part[1..] {
            let next = class_of(byte);
            sum.count_class(next);
            sum.changes += usize::from(next != class);
            if class != DIGIT_CLASS || next != DIGIT_CLASS {
                sum.pairs += 1;
                sum.strange += 2 * usize::from(is_strange(before, byte));
            }
            if !word.goes_on(class, next) {
                sum.end_word(word);
                word = IdentifierWord::from_byte(byte);
            } else {
                word.length += 1;
            }
            (before, class) = (byte, next);
        }
        sum.end_word(word);
        self.add_part(&sum, part);
    }

    fn count_class(&mut self, class: u8) {
        self.small += usize::from(class == LOWERCASE_CLASS);
        self.capital += usize::from(class == UPPERCASE_CLASS);
        self.digits += usize::from(class == DIGIT_CLASS);
    }

    fn end_word(&mut self, word: IdentifierWord) {
        let small = word.length - word.capitals;
        // The last of several capitals begins the word behind them.
        let length = if small > 0 { small + word.capitals.min(1) } else { word.length };
        self.in_words += if small > 0 && length >= 4 { length } else { 0 };
        self.short_words += usize::from(word.is_of_letters && word.length <= 2);
    }

    /// Takes in the `sum` of `part`.
    fn add_part(&mut self, sum: &Census, part: &[u8]) {
        self.small += sum.small;
        self.capital += sum.capital;
        self.digits += sum.digits;
        self.changes += sum.changes;
        self.in_words += sum.in_words;
        if sum.digits > 0 && is_number(part) {
            return;
        }
        self.counted += part.len();
        self.pairs += sum.pairs;
        self.strange += sum.strange;
        if sum.small > 0 && sum.capital > 0 {
            self.strange += sum.short_words;
        }
        if sum.digits > 0 && sum.digits < part.len() && !is_wordy(part) {
            self.odd += part.len();
            self.longest = self.longest.max(part.len());
        }
    }

    /// True if so many neighbours are strange to words that nobody wrote them. Of letters and
    /// digits drawn at random nearly half are strange, in identifiers one in fifty.
    fn is_scattered(&self) -> bool {
        const MIN_STRANGE_PAIRS: usize = 8;
        self.strange >= MIN_STRANGE_PAIRS
            && self.strange * 100 >= 60 * self.pairs
            && self.counted * 2 >= self.length
    }

    /// True if the value is mostly words, with a number here and there.
    fn reads_well(&self) -> bool {
        const LONG_PART_BYTES: usize = 12;
        let has_both_cases = self.small > 1 && self.capital > 1;
        let is_mostly_odd = self.longest >= LONG_PART_BYTES || self.odd * 10 >= self.length * 6;
        !is_mostly_odd || (has_both_cases && self.in_words * 2 >= self.length)
    }

    /// Classifies by the changes between small letters, capitals and digits: by chance, of 62
    /// characters three of five neighbours differ, of 36 two of five. People who write words change
    /// at most once in three.
    fn classify_by_changes(&self) -> Looks {
        let least = if self.small > 1 && self.capital > 1 { 38 } else { 22 };
        match 100 * self.changes / (self.small + self.capital + self.digits) {
            changes if changes >= least && self.digits >= 2 => Looks::Random,
            changes if changes * 2 >= least => Looks::Mixed,
            _ => Looks::Written,
        }
    }
}

/// True if `part` is a number in hexadecimal digits, long enough to be meant as one.
fn is_number(part: &[u8]) -> bool {
    let digits = part.strip_prefix(b"0x").unwrap_or(part);
    digits.len() >= 6 && digits.iter().all(u8::is_ascii_hexdigit)
}

const LOWERCASE_CLASS: u8 = 0;
const UPPERCASE_CLASS: u8 = 1;
const DIGIT_CLASS: u8 = 2;

/// Returns the class of `byte` among the three classes of letters and digits.
fn class_of(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => LOWERCASE_CLASS,
        b'A'..=b'Z' => UPPERCASE_CLASS,
        _ => DIGIT_CLASS,
    }
}

/// True if words do not have `a` before `b`: a digit beside a letter, or two letters that hardly
/// ever stand together. At the boundary of two words any pair occurs.
fn is_strange(a: u8, b: u8) -> bool {
    match (a.is_ascii_digit(), b.is_ascii_digit()) {
        (true, true) => false,
        (false, false) => {
            let is_hump = a.is_ascii_lowercase() && b.is_ascii_uppercase();
            !is_hump
                && a != b
                && a + 1 != b
                && STRANGE_NEIGHBOURS[usize::from((a | 0x20) - b'a')] >> ((b | 0x20) - b'a') & 1
                    == 1
        }
        _ => true,
    }
}

/// For each letter those that stand behind it in fewer than two of ten thousand pairs of letters,
/// counted over the words of nine thousand files of Rust, Python, TypeScript, Go, Java, Ruby, PHP,
/// C and Markdown.
static STRANGE_NEIGHBOURS: [u32; 26] = build_strange_table([
    "hjoq",
    "fghknqvwxz",
    "gjqwxz",
    "hjkqwxz",
    "jz",
    "ghjkmnpqvwxz",
    "bdfjkqvwxyz",
    "bcfghjknpqvwxz",
    "hijquwy",
    "bcdfghijklmnpqrtvwxyz",
    "bcdfghjkmpqrvwxyz",
    "ghjqrwxz",
    "fghjknqvwxz",
    "jqwxz",
    "hjqz",
    "bjkqvwxz",
    "abcdefghijkmnopqrstvwxyz",
    "hjqxz",
    "jxz",
    "jkqvxz",
    "hjkquvwxyz",
    "bcdfghjklmnqrstuvwxyz",
    "bcdfgjkmpqtuvwxyz",
    "bdghjklnoqrsuvwxyz",
    "fghjkqruvwxyz",
    "bcdfghjklmnpqrstuvwxyz",
]);

const fn build_strange_table(rows: [&str; 26]) -> [u32; 26] {
    let (mut table, mut row) = ([0; 26], 0);
    while row < rows.len() {
        let letters = rows[row].as_bytes();
        let mut i = 0;
        while i < letters.len() {
            table[row] |= 1 << (letters[i] - b'a');
            i += 1;
        }
        row += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(looks: Looks, values: &[&str]) {
        for value in values {
            assert_eq!(Looks::classify(value.as_bytes()), looks, "{value}");
        }
    }

    #[test]
    fn chance_is_told_from_writing() {
        check(
            Looks::Random,
            &[
                "k3jd9s0a1mxq72hf",
                "Qk2Lm7Np1Rs5Tv8Wx3Yz",
                "vnowxjl6_t-06wn4-y4pldzayme6-yul",
                "cvkpdlxywqzmnrtgbfhjsdkx",
                "QK2LM7NP1RS5TV8WX3YZ",
            ],
        );
        check(
            Looks::Written,
            &[
                "getUserByIdFromCache",
                "match1to2NoLeadingZero",
                "WINDOWS_SERVER_2019_ENGLISH_FULL",
                "json-schema-2020-12-property",
                "test_offset_10_usually_appears_7th_in_list",
                "src/lib/units/hour.rs",
                "describe-tags-11184a82-e58a-4d0c-b558-f3a7489e0850",
                "0xcc512670a783ad4e",
                "ossl_ml_kem_d2i_PKCS8",
                "gcm_gmult_rv64i_zvkb_zvbc",
            ],
        );
        check(
            Looks::Hexadecimal,
            &["9f86d081884c7d659a2feaa0c55ad015", "01234567-89ab-cdef-0123-456789abcdef"],
        );
    }
}
