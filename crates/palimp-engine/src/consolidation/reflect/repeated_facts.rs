//! Facts that more than one session stated.

use std::collections::{HashMap, HashSet};

use palimp_rules::reflect::ComparableFact;

use super::episodes::EpisodeFact;

/// A project and what a fact is filed under.
type Filed<'f> = (Option<&'f str>, &'f str);

/// Returns the hashes of the facts that another session of the same project had stated before. Only
/// facts with the same topic are compared.
pub(super) fn repeated_facts(facts: &[EpisodeFact]) -> HashSet<String> {
    let mut heard: HashMap<Filed, Vec<(&EpisodeFact, ComparableFact)>> = HashMap::new();
    let mut again = HashSet::new();
    for fact in facts.iter().filter(|fact| fact.key.is_some()) {
        let said = ComparableFact::from_text(&fact.text);
        let before = heard.entry((fact.scope.id.as_deref(), &fact.topic)).or_default();
        let session = |fact: &EpisodeFact| fact.key.as_ref().map(|key| key.session.clone());
        let of_other = |other: &EpisodeFact| session(other) != session(fact);
        if before.iter().any(|(other, known)| of_other(other) && said.is_same_as(known)) {
            again.insert(fact.hash());
        }
        before.push((fact, said));
    }
    again
}
