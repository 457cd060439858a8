//! Team: what people approved, who may, what is proposed and what is not believed.

mod proposal;

use jiff::civil::Date;
use maud::{Markup, html};

use crate::layout::page_layout;
use crate::parts::{form_token, next_page_link, time_label};
use crate::texts as t;
use crate::view::ViewContext;

pub use proposal::{Rivals, TeamChange, TeamKey, TeamNotice, TeamProposal};

/// A team, and the part of it that is shown.
#[derive(Clone, Debug, Default)]
pub struct TeamView {
    /// The names of all teams.
    pub names: Vec<String>,
    /// Status of the team; none if no team was joined.
    pub standing: Option<TeamStatusView>,
    /// Part that is shown.
    pub part: TeamPart,
    /// Notice of the last action.
    pub sent: Option<TeamNotice>,
    /// Number of items before the next part of the list; none if this is the last part.
    pub next: Option<usize>,
}

/// Status of a team.
#[derive(Clone, Debug, Default)]
pub struct TeamStatusView {
    /// The team.
    pub name: String,
    /// Address from which its repository is fetched.
    pub url: String,
    /// The last verified commit; empty before the first.
    pub verified: String,
    /// Number of facts that are served.
    pub facts: usize,
    /// Times of the last check and of the last successful fetch, in milliseconds since the Unix
    /// epoch.
    pub looked: (i64, i64),
    /// Reason why the address was not reached.
    pub trouble: Option<String>,
    /// The commit that is not believed, and why.
    pub refused: Option<(String, String)>,
    /// Facts that were approved and are not served, and why.
    pub held: Vec<(String, String)>,
    /// Parts of the status that cannot be read, with the reason.
    pub complaints: Vec<String>,
}

/// A part of what is known of a team.
#[derive(Clone, Debug)]
pub enum TeamPart {
    /// Proposals, facts that expire soon, and members.
    Overview {
        /// The proposals.
        proposals: Vec<TeamProposal>,
        /// Number of further proposals that were not read.
        left_out: usize,
        /// Facts that soon hold no longer: where each stands, what it says, and the day.
        expiring: Vec<(String, String, Date)>,
        /// The members.
        members: Vec<TeamMemberView>,
    },
    /// The facts, by project.
    Facts(Vec<TeamFactView>),
    /// Landed changes, newest first.
    Log(Vec<LandedChange>),
}

impl Default for TeamPart {
    fn default() -> TeamPart {
        TeamPart::Facts(Vec::new())
    }
}

/// A member, by a key.
#[derive(Clone, Debug, Default)]
pub struct TeamMemberView {
    /// The name.
    pub name: String,
    /// The key's fingerprint.
    pub fingerprint: String,
    /// True if the key is no longer trusted.
    pub revoked: bool,
    /// Roles of the member, each with its paths.
    pub roles: Vec<(String, String)>,
}

/// A change that landed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LandedChange {
    /// Its commit.
    pub commit: String,
    /// Time, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Proposers.
    pub proposed: Vec<String>,
    /// Approvers.
    pub approved: Vec<String>,
    /// The files that it changed.
    pub paths: Vec<String>,
}

/// A fact that is served.
#[derive(Clone, Debug, Default)]
pub struct TeamFactView {
    /// Path of the fact.
    pub path: String,
    /// The project in which it holds; none where it holds in all.
    pub project: Option<String>,
    /// Statement of the fact.
    pub statement: String,
    /// Reason for the fact; may be empty.
    pub why: String,
    /// The change that brought it.
    pub landed: Option<LandedChange>,
    /// The first day on which it holds.
    pub valid_from: Option<Date>,
    /// The day from which on it holds no longer.
    pub expires: Option<Date>,
    /// The fact that took its place.
    pub superseded_by: Option<String>,
    /// True if it holds today.
    pub holds: bool,
}

