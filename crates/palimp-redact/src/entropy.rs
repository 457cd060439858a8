//! Telling what a machine drew at random from what a person wrote.

/// Maximum bytes of a value that are judged: enough to tell, and a bound on the work.
const MAX_JUDGED_BYTES: usize = 256;

/// Bits per byte below which a value repeats itself too much to be random.
/// Sixteen random letters and digits have about 3.7, thirty-two hexadecimal digits 3.6.
const MIN_ENTROPY_BITS: f32 = 3.0;

/// True if `value` has a digit.
pub(super) fn has_digit(value: &[u8]) -> bool {
    value.iter().any(u8::is_ascii_digit)
}

/// True if `value` has a letter.
pub(super) fn has_letter(value: &[u8]) -> bool {
    value.iter().any(u8::is_ascii_alphabetic)
}

/// True if `value` has white space.
pub(super) fn has_space(value: &[u8]) -> bool {
    value.iter().any(u8::is_ascii_whitespace)
}

/// True if `value` has a digit and letters of both cases.
pub(super) fn is_mixed(value: &[u8]) -> bool {
    has_digit(value)
        && value.iter().any(u8::is_ascii_lowercase)
        && value.iter().any(u8::is_ascii_uppercase)
}

/// True if `value` looks drawn at random: long, without much repetition, and changing between
/// digits, capitals and small letters as no identifier does.
pub(super) fn is_random(value: &[u8], least: usize) -> bool {
    if value.len() < least {
        return false;
    }
    let value = &value[..value.len().min(MAX_JUDGED_BYTES)];
    let turns = Turns::from_value(value);
    turns.digits >= 2 && turns.digits + turns.humps >= 4 && bits_per_byte(value) >= MIN_ENTROPY_BITS
}

/// Number of changes between classes of characters in a value.
#[derive(Default)]
struct Turns {
    /// Between a letter and a digit, either way.
    digits: usize,
    /// From a small letter to a capital.
    humps: usize,
}

impl Turns {
    fn from_value(value: &[u8]) -> Turns {
        let mut turns = Turns::default();
        for pair in value.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let letter_digit = a.is_ascii_alphabetic() && b.is_ascii_digit();
            let digit_letter = a.is_ascii_digit() && b.is_ascii_alphabetic();
            turns.digits += usize::from(letter_digit || digit_letter);
            turns.humps += usize::from(a.is_ascii_lowercase() && b.is_ascii_uppercase());
        }
        turns
    }
}

/// Shannon's entropy of the bytes, in bits.
fn bits_per_byte(value: &[u8]) -> f32 {
    let mut counts = [0u16; 256];
    for &byte in value {
        counts[usize::from(byte)] += 1;
    }
    let total = value.len() as f32;
    let share = |&count: &u16| f32::from(count) / total;
    -counts.iter().filter(|&&count| count > 0).map(share).map(|p| p * p.log2()).sum::<f32>()
}

/// True if `value` consists of hexadecimal digits and hyphens: a hash, a commit, a UUID.
pub(super) fn is_hexadecimal(value: &[u8]) -> bool {
    value.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
}

/// True if `value` reads as an identifier: words of letters, each followed by at most three digits,
/// joined by a separator or a capital.
pub(super) fn is_wordy(value: &[u8]) -> bool {
    let is_word = |word: &[u8]| {
        let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let digits = &word[letters..];
        let humps = Turns::from_value(word).humps;
        digits.len() <= 3 && digits.iter().all(u8::is_ascii_digit) && humps * 3 <= word.len()
    };
    value
        .split(|byte| matches!(byte, b'_' | b'-' | b'.' | b':' | b'/'))
        .flat_map(|part| part.chunk_by(|a, b| !(a.is_ascii_digit() && b.is_ascii_uppercase())))
        .all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_and_people_write_differently() {
        for random in [
            "wJalrXUtnFEMI7K7MDENGbPxRfiCYEXAMPLEKEY",
            "9f86d081884c7d659a2feaa0c55ad015",
            "k3jd9s0a1mxq72hf",
        ] {
            assert!(is_random(random.as_bytes(), 16), "{random}");
        }
        for written in [
            "getUserByIdFromCache",
            "correct-horse-battery-staple",
            "AAAAAAAAAAAAAAAAAAAAAAA1",
            "hmac_sha256_key_for_api",
            "2024-01-01T00:00:00Z",
        ] {
            assert!(!is_random(written.as_bytes(), 16), "{written}");
        }
    }

    #[test]
    fn identifiers_are_wordy() {
        for name in ["user_token_2", "sha256", "apiKeyV2", "my-secret-name", "Pkcs7PrivateKey"] {
            assert!(is_wordy(name.as_bytes()), "{name}");
        }
        for literal in ["a8f3k2", "hunter2x", "9f86d081"] {
            assert!(!is_wordy(literal.as_bytes()), "{literal}");
        }
    }
}
