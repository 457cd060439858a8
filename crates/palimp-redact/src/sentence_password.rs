//! Passwords and keys in the sentence that speaks of them, some words behind their name: "the password
//! we use – … – is old", "changed the password from … to …". The more clearly a word says that a
//! secret follows, the less the secret must look like one.

use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, QUOTE, SPACE, class, with_longer};
use super::entropy::{has_digit, has_letter};
use super::password_grade::{Grade, is_dotted, is_strong};
use super::randomness::is_algorithm;
use super::stand_in::{is_stand_in, mentions_secret};
use super::value::TextValue;
use super::vocabulary::names_other;
use super::{DetectedSecret, particles};

/// Characters of such a value.
pub(super) const VALUE_CHARS: ByteClass = class!("A-Za-z0-9!@#$%&?^*_+~.-");

/// Characters that go on with one behind a sign that may end it.
const CONTINUING_CHARS: ByteClass = class!("A-Za-z0-9@#$%&^*_+~-");

/// Statement of the word before about the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentenceSubject {
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

impl SentenceSubject {
    /// Number of words of the sentence that may stand between.
    fn max_words_between(self) -> usize {
        if self == SentenceSubject::Login { 11 } else { 9 }
    }

    /// Returns true if `value` of this `grade` is what was announced; `is_told` says that a verb
    /// stands right before it, and `is_next` that nothing stands between.
    fn accepts(self, value: &[u8], grade: Grade, is_told: bool, is_next: bool) -> bool {
        const LONG_VALUE_BYTES: usize = 10;
        let is_long = value.len() >= LONG_VALUE_BYTES;
        let is_named = matches!(
            self,
            SentenceSubject::Password | SentenceSubject::Word | SentenceSubject::Key
        );
        if is_named && is_strong(value) {
            return !is_algorithm(value);
        }
        match self {
            SentenceSubject::Typed => is_next && grade >= Grade::Likely,
            SentenceSubject::Word if is_next => grade >= Grade::Possible,
            SentenceSubject::Code => is_told && is_code_word(value),
            SentenceSubject::Password | SentenceSubject::Word if is_told => {
                grade >= Grade::Possible || is_dotted(value)
            }
            SentenceSubject::Password | SentenceSubject::Word if is_next => {
                grade >= Grade::Numbered
            }
            SentenceSubject::Password | SentenceSubject::Word => grade >= Grade::Likely,
            SentenceSubject::Pass | SentenceSubject::Login if is_told => grade >= Grade::Numbered,
            SentenceSubject::Pass if is_next => grade >= Grade::Likely,
            SentenceSubject::Pass | SentenceSubject::Login => grade >= Grade::Sure,
            SentenceSubject::Key if is_told => {
                grade >= Grade::Possible
                    && is_long
                    && !mentions_secret(value)
                    && !value.contains(&b'_')
            }
            SentenceSubject::Key | SentenceSubject::Pin => false,
        }
    }
}

/// The secret in the same sentence behind `at`, where its name ends. An announced one may stand in the
/// line below.
pub(super) fn find_after(
    view: ByteView<'_>,
    at: usize,
    kind: &'static str,
    subject: SentenceSubject,
) -> Option<DetectedSecret> {
    const MAX_DISTANCE_BYTES: usize = 96;
    const MAX_WORD_BYTES: usize = 128;
    // In Korean a name may stand right before its value.
    let (mut end, mut is_told) =
        (at, subject == SentenceSubject::Password && !view.byte_before(at).is_ascii());
    let mut is_place = false;
    let is_compound = matches!(subject, SentenceSubject::Password | SentenceSubject::Word)
        && begins_compound(view, at);
    for words in 0..subject.max_words_between() {
        let start = next_word(view, end)?;
        end = view.run_end(start, SENTENCE_WORD_CHARS, MAX_WORD_BYTES);
        let is_scheme = matches!(view.slice(start, end), b"Bearer" | b"Basic");
        is_told |= words == 0 && is_announced(view.slice(end_of_last(view, at, start), start));
        if let Some(value) =
            subject.read_value(view, start, SentenceContext { words, is_told, is_place })
        {
            return Some(build_finding(view, value, kind));
        }
        let behind = value_end(view, start);
        let is_too_far =
            is_scheme || end == start + MAX_WORD_BYTES || start > at + MAX_DISTANCE_BYTES;
        if is_too_far || is_strong(view.slice(start, behind)) || is_code(view, behind) {
            return None;
        }
        let word = view.slice(start, end);
        is_told = is_verb(word, subject) && !is_compound;
        is_place =
            subject == SentenceSubject::Login && leads_to_place(word) || names_other(view, start);
    }
    None
}

