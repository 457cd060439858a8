//! What a sentence states of a password: "the pw for the box is …", "a password (it's just '…')",
//! "use '…' as the passphrase", "somebody made it …".
//!
//! How clearly the sentence says that a word is the password decides how little the word must show:
//! behind "is" and at the end of its clause any word is one that is no adjective, behind a verb one
//! that looks made up, elsewhere a string in quotes that does.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{BLANK, ByteView, WORD_CHARS, class};
use super::candidate::{
    is_address, is_code, is_groups, is_key, is_password_text, is_short_key, is_word_with_number,
};
use super::entropy::has_digit;
use super::names;
use super::password_grade::{Grade, is_dotted};
use super::randomness::is_odd;
use super::sentence::{self, Separator, Word};
use super::sentence_password::{self, SentenceSubject};
use super::value::TextValue;
use super::vocabulary::{is_common, is_common_compound};

/// How clearly what stands before a word says that it is what is spoken of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    /// Not at all.
    #[default]
    Not,
    /// Somebody uses or types it.
    Used,
    /// A parenthesis, a dash or a comma sets it apart.
    Apart,
    /// A verb or a sign says so.
    Stated,
}

/// Progress in a sentence.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    told: Told,
    /// Something is changed: "to" and "from" state what.
    changes: bool,
    /// "is" is said of the name itself or of a pronoun.
    is_of_name: bool,
    /// Words behind the name belong to it: "password for the zip", "pw that we use".
    leads: bool,
    /// What stands before the name.
    lead: Lead,
    /// The name begins that of something else: "password page".
    is_compound: bool,
    /// The word before announces what looks made up, where it stands apart: a pair or a parenthesis.
    sign: Option<Separator>,
    /// There is one of what is spoken of: "is", not "are".
    is_plural: bool,
    /// "its" stands where "it's" may be meant.
    is_its: bool,
    /// Sentences that ended before.
    sentences: usize,
    words: usize,
}

/// What the words before a name say.
#[derive(Clone, Copy, Debug, Default)]
struct Lead {
    /// The name stands in a sentence, and is none of code: "the default password".
    is_said: bool,
    /// A comma stands before it.
    is_listed: bool,
    /// Something is changed or set.
    changes: bool,
    /// Something is done with it: "with the password …".
    is_with: bool,
    /// It is somebody's, or used: "my password …", "use password …".
    is_own: bool,
}

impl Lead {
    /// What the words before `at` say.
    fn of(view: ByteView<'_>, at: usize) -> Lead {
        const MOST: usize = 4;
        #[rustfmt::skip]
        const KEYWORDS: [&str; 26] = [
            "let", "const", "var", "val", "mut", "pub", "static", "final", "private", "public", "protected", "string",
            "String", "str", "int", "char", "def", "fn", "func", "type", "readonly", "export", "dyn", "ref", "auto",
            "case",
        ];
        let (mut lead, mut end) = (Lead::default(), at);
        for place in 0..MOST {
            let gap = view.run_start(end, BLANK, 1);
            let start = view.run_start(gap, class!("A-Za-z'"), 16);
            // "login is kim, password …".
            lead.is_listed |= place == 0 && gap < end && view.byte_before(gap) == b',';
            if gap == end || start == gap || WORD_CHARS.contains(view.byte_before(start)) {
                break;
            }
            let word = view.slice(start, gap);
            let is = |words: &[&str]| {
                words.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
            };
            if place == 0 && is(&KEYWORDS) {
                return lead;
            }
            lead.is_said = true;
            lead.changes |= is(&CHANGES);
            lead.is_with |= is(&["with", "using"]);
            lead.is_own |= place < 2
                && is(&["with", "using", "use", "my", "our", "his", "her", "their", "has"]);
            end = start;
        }
        lead
    }
}

/// Verbs of a change, behind which "to" and "from" state what.
#[rustfmt::skip]
const CHANGES: [&str; 23] = [
    "change", "changed", "changing", "set", "reset", "rotate", "rotated", "rotating", "switch", "switched",
    "swap", "swapped", "update", "updated", "rename", "renamed", "moved", "went", "goes", "bump", "bumped",
    "replaced", "replace",
];

