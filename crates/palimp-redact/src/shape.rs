//! The shape of a token: a fixed beginning, then runs of characters.

use super::bytes::{BASE64, ByteClass, ByteView, WORD_CHARS, class};

/// As long as it goes on.
pub(super) const UNBOUNDED: usize = usize::MAX;

/// Shape of a kind of token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenShape {
    /// The literal that begins it; empty only where nothing fixed does.
    pub(super) start: &'static str,
    /// True if `start` only announces the secret and stays readable.
    announced: bool,
    /// The first run.
    first: CharRun,
    /// Parts after the first run.
    rest: &'static [ShapePart],
    /// Further condition on the secret.
    check: fn(&[u8]) -> bool,
}

/// A run of characters of one class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CharRun {
    class: ByteClass,
    least: usize,
    most: usize,
}

/// One part of a shape behind its first run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ShapePart {
    /// Exactly this.
    Is(&'static str),
    /// A run of characters.
    Of(CharRun),
}

/// A part of `least` to `most` characters of `class`.
pub(super) const fn part(class: ByteClass, least: usize, most: usize) -> ShapePart {
    ShapePart::Of(CharRun { class, least, most })
}

/// `start`, then `least` or more characters of `class`.
pub(super) const fn shape(start: &'static str, class: ByteClass, least: usize) -> TokenShape {
    within(start, class, least, UNBOUNDED)
}

/// `start`, then `least` to `most` characters of `class`.
pub(super) const fn within(
    start: &'static str,
    class: ByteClass,
    least: usize,
    most: usize,
) -> TokenShape {
    let first = CharRun { class, least, most };
    TokenShape { start, announced: false, first, rest: &[], check: accepts_anything }
}

/// `start`, then exactly `length` characters of `class`.
pub(super) const fn exact(start: &'static str, class: ByteClass, length: usize) -> TokenShape {
    within(start, class, length, length)
}

fn accepts_anything(_: &[u8]) -> bool {
    true
}

impl TokenShape {
    /// The same shape with more parts behind its first run.
    pub(super) const fn with_parts(mut self, rest: &'static [ShapePart]) -> TokenShape {
        self.rest = rest;
        self
    }

    /// The same shape, whose secret must satisfy `check`, its beginning aside.
    pub(super) const fn with_check(mut self, check: fn(&[u8]) -> bool) -> TokenShape {
        self.check = check;
        self
    }

    /// The same shape, of which the beginning is no secret.
    pub(super) const fn announced(mut self) -> TokenShape {
        self.announced = true;
        self
    }

    /// The secret of this shape at `at`, where a word begins.
    ///
    /// A run that may hold the shape's beginning over and over is followed only from its own
    /// beginning, not from behind a hyphen in it, so that it is walked once.
    pub(super) fn find(&self, view: ByteView<'_>, at: usize) -> Option<(usize, usize)> {
        if !view.has_literal(at, self.start) {
            return None;
        }
        if (self.may_repeat() && self.is_within(view, at)) || self.is_in_base64(view, at) {
            return None;
        }
        let body = at + self.start.len();
        let end = self.first.match_end(view, body)?;
        let whole = self.rest.iter().try_fold(end, |end, part| part.match_end(view, end))?;
        let end = body.max(whole - trailing_dots(view.slice(body, whole)));
        // Behind a full stop of its own a placeholder stands for more of it.
        if end < whole && view.has_placeholder(whole) {
            return None;
        }
        let end = padded_end(view, end);
        if self.goes_on(view, end) || !(self.check)(view.slice(body, end)) {
            return None;
        }
        Some((if self.announced { body } else { at }, end))
    }

    /// True if a run may have gone on to `at`. The shape may nevertheless begin there after a
    /// slash, if few bytes of a run stand before, and after the hyphen of a shell's default.
    fn is_within(&self, view: ByteView<'_>, at: usize) -> bool {
        const SHORT_RUN_BYTES: usize = 64;
        let before = view.byte_before(at);
        let begins = match before {
            b'/' => {
                view.run_start(at, self.first.class, SHORT_RUN_BYTES + 1)
                    >= at.saturating_sub(SHORT_RUN_BYTES)
            }
            b'-' => view.byte_before(at - 1) == b':',
            _ => false,
        };
        !begins && self.first.class.contains(before) && !WORD_CHARS.contains(before)
    }

