//! By what it is known that something was told already: nothing is told twice in a session, nor what
//! stands above it. What a session was told is kept in its account (`given`).

use std::collections::HashSet;

use palimp_core::text::day_in;

/// What stands in a context already, and what was told before. Of each fact a hash is kept.
#[derive(Clone, Debug, Default)]
pub struct LineDeduplicator {
    known: HashSet<u64>,
    /// The same, in the order in which it was told.
    told: Vec<u64>,
}

impl LineDeduplicator {
    /// What a text says that stands beside the contexts.
    pub fn from_text(text: &str) -> LineDeduplicator {
        let mut seen = LineDeduplicator::default();
        text.lines().for_each(|line| seen.insert_line(line));
        seen
    }

    /// What was told before, as [`Seen::told`] answered.
    pub fn from_hashes(told: &[u64]) -> LineDeduplicator {
        LineDeduplicator { known: told.iter().copied().collect(), told: told.to_vec() }
    }

    /// Everything that was told, in its order.
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

    /// Whether an item says something, and all of it is known.
    pub(super) fn knows_all(&self, item: &str) -> bool {
        let mut facts = content_lines(item).filter_map(hash_fact).peekable();
        facts.peek().is_some() && facts.all(|fact| self.known.contains(&fact))
    }

    /// What an item says that does not stand there yet. The first of several lines says where the
    /// others come from.
    pub(super) fn unknown_part(&self, item: &str) -> Option<String> {
        let Some((label, said)) = item.split_once('\n') else {
            return (!self.contains_line(item)).then(|| item.to_owned());
        };
        let said: Vec<_> = said.lines().filter(|line| !self.contains_line(line)).collect();
        let says = said.iter().any(|line| !line.trim().is_empty());
        says.then(|| format!("{label}\n{}", said.join("\n")))
    }
}

/// The lines of an item that say something: the first of several says where the others come from.
pub(super) fn content_lines(item: &str) -> impl Iterator<Item = &str> {
    item.lines().skip(usize::from(item.contains('\n')))
}

/// The fewest characters of a fact.
const MIN_FACT_CHARS: usize = 12;

/// What a line says, whatever list or day it stands in and whatever it links to; `None` for lines too
/// short to be facts.
pub(crate) fn normalize_fact(line: &str) -> Option<String> {
    Some(normalize_line(line)).filter(|said| said.chars().count() >= MIN_FACT_CHARS)
}

/// The same of lines of any length.
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

/// A hash of that.
fn hash_fact(line: &str) -> Option<u64> {
    let said = normalize_fact(line)?;
    let hash = blake3::hash(said.as_bytes());
    Some(hash.as_bytes().iter().take(6).fold(0, |hash, byte| hash << 8 | u64::from(*byte)))
}
