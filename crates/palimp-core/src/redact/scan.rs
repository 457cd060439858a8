//! One pass over a text.
//!
//! Every byte is looked up once in a table. Most mean nothing; a word is asked for in
//! the index of what may begin there and then skipped; a few signs have a matcher of
//! their own. No matcher walks far: each looks a bounded way back and ahead, or walks
//! what no later one walks again, so that the work grows with the text and no faster.

use super::bytes::{DIGIT, View};
use super::command::{self, Program};
use super::index::{self, Trigger};
use super::shape::LEAST_LOOSE_WORD;
use super::spoken::Entry;
use super::{Finding, assign, email, number, pem, url};

/// The findings in a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Scan<'t> {
    text: &'t str,
    view: View<'t>,
    at: usize,
    /// A finding that begins further on.
    ahead: Option<Finding>,
    /// The program whose arguments are being read.
    program: Option<&'static Program>,
    /// The entry of `.netrc` that is being read.
    entry: Entry,
}

/// What a byte can mean.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    Letter,
    Digit,
    Nothing,
    LineEnd,
    Equals,
    Colon,
    At,
    Hyphen,
    Less,
    Plus,
    Parenthesis,
    Backslash,
    Percent,
    Escape,
    Hangul,
}

static SIGNS: [Sign; 256] = signs();

const fn signs() -> [Sign; 256] {
    let mut signs = [Sign::Nothing; 256];
    let mut byte = 0;
    while byte < 256 {
        signs[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Sign::Letter,
            b'0'..=b'9' => Sign::Digit,
            b'\n' => Sign::LineEnd,
            b'=' => Sign::Equals,
            b':' => Sign::Colon,
            b'@' => Sign::At,
            b'-' => Sign::Hyphen,
            b'<' => Sign::Less,
            b'+' => Sign::Plus,
            b'(' => Sign::Parenthesis,
            b'\\' => Sign::Backslash,
            b'%' => Sign::Percent,
            0x1b => Sign::Escape,
            // The first bytes of `비` and `패`.
            0xeb | 0xed => Sign::Hangul,
            _ => Sign::Nothing,
        };
        byte += 1;
    }
    signs
}

