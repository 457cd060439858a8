//! Index of the triggers that may begin at a word: tables made by the compiler, looked up by a
//! word's first two bytes.

use super::DetectedSecret;
use super::bytes::ByteView;
use super::command::Program;
use super::document::{DOCUMENT_CUES, DocumentCue};
use super::pem::{Beginning, KEY_BEGINNINGS};
use super::phrases::{PHRASES, Phrase};
use super::programs::PROGRAMS;
use super::rules::{Matcher, Matchers};
use super::shape::TokenShape;

/// Match that a word can trigger.
#[derive(Clone, Copy)]
pub(super) enum Trigger {
    /// A token of this kind may begin here.
    Token(&'static str, &'static TokenShape),
    /// A program with secrets among its arguments is called.
    Program(&'static Program),
    /// Words that are followed by a secret.
    Phrase(&'static Phrase),
    /// The word before the entries of a Kubernetes Secret.
    Entries(&'static str),
    /// A private key without armour.
    Key(&'static Beginning),
    /// A word that a document's number follows.
    Document(&'static DocumentCue),
}

/// The words before the entries of a Kubernetes Secret.
const ENTRIES_WORDS: [&str; 2] = ["data", "stringData"];

impl Trigger {
    /// The literal that sets it off.
    const fn literal(&self) -> &'static str {
        match self {
            Trigger::Token(_, shape) => shape.start,
            Trigger::Program(program) => program.name,
            Trigger::Phrase(phrase) => phrase.start,
            Trigger::Entries(word) => word,
            Trigger::Key(beginning) => beginning.start,
            Trigger::Document(document) => document.start,
        }
    }
}

/// True if any trigger may begin at `at`, by the first three bytes: spares most words the index.
pub(super) fn may_begin(view: ByteView<'_>, at: usize) -> bool {
    let bit = beginning_hash(view.byte_at(at), view.byte_at(at + 1), view.byte_at(at + 2));
    BEGINNING_BITS[bit / 64] >> (bit % 64) & 1 == 1
}

/// Of each three bytes that a trigger begins with, the bit in a table of eight kilobytes.
static BEGINNING_BITS: [u64; 1024] = beginning_bits();

const fn beginning_hash(first: u8, second: u8, third: u8) -> usize {
    const HASH_FACTOR: u32 = 0x9e37_79b1;
    let bytes = first as u32 | (second as u32) << 8 | (third as u32) << 16;
    (bytes.wrapping_mul(HASH_FACTOR) >> 16) as usize
}

const fn beginning_bits() -> [u64; 1024] {
    let (mut bits, mut i) = ([0; 1024], 0);
    while i < TRIGGER_COUNT {
        let start = TRIGGER_TABLE.0[i].trigger.literal().as_bytes();
        // Behind one of two bytes anything may stand.
        let (mut third, last) = if start.len() > 2 { (start[2], start[2]) } else { (0, 255) };
        loop {
            let bit = beginning_hash(start[0], start[1], third);
            bits[bit / 64] |= 1 << (bit % 64);
            if third == last {
                break;
            }
            third += 1;
        }
        i += 1;
    }
    bits
}

/// Returns the triggers that may begin at `at`, in the order of the rules.
pub(super) fn triggers_at(view: ByteView<'_>, at: usize) -> impl Iterator<Item = &'static Trigger> {
    let mut next = CHAIN_HEADS[hash_slot(view.byte_at(at), view.byte_at(at + 1))];
    let begins = if next == 0 { 0 } else { first_eight(view, at) };
    std::iter::from_fn(move || {
        while let Some(entry) = TRIGGER_ENTRIES.get(usize::from(next).wrapping_sub(1)) {
            next = entry.next;
            if (entry.begins ^ begins) & entry.mask == 0 {
                return Some(&entry.trigger);
            }
        }
        None
    })
}

/// The eight bytes at `at` as one number.
fn first_eight(view: ByteView<'_>, at: usize) -> u64 {
    match view.bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()) {
        Some(bytes) => u64::from_be_bytes(bytes),
        None => (0..8).fold(0, |number, i| number << 8 | u64::from(view.byte_at(at + i))),
    }
}

/// The token that begins at `start`, where a word may begin.
pub(super) fn find_token(view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
    triggers_at(view, start).find_map(|trigger| match trigger {
        Trigger::Token(kind, shape) => find_shape(kind, shape, view, start),
        Trigger::Key(beginning) => beginning.find_key(view, start),
        _ => None,
    })
}

/// The token without a fixed beginning at `start`, where a long word begins.
pub(super) fn loose_token(view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
    LOOSE_SHAPES.iter().find_map(|&(kind, shape)| find_shape(kind, shape, view, start))
}

/// Returns the match of `shape` at `at`.
pub(super) fn find_shape(
    kind: &'static str,
    shape: &TokenShape,
    view: ByteView<'_>,
    at: usize,
) -> Option<DetectedSecret> {
    shape.find(view, at).map(|(start, end)| DetectedSecret { kind, start, end })
}

/// A trigger in the table.
#[derive(Clone, Copy)]
struct TriggerEntry {
    trigger: Trigger,
    /// The first eight bytes that set it off, and which of them it has.
    begins: u64,
    mask: u64,
    /// The place of the next in its chain, plus one.
    next: u16,
}

impl TriggerEntry {
    const fn new(trigger: Trigger, next: u16) -> TriggerEntry {
        let start = trigger.literal().as_bytes();
        assert!(start.len() >= 2, "a trigger is asked for by two bytes");
        let (mut begins, mut mask, mut i) = (0, 0, 0);
        while i < 8 {
            let stands = i < start.len();
            begins = begins << 8 | if stands { start[i] as u64 } else { 0 };
            mask = mask << 8 | if stands { 0xff } else { 0 };
            i += 1;
        }
        TriggerEntry { trigger, begins, mask, next }
    }
}

const HASH_SLOTS: usize = 1024;

const fn hash_slot(first: u8, second: u8) -> usize {
    ((first as usize) << 5 ^ second as usize) % HASH_SLOTS
}

const FIXED_SHAPE_COUNT: usize = ShapeCounts::of_rules().fixed;
const TRIGGER_COUNT: usize = FIXED_SHAPE_COUNT
    + PROGRAMS.len()
    + PHRASES.len()
    + ENTRIES_WORDS.len()
    + KEY_BEGINNINGS.len()
    + DOCUMENT_CUES.len();

/// The first place of each chain: two kilobytes, and the answer to most questions.
static CHAIN_HEADS: [u16; HASH_SLOTS] = TRIGGER_TABLE.1;
static TRIGGER_ENTRIES: [TriggerEntry; TRIGGER_COUNT] = TRIGGER_TABLE.0;
static LOOSE_SHAPES: [(&str, &TokenShape); ShapeCounts::of_rules().loose] = collect_loose_shapes();
const TRIGGER_TABLE: ([TriggerEntry; TRIGGER_COUNT], [u16; HASH_SLOTS]) =
    build_chains(collect_triggers());

struct ShapeCounts {
    fixed: usize,
    loose: usize,
}

impl ShapeCounts {
    const fn of_rules() -> ShapeCounts {
        let (mut counts, mut matchers) = (ShapeCounts { fixed: 0, loose: 0 }, Matchers::all());
        while let Some((_, matcher)) = matchers.next() {
            match matcher {
                Matcher::Shapes(shapes) => counts.fixed += shapes.len(),
                Matcher::Loose(shapes) => counts.loose += shapes.len(),
                Matcher::Names(_) | Matcher::Built => {}
            }
        }
        counts
    }
}

const fn collect_triggers() -> [Trigger; TRIGGER_COUNT] {
    let mut triggers = [Trigger::Program(&PROGRAMS[0]); TRIGGER_COUNT];
    let (mut filled, mut matchers) = (0, Matchers::all());
    while let Some((kind, matcher)) = matchers.next() {
        let shapes =
            if let Matcher::Shapes(shapes) = matcher { shapes } else { &[] as &[TokenShape] };
        let mut i = 0;
        while i < shapes.len() {
            triggers[filled] = Trigger::Token(kind, &shapes[i]);
            filled += 1;
            i += 1;
        }
    }
    let mut i = 0;
    while i < PROGRAMS.len() {
        triggers[filled + i] = Trigger::Program(&PROGRAMS[i]);
        i += 1;
    }
    filled += i;
    i = 0;
    while i < PHRASES.len() {
        triggers[filled + i] = Trigger::Phrase(&PHRASES[i]);
        i += 1;
    }
    filled += i;
    i = 0;
    while i < ENTRIES_WORDS.len() {
        triggers[filled + i] = Trigger::Entries(ENTRIES_WORDS[i]);
        i += 1;
    }
    filled += i;
    i = 0;
    while i < KEY_BEGINNINGS.len() {
        triggers[filled + i] = Trigger::Key(&KEY_BEGINNINGS[i]);
        i += 1;
    }
    filled += i;
    i = 0;
    while i < DOCUMENT_CUES.len() {
        triggers[filled + i] = Trigger::Document(&DOCUMENT_CUES[i]);
        i += 1;
    }
    triggers
}

/// The triggers in chains by their first two bytes, each in the order given.
const fn build_chains(
    triggers: [Trigger; TRIGGER_COUNT],
) -> ([TriggerEntry; TRIGGER_COUNT], [u16; HASH_SLOTS]) {
    let mut entries = [TriggerEntry::new(triggers[0], 0); TRIGGER_COUNT];
    let (mut heads, mut i) = ([0; HASH_SLOTS], TRIGGER_COUNT);
    while i > 0 {
        i -= 1;
        let start = triggers[i].literal().as_bytes();
        let head = hash_slot(start[0], start[1]);
        entries[i] = TriggerEntry::new(triggers[i], heads[head]);
        heads[head] = i as u16 + 1;
    }
    (entries, heads)
}

const fn collect_loose_shapes()
-> [(&'static str, &'static TokenShape); ShapeCounts::of_rules().loose] {
    let mut all = [("", EMPTY_SHAPE); ShapeCounts::of_rules().loose];
    let (mut filled, mut matchers) = (0, Matchers::all());
    while let Some((kind, matcher)) = matchers.next() {
        let shapes =
            if let Matcher::Loose(shapes) = matcher { shapes } else { &[] as &[TokenShape] };
        let mut i = 0;
        while i < shapes.len() {
            all[filled] = (kind, &shapes[i]);
            filled += 1;
            i += 1;
        }
    }
    all
}

const EMPTY_SHAPE: &TokenShape = &super::shape::exact("", super::bytes::DIGITS, 0);
