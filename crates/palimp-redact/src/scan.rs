//! One pass over a text.
//!
//! Every byte is looked up once in a table. Most mean nothing; a word is asked for in
//! the index of what may begin there and then skipped; a few signs have a matcher of
//! their own. No matcher walks far: each looks a bounded way back and ahead, or walks
//! what no later one walks again, so that the work grows with the text and no faster.

use super::bytes::{BASE64, BLANK, ByteClass, ByteView, class};
use super::command::{self, Program};
use super::index::{self, Trigger};
use super::manifest::{self, Manifest};
use super::prose_secrets::NetrcEntry;
use super::shape::MIN_LOOSE_WORD_BYTES;
use super::table::SecretTable;
use super::{
    DetectedSecret, answer, assign, azure, call, document, email, hash, nearby_word, neighbours,
    number, pem, phone, statement, url, xml_element,
};

/// The findings in a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Scan<'t> {
    text: &'t str,
    view: ByteView<'t>,
    at: usize,
    /// End of the last escape: text that begins there continues nothing before it.
    fresh: usize,
    /// Findings that begin further on, the nearest last.
    ahead: Vec<DetectedSecret>,
    /// The program whose arguments are being read.
    program: Option<&'static Program>,
    /// The entry of `.netrc` that is being read.
    entry: NetrcEntry,
    /// Start of the current line.
    line: usize,
    /// The table of which that line is a row.
    table: Option<SecretTable>,
    /// True if a word of the line may be the title of a column of secrets.
    names_column: bool,
    /// The Kubernetes Secret that is being read.
    manifest: Option<Manifest>,
    /// Position up to which no Kubernetes Secret is declared.
    searched: usize,
}

/// Meaning of a byte.
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
    Bar,
    Tilde,
    Dollar,
    Escape,
    Hangul,
}

/// Signs behind a word that may join it to others in one value.
const JOINING_SIGNS: ByteClass = class!("+/~-");

static SIGN_TABLE: [Sign; 256] = build_sign_table();

const fn build_sign_table() -> [Sign; 256] {
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
            b'|' => Sign::Bar,
            b'~' => Sign::Tilde,
            b'$' => Sign::Dollar,
            0x1b => Sign::Escape,
            0xea..=0xed => Sign::Hangul,
            _ => Sign::Nothing,
        };
        byte += 1;
    }
    signs
}

