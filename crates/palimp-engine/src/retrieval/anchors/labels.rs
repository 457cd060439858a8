//! Labels shown facts whose code has changed.

use std::cell::LazyCell;
use std::path::Path;

use palimp_note::NotePath;
use palimp_note::anchor::AnchorVerdict;
use palimp_redact::Redactor;
use palimp_vault::Vault;

use super::facts::{AnchoredFact, anchored_facts};
use super::verdict::{Judge, JudgedAnchor, combine_verdicts};
use super::{SEARCH_VERDICT_TIMEOUT, VERDICT_TIMEOUT};
use crate::home::note_store::NoteStore;
use crate::retrieval::recall::{HitSource, SearchHit, SearchOptions, SearchResults};
use crate::retrieval::relevance_threshold::PromptPassage;
use crate::sharing::teams::SharedFactInfo;

/// Maximum share of its score that a hit loses because its code has changed.
const MAX_CODE_CHANGE_PENALTY: f64 = 0.15;

impl JudgedAnchor {
    /// Label of the anchor; none if it is unchanged or unknown.
    pub fn label(&self) -> Option<String> {
        verdict_label(self.verdict, self.now.as_deref())
    }
}

fn verdict_label(verdict: AnchorVerdict, now: Option<&str>) -> Option<String> {
    match verdict {
        AnchorVerdict::Drifted(percent) => Some(format!("the code changed since: {percent} %")),
        AnchorVerdict::Gone => Some("the code it speaks of is gone".to_owned()),
        AnchorVerdict::Moved(_) | AnchorVerdict::Fresh => now.map(|now| format!("now at {now}")),
        AnchorVerdict::Unknown => None,
    }
}

/// A shown fact and the verdicts on its anchors.
struct LabelledFact {
    said: String,
    judged: Vec<JudgedAnchor>,
}

impl LabelledFact {
    fn verdict(&self) -> AnchorVerdict {
        combine_verdicts(&self.judged)
    }

    fn label(&self) -> Option<String> {
        let now = self.judged.iter().find_map(|it| it.now.as_deref());
        verdict_label(self.verdict(), now)
    }
}

/// Judges the facts of a note that a passage shows.
fn judge_shown_facts(
    judge: &mut Judge,
    facts: Vec<AnchoredFact>,
    passage: &str,
    redactor: &Redactor,
) -> Vec<LabelledFact> {
    let mut shown = Vec::new();
    for fact in facts {
        let said = redactor.redact(&fact.said).into_owned();
        if passage.lines().any(|line| line_shows_fact(line, &said)) {
            let judged = judge.judge(&fact.anchors, fact.by.as_ref());
            shown.push(LabelledFact { said, judged });
        }
    }
    shown
}

/// True if a line of a passage shows the words of a fact, or as many of them as there was room for.
fn line_shows_fact(line: &str, said: &str) -> bool {
    let line = line.trim().trim_start_matches("- ").trim_matches('…').trim();
    line.contains(said) || (line.chars().count() >= 20 && said.contains(line))
}

/// Adds the labels of facts behind their lines in a passage; removes lines for which `goes` is
/// true.
fn label_passage(
    passage: &str,
    shown: &[LabelledFact],
    goes: impl Fn(AnchorVerdict) -> bool,
) -> String {
    let line = |line: &str| {
        let Some(fact) = shown.iter().find(|it| line_shows_fact(line, &it.said)) else {
            return Some(line.to_owned());
        };
        match fact.label() {
            _ if goes(fact.verdict()) => None,
            Some(label) => Some(format!("{line} ({label})")),
            None => Some(line.to_owned()),
        }
    };
    passage.lines().filter_map(line).collect::<Vec<_>>().join("\n")
}

impl NoteStore {
    /// Says in what was found whether the code still says so. What is found out is kept, but not by
    /// whoever only looks.
    pub(crate) fn look_at_code(&self, options: &SearchOptions, answer: &mut SearchResults) {
        let mut judge =
            Judge::for_directory(&options.tree, &self.home, Some(SEARCH_VERDICT_TIMEOUT));
        in_hits(self, &mut judge, answer);
        if !self.is_read_only {
            judge.save_cache();
        }
    }
}

