//! Texts that a regular expression matches, drawn at random.

use std::ops::Range;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Capture, Class, Hir, HirKind, Repetition};

/// A source of numbers that are the same in every run.
#[derive(Clone, Debug)]
pub(super) struct SeededRng(u64);

impl SeededRng {
    pub(super) fn new(seed: u64) -> SeededRng {
        SeededRng(seed)
    }

    /// A number below `limit` (SplitMix64; Steele, Lea and Flood 2014).
    pub(super) fn number_below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }
}

/// A text that was drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawnText {
    pub(super) text: String,
    /// Ranges that are random, not literals of the expression.
    pub(super) chance: Vec<Range<usize>>,
    /// Match of each group of the expression.
    groups: Vec<(u32, Range<usize>)>,
}

/// An expression to draw from.
#[derive(Clone, Debug)]
pub(super) struct DrawPattern(Hir);

impl DrawPattern {
    /// The pattern that `expression` spells; `None` where it does not parse.
    pub(super) fn new(expression: &str) -> Option<DrawPattern> {
        ParserBuilder::new().utf8(false).build().parse(expression).ok().map(DrawPattern)
    }

    /// A text that matches, of which the first group that took part is the secret. Without what
    /// else belongs to it, as the host of a URL does, where `is_named`.
    pub(super) fn draw(&self, is_named: bool, dice: &mut SeededRng) -> DrawnText {
        let mut drawn = DrawnText::default();
        drawn.draw_node(&self.0, dice);
        let secret = drawn.groups.iter().min_by_key(|(index, _)| *index);
        let Some(secret) = secret.map(|(_, part)| part.clone()) else { return drawn };
        let around = drawn.with_surroundings(&secret);
        drawn.clip_to(if is_named { &secret } else { &around }, &secret)
    }
}

impl DrawnText {
    /// `secret` and what stands around it, signs that only divide it from other text aside.
    fn with_surroundings(&self, secret: &Range<usize>) -> Range<usize> {
        const MAX_DIVIDER_BYTES: usize = 2;
        let start = if secret.start <= MAX_DIVIDER_BYTES { secret.start } else { 0 };
        let is_divider = self.text.len() - secret.end <= MAX_DIVIDER_BYTES;
        start..if is_divider { secret.end } else { self.text.len() }
    }

    /// Returns the text in `part`, in which no more than `secret` is random.
    fn clip_to(&self, part: &Range<usize>, secret: &Range<usize>) -> DrawnText {
        let clip = |chance: &Range<usize>| {
            let (start, end) = (chance.start.max(secret.start), chance.end.min(secret.end));
            start.saturating_sub(part.start)..end.saturating_sub(part.start)
        };
        let chance = self.chance.iter().map(clip).filter(|chance| chance.start < chance.end);
        DrawnText {
            text: self.text[part.clone()].to_owned(),
            chance: chance.collect(),
            groups: Vec::new(),
        }
    }

    /// The same, of which what stands before its last colon is no secret.
    pub(super) fn without_user(mut self) -> DrawnText {
        let colon = self.text.rfind(':').unwrap_or_default();
        self.chance.retain(|chance| chance.start > colon);
        self
    }

    fn draw_node(&mut self, hir: &Hir, dice: &mut SeededRng) {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => self.text.push_str(&String::from_utf8_lossy(&literal.0)),
            // A full stop that somebody forgot to escape.
            HirKind::Class(class) if is_any(class) => self.text.push('.'),
            HirKind::Class(class) => self.push_one_of(class, dice),
            HirKind::Repetition(repetition) => {
                for _ in 0..repetition_count(repetition, dice) {
                    match repetition.sub.kind() {
                        HirKind::Class(class) => self.push_one_of(class, dice),
                        _ => self.draw_node(&repetition.sub, dice),
                    }
                }
            }
            HirKind::Capture(Capture { index, sub, .. }) => {
                let start = self.text.len();
                self.draw_node(sub, dice);
                self.groups.push((*index, start..self.text.len()));
            }
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.draw_node(part, dice)),
            HirKind::Alternation(parts) => {
                self.draw_node(&parts[dice.number_below(parts.len())], dice)
            }
        }
    }

    fn push_one_of(&mut self, class: &Class, dice: &mut SeededRng) {
        let members = printable_members(class);
        let start = self.text.len();
        self.text.push(members.get(dice.number_below(members.len())).copied().unwrap_or('x'));
        // The two cases of one letter are a letter, not chance.
        if members.len() > 2 {
            match self.chance.last_mut() {
                Some(last) if last.end == start => last.end += 1,
                _ => self.chance.push(start..start + 1),
            }
        }
    }
}

/// The printable ASCII characters of `class`; of one that takes nearly all of them the letters and
/// digits.
fn printable_members(class: &Class) -> Vec<char> {
    const NEARLY_ALL_CHARS: usize = 80;
    let printable = |from: char, to: char| from.max(' ')..=to.min('~');
    let mut members: Vec<char> = match class {
        Class::Unicode(class) => {
            class.iter().flat_map(|range| printable(range.start(), range.end())).collect()
        }
        Class::Bytes(class) => class
            .iter()
            .flat_map(|range| printable(range.start().into(), range.end().into()))
            .collect(),
    };
    if members.len() > NEARLY_ALL_CHARS {
        members.retain(char::is_ascii_alphanumeric);
    }
    members
}

/// True if `class` takes any character of a line.
fn is_any(class: &Class) -> bool {
    matches!(class, Class::Unicode(class) if class.ranges().len() == 2 && class.ranges()[0].start() == '\0')
}

/// Returns the number of repetitions of a part: the minimum if it is filler before the secret.
fn repetition_count(repetition: &Repetition, dice: &mut SeededRng) -> usize {
    const MAX_EXTRA_REPETITIONS: u32 = 24;
    let least = repetition.min;
    let is_line = matches!(repetition.sub.kind(), HirKind::Class(class) if is_any(class));
    let is_wide = repetition.max.is_none_or(|most| most > 3);
    let is_filler =
        !repetition.greedy || (least == 0 && is_wide && (is_line || repetition.max.is_some()));
    let most = repetition.max.unwrap_or(u32::MAX).min(least.saturating_add(MAX_EXTRA_REPETITIONS));
    let more = if is_filler { 0 } else { dice.number_below((most - least) as usize + 1) };
    least as usize + more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(expression: &str) -> DrawnText {
        DrawPattern::new(expression).expect("an expression").draw(true, &mut SeededRng::new(7))
    }

    #[test]
    fn what_is_drawn_has_the_form_of_the_expression() {
        let text = drawn(r"\b(?:ab|ab)_[0-9a-f]{8}(?i:x)\b").text;
        assert_eq!((&text[..3], text.len()), ("ab_", 12));
        assert!(text[3..11].bytes().all(|byte| byte.is_ascii_hexdigit()));
    }

    #[test]
    fn a_group_is_the_secret_and_its_literals_are_no_chance() {
        let secret = drawn(r"[\w.-]{0,50}?name=(pre_[a-z]{6})[;\s]");
        assert!(secret.text.starts_with("pre_") && secret.text.len() == 10);
        assert_eq!(secret.chance.first(), Some(&(4..10)));
    }
}
