//! Sanitizes others' text before a person or a model sees it.
//!
//! Text that palimp keeps comes from repositories, web pages, tools and other programs. Shown
//! unchanged, it could command a terminal (escape sequences, C1 control characters), show another
//! order than it has (bidirectional marks), or tell a model something that no person sees (tag and
//! zero-width characters). Every visible character stays, and so does everything that visible
//! characters need: the joiners of emoji and of scripts that join, variation selectors, the fillers
//! of Hangul jamo.

use std::borrow::Cow;
use std::ffi::OsString;

/// `text` without what its reader cannot see.
///
/// Line breaks and tabs stay. Colours and cursor movements go whole; any other escape sequence
/// loses its invisible characters and shows the rest, so that nothing can hide in it.
///
/// ```
/// use palimp_core::sanitize::printable;
///
/// assert_eq!(printable("\u{1b}[31mred\u{1b}[0m \u{202e}결정\u{200b}"), "red 결정");
/// assert_eq!(printable("👨‍👩‍👧 ❤️ 한글"), "👨‍👩‍👧 ❤️ 한글");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    match text.chars().any(is_suspect) {
        false => Cow::Borrowed(text),
        true => {
            let mut stream = PrintableStream::default();
            let mut shown = stream.push_text(text);
            shown.push_str(&stream.finish());
            Cow::Owned(shown)
        }
    }
}

/// `text` on one line, without what its reader cannot see: a name in a list forges no other line.
pub fn printable_line(text: &str) -> String {
    crate::text::one_line(&printable(text))
}

/// `json` with every invisible character written as JSON's own escape: a program reads the same
/// text, and a terminal shows none of them.
///
/// `json` has to be a JSON document; such characters stand nowhere else in it than in strings.
pub fn printable_json(json: String) -> String {
    // What an emoji or a script may need does no harm.
    let is_hidden = |c: char| is_suspect(c) && !is_wanted_by_some(c);
    if !json.chars().any(is_hidden) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        if is_hidden(c) {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units).iter();
            escaped.extend(units.map(|unit| format!("\\u{unit:04x}")));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Sanitizes text that comes in pieces, whose escape sequences and emoji may be cut anywhere.
#[derive(Debug, Default)]
pub struct PrintableStream {
    /// The last character that was shown.
    before: Option<char>,
    /// Held-back text that cannot be judged until more has come.
    waiting: String,
}

/// The longest run of characters that is looked at together.
const MAX_PENDING_BYTES: usize = 64;

/// Decision about the characters at the beginning of a text.
enum CharFate {
    /// So many bytes are shown.
    Shown(usize),
    /// So many bytes are left out.
    Gone(usize),
    /// A space stands for so many bytes.
    Space(usize),
    /// The next characters decide.
    Open,
}

impl PrintableStream {
    /// Returns everything of `text`, and of held-back text, that can be shown by now.
    pub fn push_text(&mut self, text: &str) -> String {
        let mut text = std::mem::take(&mut self.waiting) + text;
        let (shown, left) = self.filter_text(&text, false);
        self.waiting = text.split_off(text.len() - left);
        shown
    }

    /// Returns the sanitized rest, if nothing more comes.
    pub fn finish(&mut self) -> String {
        let text = std::mem::take(&mut self.waiting);
        self.filter_text(&text, true).0
    }

    /// Returns the shown part of `text`, and the number of bytes at its end that have to wait.
    fn filter_text(&mut self, text: &str, last: bool) -> (String, usize) {
        let mut shown = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let piece = |bytes: usize| &rest[..bytes];
            let fate = match char_fate(self.before, c, rest) {
                // No run is waited for that is longer than any that makes sense.
                CharFate::Open if last || rest.len() >= MAX_PENDING_BYTES => {
                    CharFate::Gone(c.len_utf8())
                }
                fate => fate,
            };
            let bytes = match fate {
                CharFate::Shown(bytes) => {
                    shown.push_str(piece(bytes));
                    self.before = piece(bytes).chars().last();
                    bytes
                }
                CharFate::Space(bytes) => {
                    shown.push(' ');
                    self.before = Some(' ');
                    bytes
                }
                CharFate::Gone(bytes) => bytes,
                CharFate::Open => return (shown, rest.len()),
            };
            rest = &rest[bytes..];
        }
        (shown, 0)
    }
}