impl<'t> Scan<'t> {
    /// The scan of `text` from its beginning.
    pub(super) fn new(text: &'t str) -> Scan<'t> {
        let view = View { bytes: text.as_bytes(), floor: 0 };
        Scan { text, view, at: 0, ahead: None, program: None, entry: Entry::Absent }
    }

    /// Moves to the next byte that means something.
    fn next_sign(&mut self) -> Option<Sign> {
        let (bytes, mut at) = (self.view.bytes, self.at);
        while let Some(&byte) = bytes.get(at) {
            let sign = SIGNS[usize::from(byte)];
            if sign != Sign::Nothing {
                self.at = at;
                return Some(sign);
            }
            at += 1;
        }
        None
    }

    /// A word begins at `self.at`: what is known of it, then on to its end.
    fn word(&mut self, sign: Sign) -> Option<Finding> {
        let start = self.at;
        self.at = word_end(self.view.bytes, start + 1);
        if index::may_begin(self.view, start)
            && let Some(found) = self.trigger(start)
        {
            return Some(found);
        }
        let is_long = self.at - start >= LEAST_LOOSE_WORD;
        if is_long || sign == Sign::Digit { self.unusual_word(start, sign) } else { None }
    }

    /// A long word or a number begins at `start`.
    #[inline(never)]
    fn unusual_word(&mut self, start: usize, sign: Sign) -> Option<Finding> {
        let is_number = sign == Sign::Digit;
        let number = if is_number { number::at(self.view, start) } else { None };
        let may_be_loose =
            self.at - start >= LEAST_LOOSE_WORD || (is_number && self.view.at(self.at) == b':');
        number.or_else(|| may_be_loose.then(|| index::loose_token(self.view, start)).flatten())
    }

    /// A sign stands at `self.at` that may have a secret behind or around it.
    ///
    /// It is kept out of the loop over words, which is small and fast only without it.
    #[inline(never)]
    fn sign(&mut self, sign: Sign) -> Option<Finding> {
        let (view, at) = (self.view, self.at);
        self.at = at + 1;
        match sign {
            Sign::Letter | Sign::Digit | Sign::Nothing => None,
            Sign::LineEnd => self.line_end(at),
            Sign::Equals => assign::at(view, at),
            Sign::Colon => url::password(view, at).or_else(|| assign::at(view, at)),
            Sign::At => email::address(view, at, 1),
            Sign::Hyphen => self.hyphen(at),
            Sign::Less => self.less(at),
            Sign::Plus => number::international(view, at),
            Sign::Parenthesis => number::bracketed(view, at).or_else(|| assign::in_call(view, at)),
            Sign::Backslash => self.skip(at, escape_width(view, at)),
            Sign::Percent => self.percent(at),
            Sign::Escape => self.skip(at, control_width(view, at)),
            Sign::Hangul => self.trigger(at),
        }
    }

    /// What the index knows of the word at `at`.
    #[inline(never)]
    fn trigger(&mut self, at: usize) -> Option<Finding> {
        for trigger in index::at(self.view, at) {
            let found = match trigger {
                Trigger::Token(kind, shape) => index::found(kind, shape, self.view, at),
                Trigger::Phrase(phrase) => phrase.follow(self.view, at, &mut self.entry),
                Trigger::Program(program) => {
                    if command::calls(self.view, at, program) {
                        self.program = Some(program);
                    }
                    None
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A line ends at `at`, and with it a command that does not go on.
    fn line_end(&mut self, at: usize) -> Option<Finding> {
        if self.view.before(at) != b'\\' {
            self.program = None;
        }
        self.entry = self.entry.on_line(self.view, at + 1);
        None
    }

    fn hyphen(&mut self, at: usize) -> Option<Finding> {
        let view = self.view;
        if view.at(at + 1) == b'-' && view.at(at + 2) == b'-' {
            return pem::private_key(view, at);
        }
        if !(view.at(at + 1).is_ascii_alphabetic() || view.at(at + 1) == b'-') {
            return None;
        }
        let before = view.before(at);
        let opens = !before.is_ascii_alphanumeric() && before != b'-' && before != b'_';
        if !opens && !is_escaped(view, at) {
            return None;
        }
        let known = self.program.and_then(|program| program.secret(view, at));
        known.or_else(|| command::option(view, at))
    }

    /// An element, or what an earlier redaction left: that is stepped over like a finding.
    fn less(&mut self, at: usize) -> Option<Finding> {
        match self.view.placeholder_width(at) {
            0 => assign::in_element(self.view, at),
            width => {
                self.at = at + width;
                self.view.floor = self.at;
                None
            }
        }
    }

    fn percent(&mut self, at: usize) -> Option<Finding> {
        let hex = |at: usize| self.view.at(at).is_ascii_hexdigit();
        if !(hex(at + 1) && hex(at + 2)) {
            return None;
        }
        self.at = at + 3;
        if self.view.has(at, "%40") { email::address(self.view, at, 3) } else { None }
    }

    fn skip(&mut self, at: usize, width: usize) -> Option<Finding> {
        self.at = at + width;
        None
    }
}

impl Iterator for Scan<'_> {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        while let Some(sign) = self.next_sign() {
            if self.ahead.as_ref().is_some_and(|ahead| ahead.start <= self.at) {
                break;
            }
            let is_word = sign <= Sign::Digit;
            let found = if is_word { self.word(sign) } else { self.sign(sign) };
            if let Some(found) = found.and_then(|found| self.first(found)) {
                return Some(self.passed(found));
            }
        }
        let ahead = self.ahead.take()?;
        Some(self.passed(ahead))
    }
}

impl Scan<'_> {
    /// Which finding comes next, now that `found` is known. One that begins further on
    /// waits: there may be others before it.
    fn first(&mut self, found: Finding) -> Option<Finding> {
        match &self.ahead {
            Some(ahead) if ahead.start <= found.start => None,
            _ if found.start > self.at => {
                self.ahead = Some(found);
                None
            }
            _ => Some(found),
        }
    }

    /// Goes on behind `found`.
    fn passed(&mut self, found: Finding) -> Finding {
        let found = whole_characters(self.text, found);
        self.at = found.end;
        self.view.floor = found.end;
        self.ahead = self.ahead.take().filter(|ahead| ahead.start >= found.end);
        found
    }
}

/// `found`, widened to whole characters should it cut one: text is cut by what it says.
fn whole_characters(text: &str, mut found: Finding) -> Finding {
    while !text.is_char_boundary(found.start) {
        found.start -= 1;
    }
    while !text.is_char_boundary(found.end) {
        found.end += 1;
    }
    found
}

/// Where the word that goes on at `at` ends.
fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| SIGNS[usize::from(byte)] <= Sign::Digit) {
        at += 1;
    }
    at
}

/// How long the escape at `at` is whose last letters are no beginning of a word.
fn escape_width(view: View<'_>, at: usize) -> usize {
    match view.at(at + 1) {
        b'n' | b'r' | b't' | b'\\' => 2,
        b'u' if (2..6).all(|i| view.at(at + i).is_ascii_hexdigit()) => 6,
        _ => 1,
    }
}

/// Whether an escaped line or tab ends before `at`.
fn is_escaped(view: View<'_>, at: usize) -> bool {
    matches!(view.before(at), b'n' | b'r' | b't') && at > 1 && view.before(at - 1) == b'\\'
}

/// How long the terminal's control sequence at `at` is: colours stand close before words.
fn control_width(view: View<'_>, at: usize) -> usize {
    const MOST: usize = 24;
    if view.at(at + 1) != b'[' {
        return 1;
    }
    let end = (at + 2..at + MOST).find(|&end| {
        let byte = view.at(end);
        !DIGIT.has(byte) && byte != b';'
    });
    end.map_or(1, |end| end - at + usize::from(view.at(end).is_ascii_alphabetic()))
}
