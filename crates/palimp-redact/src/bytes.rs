//! Classes of bytes, and a window on a text that never runs out of bounds.

/// A set of ASCII bytes: for each byte, whether it is one of them.
#[derive(Clone, Copy)]
pub(super) struct ByteClass(pub(super) &'static [bool; 256]);

/// The class that a literal spells, made by the compiler: `a-z` is a range, a `-` at the
/// end is itself.
macro_rules! class {
    ($ranges:literal) => {
        $crate::bytes::ByteClass(const { &$crate::bytes::byte_table($ranges) })
    };
}
pub(super) use class;

/// Decimal digits.
pub(super) const DIGITS: ByteClass = class!("0-9");
/// Lower-case hexadecimal digits.
pub(super) const LOWER_HEX: ByteClass = class!("0-9a-f");
/// Hexadecimal digits of either case.
pub(super) const ANY_HEX: ByteClass = class!("0-9a-fA-F");
/// Upper-case letters and digits.
pub(super) const UPPER_ALNUM: ByteClass = class!("A-Z0-9");
/// Lower-case letters and digits.
pub(super) const LOWER_ALNUM: ByteClass = class!("a-z0-9");
/// Letters and digits.
pub(super) const ALNUM: ByteClass = class!("A-Za-z0-9");
/// Characters of an identifier.
pub(super) const WORD_CHARS: ByteClass = class!("A-Za-z0-9_");
/// Base64 without padding.
pub(super) const BASE64: ByteClass = class!("A-Za-z0-9+/");
/// URL-safe base64 without padding.
pub(super) const BASE64URL: ByteClass = class!("A-Za-z0-9_-");
/// URL-safe base64 in parts that dots divide.
pub(super) const DOTTED_BASE64URL: ByteClass = class!("A-Za-z0-9_.-");
/// Characters of tokens whose makers used every sign that a URL leaves unescaped, and `=`.
pub(super) const TOKEN_CHARS: ByteClass = class!("A-Za-z0-9_.=-");
/// Characters of a bearer token (RFC 6750), without padding, and the bar that some services put
/// between its parts.
pub(super) const BEARER_CHARS: ByteClass = class!("A-Za-z0-9_.~+/|-");
/// Spaces within a line.
pub(super) const BLANK: ByteClass = class!(" \t");
/// White space.
pub(super) const SPACE: ByteClass = class!(" \t\r\n");
/// Marks that open and close a string.
pub(super) const QUOTE: ByteClass = class!("\"'`");

/// The table of the class that `ranges` spells.
pub(super) const fn byte_table(ranges: &str) -> [bool; 256] {
    let ranges = ranges.as_bytes();
    let (mut table, mut i) = ([false; 256], 0);
    while i < ranges.len() {
        let is_range = i + 2 < ranges.len() && ranges[i + 1] == b'-';
        let last = if is_range { ranges[i + 2] } else { ranges[i] };
        let mut byte = ranges[i];
        while byte <= last {
            table[byte as usize] = true;
            byte += 1;
        }
        i += if is_range { 3 } else { 1 };
    }
    table
}

/// The table of `class` and of all letters that UTF-8 writes in two bytes: Latin, Greek, Cyrillic.
pub(super) const fn with_latin(class: ByteClass) -> [bool; 256] {
    let (mut table, mut byte) = (*class.0, 0x80);
    while byte < 0xe0 {
        table[byte] = byte < 0xc0 || byte > 0xc2;
        byte += 1;
    }
    table
}

/// The table of `class` and of the letters of East Asia that UTF-8 writes in three bytes, Hangul among
/// them, without the quotation marks, dashes and full stops of typography.
pub(super) const fn with_east_asian(class: ByteClass) -> [bool; 256] {
    let (mut table, mut byte) = (*class.0, 0x80);
    while byte <= 0xed {
        table[byte] = table[byte] || byte < 0xc0 || byte >= 0xe4;
        byte += 1;
    }
    table
}

/// The table of `class` and of everything that UTF-8 writes in several bytes.
pub(super) const fn with_longer(class: ByteClass) -> [bool; 256] {
    let (mut table, mut byte) = (*class.0, 0x80);
    while byte < 256 {
        table[byte] = true;
        byte += 1;
    }
    table
}

impl ByteClass {
    /// True if `byte` is of this class; a byte of a multi-byte character is only if the class says
    /// so.
    pub(super) const fn contains(self, byte: u8) -> bool {
        self.0[byte as usize]
    }
}

impl std::fmt::Debug for ByteClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let members = (0..=255).filter(|&byte| self.contains(byte)).map(char::from);
        write!(f, "Class({:?})", members.collect::<String>())
    }
}

