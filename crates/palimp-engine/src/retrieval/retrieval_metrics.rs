//! Measures retrieval quality by questions with known answers.
//!
//! The measures are those of information retrieval (Manning, Raghavan and Schütze, *Introduction to
//! Information Retrieval*, chapter 8): the share of a question's answers among the first k
//! (recall), whether any answer is among the first k (hit), the reciprocal rank of the first
//! answer, and the normalised discounted cumulative gain of the first ten.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

/// A question with its relevant records and the records that were found.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedQuestion {
    /// The question's id.
    pub id: String,
    /// The question's category.
    pub category: String,
    /// The records that answer it.
    pub relevant: HashSet<String>,
    /// The records found, best first, each once.
    pub found: Vec<String>,
    /// Latency in milliseconds.
    pub milliseconds: f64,
}

/// Mean measures over questions, in percent, including [`RetrievalMetrics::mrr10`] and
/// [`RetrievalMetrics::ndcg10`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RetrievalMetrics {
    /// The share of answers at the first place.
    #[serde(rename = "R@1")]
    pub recall1: f64,
    /// The share of answers among the first five.
    #[serde(rename = "R@5")]
    pub recall5: f64,
    /// The share of answers among the first ten.
    #[serde(rename = "R@10")]
    pub recall10: f64,
    /// Share of questions with an answer at the first place.
    #[serde(rename = "H@1")]
    pub hit1: f64,
    /// Share of questions with an answer among the first five.
    #[serde(rename = "H@5")]
    pub hit5: f64,
    /// Share of questions with an answer among the first ten.
    #[serde(rename = "H@10")]
    pub hit10: f64,
    /// The normalised discounted cumulative gain of the first ten.
    #[serde(rename = "nDCG@10")]
    pub ndcg10: f64,
    /// The reciprocal rank of the first answer among ten.
    #[serde(rename = "MRR@10")]
    pub mrr10: f64,
}

/// Percentiles of how long a question took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Latency {
    /// Half of the questions took no longer.
    pub p50: f64,
    /// 95 of 100 took no longer.
    pub p95: f64,
    /// 99 of 100 took no longer.
    pub p99: f64,
}

/// The measures of a single question, from 0 to 1.
pub fn measure_question(question: &JudgedQuestion) -> RetrievalMetrics {
    let hits = |k: usize| {
        question.found.iter().take(k).filter(|id| question.relevant.contains(*id)).count()
    };
    let all = question.relevant.len().max(1) as f64;
    let recall = |k| hits(k) as f64 / all;
    let hit = |k| f64::from(u8::from(hits(k) > 0));
    let mut ranks = question.found.iter().take(10).enumerate();
    let first = ranks.find(|(_, id)| question.relevant.contains(*id));
    RetrievalMetrics {
        recall1: recall(1),
        recall5: recall(5),
        recall10: recall(10),
        hit1: hit(1),
        hit5: hit(5),
        hit10: hit(10),
        ndcg10: ndcg(question),
        mrr10: first.map_or(0.0, |(rank, _)| 1.0 / (rank + 1) as f64),
    }
}

fn ndcg(question: &JudgedQuestion) -> f64 {
    let gain = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
    let found = question.found.iter().take(10).enumerate();
    let reached: f64 =
        found.filter(|(_, id)| question.relevant.contains(*id)).map(|(rank, _)| gain(rank)).sum();
    let best: f64 = (0..question.relevant.len().min(10)).map(gain).sum();
    if best == 0.0 { 0.0 } else { reached / best }
}

/// The means over questions, in percent.
pub fn mean_metrics<'q>(
    questions: impl IntoIterator<Item = &'q JudgedQuestion>,
) -> RetrievalMetrics {
    let mut sum = RetrievalMetrics::default();
    let mut count = 0.0;
    for question in questions {
        let one = measure_question(question);
        for (to, from) in sum.fields().into_iter().zip(one.clone().fields()) {
            *to += *from;
        }
        count += 1.0;
    }
    for field in sum.fields() {
        *field = if count == 0.0 { 0.0 } else { *field * 100.0 / count };
    }
    sum
}

/// The means of each category.
pub fn by_category(questions: &[JudgedQuestion]) -> BTreeMap<String, RetrievalMetrics> {
    let categories: HashSet<&str> = questions.iter().map(|q| q.category.as_str()).collect();
    let of = |category: &str| mean_metrics(questions.iter().filter(|q| q.category == category));
    categories.into_iter().map(|category| (category.to_owned(), of(category))).collect()
}

/// Returns the percentiles of latency.
pub fn latency_percentiles(questions: &[JudgedQuestion]) -> Latency {
    let mut times: Vec<f64> = questions.iter().map(|q| q.milliseconds).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let rank = (times.len() as f64 * share).ceil() as usize;
        times.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
    };
    Latency { p50: at(0.50), p95: at(0.95), p99: at(0.99) }
}

impl RetrievalMetrics {
    fn fields(&mut self) -> [&mut f64; 8] {
        [
            &mut self.recall1, &mut self.recall5, &mut self.recall10, &mut self.hit1,
            &mut self.hit5, &mut self.hit10, &mut self.ndcg10, &mut self.mrr10,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(relevant: &[&str], found: &[&str]) -> JudgedQuestion {
        JudgedQuestion {
            id: "q".to_owned(),
            category: "c".to_owned(),
            relevant: relevant.iter().map(|id| (*id).to_owned()).collect(),
            found: found.iter().map(|id| (*id).to_owned()).collect(),
            milliseconds: 1.0,
        }
    }

    #[test]
    fn an_answer_at_the_second_place_counts_from_there() {
        let one = measure_question(&judged(&["b", "z"], &["a", "b", "c"]));
        assert_eq!((one.recall1, one.recall5, one.hit5), (0.0, 0.5, 1.0));
        assert_eq!(one.mrr10, 0.5);
        // DCG = 1/log2(3); ideal = 1 + 1/log2(3).
        assert!((one.ndcg10 - 0.6309 / 1.6309).abs() < 1e-3);
    }

    #[test]
    fn what_stands_behind_the_tenth_place_does_not_count() {
        let mut found: Vec<String> = (0..10).map(|n| n.to_string()).collect();
        found.push("b".to_owned());
        let one = measure_question(&JudgedQuestion { found, ..judged(&["b"], &[]) });
        assert_eq!(one, RetrievalMetrics::default());
    }

    #[test]
    fn means_are_in_percent() {
        let questions = [judged(&["a"], &["a"]), judged(&["a"], &["b"])];
        assert_eq!(mean_metrics(&questions).recall1, 50.0);
        assert_eq!(by_category(&questions)["c"].hit10, 50.0);
        assert_eq!(mean_metrics([]), RetrievalMetrics::default());
        assert_eq!(latency_percentiles(&questions).p99, 1.0);
    }
}
