//! `palimp bench gate`: what prompts would be told, of vaults with known answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use palimp_core::home::HomePaths;
use palimp_core::settings::RelevanceThreshold;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::retrieval::index_sync::IndexSync;
use palimp_engine::retrieval::relevance_threshold::{PromptPassage, is_injected};
use palimp_engine::sharing::teams::ProjectsHere;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::read_json_lines;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{print_json, say};
use crate::progress::Bar;

/// Test the relevance threshold on related and unrelated prompts
#[derive(Debug, clap::Args)]
pub(crate) struct BenchGateArgs {
    /// A directory with one vault per subdirectory
    #[arg(long, value_name = "DIR")]
    vaults: PathBuf,
    /// Prompts, one JSON object per line: prompt, vault; if answered by a note, also text (the
    /// words of the answer) and kind
    #[arg(long, value_name = "FILE")]
    prompts: PathBuf,
    /// The relevance threshold [default: inject.gate]
    #[arg(long, value_parser = PossibleValuesParser::new(RelevanceThreshold::NAMES))]
    gate: Option<String>,
}

#[derive(Deserialize)]
struct GatePrompt {
    prompt: String,
    /// The vault's name; of a prompt without an answer `*`, or `* except NAME`.
    vault: String,
    /// The words of the answer. `a|b` is one of several; `note.md::words` words of a note.
    text: Option<String>,
    #[serde(default)]
    kind: String,
}

impl GatePrompt {
    fn is_for(&self, vault: &str) -> bool {
        match (&self.text, self.vault.strip_prefix("* except ")) {
            (Some(_), _) => self.vault == vault,
            (None, except) => except != Some(vault),
        }
    }
}

/// Outcome of the prompts of a vault, in percent.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct GateOutcome {
    /// Share of the unrelated prompts that got a passage: of all, and by their length.
    false_told: BTreeMap<&'static str, f64>,
    /// Share of the answers that were injected: of all, and by the kind of question.
    told: BTreeMap<String, f64>,
    /// Number of characters injected, where anything was.
    chars: f64,
    /// Share of the injected passages that hold the answer.
    right: f64,
}

pub(super) fn run(cx: &Cx, args: &BenchGateArgs, scratch: &Path) -> Result<(), CliError> {
    let prompts: Vec<GatePrompt> = read_json_lines(&args.prompts)?;
    let gate =
        args.gate.as_deref().and_then(RelevanceThreshold::named).unwrap_or(cx.settings.inject.gate);
    let vaults = list_directories(&args.vaults)?;
    let bar = Bar::new(cx.json, (prompts.len() * vaults.len()) as u64, messages::prompts());
    let mut outcomes = BTreeMap::new();
    for (name, path) in &vaults {
        let dir = tempfile::tempdir_in(scratch)?;
        let mut memory = index_vault_copy(cx, path, dir.path())?;
        let teams = ProjectsHere::for_directory(&cx.home, dir.path());
        let mut told = Vec::new();
        for prompt in &prompts {
            bar.step();
            if prompt.is_for(name) {
                let passages =
                    memory.searcher().passages_for_prompt(&prompt.prompt, ("", &teams), gate)?;
                let best = passages.first().map_or(0.0, |best| best.score);
                let passages = passages.into_iter().filter(|it| is_injected(it.score, best, gate));
                told.push((prompt, passages.take(2).collect::<Vec<_>>()));
            }
        }
        outcomes.insert(name.clone(), measure_outcome(&told));
    }
    bar.finish();
    print_outcomes(cx, gate, &outcomes);
    Ok(())
}

/// A copy of a vault without the comments that bind a note to its project, and its index.
fn index_vault_copy(cx: &Cx, from: &Path, dir: &Path) -> Result<IndexSync, CliError> {
    let home = HomePaths::new(dir.join("home"));
    let vault = home.vault_dir("main");
    copy_notes(from, &vault)?;
    let mut settings = cx.settings.clone();
    settings.index.extra_paths.clear();
    settings.agents.by_id.clear();
    let models = crate::models::open_models(&cx.home, &settings);
    let mut memory = IndexSync::new(NoteStore::new(home, "main", settings, None), models);
    memory.sync_index(&mut |_, _, _| ())?;
    Ok(memory)
}

