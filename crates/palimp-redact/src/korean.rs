//! What a Korean sentence states of a password: "비번 … 이거임", "암호 : …", "패스워드는요 … 요".
//!
//! Korean says behind a word what it is ("…입니다") and what is done with it ("… 치면"), so that what
//! stands on either side of a word decides how little it must show.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, QUOTE, class, with_east_asian, with_longer};
use super::candidate::{is_address, is_password_text, is_stated_text};
use super::entropy::has_digit;
use super::password_grade::{Grade, is_dotted};
use super::randomness::is_odd;
use super::stand_in::is_stand_in;
use super::value::{self, TextValue, ValueReach};
use super::vocabulary::{is_common, names_other};
use super::{particles, script, sentence_password};

/// What is said behind a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    /// Nothing of it.
    Nothing,
    /// It is what it becomes, or with what something is done: "…로".
    With,
    /// Somebody types it.
    Typed,
    /// It is what was named before: "…입니다".
    Is,
}

/// The password behind its name, which ends at `end`.
pub(super) fn behind(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const MOST_WORDS: usize = 10;
    const REACH: usize = 150;
    const MAX_WORD_BYTES: usize = 80;
    let noun = particles::particles_end(view, end);
    let mut at = noun;
    let (mut sentences, mut is_other) = (0, false);
    for place in 0..MOST_WORDS {
        let start = view.run_end(at, class!(" \t\r\n:=>(),-"), 8);
        let start =
            if view.has_literal(start, "→") { view.run_end(start + 3, BLANK, 2) } else { start };
        let between = view.slice(at, start);
        let is_line = between.contains(&b'\n');
        if start > end + REACH || view.holds_placeholder(at, start + 1) {
            return None;
        }
        let is_announced = between.iter().any(|byte| b":=>".contains(byte));
        let is_plain = place <= 1;
        let is_led = place > 0
            && ["면", "게", "께", "요", "림", "대로"]
                .iter()
                .any(|ending| view.has_literal(at.saturating_sub(ending.len()), ending));
        let is_numbered = place > 0 && view.has_literal(at.saturating_sub("자리".len()), "자리");
        let stand = Stand {
            is_numbered,
            is_plain,
            is_led,
            is_next: place == 0 && (start > noun || noun > end),
            is_announced,
            is_line,
            sentences,
        };
        let ended = (place == 0 && start == end)
            || (is_line && place > 0 && !is_announced && !between.ends_with(b"\n\n"));
        if ended && !is_line {
            return None;
        }
        let found = if is_other { None } else { stand.value(view, start) };
        if let Some(value) = found {
            return Some(build_finding(view, value, "password"));
        }
        is_other = names_other(view, start);
        if is_line {
            return None;
        }
        let string =
            if QUOTE.contains(view.byte_at(start)) { short_string(view, start) } else { None };
        let word = string.map_or(start, |string| string.end + 1);
        let (before, word) = (word, view.run_end(word, WORD, MAX_WORD_BYTES));
        let is_code = b"(=[{<".contains(&view.byte_at(word))
            && view.byte_at(word.saturating_sub(1)).is_ascii_alphanumeric();
        let is_cut = word == before + MAX_WORD_BYTES;
        if word == start || is_code || is_cut {
            return None;
        }
        let mark = view.run_end(word, class!(".?!"), 3);
        sentences += usize::from(mark > word || b".?!".contains(&view.byte_before(word)));
        if sentences > 1 {
            return None;
        }
        at = mark;
    }
    None
}

/// What a word is made of.
const WORD: ByteClass = ByteClass(const { &with_longer(class!("!#-&*+./0-9;?-Z^-z~-")) });

/// Place of a word in the sentence.
#[derive(Clone, Copy)]
struct Stand {
    /// It is the first behind the name.
    is_next: bool,
    /// It is that or the one behind.
    is_plain: bool,
    /// The word before says that it follows: "알려줄게 …".
    is_led: bool,
    /// The word before says how many digits it has: "네자리 …".
    is_numbered: bool,
    /// A colon or an arrow stands before it.
    is_announced: bool,
    /// A line ends before it.
    is_line: bool,
    /// Sentences that ended before it.
    sentences: usize,
}

