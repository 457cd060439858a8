//! Passwords and keys in the sentence that speaks of them, some words behind their name: "the password
//! we use – … – is old", "changed the password from … to …". The more clearly a word says that a
//! secret follows, the less the secret must look like one.

use super::assign::finding;
use super::bytes::{BLANK, Class, QUOTE, SPACE, View, class, with_longer};
use super::entropy::{has_digit, has_letter};
use super::judge::{is_stand_in, speaks};
use super::looks::is_algorithm;
use super::password_grade::{Grade, is_dotted, is_strong};
use super::value::Value;
use super::vocabulary::names_other;
use super::{Finding, particles};

/// Characters of such a value.
pub(super) const STRONG: Class = class!("A-Za-z0-9!@#$%&?^*_+~.-");

/// Characters that go on with one behind a sign that may end it.
const JOINED: Class = class!("A-Za-z0-9@#$%&^*_+~-");

/// Statement of the word before about the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// It is a password.
    Password,
    /// It is one, and the word before is said of nothing else: `pw`.
    Word,
    /// It may be one: `pass` is also what a test does.
    Pass,
    /// It is a key or a token.
    Key,
    /// Somebody logs in.
    Login,
    /// It was typed.
    Typed,
    /// It is a code that is used once.
    Code,
    /// It is a number to type.
    Pin,
}

impl Subject {
    /// Number of words of the sentence that may stand between.
    fn reach(self) -> usize {
        if self == Subject::Login { 11 } else { 9 }
    }

    /// Returns true if `value` of this `grade` is what was announced; `is_told` says that a verb
    /// stands right before it, and `is_next` that nothing stands between.
    fn fits(self, value: &[u8], grade: Grade, is_told: bool, is_next: bool) -> bool {
        const LONG: usize = 10;
        let is_long = value.len() >= LONG;
        let is_named = matches!(self, Subject::Password | Subject::Word | Subject::Key);
        if is_named && is_strong(value) {
            return !is_algorithm(value);
        }
        match self {
            Subject::Typed => is_next && grade >= Grade::Likely,
            Subject::Word if is_next => grade >= Grade::Possible,
            Subject::Code => is_told && is_code_word(value),
            Subject::Password | Subject::Word if is_told => {
                grade >= Grade::Possible || is_dotted(value)
            }
            Subject::Password | Subject::Word if is_next => grade >= Grade::Numbered,
            Subject::Password | Subject::Word => grade >= Grade::Likely,
            Subject::Pass | Subject::Login if is_told => grade >= Grade::Numbered,
            Subject::Pass if is_next => grade >= Grade::Likely,
            Subject::Pass | Subject::Login => grade >= Grade::Sure,
            Subject::Key if is_told => {
                grade >= Grade::Possible && is_long && !speaks(value) && !value.contains(&b'_')
            }
            Subject::Key | Subject::Pin => false,
        }
    }
}

/// The secret in the same sentence behind `at`, where its name ends. An announced one may stand in the
/// line below.
pub(super) fn after(
    view: View<'_>,
    at: usize,
    kind: &'static str,
    subject: Subject,
) -> Option<Finding> {
    const WIDEST: usize = 96;
    const LONGEST: usize = 128;
    // In Korean a name may stand right before its value.
    let (mut end, mut is_told) = (at, subject == Subject::Password && !view.before(at).is_ascii());
    let mut is_place = false;
    let is_compound =
        matches!(subject, Subject::Password | Subject::Word) && begins_compound(view, at);
    for words in 0..subject.reach() {
        let start = next_word(view, end)?;
        end = view.run(start, WORD, LONGEST);
        let is_scheme = matches!(view.slice(start, end), b"Bearer" | b"Basic");
        is_told |= words == 0 && is_announced(view.slice(end_of_last(view, at, start), start));
        if let Some(value) = subject.value(view, start, Said { words, is_told, is_place }) {
            return Some(finding(view, value, kind));
        }
        let behind = value_end(view, start);
        let is_too_far = is_scheme || end == start + LONGEST || start > at + WIDEST;
        if is_too_far || is_strong(view.slice(start, behind)) || is_code(view, behind) {
            return None;
        }
        let word = view.slice(start, end);
        is_told = is_verb(word, subject) && !is_compound;
        is_place = subject == Subject::Login && leads_to_place(word) || names_other(view, start);
    }
    None
}

