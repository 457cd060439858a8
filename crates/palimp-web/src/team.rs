//! Routes of the page *Team*: facts, log, members and quarantine.

use std::sync::Arc;

use palimp_core::settings::Settings;
use palimp_engine::retrieval::reindex;
use palimp_engine::sharing::teams::{self, Acting, Landing, ProposalView, TeamMember};
use palimp_pages::{
    LandedChange, PageError, Rivals, TeamChange, TeamFactView, TeamKey, TeamNotice, TeamPart,
    TeamProposal, TeamStatusView, TeamView,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::app_state::{
    DashboardState, PageOutcome, PageRequest, PageResult, engine_failure, render_page, run_action,
};
use crate::query_string::RequestFields;
use crate::view_model;

pub(crate) async fn team_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, build_page).await
}

fn build_page(state: &DashboardState, asking: &PageRequest) -> PageResult {
    let asked = &asking.asked;
    let all = teams::JoinedTeam::list_all(state.home());
    let names: Vec<String> = all.iter().map(|team| team.name().to_owned()).collect();
    let chosen = asked.field_value("team");
    let team = all.into_iter().find(|team| chosen.is_empty() || team.name() == chosen);
    let Some(team) = team else {
        let page = TeamView { names, ..TeamView::default() };
        let is_known = chosen.is_empty();
        return is_known
            .then(|| palimp_pages::team_page(&asking.view, &page))
            .ok_or(PageError::Missing);
    };
    let settings = state.load_settings();
    let now = asking.view.now.timestamp().as_millisecond();
    let (mut standing, from) =
        (team_standing(state, &settings, &team, now), asked.parse_number("from"));
    let (part, next) = match asked.field_value("part") {
        "facts" => {
            let weight = |it: &teams::ApprovedFact| it.statement.len() + it.why.len() + 300;
            let (facts, next) = view_model::paginate(team.approved_facts(now), from, weight);
            (TeamPart::Facts(facts.into_iter().map(fact_row).collect()), next)
        }
        "log" => {
            let weight = |it: &Landing| it.paths.iter().map(|path| path.len() + 40).sum();
            let (landed, next) = view_model::paginate(team.landing_log(), from, weight);
            (TeamPart::Log(landed.into_iter().map(self::landing_row).collect()), next)
        }
        _ => overview(state, &settings, &team, (now, from, &mut standing)),
    };
    let sent = last_action(asked);
    let page = TeamView { names, standing: Some(standing), part, sent, next };
    Ok(palimp_pages::team_page(&asking.view, &page))
}

fn team_standing(
    state: &DashboardState,
    settings: &Settings,
    team: &teams::JoinedTeam,
    now: i64,
) -> TeamStatusView {
    let all = teams::team_statuses(state.home(), settings, now).into_iter();
    let mut found = all.filter(|it| it.team == team.name()).map(|it| TeamStatusView {
        name: it.team,
        url: it.url,
        verified: it.state.verified,
        facts: it.state.facts,
        looked: (it.state.checked_at, it.state.reached_at),
        trouble: it.state.trouble,
        refused: it.state.refused.map(|it| (it.commit, it.why)),
        held: it.state.held.into_iter().map(|it| (it.path, it.why)).collect(),
        complaints: Vec::new(),
    });
    found.next().unwrap_or_default()
}

/// Returns the proposals, the facts that expire soon and the members. Errors are added to the
/// complaints, and the rest is shown.
fn overview(
    state: &DashboardState,
    settings: &Settings,
    team: &teams::JoinedTeam,
    (now, from, standing): (i64, usize, &mut TeamStatusView),
) -> (TeamPart, Option<usize>) {
    let user = state.host().user_directory();
    let acting = Acting { settings, user: user.as_deref(), now };
    let mut complain = |why: teams::Error| standing.complaints.push(why.to_string());
    let proposed = team.proposals(&[], &acting).map_err(&mut complain).unwrap_or_default();
    let members = team.members().map_err(&mut complain).unwrap_or_default();
    let weight = |it: &ProposalView| it.changes.iter().map(|it| it.diff.len() * 2 + 1_000).sum();
    let (proposals, next) = view_model::paginate(proposed.listed, from, weight);
    let expiring = team.expiring_facts(now).into_iter();
    let part = TeamPart::Overview {
        proposals: proposals.into_iter().map(proposal_row).collect(),
        left_out: proposed.left_out,
        expiring: expiring.map(|it| (it.path, it.statement, it.expires)).collect(),
        members: members.into_iter().map(member_row).collect(),
    };
    (part, next)
}

