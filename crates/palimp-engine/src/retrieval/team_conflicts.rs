//! A team's fact and something of one's own that contradict each other: both are shown, and each names
//! the other.

use palimp_rules::reflect::ComparableFact;

/// A passage that is about to be shown.
pub(crate) trait ConflictCandidate {
    /// True if a team approved it.
    fn is_of_team(&self) -> bool;
    /// The text that is shown.
    fn shown_text(&self) -> &str;
    /// Location of the passage as a person reads it; none if it cannot be named.
    fn display_location(&self) -> Option<String>;
    /// Says what contradicts it.
    fn set_against(&mut self, place: String);
}

/// Marks each passage with the location of what contradicts it. Compares nothing if there is no
/// team fact.
pub(crate) fn mark_conflicts<S: ConflictCandidate>(shown: &mut [S]) {
    if !shown.iter().any(ConflictCandidate::is_of_team) {
        return;
    }
    let said: Vec<Vec<ComparableFact>> =
        shown.iter().map(|it| parse_statements(it.shown_text())).collect();
    let mut found = Vec::new();
    for (team, _) in shown.iter().enumerate().filter(|(_, it)| it.is_of_team()) {
        for (own, _) in shown.iter().enumerate().filter(|(_, it)| !it.is_of_team()) {
            if contradict_each_other(&said[team], &said[own]) {
                found.extend([
                    (team, shown[own].display_location()),
                    (own, shown[team].display_location()),
                ]);
            }
        }
    }
    for (at, place) in found {
        place.into_iter().for_each(|place| shown[at].set_against(place));
    }
}

fn parse_statements(text: &str) -> Vec<ComparableFact> {
    text.lines().filter(|line| !line.trim().is_empty()).map(ComparableFact::from_text).collect()
}

fn contradict_each_other(one: &[ComparableFact], other: &[ComparableFact]) -> bool {
    let either = |a: &ComparableFact, b: &ComparableFact| a.contradicts(b) || b.contradicts(a);
    one.iter().any(|a| other.iter().any(|b| either(a, b)))
}
