//! Metadata of a fact: alternative questions and the places in code that it refers to, stored alike
//! for agents and models.

use palimp_core::text::one_line;
use palimp_note::anchor::{self, Anchor};
use palimp_redact::Redactor;

use crate::retrieval::anchors::{self, AnchorPlaces, WorkingTree};

/// Finds secrets and records their kinds.
pub(crate) struct SecretFilter<'a> {
    redactor: &'a Redactor,
    pub(crate) kinds: Vec<String>,
}

impl<'a> SecretFilter<'a> {
    pub(crate) fn new(redactor: &'a Redactor) -> SecretFilter<'a> {
        SecretFilter { redactor, kinds: Vec::new() }
    }

    /// True if a text contains no secret.
    fn is_free_of_secrets(&mut self, text: &str) -> bool {
        let found = self.redactor.find(text);
        for finding in &found {
            if !self.kinds.iter().any(|kind| kind == finding.kind) {
                self.kinds.push(finding.kind.to_owned());
            }
        }
        found.is_empty()
    }

    /// Joins a list as it is stored in a comment. Entries with secrets are left out, because nobody
    /// asks for a text by a secret.
    pub(crate) fn join_without_secrets(&mut self, list: &[String]) -> Option<String> {
        let plain = list.iter().filter(|text| self.is_free_of_secrets(text));
        let plain: Vec<String> = plain.map(|text| one_line(text).replace('|', "/")).collect();
        Some(plain.join("|")).filter(|text| !text.is_empty())
    }
}

/// Finds the anchors of a fact; also returns the places that its writer named for which none was
/// made.
pub(crate) fn find_anchors_or_places(
    tree: &WorkingTree,
    fact: &str,
    places: AnchorPlaces,
    redactor: &Redactor,
) -> (Vec<Anchor>, Vec<String>) {
    if places.named.is_empty() {
        return (anchors::find_anchors(tree, fact, places, redactor), Vec::new());
    }
    let (mut made, mut left) = (Vec::new(), Vec::new());
    for place in places.named {
        let one = AnchorPlaces { named: std::slice::from_ref(place), ..places };
        match anchors::find_anchors(tree, fact, one, redactor).pop() {
            Some(anchor) if made.len() < anchor::MAX_ANCHORS_PER_FACT => made.push(anchor),
            _ => left.push(place.clone()),
        }
    }
    (made, left)
}
