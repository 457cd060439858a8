//! `palimp reflect`: what conversations left behind goes where it belongs.

use palimp_engine::consolidation::reflect::{AddedLine, ReflectionResult, SupersededLine};
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use palimp_core::counts;

/// Sort facts from recent episodes into the profile, shared notes and project pages
#[derive(Debug, clap::Args)]
pub(crate) struct ReflectArgs {
    /// Only episodes of the last N days [default: all not processed yet]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(i64).range(0..=36_500))]
    since: Option<i64>,
    /// Show what would be done, by palimp's rules alone: no model, no cost
    #[arg(long)]
    dry_run: bool,
    /// Propose in `palimp review` to move lines of earlier palimp versions that today's rules would
    /// put elsewhere
    #[arg(long, conflicts_with = "since")]
    rework: bool,
}

pub(crate) fn run(cx: &Cx, args: &ReflectArgs) -> Result<(), CliError> {
    if args.rework {
        return rework_notes(cx, args.dry_run);
    }
    let agent = cx.agent();
    let told = cx.at_work(|worker| Ok(worker.reflect_agent(&agent, args.since, args.dry_run)?))?;
    if cx.json {
        print_json(&told);
    } else {
        print_reflected(&told);
    }
    told.failure_message(&cx.settings).map_or(Ok(()), |why| Err(CliError::user(why)))
}

fn rework_notes(cx: &Cx, dry_run: bool) -> Result<(), CliError> {
    let db = cx.activity_to_read()?;
    let proposals = cx.notes().propose_rework(db.as_ref(), &jiff::Zoned::now(), dry_run)?;
    if cx.json {
        print_json(&json!({ "proposed": proposals, "dryRun": dry_run }));
        return Ok(());
    }
    for proposal in &proposals {
        say(inline(&proposal.asked.note));
        proposal.asked.leaving.iter().for_each(|line| say(super::review::format_leaving(line)));
    }
    let lines: usize = proposals.iter().map(|it| it.asked.leaving.len()).sum();
    match (lines, dry_run) {
        (0, _) => note(messages::notes_follow_rules()),
        (_, true) => note(messages::lines_would_leave(counts::lines(lines))),
        (_, false) => {
            let waiting = messages::proposals_in_review(counts::proposals(proposals.len()));
            note(format!("{}; {waiting}.", counts::lines(lines)));
        }
    }
    Ok(())
}

fn print_reflected(told: &ReflectionResult) {
    if told.failure.is_some() || told.over_budget {
        return;
    }
    told.added.iter().for_each(|added| say(format_added(added)));
    told.derived.iter().for_each(|added| say(format_added(added)));
    told.superseded.iter().for_each(|line| say(format_superseded(line)));
    if !told.derived.is_empty() {
        note(messages::commands_added(counts::lines(told.derived.len())));
    }
    if told.read == 0 {
        if told.derived.is_empty() {
            note(messages::no_new_episodes());
        }
        return;
    }
    let (added, superseded) = (told.added.len(), told.superseded.len());
    let mut parts = match told.dry_run {
        true => vec![messages::would_be_added(added)],
        false => vec![messages::facts_added(added)],
    };
    if superseded > 0 {
        parts.push(match told.dry_run {
            true => messages::would_be_superseded(superseded),
            false => messages::facts_superseded(superseded),
        });
    }
    if told.known > 0 {
        parts.push(messages::known_already(told.known));
    }
    if told.passed > 0 {
        parts.push(messages::left_in_episodes(told.passed));
    }
    let cost = match told.usage.total_tokens() {
        0 => String::new(),
        tokens => messages::tokens_spent(tokens),
    };
    note(messages::reflected(counts::facts(told.read), parts.join(", "), &cost));
    if !told.proposed.is_empty() {
        let proposals = counts::proposals(told.proposed.len());
        match (told.dry_run, told.proposed.len()) {
            (true, _) => note(messages::would_wait_for_user(&proposals)),
            (false, 1) => note(messages::waits_for_user(&proposals)),
            (false, _) => note(messages::wait_for_user(&proposals)),
        }
    }
}

fn format_added(added: &AddedLine) -> String {
    let project =
        added.project.as_ref().map_or(String::new(), |name| format!(" [{}]", inline(name)));
    format!("+ {}{project}  {}", added.path, inline(&added.text))
}

fn format_superseded(line: &SupersededLine) -> String {
    messages::superseded_line(&line.path, inline(&line.text), inline(&line.by))
}