/// The bytes of a text as a matcher sees them: positions outside read as NUL.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteView<'t> {
    /// The whole text.
    pub(super) bytes: &'t [u8],
    /// End of the last finding. Nothing looks before it, so that a text and its redacted form are
    /// read alike.
    pub(super) floor: usize,
}

impl<'t> ByteView<'t> {
    /// The byte at `at`.
    pub(super) fn byte_at(self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The byte before `at`.
    pub(super) fn byte_before(self, at: usize) -> u8 {
        if at > self.floor { self.byte_at(at - 1) } else { 0 }
    }

    /// The bytes of `start..end`, as far as there are any.
    pub(super) fn slice(self, start: usize, end: usize) -> &'t [u8] {
        self.bytes.get(start..end.min(self.bytes.len())).unwrap_or_default()
    }

    /// True if `literal` stands at `at`.
    pub(super) fn has_literal(self, at: usize, literal: &str) -> bool {
        self.slice(at, at + literal.len()) == literal.as_bytes()
    }

    /// True if a placeholder of an earlier redaction begins at `at`.
    pub(super) fn has_placeholder(self, at: usize) -> bool {
        self.has_literal(at, PLACEHOLDER_PREFIX)
    }

    /// True if a placeholder of an earlier redaction begins in `start..end`.
    pub(super) fn holds_placeholder(self, start: usize, end: usize) -> bool {
        self.find_placeholder(start, end).is_some()
    }

    /// The first place in `start..end` where what an earlier redaction left begins.
    pub(super) fn find_placeholder(self, start: usize, end: usize) -> Option<usize> {
        let mut places = if self.slice(start, end).contains(&b'<') { start..end } else { 0..0 };
        places.find(|&at| self.has_placeholder(at))
    }

    /// Returns the length of an earlier redaction's placeholder at `at`; 0 if there is none.
    pub(super) fn placeholder_width(self, at: usize) -> usize {
        const KIND_CHARS: ByteClass = class!("a-z-");
        let kind = at + PLACEHOLDER_PREFIX.len();
        let end = self.run_end(kind, KIND_CHARS, MAX_KIND_BYTES);
        if self.has_placeholder(at) && self.byte_at(end) == b'>' { end + 1 - at } else { 0 }
    }

    /// Returns the end of the run of `class` that begins at `at`, after at most `most` bytes.
    pub(super) fn run_end(self, at: usize, class: ByteClass, most: usize) -> usize {
        let window = self.slice(at, at.saturating_add(most));
        at + window.iter().take_while(|&&byte| class.contains(byte)).count()
    }

    /// Returns the start of the run of `class` that ends before `at`, at most `most` bytes back.
    pub(super) fn run_start(self, at: usize, class: ByteClass, most: usize) -> usize {
        let window = self.slice(self.floor.max(at.saturating_sub(most)), at);
        at - window.iter().rev().take_while(|&&byte| class.contains(byte)).count()
    }

    /// Returns the end of the terminal's control sequence at `at`, raw (`ESC [32m`) or as a string
    /// spells it (`\\u001b[32m`, `\\x1b[`, `\\033[`, `\\e[`); `at` if there is none.
    pub(super) fn control_end(self, at: usize) -> usize {
        let parameters = match self.byte_at(at) {
            0x1b => at + 1,
            b'\\' => {
                let letter = self.run_end(at, class!("\\"), 4);
                let Some(escape) =
                    ESCAPE_SPELLINGS.iter().find(|escape| self.has_ignoring_case(letter, escape))
                else {
                    return at;
                };
                letter + escape.len()
            }
            _ => return at,
        };
        let end = self.run_end(parameters + 1, PARAMETER_CHARS, MAX_PARAMETER_BYTES);
        let is_control =
            self.byte_at(parameters) == b'[' && self.byte_at(end).is_ascii_alphabetic();
        if is_control { end + 1 } else { at }
    }

