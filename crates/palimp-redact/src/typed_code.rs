//! Codes, answers and passwords that somebody types where they are asked for: "the 2FA code is 830 274",
//! "when it prompts, type …", "mother's maiden name: …".

use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, class, contains_ignoring_case, with_longer};
use super::password_grade::Grade;
use super::value::TextValue;
use super::{DetectedSecret, number, sentence_password};

/// The value behind the verb at `at`, which ends at `end`, where a prompt is spoken of before: "when it
/// prompts, type …".
pub(super) fn typed_at_prompt(view: ByteView<'_>, at: usize, end: usize) -> Option<DetectedSecret> {
    const REACH: usize = 48;
    const PROMPTS: [&str; 4] = ["prompt", "asks", "password", "login"];
    let found = sentence_password::next(view, end, Grade::Possible)?;
    let before = view.slice(view.floor.max(at.saturating_sub(REACH)), at);
    let behind = view.slice(end, end + REACH);
    let line = behind.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_asked = PROMPTS.iter().any(|word| contains_ignoring_case(before, word))
        || contains_ignoring_case(line, " prompt");
    is_asked.then_some(found)
}

/// Returns true if the word before the one at `at` says that this is a code to type.
pub(super) fn names_code(view: ByteView<'_>, at: usize) -> bool {
    #[rustfmt::skip]
    const CODES: [&str; 26] = [
        "door", "access", "gate", "alarm", "entry", "unlock", "pairing", "verification", "confirmation", "login", "sms",
        "time", "2fa", "mfa", "auth", "authenticator", "digit", "lock", "safe", "garage", "keypad", "activation",
        "invite", "passcode", "pin", "otp",
    ];
    let gap = view.run_start(at, BLANK, 1);
    let word = view.slice(view.run_start(gap, class!("A-Za-z0-9"), 16), gap);
    gap < at && CODES.iter().any(|code| word.eq_ignore_ascii_case(code.as_bytes()))
}

/// The answer behind the name of a question, which ends at `end`: "mother's maiden name is …".
pub(super) fn answer(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const WHOM: ByteClass = class!("a-zA-Z0-9 '");
    const LONGEST: usize = 48;
    let reach = view.run_end(end, WHOM, LONGEST);
    let sentence = view.slice(end, reach);
    let verb = [" is ", " was "].iter().find_map(|verb| {
        let at = sentence.windows(verb.len()).position(|part| part == verb.as_bytes())?;
        Some(end + at + verb.len())
    });
    let sign = || {
        let sign = view.run_end(reach, class!("=:>-"), 3);
        let arrow = if view.has_literal(reach, "→") { reach + 3 } else { sign };
        (arrow > reach && view.byte_at(arrow) == b' ').then_some(arrow + 1)
    };
    let start = view.run_end(verb.or_else(sign)?, class!("\"'`"), 1);
    let mut stop = start;
    // Names begin with capitals, and may be of two.
    while view.byte_at(stop).is_ascii_uppercase() && stop < start + LONGEST {
        let word = view.run_end(stop, class!("A-Za-z'.-"), 24);
        stop = if view.byte_at(word) == b' ' { word + 1 } else { word };
    }
    let stop = view.run_start(stop, class!(" ."), 2).max(start);
    let is_one = stop > start + 2 && !view.holds_placeholder(start, stop + 2);
    is_one.then(|| build_finding(view, TextValue::bare(start, stop), "password"))
}

/// The first of the codes that stand below the line in which their name ends at `end`.
pub(super) fn listed(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const LINE: ByteClass = ByteClass(const { &with_longer(class!("\t -~")) });
    let line = view.run_end(end, LINE, 48);
    let start = view.run_end(line, class!("\r\n \t*-"), 6);
    let code = view.run_end(start, class!("0-9A-Za-z-"), 24);
    let held = view.slice(start, code);
    let ends = matches!(view.byte_at(code), 0 | b'\r' | b'\n');
    let is_one = view.byte_at(line) == b'\n' && ends && sentence_password::is_code_word(held);
    is_one.then(|| build_finding(view, TextValue::bare(start, code), "secret"))
}

/// The code of two groups of three digits in the sentence behind its name, which ends at `end`.
pub(super) fn grouped_code(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const REACH: usize = 64;
    const BETWEEN: ByteClass = ByteClass(const { &with_longer(class!("A-Za-z ',:")) });
    let start = view.run_end(end, BETWEEN, REACH);
    let code = number::grouped_end(view, start, &[3, 3], b" -")?;
    let is_one = start > end && view.byte_before(start) <= b' ';
    is_one.then(|| build_finding(view, TextValue::bare(start, code), "password"))
}
