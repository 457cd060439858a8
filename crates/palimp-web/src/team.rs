//! Team.

use std::sync::Arc;

use palimp_core::settings::Settings;
use palimp_engine::teams::{self, Acting, Landing, Member, Proposal};
use palimp_pages::{
    LandedChange, PageError, Rivals, TeamChange, TeamFactView, TeamKey, TeamNotice, TeamPart,
    TeamProposal, TeamStatusView, TeamView,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Outcome, Page, act, answer, failed};
use crate::shown;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, made).await
}

fn made(desk: &Desk, asking: &Asking) -> Page {
    let asked = &asking.asked;
    let all = teams::Team::all(desk.home());
    let names: Vec<String> = all.iter().map(|team| team.name().to_owned()).collect();
    let chosen = asked.text("team");
    let team = all.into_iter().find(|team| chosen.is_empty() || team.name() == chosen);
    let Some(team) = team else {
        let page = TeamView { names, ..TeamView::default() };
        let is_known = chosen.is_empty();
        return is_known
            .then(|| palimp_pages::team_page(&asking.view, &page))
            .ok_or(PageError::Missing);
    };
    let settings = desk.settings();
    let now = asking.view.now.timestamp().as_millisecond();
    let (mut standing, from) = (standing(desk, &settings, &team, now), asked.number("from"));
    let (part, next) = match asked.text("part") {
        "facts" => {
            let weight = |it: &teams::Agreed| it.statement.len() + it.why.len() + 300;
            let (facts, next) = shown::part(team.agreed(now), from, weight);
            (TeamPart::Facts(facts.into_iter().map(agreed).collect()), next)
        }
        "log" => {
            let weight = |it: &Landing| it.paths.iter().map(|path| path.len() + 40).sum();
            let (landed, next) = shown::part(team.log(), from, weight);
            (TeamPart::Log(landed.into_iter().map(self::landed).collect()), next)
        }
        _ => overview(desk, &settings, &team, (now, from, &mut standing)),
    };
    let sent = sent(asked);
    let page = TeamView { names, standing: Some(standing), part, sent, next };
    Ok(palimp_pages::team_page(&asking.view, &page))
}

