//! Tombstones of forgotten texts: keyed hashes that recognise a text when an import would restore
//! it.
//!
//! There are two kinds. A *whole* text (a line, a message, an observation) is recognised if all of
//! it recurs, apart from list marks and spacing. A *query* is recognised inside other text: its
//! length and a rolling hash are stored beside its hash, so that every window of that length over
//! an imported text can be compared at the cost of a multiplication; a window that looks alike is
//! hashed for certain.
//!
//! Without the key the tombstones are noise: the hashes are keyed, and length and rolling hash are
//! masked. The number of tombstones and their times are visible. The holder of the key can test a
//! guess, as palimp does, and can find short or common texts by trying.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::forget_query::{FoldedText, IsWhole, fold_text};

/// The key of tombstones: 32 random bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct TombstoneKey([u8; 32]);

/// A hash under a [`TombstoneKey`].
pub type TombstoneHash = [u8; 16];
/// The masked length and rolling hash of a query.
pub type Clue = [u8; 12];

/// Remains of one forgotten text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// Id of the key that made it.
    pub key: i64,
    /// Its hash.
    pub hash: TombstoneHash,
    /// Masked length and rolling hash of a query; none for a whole text.
    pub clue: Option<Clue>,
    /// Time of forgetting, in milliseconds since the Unix epoch.
    pub at: i64,
}

/// Kind of a hashed text, so that one kind is never taken for another.
const WHOLE_HASH_KIND: &str = "whole";
const PART_HASH_KIND: &str = "part";
const QUERY_HASH_KIND: &str = "query";

impl TombstoneKey {
    /// The key of these bytes, which must be random.
    pub const fn new(bytes: [u8; 32]) -> TombstoneKey {
        TombstoneKey(bytes)
    }

    /// Parses the key that [`TombstoneKey::to_hex`] wrote.
    pub fn parse(hex: &str) -> Option<TombstoneKey> {
        blake3::Hash::from_hex(hex.trim()).ok().map(|hash| TombstoneKey(hash.into()))
    }

    /// As it is kept, where no one else reads.
    pub fn to_hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// Returns a number that identifies the key and reveals nothing of it.
    pub fn id(&self) -> i64 {
        i64::from_le_bytes(first_bytes(&self.keyed_hash("key", &[])))
    }

    /// Builds the tombstone of a line, a message or an observation; none if the text is too short
    /// to be distinctive.
    pub fn whole_tombstone(&self, text: &str, at: i64) -> Option<Tombstone> {
        let plain = plain_text(text);
        is_telling(&plain)
            .then(|| self.build_tombstone(self.keyed_hash(WHOLE_HASH_KIND, &[&plain]), None, at))
    }

    /// Builds the tombstone of a text that is recognised in one place only, however short it is.
    pub fn part_tombstone(&self, place: &str, text: &str, at: i64) -> Option<Tombstone> {
        let plain = plain_text(text);
        let says = plain.contains(char::is_alphanumeric);
        says.then(|| {
            self.build_tombstone(self.keyed_hash(PART_HASH_KIND, &[place, &plain]), None, at)
        })
    }

    /// Builds the tombstone of a query, which is recognised inside other text; none for a single
    /// character.
    pub fn query_tombstone(&self, query: &str, at: i64) -> Option<Tombstone> {
        let folded = fold_text(query);
        folded.chars().nth(1)?;
        let hash = self.keyed_hash(QUERY_HASH_KIND, &[&folded]);
        let mut clue = [0; 12];
        let length = u32::try_from(folded.len()).unwrap_or(u32::MAX);
        clue[..4].copy_from_slice(&length.to_le_bytes());
        clue[4..].copy_from_slice(
            &self.rolling_hash(folded.len()).hash_window(folded.as_bytes()).to_le_bytes(),
        );
        Some(self.build_tombstone(hash, Some(self.mask_clue(&hash, clue)), at))
    }

    fn build_tombstone(&self, hash: TombstoneHash, clue: Option<Clue>, at: i64) -> Tombstone {
        Tombstone { key: self.id(), hash, clue, at }
    }

    fn keyed_hash(&self, kind: &str, parts: &[&str]) -> TombstoneHash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        for part in [kind].iter().chain(parts) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        first_bytes(hasher.finalize().as_bytes())
    }

    /// A clue with what only the key knows laid over it; the same again lifts it.
    fn mask_clue(&self, hash: &TombstoneHash, clue: Clue) -> Clue {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(b"mask").update(hash);
        let mask: Clue = first_bytes(hasher.finalize().as_bytes());
        std::array::from_fn(|at| clue[at] ^ mask[at])
    }

    fn rolling_hash(&self, length: usize) -> RollingHash {
        // An odd factor loses nothing modulo a power of two.
        let factor = u64::from_le_bytes(first_bytes(&self.keyed_hash("roll", &[]))) | 1;
        let power = u32::try_from(length.saturating_sub(1)).unwrap_or(u32::MAX);
        RollingHash { factor, first: factor.wrapping_pow(power), length }
    }
}

