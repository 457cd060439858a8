//! What is kept beside a fact: the other ways to ask for it, and the places in the code that it speaks
//! of. Whether an agent or a model names them, they are kept alike.

use palimp_core::text::one_line;
use palimp_note::anchor::{self, Anchor};
use palimp_redact::Redactor;

use crate::anchors::{self, AnchorPlaces, WorkingTree};

/// Finds secrets, and remembers of which kinds they were.
pub(crate) struct SecretFilter<'a> {
    redactor: &'a Redactor,
    pub(crate) kinds: Vec<String>,
}

impl<'a> SecretFilter<'a> {
    pub(crate) fn new(redactor: &'a Redactor) -> SecretFilter<'a> {
        SecretFilter { redactor, kinds: Vec::new() }
    }

    /// Whether a text holds none.
    fn is_free_of_secrets(&mut self, text: &str) -> bool {
        let found = self.redactor.find(text);
        for finding in &found {
            if !self.kinds.iter().any(|kind| kind == finding.kind) {
                self.kinds.push(finding.kind.to_owned());
            }
        }
        found.is_empty()
    }

    /// A list as a comment holds it. Nobody asks for a text by a secret, so that what holds one is left
    /// out.
    pub(crate) fn join_without_secrets(&mut self, list: &[String]) -> Option<String> {
        let plain = list.iter().filter(|text| self.is_free_of_secrets(text));
        let plain: Vec<String> = plain.map(|text| one_line(text).replace('|', "/")).collect();
        Some(plain.join("|")).filter(|text| !text.is_empty())
    }
}

/// The anchors of a fact, and those of the places that its writer named of which none was made.
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
