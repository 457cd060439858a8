//! `palimp anchors`: facts whose code has changed.

use std::path::PathBuf;

use palimp_core::text::ellipsis;
use palimp_engine::retrieval::anchors::{JudgedAnchor, JudgedFact, WorkingTree};
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use palimp_core::counts;

/// List the facts whose code has changed, by project
#[derive(Debug, clap::Args)]
pub(crate) struct AnchorsArgs {
    /// Every fact that refers to code, even if unchanged or not checkable here
    #[arg(long)]
    all: bool,
    /// Only facts of this project, by name
    #[arg(long, value_name = "NAME", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::projects))]
    project: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &AnchorsArgs) -> Result<(), CliError> {
    let mut facts = cx.notes().survey_anchors(&known_trees(cx)?)?.facts;
    let ours = |it: &JudgedFact| args.project.is_none() || it.project == args.project;
    facts.retain(ours);
    let looked_at = facts.len();
    facts.retain(|it| args.all || it.is_stale());
    if cx.json {
        print_json(&json!({ "facts": facts, "lookedAt": looked_at }));
        return Ok(());
    }
    for of_project in facts.chunk_by(|one, other| one.project == other.project) {
        match &of_project[0].project {
            Some(project) => say(inline(project)),
            None => say(messages::no_project()),
        }
        of_project.iter().for_each(|fact| say(in_words(fact)));
    }
    match (looked_at, facts.is_empty()) {
        (0, _) if args.project.is_some() => {
            note(messages::nothing_matches_project());
        }
        (0, _) => note(messages::no_anchored_fact()),
        (1, true) => note(messages::one_anchored_fact_holds()),
        (some, true) => {
            let facts = counts::facts(some);
            note(messages::anchored_facts_hold(&facts))
        }
        _ => note(messages::how_to_decide_stale()),
    }
    Ok(())
}

/// A fact as a person reads it: its id, where it stands, what it says, and what became of its code.
pub(super) fn in_words(fact: &JudgedFact) -> String {
    let JudgedFact { id, path, line, text, anchors, .. } = fact;
    let text = ellipsis(&inline(text), 100);
    let code = anchors.iter().map(|it| format!("\n    {}", format_anchor(it)));
    format!("{id}  {}:{line}  {text}{}", inline(path), code.collect::<String>())
}

fn format_anchor(judged: &JudgedAnchor) -> String {
    let symbol =
        judged.symbol.as_ref().map_or(String::new(), |name| format!(" ({})", inline(name)));
    let now = judged.now.as_ref().map_or(String::new(), |now| messages::moved_to(inline(now)));
    let state = match judged.percent {
        Some(percent) => format!("{} {percent} %", messages::name_in_words(judged.state)),
        None => messages::name_in_words(judged.state),
    };
    format!("{}{symbol}: {state}{now}", inline(&judged.place))
}

/// The working trees that are known here.
pub(super) fn known_trees(cx: &Cx) -> Result<Vec<WorkingTree>, CliError> {
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let known = WorkingTree::known_trees(&cx.home, Some(&here), cx.activity_to_read()?.as_ref());
    Ok(known.map_err(palimp_engine::retrieval::index_sync::Error::from)?)
}
