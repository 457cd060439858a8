//! `palimp save`: remember this.

mod agent;

use std::io::Read;
use std::path::Path;

use palimp_core::project::ProjectIdentity;
use palimp_engine::home::redaction::redactor;
use palimp_engine::notes::note_access::{SaveAuthor, SaveOptions, SaveTarget};
use palimp_engine::retrieval::anchors::{self, AnchorPlaces, WorkingTree};
use palimp_note::anchor::{self, Anchor};
use palimp_note::route::SaveKind;
use palimp_rules::violation::is_command_rule;
use serde_json::json;

use super::project_named;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Save text to a note: `palimp save we deploy on Fridays`, `palimp save notes/api.md TEXT`
#[derive(Debug, clap::Args)]
pub(crate) struct SaveCommandArgs {
    /// The text; `-` reads it from standard input. If its first word is the path of a note, such as
    /// notes/api.md, the rest is appended to that note
    #[arg(required = true, num_args = 1.., value_name = "TEXT")]
    words: Vec<String>,
    /// The kind of text: daily, core, preference, decision, project, procedure, lesson or semantic
    /// [default: decision for a rule about commands, such as "use pnpm, not npm", else daily]
    #[arg(long, value_name = "KIND")]
    kind: Option<SaveKind>,
    /// The project it applies to: its name, or a directory in it [default: the current repository].
    /// Text of the kind core applies everywhere
    #[arg(long, value_name = "NAME|DIR", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::projects))]
    project: Option<String>,
    /// Apply it to all projects
    #[arg(long, conflicts_with_all = ["project", "at"])]
    everywhere: bool,
    /// A place in the code that it refers to, at most three; palimp reports when that code changes.
    /// The text then applies to the current project
    #[arg(long, value_name = "PATH[:L-L]")]
    at: Vec<String>,
    /// Replace the whole note instead of appending; `palimp history` keeps the earlier version
    #[arg(long)]
    replace: bool,
}

pub(crate) fn run(cx: &Cx, args: &SaveCommandArgs) -> Result<(), CliError> {
    let (path, text) = path_and_text(&args.words);
    let text = match text.as_str() {
        "-" => from_stdin()?,
        _ => text,
    };
    if text.trim().is_empty() {
        return Err(CliError::usage(messages::nothing_to_save()));
    }
    let target = match (path, args.kind) {
        (Some(_), Some(_)) => {
            return Err(CliError::usage(messages::path_and_kind()));
        }
        (Some(path), None) => SaveTarget::Path(path),
        (None, kind) => SaveTarget::Kind(kind.unwrap_or_default()),
    };
    if args.replace && !matches!(target, SaveTarget::Path(_)) {
        return Err(CliError::usage(messages::replace_needs_path()));
    }
    palimp_engine::home::files::create_home(&cx.home)?;
    if let Some(client) = crate::caller::calling_agent() {
        return agent::save_as_agent(cx, args, (&text, &target), client);
    }
    let target = match target {
        SaveTarget::Kind(_) if args.kind.is_none() && is_command_rule(&text) => {
            SaveTarget::Kind(SaveKind::Decision)
        }
        target => target,
    };
    let project = project_scope(cx, args, &target);
    let writer = SaveAuthor::User(project.clone());
    let anchors = parse_anchors(cx, args, &text)?;
    let writing = SaveOptions {
        replace: args.replace,
        writer,
        now: jiff::Zoned::now(),
        anchors,
        here: args.project.is_none().then(|| project_named(cx, ".").id),
    };
    let saved = cx.notes().save(&text, &target, &writing)?;
    let at: Vec<String> = writing.anchors.iter().map(Anchor::display_location).collect();
    if cx.json {
        print_json(&json!({
            "path": saved.path, "line": saved.line, "redacted": saved.redacted,
            "created": saved.created, "at": at, "superseded": saved.superseded,
        }));
        return Ok(());
    }
    match project {
        Some(project) if args.project.is_none() && args.at.is_empty() => {
            say(messages::saved_for_project(&saved.path, saved.line, &project.name))
        }
        _ => say(messages::saved(&saved.path, saved.line)),
    }
    if !at.is_empty() {
        note(messages::anchors_watched(at.join(", ")));
    }
    for line in &saved.superseded {
        note(messages::contradicted_line_struck(inline(line)));
    }
    if !saved.redacted.is_empty() {
        note(messages::secrets_taken_out(saved.redacted.join(", ")));
    }
    Ok(())
}