    /// Returns the start of the control sequence that ends at `end`; `end` if there is none.
    pub(super) fn control_start(self, end: usize) -> usize {
        if self.byte_before(end) != b'm' {
            return end;
        }
        let bracket = self.run_start(end - 1, PARAMETER_CHARS, MAX_PARAMETER_BYTES);
        if self.byte_before(bracket) != b'[' {
            return end;
        }
        let mut starts = bracket.saturating_sub(MAX_ESCAPE_BYTES).max(self.floor)..bracket - 1;
        starts.find(|&start| self.control_end(start) == end).unwrap_or(end)
    }

    /// Returns the end of the control sequence whose parameters and last letter reach to `at` or
    /// beyond: `[32mtoken` is a colour and a word. Returns `at` if there is none.
    pub(super) fn behind_control(self, at: usize) -> usize {
        if !b"[;".contains(&self.byte_before(at)) {
            return at;
        }
        let bracket = self.run_start(at, PARAMETER_CHARS, MAX_PARAMETER_BYTES);
        let mut starts = bracket.saturating_sub(MAX_ESCAPE_BYTES).max(self.floor)..bracket;
        starts.find_map(|start| Some(self.control_end(start)).filter(|&end| end > at)).unwrap_or(at)
    }

    /// True if `literal`, given in lower case, stands at `at` in any case.
    pub(super) fn has_ignoring_case(self, at: usize, literal: &str) -> bool {
        starts_ignoring_case(self.slice(at, at + literal.len()), literal)
    }

    /// True if a line begins at `at`, after indentation and the marks of lists, diffs and
    /// quotations.
    pub(super) fn starts_line(self, at: usize) -> bool {
        const INDENT_CHARS: ByteClass = class!(" \t+>*-");
        let start = self.run_start(at, INDENT_CHARS, MAX_INDENT_BYTES);
        matches!(self.byte_before(start), 0 | b'\n' | b'\r')
    }
}

/// Spellings in strings of the character that begins a control sequence, without their backslashes.
const ESCAPE_SPELLINGS: [&str; 5] = ["u001b", "x1b", "033", "e", "u{1b}"];

/// Maximum bytes of a spelled escape.
const MAX_ESCAPE_BYTES: usize = 10;

/// Characters between the bracket of a control sequence and its last letter.
const PARAMETER_CHARS: ByteClass = class!("0-9;:?");

/// Maximum bytes of parameters in a control sequence.
const MAX_PARAMETER_BYTES: usize = 24;

/// Prefix of every placeholder.
const PLACEHOLDER_PREFIX: &str = "<redacted:";

/// Maximum length of a rule's kind, in bytes.
const MAX_KIND_BYTES: usize = 40;

/// Maximum indentation before a line's beginning, in bytes: a bound on looking back.
const MAX_INDENT_BYTES: usize = 64;

/// True if `bytes` begins with `word` in any case.
pub(super) fn starts_ignoring_case(bytes: &[u8], word: &str) -> bool {
    bytes.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// True if `bytes` contains `needle`, given in lower case, in any case.
pub(super) fn contains_ignoring_case(bytes: &[u8], needle: &str) -> bool {
    let needle = needle.as_bytes();
    let begins =
        |window: &[u8]| window.first().map(u8::to_ascii_lowercase) == needle.first().copied();
    bytes.windows(needle.len()).any(|part| begins(part) && part.eq_ignore_ascii_case(needle))
}

/// The three bytes of four base64 digits; fewer digits make the first of them.
pub(super) fn three_bytes(digits: &[u8]) -> [u8; 3] {
    let bits = digits.iter().fold(0u32, |bits, &digit| bits << 6 | u32::from(base64_sextet(digit)));
    let [_, bytes @ ..] = (bits << (6 * (4 - digits.len()))).to_be_bytes();
    bytes
}

fn base64_sextet(digit: u8) -> u8 {
    match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b'-' => 62,
        _ => 63,
    }
}