/// Words between a name and a word of its sentence.
#[derive(Clone, Copy)]
struct SentenceContext {
    words: usize,
    /// A verb or a sign right before the word says that it is what is spoken of.
    is_told: bool,
    /// The word before says that it is who logs in, or where.
    is_place: bool,
}

impl SentenceSubject {
    /// Returns the value that is spoken of, if it begins at `start` and so much is `said` of it.
    fn read_value(
        self,
        view: ByteView<'_>,
        start: usize,
        said: SentenceContext,
    ) -> Option<TextValue> {
        const MAX_NEAR_WORDS: usize = 7;
        let end = value_end(view, start);
        let is_password = matches!(self, SentenceSubject::Password | SentenceSubject::Word);
        let is_told = said.is_told || (is_password && is_told_behind(view, end));
        let is_near = said.words < MAX_NEAR_WORDS || is_told;
        let held = view.slice(start, end);
        let is_user = self == SentenceSubject::Login && view.has_literal(end, " / ");
        // Somebody logs in with a service as well, and asks whether one can.
        let is_capital = held.ends_with(b"!") && held.iter().any(u8::is_ascii_uppercase);
        let has_mark = match self {
            SentenceSubject::Login => is_told && is_capital,
            _ => is_told || (is_password && said.words == 0),
        };
        let grade = grade(view, start, end, has_mark);
        // Further off another thing is done with it: "fails with error403".
        let is_near_login =
            self != SentenceSubject::Login || said.words <= 3 || grade > Grade::Numbered;
        let is_told = is_told && is_near_login;
        let is_next = said.words == 0;
        let fits =
            is_near && !is_user && !said.is_place && self.accepts(held, grade, is_told, is_next);
        if fits && !goes_on(view, end) {
            return Some(TextValue::bare(start, end));
        }
        let takes_number = match self {
            SentenceSubject::Pin => is_told || said.words <= 1,
            _ => is_password && is_told,
        };
        let number = if takes_number { number_end(view, start) } else { None };
        let number = || number.map(|end| TextValue::bare(start, end));
        let last = || if is_password { last_of_line(view, start) } else { None };
        let pair = || if self == SentenceSubject::Login { behind_user(view, start) } else { None };
        last().or_else(pair).or_else(number)
    }
}

/// The grade of the word `start..end` of a sentence. A mark at its end is its own where the word `is_told`
/// to be a password or quotes hold the two.
pub(super) fn grade(view: ByteView<'_>, start: usize, end: usize, is_told: bool) -> Grade {
    let is_quoted =
        QUOTE.contains(view.byte_before(start)) && view.byte_before(start) == view.byte_at(end);
    let value = view.slice(start, end);
    // A sentence that goes on in Korean or behind a name did not end with it.
    let next = view.byte_at(view.run_end(end, BLANK, 1));
    let is_title = value.first().is_some_and(u8::is_ascii_uppercase) && value.ends_with(b"!");
    let is_particle = [" 로", " 으로", " 라", " 이", " 예", " 입"]
        .iter()
        .any(|particle| view.has_literal(end, particle));
    let is_said = !view.byte_at(end).is_ascii() || (value.ends_with(b"!") && is_particle);
    let goes_on = is_said || (is_title && next.is_ascii_lowercase());
    if is_told || is_quoted || goes_on { Grade::classify(value) } else { Grade::in_sentence(value) }
}