impl std::fmt::Debug for TombstoneKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

/// A polynomial hash of windows of one length, which moves on by a byte at a time.
struct RollingHash {
    factor: u64,
    /// Factor of the first byte of a window.
    first: u64,
    length: usize,
}

impl RollingHash {
    fn hash_window(&self, window: &[u8]) -> u64 {
        window.iter().fold(0, |hash, byte| self.add_byte(hash, *byte))
    }

    fn add_byte(&self, hash: u64, byte: u8) -> u64 {
        hash.wrapping_mul(self.factor).wrapping_add(u64::from(byte) + 1)
    }

    /// Hands the hash of each window and where it begins to `each`.
    fn for_each_window(&self, text: &[u8], mut each: impl FnMut(usize, u64)) {
        let Some(head) = text.get(..self.length) else { return };
        let mut hash = self.hash_window(head);
        each(0, hash);
        for (at, (gone, new)) in text.iter().zip(&text[self.length..]).enumerate() {
            hash = hash.wrapping_sub(self.first.wrapping_mul(u64::from(*gone) + 1));
            hash = self.add_byte(hash, *new);
            each(at + 1, hash);
        }
    }
}

/// Recognises forgotten texts by the tombstones of one key.
#[derive(Clone, Debug)]
pub struct TombstoneMatcher {
    key: TombstoneKey,
    whole: HashMap<TombstoneHash, i64>,
    /// By their length in bytes.
    queries: BTreeMap<usize, Queries>,
    is_whole: IsWhole,
}

/// Queries of one length.
#[derive(Clone, Debug, Default)]
struct Queries {
    rolling: Vec<u64>,
    /// A bit for the first six bits of each rolling hash, which excludes most windows.
    seen: u64,
    hashes: HashMap<TombstoneHash, i64>,
}

impl Queries {
    fn add_query(&mut self, rolling: u64, hash: TombstoneHash, at: i64) {
        self.rolling.push(rolling);
        self.seen |= 1 << (rolling >> 58);
        self.hashes.insert(hash, at);
    }

    fn may_have(&self, rolling: u64) -> bool {
        self.seen >> (rolling >> 58) & 1 == 1 && self.rolling.contains(&rolling)
    }
}

impl TombstoneMatcher {
    /// Recognises those of `tombstones` that `key` made.
    pub fn new(
        key: TombstoneKey,
        tombstones: impl IntoIterator<Item = Tombstone>,
    ) -> TombstoneMatcher {
        let id = key.id();
        let mut watch = TombstoneMatcher {
            key,
            whole: HashMap::new(),
            queries: BTreeMap::new(),
            is_whole: |_, _| true,
        };
        for it in tombstones.into_iter().filter(|it| it.key == id) {
            let Some(clue) = it.clue else {
                watch.whole.insert(it.hash, it.at);
                continue;
            };
            let clue = watch.key.mask_clue(&it.hash, clue);
            let length = u32::from_le_bytes(first_bytes(&clue)) as usize;
            let queries = watch.queries.entry(length.max(1)).or_default();
            queries.add_query(u64::from_le_bytes(first_bytes(&clue[4..])), it.hash, it.at);
        }
        watch
    }

    /// Recognises a query only where `is_whole` says that it is whole words.
    pub fn of_words(self, is_whole: IsWhole) -> TombstoneMatcher {
        TombstoneMatcher { is_whole, ..self }
    }

    /// Returns the time at which `text`, all of it or something in it, was forgotten; the latest
    /// time. In milliseconds since the Unix epoch.
    pub fn forgotten_at(&self, text: &str) -> Option<i64> {
        let folded = FoldedText::new(text);
        let mut latest = self.whole_at(&plain_of(&folded));
        self.queries_in(&folded.text, &mut |_, at| latest = latest.max(Some(at)));
        latest
    }

    /// Returns the time at which a text of a place was forgotten together with the place.
    pub fn part_forgotten_at(&self, place: &str, text: &str) -> Option<i64> {
        self.whole.get(&self.key.keyed_hash(PART_HASH_KIND, &[place, &plain_text(text)])).copied()
    }

