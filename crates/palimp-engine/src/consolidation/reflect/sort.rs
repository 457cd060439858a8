//! Sorts facts to their places, by a distiller or by the rules.

use std::collections::HashSet;

use palimp_core::chat::{ModelError, TokenUsage};
use palimp_core::distill::{DistillTask, Distiller};
use palimp_rules::reflect::{FactCategory, lasting_category, parse_verdicts};

use super::episodes::EpisodeFact;
use super::notes::LastingNoteLine;
use super::section::LinkedFact;

/// Maximum number of facts, and of known lines, in one call.
const MAX_FACTS_PER_CALL: usize = 30;
const MAX_KNOWN_LINES_PER_CALL: usize = 100;

/// A fact with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SortedFact {
    pub(super) fact: EpisodeFact,
    pub(super) place: FactCategory,
    /// The line that it makes untrue, where the distiller says so.
    pub(super) supersedes: Option<LinkedFact>,
}

/// Reason why facts were not sorted.
#[derive(Debug)]
pub(super) enum SortError {
    /// The distiller failed.
    Failed(ModelError),
    /// It would have cost more than is left.
    TooDear,
}

/// Cost of sorting.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SortingCost {
    pub(super) usage: TokenUsage,
}

/// Sorts facts by the rules alone; `again` are the hashes of those that more than one session said.
pub(super) fn by_rules(facts: Vec<EpisodeFact>, again: &HashSet<String>) -> Vec<SortedFact> {
    let sorted = |fact: EpisodeFact| {
        let is_known = again.contains(&fact.hash());
        let place = match lasting_category(fact.voice, &fact.topic, &fact.text, is_known) {
            FactCategory::Nowhere if fact.is_lasting() => FactCategory::Projects,
            _ if fact.is_for_digest() && !is_known => FactCategory::Nowhere,
            place => place,
        };
        SortedFact { fact, place, supersedes: None }
    };
    facts.into_iter().map(sorted).collect()
}

/// Sorts facts as a distiller says; what it does not say, the rules do. Nothing is sorted when one
/// of its answers is missing, but `cost` tells what the others cost.
pub(super) fn by_distiller(
    facts: Vec<EpisodeFact>,
    again: &HashSet<String>,
    known: &[LastingNoteLine],
    distiller: &dyn Distiller,
    left: u64,
    cost: &mut SortingCost,
) -> Result<Vec<SortedFact>, SortError> {
    let mut sorted = by_rules(facts, again);
    let is_asked =
        |one: &&mut SortedFact| one.place != FactCategory::Nowhere || !one.fact.is_for_digest();
    let mut asked: Vec<&mut SortedFact> = sorted.iter_mut().filter(is_asked).collect();
    for batch in batch_by_project(&mut asked) {
        let scope = batch[0].fact.scope.clone();
        let live: Vec<&LastingNoteLine> =
            known.iter().filter(|line| line.is_live() && line.scope.is_same(&scope)).collect();
        let live = &live[live.len().saturating_sub(MAX_KNOWN_LINES_PER_CALL)..];
        let shown: Vec<String> = batch.iter().map(|one| one.fact.distiller_line()).collect();
        let lines: Vec<String> = live.iter().map(|line| line.text.clone()).collect();
        let task = DistillTask::Reflect { facts: &shown, known: &lines };
        if distiller.spends_tokens() && cost.usage.total_tokens() + prompt_tokens(&task) > left {
            return Err(SortError::TooDear);
        }
        let answer = distiller.distill(&task).map_err(SortError::Failed)?;
        cost.usage.input += answer.usage.input;
        cost.usage.cached += answer.usage.cached;
        cost.usage.output += answer.usage.output;
        for (one, verdict) in
            batch.iter_mut().zip(parse_verdicts(&answer.text, shown.len(), lines.len()))
        {
            let Some(verdict) = verdict else { continue };
            // How the agent is to be is never anybody's to change but the user's; and what was to last
            // when it was written lasts.
            let lasts = one.fact.is_lasting() && verdict.place == FactCategory::Nowhere;
            if one.place != FactCategory::Soul && !lasts {
                one.place = verdict.place;
            }
            one.supersedes = verdict.supersedes.and_then(|at| live[at].entry.clone());
        }
    }
    Ok(sorted)
}

/// Splits facts into batches of one project each, as many as fit into a call.
fn batch_by_project<'a, 's>(
    sorted: &'a mut [&'s mut SortedFact],
) -> impl Iterator<Item = &'a mut [&'s mut SortedFact]> {
    let projects = sorted.chunk_by_mut(|one, other| one.fact.scope.is_same(&other.fact.scope));
    projects.flat_map(|project| project.chunks_mut(MAX_FACTS_PER_CALL))
}

/// Returns the number of tokens of a task's prompt.
fn prompt_tokens(task: &DistillTask) -> u64 {
    let prompt = task.render_prompt();
    let tokens = palimp_core::tokens::count_tokens;
    (tokens(&prompt.system) + tokens(&prompt.text)) as u64
}
