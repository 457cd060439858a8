//! Deduplicates injected lines within a session, by hash, and against the text above the context.
//! The hashes of a session are kept in its state (`given`).

use std::collections::HashSet;

use palimp_core::text::day_in;

/// Hashes of the facts that stand in a context, or were injected before.
#[derive(Clone, Debug, Default)]
pub struct LineDeduplicator {
    known: HashSet<u64>,
    /// The same, in the order in which it was told.
    told: Vec<u64>,
}

impl LineDeduplicator {
    /// Creates a deduplicator that knows a text beside the contexts.
    pub fn from_text(text: &str) -> LineDeduplicator {
        let mut seen = LineDeduplicator::default();
        text.lines().for_each(|line| seen.insert_line(line));
        seen
    }

    /// Creates a deduplicator from injected hashes, as [`LineDeduplicator::into_hashes`] returned
    /// them.
    pub fn from_hashes(told: &[u64]) -> LineDeduplicator {
        LineDeduplicator { known: told.iter().copied().collect(), told: told.to_vec() }
    }

    /// Returns the hashes of all injected facts, in their order.
    pub fn into_hashes(self) -> Vec<u64> {
        self.told
    }

    pub(super) fn contains_line(&self, line: &str) -> bool {
        hash_fact(line).is_some_and(|fact| self.known.contains(&fact))
    }

    pub(super) fn insert_line(&mut self, line: &str) {
        if let Some(fact) = hash_fact(line).filter(|fact| self.known.insert(*fact)) {
            self.told.push(fact);
        }
    }

    /// Returns true if an item says something, and all of it is known.
    pub(super) fn knows_all(&self, item: &str) -> bool {
        let mut facts = content_lines(item).filter_map(hash_fact).peekable();
        facts.peek().is_some() && facts.all(|fact| self.known.contains(&fact))
    }

    /// Returns the part of an item that is not known. The first of several lines names the source
    /// of the others.
    pub(super) fn unknown_part(&self, item: &str) -> Option<String> {
        let Some((label, said)) = item.split_once('\n') else {
            return (!self.contains_line(item)).then(|| item.to_owned());
        };
        let said: Vec<_> = said.lines().filter(|line| !self.contains_line(line)).collect();
        let says = said.iter().any(|line| !line.trim().is_empty());
        says.then(|| format!("{label}\n{}", said.join("\n")))
    }
}

/// Returns the lines of an item that hold its content: the first of several names the source of the
/// others.
pub(super) fn content_lines(item: &str) -> impl Iterator<Item = &str> {
    item.lines().skip(usize::from(item.contains('\n')))
}

/// The fewest characters of a fact.
const MIN_FACT_CHARS: usize = 12;

/// Normalizes a line to its fact, without list marks, day and links; `None` for lines too short to
/// be facts.
pub(crate) fn normalize_fact(line: &str) -> Option<String> {
    Some(normalize_line(line)).filter(|said| said.chars().count() >= MIN_FACT_CHARS)
}

/// Normalizes a line of any length.
pub(super) fn normalize_line(line: &str) -> String {
    let mut rest = line.trim();
    loop {
        let bare = rest.trim_start_matches(['-', '*', ' ']);
        let label = bare.strip_prefix('[').and_then(|inner| inner.split_once(']'));
        rest = match label {
            Some((_, said)) => said.trim_start_matches(':'),
            None => bare,
        };
        if rest == bare {
            break;
        }
    }
    let rest = rest.split(" ([").next().unwrap_or(rest).trim();
    // The day behind a line makes it no other fact.
    let is_day = |behind: &str| {
        behind.ends_with(')') && behind.starts_with("20") && day_in(behind).is_some()
    };
    let dated = rest.rsplit_once(" (").filter(|(_, behind)| is_day(behind));
    dated.map_or(rest, |(said, _)| said).to_lowercase()
}

/// Hashes the normalized fact of a line.
fn hash_fact(line: &str) -> Option<u64> {
    let said = normalize_fact(line)?;
    let hash = blake3::hash(said.as_bytes());
    Some(hash.as_bytes().iter().take(6).fold(0, |hash, byte| hash << 8 | u64::from(*byte)))
}