/// The secret that the sentence states behind its name, which ends at `end`, or the next sentence does.
pub(super) fn behind(
    view: ByteView<'_>,
    end: usize,
    subject: SentenceSubject,
) -> Option<DetectedSecret> {
    const MOST_WORDS: usize = 16;
    const REACH: usize = 140;
    const MOST_SENTENCES: usize = 2;
    const IS: [&str; 3] = ["'s ", "'s: ", "’s "];
    let is_possessive = IS.iter().any(|is| view.has_literal(end, is));
    let mut at = if is_possessive { end + 2 } else { end };
    let told = if is_possessive { Told::Stated } else { Told::Not };
    let lead = Lead::of(view, names::name_before(view, end).start);
    let changes = lead.changes;
    let is_compound = sentence_password::begins_compound(view, end);
    let mut reading = Reading { told, changes, lead, is_compound, ..Reading::default() };
    while reading.words < MOST_WORDS {
        let word = Word::next(view, at)?;
        reading.pass(word.before);
        if word.value.start > end + REACH || reading.sentences > MOST_SENTENCES {
            return None;
        }
        if let Some(value) = reading.value(view, word, subject) {
            return Some(build_finding(view, value, kind(subject)));
        }
        if goes_on_as_code(view, word) {
            return None;
        }
        reading.take(word.held(view));
        at = word.behind;
    }
    None
}

/// The password to which the one that ends at `end` was changed: "… but I changed it to …".
pub(super) fn changed(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const MOST_WORDS: usize = 8;
    let quote = end + usize::from(b"\"'`".contains(&view.byte_at(end)));
    let (mut reading, mut at) = (Reading::default(), quote);
    while reading.words < MOST_WORDS && reading.sentences < 2 {
        let word = Word::next(view, at)?;
        reading.pass(word.before);
        let TextValue { start, end, .. } = word.value;
        let is_stated = reading.changes && reading.told >= Told::Used;
        let is_one =
            is_stated && sentence_password::grade(view, start, end, true) >= Grade::Possible;
        if is_one && !sentence_password::goes_on(view, end) && !word.value.is_quoted() {
            return Some(build_finding(view, word.value, "password"));
        }
        if goes_on_as_code(view, word) || word.value.is_quoted() {
            return None;
        }
        reading.take(word.held(view));
        at = word.behind;
    }
    None
}

fn kind(subject: SentenceSubject) -> &'static str {
    if subject == SentenceSubject::Key { "secret" } else { "password" }
}

impl Reading {
    /// The reading of a sentence that has just said what follows.
    pub(super) fn stated() -> Reading {
        Reading { told: Told::Stated, is_of_name: true, ..Reading::default() }
    }

    /// Takes in the sign before a word.
    fn pass(&mut self, sign: Separator) {
        self.sign = Some(sign);
        match sign {
            Separator::Blank => {}
            Separator::Comma | Separator::Parenthetical if self.told == Told::Stated => {}
            Separator::Comma | Separator::Parenthetical => self.told = Told::Apart,
            Separator::Announced => {
                self.told = Told::Stated;
                let is_next = self.words == 0 && self.lead.is_said;
                self.is_of_name |= self.sentences == 0 && (is_next || self.leads);
            }
            Separator::Below => {
                self.told = Told::Stated;
                self.is_of_name = false;
            }
            Separator::Ended => {
                self.sentences += 1;
                self.told = Told::Not;
                self.is_of_name = false;
            }
        }
    }

    /// Takes in a word that is not the value.
    fn take(&mut self, word: &[u8]) {
        #[rustfmt::skip]
        const LEADS: [&str; 18] = [
            "for", "of", "on", "in", "at", "to", "that", "we", "i", "they", "he", "she", "you", "used", "there",
            "which", "here", "behind",
        ];
        #[rustfmt::skip]
        const COPULAS: [&str; 18] = [
            "is", "was", "are", "were", "be", "been", "becomes", "became", "equals", "remains", "reads", "it's",
            "that's", "it'll", "stays", "called", "wasn't", "being",
        ];
        #[rustfmt::skip]
        const ADVERBS: [&str; 20] = [
            "just", "now", "still", "literally", "currently", "actually", "simply", "only", "again", "probably",
            "apparently", "basically", "temporarily", "exactly", "like", "supposedly", "always", "usually",
            "really", "definitely",
        ];
        #[rustfmt::skip]
        const USES: [&str; 14] = [
            "use", "try", "type", "typed", "enter", "entered", "using", "tried", "put", "typing", "entering",
            "pick", "picked", "chose",
        ];
        let is =
            |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
        let is_pronoun = is(&["it", "should", "which", "it's", "its", "that's", "it'll", "wasn't"]);
        let is_first = self.words == 0;
        self.words += 1;
        self.leads |= is_first && is(&LEADS);
        self.is_plural = is(&["are", "were"]);
        let was_its = std::mem::replace(&mut self.is_its, is(&["its"]));
        if self.is_its {
            self.told = Told::Used;
            self.is_of_name = true;
        } else if was_its && is(&ADVERBS) {
            self.told = Told::Stated;
        } else if is(&COPULAS) {
            // Of whom another sentence speaks, only a pronoun says.
            let is_of_it = self.is_of_name
                || is_pronoun
                || (self.sentences == 0 && !self.is_compound && (is_first || self.leads));
            self.is_of_name = is_of_it;
            let is_stated = is_of_it || (self.sentences == 0 && !self.is_compound);
            self.told = if is_stated { Told::Stated } else { Told::Not };
        } else if is(&CHANGES) {
            self.changes = true;
            let keeps = self.told == Told::Stated && word == b"set";
            self.told = if keeps { Told::Stated } else { Told::Not };
        } else if is(&["to", "from", "as", "into"]) && self.changes && !self.is_compound {
            self.told = Told::Stated;
            self.is_of_name |= self.sentences == 0 && self.lead.changes && self.words <= 6;
        } else if is(&["made", "make"]) {
            self.changes = true;
        } else if is(&["it"]) && self.changes {
            self.told = Told::Used;
            self.is_of_name = true;
        } else if is(&USES) {
            self.told = Told::Used;
        } else if !(is(&ADVERBS) || is(&["to"])) {
            self.told = Told::Not;
            self.is_of_name = is_pronoun;
        }
    }