/// Renders the page.
pub fn team_page(view: &ViewContext, team: &TeamView) -> Markup {
    let body = html! {
        p.quiet { (view.translate(t::TEAM_ARE)) }
        @match &team.standing {
            None => p { (view.translate(t::NO_TEAM)) },
            Some(at) => {
                (team_navigation(view, team, at))
                (proposal::action_notice(view, team.sent.as_ref()))
                (team_status(view, at))
                @match &team.part {
                    TeamPart::Overview { proposals, left_out, expiring, members } => {
                        (proposal::proposal_list(view, &at.name, proposals))
                        @if *left_out > 0 {
                            p.wrong { (view.fill_blanks(t::TEAM_LEFT_OUT, &[left_out])) }
                        }
                        (expiring_facts(view, expiring))
                        (self::member_list(view, members))
                    },
                    TeamPart::Facts(facts) => (self::fact_list(view, facts)),
                    TeamPart::Log(landed) => (change_log(view, landed)),
                }
                (next_page_link(view, team.next.map(|from| team_address(view, &at.name, team.part.name(), from))))
            }
        }
    };
    page_layout(view, view.translate(t::TEAM), None, body)
}

impl TeamPart {
    /// Name in the address of the page.
    fn name(&self) -> &'static str {
        match self {
            TeamPart::Overview { .. } => "",
            TeamPart::Facts(_) => "facts",
            TeamPart::Log(_) => "log",
        }
    }
}

fn team_address(view: &ViewContext, team: &str, part: &str, from: usize) -> String {
    let from = if from == 0 { String::new() } else { from.to_string() };
    view.to_page_with_query("team", &[("team", team), ("part", part), ("from", &from)])
}

/// Renders links to the teams, and to the parts of the team that is shown.
fn team_navigation(view: &ViewContext, team: &TeamView, at: &TeamStatusView) -> Markup {
    let parts = [("", t::TEAM_PROPOSALS), ("facts", t::TEAM_FACTS), ("log", t::TEAM_LOG)];
    html! {
        nav.crumbs aria-label=(view.translate(t::TEAM)) {
            ul {
                @if team.names.len() > 1 {
                    @for name in &team.names {
                        li { a href=(team_address(view, name, "", 0)) aria-current=[(*name == at.name).then_some("true")] { (name) } }
                    }
                    li aria-hidden="true" { "/" }
                }
                @for (part, name) in parts {
                    li {
                        a href=(team_address(view, &at.name, part, 0))
                            aria-current=[(part == team.part.name()).then_some("true")] { (view.translate(name)) }
                    }
                }
            }
        }
    }
}

