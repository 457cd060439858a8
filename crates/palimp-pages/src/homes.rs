//! Homes: other homes of this machine, read only.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::markdown::render_markdown;
use crate::parts::form_token;
use crate::search::{HitView, hit_item};
use crate::settings::{SettingView, settings_form};
use crate::texts as t;
use crate::view::ViewContext;
use crate::work::{self, BackgroundWork};

/// All homes, and what is asked of them.
#[derive(Clone, Debug, Default)]
pub struct Homes {
    /// Each home; one's own first.
    pub homes: Vec<HomeView>,
    /// The question.
    pub query: String,
    /// The home that is asked; empty for all.
    pub only: String,
    /// Hits; none if no question was asked.
    pub found: Option<Vec<HitView>>,
    /// Parts that could not be read.
    pub remarks: Vec<String>,
    /// Settings: the homes that are read, and the embedder of their notes.
    pub settings: Vec<SettingView>,
    /// True if an embedder is set.
    pub embeds: bool,
    /// Service that receives their notes, and its address.
    pub sent: Option<String>,
    /// The settings that were just changed.
    pub changed: Vec<String>,
    /// Work that is under way, or has just ended.
    pub work: Option<BackgroundWork>,
}

/// A home, and how it is.
#[derive(Clone, Debug)]
pub struct HomeView {
    /// A short name that no other home has.
    pub label: String,
    /// Its directory.
    pub path: String,
    /// True for the user's own home, which reads the others.
    pub own: bool,
    /// State of its format.
    pub state: HomeState,
    /// Problem of the home, and its remedy.
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
    /// Number of notes.
    pub notes: usize,
    /// Index of the notes: there or in the user's own home.
    pub index: HomeIndex,
    /// Number of notes that are missing or outdated in the index.
    pub lacking: usize,
    /// Reason why they cannot be read.
    pub why: Option<String>,
}

/// Index in which a home's notes are searched.
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
    /// Text of the note, Markdown.
    pub text: String,
    /// The line that comes after what is shown; none where this is the end.
    pub next: Option<usize>,
}

/// Renders the page.
pub fn homes_page(view: &ViewContext, homes: &Homes) -> Markup {
    let body = html! {
        p.quiet { (view.translate(t::HOMES_ARE)) }
        @if !homes.changed.is_empty() {
            p.well role="status" { (view.fill_blanks(t::SAVED, &[&homes.changed.join(", ")])) }
        }
        (question_form(view, homes))
        @if let Some(found) = &homes.found {
            p.quiet role="status" { (view.fill_blanks(t::FOUND, &[&found.len()])) }
            @for remark in &homes.remarks { p.quiet { (remark) } }
            ol.hits { @for one in found { (hit_item(view, one, &homes.query)) } }
        }
        section aria-labelledby="homes" {
            h2 #homes { (view.translate(t::HOMES)) }
            ul.list { @for home in &homes.homes { (self::home_item(view, home)) } }
        }
        (reindex_section(view, homes))
        section aria-labelledby="which" {
            h2 #which { (view.translate(t::SETTINGS)) }
            @if let Some(sent) = &homes.sent { p.open { (sent) } }
            (settings_form(view, &homes.settings, None, "homes"))
        }
    };
    page_layout(view, view.translate(t::HOMES), Some("work.js"), body)
}

fn question_form(view: &ViewContext, homes: &Homes) -> Markup {
    html! {
        form role="search" action=(view.to_page("homes")) method="get" {
            label.wide {
                (view.translate(t::LOOK_FOR))
                input type="search" name="q" value=(homes.query) autocomplete="off" maxlength="4000";
            }
            div.filters {
                label {
                    (view.translate(t::HOME))
                    select name="in" {
                        option value="" { (view.translate(t::ALL)) }
                        @for home in &homes.homes {
                            option value=(home.label) selected[home.label == homes.only] { (home.label) }
                        }
                    }
                }
                button { (view.translate(t::SEARCH)) }
            }
        }
    }
}

fn home_item(view: &ViewContext, home: &HomeView) -> Markup {
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
                @if home.own { " · " (view.translate(t::THIS_HOME)) }
                " · " code { (home.path) } " · " span class=(class) { (view.translate(state)) }
            }
            @if let Some(why) = &home.why { p.quiet { (why) } }
            ul.facts { @for one in &home.agents { li { (agent_status(view, one)) } } }
        }
    }
}

fn agent_status(view: &ViewContext, agent: &HomeAgent) -> Markup {
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
                (view.fill_blanks(t::NOTES_BELOW, &[&agent.notes])) ", " (view.translate(index))
                @if agent.lacking > 0 && agent.index != HomeIndex::Not { ", " (view.fill_blanks(t::LACKING, &[&agent.lacking])) }
            },
        }
    }
}

fn reindex_section(view: &ViewContext, homes: &Homes) -> Markup {
    html! {
        section aria-labelledby="reindex" {
            h2 #reindex { (view.translate(t::REINDEX)) }
            p.quiet { (view.translate(t::REINDEX_HOMES)) }
            (work::work_area(view, homes.work.as_ref()))
            form.filters method="post" action=(view.to_page("homes")) {
                (form_token(view))
                label {
                    (view.translate(t::HOME))
                    select name="in" {
                        option value="" { (view.translate(t::ALL)) }
                        @for home in homes.homes.iter().filter(|it| !it.own) {
                            option value=(home.label) { (home.label) }
                        }
                    }
                }
                button name="do" value="reindex" { (view.translate(t::REINDEX)) }
                @if homes.embeds {
                    button name="do" value="embed" { (view.translate(t::REINDEX_VECTORS)) }
                }
            }
        }
    }
}

/// A note of a home.
pub fn home_note(view: &ViewContext, note: &HomeNote) -> Markup {
    let HomeNote { home, agent, path, .. } = note;
    let next = note.next.map(|from| {
        let asked = [("home", home.as_str()), ("agent", agent), ("path", path)];
        let from = from.to_string();
        view.to_page_with_query("homes/read", &[asked[0], asked[1], asked[2], ("from", &from)])
    });
    let body = html! {
        nav.crumbs aria-label=(view.translate(t::HOMES)) {
            a href=(view.to_page("homes")) { (view.translate(t::HOMES)) } " / " (home) " / " (agent)
        }
        @if note.from > 1 { p.quiet { (view.fill_blanks(t::FROM_LINE, &[&note.from])) } }
        article.note { (render_markdown(view, &note.text, &|_| None)) }
        (crate::parts::next_page_link(view, next))
    };
    page_layout(view, path, None, body)
}