    /// The value that is stated, if `word` is that.
    fn value(self, view: ByteView<'_>, word: Word, subject: SentenceSubject) -> Option<TextValue> {
        let TextValue { start, end, .. } = word.value;
        let held = word.held(view);
        let names_password = matches!(subject, SentenceSubject::Password | SentenceSubject::Word);
        if word.value.is_quoted() {
            let is_next =
                self.words == 0 && self.lead.is_said && self.sign == Some(Separator::Blank);
            let is_phrase = is_next
                && held.contains(&b' ')
                && held.first().is_some_and(u8::is_ascii_lowercase)
                && view.byte_at(end + 1) != b')';
            let told = if is_phrase { Told::Apart } else { self.told };
            let reading = Reading { told, words: if is_phrase { 1 } else { self.words }, ..self };
            let is_key = subject == SentenceSubject::Key
                && self.told == Told::Stated
                && self.is_of_name
                && has_digit(held)
                && held.len() >= 8;
            let is_one = (names_password || is_key)
                && told > Told::Not
                && reading.takes_string(held, view.byte_before(start));
            return is_one.then_some(word.value);
        }
        let is_announced = matches!(self.sign, Some(Separator::Announced | Separator::Below));
        if is_announced
            && self.sentences == 0
            && names_password
            && (self.lead.is_said || self.leads)
        {
            let phrase = phrase_to_end(view, start);
            if phrase.is_some() {
                return phrase;
            }
        }
        let is_next = self.words == 0 && self.sentences == 0 && self.sign == Some(Separator::Blank);
        let is_listed = self.lead.is_listed && has_digit(held);
        let is_given =
            is_next && (self.lead.is_said || is_listed) && sentence::ends_part(view, end)
                || is_next && self.lead.is_own && is_word_with_number(held);
        if (self.told == Told::Not && !is_given) || sentence_password::goes_on(view, end) {
            return None;
        }
        let is_stated = self.told == Told::Stated;
        let is_near = self.words <= 6 || is_stated;
        let grade = sentence_password::grade(view, start, end, is_stated);
        if !is_near {
            return None;
        }
        let is_one = match subject {
            SentenceSubject::Key => {
                let is_sure = self.is_of_name && grade >= Grade::Possible && is_short_key(held);
                is_stated && self.sentences == 0 && (is_key(held) || is_sure || is_groups(held))
            }
            SentenceSubject::Password | SentenceSubject::Word => {
                let is_apart = self.told == Told::Apart && self.is_enclosed(view, word);
                let least = if is_stated || is_apart || is_given {
                    Grade::Possible
                } else {
                    Grade::Numbered
                };
                let is_word = is_stated
                    || (is_apart && self.words == 0)
                    || (is_given && self.lead.is_with && ends_sentence(view, end));
                grade >= least
                    || (is_word && self.takes_word(view, word))
                    || (is_stated
                        && is_odd(held)
                        && sentence::ends_part(view, end)
                        && is_password_text(held))
            }
            SentenceSubject::Pass => is_stated && self.is_of_name && grade >= Grade::Possible,
            SentenceSubject::Pin => is_stated && is_code(held),
            _ => false,
        };
        is_one.then_some(word.value)
    }

    /// Returns true if `word` stands in a parenthesis or between commas, or a dash divides it from the name and it
    /// ends the line.
    fn is_enclosed(self, view: ByteView<'_>, word: Word) -> bool {
        let TextValue { start, end, .. } = word.value;
        match self.sign {
            Some(Separator::Comma) => self.words > 0 && view.byte_at(end) == b',',
            Some(Separator::Parenthetical) if view.byte_before(start) == b'(' => {
                view.byte_at(end) == b')'
            }
            Some(Separator::Parenthetical) => {
                self.words == 0 && matches!(view.byte_at(end), 0 | b'\r' | b'\n')
            }
            _ => false,
        }
    }

