//! `palimp exclude`: projects that palimp leaves out.

use std::path::Path;

use palimp_core::settings::Settings;
use palimp_engine::home::exclusion::Exclusions;
use palimp_engine::home::settings;
use serde_json::{Value, json};

use super::project::{forget_project, project_sessions};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{ask_yes_no, inline, note, print_json, say};
use palimp_core::counts;

/// Exclude a project from capture, import, indexing and injection
#[derive(Debug, clap::Args)]
pub(crate) struct ExcludeArgs {
    /// A project's name, a directory, or a remote such as 'github.com/acme/*' [default: the project
    /// of this directory]
    #[arg(value_name = "PROJECT")]
    project: Option<String>,
    /// Also forget captured sessions of this directory's project
    #[arg(long, conflicts_with_all = ["list", "remove"])]
    forget: bool,
    /// List exclusions and their reasons
    #[arg(long, conflicts_with_all = ["project", "remove"])]
    list: bool,
    /// Remove the exclusion
    #[arg(long)]
    remove: bool,
}

impl ExcludeArgs {
    /// Returns true if a setting changes or something is forgotten.
    pub(crate) const fn changes_settings(&self) -> bool {
        !self.list
    }
}

/// The key of the patterns.
const EXCLUDE_KEY: &str = "capture.exclude";

pub(crate) fn run(cx: &Cx, args: &ExcludeArgs) -> Result<(), CliError> {
    if args.list {
        print_exclusions(cx);
        return Ok(());
    }
    let project = cx.current_project();
    let pattern = match &args.project {
        Some(given) if is_directory(given) => {
            palimp_engine::identify_project(&cx.home, given.as_ref())
                .project
                .root
                .display()
                .to_string()
        }
        Some(given) => given.trim().to_owned(),
        None => project.root.display().to_string(),
    };
    if pattern.is_empty() {
        return Err(CliError::usage(messages::exclude_pattern_empty()));
    }
    let mut patterns = cx.settings.capture.exclude.clone();
    let was_there = patterns.contains(&pattern);
    patterns.retain(|it| *it != pattern);
    if !args.remove {
        patterns.push(pattern.clone());
    }
    if was_there == args.remove {
        write_patterns(cx, &patterns)?;
    }
    let settings = with_patterns(&cx.settings, patterns);
    let exclusions = Exclusions::load(&cx.home, &settings);
    let here = exclusions.of_directory(&project.root);
    if cx.json && !args.forget {
        print_json(&json!({
            "pattern": pattern, "excluded": !args.remove, "here": here,
        }));
        return Ok(());
    }
    match (args.remove, was_there) {
        (true, false) => note(messages::exclude_pattern_unknown(inline(&pattern))),
        (true, true) => say(messages::exclude_removed(inline(&pattern))),
        (false, _) => say(messages::exclude_added(inline(&pattern))),
    }
    match (args.remove, here) {
        (true, Some(why)) => note(messages::still_excluded(why.in_words())),
        (false, Some(_)) => forget_captured(cx, args.forget, &pattern)?,
        _ => {}
    }
    Ok(())
}

fn is_directory(text: &str) -> bool {
    let looks_like_one = text.starts_with(['/', '.']);
    looks_like_one && Path::new(text).is_dir()
}

fn with_patterns(settings: &Settings, patterns: Vec<String>) -> Settings {
    let mut settings = settings.clone();
    settings.capture.exclude = patterns;
    settings
}

fn write_patterns(cx: &Cx, patterns: &[String]) -> Result<(), CliError> {
    let at = super::config::find_setting(EXCLUDE_KEY)?;
    let path = cx.home.settings_file();
    let mut file = settings::read_value(&path)?;
    match patterns.is_empty() {
        true => {
            palimp_core::settings::unset(&mut file, &at.path);
        }
        false => palimp_core::settings::set(
            &mut file,
            &at.path,
            Value::from_iter(patterns.iter().map(String::as_str)),
        ),
    }
    Ok(settings::write_value(&path, &file)?)
}

/// Offers to forget what was captured of the present project before.
fn forget_captured(cx: &Cx, forget: bool, pattern: &str) -> Result<(), CliError> {
    let project = cx.current_project();
    let sessions = project_sessions(cx, &project.id)?;
    if sessions.is_empty() {
        if cx.json {
            print_json(&json!({ "pattern": pattern, "excluded": true, "forgotten": 0 }));
        }
        return Ok(());
    }
    let count = counts::sessions(sessions.len());
    let question = messages::ask_forget_project(inline(&project.name), &count);
    let agreed = forget || (!cx.json && ask_yes_no(question).unwrap_or(false));
    if !agreed {
        note(messages::project_sessions_stay(&count));
        return Ok(());
    }
    let gone = forget_project(cx, &project.id, &sessions)?;
    match cx.json {
        true => print_json(&json!({ "pattern": pattern, "excluded": true, "forgotten": gone })),
        false => say(messages::project_forgotten(counts::sessions(gone))),
    }
    Ok(())
}

fn print_exclusions(cx: &Cx) {
    let exclusions = Exclusions::load(&cx.home, &cx.settings);
    let project = cx.current_project();
    let cwd = std::env::current_dir().unwrap_or_else(|_| project.root.clone());
    let here = exclusions.of_directory(&cwd);
    let paused: Vec<_> = exclusions.pauses().active(now_ms()).collect();
    if cx.json {
        print_json(&json!({
            "patterns": cx.settings.capture.exclude, "paused": paused, "here": here,
        }));
        return;
    }
    cx.settings.capture.exclude.iter().for_each(|pattern| say(inline(pattern)));
    paused.iter().for_each(|pause| say(messages::status_paused(pause.target_in_words())));
    match here {
        Some(why) => say(messages::excluded_project(inline(&project.name), why.in_words())),
        None => say(messages::project_not_excluded(inline(&project.name))),
    }
}
