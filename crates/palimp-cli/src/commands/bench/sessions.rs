//! `palimp bench sessions`: what is kept of recorded sessions, and what the last ones are told.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use palimp_core::AgentClient;
use palimp_core::home::HomePaths;
use palimp_engine::service::replay::RecordedSession;
use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::answer_log::AnswerLog;
use super::archive;
use super::replay::{ReplaySummary, passed_over, percent, read_recorded, replay_sessions};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{print_json, say};

/// Replay recorded sessions of projects and measure what is stored and injected
#[derive(Debug, clap::Args)]
pub(crate) struct BenchSessionsArgs {
    /// A directory whose subdirectories or `.tar.gz` archives each contain the Claude Code
    /// transcripts of one project, or the parent of such a directory named `sessions`
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Facts to be stored, a JSON array of objects: project, rx (a regular expression that matches
    /// a line stating the fact)
    #[arg(long, value_name = "FILE")]
    gold: Option<PathBuf>,
    /// Only this project; can be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Measure injections in the last N sessions of each project
    #[arg(long, value_name = "N", default_value_t = 12)]
    last: usize,
    /// Write each hook response of the measured sessions to this file, one JSON object per line:
    /// project, session, event, trigger (prompt, command or file), text
    #[arg(long, value_name = "FILE")]
    told: Option<PathBuf>,
}

#[derive(Deserialize)]
struct GoldFact {
    project: String,
    rx: String,
}

/// Number of the lines that were kept, and of the facts found in them.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct KeptLines {
    lines: usize,
    a_session: f64,
    facts: usize,
    found: usize,
}

/// The notes that last, and the diary of sessions.
const NOTE_TIERS: [(&str, &[&str]); 2] = [
    (
        "lasting",
        &["profile.md", "MEMORY.md", "shared", "projects", "procedures", "semantic", "files"],
    ),
    ("episodes", &["episodes", "memory"]),
];

pub(super) fn run(cx: &Cx, args: &BenchSessionsArgs, scratch: &Path) -> Result<(), CliError> {
    let facts: Vec<GoldFact> = match &args.gold {
        Some(path) => serde_json::from_str(&super::read_text(path)?)
            .map_err(|error| CliError::user(format!("{}: {error}", path.display())))?,
        None => Vec::new(),
    };
    let mut told = args.told.as_deref().map(AnswerLog::create).transpose()?;
    let mut outcomes = Vec::new();
    for (name, path) in selected_projects(args)? {
        let dir = tempfile::tempdir_in(scratch)?;
        let sessions = match read_sessions(&path, dir.path()) {
            Ok(sessions) => sessions,
            Err(error) => {
                passed_over(&path, &error);
                continue;
            }
        };
        let from = sessions.len().saturating_sub(args.last);
        let (replayed, home) = replay_sessions(cx, &sessions, from, dir.path())?;
        if let Some(told) = &mut told {
            told.write_answers(&name, &replayed)?;
        }
        let (summary, kept) = (
            ReplaySummary::from_replayed(&replayed),
            count_kept(&home, &name, &facts, sessions.len())?,
        );
        if !cx.json {
            summary.print(&name);
            print_kept(&kept);
        }
        let recurrences: Vec<_> = replayed.iter().flat_map(|it| &it.recurrences).collect();
        outcomes.push(json!({
            "project": name, "told": summary, "recurrences": recurrences, "kept": kept,
        }));
    }
    if outcomes.is_empty() {
        return Err(CliError::user(messages::no_sessions(args.dir.display())));
    }
    if cx.json {
        print_json(&outcomes);
    }
    Ok(())
}

/// The projects that are asked for, of which each has to be there.
fn selected_projects(args: &BenchSessionsArgs) -> Result<Vec<(String, PathBuf)>, CliError> {
    let mut projects = list_projects(&args.dir)?;
    let is_there = |only: &&String| projects.iter().any(|(name, _)| name == *only);
    if let Some(missing) = args.only.iter().find(|only| !is_there(only)) {
        let names: Vec<&str> = projects.iter().map(|(name, _)| name.as_str()).collect();
        return Err(CliError::user(messages::no_such_project(
            args.dir.display(),
            missing,
            names.join(", "),
        )));
    }
    projects.retain(|(name, _)| args.only.is_empty() || args.only.contains(name));
    Ok(projects)
}