/// Words between a name and a word of its sentence.
#[derive(Clone, Copy)]
struct Said {
    words: usize,
    /// A verb or a sign right before the word says that it is what is spoken of.
    is_told: bool,
    /// The word before says that it is who logs in, or where.
    is_place: bool,
}

impl Subject {
    /// Returns the value that is spoken of, if it begins at `start` and so much is `said` of it.
    fn value(self, view: View<'_>, start: usize, said: Said) -> Option<Value> {
        const NEAR: usize = 7;
        let end = value_end(view, start);
        let is_password = matches!(self, Subject::Password | Subject::Word);
        let is_told = said.is_told || (is_password && is_told_behind(view, end));
        let is_near = said.words < NEAR || is_told;
        let held = view.slice(start, end);
        let is_user = self == Subject::Login && view.has(end, " / ");
        // Somebody logs in with a service as well, and asks whether one can.
        let is_capital = held.ends_with(b"!") && held.iter().any(u8::is_ascii_uppercase);
        let has_mark = match self {
            Subject::Login => is_told && is_capital,
            _ => is_told || (is_password && said.words == 0),
        };
        let grade = grade(view, start, end, has_mark);
        // Further off another thing is done with it: "fails with error403".
        let is_near_login = self != Subject::Login || said.words <= 3 || grade > Grade::Numbered;
        let is_told = is_told && is_near_login;
        let is_next = said.words == 0;
        let fits =
            is_near && !is_user && !said.is_place && self.fits(held, grade, is_told, is_next);
        if fits && !goes_on(view, end) {
            return Some(Value::bare(start, end));
        }
        let takes_number = match self {
            Subject::Pin => is_told || said.words <= 1,
            _ => is_password && is_told,
        };
        let number = if takes_number { number_end(view, start) } else { None };
        let number = || number.map(|end| Value::bare(start, end));
        let last = || if is_password { last_of_line(view, start) } else { None };
        let pair = || if self == Subject::Login { behind_user(view, start) } else { None };
        last().or_else(pair).or_else(number)
    }
}

/// The grade of the word `start..end` of a sentence. A mark at its end is its own where the word `is_told`
/// to be a password or quotes hold the two.
pub(super) fn grade(view: View<'_>, start: usize, end: usize, is_told: bool) -> Grade {
    let is_quoted = QUOTE.has(view.before(start)) && view.before(start) == view.at(end);
    let value = view.slice(start, end);
    // A sentence that goes on in Korean or behind a name did not end with it.
    let next = view.at(view.run(end, BLANK, 1));
    let is_title = value.first().is_some_and(u8::is_ascii_uppercase) && value.ends_with(b"!");
    let is_particle =
        [" 로", " 으로", " 라", " 이", " 예", " 입"].iter().any(|particle| view.has(end, particle));
    let is_said = !view.at(end).is_ascii() || (value.ends_with(b"!") && is_particle);
    let goes_on = is_said || (is_title && next.is_ascii_lowercase());
    if is_told || is_quoted || goes_on { Grade::of(value) } else { Grade::in_sentence(value) }
}

/// Returns true if before the word that ends at `end` stands where it is: "in table2".
pub(super) fn is_at_place(view: View<'_>, end: usize) -> bool {
    let start = view.run_back(end, STRONG, 64);
    let before = view.run_back(start, BLANK, 1);
    leads_to_place(view.slice(view.run_back(before, class!("A-Za-z"), 16), before))
}

/// Returns true if behind `word` stands who logs in, or where: "log in as …", "connect to …".
fn leads_to_place(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] = [b"as", b"to", b"from", b"at", b"on", b"into", b"in"];
    WORDS.contains(&word)
}

/// Returns true if what stands behind a value that ends at `end` says that it is typed, or changed to another.
fn is_told_behind(view: View<'_>, end: usize) -> bool {
    #[rustfmt::skip]
    const VERBS: [&str; 13] = [
        " → ", " -> ", " 치", " 쳐", " 입력", " 넣", " 누르", " 눌러", " 이거", " 이걸로", " 맞", " 입니", " 인데",
    ];
    VERBS.iter().any(|verb| view.has(end, verb))
}

