//! Measures the recall of the redactor on planted secrets.

use std::collections::BTreeMap;

use palimp_redact::Redactor;

use super::draw::{DrawnText, SeededRng};
use super::format::Format;
use super::surroundings::{Planted, SecretEncoding, Surrounding};

/// Numbers of planted and found secrets, by rule and by surrounding.
#[derive(Clone, Debug, Default)]
pub(super) struct RecallReport {
    pub(super) by_rule: BTreeMap<String, Share>,
    pub(super) by_surrounding: BTreeMap<&'static str, Share>,
    /// Texts with a secret that was missed, with what became of them.
    pub(super) missed: Vec<Missed>,
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    pub(super) found: usize,
    pub(super) planted: usize,
}

/// A secret that was missed.
#[derive(Clone, Debug)]
pub(super) struct Missed {
    pub(super) rule: String,
    pub(super) surrounding: &'static str,
    pub(super) text: String,
    pub(super) redacted: String,
}

impl Share {
    fn count_secret(&mut self, is_found: bool) {
        self.planted += 1;
        self.found += usize::from(is_found);
    }

    /// In percent; all of nothing.
    pub(super) fn percent(self) -> f64 {
        if self.planted == 0 { 100.0 } else { 100.0 * self.found as f64 / self.planted as f64 }
    }

    /// The share of all these together.
    pub(super) fn sum(shares: impl IntoIterator<Item = Share>) -> Share {
        let add = |sum: Share, one: Share| Share {
            found: sum.found + one.found,
            planted: sum.planted + one.planted,
        };
        shares.into_iter().fold(Share::default(), add)
    }
}

/// Plants `draws` secrets of each of `formats` in each of `surroundings`, and looks for them.
pub(super) fn measure_recall(
    formats: &[Format],
    surroundings: &[Surrounding],
    draws: usize,
) -> RecallReport {
    let (mut recall, mut dice) = (RecallReport::default(), SeededRng::new(1));
    let redactor = Redactor::default();
    for format in formats {
        for surrounding in surroundings {
            if format.needs_name && surrounding.names_nothing() {
                continue;
            }
            for _ in 0..draws {
                let drawn = format.pattern.draw(format.needs_name, &mut dice);
                if !surrounding.has_room(&drawn.text) {
                    continue;
                }
                let planted = surrounding.plant(format, &drawn.text);
                let redacted = redactor.redact(&planted.text).into_owned();
                let drawn = if format.is_pair() { drawn.without_user() } else { drawn };
                let is_found = !is_leaked(&drawn, planted.written, &redacted);
                recall.count_planted(format, surrounding, planted, redacted, is_found);
            }
        }
    }
    recall
}

impl RecallReport {
    fn count_planted(
        &mut self,
        format: &Format,
        surrounding: &Surrounding,
        planted: Planted,
        redacted: String,
        is_found: bool,
    ) {
        self.by_rule.entry(format.id.clone()).or_default().count_secret(is_found);
        self.by_surrounding.entry(surrounding.name).or_default().count_secret(is_found);
        if !is_found {
            self.missed.push(Missed {
                rule: format.id.clone(),
                surrounding: surrounding.name,
                text: planted.text,
                redacted,
            });
        }
    }
}

/// True if eight characters of the random part of `drawn` still occur in `redacted`, or all of it
/// if it is shorter.
fn is_leaked(drawn: &DrawnText, written: SecretEncoding, redacted: &str) -> bool {
    const LEAKED_CHARS: usize = 8;
    if written == SecretEncoding::Base64 {
        return redacted.contains(&written.encode_secret(&drawn.text)[..LEAKED_CHARS]);
    }
    drawn.chance.iter().any(|chance| {
        let chance = written.encode_secret(&drawn.text[chance.clone()]);
        let width = LEAKED_CHARS.min(chance.len());
        let mut parts = (0..=chance.len() - width).filter_map(|at| chance.get(at..at + width));
        width > 3 && parts.any(|part| redacted.contains(part))
    })
}
