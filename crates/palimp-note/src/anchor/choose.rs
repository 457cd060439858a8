//! Selection of the statements of a file that a fact is anchored to.

use std::collections::{HashMap, HashSet};

use super::code::{self, SourceStatement, StatementHash};
use super::sketch;
use super::verdict::LineRange;
use super::words::{self, FactWords};
use super::{Anchor, Sketch};

/// Maximum number of statements that bear the fact's words.
const MAX_OWN_STATEMENTS: usize = 3;
const MAX_NEARBY_STATEMENTS: usize = 5;
/// Minimum worth of another statement, as a share of the best one's.
const MIN_SHARE_OF_BEST: f32 = 0.75;
/// Weight of a word that is a part of a name rather than a name.
const NAME_PART_WEIGHT: f32 = 0.5;

/// A statement and how much of the fact it bears.
struct Rated<'s> {
    statement: &'s SourceStatement,
    worth: f32,
    /// Number of words of the fact in the statement; `names` is the number of its names.
    words: usize,
    names: usize,
}

/// Returns the anchor of a fact in the file at `path` with the content `text`: in `lines` if the
/// caller named them, else at the statements that bear the fact's words. None if no statement does,
/// because the fact may then be about anything in the file.
pub fn anchor_fact(path: &str, text: &str, lines: Option<LineRange>, fact: &str) -> Option<Anchor> {
    let all = code::split_statements(text);
    let mut counts: HashMap<StatementHash, usize> = HashMap::new();
    all.iter().for_each(|it| *counts.entry(it.hash).or_default() += 1);
    let within = |it: &&SourceStatement| {
        lines.is_none_or(|lines| lines.contains(it.lines) || it.lines.contains(lines))
    };
    let region: Vec<&SourceStatement> = all.iter().filter(within).collect();
    let single: Vec<&SourceStatement> =
        region.iter().copied().filter(|it| counts[&it.hash] == 1).collect();
    let region = if single.is_empty() && lines.is_some() { region } else { single };
    let rated = rate_statements(text, &all, &region, &FactWords::from_fact(fact, path));
    let own = select_own_statements(&rated, lines.is_some());
    let (own, others) = match own.is_empty() {
        false => with_nearby_statements(&own, &region),
        true if lines.is_some() => (Vec::new(), sample_evenly(&region)),
        true => return None,
    };
    let shown = if own.is_empty() { &others } else { &own };
    let place = shown.iter().map(|it| it.lines).reduce(LineRange::merged_with)?;
    let hashes = |of: &[&SourceStatement]| {
        let mut seen = HashSet::new();
        of.iter().map(|it| it.hash).filter(|hash| seen.insert(*hash)).collect()
    };
    Some(Anchor {
        path: path.to_owned(),
        lines: Some(place),
        symbol: code::symbol_at(text, place.first),
        sketch: Some(Sketch { own: hashes(&own), others: hashes(&others) }),
    })
}

/// Returns true if a text contains one of these names as a whole word.
pub fn names_in(text: &str, names: &[&str]) -> bool {
    words::word_runs(text).any(|run| names.contains(&run))
}

/// Rates by each statement's share of the fact: a word counts the more, the fewer statements have
/// it.
fn rate_statements<'s>(
    text: &str,
    all: &[SourceStatement],
    region: &[&'s SourceStatement],
    said: &FactWords,
) -> Vec<Rated<'s>> {
    let mut frequent: HashMap<String, usize> = HashMap::new();
    for statement in all {
        let (names, parts) = words::of_code(&text[statement.range.clone()]);
        names.union(&parts).for_each(|word| *frequent.entry(word.clone()).or_default() += 1);
    }
    let rare = |word: &str| {
        let with = frequent.get(word).copied().unwrap_or(1).max(1);
        (1.0 + all.len() as f32 / with as f32).ln()
    };
    let rate = |statement: &&'s SourceStatement| {
        let (names, parts) = words::of_code(&text[statement.range.clone()]);
        let whole = |word: &&String| names.contains(*word);
        let part = |word: &&String| !names.contains(*word) && parts.contains(words::stem(word));
        let both = || said.names.iter().chain(&said.words);
        let worth = both().filter(whole).map(|word| rare(word)).sum::<f32>()
            + NAME_PART_WEIGHT
                * both().filter(part).map(|word| rare(words::stem(word))).sum::<f32>();
        Rated {
            statement,
            worth,
            words: both().filter(|word| whole(word) || part(word)).count(),
            names: said.names.iter().filter(whole).count(),
        }
    };
    region.iter().map(rate).collect()
}

/// Returns the statements that bear the fact's words: the best, and those that come near it. If
/// nobody named lines, one word is too little unless it is a name.
fn select_own_statements<'s>(rated: &[Rated<'s>], named: bool) -> Vec<&'s SourceStatement> {
    let enough = |it: &&Rated| it.words > 0 && (named || it.names > 0 || it.words > 1);
    let mut able: Vec<&Rated> = rated.iter().filter(enough).collect();
    able.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let best = able.first().map_or(0.0, |it| it.worth);
    able.retain(|it| it.worth >= MIN_SHARE_OF_BEST * best);
    able.into_iter().take(MAX_OWN_STATEMENTS).map(|it| it.statement).collect()
}

/// Returns the statements that bear the fact's words, and those around the best of them.
fn with_nearby_statements<'s>(
    own: &[&'s SourceStatement],
    region: &[&'s SourceStatement],
) -> (Vec<&'s SourceStatement>, Vec<&'s SourceStatement>) {
    let best = own[0].lines.first;
    let mut others: Vec<&SourceStatement> = region
        .iter()
        .copied()
        .filter(|it| !own.iter().any(|other| other.hash == it.hash))
        .collect();
    others.sort_by_key(|it| it.lines.first.abs_diff(best));
    others.truncate(MAX_NEARBY_STATEMENTS);
    others.sort_by_key(|it| it.lines);
    let mut own = own.to_vec();
    own.sort_by_key(|it| it.lines);
    (own, others)
}

/// Returns some of the statements, as far apart as possible.
fn sample_evenly<'s>(region: &[&'s SourceStatement]) -> Vec<&'s SourceStatement> {
    let count = region.len().min(sketch::MAX_SKETCH_HASHES);
    let at = |nth: usize| match count {
        0 | 1 => 0,
        _ => nth * (region.len() - 1) / (count - 1),
    };
    (0..count).map(|nth| region[at(nth)]).collect()
}
