//! What may begin at a word: tables made by the compiler, asked by a word's first two bytes.

use super::Finding;
use super::bytes::View;
use super::command::Program;
use super::document::{DOCUMENTS, Document};
use super::pem::{BEGINNINGS, Beginning};
use super::phrases::{PHRASES, Phrase};
use super::programs::PROGRAMS;
use super::rules::{Matcher, Matchers};
use super::shape::Shape;

/// What a word can set off.
#[derive(Clone, Copy)]
pub(super) enum Trigger {
    /// A token of this kind may begin here.
    Token(&'static str, &'static Shape),
    /// A program with secrets among its arguments is called.
    Program(&'static Program),
    /// Words that are followed by a secret.
    Phrase(&'static Phrase),
    /// The word before the entries of a Kubernetes Secret.
    Entries(&'static str),
    /// A private key without armour.
    Key(&'static Beginning),
    /// A word that a document's number follows.
    Document(&'static Document),
}

/// The words before the entries of a Kubernetes Secret.
const ENTRIES_WORDS: [&str; 2] = ["data", "stringData"];

impl Trigger {
    /// The literal that sets it off.
    const fn start(&self) -> &'static str {
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

/// Whether anything may begin at `at`, by the first three bytes: a question that spares most
/// words the index.
pub(super) fn may_begin(view: View<'_>, at: usize) -> bool {
    let bit = beginning(view.at(at), view.at(at + 1), view.at(at + 2));
    BEGINNING_BITS[bit / 64] >> (bit % 64) & 1 == 1
}

/// Of each three bytes that a trigger begins with, the bit in a table of eight kilobytes.
static BEGINNING_BITS: [u64; 1024] = beginning_bits();

const fn beginning(first: u8, second: u8, third: u8) -> usize {
    const FACTOR: u32 = 0x9e37_79b1;
    let bytes = first as u32 | (second as u32) << 8 | (third as u32) << 16;
    (bytes.wrapping_mul(FACTOR) >> 16) as usize
}

const fn beginning_bits() -> [u64; 1024] {
    let (mut bits, mut i) = ([0; 1024], 0);
    while i < COUNT {
        let start = TABLE.0[i].trigger.start().as_bytes();
        // Behind one of two bytes anything may stand.
        let (mut third, last) = if start.len() > 2 { (start[2], start[2]) } else { (0, 255) };
        loop {
            let bit = beginning(start[0], start[1], third);
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

/// What may begin at `at`, in the order of the rules.
pub(super) fn at(view: View<'_>, at: usize) -> impl Iterator<Item = &'static Trigger> {
    let mut next = HEADS[slot(view.at(at), view.at(at + 1))];
    let begins = if next == 0 { 0 } else { first_eight(view, at) };
    std::iter::from_fn(move || {
        while let Some(entry) = ENTRIES.get(usize::from(next).wrapping_sub(1)) {
            next = entry.next;
            if (entry.begins ^ begins) & entry.mask == 0 {
                return Some(&entry.trigger);
            }
        }
        None
    })
}

/// The eight bytes at `at` as one number.
fn first_eight(view: View<'_>, at: usize) -> u64 {
    match view.bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()) {
        Some(bytes) => u64::from_be_bytes(bytes),
        None => (0..8).fold(0, |number, i| number << 8 | u64::from(view.at(at + i))),
    }
}

/// The token that begins at `start`, where a word may begin.
pub(super) fn token(view: View<'_>, start: usize) -> Option<Finding> {
    at(view, start).find_map(|trigger| match trigger {
        Trigger::Token(kind, shape) => found(kind, shape, view, start),
        Trigger::Key(beginning) => beginning.key(view, start),
        _ => None,
    })
}

/// The token without a fixed beginning at `start`, where a long word begins.
pub(super) fn loose_token(view: View<'_>, start: usize) -> Option<Finding> {
    LOOSE.iter().find_map(|&(kind, shape)| found(kind, shape, view, start))
}

/// What `shape` finds at `at`.
pub(super) fn found(
    kind: &'static str,
    shape: &Shape,
    view: View<'_>,
    at: usize,
) -> Option<Finding> {
    shape.find(view, at).map(|(start, end)| Finding { kind, start, end })
}

/// A trigger in the table.
#[derive(Clone, Copy)]
struct Entry {
    trigger: Trigger,
    /// The first eight bytes that set it off, and which of them it has.
    begins: u64,
    mask: u64,
    /// The place of the next in its chain, plus one.
    next: u16,
}

impl Entry {
    const fn new(trigger: Trigger, next: u16) -> Entry {
        let start = trigger.start().as_bytes();
        assert!(start.len() >= 2, "a trigger is asked for by two bytes");
        let (mut begins, mut mask, mut i) = (0, 0, 0);
        while i < 8 {
            let stands = i < start.len();
            begins = begins << 8 | if stands { start[i] as u64 } else { 0 };
            mask = mask << 8 | if stands { 0xff } else { 0 };
            i += 1;
        }
        Entry { trigger, begins, mask, next }
    }
}

const SLOTS: usize = 1024;

const fn slot(first: u8, second: u8) -> usize {
    ((first as usize) << 5 ^ second as usize) % SLOTS
}

const FIXED: usize = Counts::of_rules().fixed;
const COUNT: usize = FIXED
    + PROGRAMS.len()
    + PHRASES.len()
    + ENTRIES_WORDS.len()
    + BEGINNINGS.len()
    + DOCUMENTS.len();

/// The first place of each chain: two kilobytes, and the answer to most questions.
static HEADS: [u16; SLOTS] = TABLE.1;
static ENTRIES: [Entry; COUNT] = TABLE.0;
static LOOSE: [(&str, &Shape); Counts::of_rules().loose] = loose();
const TABLE: ([Entry; COUNT], [u16; SLOTS]) = chained(triggers());

struct Counts {
    fixed: usize,
    loose: usize,
}

impl Counts {
    const fn of_rules() -> Counts {
        let (mut counts, mut matchers) = (Counts { fixed: 0, loose: 0 }, Matchers::all());
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

const fn triggers() -> [Trigger; COUNT] {
    let mut triggers = [Trigger::Program(&PROGRAMS[0]); COUNT];
    let (mut filled, mut matchers) = (0, Matchers::all());
    while let Some((kind, matcher)) = matchers.next() {
        let shapes = if let Matcher::Shapes(shapes) = matcher { shapes } else { &[] as &[Shape] };
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
    while i < BEGINNINGS.len() {
        triggers[filled + i] = Trigger::Key(&BEGINNINGS[i]);
        i += 1;
    }
    filled += i;
    i = 0;
    while i < DOCUMENTS.len() {
        triggers[filled + i] = Trigger::Document(&DOCUMENTS[i]);
        i += 1;
    }
    triggers
}

/// The triggers in chains by their first two bytes, each in the order given.
const fn chained(triggers: [Trigger; COUNT]) -> ([Entry; COUNT], [u16; SLOTS]) {
    let mut entries = [Entry::new(triggers[0], 0); COUNT];
    let (mut heads, mut i) = ([0; SLOTS], COUNT);
    while i > 0 {
        i -= 1;
        let start = triggers[i].start().as_bytes();
        let head = slot(start[0], start[1]);
        entries[i] = Entry::new(triggers[i], heads[head]);
        heads[head] = i as u16 + 1;
    }
    (entries, heads)
}

const fn loose() -> [(&'static str, &'static Shape); Counts::of_rules().loose] {
    let mut all = [("", EMPTY); Counts::of_rules().loose];
    let (mut filled, mut matchers) = (0, Matchers::all());
    while let Some((kind, matcher)) = matchers.next() {
        let shapes = if let Matcher::Loose(shapes) = matcher { shapes } else { &[] as &[Shape] };
        let mut i = 0;
        while i < shapes.len() {
            all[filled] = (kind, &shapes[i]);
            filled += 1;
            i += 1;
        }
    }
    all
}

const EMPTY: &Shape = &super::shape::exact("", super::bytes::DIGIT, 0);