fn short_commit(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

fn team_status(view: &ViewContext, at: &TeamStatusView) -> Markup {
    html! {
        section aria-labelledby="standing" {
            h2 #standing { (at.name) }
            p.about {
                code { (at.url) } " · " (view.fill_blanks(t::TEAM_STATE, &[&at.facts, &short_commit(&at.verified)]))
                " · " (view.translate(t::TEAM_CHECKED)) " " (time_label(view, at.looked.0))
                ", " (view.translate(t::TEAM_REACHED)) " " (time_label(view, at.looked.1))
            }
            @for why in at.trouble.iter().chain(&at.complaints) { p.wrong { (why) } }
            form method="post" action=(view.to_page("team")) {
                (form_token(view))
                input type="hidden" name="team" value=(at.name);
                button name="do" value="sync" { (view.translate(t::TEAM_SYNC)) }
            }
        }
        @if at.refused.is_some() || !at.held.is_empty() {
            section aria-labelledby="quarantine" {
                h2 #quarantine { (view.translate(t::TEAM_QUARANTINE)) }
                ul {
                    @if let Some((commit, why)) = &at.refused {
                        li.wrong { (view.fill_blanks(t::TEAM_QUARANTINED, &[&short_commit(commit), why])) }
                    }
                    @for (path, why) in &at.held { li { code { (path) } ": " (why) } }
                }
            }
        }
    }
}

fn expiring_facts(view: &ViewContext, expiring: &[(String, String, Date)]) -> Markup {
    html! {
        @if !expiring.is_empty() {
            section aria-labelledby="soon" {
                h2 #soon { (view.translate(t::TEAM_SOON)) }
                ul {
                    @for (path, statement, day) in expiring {
                        li {
                            (statement) br;
                            span.about { code { (path) } " · " span.open { (view.fill_blanks(t::TEAM_EXPIRES, &[day])) } }
                        }
                    }
                }
            }
        }
    }
}

fn member_list(view: &ViewContext, members: &[TeamMemberView]) -> Markup {
    html! {
        section aria-labelledby="members" {
            h2 #members { (view.translate(t::TEAM_MEMBERS)) }
            ul.list {
                @for member in members {
                    li {
                        strong { (member.name) }
                        @if member.revoked { " · " span.wrong { (view.translate(t::TEAM_REVOKED)) } }
                        @for (path, role) in &member.roles { " · " (role) " " code { (path) } }
                        br; span.about { code { (member.fingerprint) } }
                    }
                }
            }
        }
    }
}

fn fact_list(view: &ViewContext, facts: &[TeamFactView]) -> Markup {
    html! {
        section aria-labelledby="facts" {
            h2 #facts { (view.translate(t::TEAM_FACTS)) }
            @if facts.is_empty() { p.quiet { (view.translate(t::TEAM_NO_FACTS)) } }
            @for same in facts.chunk_by(|a, b| a.project == b.project) {
                h3 { (same[0].project.as_deref().unwrap_or(view.translate(t::TEAM_EVERYWHERE))) }
                ul.list { @for one in same { (fact_item(view, one)) } }
            }
        }
    }
}

fn fact_item(view: &ViewContext, fact: &TeamFactView) -> Markup {
    let (from, until) = (fact.valid_from, fact.expires);
    let until = until.map(|day| {
        if fact.holds { t::TEAM_EXPIRES } else { t::TEAM_EXPIRED }.fill_blanks(view.lang, &[&day])
    });
    let from = from
        .filter(|day| *day > view.now.date())
        .map(|day| view.fill_blanks(t::TEAM_BEGINS, &[&day]));
    let newer =
        fact.superseded_by.as_ref().map(|newer| view.fill_blanks(t::TEAM_REPLACED, &[newer]));
    let state = newer.or(from).or(until);
    html! {
        li {
            div.text { (fact.statement) }
            @if !fact.why.is_empty() {
                details { summary { (view.translate(t::TEAM_WHY)) } div.text { (fact.why) } }
            }
            p.about {
                code { (fact.path) }
                @if let Some(state) = state { " · " span class=(if fact.holds { "open" } else { "wrong" }) { (state) } }
                @if let Some(landed) = &fact.landed { " · " (landed_by(view, landed)) " · " (time_label(view, landed.at)) }
            }
        }
    }
}

fn landed_by(view: &ViewContext, landed: &LandedChange) -> String {
    if landed.proposed.is_empty() {
        return view.fill_blanks(t::TEAM_ANEW, &[&landed.approved.join(", ")]);
    }
    view.fill_blanks(t::TEAM_BY, &[&landed.proposed.join(", "), &landed.approved.join(", ")])
}

fn change_log(view: &ViewContext, landed: &[LandedChange]) -> Markup {
    html! {
        section aria-labelledby="log" {
            h2 #log { (view.translate(t::TEAM_LOG)) }
            @if landed.is_empty() { p.quiet { (view.translate(t::TEAM_NO_LOG)) } }
            ul.list {
                @for one in landed {
                    li {
                        (time_label(view, one.at)) " · " (landed_by(view, one)) " · " code { (short_commit(&one.commit)) }
                        ul.facts { @for path in &one.paths { li { code { (path) } } } }
                    }
                }
            }
        }
    }
}