/// Returns the last action that an address names: an id and the decision, and nothing else.
fn last_action(asked: &RequestFields) -> Option<TeamNotice> {
    let id = |name: &str| {
        let is_id = |id: &String| {
            id.len() <= 64 && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        };
        asked.non_empty(name).filter(is_id)
    };
    let synced = asked.non_empty("synced").map(|_| TeamNotice::Synced);
    synced
        .or_else(|| id("landed").map(TeamNotice::Landed))
        .or_else(|| id("approved").map(TeamNotice::Approved))
        .or_else(|| id("rejected").map(TeamNotice::Rejected))
}

/// Does what the form says.
pub(crate) async fn change_team(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    run_action(state, asking, move |state, asking| {
        let form = RequestFields::from_urlencoded(&form);
        let team = teams::JoinedTeam::find_by_name(state.home(), form.field_value("team"));
        let team = team.map_err(|_| PageError::Missing)?;
        let (settings, user) = (state.load_settings(), state.host().user_directory());
        let now = asking.view.now.timestamp().as_millisecond();
        let acting = Acting { settings: &settings, user: user.as_deref(), now };
        let done = match form.field_value("do") {
            "sync" => {
                teams::sync_team(&team, &settings, now).map_err(team_conflict)?;
                "synced=1".to_owned()
            }
            "accept" => {
                let approved = team
                    .approve(&displayed_proposal(&team, &form, &acting)?, &acting)
                    .map_err(team_conflict)?;
                let word = if approved.landed { "landed" } else { "approved" };
                format!("{word}={}", approved.id)
            }
            "reject" if !form.field_value("why").trim().is_empty() => {
                let seen = displayed_proposal(&team, &form, &acting)?;
                team.reject(&seen, form.field_value("why").trim(), &acting)
                    .map_err(team_conflict)?;
                format!("rejected={}", seen.id)
            }
            _ => return Err(PageError::Missing),
        };
        let models = || state.host().load_models(&settings);
        reindex::reindex_agents((state.home(), &settings, user.as_deref()), &models, &[], now)
            .map_err(engine_failure)?;
        Ok(PageOutcome::Done(format!("{}team?team={}&{done}", state.base(), team.name())))
    })
    .await
}

/// The proposal that the form shows, as it was shown: one that has become another change since is
/// nothing that somebody has looked at.
fn displayed_proposal(
    team: &teams::JoinedTeam,
    form: &RequestFields,
    acting: &Acting,
) -> Result<ProposalView, PageError> {
    let (id, change) = (form.field_value("id"), form.field_value("change"));
    let gone = || PageError::Met(crate::messages::proposal_changed(team.name(), id));
    let all = team.proposals(&[id], acting).map_err(team_conflict)?.listed;
    all.into_iter().find(|it| it.id == id && it.change == change).ok_or_else(gone)
}

/// Converts a refusal of a team into a conflict.
fn team_conflict(error: teams::Error) -> PageError {
    PageError::Met(error.to_string())
}

fn proposal_row(it: ProposalView) -> TeamProposal {
    TeamProposal {
        id: it.id,
        change: it.change,
        keys: it.keys.into_iter().map(key_row).collect(),
        title: it.title,
        at: it.at,
        proposed: it.proposed,
        approved: it.approved,
        needed: it.needed,
        changes: it.changes.into_iter().map(change_row).collect(),
        findings: it.findings.into_iter().map(|it| (it.file, it.line, it.kind)).collect(),
        may_approve: it.may_approve,
        is_approved_by_me: it.is_approved_by_me,
        is_mine: it.is_mine,
        trouble: it.trouble,
        is_here: it.is_here,
    }
}

fn key_row(it: teams::KeyRequest) -> TeamKey {
    let teams::KeyRequest { member, fingerprint, is_further, roles } = it;
    TeamKey { member, fingerprint, is_further, roles }
}

fn change_row(it: teams::ProposedFileChange) -> TeamChange {
    let facts = |all: Vec<teams::ComparedFact>| {
        all.into_iter().map(|it| (it.path, it.statement)).collect::<Vec<_>>()
    };
    let rivals =
        Rivals { same: facts(it.report.duplicates), against: facts(it.report.contradictions) };
    let teams::ProposedFileChange { path, before, after, allows, .. } = it;
    TeamChange { path, before, after, rivals, allows }
}

fn member_row(it: TeamMember) -> palimp_pages::TeamMemberView {
    let TeamMember { name, fingerprint, revoked, roles } = it;
    palimp_pages::TeamMemberView { name, fingerprint, revoked, roles }
}

fn landing_row(it: Landing) -> LandedChange {
    let Landing { commit, at, proposed, approved, paths } = it;
    LandedChange { commit, at, proposed, approved, paths }
}

fn fact_row(it: teams::ApprovedFact) -> TeamFactView {
    TeamFactView {
        path: it.path,
        project: it.project,
        statement: it.statement,
        why: it.why,
        landed: it.landing.map(landing_row),
        valid_from: it.valid_from,
        expires: it.expires,
        superseded_by: it.superseded_by,
        holds: it.holds,
    }
}