/// Says it in hits. One whose code has changed comes later, and is shown all the same.
fn in_hits(memory: &NoteStore, judge: &mut Judge, answer: &mut SearchResults) {
    let redactor = crate::home::redaction::redactor(&memory.settings);
    // Opened once for all of them: to find it takes longer than to read a note.
    let vault = LazyCell::new(|| memory.open_vault().ok());
    let notes = answer.hits.iter_mut().filter(|hit| hit.source == HitSource::Notes);
    for hit in notes {
        let shown = match &hit.team {
            Some(team) => {
                of_team(judge, team, (hit.project.as_deref().unwrap_or(""), &hit.snippet))
            }
            None if !hit.anchored => continue,
            None => {
                let facts = vault.as_ref().and_then(|vault| of_hit(vault, hit)).unwrap_or_default();
                judge_shown_facts(judge, facts, &hit.snippet, &redactor)
            }
        };
        if shown.is_empty() {
            continue;
        }
        // Where others stand beside it that still hold, so much less is lost.
        let says = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        let lines = hit.snippet.lines().filter(says).count().max(shown.len());
        let lost = shown.iter().map(|it| it.verdict().lost_share()).sum::<f64>() / lines as f64;
        let prior = MAX_CODE_CHANGE_PENALTY * lost * hit.score;
        if prior > 0.0 {
            hit.score -= prior;
            hit.parts.push(("code", -prior));
        }
        hit.snippet = label_passage(&hit.snippet, &shown, |_| false);
        hit.anchors = shown.into_iter().flat_map(|it| it.judged).collect();
    }
    answer.hits.sort_by(|a, b| b.score.total_cmp(&a.score));
}

fn of_hit(vault: &Vault, hit: &SearchHit) -> Option<Vec<AnchoredFact>> {
    let (first, last) = (hit.start_line?, hit.end_line?);
    let note = vault.read(&NotePath::new(hit.path.as_ref()?).ok()?).ok()?;
    let within = |fact: &AnchoredFact| (first..=last).contains(&(fact.line as i64));
    Some(anchored_facts(&note).into_iter().filter(within).collect())
}

/// Returns the facts of a note from `line` on that a passage shows.
fn shown_facts_below(
    memory: &NoteStore,
    judge: &mut Judge,
    (path, line): (&str, usize),
    passage: &str,
) -> Vec<LabelledFact> {
    let note = memory.read_note(path).ok().flatten().unwrap_or_default();
    let mut below = anchored_facts(&note);
    below.retain(|fact| fact.line >= line);
    match below.is_empty() {
        true => Vec::new(),
        false => judge_shown_facts(
            judge,
            below,
            passage,
            &crate::home::redaction::redactor(&memory.settings),
        ),
    }
}

/// A team's fact as its first line shows it. Only where it is bound to this project, this working tree
/// knows of its code.
fn of_team(
    judge: &mut Judge,
    team: &SharedFactInfo,
    (project, passage): (&str, &str),
) -> Vec<LabelledFact> {
    let anchors = team.anchors();
    let first = passage.lines().find(|line| !line.trim().is_empty());
    let Some(said) = first.filter(|_| !anchors.is_empty() && !project.is_empty()) else {
        return Vec::new();
    };
    vec![LabelledFact { said: said.trim().to_owned(), judged: judge.judge_ours(&anchors) }]
}

/// A passage as it is injected.
pub(crate) struct LabelledPassage {
    /// Its words; none where the code that it speaks of is gone.
    pub(crate) text: Option<String>,
    /// Share of its code that is lost, from 0 to 1.
    pub(crate) lost: f64,
}

/// Labels the facts in the injected text of a whole note, which is its reader's own; nothing is
/// removed.
pub(crate) fn in_note(memory: &NoteStore, directory: &Path, note: &str, told: String) -> String {
    let facts = anchored_facts(note);
    if facts.is_empty() {
        return told;
    }
    let mut judge = Judge::for_directory(directory, &memory.home, Some(VERDICT_TIMEOUT));
    let redactor = crate::home::redaction::redactor(&memory.settings);
    label_passage(&told, &judge_shown_facts(&mut judge, facts, &told, &redactor), |_| false)
}

/// Labels a passage of a note from `line` on, before it is injected.
pub(crate) fn in_passage(
    memory: &NoteStore,
    judge: &mut Judge,
    passage: &PromptPassage,
) -> LabelledPassage {
    let text = passage.text.as_str();
    let as_it_is = || LabelledPassage { text: Some(text.to_owned()), lost: 0.0 };
    let shown = match &passage.team {
        Some(team) => of_team(judge, team, (&passage.project, text)),
        None => shown_facts_below(memory, judge, (&passage.path, passage.line), text),
    };
    if shown.is_empty() {
        return as_it_is();
    }
    let text = label_passage(text, &shown, |verdict| verdict == AnchorVerdict::Gone);
    let lost = shown.iter().map(|it| it.verdict().lost_share()).fold(0.0, f64::max);
    LabelledPassage {
        text: Some(text).filter(|text| !text.trim().is_empty()),
        lost: MAX_CODE_CHANGE_PENALTY * lost,
    }
}