impl Stand {
    /// The value at `start`, if it is what is stated.
    fn value(self, view: ByteView<'_>, start: usize) -> Option<TextValue> {
        if QUOTE.contains(view.byte_at(start)) {
            let value = short_string(view, start)?;
            return self.takes_string(view, value).then_some(value);
        }
        let value = value::parse_in_sentence(view, start, ValueReach::Blank)
            .filter(|value| value.start == start && !value.is_quoted());
        let mixed = value.filter(|value| script::is_mixed(value.bytes_in(view)));
        let mixed = mixed
            .or_else(|| if self.is_next { numbered(view, start, self.is_announced) } else { None });
        if let Some(value) = mixed {
            let said = said_behind(view, value.end);
            let is_one =
                self.sentences == 0 && (self.is_next || said > Said::Nothing) || said == Said::Is;
            let is_one = is_one
                && !is_stand_in(value.bytes_in(view))
                && !sentence_password::goes_on(view, value.end);
            return is_one.then_some(value);
        }
        if !view.byte_at(start).is_ascii() {
            return self.in_hangul(view, start);
        }
        let value = latin(view, start)?;
        (self.takes(view, value) && !sentence_password::goes_on(view, value.end)).then_some(value)
    }

    fn takes_string(self, view: ByteView<'_>, value: TextValue) -> bool {
        let held = value.bytes_in(view);
        let said = said_behind(view, value.end + 1);
        let is_stated = self.is_next || self.is_announced || said >= Said::With;
        let is_made = Grade::classify(held) >= Grade::Possible
            || script::is_mixed(held)
            || held.contains(&b' ');
        let has_number = has_digit(held) && held.len() >= 6;
        let shows = is_made || has_number || said == Said::Is && self.is_next;
        self.sentences == 0
            && is_stated
            && shows
            && held.len() >= 4
            && view.byte_before(value.start) != b'`'
            && is_value(held)
    }