/// Returns the project in which it holds: the one that is named, else the repository here. A note that is named
/// by its path, and what every session is told, hold everywhere.
fn project_scope(cx: &Cx, args: &SaveCommandArgs, target: &SaveTarget) -> Option<ProjectIdentity> {
    let is_general =
        args.everywhere || !matches!(target, SaveTarget::Kind(kind) if *kind != SaveKind::Core);
    match (&args.project, args.at.is_empty()) {
        (Some(named), _) => Some(project_named(cx, named)),
        (None, false) => Some(project_named(cx, ".")),
        (None, true) if is_general => None,
        (None, true) => {
            let here = palimp_engine::identify_project(&cx.home, ".".as_ref());
            here.is_repository().then_some(here.project)
        }
    }
}

/// The note that is named and the text, in which bare words stand as well as a quoted text. Of two
/// words, a first one that looks like a file is taken for the note, and refused where it is none:
/// it may have been meant so.
fn path_and_text(words: &[String]) -> (Option<String>, String) {
    let is_file = |word: &str| {
        word.is_empty() || word.contains(['/', '\\']) || Path::new(word).extension().is_some()
    };
    match words {
        [path, text @ ..]
            if !text.is_empty() && (path.ends_with(".md") || text.len() == 1 && is_file(path)) =>
        {
            (Some(path.clone()), text.join(" "))
        }
        words => (None, words.join(" ")),
    }
}

/// The anchors at the places that were named, all of them.
fn parse_anchors(cx: &Cx, args: &SaveCommandArgs, text: &str) -> Result<Vec<Anchor>, CliError> {
    if args.at.is_empty() {
        return Ok(Vec::new());
    }
    let here = std::env::current_dir()?;
    let tree = WorkingTree::in_home(&cx.home, &here);
    let elsewhere = |named: &&str| project_named(cx, named).name != tree.project().name;
    if let Some(other) = args.project.as_deref().filter(elsewhere) {
        return Err(CliError::usage(messages::anchors_in_other_project(other)));
    }
    if args.at.len() > anchor::MAX_ANCHORS_PER_FACT {
        return Err(CliError::usage(messages::too_many_anchors(anchor::MAX_ANCHORS_PER_FACT)));
    }
    let redactor = redactor(&cx.settings);
    let made = args.at.iter().map(|place| {
        let places = AnchorPlaces { here: &here, named: std::slice::from_ref(place), edited: &[] };
        anchors::find_anchors(&tree, text, places, &redactor).pop().ok_or_else(|| {
            let root = tree.root().display();
            CliError::user(messages::anchor_not_found(place, &root))
        })
    });
    made.collect()
}

fn from_stdin() -> Result<String, CliError> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| CliError::user(messages::stdin_not_text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(call: &[&str], path: Option<&str>, text: &str) {
        let words: Vec<String> = call.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(path_and_text(&words), (path.map(str::to_owned), text.to_owned()));
    }

    #[test]
    fn bare_words_are_the_text_unless_the_first_is_a_note() {
        check(&["we", "use", "pnpm"], None, "we use pnpm");
        check(&["we use pnpm"], None, "we use pnpm");
        check(&["MEMORY.md"], None, "MEMORY.md");
        check(&["api.md", "tokens", "expire"], Some("api.md"), "tokens expire");
        check(&["notes/api", "tokens expire"], Some("notes/api"), "tokens expire");
        check(&["a.txt", "text"], Some("a.txt"), "text");
        check(&["client/server", "is", "split"], None, "client/server is split");
    }
}
