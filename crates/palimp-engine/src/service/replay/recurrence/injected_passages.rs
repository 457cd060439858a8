//! The passages that a session was told.

use std::collections::BTreeSet;

use palimp_rank::analysis::content_terms;
use palimp_rules::closing_acts;

use crate::injection::habits::{Habit, StatedWish};
use crate::injection::injection_usage::parse_passages;

/// A passage holds a statement from this share of its words on.
const MIN_HELD_SHARE: f64 = 0.7;

/// Injected passages, in their order.
#[derive(Debug, Default)]
pub(super) struct InjectedPassages(Vec<ReplayedPassage>);

#[derive(Debug)]
pub(super) struct ReplayedPassage {
    pub(super) text: String,
    pub(super) terms: BTreeSet<String>,
}

impl InjectedPassages {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the passages of an answer. A session's title is a prompt and states no wish, so it is
    /// left out.
    pub(super) fn add_answer(&mut self, answer: &str) {
        for passage in parse_passages(answer) {
            let text = without_title(&passage.text);
            self.0.push(ReplayedPassage { terms: content_terms(&text), text });
        }
    }

    pub(super) fn passages(&self) -> &[ReplayedPassage] {
        &self.0
    }

    /// Returns true if a passage holds `name` as it is written; of `host:5433`, both parts.
    pub(super) fn contains_name(&self, name: &str) -> bool {
        let holds = |passage: &ReplayedPassage| {
            let parts = name.split_once(':').filter(|(_, port)| is_number(port));
            passage.text.contains(name)
                || parts.is_some_and(|(host, port)| {
                    passage.text.contains(host) && passage.text.contains(port)
                })
        };
        self.0.iter().any(holds)
    }

    /// Returns true if a passage states a wish.
    pub(super) fn states_wish(&self, wish: &StatedWish) -> bool {
        if wish.acts().is_empty() {
            return self.contains_terms(wish.terms());
        }
        self.0.iter().any(|passage| {
            let said = match passage.text.strip_prefix(Habit::RITUAL_PREFIX) {
                Some(acts) => acts.split(" (").next().unwrap_or(acts).split(" and ").collect(),
                None => closing_acts(passage.text.split(" (").next().unwrap_or(&passage.text)),
            };
            wish.acts().iter().all(|act| said.contains(act))
        })
    }

    /// Returns true if a passage holds most of these words.
    pub(super) fn contains_terms(&self, terms: &BTreeSet<String>) -> bool {
        self.0.iter().any(|passage| passage.contains_terms(terms))
    }
}

impl ReplayedPassage {
    pub(super) fn contains_terms(&self, terms: &BTreeSet<String>) -> bool {
        let held = terms.intersection(&self.terms).count();
        held >= 2 && held as f64 >= MIN_HELD_SHARE * terms.len() as f64
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// A passage without the title in quotes that follows a pointer or a date.
fn without_title(text: &str) -> String {
    let begins = text.trim_start_matches("[tool] ").trim_start_matches("[agent] ");
    if !begins.starts_with("s:") && !begins.starts_with('[') {
        return text.to_owned();
    }
    let quotes = [('"', "\" "), ('“', "”")];
    let cut = quotes.iter().find_map(|(open, close)| {
        let from = text.find(*open)?;
        let to = text[from + open.len_utf8()..].find(close)? + from + open.len_utf8() + close.len();
        Some(format!("{}{}", &text[..from], &text[to..]))
    });
    match cut {
        Some(cut) => cut,
        // The title ends the line.
        None => text.split('"').next().unwrap_or_default().to_owned(),
    }
}
