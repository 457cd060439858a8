//! `palimp hub propose`: from a note, or from what a git team agreed on, to a proposal.

use jiff::civil::Date;
use palimp_engine::sharing::hub::api::{HubProposal, Propose};
use palimp_engine::sharing::hub::{HubApiClient, HubDraft, HubDraftFact, HubDraftRequest, key_of};
use palimp_engine::sharing::teams::{JoinedTeam, utc_day};
use serde_json::json;

use super::{HubSelector, connect_hub};
use crate::commands::team::propose::refuse_findings;
use crate::commands::team::review::print_conflicts;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{confirm_irreversible, inline, note, print_json, say};
use palimp_core::counts;

/// Propose facts from notes to the organisation: shows exactly what is sent, and stops on secrets
/// and personal data
#[derive(Debug, clap::Args)]
pub(crate) struct HubProposeArgs {
    /// Notes of the vault; with `#LINE`, only the fact on that line
    #[arg(required_unless_present = "from_team", value_name = "NOTE[#LINE]")]
    notes: Vec<String>,
    /// Propose everything that a git team approved, instead of notes
    #[arg(long, value_name = "NAME", conflicts_with_all = ["notes", "kind", "why", "supersedes", "expires", "allow"])]
    from_team: Option<String>,
    #[command(flatten)]
    which: HubSelector,
    /// The audience: `org`, `team:NAME` or `project:NAME` [default: the current project, or org]
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
    /// Kind of the facts [default: from the name of the note]
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Expiry date: 2027-01-31
    #[arg(long, value_name = "DAY", value_parser = crate::when::day)]
    expires: Option<Date>,
    /// Id or prefix of a memory that it replaces
    #[arg(long, value_name = "ID")]
    supersedes: Vec<String>,
    /// The reason
    #[arg(long, value_name = "TEXT")]
    why: Option<String>,
    /// Allow this kind of secret or personal data to be sent: `email`
    #[arg(long, value_name = "KIND")]
    allow: Vec<String>,
    /// Show what would be sent, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Send without asking
    #[arg(long)]
    yes: bool,
}

impl HubProposeArgs {
    /// Returns true if nothing is sent.
    pub(crate) const fn only_looks(&self) -> bool {
        self.dry_run
    }
}

pub(crate) fn run(cx: &Cx, args: &HubProposeArgs) -> Result<(), CliError> {
    let hub = args.which.chosen_hub(cx)?;
    let way = connect_hub(cx, &hub)?;
    // What others had approved meanwhile is what it is held against; without a network, what is known.
    super::catch_up(cx, &hub, &way)?;
    let draft = draft_facts(cx, &hub, args)?;
    refuse_findings(&draft.findings)?;
    let leaving: Vec<&HubDraftFact> = draft.facts.iter().filter(|fact| !fact.is_there).collect();
    if !cx.json {
        draft.facts.iter().for_each(print_draft);
    }
    if args.dry_run || leaving.is_empty() {
        if cx.json {
            print_json(&json!({ "draft": draft, "sent": [] }));
        } else if leaving.is_empty() {
            note(messages::nothing_new_to_propose(inline(hub.org())));
        }
        return Ok(());
    }
    let what = counts::facts(leaving.len());
    if !confirm_irreversible(args.yes, messages::ask_send_facts(&what, hub.org()))? {
        note(messages::nothing_proposed_left());
        return Ok(());
    }
    let today = utc_day(now_ms());
    let mut sent: Vec<HubProposal> = Vec::new();
    for HubDraftFact { fact, from, .. } in leaving {
        let one = HubApiClient(&way).propose(fact, &key_of(fact, today)).map_err(|error| {
            CliError::user(messages::fact_not_proposed(from, sent.len(), &error))
        })?;
        if !cx.json {
            say(messages::memory_proposed(inline(hub.org()), inline(&one.memory.id)));
            print_pending(&one);
        }
        sent.push(one);
    }
    if cx.json {
        print_json(&json!({ "draft": draft, "sent": sent }));
    }
    Ok(())
}

fn draft_facts(
    cx: &Cx,
    hub: &palimp_engine::sharing::hub::HomeHub,
    args: &HubProposeArgs,
) -> Result<HubDraft, CliError> {
    let (here, now) = (std::env::current_dir()?, now_ms());
    if let Some(team) = &args.from_team {
        let team = JoinedTeam::find_by_name(&cx.home, team)?;
        return Ok(hub.draft_of_team(&team, args.scope.as_deref(), (&here, now))?);
    }
    let asked = HubDraftRequest {
        notes: &args.notes,
        scope: args.scope.as_deref(),
        kind: args.kind.as_deref(),
        expires: args.expires,
        supersedes: &args.supersedes,
        why: args.why.as_deref(),
        allow: &args.allow,
    };
    Ok(hub.draft_notes(&|| cx.notes().open_vault(), &asked, (&here, now))?)
}

/// All that would leave of a fact.
fn print_draft(drafted: &HubDraftFact) {
    if drafted.is_there {
        note(messages::hub_has_fact(inline(&drafted.from)));
        return;
    }
    let Propose { scope, kind, statement, why, anchors, origin, .. } = &drafted.fact;
    say(messages::drafted_memory(inline(kind), inline(scope), inline(&drafted.from)));
    statement.lines().for_each(|line| say(format!("    {}", inline(line))));
    why.lines().for_each(|line| say(messages::fact_reason(inline(line))));
    anchors.iter().for_each(|at| say(messages::fact_anchor(inline(at))));
    drafted.fact.expires.iter().for_each(|day| say(messages::fact_end(inline(day))));
    if !drafted.fact.supersedes.is_empty() {
        say(messages::fact_supersedes(inline(&drafted.fact.supersedes.join(", "))));
    }
    let origin = [&origin.client, &origin.date, &origin.commit, &origin.team];
    let origin: Vec<&str> = origin.into_iter().flatten().map(String::as_str).collect();
    if !origin.is_empty() {
        say(messages::fact_origin(inline(&origin.join(", "))));
    }
    print_conflicts(&drafted.report);
}

/// Prints what the hub knows of the proposal beyond what this home does.
fn print_pending(one: &HubProposal) {
    note(messages::waits_for_hub_review(counts::approvals(one.needs as usize)));
    for other in &one.contradictions {
        note(messages::memory_contradicts(inline(&other.id), inline(&other.statement)));
    }
}