    /// Returns true if `value`, of ASCII alone, is what is stated.
    fn takes(self, view: ByteView<'_>, value: TextValue) -> bool {
        let held = value.bytes_in(view);
        let said = said_behind(view, value.end);
        if self.is_numbered && held.iter().all(u8::is_ascii_digit) {
            return (4..=8).contains(&held.len());
        }
        if held.iter().all(|byte| byte.is_ascii_digit() || b"*#".contains(byte)) {
            let digits = held.iter().filter(|byte| byte.is_ascii_digit()).count();
            return self.is_next && digits >= 4 && digits < held.len() && digits <= 12;
        }
        if !is_value(held) {
            return false;
        }
        // An equals sign may be one of its signs.
        let grade = match held.contains(&b'=') {
            true => {
                held.split(|&byte| byte == b'=').map(Grade::classify).max().unwrap_or(Grade::Named)
            }
            false => Grade::classify(held),
        };
        let is_pair = held.iter().position(|&byte| byte == b'=').is_some_and(|at| {
            held[..at].iter().all(|byte| byte.is_ascii_alphabetic() || b"_.-".contains(byte))
        });
        if is_pair {
            return false;
        }
        if self.is_line {
            let ends = matches!(view.byte_at(value.end), 0 | b'\r' | b'\n');
            let least = if self.is_announced { Grade::Possible } else { Grade::Likely };
            return ends && grade >= least;
        }
        let ends = matches!(view.byte_at(value.end), 0 | b'\r' | b'\n')
            || b".,".contains(&view.byte_at(value.end)) && view.byte_at(value.end + 1) <= b' ';
        let is_stated = ((self.is_next || self.is_led) && (said > Said::Nothing || ends))
            || said >= Said::Typed;
        let words =
            held.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| word.len() > 2).count();
        let is_compound = words > 1
            && held.len() >= 8
            && !is_address(held)
            && said >= Said::With
            && self.sentences == 0;
        let signs = held.iter().filter(|byte| b"!@#$%^&*".contains(byte)).count();
        let is_signed = self.is_next && signs > 0 && held.len() >= 6 && said >= Said::With;
        let is_joined = is_compound
            || is_signed
            || is_dotted(held)
            || held.len() >= 8
                && held.iter().any(|byte| b"-_.;".contains(byte))
                && (has_digit(held) || is_odd(held));
        let is_named = held.len() >= 5
            && held.iter().all(|byte| byte.is_ascii_alphabetic() || b"!;*&$@~".contains(byte))
            && !is_common(held);
        match grade {
            _ if self.sentences > 0 => {
                (grade >= Grade::Possible || is_odd(held)) && said > Said::Nothing
            }
            Grade::Likely | Grade::Sure => true,
            Grade::Numbered | Grade::Possible => is_stated || (said == Said::With && !self.is_next),
            Grade::Named => {
                let is_last = self.is_next || said == Said::Is;
                let is_changed = self.is_next && view.has_literal(value.end, "에서 ");
                let is_plain = is_named
                    && (self.is_plain && said == Said::Is || is_changed || is_last && is_odd(held));
                is_stated && (is_joined || is_plain)
                    || said == Said::With && (is_odd(held) || is_compound)
            }
        }
    }

    /// The word of Hangul alone that ends its line behind a colon: "암호 : 회식은고기집".
    fn in_hangul(self, view: ByteView<'_>, start: usize) -> Option<TextValue> {
        const HANGUL: ByteClass = ByteClass(const { &with_east_asian(class!("!*-")) });
        let end = view.run_end(start, HANGUL, 60);
        let syllables = (end - start) / 3;
        let is_line = matches!(view.byte_at(end), 0 | b'\r' | b'\n');
        let is_one = self.is_next
            && self.is_announced
            && !self.is_line
            && is_line
            && (4..=16).contains(&syllables);
        (is_one && !is_predicate(view.slice(start, end))).then(|| TextValue::bare(start, end))
    }
}

/// The key of Hangul and digits behind its name, which ends at `end`: "시크릿은 8b1f-너구리-22".
pub(super) fn mixed(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const VISIBLE: ByteClass =
        ByteClass(const { &with_east_asian(class!("!#-&*+./0-9:;=?-Z^_a-~-")) });
    const LEAST: usize = 8;
    let noun = particles::particles_end(view, end);
    let blank = view.run_end(noun, class!(" :"), 3);
    let quoted = if QUOTE.contains(view.byte_at(blank)) { short_string(view, blank) } else { None };
    let value = quoted.unwrap_or_else(|| TextValue::bare(blank, view.run_end(blank, VISIBLE, 60)));
    let held = value.bytes_in(view);
    let has_hangul = held.iter().any(|byte| !byte.is_ascii());
    let is_joined = held.iter().any(|byte| b"-_!@#$%^&*".contains(byte));
    let next = view.run_end(value.end, class!("\"'`"), 1);
    let is_said =
        quoted.is_some() || said_behind(view, next) == Said::Is || view.has_literal(next, " (");
    let is_key = has_hangul && is_joined
        || said_behind(view, next) == Said::Is && Grade::classify(held) >= Grade::Possible;
    let is_one = blank > noun
        && held.len() >= LEAST
        && is_key
        && has_digit(held)
        && is_said
        && is_value(held);
    is_one.then(|| build_finding(view, value, "secret"))
}

