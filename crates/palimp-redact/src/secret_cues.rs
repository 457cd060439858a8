//! Words that say of a value in a sentence that it is secret: "the token for staging is …",
//! "use … as the API key", "API 키를 …로".

use super::bytes::{BASE64, BLANK, ByteClass, ByteView, class, with_longer};
use super::names::{self, SecretName, Spelled, Strength};
use super::randomness::Looks;
use super::stand_in::mentions_secret;

/// Characters of a word in a sentence.
const WORD_CHARS: ByteClass = ByteClass(const { &with_longer(class!("A-Za-z0-9_-")) });

/// A word that says that a value is secret.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecretCue {
    kind: &'static str,
    strength: Strength,
    /// True if next to nothing stands between the word and the value.
    is_close: bool,
}

impl SecretCue {
    /// Returns the kind announced for `value`, which has the look `looks` and stands at
    /// `start..end`.
    pub(super) fn kind_for(
        view: ByteView<'_>,
        start: usize,
        end: usize,
        looks: Looks,
        value: &[u8],
    ) -> Option<&'static str> {
        let fits = |said: &SecretCue| said.matches_value(looks, value);
        // What is not clearly drawn at random must be said to be secret right before it.
        let words = if looks == Looks::Random { 7 } else { 5 };
        let before = SecretCue::find_before(view, start, end, words).filter(fits);
        before.or_else(|| SecretCue::find_behind(view, end).filter(fits)).map(|said| said.kind)
    }

    /// True if `value`, which has the look `looks`, is the announced value.
    fn matches_value(&self, looks: Looks, value: &[u8]) -> bool {
        const LONG_VALUE_BYTES: usize = 20;
        let is_long = value.len() >= LONG_VALUE_BYTES;
        let is_sure = !matches!(self.strength, Strength::Random);
        let is_enough = match looks {
            Looks::Random => is_long || self.is_close,
            Looks::Mixed => is_sure && self.is_close,
            Looks::Hexadecimal => is_sure && self.is_close && is_long,
            Looks::Written => false,
        };
        is_enough && !mentions_secret(value)
    }

    /// The last of such words before `start`, in its line or, where the value has that for itself,
    /// in the one above.
    fn find_before(view: ByteView<'_>, start: usize, end: usize, most: usize) -> Option<SecretCue> {
        const MAX_DISTANCE_BYTES: usize = 96;
        let floor = start.saturating_sub(MAX_DISTANCE_BYTES);
        let lines = if is_alone(view, start, end) { CueLines::Any } else { CueLines::Opening };
        // What is given to another name is not what was said before: `pw=**** req=…`.
        let is_given =
            view.byte_before(start) == b'=' && view.byte_before(start - 1).is_ascii_alphanumeric();
        let most = if is_given { 1 } else { most };
        let mut at = start;
        for words in 0..most {
            at = word_end(view, at, if words == 0 { lines } else { CueLines::Same })?;
            if at <= floor {
                return None;
            }
            if !names::may_end(view, at) {
                at = view.run_start(at, WORD_CHARS, MAX_DISTANCE_BYTES).min(at - 1);
                continue;
            }
            let word = names::name_before(view, at);
            if let Some((kind, name)) = announcing_name(view, &word, at) {
                let is_close = is_close(view.slice(at, start), words);
                let said = SecretCue { kind, strength: name.strength, is_close };
                return (!is_part(view, &word, at)).then_some(said);
            }
            at = word.start.min(at - 1);
        }
        None
    }

    /// The first of such words behind a value that ends at `end` and is said to be something. In
    /// Korean the verb stands at the end.
    fn find_behind(view: ByteView<'_>, end: usize) -> Option<SecretCue> {
        const MAX_WORDS: usize = 8;
        let verb = view.run_end(end, class!("\"'`= "), 4);
        let mut at = view.run_end(verb, WORD_CHARS, 12);
        let is_verb = matches!(view.slice(verb, at), b"as" | b"is" | b"for" | b"was");
        if !is_verb && view.byte_at(verb).is_ascii() {
            return None;
        }
        for _ in 0..MAX_WORDS {
            let start = view.run_end(at, BLANK, 2);
            at = view.run_end(start, WORD_CHARS, 48);
            // What was taken out behind a word may have been a part of it.
            if start == at || view.has_placeholder(at) {
                return None;
            }
            if let Some((kind, name)) = announcing_name(view, &names::name_before(view, at), at) {
                return Some(SecretCue { kind, strength: name.strength, is_close: true });
            }
        }
        None
    }
}

/// The name that `word`, which ends at `end`, is, if a secret follows it in a sentence.
fn announcing_name<'t>(
    view: ByteView<'t>,
    word: &Spelled<'t>,
    end: usize,
) -> Option<(&'static str, &'static SecretName)> {
    let named =
        if names::may_end(view, end) { names::matching_names(word.phrase).next() } else { None };
    named.filter(|(_, name)| name.announces_secret())
}

/// True if `word`, which ends at `end`, is a part of a resource's name or of a line of data.
fn is_part(view: ByteView<'_>, word: &Spelled<'_>, end: usize) -> bool {
    const MAX_LINE_BYTES: usize = 96;
    let start = view.run_start(word.start, BASE64, MAX_LINE_BYTES);
    let line = view.slice(start, view.run_end(end, BASE64, MAX_LINE_BYTES));
    view.byte_before(word.start) == b':' || Looks::classify(line) == Looks::Random
}

/// True if next to nothing, `words` words, stands `between` a word and a value, and nothing that
/// only code has. A colon before the value announces it from further off.
fn is_close(between: &[u8], words: usize) -> bool {
    let signs = |byte: &&u8| b" \t\r\n\"'`*>".contains(byte);
    let is_announced = between.iter().rev().find(|byte| !signs(byte)) == Some(&b':');
    let (most_words, longest) = if is_announced { (4, 40) } else { (2, 28) };
    let has = |signs: &[u8]| between.iter().any(|byte| signs.contains(byte));
    let is_code = between.is_ascii() && !has(b"\n") && has(b");{}<");
    words <= most_words && between.len() <= longest && !is_code
}

/// Lines in which a cue word is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CueLines {
    /// In the value's own.
    Same,
    /// In one above as well that ends with a colon or opens a fence.
    Opening,
    /// In any above.
    Any,
}

/// True if `start..end` is alone on its line.
fn is_alone(view: ByteView<'_>, start: usize, end: usize) -> bool {
    let before = view.run_start(start, class!(" \t>*-"), 16);
    matches!(view.byte_before(before), 0 | b'\n') && matches!(view.byte_at(end), 0 | b'\r' | b'\n')
}

/// Returns the end of the last word before `end`.
fn word_end(view: ByteView<'_>, end: usize, lines: CueLines) -> Option<usize> {
    const MAX_GAP_BYTES: usize = 40;
    let mut at = end;
    while at > view.floor && end - at < MAX_GAP_BYTES {
        let byte = view.byte_before(at);
        if byte.is_ascii_alphanumeric() || !byte.is_ascii() {
            return Some(at);
        }
        if byte == b'\n' {
            let line = view.run_start(at - 1, BLANK, 4);
            let opens = lines == CueLines::Opening && b":`\n".contains(&view.byte_before(line));
            if lines != CueLines::Any && !opens {
                return None;
            }
        }
        at -= 1;
    }
    None
}