/// The value at `start`, of whatever signs, that ends its line behind a colon: "a password was made for
/// root: …".
fn last_of_line(view: View<'_>, start: usize) -> Option<Value> {
    const LEAST: usize = 8;
    const VISIBLE: Class = class!("!-~");
    let end = view.run(start, VISIBLE, 64);
    let value = view.slice(start, end);
    let is_line =
        matches!(view.at(end), 0 | b'\r' | b'\n') && view.has(start.saturating_sub(2), ": ");
    let signs = value.iter().filter(|byte| b"!@#$%^&*;?+".contains(byte)).count();
    let is_made = value.len() >= LEAST && has_digit(value) && has_letter(value) && signs > 0;
    let is_code = value.iter().any(|byte| b"/(){}<>\"'`\\".contains(byte));
    let colon = start.saturating_sub(2);
    let is_entry = view.starts_line(view.run_back(colon, class!("A-Za-z0-9_-"), 64));
    let is_word = view.before(colon).is_ascii_alphanumeric()
        && !is_entry
        && Grade::of(value) >= Grade::Possible;
    let is_one = is_line && (is_made || is_word) && !is_code && !is_stand_in(value);
    is_one.then(|| Value::bare(start, end))
}

/// The password behind the user at `start`: `kim / …`, `kim:…`.
fn behind_user(view: View<'_>, start: usize) -> Option<Value> {
    const USER: Class = class!("A-Za-z0-9_.@-");
    let user = view.run(start, USER, 64);
    let is_told =
        view.has(start.saturating_sub(5), "with ") || view.has(start.saturating_sub(3), "as ");
    let (divider, least) = match (view.at(user), view.has(user, " / ")) {
        (_, true) if is_told => (user + 3, Grade::Possible),
        (_, true) => (user + 3, Grade::Numbered),
        (b':', _) if is_pair(view, start, user + 1) => (user + 1, Grade::Named),
        (b':', _) => (user + 1, Grade::Numbered),
        (b'/', _) => (user + 1, Grade::Sure),
        _ => return None,
    };
    let end = value_end(view, divider);
    let is_one = user > start && grade(view, divider, end, false) >= least && !goes_on(view, end);
    is_one.then(|| Value::bare(divider, end))
}

/// Returns true if a colon and a blank stand before the user at `start`, and what stands at `password` is of two
/// words with a capital which signs join: "creds: ci-bot:Marmot_in_Mud".
fn is_pair(view: View<'_>, start: usize, password: usize) -> bool {
    let held = view.slice(password, value_end(view, password));
    let words =
        held.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| word.len() > 1).count();
    let is_told =
        ["are ", "is "].iter().any(|verb| view.has(start.saturating_sub(verb.len()), verb));
    let is_announced = view.has(start.saturating_sub(2), ": ");
    is_announced && words > 1 && held.iter().any(u8::is_ascii_uppercase)
        || is_told && Grade::of(held) >= Grade::Possible
}

/// The password before the word at `at` that says what it was: "use … as the password", "…로 로그인".
pub(super) fn before(view: View<'_>, at: usize) -> Option<Finding> {
    const MOST: usize = 4;
    const KOREAN: [&str; 4] = ["으로 ", "로 ", "으로", "로"];
    let found = |end: usize, least: Grade| {
        let end = view.run_back(end, class!("\"'`"), 1);
        let start = view.run_back(end, STRONG, 64);
        let begins = matches!(view.before(start), 0 | b' ' | b'\n' | b'"' | b'\'' | b'`' | b'(');
        let is_one =
            begins && grade(view, start, end, true) >= least && value_end(view, start) == end;
        is_one.then(|| finding(view, Value::bare(start, end), "password"))
    };
    if !view.at(at).is_ascii() {
        let blank = view.run_back(at, BLANK, 1);
        let ends = |particle: &&&str| {
            let start = blank.checked_sub(particle.len()).filter(|&start| start >= view.floor);
            start.is_some_and(|start| view.has(start, particle))
        };
        let particle = KOREAN.iter().find(ends)?;
        return found(view.run_back(blank - particle.len(), BLANK, 1), Grade::Numbered);
    }
    if begins_compound(view, view.run(at, class!("A-Za-z"), 16)) {
        return None;
    }
    let mut end = view.run_back(at, BLANK, 1);
    for _ in 0..MOST {
        let start = view.run_back(end, class!("A-Za-z"), 16);
        let gap = view.run_back(start, BLANK, 1);
        if start == end || gap == start {
            return None;
        }
        match view.slice(start, end) {
            b"as" if !is_at_place(view, gap) => return found(gap, Grade::Possible),
            b"is" | b"was" | b"be" => return found(gap, Grade::Numbered),
            b"for" if QUOTE.has(view.before(gap)) => return found(gap, Grade::Possible),
            _ => {}
        }
        end = gap;
    }
    None
}