    /// True if `at` stands within encoded data, where any few letters occur by chance.
    fn is_in_base64(&self, view: ByteView<'_>, at: usize) -> bool {
        const LONG_RUN_BYTES: usize = 64;
        b"/+".contains(&view.byte_before(at))
            && self.start.bytes().all(|byte| BASE64.contains(byte))
            && at - view.run_start(at, BASE64, LONG_RUN_BYTES) == LONG_RUN_BYTES
    }

    /// True if the word that ends before `end` goes on there. A placeholder counts as a word as
    /// well after a sign, and after a possible placeholder.
    fn goes_on(&self, view: ByteView<'_>, end: usize) -> bool {
        let may_join =
            !WORD_CHARS.contains(view.byte_before(end)) || self.first.class.contains(b'%');
        WORD_CHARS.contains(view.byte_at(end)) || (may_join && view.has_placeholder(end))
    }

    /// True if the first run has no limit, and `start` may stand in it again.
    fn may_repeat(&self) -> bool {
        self.first.most == UNBOUNDED
            && self.start.bytes().all(|byte| self.first.class.contains(byte))
    }
}

/// Dashes that begin and end the lines around a key in PEM.
const PEM_DASHES: &[u8] = b"-----";

impl CharRun {
    fn match_end(self, view: ByteView<'_>, at: usize) -> Option<usize> {
        let end = view.run_end(at, self.class, self.most.saturating_add(PEM_DASHES.len()));
        // The dashes that begin a private key are none of the token's.
        let begins_key = |five: &[u8]| five == PEM_DASHES;
        let has_dashes = self.class.contains(b'-');
        let key = if has_dashes {
            view.slice(at, end).windows(PEM_DASHES.len()).position(begins_key)
        } else {
            None
        };
        let length = key.unwrap_or(end - at).min(self.most);
        (length >= self.least).then_some(at + length)
    }
}

impl ShapePart {
    fn match_end(&self, view: ByteView<'_>, at: usize) -> Option<usize> {
        match self {
            ShapePart::Is(literal) => view.has_literal(at, literal).then(|| at + literal.len()),
            ShapePart::Of(run) => run.match_end(view, at),
        }
    }
}

/// The end of what may be base64 with its padding. What an `=` gives a value to is not padded.
fn padded_end(view: ByteView<'_>, end: usize) -> usize {
    let padded = view.run_end(end, class!("="), 2);
    if WORD_CHARS.contains(view.byte_at(padded)) { end } else { padded }
}

/// Returns the number of full stops at the end of `secret`: they belong to the sentence around it.
fn trailing_dots(secret: &[u8]) -> usize {
    secret.iter().rev().take_while(|&&byte| byte == b'.').count()
}

/// Shapes that nothing fixed begins. They are tried on long words alone.
pub(super) const MIN_LOOSE_WORD_BYTES: usize = 14;

/// A run of letters and digits that begins a loose shape.
pub(super) const fn loose_shape(class: ByteClass, least: usize, most: usize) -> TokenShape {
    within("", class, least, most)
}

#[cfg(test)]
mod tests {
    use super::super::bytes::{ALNUM, BASE64URL, DOTTED_BASE64URL};
    use super::*;

    fn found<'t>(shape: &TokenShape, text: &'t str) -> Option<&'t str> {
        let view = ByteView { bytes: text.as_bytes(), floor: 0 };
        shape.find(view, 0).and_then(|(start, end)| text.get(start..end))
    }

    #[test]
    fn a_shape_ends_with_its_class() {
        let exactly = exact("ab_", ALNUM, 4);
        assert_eq!(found(&exactly, "ab_1234 x"), Some("ab_1234"));
        assert_eq!(found(&exactly, "ab_12345"), None);
        assert_eq!(found(&exactly, "ab_123"), None);
        assert_eq!(found(&exactly, "ab_1234_"), None);
        assert_eq!(found(&exactly, "ab_1234-x"), Some("ab_1234"));
    }

    #[test]
    fn what_announces_a_secret_stays() {
        let announced = shape("Key ", DOTTED_BASE64URL, 3).announced();
        assert_eq!(found(&announced, "Key a.b.c."), Some("a.b.c"));
    }

    #[test]
    fn parts_follow_each_other() {
        const PARTS: &[ShapePart] = &[ShapePart::Is("."), part(BASE64URL, 2, UNBOUNDED)];
        let parted = shape("t", ALNUM, 2).with_parts(PARTS);
        assert_eq!(found(&parted, "tabc.de=="), Some("tabc.de=="));
        assert_eq!(found(&parted, "tabc"), None);
    }
}
