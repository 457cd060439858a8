//! Team: what people approved, who may, what is proposed and what is not believed.

mod proposal;

use jiff::civil::Date;
use maud::{Markup, html};

use crate::layout::page;
use crate::parts::{form_token, more, time};
use crate::texts as t;
use crate::view::View;

pub use proposal::{Rivals, Sent, TeamChange, TeamKey, TeamProposal};

/// A team, and the part of what is known of it that is looked at.
#[derive(Clone, Debug, Default)]
pub struct Team {
    /// The names of all teams.
    pub names: Vec<String>,
    /// How it stands; none where no team was joined.
    pub standing: Option<Standing>,
    /// What is looked at.
    pub part: TeamPart,
    /// What was just done.
    pub sent: Option<Sent>,
    /// How many come before the next part of the list; none where this is the last one.
    pub next: Option<usize>,
}

/// How a team stands.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The team.
    pub name: String,
    /// Where its repository is fetched from.
    pub url: String,
    /// The last verified commit; empty before the first.
    pub verified: String,
    /// How many facts are served.
    pub facts: usize,
    /// When it was looked at, and when the address was reached, in milliseconds since the Unix epoch.
    pub looked: (i64, i64),
    /// Why the address was not reached.
    pub trouble: Option<String>,
    /// The commit that is not believed, and why.
    pub refused: Option<(String, String)>,
    /// Facts that were approved and are not served, and why.
    pub held: Vec<(String, String)>,
    /// What cannot be said of it, and why.
    pub complaints: Vec<String>,
}

/// A part of what is known of a team.
#[derive(Clone, Debug)]
pub enum TeamPart {
    /// What is proposed, what expires soon, and who belongs to it.
    Overview {
        /// The proposals.
        proposals: Vec<TeamProposal>,
        /// How many more there are that nobody looked at.
        left_out: usize,
        /// Facts that soon hold no longer: where each stands, what it says, and the day.
        expiring: Vec<(String, String, Date)>,
        /// The members.
        members: Vec<Member>,
    },
    /// The facts, by project.
    Facts(Vec<Agreed>),
    /// What landed, newest first.
    Log(Vec<Landed>),
}

impl Default for TeamPart {
    fn default() -> TeamPart {
        TeamPart::Facts(Vec::new())
    }
}

/// A member, by a key.
#[derive(Clone, Debug, Default)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The key's fingerprint.
    pub fingerprint: String,
    /// Whether the key is no longer trusted.
    pub revoked: bool,
    /// What the member may do: the role, and of which paths.
    pub roles: Vec<(String, String)>,
}

/// A change that landed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landed {
    /// Its commit.
    pub commit: String,
    /// When, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Who proposed it.
    pub proposed: Vec<String>,
    /// Who approved it.
    pub approved: Vec<String>,
    /// The files that it changed.
    pub paths: Vec<String>,
}

/// A fact that is served.
#[derive(Clone, Debug, Default)]
pub struct Agreed {
    /// Where it stands.
    pub path: String,
    /// The project in which it holds; none where it holds in all.
    pub project: Option<String>,
    /// What it says.
    pub statement: String,
    /// Why it is so; may be empty.
    pub why: String,
    /// The change that brought it.
    pub landed: Option<Landed>,
    /// The first day on which it holds.
    pub valid_from: Option<Date>,
    /// The day from which on it holds no longer.
    pub expires: Option<Date>,
    /// The fact that took its place.
    pub superseded_by: Option<String>,
    /// Whether it holds today.
    pub holds: bool,
}

/// The page.
pub fn team(view: &View, team: &Team) -> Markup {
    let body = html! {
        p.quiet { (view.say(t::TEAM_ARE)) }
        @match &team.standing {
            None => p { (view.say(t::NO_TEAM)) },
            Some(at) => {
                (choice(view, team, at))
                (proposal::sent(view, team.sent.as_ref()))
                (standing(view, at))
                @match &team.part {
                    TeamPart::Overview { proposals, left_out, expiring, members } => {
                        (proposal::proposals(view, &at.name, proposals))
                        @if *left_out > 0 {
                            p.wrong { (view.fill(t::TEAM_LEFT_OUT, &[left_out])) }
                        }
                        (soon(view, expiring))
                        (self::members(view, members))
                    },
                    TeamPart::Facts(facts) => (self::facts(view, facts)),
                    TeamPart::Log(landed) => (log(view, landed)),
                }
                (more(view, team.next.map(|from| address(view, &at.name, team.part.name(), from))))
            }
        }
    };
    page(view, view.say(t::TEAM), None, body)
}

impl TeamPart {
    /// What the address of the page calls it.
    fn name(&self) -> &'static str {
        match self {
            TeamPart::Overview { .. } => "",
            TeamPart::Facts(_) => "facts",
            TeamPart::Log(_) => "log",
        }
    }
}

fn address(view: &View, team: &str, part: &str, from: usize) -> String {
    let from = if from == 0 { String::new() } else { from.to_string() };
    view.ask("team", &[("team", team), ("part", part), ("from", &from)])
}