fn standing(desk: &Desk, settings: &Settings, team: &teams::Team, now: i64) -> TeamStatusView {
    let all = teams::standings(desk.home(), settings, now).into_iter();
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

/// What is proposed, what expires soon and who belongs to it. What cannot be read is said, and the rest
/// shown.
fn overview(
    desk: &Desk,
    settings: &Settings,
    team: &teams::Team,
    (now, from, standing): (i64, usize, &mut TeamStatusView),
) -> (TeamPart, Option<usize>) {
    let user = desk.surroundings().user();
    let acting = Acting { settings, user: user.as_deref(), now };
    let mut complain = |why: teams::Error| standing.complaints.push(why.to_string());
    let proposed = team.proposals(&[], &acting).map_err(&mut complain).unwrap_or_default();
    let members = team.members().map_err(&mut complain).unwrap_or_default();
    let weight = |it: &Proposal| it.changes.iter().map(|it| it.diff.len() * 2 + 1_000).sum();
    let (proposals, next) = shown::part(proposed.listed, from, weight);
    let expiring = team.expiring(now).into_iter();
    let part = TeamPart::Overview {
        proposals: proposals.into_iter().map(proposal).collect(),
        left_out: proposed.left_out,
        expiring: expiring.map(|it| (it.path, it.statement, it.expires)).collect(),
        members: members.into_iter().map(member).collect(),
    };
    (part, next)
}

/// What an address says of what was done last: an id and the decision, and nothing else.
fn sent(asked: &Asked) -> Option<TeamNotice> {
    let id = |name: &str| {
        let is_id = |id: &String| {
            id.len() <= 64 && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        };
        asked.some(name).filter(is_id)
    };
    let synced = asked.some("synced").map(|_| TeamNotice::Synced);
    synced
        .or_else(|| id("landed").map(TeamNotice::Landed))
        .or_else(|| id("approved").map(TeamNotice::Approved))
        .or_else(|| id("rejected").map(TeamNotice::Rejected))
}

/// Does what the form says.
pub(crate) async fn change(
    State(desk): State<Arc<Desk>>,
    asking: Asking,
    form: String,
) -> Response {
    act(desk, asking, move |desk, asking| {
        let form = Asked::of(&form);
        let team = teams::Team::named(desk.home(), form.text("team"));
        let team = team.map_err(|_| PageError::Missing)?;
        let (settings, user) = (desk.settings(), desk.surroundings().user());
        let now = asking.view.now.timestamp().as_millisecond();
        let acting = Acting { settings: &settings, user: user.as_deref(), now };
        let done = match form.text("do") {
            "sync" => {
                teams::sync(&team, &settings, now).map_err(met)?;
                "synced=1".to_owned()
            }
            "accept" => {
                let approved = team.approve(&seen(&team, &form, &acting)?, &acting).map_err(met)?;
                let word = if approved.landed { "landed" } else { "approved" };
                format!("{word}={}", approved.id)
            }
            "reject" if !form.text("why").trim().is_empty() => {
                let seen = seen(&team, &form, &acting)?;
                team.reject(&seen, form.text("why").trim(), &acting).map_err(met)?;
                format!("rejected={}", seen.id)
            }
            _ => return Err(PageError::Missing),
        };
        let models = || desk.surroundings().models(&settings);
        teams::settle((desk.home(), &settings, user.as_deref()), &models, &[], now)
            .map_err(failed)?;
        Ok(Outcome::Done(format!("{}team?team={}&{done}", desk.base(), team.name())))
    })
    .await
}

/// The proposal that the form shows, as it was shown: one that has become another change since is
/// nothing that somebody has looked at.
fn seen(team: &teams::Team, form: &Asked, acting: &Acting) -> Result<Proposal, PageError> {
    let (id, change) = (form.text("id"), form.text("change"));
    let gone = || {
        let name = team.name();
        PageError::Met(format!(
            "{name} has no proposal {id} any more, or it is another change now than the one that you saw: look at it again"
        ))
    };
    let all = team.proposals(&[id], acting).map_err(met)?.listed;
    all.into_iter().find(|it| it.id == id && it.change == change).ok_or_else(gone)
}

/// What a team refuses is in the way of what was wanted.
fn met(error: teams::Error) -> PageError {
    PageError::Met(error.to_string())
}

fn proposal(it: Proposal) -> TeamProposal {
    TeamProposal {
        id: it.id,
        change: it.change,
        keys: it.keys.into_iter().map(key).collect(),
        title: it.title,
        at: it.at,
        proposed: it.proposed,
        approved: it.approved,
        needed: it.needed,
        changes: it.changes.into_iter().map(changed).collect(),
        findings: it.findings.into_iter().map(|it| (it.file, it.line, it.kind)).collect(),
        may_approve: it.may_approve,
        is_approved_by_me: it.is_approved_by_me,
        is_mine: it.is_mine,
        trouble: it.trouble,
        is_here: it.is_here,
    }
}

fn key(it: teams::KeyRequest) -> TeamKey {
    let teams::KeyRequest { member, fingerprint, is_further, roles } = it;
    TeamKey { member, fingerprint, is_further, roles }
}

fn changed(it: teams::Change) -> TeamChange {
    let facts = |all: Vec<teams::Against>| {
        all.into_iter().map(|it| (it.path, it.statement)).collect::<Vec<_>>()
    };
    let rivals =
        Rivals { same: facts(it.report.duplicates), against: facts(it.report.contradictions) };
    let teams::Change { path, before, after, allows, .. } = it;
    TeamChange { path, before, after, rivals, allows }
}

fn member(it: Member) -> palimp_pages::TeamMemberView {
    let Member { name, fingerprint, revoked, roles } = it;
    palimp_pages::TeamMemberView { name, fingerprint, revoked, roles }
}

fn landed(it: Landing) -> LandedChange {
    let Landing { commit, at, proposed, approved, paths } = it;
    LandedChange { commit, at, proposed, approved, paths }
}

fn agreed(it: teams::Agreed) -> TeamFactView {
    TeamFactView {
        path: it.path,
        project: it.project,
        statement: it.statement,
        why: it.why,
        landed: it.landing.map(landed),
        valid_from: it.valid_from,
        expires: it.expires,
        superseded_by: it.superseded_by,
        holds: it.holds,
    }
}
