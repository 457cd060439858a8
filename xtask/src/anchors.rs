//! `cargo xtask anchors REPOSITORY [--commits=200] [--names=3] [--examples=0]`: how well anchors tell of code that
//! has changed, on the history of a real repository.
//!
//! At each of its last commits (the first parents, so that a merge is one commit like a squashed one)
//! facts are made of lines that the commit added, and anchored as a flush anchors them. At every later
//! commit that changes the file, each anchor is judged, and so are two others: the hash of the whole
//! file, and the name of what is defined around the line. Beside what history did, each line is moved,
//! broken anew and edited by hand. `docs/concepts/stale-facts.md` says how the truth is known.

mod facts;
mod git;
mod made;
mod truth;

use std::collections::BTreeMap;
use std::path::Path;

use palimp_note::anchor::{self, AnchorVerdict};

use facts::LineFact;
use git::GitRepository;
use truth::Truth;

/// Maximum share of false stale verdicts, and of missed changes, in percent.
const MAX_ERROR_PERCENTS: (f64, f64) = (3.0, 10.0);

/// Error counts of one way of judging.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    /// Judged where the line still stood, and called stale there.
    stands: usize,
    false_stale: usize,
    /// Judged where it did not, and not called stale.
    changed: usize,
    missed: usize,
}

impl Score {
    fn count_verdict(&mut self, is_stale: bool, is_called_stale: bool) {
        let (count, wrong) = match is_stale {
            true => (&mut self.changed, &mut self.missed),
            false => (&mut self.stands, &mut self.false_stale),
        };
        *count += 1;
        *wrong += usize::from(is_stale != is_called_stale);
    }