impl<'t> Scan<'t> {
    /// The scan of `text` from its beginning.
    pub(super) fn new(text: &'t str) -> Scan<'t> {
        let view = ByteView { bytes: text.as_bytes(), floor: 0 };
        Scan {
            text,
            view,
            at: 0,
            fresh: 0,
            ahead: Vec::new(),
            program: None,
            entry: NetrcEntry::Absent,
            line: 0,
            table: None,
            names_column: false,
            manifest: None,
            searched: 0,
        }
    }

    /// Moves to the next byte that means something.
    fn next_sign(&mut self) -> Option<Sign> {
        let (bytes, mut at) = (self.view.bytes, self.at);
        while let Some(&byte) = bytes.get(at) {
            let sign = SIGN_TABLE[usize::from(byte)];
            if sign == Sign::Hangul && !index::may_begin(self.view, at) {
                at += 3;
                continue;
            }
            if sign != Sign::Nothing {
                self.at = at;
                return Some(sign);
            }
            at += 1;
        }
        None
    }

    /// A word begins at `self.at`: what is known of it, then on to its end.
    fn scan_word(&mut self, sign: Sign) -> Option<DetectedSecret> {
        let start = self.at;
        self.at = word_end(self.view.bytes, start + 1);
        if index::may_begin(self.view, start)
            && let Some(found) = self.run_triggers(start)
        {
            return Some(found);
        }
        let is_long = self.at - start >= MIN_LOOSE_WORD_BYTES;
        let may_be_grouped = self.at - start == 4 && self.view.byte_at(self.at) == b' ';
        if (is_long || may_be_grouped)
            && self.view.byte_at(start + 2).is_ascii_digit()
            && let Some(found) = document::find_iban(self.view, start)
        {
            return Some(found);
        }
        if is_long || sign == Sign::Digit || JOINING_SIGNS.contains(self.view.byte_at(self.at)) {
            self.unusual_word(start, sign)
        } else {
            None
        }
    }

    /// A long word, one that goes on behind a sign, or a number begins at `start`.
    #[inline(never)]
    fn unusual_word(&mut self, start: usize, sign: Sign) -> Option<DetectedSecret> {
        let is_number = sign == Sign::Digit;
        let number = || if is_number { number::find_number(self.view, start) } else { None };
        let mistyped =
            || if is_number { answer::mistyped(self.view, start, self.line) } else { None };
        let loose = || self.find_loose_token(start, is_number);
        loose()
            .or_else(number)
            .or_else(mistyped)
            .or_else(|| nearby_word::find_random_value(self.view, start, start == self.fresh))
    }

    /// The token without a fixed beginning that the word at `start` begins: a sign goes on with
    /// it, or it ends as one kind does.
    fn find_loose_token(&self, start: usize, is_number: bool) -> Option<DetectedSecret> {
        let (view, end) = (self.view, self.at);
        let is_short = end - start < MIN_LOOSE_WORD_BYTES;
        let may_be = match is_short {
            true => is_number && b":/".contains(&view.byte_at(end)),
            false => b".:|%-".contains(&view.byte_at(end)) || view.byte_before(end) == b'k',
        };
        if may_be { index::loose_token(view, start) } else { None }
    }

    /// A sign stands at `self.at` that may have a secret behind or around it.
    ///
    /// It is kept out of the loop over words, which is small and fast only without it.
    #[inline(never)]
    fn scan_sign(&mut self, sign: Sign) -> Option<DetectedSecret> {
        let (view, at) = (self.view, self.at);
        self.at = at + 1;
        match sign {
            Sign::Letter | Sign::Digit | Sign::Nothing => None,
            Sign::LineEnd => self.line_end(at),
            Sign::Equals => assign::find_assigned(view, at),
            Sign::Colon => url::find_password(view, at).or_else(|| assign::find_assigned(view, at)),
            Sign::At => email::find_address(view, at, 1),
            Sign::Hyphen => self.scan_hyphen(at),
            Sign::Less => self.scan_less_than(at),
            Sign::Plus => phone::find_international(view, at),
            Sign::Parenthesis => {
                phone::find_bracketed(view, at).or_else(|| call::find_secret(view, at))
            }
            Sign::Backslash => self.skip_bytes(at, escape_width(view, at)),
            Sign::Percent => self.scan_percent(at),
            Sign::Bar => self.scan_bar(at),
            Sign::Dollar => hash::find_crypt_hash(view, at),
            Sign::Tilde => azure::client_secret(view, at),
            Sign::Escape => self.skip_bytes(at, (view.control_end(at) - at).max(1)),
            Sign::Hangul => self.scan_syllable(at),
        }
    }

    /// A syllable stands at `at`, three bytes long, with which a known word may begin.
    fn scan_syllable(&mut self, at: usize) -> Option<DetectedSecret> {
        self.at = at + 3;
        self.run_triggers(at)
    }

    /// A bar divides the cells of a row where one begins the line.
    fn scan_bar(&mut self, at: usize) -> Option<DetectedSecret> {
        let first = self.view.run_end(self.line, BLANK, 16);
        if self.view.byte_at(first) == b'|' { assign::find_assigned(self.view, at) } else { None }
    }

    /// Returns the first match of the index's triggers for the word at `at`.
    #[inline(never)]
    fn run_triggers(&mut self, at: usize) -> Option<DetectedSecret> {
        for trigger in index::triggers_at(self.view, at) {
            let found = match trigger {
                Trigger::Token(kind, shape) => index::find_shape(kind, shape, self.view, at),
                Trigger::Phrase(phrase) => {
                    self.names_column |= phrase.is_title(self.view, at);
                    phrase.find_secret(self.view, at, &mut self.entry)
                }
                Trigger::Key(beginning) => beginning.find_key(self.view, at),
                Trigger::Document(document) => {
                    let is_bank = document.kind == document::ACCOUNT;
                    let before = if is_bank { document::before_bank(self.view, at) } else { None };
                    before.or_else(|| document.find_number(self.view, at))
                }
                Trigger::Entries(word) => {
                    self.start_manifest(at, word.len());
                    None
                }
                Trigger::Program(program) => {
                    let is_called = command::calls_program(self.view, at, program);
                    if is_called && (program.reads_options() || self.begins_command(at)) {
                        self.program = Some(program);
                    }
                    let entries = is_called.then(|| program.secrets_in_entries(self.view, at));
                    entries.into_iter().flatten().for_each(|found| self.queue_finding(Some(found)));
                    is_called.then(|| program.secret_in_arguments(self.view, at)).flatten()
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns true if the word at `at` begins a command of its own behind another one: `… && cat`.
    fn begins_command(&self, at: usize) -> bool {
        b";&|".contains(&self.view.byte_before(self.view.run_start(at, BLANK, 8)))
    }

    /// A line ends at `at`, and with it a command that does not go on.
    fn line_end(&mut self, at: usize) -> Option<DetectedSecret> {
        let (view, start) = (self.view, self.line);
        if view.byte_before(at) != b'\\' {
            self.program = None;
        }
        self.entry = self.entry.on_line(view, at + 1);
        self.line = at + 1;
        let first = view.byte_at(start);
        let may_head =
            self.names_column || first.is_ascii_alphanumeric() || b"|\"'`".contains(&first);
        let in_blanks = std::mem::take(&mut self.names_column);
        let header =
            || may_head.then(|| SecretTable::of_header(view, start, at, in_blanks)).flatten();
        let table = self.table.or_else(header);
        self.table =
            table.filter(|table| table.is_ruled(view, at + 1) || table.has_row(view, at + 1));
        self.table.and_then(|table| table.find_secret(view, self.line, self.line))
    }

    /// Starts reading the entries of a possible Kubernetes Secret announced at `at`, or skips an
    /// image.
    fn start_manifest(&mut self, at: usize, width: usize) {
        if let Some(end) = image_end(self.view, at + width) {
            self.at = end;
            return;
        }
        let found = manifest::find_entries(self.view, at, at + width, &mut self.searched);
        if let Some((manifest, from)) = found {
            self.manifest = Some(manifest);
            self.queue_finding(manifest.find_secret(self.view, from));
        }
    }

    /// The next secret behind `at` in what is read cell by cell.
    fn next_cell_secret(&mut self, at: usize) -> Option<DetectedSecret> {
        let entry = self.manifest.and_then(|manifest| manifest.find_secret(self.view, at));
        if entry.is_none() {
            self.manifest = None;
        }
        entry.or_else(|| self.table.and_then(|table| table.find_secret(self.view, self.line, at)))
    }

    fn scan_hyphen(&mut self, at: usize) -> Option<DetectedSecret> {
        let view = self.view;
        if view.byte_at(at + 1) == b'-' && view.byte_at(at + 2) == b'-' {
            return pem::private_key(view, at);
        }
        if !(view.byte_at(at + 1).is_ascii_alphabetic() || view.byte_at(at + 1) == b'-') {
            return None;
        }
        let before = view.byte_before(at);
        let opens = !before.is_ascii_alphanumeric() && before != b'-' && before != b'_';
        if !opens && !is_escaped(view, at) {
            return None;
        }
        let known = self.program.and_then(|program| command::option_of(view, at, program));
        known.or_else(|| command::find_option_secret(view, at))
    }

    /// An element, or what an earlier redaction left: that is stepped over like a finding.
    fn scan_less_than(&mut self, at: usize) -> Option<DetectedSecret> {
        match self.view.placeholder_width(at) {
            0 => xml_element::in_element(self.view, at)
                .or_else(|| command::here_string(self.view, at)),
            width => {
                self.at = at + width;
                self.view.floor = self.at;
                None
            }
        }
    }

    fn scan_percent(&mut self, at: usize) -> Option<DetectedSecret> {
        let hex = |at: usize| self.view.byte_at(at).is_ascii_hexdigit();
        if !(hex(at + 1) && hex(at + 2)) {
            return None;
        }
        self.at = at + 3;
        self.fresh = self.at;
        match self.view.slice(at + 1, at + 3) {
            b"40" => email::find_address(self.view, at, 3),
            b"3D" | b"3d" | b"3A" | b"3a" => assign::find_assigned(self.view, at),
            _ => None,
        }
    }

    fn skip_bytes(&mut self, at: usize, width: usize) -> Option<DetectedSecret> {
        self.at = at + width;
        self.fresh = self.at;
        None
    }
}

impl Iterator for Scan<'_> {
    type Item = DetectedSecret;

    fn next(&mut self) -> Option<DetectedSecret> {
        while let Some(sign) = self.next_sign() {
            if self.ahead.last().is_some_and(|ahead| ahead.start <= self.at) {
                break;
            }
            let is_word = sign <= Sign::Digit;
            let found = if is_word { self.scan_word(sign) } else { self.scan_sign(sign) };
            if let Some(found) = found.and_then(|found| self.queue_unless_next(found)) {
                return Some(self.advance_past(found));
            }
        }
        let ahead = self.ahead.pop()?;
        Some(self.advance_past(ahead))
    }
}

impl Scan<'_> {
    /// Returns `found` if it begins at the current position; a finding further on is queued, because
    /// others may precede it. Of two findings with the same start the first one wins.
    fn queue_unless_next(&mut self, found: DetectedSecret) -> Option<DetectedSecret> {
        let is_known = self.ahead.last().is_some_and(|ahead| ahead.start <= found.start);
        if found.start > self.at {
            self.queue_finding(Some(found));
            return None;
        }
        (!is_known).then_some(found)
    }

    /// Keeps a finding that begins further on until it is reached.
    fn queue_finding(&mut self, found: Option<DetectedSecret>) {
        let Some(found) = found else { return };
        let place = self.ahead.partition_point(|ahead| ahead.start > found.start);
        let is_known = self.ahead.get(place).is_some_and(|ahead| ahead.start == found.start);
        if !is_known {
            self.ahead.insert(place, found);
        }
    }

    /// Goes on behind `found`.
    fn advance_past(&mut self, found: DetectedSecret) -> DetectedSecret {
        let found = whole_characters(self.text, found);
        self.at = found.end;
        self.view.floor = found.end;
        self.ahead.retain(|ahead| ahead.start >= found.end);
        if self.ahead.is_empty() {
            let cell = self.next_cell_secret(found.end);
            self.queue_finding(cell);
        }
        let near = nearby_word::find_aws_secret(self.view, &found);
        self.queue_finding(near.or_else(|| neighbours::joined(self.view, &found)));
        if found.kind == "password" {
            self.queue_finding(neighbours::again(self.view, &found));
            self.queue_finding(statement::changed(self.view, found.end));
        }
        found
    }
}

/// `found`, widened to whole characters should it cut one: text is cut by what it says.
fn whole_characters(text: &str, mut found: DetectedSecret) -> DetectedSecret {
    while !text.is_char_boundary(found.start) {
        found.start -= 1;
    }
    while !text.is_char_boundary(found.end) {
        found.end += 1;
    }
    found
}

/// Returns the end of the image or font whose `data` follows `at`: `:image/png;base64,…`.
fn image_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    const MEDIA_TYPE_CHARS: ByteClass = class!("a-z0-9/+.;=-");
    const MEDIA_TYPES: [&str; 5] = [":image/", ":font/", ":application/font", ":audio/", ":video/"];
    let comma = view.run_end(at + 1, MEDIA_TYPE_CHARS, 80);
    let is_image = MEDIA_TYPES.iter().any(|kind| view.has_literal(at, kind))
        && view.has_literal(comma.saturating_sub(6), "base64,");
    is_image.then(|| view.run_end(comma + 1, BASE64, usize::MAX))
}

/// Returns the end of the word that goes on at `at`.
fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| SIGN_TABLE[usize::from(byte)] <= Sign::Digit) {
        at += 1;
    }
    at
}

/// Returns the length of the escape at `at`, whose last letters do not begin a word.
fn escape_width(view: ByteView<'_>, at: usize) -> usize {
    let control = view.control_end(at);
    if control > at {
        return control - at;
    }
    match view.byte_at(at + 1) {
        b'n' | b'r' | b't' | b'\\' => 2,
        b'u' if (2..6).all(|i| view.byte_at(at + i).is_ascii_hexdigit()) => 6,
        _ => 1,
    }
}

/// True if an escaped line or tab ends before `at`.
pub(super) fn is_escaped(view: ByteView<'_>, at: usize) -> bool {
    matches!(view.byte_before(at), b'n' | b'r' | b't')
        && at > 1
        && view.byte_before(at - 1) == b'\\'
}