/// Decides about `c` behind `before`, at the beginning of `rest`.
fn char_fate(before: Option<char>, c: char, rest: &str) -> CharFate {
    let size = c.len_utf8();
    if !is_suspect(c) {
        return CharFate::Shown(size);
    }
    let next = rest[size..].chars().next();
    let shown_if = |shown: bool| if shown { CharFate::Shown(size) } else { CharFate::Gone(size) };
    match c {
        '\u{1b}' => escape_fate(&rest[size..], size),
        '\u{9b}' => control_sequence_fate(&rest[size..], size).unwrap_or(CharFate::Gone(size)),
        '\r' => match next {
            None => CharFate::Open,
            Some('\n') => CharFate::Gone(size),
            Some(_) => CharFate::Space(size),
        },
        // What separates words or lines without being a line break of ours.
        '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => CharFate::Space(size),
        '\u{200c}' | '\u{200d}' => match (before, next) {
            (Some(before), _) if is_joined_script(before) => CharFate::Shown(size),
            (Some(before), next) if c == '\u{200d}' && ends_pictograph(before) => match next {
                None => CharFate::Open,
                Some(next) => shown_if(is_pictograph(next)),
            },
            _ => CharFate::Gone(size),
        },
        '\u{fe00}'..='\u{fe0f}' => shown_if(before.is_some_and(takes_variant)),
        '\u{e0100}'..='\u{e01ef}' => shown_if(before.is_some_and(is_ideograph)),
        '\u{e0020}'..='\u{e007f}' if before == Some('\u{1f3f4}') => flag_fate(rest),
        _ if is_filler(c) => match next {
            _ if before.is_some_and(is_jamo) => CharFate::Shown(size),
            None => CharFate::Open,
            Some(next) => shown_if(is_jamo(next)),
        },
        _ => CharFate::Gone(size),
    }
}

/// Decides about the characters behind an ESC of `size` bytes.
fn escape_fate(rest: &str, size: usize) -> CharFate {
    match rest.chars().next() {
        None => CharFate::Open,
        Some('[') => control_sequence_fate(&rest[1..], size + 1).unwrap_or(CharFate::Gone(size)),
        // The end of a longer sequence.
        Some('\\') => CharFate::Gone(size + 1),
        // A choice of character set: one character follows.
        Some('(' | ')' | '*' | '+') => match rest.chars().nth(1) {
            None => CharFate::Open,
            Some(set) if set.is_ascii_graphic() => CharFate::Gone(size + 2),
            Some(_) => CharFate::Gone(size),
        },
        Some(_) => CharFate::Gone(size),
    }
}

/// A control sequence whose introducer takes `size` bytes: parameters and a letter (ECMA-48, 5.4).
/// `None` when it does not end as one.
fn control_sequence_fate(rest: &str, size: usize) -> Option<CharFate> {
    let parameters = rest.bytes().take_while(|byte| (0x20..=0x3f).contains(byte)).count();
    match rest.as_bytes().get(parameters) {
        None => Some(CharFate::Open),
        Some(0x40..=0x7e) => Some(CharFate::Gone(size + parameters + 1)),
        Some(_) => None,
    }
}

/// The tags behind a black flag: those of the three flags that Unicode recommends.
fn flag_fate(rest: &str) -> CharFate {
    const FLAG_TAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
    let tags = |name: &str| {
        let tag = |byte: u8| char::from_u32(0xe0000 + u32::from(byte)).unwrap_or_default();
        name.bytes().chain([0x7f]).map(tag).collect::<String>()
    };
    for tags in FLAG_TAGS.map(tags) {
        if rest.starts_with(&tags) {
            return CharFate::Shown(tags.len());
        }
        if tags.starts_with(rest) {
            return CharFate::Open;
        }
    }
    CharFate::Gone('\u{e007f}'.len_utf8())
}

