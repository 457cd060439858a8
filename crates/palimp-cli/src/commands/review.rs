//! `palimp review`: what waits for a person's decision.

use palimp_core::text::{ellipsis, similar_names};
use palimp_engine::consolidation::reflect::Aged;
use palimp_engine::consolidation::review::{
    MovingLine, PendingReview, ReviewKind, ReviewProposal, ReviewRequest,
};
use palimp_engine::retrieval::anchors::{JudgedFact, StaleDecision};
use palimp_engine::sharing::teams::{Expiring, JoinedTeam};
use serde_json::json;

use super::{anchors, forget};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::show::note_place;
use palimp_core::counts;

/// Approve or reject proposed changes
#[derive(Debug, clap::Args)]
pub(crate) struct ReviewArgs {
    #[command(subcommand)]
    verb: Option<ReviewCommand>,
}

#[derive(Debug, clap::Subcommand)]
enum ReviewCommand {
    /// List pending changes (the default)
    List,
    /// Show a proposal in full
    Show(ProposalIdArg),
    /// Make the change
    Accept(Accept),
    /// Reject it; it is not proposed again
    Reject(ProposalIdArg),
    /// Confirm that a fact is still true after its code changed
    Confirm(ProposalIdArg),
    /// Replace a fact whose code changed: strike it through, add the new text below
    Supersede(Supersede),
    /// Retire a fact whose code changed: move it to archive/stale.md
    Retire(ProposalIdArg),
    /// Restore lines that were archived because they had not been used
    Restore(Restore),
    /// An id alone.
    #[command(external_subcommand)]
    Other(Vec<String>),
}