/// The directories and archives of transcripts by their names.
fn list_projects(dir: &Path) -> Result<Vec<(String, PathBuf)>, CliError> {
    let below = dir.join("sessions");
    let dir = if below.is_dir() { below.as_path() } else { dir };
    let failed = |error| CliError::user(format!("{}: {error}", dir.display()));
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).map_err(failed)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match name.strip_suffix(".tar.gz") {
            Some(name) => found.push((name.to_owned(), path)),
            None if path.is_dir() => found.push((name, path)),
            None => {}
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(CliError::user(messages::no_sessions(dir.display()))),
        false => Ok(found),
    }
}

/// The sessions in a directory, or in an archive that is unpacked below `scratch`, the earliest first.
fn read_sessions(path: &Path, scratch: &Path) -> io::Result<Vec<RecordedSession>> {
    let unpacked = scratch.join("unpacked");
    let dir = match path.is_dir() {
        true => path,
        false => {
            archive::unpack(path, &unpacked)?;
            &unpacked
        }
    };
    let mut sessions = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "jsonl") {
            sessions.extend(read_recorded(AgentClient::Claude, &path));
        }
    }
    sessions.sort_by_key(RecordedSession::started_at);
    Ok(sessions)
}

fn count_kept(
    home: &HomePaths,
    project: &str,
    facts: &[GoldFact],
    sessions: usize,
) -> Result<BTreeMap<&'static str, KeptLines>, CliError> {
    let mut kept = BTreeMap::new();
    for (tier, places) in NOTE_TIERS {
        let mut lines = Vec::new();
        for place in places {
            collect_list_items(&home.vault_dir("main").join(place), &mut lines)?;
        }
        let mut of = KeptLines { lines: lines.len(), ..KeptLines::default() };
        of.a_session = lines.len() as f64 / sessions.max(1) as f64;
        for fact in facts.iter().filter(|fact| fact.project == project) {
            let wanted = parse_expressions(&fact.rx)?;
            let tells = |line: &String| wanted.iter().all(|wanted| wanted.is_match(line));
            of.facts += 1;
            of.found += usize::from(lines.iter().any(tells));
        }
        kept.insert(tier, of);
    }
    Ok(kept)
}

/// The items of the lists in a note, or in all below a directory, but for those struck through.
fn collect_list_items(path: &Path, into: &mut Vec<String>) -> Result<(), CliError> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect_list_items(&entry?.path(), into)?;
        }
    } else if path.extension().is_some_and(|end| end == "md") && path.is_file() {
        let text = super::read_text(path)?;
        let items = text.lines().filter_map(|line| line.strip_prefix("- "));
        into.extend(items.filter(|item| !item.starts_with("~~")).map(str::to_owned));
    }
    Ok(())
}

/// The expressions that a line has to match, all of them: `(?=.*A)(?=.*B)` asks for two.
fn parse_expressions(rx: &str) -> Result<Vec<Regex>, CliError> {
    let flag = if rx.starts_with("(?i)") { "(?i)" } else { "" };
    let mut rest = &rx[flag.len()..];
    let mut parts = Vec::new();
    while let Some(inner) = rest.strip_prefix("(?=.*") {
        let end =
            closing_bracket(inner).ok_or_else(|| CliError::user(messages::open_bracket(rx)))?;
        parts.push(&inner[..end]);
        rest = &inner[end + 1..];
    }
    if parts.is_empty() || !rest.is_empty() {
        parts.push(rest);
    }
    let compile = |part: &str| {
        let compiled = Regex::new(&format!("{flag}{part}"));
        compiled.map_err(|error| CliError::user(format!("{rx}: {error}")))
    };
    parts.into_iter().map(compile).collect()
}

/// Returns the position of the bracket that closes the one opened before `text`.
fn closing_bracket(text: &str) -> Option<usize> {
    let (mut depth, mut escaped) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn print_kept(kept: &BTreeMap<&str, KeptLines>) {
    for (tier, it) in kept {
        let facts = match it.facts {
            0 => String::new(),
            facts => messages::facts_found(it.found, facts, percent(it.found, it.facts)),
        };
        let tier = messages::name_in_words(tier);
        say(messages::tier_lines(&tier, it.lines, it.a_session, &facts));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_may_ask_for_several_things_in_any_order() {
        let all = |rx: &str, line: &str| {
            parse_expressions(rx).unwrap().iter().all(|wanted| wanted.is_match(line))
        };
        let rx = "(?i)(?=.*debug-raw)(?=.*(?:hidden|\\)))";
        assert!(all(rx, "`--Debug-Raw` is HIDDEN"));
        assert!(!all(rx, "`--debug-raw` is shown"));
        assert!(all("(?i)midnight|date prefix", "after Midnight"));
        assert!(parse_expressions("(?=.*open").is_err());
    }
}