/// True if a character is invisible, or may be in some contexts.
const fn is_suspect(c: char) -> bool {
    match c {
        '\n' | '\t' | ' '..='~' => false,
        // Control characters, the soft hyphen.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' => true,
        // Marks of direction: Arabic letter mark, LRM, RLM, embeddings, overrides, isolates.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => true,
        // Zero width: space, joiners, grapheme joiner, word joiner, invisible operators, isolates
        // and deprecated shapes, byte order mark, Mongolian and Khmer.
        '\u{200b}'..='\u{200d}' | '\u{34f}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => true,
        '\u{180b}'..='\u{180f}' | '\u{17b4}' | '\u{17b5}' => true,
        // Separators of lines and paragraphs, annotations, variation selectors, Hangul fillers.
        '\u{2028}' | '\u{2029}' | '\u{fff0}'..='\u{fffb}' | '\u{fe00}'..='\u{fe0f}' => true,
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        // Controls of shorthand and music, tags.
        '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// True if an invisible character is wanted beside some visible ones.
const fn is_wanted_by_some(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
        || is_filler(c)
}

/// Fillers stand for the letter that a syllable of jamo lacks.
const fn is_filler(c: char) -> bool {
    matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

/// Hangul letters that are no whole syllable.
const fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{a960}'..='\u{a97c}'
        | '\u{d7b0}'..='\u{d7fb}' | '\u{ffa1}'..='\u{ffdc}')
        && !is_filler(c)
}

/// Letters that joiners change: from Arabic to Myanmar, Khmer, Mongolian, and the later Indic blocks.
const fn is_joined_script(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{109f}' | '\u{1780}'..='\u{18aa}' | '\u{a8e0}'..='\u{abff}'
        | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{11fff}')
}

/// Emoji and what they are made of.
const fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{2bff}')
}

const fn ends_pictograph(c: char) -> bool {
    is_pictograph(c) || c == '\u{fe0f}'
}

/// True for characters with variant shapes that a variation selector chooses: symbols, the keys of
/// keycaps, ideographs.
const fn takes_variant(c: char) -> bool {
    is_pictograph(c)
        || is_ideograph(c)
        || matches!(c, '#' | '*' | '0'..='9' | '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽'
            | '㊗' | '㊙' | '\u{1000}'..='\u{109f}')
}

const fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// True if output to a stream may have colours, by the rules of no-color.org and
/// bixense.com/clicolors.
pub fn is_coloured(is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    if value("NO_COLOR").is_some() {
        return false;
    }
    if value("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return true;
    }
    let dumb = value("TERM").is_some_and(|term| term == "dumb");
    is_terminal && !dumb && value("CLICOLOR").is_none_or(|value| value != "0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_seen_stays_as_it_is() {
        for text in [
            "plain\n\ttext",
            "한글 결정 — 인증을 고쳤다",
            // Hangul as macOS writes it, old Hangul with fillers, letters of the keyboard.
            "\u{1112}\u{1161}\u{11ab}",
            "\u{1100}\u{1160}\u{11a8}",
            "\u{115f}\u{1161}",
            "ㅋㅋㅋ ㅎㅎ ㅠㅠ",
            // A family, a heart, a keycap, skin, a pirate, Scotland.
            "👨‍👩‍👧‍👦 ❤️ 1️⃣ 👍🏽 🏴‍☠️ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "👩🏽‍💻 🧑‍🚀 👁️‍🗨️",
            // Persian and Hindi need their joiners, an ideograph its variant.
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "葛\u{e0100}城",
            "naïve café e\u{301}",
        ] {
            assert!(matches!(&*printable(text), shown if shown == text), "{text:?}");
        }
        assert!(matches!(printable("결정"), Cow::Borrowed(_)));
    }

    #[test]
    fn nothing_commands_a_terminal_or_hides() {
        for (text, expect) in [
            ("\x1b[1;31mred\x1b[0m", "red"),
            ("\u{9b}31mred", "red"),
            ("\x1b[?25l\x1b[2Jdone\x1b[K", "done"),
            ("\x1b(B\x1b[mplain", "plain"),
            // The reader sees text that a terminal would have hidden.
            ("\x1b]0;title\x07x", "]0;titlex"),
            ("\x1b]52;c;ZXZpbA==\x1b\\", "]52;c;ZXZpbA=="),
            ("\x1b]never ends", "]never ends"),
            ("\x1bPq\x1b\\", "Pq"),
            ("\x1b\x1b[31mx", "x"),
            ("\x1b[31", "[31"),
            ("\x1b[3\n1m", "[3\n1m"),
            ("\x1b[결", "[결"),
            ("a\x08b\x7f\0\u{90}\u{9d}", "ab"),
            ("a\r\nb\rc", "a\nb c"),
            ("a\u{2028}b\u{85}c\x0bd", "a b c d"),
            ("\u{202e}txt.exe\u{202c}", "txt.exe"),
            ("\u{2066}a\u{2069}\u{200e}\u{200f}\u{61c}", "a"),
            ("a\u{200b}b\u{2060}c\u{feff}d\u{ad}e\u{34f}f", "abcdef"),
            ("pass\u{200d}word\u{200c}", "password"),
            ("hi\u{e0069}\u{e0067}\u{e006e}", "hi"),
            ("🏴\u{e0069}\u{e0067}\u{e007f}", "🏴"),
            ("🏴\u{e0067}\u{e0062}", "🏴"),
            ("😀\u{fe0f}\u{fe0e}\u{fe01}\u{e0100}\u{e01ef}", "😀\u{fe0f}"),
            ("x\u{fe01}\u{e0101}", "x"),
            ("👨\u{200d}\u{200d}x", "👨x"),
            ("\u{3164}\u{ffa0}\u{115f}x", "x"),
            ("می\u{200c}\u{200c}\u{200d}خ", "می\u{200c}خ"),
        ] {
            assert_eq!(printable(text), expect, "{text:?}");
        }
    }

    #[test]
    fn a_name_is_one_line() {
        assert_eq!(printable_line("app\n#1 forged\x1b[2K\r"), "app #1 forged");
    }

    #[test]
    fn json_says_the_same_and_shows_nothing() {
        let text = "a\u{9b}31m\u{7f}\u{202e}\u{200b}\u{e0041} \"결\" 👨‍👩‍👧 \x1b\n";
        let json = printable_json(serde_json::to_string_pretty(&[text]).unwrap());
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [text]);
        assert!(json.contains("\\u009b31m\\u007f\\u202e\\u200b\\udb40\\udc41"), "{json}");
        assert!(json.contains("결") && json.contains("👨‍👩‍👧"), "{json}");
    }

    /// Texts of what is suspicious, and of what it may stand beside.
    fn suspicious() -> impl Strategy<Value = String> {
        let pieces = [
            "\x1b", "[", "31m", "]0;", "\x07", "\\", "(", "B", "\u{9b}", "\r", "\n", "a", "결",
            "👨", "\u{200d}", "👩", "\u{fe0f}", "🏴", "\u{e0067}\u{e0062}", "\u{e0065}\u{e006e}",
            "\u{e0067}\u{e007f}", "\u{1100}", "\u{1160}", "\u{3164}", "\u{200c}", "م", "葛",
            "\u{e0100}", "\u{202e}", "1", ";", " ", "\u{85}",
        ];
        let pieces: Vec<&'static str> = pieces.to_vec();
        proptest::collection::vec(proptest::sample::select(pieces), 0..24)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn what_is_shown_is_shown_again(text in suspicious()) {
            let shown = printable(&text).into_owned();
            prop_assert_eq!(&*printable(&shown), &shown);
            prop_assert!(!shown.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
            prop_assert!(shown.chars().count() <= text.chars().count());
        }

        #[test]
        fn pieces_are_shown_like_the_whole(
            text in suspicious(),
            cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..6),
        ) {
            let mut at: Vec<_> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
            at.retain(|at| text.is_char_boundary(*at));
            at.sort_unstable();
            let mut stream = PrintableStream::default();
            let (mut shown, mut from) = (String::new(), 0);
            for at in at.into_iter().chain([text.len()]) {
                shown += &stream.push_text(&text[from..at]);
                from = at;
            }
            shown += &stream.finish();
            prop_assert_eq!(shown, &*printable(&text));
        }

        #[test]
        fn any_text_survives(text in ".*") {
            let shown = printable(&text);
            let hidden = ['\u{1b}', '\u{9b}', '\u{202e}', '\u{200b}'];
            prop_assert!(!shown.contains(hidden));
        }
    }
}