/// The word of Hangul with a number at `start`, which a form of "is" follows behind a blank or a particle, or
/// nothing where a sign `is_announced` it: "봄날은간다7 인데", "햇살가득77로 해줘".
fn numbered(view: ByteView<'_>, start: usize, is_announced: bool) -> Option<TextValue> {
    const HANGUL: ByteClass = ByteClass(const { &with_east_asian(class!("")) });
    const VISIBLE: ByteClass = ByteClass(const { &with_east_asian(class!("!-~")) });
    const LEAST: usize = 10;
    const LONGEST: usize = 80;
    let word = view.run_end(start, HANGUL, LONGEST);
    let number = view.run_end(word, class!("0-9!@#$%^&*"), 9);
    let whole = view.run_end(start, VISIBLE, LONGEST);
    let is_stated = BLANK.contains(view.byte_at(whole)) && said_behind(view, whole) == Said::Is
        || is_announced && number == whole && number >= word + 2 && view.byte_at(whole) <= b'\r';
    let end = if is_stated { whole } else { number };
    let is_said = is_stated || number >= word + 2 && said_behind(view, number) > Said::Nothing;
    let is_one = word > start && number > word && end >= start + LEAST && is_said;
    is_one.then(|| TextValue::bare(start, end))
}

/// Returns true if `word` says something of a password: it ends as a verb does or speaks of it.
fn is_predicate(word: &[u8]) -> bool {
    const ENDINGS: [&str; 14] = [
        "다", "요", "함", "음", "됨", "임", "것", "필수", "설정", "변경", "확인", "입력", "없음",
        "번호",
    ];
    let marks = word.iter().rev().take_while(|byte| b"!*-".contains(byte)).count();
    let word = &word[..word.len() - marks];
    ENDINGS.iter().any(|ending| word.ends_with(ending.as_bytes()))
}

/// The string in quotes at `at`, as a sentence has one.
fn short_string(view: ByteView<'_>, at: usize) -> Option<TextValue> {
    const LONGEST: usize = 80;
    let inside = view.slice(at + 1, at + 1 + LONGEST);
    let length = inside.iter().position(|&byte| byte == view.byte_at(at) || byte == b'\n')?;
    let end = at + 1 + length;
    let is_closed =
        view.byte_at(end) == view.byte_at(at) && length > 0 && !view.holds_placeholder(at, end);
    is_closed.then_some(TextValue { start: at + 1, end, form: value::ValueForm::Quoted })
}

/// The word at `start` as far as it is ASCII, without what ends a sentence.
fn latin(view: ByteView<'_>, start: usize) -> Option<TextValue> {
    const VISIBLE: ByteClass = class!("!#-&*+./0-9:;=?-Z\\^_a-~-");
    const LONGEST: usize = 64;
    let end = view.run_end(start, VISIBLE, LONGEST);
    let tail = |byte: &&u8| b".,:;)]'".contains(byte);
    let loose = view.slice(start, end).iter().rev().take_while(tail).count();
    (end < start + LONGEST && end > start + loose).then(|| TextValue::bare(start, end - loose))
}

/// Returns true if `held` may be a password, and holds nothing of code.
fn is_value(held: &[u8]) -> bool {
    let is_foreign = held.iter().any(|byte| !byte.is_ascii());
    (is_password_text(held) || is_foreign && is_stated_text(held))
        && !held.iter().any(|byte| b"(){}[]<>/|".contains(byte))
}

