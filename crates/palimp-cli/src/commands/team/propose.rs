//! `palimp team propose`: from a note to what a team shares.

use jiff::civil::Date;
use palimp_engine::sharing::teams::{
    self, ComparedFact, DraftFact, JoinedTeam, ProposalRequest, SecretFinding, SentProposal,
};
use serde_json::json;

use super::TeamSelector;
use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{confirm_irreversible, inline, note, print_json, say};
use palimp_core::counts;

mod request;

/// Propose facts from notes to the team: shows exactly what is sent, and stops on secrets and
/// personal data
#[derive(Debug, clap::Args)]
pub(crate) struct TeamProposeArgs {
    /// Notes of the vault; with `#LINE`, only the fact on that line
    #[arg(required = true, value_name = "NOTE[#LINE]")]
    notes: Vec<String>,
    #[command(flatten)]
    which: TeamSelector,
    /// The project it applies to, by its name in the team; `_` for all [default: the current one,
    /// or all]
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Kind of the facts [default: from the name of the note]
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Expiry date: 2027-01-31
    #[arg(long, value_name = "DAY", value_parser = crate::when::day)]
    expires: Option<Date>,
    /// Id of the team fact that the proposed fact replaces
    #[arg(long, value_name = "ID")]
    supersedes: Vec<String>,
    /// The reason
    #[arg(long, value_name = "TEXT")]
    why: Option<String>,
    /// Allow this kind of secret or personal data to be sent: `email`
    #[arg(long, value_name = "KIND")]
    allow: Vec<String>,
    /// Open a pull request with `gh` or `glab`
    #[arg(long)]
    pr: bool,
    /// Show what would be sent, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Send without asking
    #[arg(long)]
    yes: bool,
}

impl TeamProposeArgs {
    /// Returns true if nothing is sent.
    pub(crate) const fn only_looks(&self) -> bool {
        self.dry_run
    }
}

pub(crate) fn run(cx: &Cx, args: &TeamProposeArgs) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    let asked = ProposalRequest {
        notes: &args.notes,
        project: args.project.as_deref(),
        kind: args.kind.as_deref(),
        expires: args.expires,
        supersedes: &args.supersedes,
        why: args.why.as_deref(),
        allow: &args.allow,
    };
    // What others landed meanwhile is what it is held against; without a network, what is known.
    teams::sync_team(&team, &cx.settings, now_ms())?;
    super::reindex_teams(cx, None)?;
    let (here, user) = (std::env::current_dir()?, user_home());
    let draft = team.draft_proposal(
        &|| cx.notes().open_vault(),
        &asked,
        (&here, user.as_deref(), now_ms()),
    )?;
    refuse_findings(&draft.findings)?;
    let leaving = draft.facts.iter().filter(|fact| !fact.is_there).count();
    if !cx.json {
        draft.facts.iter().for_each(print_draft);
    }
    if args.dry_run || leaving == 0 {
        if cx.json {
            print_json(&json!({ "draft": draft, "sent": null }));
        } else if leaving == 0 {
            note(messages::nothing_new_to_propose(team.name()));
        }
        return Ok(());
    }
    let what = counts::facts(leaving);
    if !confirm_irreversible(args.yes, messages::ask_send_facts(&what, team.name()))? {
        note(messages::nothing_proposed_left());
        return Ok(());
    }
    let sent = super::act_as_member(cx, |acting| team.propose_draft(&draft, acting))?;
    if cx.json {
        print_json(&json!({ "draft": draft, "sent": sent }));
    } else {
        print_sent(&team, &sent);
    }
    if args.pr && sent.pushed {
        request::open_pull_request(&team, &sent.id)?;
    }
    Ok(())
}

/// Stops on what must not leave, and says where it stands.
pub(in crate::commands) fn refuse_findings(findings: &[SecretFinding]) -> Result<(), CliError> {
    if findings.is_empty() {
        return Ok(());
    }
    for SecretFinding { file, line, kind } in findings {
        note(messages::secret_in_note(inline(file), line, kind));
    }
    Err(CliError::user(messages::secrets_stop_proposal()))
}

fn print_draft(fact: &DraftFact) {
    if fact.is_there {
        note(messages::team_has_fact(inline(&fact.from)));
        return;
    }
    say(messages::drafted_fact(&fact.path, inline(&fact.from)));
    fact.text.lines().for_each(|line| say(format!("    {line}")));
    super::review::print_conflicts(&fact.report);
    if let [ComparedFact { id, .. }, ..] = &fact.report.contradictions[..] {
        note(messages::how_to_supersede(inline(id)));
    }
}

/// Prints the outcome of a proposal.
pub(super) fn print_sent(team: &JoinedTeam, sent: &SentProposal) {
    let (id, name) = (&sent.id, team.name());
    match &sent.trouble {
        _ if sent.known && sent.pushed => say(messages::proposed_before(id, name)),
        None => say(messages::proposed_to(name, id)),
        Some(why) => {
            say(messages::proposed_to(name, id));
            note(messages::proposal_not_pushed(inline(why)));
            note(messages::sync_tries_again());
        }
    }
}
