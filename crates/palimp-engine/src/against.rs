//! A team's fact and something of one's own that contradict each other: both are shown, and each names
//! the other.

use palimp_rules::reflect::ComparableFact;

/// Something that is about to be shown.
pub(crate) trait ConflictCandidate {
    /// Whether a team approved it.
    fn is_of_team(&self) -> bool;
    /// What it says.
    fn shown_text(&self) -> &str;
    /// Where it stands, as a person reads it; none of what cannot be named.
    fn display_location(&self) -> Option<String>;
    /// Says what contradicts it.
    fn set_against(&mut self, place: String);
}

/// Names in each what contradicts it. Where there is no team's fact, nothing is compared.
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