/// The teams there are, and the parts of the one that is looked at.
fn choice(view: &View, team: &Team, at: &Standing) -> Markup {
    let parts = [("", t::TEAM_PROPOSALS), ("facts", t::TEAM_FACTS), ("log", t::TEAM_LOG)];
    html! {
        nav.crumbs aria-label=(view.say(t::TEAM)) {
            ul {
                @if team.names.len() > 1 {
                    @for name in &team.names {
                        li { a href=(address(view, name, "", 0)) aria-current=[(*name == at.name).then_some("true")] { (name) } }
                    }
                    li aria-hidden="true" { "/" }
                }
                @for (part, name) in parts {
                    li {
                        a href=(address(view, &at.name, part, 0))
                            aria-current=[(part == team.part.name()).then_some("true")] { (view.say(name)) }
                    }
                }
            }
        }
    }
}

fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

fn standing(view: &View, at: &Standing) -> Markup {
    html! {
        section aria-labelledby="standing" {
            h2 #standing { (at.name) }
            p.about {
                code { (at.url) } " · " (view.fill(t::TEAM_STATE, &[&at.facts, &short(&at.verified)]))
                " · " (view.say(t::TEAM_CHECKED)) " " (time(view, at.looked.0))
                ", " (view.say(t::TEAM_REACHED)) " " (time(view, at.looked.1))
            }
            @for why in at.trouble.iter().chain(&at.complaints) { p.wrong { (view.told(why)) } }
            form method="post" action=(view.to("team")) {
                (form_token(view))
                input type="hidden" name="team" value=(at.name);
                button name="do" value="sync" { (view.say(t::TEAM_SYNC)) }
            }
        }
        @if at.refused.is_some() || !at.held.is_empty() {
            section aria-labelledby="quarantine" {
                h2 #quarantine { (view.say(t::TEAM_QUARANTINE)) }
                ul {
                    @if let Some((commit, why)) = &at.refused {
                        li.wrong { (view.fill(t::TEAM_QUARANTINED, &[&short(commit), why])) }
                    }
                    @for (path, why) in &at.held { li { code { (path) } ": " (why) } }
                }
            }
        }
    }
}

fn soon(view: &View, expiring: &[(String, String, Date)]) -> Markup {
    html! {
        @if !expiring.is_empty() {
            section aria-labelledby="soon" {
                h2 #soon { (view.say(t::TEAM_SOON)) }
                ul {
                    @for (path, statement, day) in expiring {
                        li {
                            (statement) br;
                            span.about { code { (path) } " · " span.open { (view.fill(t::TEAM_EXPIRES, &[day])) } }
                        }
                    }
                }
            }
        }
    }
}

fn members(view: &View, members: &[Member]) -> Markup {
    html! {
        section aria-labelledby="members" {
            h2 #members { (view.say(t::TEAM_MEMBERS)) }
            ul.list {
                @for member in members {
                    li {
                        strong { (member.name) }
                        @if member.revoked { " · " span.wrong { (view.say(t::TEAM_REVOKED)) } }
                        @for (path, role) in &member.roles { " · " (role) " " code { (path) } }
                        br; span.about { code { (member.fingerprint) } }
                    }
                }
            }
        }
    }
}

fn facts(view: &View, facts: &[Agreed]) -> Markup {
    html! {
        section aria-labelledby="facts" {
            h2 #facts { (view.say(t::TEAM_FACTS)) }
            @if facts.is_empty() { p.quiet { (view.say(t::TEAM_NO_FACTS)) } }
            @for same in facts.chunk_by(|a, b| a.project == b.project) {
                h3 { (same[0].project.as_deref().unwrap_or(view.say(t::TEAM_EVERYWHERE))) }
                ul.list { @for one in same { (fact(view, one)) } }
            }
        }
    }
}

fn fact(view: &View, fact: &Agreed) -> Markup {
    let (from, until) = (fact.valid_from, fact.expires);
    let until = until.map(|day| {
        if fact.holds { t::TEAM_EXPIRES } else { t::TEAM_EXPIRED }.filled(view.lang, &[&day])
    });
    let from =
        from.filter(|day| *day > view.now.date()).map(|day| view.fill(t::TEAM_BEGINS, &[&day]));
    let newer = fact.superseded_by.as_ref().map(|newer| view.fill(t::TEAM_REPLACED, &[newer]));
    let state = newer.or(from).or(until);
    html! {
        li {
            div.text { (fact.statement) }
            @if !fact.why.is_empty() {
                details { summary { (view.say(t::TEAM_WHY)) } div.text { (fact.why) } }
            }
            p.about {
                code { (fact.path) }
                @if let Some(state) = state { " · " span class=(if fact.holds { "open" } else { "wrong" }) { (state) } }
                @if let Some(landed) = &fact.landed { " · " (by(view, landed)) " · " (time(view, landed.at)) }
            }
        }
    }
}

fn by(view: &View, landed: &Landed) -> String {
    if landed.proposed.is_empty() {
        return view.fill(t::TEAM_ANEW, &[&landed.approved.join(", ")]);
    }
    view.fill(t::TEAM_BY, &[&landed.proposed.join(", "), &landed.approved.join(", ")])
}

fn log(view: &View, landed: &[Landed]) -> Markup {
    html! {
        section aria-labelledby="log" {
            h2 #log { (view.say(t::TEAM_LOG)) }
            @if landed.is_empty() { p.quiet { (view.say(t::TEAM_NO_LOG)) } }
            ul.list {
                @for one in landed {
                    li {
                        (time(view, one.at)) " · " (by(view, one)) " · " code { (short(&one.commit)) }
                        ul.facts { @for path in &one.paths { li { code { (path) } } } }
                    }
                }
            }
        }
    }
}
