//! Homes: other homes of this machine, read only.

use maud::{Markup, html};

use crate::layout::page;
use crate::markdown::rendered;
use crate::parts::form_token;
use crate::search::{Hit, hit};
use crate::settings::{Setting, setting};
use crate::texts as t;
use crate::view::View;
use crate::work::{self, Work};

/// All homes, and what is asked of them.
#[derive(Clone, Debug, Default)]
pub struct Homes {
    /// Each home; one's own first.
    pub homes: Vec<Home>,
    /// The question.
    pub query: String,
    /// The home that is asked; empty for all.
    pub only: String,
    /// What was found; none where nothing was asked.
    pub found: Option<Vec<Hit>>,
    /// What could not be looked at.
    pub remarks: Vec<String>,
    /// Which homes are read, and who gives their notes vectors.
    pub settings: Vec<Setting>,
    /// Whether somebody is named who gives vectors.
    pub embeds: bool,
    /// Which service is sent their notes, and where.
    pub sent: Option<String>,
    /// The setting that was just changed.
    pub changed: Option<String>,
    /// Work that is under way, or has just ended.
    pub work: Option<Work>,
}

/// A home, and how it is.
#[derive(Clone, Debug)]
pub struct Home {
    /// A short name that no other home has.
    pub label: String,
    /// Its directory.
    pub path: String,
    /// Whether it is the one that looks at the others.
    pub own: bool,
    /// How its format is.
    pub state: HomeState,
    /// What is wrong with it, and what to do.
    pub why: Option<String>,
    /// Its agents.
    pub agents: Vec<HomeAgent>,
}

/// The format of a home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HomeState {
    /// This program's.
    Readable,
    /// An earlier program's.
    Older,
    /// A later program's.
    Newer,
    /// Its database cannot be read; its notes are.
    Broken,
    /// Nothing of it can be read.
    Unreadable,
}

/// An agent's memory in a home.
#[derive(Clone, Debug)]
pub struct HomeAgent {
    /// The agent.
    pub id: String,
    /// How many notes there are.
    pub notes: usize,
    /// Whether an index of them is there or in one's own home.
    pub index: HomeIndex,
    /// How many notes it has not, or not as they are.
    pub lacking: usize,
    /// Why they cannot be read.
    pub why: Option<String>,
}

/// Which index of a home's notes is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HomeIndex {
    /// The home's own.
    There,
    /// The copy in one's own home.
    Here,
    /// None.
    Not,
}

/// A note of a home.
#[derive(Clone, Debug)]
pub struct HomeNote {
    /// The label of the home.
    pub home: String,
    /// The agent whose note it is.
    pub agent: String,
    /// The note, relative to the vault.
    pub path: String,
    /// The first line that is shown, from 1.
    pub from: usize,
    /// What it says, Markdown.
    pub text: String,
    /// The line that comes after what is shown; none where this is the end.
    pub next: Option<usize>,
}

/// The page.
pub fn homes(view: &View, homes: &Homes) -> Markup {
    let body = html! {
        p.quiet { (view.say(t::HOMES_ARE)) }
        @if let Some(key) = &homes.changed { p.well role="status" { (view.fill(t::SAVED, &[key])) } }
        (question(view, homes))
        @if let Some(found) = &homes.found {
            p.quiet role="status" { (view.fill(t::FOUND, &[&found.len()])) }
            @for remark in &homes.remarks { p.quiet { (remark) } }
            ol.hits { @for one in found { (hit(view, one, &homes.query)) } }
        }
        section aria-labelledby="homes" {
            h2 #homes { (view.say(t::HOMES)) }
            ul.list { @for home in &homes.homes { (self::home(view, home)) } }
        }
        (reindex(view, homes))
        section aria-labelledby="which" {
            h2 #which { (view.say(t::SETTINGS)) }
            @if let Some(sent) = &homes.sent { p.open { (view.told(sent)) } }
            @for one in &homes.settings { (setting(view, one, None, "homes")) }
        }
    };
    page(view, view.say(t::HOMES), Some("work.js"), body)
}