#[derive(Debug, clap::Args)]
struct Restore {
    /// Only lines that contain this
    #[arg(value_name = "WORDS")]
    words: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct Supersede {
    #[command(flatten)]
    id: ProposalIdArg,
    /// The new text
    #[arg(required = true, num_args = 1.., value_name = "TEXT")]
    text: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct ProposalIdArg {
    /// The proposal's id or a prefix of it
    #[arg(value_name = "ID")]
    id: String,
}

#[derive(Debug, clap::Args)]
struct Accept {
    #[command(flatten)]
    id: ProposalIdArg,
    /// If the proposal is to forget something, do not ask for confirmation
    #[arg(short, long)]
    yes: bool,
}

impl ReviewArgs {
    /// Returns true if something that waits is decided.
    pub(crate) const fn needs_user(&self) -> bool {
        !matches!(
            self.verb,
            None | Some(ReviewCommand::List | ReviewCommand::Show(_) | ReviewCommand::Other(_))
        )
    }
}

pub(crate) fn run(cx: &Cx, args: &ReviewArgs) -> Result<(), CliError> {
    match &args.verb {
        None | Some(ReviewCommand::List) => list_pending(cx),
        Some(ReviewCommand::Show(ProposalIdArg { id })) => show_proposal(cx, id),
        Some(ReviewCommand::Other(words)) => show_or_suggest(cx, words),
        Some(ReviewCommand::Accept(Accept { id, yes })) => accept_proposal(cx, &id.id, *yes),
        Some(ReviewCommand::Reject(ProposalIdArg { id })) => reject_proposal(cx, id),
        Some(ReviewCommand::Confirm(ProposalIdArg { id })) => {
            decide_stale_fact(cx, id, StaleDecision::Confirm)
        }
        Some(ReviewCommand::Retire(ProposalIdArg { id })) => {
            decide_stale_fact(cx, id, StaleDecision::Retire)
        }
        Some(ReviewCommand::Restore(Restore { words })) => restore_lines(cx, &words.join(" ")),
        Some(ReviewCommand::Supersede(Supersede { id, text })) => {
            decide_stale_fact(cx, &id.id, StaleDecision::Supersede(&text.join(" ")))
        }
    }
}

/// Shows the proposal if the word is an id; else suggests the verb that was meant.
fn show_or_suggest(cx: &Cx, words: &[String]) -> Result<(), CliError> {
    const SUBCOMMANDS: [&str; 7] =
        ["list", "show", "accept", "reject", "confirm", "supersede", "retire"];
    let [word, rest @ ..] = words else { return list_pending(cx) };
    match similar_names(word, SUBCOMMANDS).first() {
        Some(verb) => Err(CliError::usage(messages::unknown_review_word(word, verb))),
        None if rest.is_empty() => show_proposal(cx, word),
        None => Err(CliError::usage(messages::review_word_is_id(word))),
    }
}

/// `team:acme/_/decision/freeze  expires on 2026-12-01  The release freeze is on`
fn soon_over(fact: &Expiring) -> String {
    let said = ellipsis(&inline(&fact.statement), 100);
    messages::fact_expires(inline(&fact.path), fact.expires, &said)
}

fn list_pending(cx: &Cx) -> Result<(), CliError> {
    let waiting = cx.notes().proposals()?;
    let mut stale = cx.notes().survey_anchors(&anchors::known_trees(cx)?)?.facts;
    stale.retain(JudgedFact::is_stale);
    let teams = JoinedTeam::list_all(&cx.home).into_iter();
    let expiring: Vec<Expiring> = teams.flat_map(|team| team.expiring_facts(now_ms())).collect();
    let aged = cx.notes().aged_lines()?;
    if cx.json {
        let PendingReview { proposals, complaints } = waiting;
        print_json(&json!({
            "proposals": proposals, "complaints": complaints, "stale": stale, "expiring": expiring,
            "aged": aged,
        }));
        return Ok(());
    }
    for proposal in &waiting.proposals {
        let fact = ellipsis(&inline(&proposal.asked.fact), 100);
        let what = match proposal.kind {
            ReviewKind::Forget => messages::to_forget(),
            ReviewKind::Contradiction => messages::strike_in(note_place(&proposal.asked.note)),
            _ => note_place(&proposal.asked.note),
        };
        say(format!("{}  {what}  {fact}", proposal.id));
    }
    stale.iter().for_each(|fact| say(anchors::in_words(fact)));
    expiring.iter().for_each(|fact| say(soon_over(fact)));
    waiting.complaints.iter().for_each(note);
    if waiting.proposals.is_empty() && stale.is_empty() && expiring.is_empty() {
        note(messages::nothing_waits());
    }
    if !waiting.proposals.is_empty() {
        note(messages::how_to_decide());
    }
    if !stale.is_empty() {
        note(messages::how_to_decide_changed_facts());
    }
    tell_aged(&aged);
    Ok(())
}

/// Says what went to the archive by itself, and how it comes back.
fn tell_aged(aged: &[Aged]) {
    let Some(last) = aged.iter().map(|line| line.day.as_str()).max() else { return };
    note(messages::aged_lines(counts::lines(aged.len()), last));
}

fn restore_lines(cx: &Cx, words: &str) -> Result<(), CliError> {
    let restored = cx.notes().restore_aged(words, &jiff::Zoned::now())?;
    if cx.json {
        print_json(&json!({ "restored": restored }));
        return Ok(());
    }
    for line in &restored {
        say(messages::note_says_again(inline(&line.path), inline(&line.text)));
    }
    if restored.is_empty() {
        note(messages::no_such_aged_line());
    }
    Ok(())
}

fn show_proposal(cx: &Cx, id: &str) -> Result<(), CliError> {
    let proposal = cx.notes().find_proposal(id)?;
    if cx.json {
        print_json(&proposal);
        return Ok(());
    }
    say(in_full(&proposal));
    Ok(())
}

fn in_full(proposal: &ReviewProposal) -> String {
    let asked = &proposal.asked;
    let why = match proposal.kind {
        ReviewKind::Soul => messages::reason_agent_manner(),
        ReviewKind::Contradiction => messages::reason_contradicts_user(),
        ReviewKind::Forget => messages::reason_agent_asks_forget(),
        ReviewKind::Always => messages::reason_told_every_session(),
        ReviewKind::Imported => messages::reason_import_mistaken(),
        ReviewKind::Rework => messages::reason_rules_disagree(),
        ReviewKind::Conflict => messages::reason_two_machines(),
    };
    if proposal.kind == ReviewKind::Rework {
        let head =
            [format!("{}  {why}", proposal.id), messages::review_note(note_place(&asked.note))];
        let lines = asked.leaving.iter().map(format_leaving);
        return head.into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    }
    if proposal.kind == ReviewKind::Conflict {
        let removed = asked.written.as_deref().unwrap_or_default();
        let lines = [
            format!("{}  {why}", proposal.id),
            messages::review_note(note_place(&asked.note)),
            messages::review_keeps(inline(&asked.fact)),
            messages::review_removes(inline(removed)),
            messages::rejecting_keeps_both(),
        ];
        return lines.join("\n");
    }
    if proposal.kind == ReviewKind::Forget {
        let lines = [
            format!("{}  {why}", proposal.id),
            messages::review_forget(&asked.fact),
            messages::review_asked(&asked.label),
            messages::forgetting_asks_again(),
        ];
        return lines.join("\n");
    }
    let mut lines = vec![
        format!("{}  {why}", proposal.id),
        messages::review_fact(&asked.fact),
        messages::review_note(section_place(asked)),
        match asked.episode.as_str() {
            "" => messages::review_written(&asked.label),
            episode => messages::review_said(&asked.label, episode),
        },
    ];
    lines.extend(asked.by.iter().map(|by| {
        let client = by.client.as_ref().map_or(String::new(), |client| format!(" ({client})"));
        messages::review_author(by.author.name(), &client)
    }));
    lines.extend(asked.project.iter().map(messages::review_project));
    let strike = |line: &String| messages::review_strikes(line);
    lines.extend(asked.written.iter().map(strike));
    lines.join("\n")
}

/// The note of a proposal, with the section of a project's page.
fn section_place(asked: &ReviewRequest) -> String {
    match &asked.part {
        Some(part) => format!("{}, {part}", note_place(&asked.note)),
        None => note_place(&asked.note),
    }
}

/// A line that would leave its note, and where it would go.
pub(super) fn format_leaving(line: &MovingLine) -> String {
    format!("- {}\n  → {}", inline(&line.text), inline(&line.to))
}

fn accept_proposal(cx: &Cx, id: &str, yes: bool) -> Result<(), CliError> {
    let proposal = cx.notes().find_proposal(id)?;
    if proposal.kind == ReviewKind::Forget {
        return forget::forget_text(cx, &proposal.asked.fact, &forget::ForgetArgs::of_wish(yes));
    }
    let accepted = cx.notes().accept(id, &jiff::Zoned::now())?;
    if cx.json {
        print_json(&json!({ "accepted": accepted }));
        return Ok(());
    }
    let asked = &accepted.proposal.asked;
    if accepted.proposal.kind == ReviewKind::Rework {
        say(messages::lines_left(counts::lines(asked.leaving.len()), inline(&asked.note)));
        note(messages::note_has_history(inline(&asked.note)));
        return Ok(());
    }
    if accepted.proposal.kind == ReviewKind::Conflict {
        let removed = asked.written.as_deref().unwrap_or_default();
        say(messages::line_removed(note_place(&asked.note), inline(removed)));
        return print_remaining(cx);
    }
    say(messages::note_says_now(note_place(&asked.note), &asked.fact));
    match (&asked.written, accepted.struck) {
        (Some(line), true) => note(messages::struck_through(line)),
        (Some(line), false) => {
            note(messages::strike_missing(&asked.note, line));
        }
        (None, _) => {}
    }
    print_remaining(cx)
}

fn reject_proposal(cx: &Cx, id: &str) -> Result<(), CliError> {
    let proposal = cx.notes().reject(id)?;
    if cx.json {
        print_json(&json!({ "rejected": proposal }));
        return Ok(());
    }
    say(messages::proposal_turned_down(&proposal.id));
    print_remaining(cx)
}

/// Does what was decided about a fact whose code has changed.
fn decide_stale_fact(cx: &Cx, id: &str, verb: StaleDecision) -> Result<(), CliError> {
    let decided =
        cx.notes().decide_stale_fact(id, verb, &anchors::known_trees(cx)?, &jiff::Zoned::now())?;
    if cx.json {
        print_json(&json!({ "decided": decided }));
        return Ok(());
    }
    let (path, text) = (inline(&decided.path), inline(&decided.text));
    match verb {
        StaleDecision::Confirm => {
            say(messages::fact_confirmed(&path, &text));
            note(messages::speaks_of(decided.anchors.join(", ")));
        }
        StaleDecision::Supersede(_) => say(messages::fact_superseded(&path, &text)),
        StaleDecision::Retire => {
            say(messages::fact_retired(&path, &text));
            note(messages::note_has_history(&path));
        }
    }
    Ok(())
}

/// Says what else there is to decide.
fn print_remaining(cx: &Cx) -> Result<(), CliError> {
    let left = cx.notes().proposals()?.proposals.len();
    if left > 0 {
        note(messages::more_proposals(counts::proposals(left)));
    }
    Ok(())
}