    /// Returns true if the string `held` behind the `quote` is the password.
    pub(super) fn takes_string(self, held: &[u8], quote: u8) -> bool {
        const MOST_WORDS: usize = 9;
        let words = held.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).count();
        let is_made =
            held.split(|&byte| byte == b'\\').any(|part| Grade::classify(part) >= Grade::Possible);
        let is_phrase = (2..=MOST_WORDS).contains(&words);
        let shows = match self.told {
            Told::Stated => {
                is_made || self.is_of_name && quote != b'`' && (words > 1 || !is_common(held))
            }
            _ => is_made,
        };
        let is_stated = self.told == Told::Stated && self.is_of_name
            || (self.told == Told::Apart && self.words <= 1);
        let is_phrase_told = is_stated && is_phrase && quote != b'`';
        (shows || is_phrase_told)
            && words <= MOST_WORDS
            && held.len() >= 4
            && is_password_text(held)
    }

    /// Returns true if `word`, behind a verb that is said of the password, is the password for want of
    /// anything else that it may be.
    fn takes_word(self, view: ByteView<'_>, word: Word) -> bool {
        let held = word.held(view);
        let is_name = |byte: &u8| byte.is_ascii_alphabetic() || b"-_.,;!*&+~@\\".contains(byte);
        let is_plain = held.iter().all(u8::is_ascii_lowercase) && !is_common(held);
        let words = held.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| word.len() > 1);
        let is_compound = words.count() > 1 && held.len() >= 8 && !is_common_compound(held);
        let is_made = is_dotted(held)
            || is_compound && held.iter().all(|byte| is_name(byte) || byte.is_ascii_digit());
        let is_given = self.words == 0 && self.told <= Told::Apart;
        (self.is_of_name || is_given)
            && !self.is_plural
            && (is_plain || is_made)
            && (sentence::ends_part(view, word.value.end)
                || self.changes && view.has_literal(word.value.end, " to "))
            && (self.words > 0
                || self.sign == Some(Separator::Parenthetical)
                || view.byte_at(word.value.end) != b')')
            && is_password_text(held)
            && !is_address(held)
    }
}

/// Returns true if a sentence or a line ends at `end`.
fn ends_sentence(view: ByteView<'_>, end: usize) -> bool {
    let next = view.byte_at(end);
    matches!(next, 0 | b'\n' | b'\r') || (b".!?".contains(&next) && view.byte_at(end + 1) <= b' ')
}

/// Returns true if `held`, to which a password of a word was changed, may be a password of a word.
pub(super) fn is_plain(view: ByteView<'_>, start: usize, end: usize) -> bool {
    let held = view.slice(start, end);
    held.iter().all(u8::is_ascii_lowercase)
        && !is_common(held)
        && is_password_text(held)
        && sentence::ends_part(view, end)
}

/// The passphrase at `start` that goes to the end of its line: words of small letters, of which none is one that
/// sentences are made with.
fn phrase_to_end(view: ByteView<'_>, start: usize) -> Option<TextValue> {
    #[rustfmt::skip]
    const FUNCTION_WORDS: [&[u8]; 40] = [
        b"the", b"is", b"to", b"for", b"of", b"your", b"in", b"on", b"see", b"ask", b"contact", b"same", b"as", b"with",
        b"and", b"or", b"not", b"must", b"should", b"be", b"at", b"it", b"from", b"you", b"my", b"our", b"this", b"that",
        b"are", b"was", b"no", b"none", b"use", b"least", b"characters", b"when", b"if", b"by", b"has", b"set",
    ];
    const LONGEST: usize = 80;
    let end = view.run_end(start, class!("a-z0-9 "), LONGEST);
    let ends = matches!(view.byte_at(end), 0 | b'\r' | b'\n') && view.byte_before(end) != b' ';
    let words = || view.slice(start, end).split(|&byte| byte == b' ');
    let is_one = ends
        && (3..=8).contains(&words().count())
        && words().all(|word| word.len() >= 2 && !FUNCTION_WORDS.contains(&word));
    is_one.then(|| TextValue::bare(start, end))
}

/// Returns true if behind `word` stands what only code has.
fn goes_on_as_code(view: ByteView<'_>, word: Word) -> bool {
    let end = word.value.end;
    let next = view.byte_at(end + 1);
    let goes_on = match view.byte_at(end) {
        b'(' | b'[' | b'{' | b'\\' | b'<' | b'=' => true,
        b':' | b'.' => next.is_ascii_alphanumeric() || b":/".contains(&next),
        b';' => matches!(next, b'\n' | b'\r'),
        _ => false,
    };
    let held = word.held(view);
    !word.value.is_quoted() && (goes_on || held.iter().any(|byte| b"(){}[]=\\<>|".contains(byte)))
}