/// Returns true if before the word that ends at `end` stands where it is: "in table2".
pub(super) fn is_at_place(view: ByteView<'_>, end: usize) -> bool {
    let start = view.run_start(end, VALUE_CHARS, 64);
    let before = view.run_start(start, BLANK, 1);
    leads_to_place(view.slice(view.run_start(before, class!("A-Za-z"), 16), before))
}

/// Returns true if behind `word` stands who logs in, or where: "log in as …", "connect to …".
fn leads_to_place(word: &[u8]) -> bool {
    const PLACE_PREPOSITIONS: [&[u8]; 7] = [b"as", b"to", b"from", b"at", b"on", b"into", b"in"];
    PLACE_PREPOSITIONS.contains(&word)
}

/// Returns true if what stands behind a value that ends at `end` says that it is typed, or changed to another.
fn is_told_behind(view: ByteView<'_>, end: usize) -> bool {
    #[rustfmt::skip]
    const KOREAN_VERBS: [&str; 13] = [
        " → ", " -> ", " 치", " 쳐", " 입력", " 넣", " 누르", " 눌러", " 이거", " 이걸로", " 맞", " 입니", " 인데",
    ];
    KOREAN_VERBS.iter().any(|verb| view.has_literal(end, verb))
}

/// The value at `start`, of whatever signs, that ends its line behind a colon: "a password was made for
/// root: …".
fn last_of_line(view: ByteView<'_>, start: usize) -> Option<TextValue> {
    const MIN_PASSWORD_BYTES: usize = 8;
    const VISIBLE_CHARS: ByteClass = class!("!-~");
    let end = view.run_end(start, VISIBLE_CHARS, 64);
    let value = view.slice(start, end);
    let is_line = matches!(view.byte_at(end), 0 | b'\r' | b'\n')
        && view.has_literal(start.saturating_sub(2), ": ");
    let signs = value.iter().filter(|byte| b"!@#$%^&*;?+".contains(byte)).count();
    let is_made =
        value.len() >= MIN_PASSWORD_BYTES && has_digit(value) && has_letter(value) && signs > 0;
    let is_code = value.iter().any(|byte| b"/(){}<>\"'`\\".contains(byte));
    let colon = start.saturating_sub(2);
    let is_entry = view.starts_line(view.run_start(colon, class!("A-Za-z0-9_-"), 64));
    let is_word = view.byte_before(colon).is_ascii_alphanumeric()
        && !is_entry
        && Grade::classify(value) >= Grade::Possible;
    let is_one = is_line && (is_made || is_word) && !is_code && !is_stand_in(value);
    is_one.then(|| TextValue::bare(start, end))
}

/// The password behind the user at `start`: `kim / …`, `kim:…`.
fn behind_user(view: ByteView<'_>, start: usize) -> Option<TextValue> {
    const USER_CHARS: ByteClass = class!("A-Za-z0-9_.@-");
    let user = view.run_end(start, USER_CHARS, 64);
    let is_told = view.has_literal(start.saturating_sub(5), "with ")
        || view.has_literal(start.saturating_sub(3), "as ");
    let (divider, least) = match (view.byte_at(user), view.has_literal(user, " / ")) {
        (_, true) if is_told => (user + 3, Grade::Possible),
        (_, true) => (user + 3, Grade::Numbered),
        (b':', _) if is_pair(view, start, user + 1) => (user + 1, Grade::Named),
        (b':', _) => (user + 1, Grade::Numbered),
        (b'/', _) => (user + 1, Grade::Sure),
        _ => return None,
    };
    let end = value_end(view, divider);
    let is_one = user > start && grade(view, divider, end, false) >= least && !goes_on(view, end);
    is_one.then(|| TextValue::bare(divider, end))
}