fn question(view: &View, homes: &Homes) -> Markup {
    html! {
        form role="search" action=(view.to("homes")) method="get" {
            label.wide {
                (view.say(t::LOOK_FOR))
                input type="search" name="q" value=(homes.query) autocomplete="off" maxlength="4000";
            }
            div.filters {
                label {
                    (view.say(t::HOME))
                    select name="in" {
                        option value="" { (view.say(t::ALL)) }
                        @for home in &homes.homes {
                            option value=(home.label) selected[home.label == homes.only] { (home.label) }
                        }
                    }
                }
                button { (view.say(t::SEARCH)) }
            }
        }
    }
}

fn home(view: &View, home: &Home) -> Markup {
    let (class, state) = match home.state {
        HomeState::Readable => ("well", t::HOME_READABLE),
        HomeState::Older => ("open", t::HOME_OLDER),
        HomeState::Newer => ("open", t::HOME_NEWER),
        HomeState::Broken => ("wrong", t::HOME_BROKEN),
        HomeState::Unreadable => ("wrong", t::HOME_UNREADABLE),
    };
    html! {
        li {
            p.about {
                strong { (home.label) }
                @if home.own { " · " (view.say(t::THIS_HOME)) }
                " · " code { (home.path) } " · " span class=(class) { (view.say(state)) }
            }
            @if let Some(why) = &home.why { p.quiet { (why) } }
            ul.facts { @for one in &home.agents { li { (agent(view, one)) } } }
        }
    }
}

fn agent(view: &View, agent: &HomeAgent) -> Markup {
    let index = match agent.index {
        HomeIndex::There => t::INDEXED_THERE,
        HomeIndex::Here => t::INDEXED_HERE,
        HomeIndex::Not => t::NOT_INDEXED,
    };
    html! {
        (agent.id) ": "
        @match &agent.why {
            Some(why) => span.wrong { (why) },
            None => {
                (view.fill(t::NOTES_BELOW, &[&agent.notes])) ", " (view.say(index))
                @if agent.lacking > 0 { ", " (view.fill(t::LACKING, &[&agent.lacking])) }
            },
        }
    }
}

fn reindex(view: &View, homes: &Homes) -> Markup {
    html! {
        section aria-labelledby="reindex" {
            h2 #reindex { (view.say(t::REINDEX)) }
            p.quiet { (view.say(t::REINDEX_HOMES)) }
            (work::place(view, homes.work.as_ref()))
            form.filters method="post" action=(view.to("homes")) {
                (form_token(view))
                label {
                    (view.say(t::HOME))
                    select name="in" {
                        option value="" { (view.say(t::ALL)) }
                        @for home in homes.homes.iter().filter(|it| !it.own) {
                            option value=(home.label) { (home.label) }
                        }
                    }
                }
                button name="do" value="reindex" { (view.say(t::REINDEX)) }
                @if homes.embeds {
                    button name="do" value="embed" { (view.say(t::REINDEX_VECTORS)) }
                }
            }
        }
    }
}

/// A note of a home.
pub fn home_note(view: &View, note: &HomeNote) -> Markup {
    let HomeNote { home, agent, path, .. } = note;
    let next = note.next.map(|from| {
        let asked = [("home", home.as_str()), ("agent", agent), ("path", path)];
        let from = from.to_string();
        view.ask("homes/read", &[asked[0], asked[1], asked[2], ("from", &from)])
    });
    let body = html! {
        nav.crumbs aria-label=(view.say(t::HOMES)) {
            a href=(view.to("homes")) { (view.say(t::HOMES)) } " / " (home) " / " (agent)
        }
        @if note.from > 1 { p.quiet { (view.fill(t::FROM_LINE, &[&note.from])) } }
        article.note { (rendered(view, &note.text, &|_| None)) }
        (crate::parts::more(view, next))
    };
    page(view, path, None, body)
}