/// What is said right behind a word that ends at `end`.
fn said_behind(view: ByteView<'_>, end: usize) -> Said {
    #[rustfmt::skip]
    const IS: [&str; 39] = [
        "이야", "야", "임", "입니", "이에요", "예요", "에요", "인데", "이고", "이다", "였", "이었", "라는", "라고",
        "이라", "이거", "요거", "이걸", "요걸", "그걸", "래요", "랍니", "던데", "거든", "맞", "아니고", "아니라", "이니", "니까", "이렇", "그거", "나왔", "나오", "나옴", "그대로", "라서", "라면", "→", "->",
    ];
    #[rustfmt::skip]
    const TYPED: [&str; 11] =
        ["치", "쳐", "입력", "넣", "누르", "눌러", "쓰", "써", "엔터", "타이핑", "적"];
    const CHANGES: [&str; 18] = [
        "통일", "들어가", "접속", "로그인", "해", "했", "바꿨", "바꾸", "바꿔", "설정", "변경",
        "되어", "돼", "잡", "맞춰", "알고", "교체", "고쳐",
    ];
    let blank = view.run_end(end, BLANK, 1);
    let has = |at: usize, words: &[&str]| words.iter().any(|word| view.has_literal(at, word));
    if has(blank, &IS) {
        return Said::Is;
    }
    if has(blank, &TYPED) && !view.has_literal(blank, "적용") {
        return Said::Typed;
    }
    let with = ["으로", "로"].iter().find(|particle| view.has_literal(blank, particle));
    // "… 에서 …로 바꿨어": it is changed to another.
    let is_changed = view.has_literal(end, "에서 ") && {
        let sentence = view.slice(end, end + 96);
        let sentence = sentence.split(|&byte| byte == b'\n').next().unwrap_or_default();
        CHANGES
            .iter()
            .any(|change| sentence.windows(change.len()).any(|at| at == change.as_bytes()))
    };
    if is_changed {
        return Said::With;
    }
    let object = ["을", "를"].iter().find(|particle| view.has_literal(end, particle));
    match (with, object) {
        (Some(particle), _) => {
            let verb = view.run_end(blank + particle.len(), BLANK, 1);
            if has(verb, &CHANGES) || has(verb, &TYPED) { Said::With } else { Said::Nothing }
        }
        (_, Some(particle)) if has(view.run_end(end + particle.len(), BLANK, 1), &TYPED) => {
            Said::Typed
        }
        _ => Said::Nothing,
    }
}

/// The password before its name, which stands at `at`: "… 이 비번이야", "…라는 암호".
pub(super) fn before(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const PARTICLES: [&str; 10] =
        ["을 ", "를 ", "이라는 ", "라는 ", "이란 ", "이게 ", "이 ", "가 ", "은 ", "는 "];
    const BACK: usize = 64;
    const HANGUL: ByteClass = ByteClass(const { &with_longer(class!(" ")) });
    // One or two words may say whose password it is.
    let floor = view.floor.max(at.saturating_sub(BACK));
    let phrase = view.run_start(at, HANGUL, BACK).max(floor);
    let phrase = view.run_end(phrase, BLANK, 1);
    let particle = PARTICLES.iter().find(|particle| view.has_literal(phrase, particle))?;
    let says = view.has_literal(phrase + particle.len(), "") && is_stated_behind(view, at);
    let gap = view.run_start(phrase, BLANK, 1);
    let quote = view.run_start(gap, class!("\"'`"), 1);
    let start = view.run_start(quote, class!("!#-&*+.0-9:;=?-Z^_a-~-"), BACK);
    let held = view.slice(start, quote);
    let begins = view.byte_before(start) <= b' ' || QUOTE.contains(view.byte_before(start));
    let is_naming = matches!(*particle, "이라는 " | "라는 " | "이란 ");
    let is_object = matches!(*particle, "을 " | "를 ");
    let becomes = is_object && is_used_behind(view, at);
    let is_one = begins
        && (is_naming || (says && !is_object) || becomes)
        && Grade::classify(held) >= Grade::Possible
        && is_value(held);
    is_one.then(|| build_finding(view, TextValue::bare(start, quote), "password"))
}

/// The string that becomes the password whose name stands at `at`: "'…'을 패스프레이즈로".
pub(super) fn string_before(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const LONGEST: usize = 80;
    let end = ["을 ", "를 ", "이 ", "가 ", " "].iter().find_map(|particle| {
        let end = at.checked_sub(particle.len()).filter(|&end| end > view.floor)?;
        (view.has_literal(end, particle) && b"\"'".contains(&view.byte_before(end))).then_some(end)
    })?;
    let quote = view.byte_before(end);
    let inside = view.slice(view.floor.max(end.saturating_sub(LONGEST)), end - 1);
    let open = inside.iter().rposition(|&byte| byte == quote || byte == b'\n')?;
    let start = end - 1 - (inside.len() - open - 1);
    let held = view.slice(start, end - 1);
    let opens =
        view.byte_before(start) == quote && (view.byte_before(start - 1) <= b' ' || start < 2);
    let value = TextValue { start, end: end - 1, form: value::ValueForm::Quoted };
    let is_made =
        held.contains(&b' ') || has_digit(held) || Grade::classify(held) >= Grade::Possible;
    (opens && is_made && is_value(held)).then(|| build_finding(view, value, "password"))
}