/// Returns true if a colon and a blank stand before the user at `start`, and what stands at `password` is of two
/// words with a capital which signs join: "creds: ci-bot:Marmot_in_Mud".
fn is_pair(view: ByteView<'_>, start: usize, password: usize) -> bool {
    let held = view.slice(password, value_end(view, password));
    let words =
        held.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| word.len() > 1).count();
    let is_told =
        ["are ", "is "].iter().any(|verb| view.has_literal(start.saturating_sub(verb.len()), verb));
    let is_announced = view.has_literal(start.saturating_sub(2), ": ");
    is_announced && words > 1 && held.iter().any(u8::is_ascii_uppercase)
        || is_told && Grade::classify(held) >= Grade::Possible
}

/// The password before the word at `at` that says what it was: "use … as the password", "…로 로그인".
pub(super) fn find_before(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MAX_WORDS: usize = 4;
    const KOREAN_PARTICLES: [&str; 4] = ["으로 ", "로 ", "으로", "로"];
    let found = |end: usize, least: Grade| {
        let end = view.run_start(end, class!("\"'`"), 1);
        let start = view.run_start(end, VALUE_CHARS, 64);
        let begins =
            matches!(view.byte_before(start), 0 | b' ' | b'\n' | b'"' | b'\'' | b'`' | b'(');
        let is_one =
            begins && grade(view, start, end, true) >= least && value_end(view, start) == end;
        is_one.then(|| build_finding(view, TextValue::bare(start, end), "password"))
    };
    if !view.byte_at(at).is_ascii() {
        let blank = view.run_start(at, BLANK, 1);
        let ends = |particle: &&&str| {
            let start = blank.checked_sub(particle.len()).filter(|&start| start >= view.floor);
            start.is_some_and(|start| view.has_literal(start, particle))
        };
        let particle = KOREAN_PARTICLES.iter().find(ends)?;
        return found(view.run_start(blank - particle.len(), BLANK, 1), Grade::Numbered);
    }
    if begins_compound(view, view.run_end(at, class!("A-Za-z"), 16)) {
        return None;
    }
    let mut end = view.run_start(at, BLANK, 1);
    for _ in 0..MAX_WORDS {
        let start = view.run_start(end, class!("A-Za-z"), 16);
        let gap = view.run_start(start, BLANK, 1);
        if start == end || gap == start {
            return None;
        }
        match view.slice(start, end) {
            b"as" if !is_at_place(view, gap) => return found(gap, Grade::Possible),
            b"is" | b"was" | b"be" => return found(gap, Grade::Numbered),
            b"for" if QUOTE.contains(view.byte_before(gap)) => return found(gap, Grade::Possible),
            _ => {}
        }
        end = gap;
    }
    None
}

/// Returns true if the word that ends at `end` begins the name of something else: "password reset".
pub(super) fn begins_compound(view: ByteView<'_>, end: usize) -> bool {
    #[rustfmt::skip]
    const SENTENCE_WORDS: [&str; 83] = [
        "equals", "reads", "remains", "stays", "below", "above", "follows",
        "are", "be", "becomes", "has", "had", "will", "would", "should", "must", "can", "could",
        "may", "got", "gets", "changed", "changes", "set", "reset", "used", "given", "still", "not",
        "just", "only", "also", "as", "he", "she", "my", "our", "your", "his", "her", "their",
        "the", "a", "an", "says", "said", "one", "today", "yesterday", "instead", "like",
        "for", "of", "to", "on", "in", "at", "by", "from", "with", "and", "or", "but", "so", "if",
        "when", "then", "now", "here", "there", "that", "this", "which", "i", "we", "you", "they",
        "is", "was", "it", "until", "please", "again",
    ];
    let start = view.run_end(end, BLANK, 2);
    let word = view.slice(start, view.run_end(start, class!("A-Za-z"), 24));
    let is_known = SENTENCE_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
    // What stands there may be taken out, and is read alike then.
    let ends = matches!(view.byte_at(start), 0 | b'\r' | b'\n' | b'"' | b'\'' | b'`')
        || view.byte_at(start) == b'(' && view.byte_at(start + 1).is_ascii_alphabetic()
        || ["- ", "– ", "— "].iter().any(|dash| view.has_literal(start, dash));
    start > end && !ends && !is_known
}