fn copy_notes(from: &Path, to: &Path) -> Result<(), CliError> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path.is_dir() {
            copy_notes(&path, &to.join(name))?;
        } else if path.extension().is_some_and(|end| end == "md") {
            let text = super::read_text(&path)?;
            let kept = text.lines().filter(|line| !line.trim_start().starts_with("<!-- palimp"));
            fs::write(to.join(name), kept.collect::<Vec<_>>().join("\n") + "\n")?;
        }
    }
    Ok(())
}

fn list_directories(path: &Path) -> Result<Vec<(String, PathBuf)>, CliError> {
    let failed = |error| CliError::user(format!("{}: {error}", path.display()));
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let entry = entry?;
        if entry.path().is_dir() {
            found.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(CliError::user(messages::no_directory_with_notes(path.display()))),
        false => Ok(found),
    }
}

fn measure_outcome(told: &[(&GatePrompt, Vec<PromptPassage>)]) -> GateOutcome {
    let mut outcome = GateOutcome::default();
    let unrelated = told.iter().filter(|(prompt, _)| prompt.text.is_none());
    let lengths =
        [("all", 0, usize::MAX), ("≤160", 0, 160), ("≤400", 161, 400), (">400", 401, usize::MAX)];
    for (name, from, to) in lengths {
        let of =
            unrelated.clone().filter(|(it, _)| (from..=to).contains(&it.prompt.chars().count()));
        outcome.false_told.insert(name, percent_true(of.map(|(_, told)| !told.is_empty())));
    }
    let related = told.iter().filter_map(|(it, told)| Some((*it, it.text.as_deref()?, told)));
    let mut kinds: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    let (mut chars, mut right) = (Vec::new(), Vec::new());
    for (prompt, answer, told) in related {
        let is_right = told.iter().any(|passage| is_answer(passage, answer));
        kinds.entry("all").or_default().push(is_right);
        kinds.entry(&prompt.kind).or_default().push(is_right);
        right.extend(told.iter().map(|passage| is_answer(passage, answer)));
        if !told.is_empty() {
            chars.push(told.iter().map(|passage| passage.text.chars().count()).sum::<usize>() as f64);
        }
    }
    let kinds = kinds.into_iter().filter(|(kind, _)| !kind.is_empty());
    outcome.told =
        kinds.map(|(kind, all)| (kind.to_owned(), percent_true(all.into_iter()))).collect();
    outcome.chars = chars.iter().sum::<f64>() / (chars.len().max(1) as f64);
    outcome.right = percent_true(right.into_iter());
    outcome
}

/// Returns the percentage of true values.
fn percent_true(all: impl Iterator<Item = bool>) -> f64 {
    let (mut yes, mut count) = (0_u32, 0_u32);
    for one in all {
        (yes, count) = (yes + u32::from(one), count + 1);
    }
    100.0 * f64::from(yes) / f64::from(count.max(1))
}

/// True if a passage, or its location, is the answer.
fn is_answer(passage: &PromptPassage, answer: &str) -> bool {
    let said = normalize_words(&format!("{} {}", passage.heading, passage.text));
    answer.split('|').any(|answer| match answer.split_once("::") {
        Some((note, words)) => {
            passage.path.ends_with(note) && said.contains(&normalize_words(words))
        }
        None if answer.ends_with(".md") => passage.path.ends_with(answer),
        None => said.contains(&normalize_words(answer)),
    })
}

/// A text in lower case with its words alone, one space between them.
fn normalize_words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

fn print_outcomes(cx: &Cx, gate: RelevanceThreshold, outcomes: &BTreeMap<String, GateOutcome>) {
    if cx.json {
        return print_json(&json!({ "gate": gate.name(), "vaults": outcomes }));
    }
    for (vault, it) in outcomes {
        let list = |all: Vec<(&str, f64)>| {
            all.iter()
                .map(|(name, share)| format!("{} {share:.0}", messages::name_in_words(name)))
                .collect::<Vec<_>>()
                .join(" · ")
        };
        say(messages::vault_percent(vault, gate.name()));
        let told = it.false_told.iter().map(|(name, share)| (*name, *share)).collect();
        say(messages::unrelated_prompts_told(list(told)));
        let right = it.told.iter().map(|(name, share)| (name.as_str(), *share)).collect();
        say(messages::answers_told(list(right)));
        say(messages::passage_quality(it.chars, it.right));
    }
}