/// Returns true if behind the name at `at` stands that it is used so: "비밀번호로 썼는데".
fn is_used_behind(view: ByteView<'_>, at: usize) -> bool {
    const NAMES: [&str; 7] = [
        "비밀번호로 ", "비번으로 ", "패스워드로 ", "암호로 ", "비번으로", "비밀번호로",
        "인증번호로 ",
    ];
    NAMES.iter().any(|name| view.has_literal(at, name))
}

/// Returns true if behind the name at `at` stands a form of "is".
fn is_stated_behind(view: ByteView<'_>, at: usize) -> bool {
    const NAMES: [&str; 8] =
        ["비밀번호", "비밀 번호", "비번", "패스워드", "패쓰워드", "페스워드", "암호", "인증번호"];
    const FORMS: [&str; 10] =
        ["입니", "이야", "야", "임", "이에", "예요", "에요", "이고", "인데", "라"];
    let name = NAMES.iter().find(|name| view.has_literal(at, name));
    name.is_some_and(|name| {
        let end = at + name.len();
        FORMS.iter().chain(&["이라", "이니", "였", "이었"]).any(|form| view.has_literal(end, form))
    })
}

/// The value that is typed before the verb at `at`: "프롬프트 뜨면 … 입력", "…로 들어가면".
pub(super) fn typed(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const ENTERS: [&str; 2] = ["붙", "들어가"];
    const PARTICLES: [&str; 5] = ["으로", "로", "를", "을", "라고"];
    let blank = view.run_start(at, BLANK, 1);
    let ends = |particle: &&&str| {
        let start = blank.saturating_sub(particle.len());
        start > view.floor && view.has_literal(start, particle)
    };
    let particle = PARTICLES.iter().find(ends).map_or(0, |particle| particle.len());
    let end = view.run_start(view.run_start(blank - particle, BLANK, 1), class!("\"'`"), 1);
    let start = view.run_start(end, class!("!#-&*+./0-9:;=?-Z^_a-~-"), 64);
    let begins = view.byte_before(start) <= b' ' || QUOTE.contains(view.byte_before(start));
    // Most of what stands before is Korean.
    if start == end || !begins {
        return None;
    }
    let held = view.slice(start, end);
    let grade = Grade::classify(held);
    let looks_so = match ENTERS.iter().any(|verb| view.has_literal(at, verb)) {
        true => particle > 0 && grade >= Grade::Sure,
        false => {
            let is_made = grade >= Grade::Possible || (is_odd(held) && !is_address(held));
            grade >= Grade::Sure || (is_made && is_asked_for(view, start))
        }
    };
    (looks_so && is_value(held))
        .then(|| build_finding(view, TextValue::bare(start, end), "password"))
}

/// Returns true if in the line before `at` somebody logs in or is asked for something.
fn is_asked_for(view: ByteView<'_>, at: usize) -> bool {
    const REACH: usize = 90;
    #[rustfmt::skip]
    const WORDS: [&str; 18] = [
        "물어보", "프롬프트", "비번", "비밀번호", "암호", "패스워드", "로그인", "접속", "들어가", "붙", "와이파이", "wifi",
        "ssh", "sudo", "su ", "sftp", "계정", "sql",
    ];
    let before = view.slice(view.floor.max(at.saturating_sub(REACH)), at);
    let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    WORDS.iter().any(|word| line.windows(word.len()).any(|part| part == word.as_bytes()))
}