/// Returns true if `value` is of letters and digits, in groups or not, as codes are that are used once.
pub(super) fn is_code_word(value: &[u8]) -> bool {
    (6..=24).contains(&value.len())
        && has_digit(value)
        && value.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// Returns the end of the word before `start`, or `at` if that is nearer.
fn end_of_last(view: ByteView<'_>, at: usize, start: usize) -> usize {
    let between = view.run_start(start, class!(" \t\"'`(:,>[]*?|)=-"), 24);
    between.max(at)
}

/// Returns true if the signs `between` two words announce the second.
fn is_announced(between: &[u8]) -> bool {
    const QUOTE_CHARS: &[u8] = b"\"'`* ";
    let sign = between.iter().copied().filter(|byte| !QUOTE_CHARS.contains(byte));
    let is_apart = between.contains(&b' ');
    is_apart && matches!(sign.collect::<Vec<_>>()[..], [b':' | b'=' | b'('] | [b'-', b'>'])
}

/// The word behind a blank at `at`, if it is of `least` at the least.
pub(super) fn next(view: ByteView<'_>, at: usize, least: Grade) -> Option<DetectedSecret> {
    let blank = view.run_end(at, BLANK, 2);
    let start = view.run_end(blank, class!("\"'`"), 1);
    let end = value_end(view, start);
    let held = view.slice(start, end);
    // Most words are none, for the price of a look at each character.
    let may_be = blank > at && held.iter().any(|byte| !byte.is_ascii_alphabetic());
    let is_one = may_be && grade(view, start, end, false) >= least && !goes_on(view, end);
    is_one.then(|| build_finding(view, TextValue::bare(start, end), "password"))
}

/// The secret that begins at `start`.
pub(super) fn find_at(
    view: ByteView<'_>,
    start: usize,
    kind: &'static str,
) -> Option<DetectedSecret> {
    let end = value_end(view, start);
    let value = view.slice(start, end);
    let is_one = SentenceSubject::Password.accepts(value, Grade::classify(value), true, true)
        && !goes_on(view, end);
    is_one.then(|| build_finding(view, TextValue::bare(start, end), kind))
}

/// Characters of a word of the sentence.
pub(super) const SENTENCE_WORD_CHARS: ByteClass = ByteClass(const { &with_longer(VALUE_CHARS) });

/// Returns the end of the value at `start`, before the end of its sentence.
pub(super) fn value_end(view: ByteView<'_>, start: usize) -> usize {
    const MAX_VALUE_BYTES: usize = 128;
    let end = view.run_end(start, VALUE_CHARS, MAX_VALUE_BYTES);
    let dots = view.slice(start, end).iter().rev().take_while(|&&byte| byte == b'.').count();
    // Asterisks on either side are Markdown's.
    let is_bold = view.has_literal((end - dots).saturating_sub(2), "**");
    let before = if is_bold { 2 } else { start - view.run_start(start, class!("*"), 2) };
    let behind = end - dots - view.run_start(end - dots, class!("*"), 2).max(start);
    end - dots - before.min(behind)
}

/// Returns the end of the typed number at `start`: four digits or more, and a short run of signs.
pub(super) fn number_end(view: ByteView<'_>, start: usize) -> Option<usize> {
    const CLOSING_CHARS: ByteClass = class!(" \t\r\n\"'`),;|");
    let digits = view.run_end(start, class!("0-9"), 13);
    let end = view.run_end(digits, class!("#*!"), 2);
    let is_number = (4..=12).contains(&(digits - start));
    let next = view.byte_at(end);
    let ends_sentence = next == b'.' && !view.byte_at(end + 1).is_ascii_alphanumeric();
    let is_closed = next == 0 || CLOSING_CHARS.contains(next) || ends_sentence;
    let is_said = !next.is_ascii() && particles::particles_end(view, end) > end;
    (is_number && (is_closed || is_said)).then_some(end)
}

/// Returns the start of the next word after `end`, unless code or another sentence follows.
pub(super) fn next_word(view: ByteView<'_>, end: usize) -> Option<usize> {
    const BETWEEN_CHARS: ByteClass = class!(" \t\"'`(:,>[]*?|)=");
    const FENCE_CHARS: ByteClass = class!(" \t\r\n`>*");
    const MAX_GAP_BYTES: usize = 24;
    let dot = end - usize::from(view.byte_before(end) == b'.');
    if dot < end && SPACE.contains(view.byte_at(end)) {
        return None;
    }
    let between = view.run_end(end, BETWEEN_CHARS, MAX_GAP_BYTES);
    let opens = view.slice(end, between).iter().any(|byte| b":`?)".contains(byte));
    let start = match view.byte_at(between) {
        b'\n' if opens => view.run_end(between, FENCE_CHARS, MAX_GAP_BYTES),
        _ => between,
    };
    let is_call =
        view.byte_at(end) == b'(' && end > 0 && view.byte_before(end).is_ascii_alphanumeric();
    let is_assigned = view.slice(end, between).contains(&b'=') && between - end != 3;
    (start > end && !is_call && !is_assigned && SENTENCE_WORD_CHARS.contains(view.byte_at(start)))
        .then_some(start)
}

/// Returns true if what ends at `end` goes on as code does.
fn is_code(view: ByteView<'_>, end: usize) -> bool {
    let next = view.byte_at(end + 1);
    match view.byte_at(end) {
        b'(' | b'[' | b'{' | b'\\' | b'/' | b'<' | b'=' => true,
        b'.' | b':' => next.is_ascii_alphanumeric() || b":/".contains(&next),
        _ => view.has_placeholder(view.run_end(end, BLANK, 1)),
    }
}

/// Returns true if what ends at `end` goes on: as a value of other signs, or as an earlier
/// redaction left it.
pub(super) fn goes_on(view: ByteView<'_>, end: usize) -> bool {
    const CLOSING_CHARS: ByteClass =
        ByteClass(const { &with_longer(class!(" \t\r\n\"'`),.:;?]|")) });
    let next = view.byte_at(end + 1);
    let is_closed = view.byte_at(end) == 0 || CLOSING_CHARS.contains(view.byte_at(end));
    let is_sign = !SPACE.contains(view.byte_at(end)) && view.byte_at(end).is_ascii();
    !is_closed
        || (is_sign && (CONTINUING_CHARS.contains(next) || b"/:".contains(&next)))
        || view.has_placeholder(view.run_end(end + usize::from(is_sign), BLANK, 1))
}

/// Returns true if `word` says that the next one is what is spoken of.
fn is_verb(word: &[u8], subject: SentenceSubject) -> bool {
    #[rustfmt::skip]
    const ANNOUNCING_VERBS: [&str; 20] = [
        "is", "are", "was", "s", "its", "becomes", "become", "be", "to", "from", "now", "says", "type",
        "typed", "typing", "enter", "entered", "entering", "try", "tried",
    ];
    // Somebody logs in with a password, and speaks of one with other things.
    const LOGIN_WORDS: [&str; 3] = ["with", "then", "just"];
    let is_with =
        subject == SentenceSubject::Login && LOGIN_WORDS.iter().any(|with| word == with.as_bytes());
    // Tests pass to and from, too, and who logs in does so to a host.
    let may_follow = match subject {
        SentenceSubject::Pass => matches!(word, b"is" | b"was" | b"s" | b"now"),
        SentenceSubject::Login => !leads_to_place(word),
        _ => true,
    };
    is_with
        || may_follow
            && ANNOUNCING_VERBS.iter().any(|verb| word.eq_ignore_ascii_case(verb.as_bytes()))
}