    /// Returns the lines of `text`, from 0, that were forgotten or contain a forgotten query; both
    /// lines if a query wraps onto the next one.
    pub fn forgotten_lines(&self, text: &str) -> Vec<usize> {
        let folded = FoldedText::new(text);
        let mut found = Vec::new();
        self.queries_in(&folded.text, &mut |range, _| found.push(range));
        let mut lines = folded.touched_lines(found.into_iter());
        let known =
            folded.each_line().filter(|(_, line)| self.whole_at(strip_marks(line)).is_some());
        lines.extend(known.map(|(number, _)| number));
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    fn whole_at(&self, plain: &str) -> Option<i64> {
        let is_known = !self.whole.is_empty() && is_telling(plain);
        is_known
            .then(|| self.whole.get(&self.key.keyed_hash(WHOLE_HASH_KIND, &[plain])).copied())
            .flatten()
    }

    fn queries_in(&self, folded: &str, each: &mut dyn FnMut(Range<usize>, i64)) {
        for (&length, queries) in &self.queries {
            self.key.rolling_hash(length).for_each_window(folded.as_bytes(), |at, hash| {
                let looks_alike = queries.may_have(hash);
                let window = looks_alike.then(|| folded.get(at..at + length)).flatten();
                let known = window.and_then(|it| {
                    queries.hashes.get(&self.key.keyed_hash(QUERY_HASH_KIND, &[it]))
                });
                let is_whole = || (self.is_whole)(folded, at..at + length);
                if let Some(&forgotten) = known.filter(|_| is_whole()) {
                    each(at..at + length, forgotten);
                }
            });
        }
    }
}

/// True if a text is distinctive: `yes` and `make test` are not.
fn is_telling(plain: &str) -> bool {
    let words = plain.split(' ').filter(|word| word.contains(char::is_alphanumeric));
    let letters = plain.chars().filter(|c| c.is_alphanumeric());
    words.take(3).count() == 3 && letters.take(8).count() == 8
}

/// A line, or lines, without what another program writes differently: marks of lists, headings and
/// quotes, numbers of lists, boxes to tick.
fn plain_text(text: &str) -> String {
    plain_of(&FoldedText::new(text))
}

fn plain_of(folded: &FoldedText) -> String {
    let lines = folded.each_line().map(|(_, line)| strip_marks(line));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

fn strip_marks(mut line: &str) -> &str {
    loop {
        let rest = without_mark(line).trim_start();
        if rest.len() == line.len() {
            return line;
        }
        line = rest;
    }
}

fn without_mark(line: &str) -> &str {
    const CHECKBOX_MARKS: [&str; 2] = ["[ ] ", "[x] "];
    if let Some(rest) = CHECKBOX_MARKS.iter().find_map(|mark| line.strip_prefix(mark)) {
        return rest;
    }
    let after = line.trim_start_matches(['#', '>']);
    let rest = line.strip_prefix(['-', '*', '+', '•', '·', '–', '\\']).unwrap_or(after);
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.strip_prefix(['.', ')']).filter(|_| digits.len() < line.len());
    let rest = numbered.unwrap_or(rest);
    // "-1" and "3.14" are no items; "#5" is no heading.
    let is_mark = rest.starts_with(char::is_whitespace) || line.starts_with(['>', '\\']);
    if is_mark { rest } else { line }
}

fn first_bytes<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut first = [0; N];
    first.copy_from_slice(&bytes[..N]);
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forget_query::ForgetQuery;
    use proptest::prelude::*;

    fn key() -> TombstoneKey {
        TombstoneKey::new([7; 32])
    }

    fn watch(tombstones: impl IntoIterator<Item = Option<Tombstone>>) -> TombstoneMatcher {
        TombstoneMatcher::new(key(), tombstones.into_iter().flatten())
    }

    #[test]
    fn a_line_is_recognised_in_another_spelling() {
        let watch = watch([key().whole_tombstone("- Deploys need two approvals", 5)]);
        for line in [
            "Deploys need two approvals",
            "  * deploys  need\ttwo approvals",
            "12. Deploys need two approvals",
            "3) deploys need two approvals",
            "- [x] Deploys need two approvals",
            "> ## Deploys need two approvals",
            "\\- Deploys need two approvals",
            "Deploys need\ntwo approvals",
        ] {
            assert_eq!(watch.forgotten_at(line), Some(5), "{line:?}");
        }
        for other in ["Deploys need two approvals now", "deploys need 2 approvals", "", "-", "3.14"]
        {
            assert_eq!(watch.forgotten_at(other), None, "{other:?}");
        }
    }

    #[test]
    fn what_says_little_is_not_told_from_the_same_words_elsewhere() {
        for text in ["yes", "make test", "- [ ] a b c", "```sh", "| a | b | c |", "---"] {
            assert_eq!(key().whole_tombstone(text, 1), None, "{text}");
            assert_eq!(
                key().part_tombstone("a.md", text, 1).is_some(),
                text.contains(char::is_alphanumeric)
            );
        }
        for text in ["배포는 금요일에 하지 않는다", "use port 5544 there"] {
            assert!(key().whole_tombstone(text, 1).is_some(), "{text}");
        }
    }

    #[test]
    fn what_looks_like_a_mark_may_be_none() {
        for text in ["-1", "3.14 is pi", "#5 is fixed", "**bold**", "-flag", "…"] {
            assert_eq!(strip_marks(text), text);
        }
        for (text, rest) in
            [("- a", "a"), ("1. - a", "a"), (">> a", "a"), ("10) a", "a"), ("-", "-")]
        {
            assert_eq!(strip_marks(text), rest);
        }
    }

    #[test]
    fn a_query_is_recognised_inside_other_text() {
        let watch =
            watch([key().query_tombstone("Project Zebra", 9), key().query_tombstone("청룡", 7)]);
        assert_eq!(watch.forgotten_at("see myproject\n  ZEBRAs there"), Some(9));
        assert_eq!(watch.forgotten_at("청룡은 비밀이다"), Some(7));
        assert_eq!(watch.forgotten_at("청룡 and project zebra"), Some(9), "the latest");
        assert_eq!(watch.forgotten_at("project\n\nzebra"), None);
        let text = "a\n- project\n  zebra\n\nb\n\n청룡\n";
        assert_eq!(watch.forgotten_lines(text), [1, 2, 6]);
        assert_eq!(key().query_tombstone("x", 0), None, "a single character is in everything");
    }

    #[test]
    fn a_part_is_known_in_its_place_alone() {
        let watch = watch([key().part_tombstone("~/CLAUDE.md", "use tabs", 3)]);
        assert_eq!(watch.part_forgotten_at("~/CLAUDE.md", "* Use tabs"), Some(3));
        assert_eq!(watch.part_forgotten_at("~/AGENTS.md", "use tabs"), None);
        assert_eq!(watch.forgotten_at("use tabs"), None);
    }

    /// One bit of a clue says nothing of a query's length or letters: over many keys each bit is set
    /// about half of the times.
    #[test]
    fn without_the_key_a_tombstone_is_noise() {
        let mut set = [0_u32; 28 * 8];
        const KEYS: u32 = 400;
        for number in 0..KEYS {
            let key = TombstoneKey::new(*blake3::hash(&number.to_le_bytes()).as_bytes());
            let it = key.query_tombstone("the same query each time", 0).unwrap();
            let bytes = it.hash.into_iter().chain(it.clue.unwrap());
            for (at, byte) in bytes.enumerate() {
                (0..8).for_each(|bit| set[at * 8 + bit] += u32::from(byte >> bit & 1));
            }
        }
        assert!(set.iter().all(|count| (KEYS * 3 / 10..KEYS * 7 / 10).contains(count)), "{set:?}");
    }

    #[test]
    fn another_key_recognises_nothing() {
        let other = TombstoneKey::parse(&"ab".repeat(32)).unwrap();
        let tombstones = [
            other.whole_tombstone("a line that says something", 1).unwrap(),
            other.query_tombstone("query", 1).unwrap(),
        ];
        let watch = TombstoneMatcher::new(key(), tombstones.clone());
        assert_eq!(watch.forgotten_at("a line that says something"), None);
        assert_eq!(watch.forgotten_at("query"), None);
        assert_eq!(
            TombstoneMatcher::new(other.clone(), tombstones).forgotten_at("a Query"),
            Some(1)
        );
        assert_eq!(
            (TombstoneKey::parse(&other.to_hex()), format!("{other:?}")),
            (Some(other), "Key(…)".to_owned())
        );
        assert_eq!(TombstoneKey::parse("no key"), None);
    }

    proptest! {
        /// What is forgotten and what is recognised are the same: no text that a person would see go
        /// comes back, and no other is kept out.
        #[test]
        fn a_query_is_recognised_where_it_is_said(
            text in "(?s)[abAB가나. \n]{0,40}", query in "[abAB가나. ]{2,5}",
        ) {
            let found = watch([key().query_tombstone(&query, 1)]);
            let wanted = ForgetQuery::new(&query);
            let long_enough = fold_text(&query).chars().count() > 1;
            prop_assert_eq!(found.forgotten_at(&text).is_some(), long_enough && wanted.is_in(&text));
            if long_enough {
                prop_assert_eq!(found.forgotten_lines(&text), wanted.matching_lines(&text));
            }
        }

        #[test]
        fn any_text_is_recognised_whole(text in "(?s).{0,60}") {
            if let Some(tombstone) = key().whole_tombstone(&text, 1) {
                prop_assert!(watch([Some(tombstone)]).forgotten_at(&text).is_some());
            }
        }
    }
}