/// Returns true if the word that ends at `end` begins the name of something else: "password reset".
pub(super) fn begins_compound(view: View<'_>, end: usize) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 83] = [
        "equals", "reads", "remains", "stays", "below", "above", "follows",
        "are", "be", "becomes", "has", "had", "will", "would", "should", "must", "can", "could",
        "may", "got", "gets", "changed", "changes", "set", "reset", "used", "given", "still", "not",
        "just", "only", "also", "as", "he", "she", "my", "our", "your", "his", "her", "their",
        "the", "a", "an", "says", "said", "one", "today", "yesterday", "instead", "like",
        "for", "of", "to", "on", "in", "at", "by", "from", "with", "and", "or", "but", "so", "if",
        "when", "then", "now", "here", "there", "that", "this", "which", "i", "we", "you", "they",
        "is", "was", "it", "until", "please", "again",
    ];
    let start = view.run(end, BLANK, 2);
    let word = view.slice(start, view.run(start, class!("A-Za-z"), 24));
    let is_known = WORDS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
    // What stands there may be taken out, and is read alike then.
    let ends = matches!(view.at(start), 0 | b'\r' | b'\n' | b'"' | b'\'' | b'`')
        || view.at(start) == b'(' && view.at(start + 1).is_ascii_alphabetic()
        || ["- ", "– ", "— "].iter().any(|dash| view.has(start, dash));
    start > end && !ends && !is_known
}

