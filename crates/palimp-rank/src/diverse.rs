//! Keeping near-duplicates apart.
//!
//! J. Carbonell and J. Goldstein, *The Use of MMR, Diversity-Based Reranking for Reordering
//! Documents and Producing Summaries*: the next hit is the one that is best by λ · relevance −
//! (1 − λ) · likeness to those before it.

/// Below this share of common words, two chunks are about one thing but do not say the same.
const MIN_SIMILARITY: f32 = 0.85;

/// The order in which `hits`, best first, are shown: places, and for each the score that
/// keeps the order falling.
///
/// `relevance` is the weight of a hit's score beside its difference from those before it, λ.
pub(super) fn diversify(hits: &[(f32, String)], relevance: f32) -> Vec<(usize, f32)> {
    let words: Vec<Vec<u64>> = hits.iter().map(|(_, text)| word_hashes(text)).collect();
    let mut left: Vec<usize> = (0..hits.len()).collect();
    // The greatest likeness of each hit to those already shown.
    let mut likeness = vec![0.0_f32; hits.len()];
    let mut shown: Vec<(usize, f32)> = Vec::with_capacity(hits.len());
    let worth =
        |at: usize, likeness: &[f32]| relevance * hits[at].0 - (1.0 - relevance) * likeness[at];
    while !left.is_empty() {
        // Of equals the first: it was the better one.
        let mut best = 0;
        for place in 1..left.len() {
            if worth(left[place], &likeness) > worth(left[best], &likeness) {
                best = place;
            }
        }
        let at = left.remove(best);
        let ceiling = shown.last().map_or(f32::INFINITY, |(_, score)| *score);
        shown.push((at, hits[at].0.min(ceiling)));
        for &other in &left {
            likeness[other] = likeness[other].max(similarity(&words[at], &words[other]));
        }
    }
    shown
}

/// Returns the similarity of two texts, from 0 to 1: the share of common words (P. Jaccard) above
/// [`MIN_SIMILARITY`].
fn similarity(a: &[u64], b: &[u64]) -> f32 {
    let (small, large) = if a.len() < b.len() { (a, b) } else { (b, a) };
    // Without counting: at the most all of the smaller one are common.
    if (small.len() as f32) < MIN_SIMILARITY * large.len() as f32 || small.is_empty() {
        return 0.0;
    }
    let common = count_common(small, large) as f32;
    let share = common / ((a.len() + b.len()) as f32 - common);
    ((share - MIN_SIMILARITY) / (1.0 - MIN_SIMILARITY)).max(0.0)
}

/// Number of elements that two rising lists share.
fn count_common(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        common += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    common
}

/// The hashes of a text's words, each once, rising. Duplicates have the same words: what the
/// analyzer would make of them tells nothing more, and takes ten times as long.
fn word_hashes(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut hashes: Vec<u64> = words.map(hash_word).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// A word's hash, letter case aside (FNV-1a).
fn hash_word(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duplicate_stands_behind_what_is_new() {
        let same = "deploy with make promote after the build workflow";
        let hits = [(0.9, same), (0.89, same), (0.6, "roll back with make"), (0.3, "other")];
        let hits = hits.map(|(score, text)| (score, text.to_owned()));
        let shown = diversify(&hits, 0.7);
        assert_eq!(shown.iter().map(|hit| hit.0).collect::<Vec<_>>(), [0, 2, 1, 3]);
        assert_eq!(shown[2].1, 0.6);
        assert!(shown.is_sorted_by(|a, b| a.1 >= b.1));
    }

    #[test]
    fn different_hits_stay_in_order() {
        let hits = [(0.9, "one two three"), (0.8, "one two four"), (0.8, "五六"), (0.1, "")];
        let hits = hits.map(|(score, text)| (score, text.to_owned()));
        assert!(diversify(&hits, 0.7).iter().map(|hit| hit.0).eq(0..4));
    }
}