    fn to_report_line(self) -> String {
        let Score { stands, false_stale, changed, missed } = self;
        format!(
            "false stale {:5.1} % of {stands:6}   missed {:5.1} % of {changed:6}",
            percent(false_stale, stands),
            percent(missed, changed)
        )
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// The scores of the three ways of judging, by what happened to the line.
#[derive(Default)]
struct AnchorReport {
    scores: BTreeMap<(&'static str, &'static str), Score>,
    examples: usize,
}

const JUDGING_WAYS: [&str; 3] = ["sketch", "whole file", "symbol"];

impl AnchorReport {
    /// Takes what each way says of a fact to which `what` happened.
    fn add_verdicts(&mut self, what: &'static str, is_stale: bool, called: [bool; 3]) {
        for (way, called) in JUDGING_WAYS.into_iter().zip(called) {
            self.scores.entry((way, what)).or_default().count_verdict(is_stale, called);
        }
    }

    fn total_score(&self, way: &str, made: bool) -> Score {
        let mut total = Score::default();
        let ours = |(of, what): &&(&'static str, &'static str)| {
            *of == way && what.starts_with("made") == made
        };
        for key in self.scores.keys().filter(ours) {
            let Score { stands, false_stale, changed, missed } = self.scores[key];
            total.stands += stands;
            total.false_stale += false_stale;
            total.changed += changed;
            total.missed += missed;
        }
        total
    }
}

/// Runs it with the arguments behind its name.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let number = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name)?.parse().ok());
    let place = args.iter().find(|arg| !arg.starts_with("--"));
    let place = place.ok_or("cargo xtask anchors REPOSITORY: the path of a git repository")?;
    let repository = GitRepository::at_path(Path::new(place));
    let commits = repository.commits(number("--commits=").unwrap_or(200))?;
    let mut report =
        AnchorReport { examples: number("--examples=").unwrap_or(0), ..AnchorReport::default() };
    let names = number("--names=").unwrap_or(3);
    let facts = replay_commits(&repository, &commits, names, &mut report)?;
    print_report(&report, commits.len(), facts);
    let Score { stands, false_stale, changed, missed } = report.total_score("sketch", false);
    let short = percent(false_stale, stands) > MAX_ERROR_PERCENTS.0
        || percent(missed, changed) > MAX_ERROR_PERCENTS.1;
    if short {
        Err(format!(
            "more than {} % false, or {} % missed",
            MAX_ERROR_PERCENTS.0, MAX_ERROR_PERCENTS.1
        ))
    } else {
        Ok(())
    }
}

#[expect(clippy::print_stdout, reason = "a report for a maintainer")]
fn print_line(line: &str) {
    println!("{line}");
}

fn print_report(report: &AnchorReport, commits: usize, facts: usize) {
    print_line(&format!("{facts} facts of {commits} commits"));
    for (made, title) in [(false, "what history did"), (true, "what was done by hand")] {
        print_line(title);
        for way in JUDGING_WAYS {
            print_line(&format!(
                "  {way:<10}  all            {}",
                report.total_score(way, made).to_report_line()
            ));
            let of_way = report
                .scores
                .iter()
                .filter(|((of, what), _)| *of == way && what.starts_with("made") == made);
            for ((_, what), score) in of_way {
                print_line(&format!("              {what:<13}  {}", score.to_report_line()));
            }
        }
    }
}

/// Judges each fact at every later commit that changes its file; answers how many facts there were.
fn replay_commits(
    repository: &GitRepository,
    commits: &[String],
    names: usize,
    report: &mut AnchorReport,
) -> Result<usize, String> {
    let mut facts: Vec<LineFact> = Vec::new();
    let mut made = 0;
    for (number, commit) in commits.iter().enumerate() {
        let changes = repository.changes(commit)?;
        for change in changes.iter().filter(|change| change.is_removal()) {
            for fact in facts.iter().filter(|fact| fact.path == change.from) {
                let gone = judged_gone(repository, commit, fact)?;
                report.add_verdicts("file removed", true, [gone, true, true]);
            }
            facts.retain(|fact| fact.path != change.from);
        }
        for change in changes.iter().filter(|change| !change.is_removal()) {
            let held = facts.iter_mut().filter(|fact| fact.path == change.from);
            let held: Vec<&mut LineFact> = held.collect();
            if held.is_empty() {
                continue;
            }
            let text = repository.file_text(commit, &change.to)?;
            let truth = Truth::from_blame(repository, commit, &change.to, &text)?;
            for fact in held {
                judge_fact(repository, commit, (&change.to, &text), fact, &truth, report)?;
                fact.path.clone_from(&change.to);
            }
        }
        if number + 1 < commits.len() {
            let new = facts::made_by(repository, commit, &changes, names)?;
            new.iter().for_each(|fact| made::judge_edits(fact, report));
            made += new.len();
            facts.extend(new);
        }
    }
    Ok(made)
}

fn judge_fact(
    repository: &GitRepository,
    commit: &str,
    (path, text): (&str, &str),
    fact: &LineFact,
    truth: &Truth,
    report: &mut AnchorReport,
) -> Result<(), String> {
    // Who looks for a file that has another name looks where the anchor says.
    let verdict = match fact.anchor.path == path {
        true => fact.anchor.check_against(text),
        false => judge_elsewhere(repository, commit, fact)?,
    };
    let stands = truth.line_of(fact);
    let what = match stands {
        None => "edited",
        Some(_) if fact.anchor.path != path => "renamed",
        Some(found) if found.broken => "reformatted",
        Some(found) if found.line != fact.line => "moved",
        Some(_) => "stayed",
    };
    let symbol = fact.symbol.as_deref().is_some_and(|name| !anchor::names_in(text, &[name]));
    let called = [verdict.is_stale(), *text != *fact.text, symbol];
    if (stands.is_none() != called[0]) && report.examples > 0 {
        report.examples -= 1;
        let word = if stands.is_none() { "missed" } else { "false" };
        print_line(&format!(
            "{word} {what} {verdict:?} {} at {commit}: {} ({})\n    {}\n    {}",
            fact.path,
            fact.commit,
            fact.line,
            fact.said,
            fact.statement.trim()
        ));
    }
    report.add_verdicts(what, stands.is_none(), called);
    Ok(())
}

/// Returns the verdict on a fact whose file has another name, as an agent gets it.
fn judge_elsewhere(
    repository: &GitRepository,
    commit: &str,
    fact: &LineFact,
) -> Result<AnchorVerdict, String> {
    let paths = repository.paths(commit)?;
    if paths.contains(&fact.anchor.path) {
        return Ok(fact.anchor.check_against(&repository.file_text(commit, &fact.anchor.path)?));
    }
    for other in anchor::rename_candidates(&fact.anchor.path, paths.iter().map(String::as_str)) {
        let text = repository.file_text(commit, other)?;
        let Some(sketch) = &fact.anchor.sketch else { continue };
        if sketch.share_in(&text) >= anchor::MIN_RENAME_SHARE {
            return Ok(fact.anchor.check_against(&text));
        }
    }
    Ok(AnchorVerdict::Gone)
}

fn judged_gone(repository: &GitRepository, commit: &str, fact: &LineFact) -> Result<bool, String> {
    Ok(judge_elsewhere(repository, commit, fact)?.is_stale())
}