/// Returns true if `value` is of letters and digits, in groups or not, as codes are that are used once.
pub(super) fn is_code_word(value: &[u8]) -> bool {
    (6..=24).contains(&value.len())
        && has_digit(value)
        && value.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// Where the word before `start` ends, or `at` where that is nearer.
fn end_of_last(view: View<'_>, at: usize, start: usize) -> usize {
    let between = view.run_back(start, class!(" \t\"'`(:,>[]*?|)=-"), 24);
    between.max(at)
}

/// Returns true if the signs `between` two words announce the second.
fn is_announced(between: &[u8]) -> bool {
    const QUOTES: &[u8] = b"\"'`* ";
    let sign = between.iter().copied().filter(|byte| !QUOTES.contains(byte));
    let is_apart = between.contains(&b' ');
    is_apart && matches!(sign.collect::<Vec<_>>()[..], [b':' | b'=' | b'('] | [b'-', b'>'])
}

/// The word behind a blank at `at`, if it is of `least` at the least.
pub(super) fn next(view: View<'_>, at: usize, least: Grade) -> Option<Finding> {
    let blank = view.run(at, BLANK, 2);
    let start = view.run(blank, class!("\"'`"), 1);
    let end = value_end(view, start);
    let held = view.slice(start, end);
    // Most words are none, for the price of a look at each character.
    let may_be = blank > at && held.iter().any(|byte| !byte.is_ascii_alphabetic());
    let is_one = may_be && grade(view, start, end, false) >= least && !goes_on(view, end);
    is_one.then(|| finding(view, Value::bare(start, end), "password"))
}

/// The one that stands at `start`.
pub(super) fn at(view: View<'_>, start: usize, kind: &'static str) -> Option<Finding> {
    let end = value_end(view, start);
    let value = view.slice(start, end);
    let is_one = Subject::Password.fits(value, Grade::of(value), true, true) && !goes_on(view, end);
    is_one.then(|| finding(view, Value::bare(start, end), kind))
}

/// Characters of a word of the sentence.
pub(super) const WORD: Class = Class(const { &with_longer(STRONG) });

/// Where the value at `start` ends, before what ends a sentence.
pub(super) fn value_end(view: View<'_>, start: usize) -> usize {
    const LONGEST: usize = 128;
    let end = view.run(start, STRONG, LONGEST);
    let dots = view.slice(start, end).iter().rev().take_while(|&&byte| byte == b'.').count();
    // Asterisks on either side are Markdown's.
    let is_bold = view.has((end - dots).saturating_sub(2), "**");
    let before = if is_bold { 2 } else { start - view.run_back(start, class!("*"), 2) };
    let behind = end - dots - view.run_back(end - dots, class!("*"), 2).max(start);
    end - dots - before.min(behind)
}

/// Where the number at `start` ends that somebody types: four digits or more, and a sign at the most.
pub(super) fn number_end(view: View<'_>, start: usize) -> Option<usize> {
    const CLOSING: Class = class!(" \t\r\n\"'`),;|");
    let digits = view.run(start, class!("0-9"), 13);
    let end = view.run(digits, class!("#*!"), 2);
    let is_number = (4..=12).contains(&(digits - start));
    let next = view.at(end);
    let ends_sentence = next == b'.' && !view.at(end + 1).is_ascii_alphanumeric();
    let is_closed = next == 0 || CLOSING.has(next) || ends_sentence;
    let is_said = !next.is_ascii() && particles::end(view, end) > end;
    (is_number && (is_closed || is_said)).then_some(end)
}

/// Where the next word begins behind `end`, unless code does or another sentence.
pub(super) fn next_word(view: View<'_>, end: usize) -> Option<usize> {
    const BETWEEN: Class = class!(" \t\"'`(:,>[]*?|)=");
    const FENCE: Class = class!(" \t\r\n`>*");
    const WIDEST: usize = 24;
    let dot = end - usize::from(view.before(end) == b'.');
    if dot < end && SPACE.has(view.at(end)) {
        return None;
    }
    let between = view.run(end, BETWEEN, WIDEST);
    let opens = view.slice(end, between).iter().any(|byte| b":`?)".contains(byte));
    let start = match view.at(between) {
        b'\n' if opens => view.run(between, FENCE, WIDEST),
        _ => between,
    };
    let is_call = view.at(end) == b'(' && end > 0 && view.before(end).is_ascii_alphanumeric();
    let is_assigned = view.slice(end, between).contains(&b'=') && between - end != 3;
    (start > end && !is_call && !is_assigned && WORD.has(view.at(start))).then_some(start)
}

/// Returns true if what ends at `end` goes on as code does.
fn is_code(view: View<'_>, end: usize) -> bool {
    let next = view.at(end + 1);
    match view.at(end) {
        b'(' | b'[' | b'{' | b'\\' | b'/' | b'<' | b'=' => true,
        b'.' | b':' => next.is_ascii_alphanumeric() || b":/".contains(&next),
        _ => view.has_placeholder(view.run(end, BLANK, 1)),
    }
}

/// Returns true if what ends at `end` goes on: as a value of other signs, or as an earlier
/// redaction left it.
pub(super) fn goes_on(view: View<'_>, end: usize) -> bool {
    const CLOSING: Class = Class(const { &with_longer(class!(" \t\r\n\"'`),.:;?]|")) });
    let next = view.at(end + 1);
    let is_closed = view.at(end) == 0 || CLOSING.has(view.at(end));
    let is_sign = !SPACE.has(view.at(end)) && view.at(end).is_ascii();
    !is_closed
        || (is_sign && (JOINED.has(next) || b"/:".contains(&next)))
        || view.has_placeholder(view.run(end + usize::from(is_sign), BLANK, 1))
}

/// Returns true if `word` says that the next one is what is spoken of.
fn is_verb(word: &[u8], subject: Subject) -> bool {
    #[rustfmt::skip]
    const VERBS: [&str; 20] = [
        "is", "are", "was", "s", "its", "becomes", "become", "be", "to", "from", "now", "says", "type",
        "typed", "typing", "enter", "entered", "entering", "try", "tried",
    ];
    // Somebody logs in with a password, and speaks of one with other things.
    const WITH: [&str; 3] = ["with", "then", "just"];
    let is_with = subject == Subject::Login && WITH.iter().any(|with| word == with.as_bytes());
    // Tests pass to and from, too, and who logs in does so to a host.
    let may_follow = match subject {
        Subject::Pass => matches!(word, b"is" | b"was" | b"s" | b"now"),
        Subject::Login => !leads_to_place(word),
        _ => true,
    };
    is_with || may_follow && VERBS.iter().any(|verb| word.eq_ignore_ascii_case(verb.as_bytes()))
}
