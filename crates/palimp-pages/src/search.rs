//! Search: notes, what tools did and what was said, in one list.

use maud::{Markup, html};

use crate::layout::page;
use crate::parts::{bars, choice, marked::marked, time};
use crate::texts as t;
use crate::view::View;

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The question.
    pub query: String,
    /// The source that is looked into; empty for all.
    pub source: String,
    /// The project's name; empty for all.
    pub project: String,
    /// The client; empty for all.
    pub client: String,
    /// The type of observations; empty for all.
    pub kind: String,
    /// The day from which on; empty for any.
    pub since: String,
    /// Who wrote it; empty for whoever.
    pub author: String,
    /// The home that is looked into: empty for this one, `*` for all, else a label.
    pub home: String,
    /// A note of which one asks why it is not among the hits.
    pub why: String,
}

/// A search and what it found.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// What is asked.
    pub asked: Asked,
    /// The projects that can be chosen.
    pub projects: Vec<String>,
    /// The clients that can be chosen.
    pub clients: Vec<String>,
    /// The labels of other homes.
    pub homes: Vec<String>,
    /// Why a note is not among the hits; none where that was not asked.
    pub why_not: Option<WhyNot>,
    /// What was found; none where nothing was asked.
    pub found: Option<Vec<Hit>>,
    /// What the reader should know of the search itself.
    pub remarks: Vec<String>,
}

/// Why a note is not among the hits.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyNot {
    /// The reason.
    pub reason: Reason,
    /// The words of the question that it does not have.
    pub lacks: Vec<String>,
}

/// What keeps a note from being found.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It is among them.
    Found,
    /// There is no such note.
    Missing,
    /// The index has nothing of it.
    NotIndexed,
    /// Filters of the form leave it out, or that it is retired.
    Hidden(Vec<&'static str>),
    /// Nothing of the question is in it.
    Unlike,
    /// Others come before it, or its score is below what is shown: its place, the score that is shown
    /// at the least, and the score with its parts.
    Ranked(usize, f64, Vec<(String, f64)>),
}

/// Something that was found.
#[derive(Clone, Debug)]
pub struct Hit {
    /// `notes`, `observations` or `messages`.
    pub source: &'static str,
    /// The home and the agent whose it is; none where it is this one's.
    pub home: Option<(String, String)>,
    /// The row's number; none of a note.
    pub id: Option<i64>,
    /// The note, or the file that was changed.
    pub path: Option<String>,
    /// The note's first line.
    pub line: Option<i64>,
    /// The client's session.
    pub session: Option<String>,
    /// The headings above it.
    pub heading: Option<String>,
    /// The passage.
    pub text: String,
    /// Who wrote it.
    pub author: &'static str,
    /// Who vouches for a team's fact, and what contradicts it.
    pub beside: Vec<String>,
    /// The project's name.
    pub project: Option<String>,
    /// The client's name.
    pub client: Option<String>,
    /// When, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The score and what it is made of, each from 0 to 1.
    pub parts: Vec<(String, f64)>,
}

/// The sources, as a form names them.
const SOURCES: [(&str, t::Text); 5] = [
    ("", t::ALL),
    ("notes", t::NOTES),
    ("observations", t::OBSERVATIONS),
    ("messages", t::MESSAGES),
    ("commits", t::COMMITS),
];

/// The types of observations.
const KINDS: [&str; 4] = ["file_edit", "command", "error", "observation"];

/// Who writes, as passages name it.
const AUTHORS: [&str; 5] = ["user", "team", "agent", "import", "tool"];

/// The page.
pub fn search(view: &View, search: &Search) -> Markup {
    let body = html! {
        (form(view, search))
        div #found aria-live="polite" { (hits(view, search)) }
    };
    page(view, view.say(t::SEARCH), Some("search.js"), body)
}

fn form(view: &View, search: &Search) -> Markup {
    let asked = &search.asked;
    html! {
        form #search role="search" action=(view.to("search")) method="get" {
            label.wide {
                (view.say(t::LOOK_FOR))
                input type="search" name="q" value=(asked.query) autocomplete="off" maxlength="4000"
                    autofocus[asked.query.is_empty()];
            }
            div.filters {
                label {
                    (view.say(t::SOURCE))
                    select name="source" {
                        @for (value, name) in SOURCES {
                            option value=(value) selected[value == asked.source] { (view.say(name)) }
                        }
                    }
                }
                (choice(view, ("project", t::PROJECT), &search.projects, &asked.project))
                (choice(view, ("client", t::CLIENT), &search.clients, &asked.client))
                label {
                    (view.say(t::TYPE))
                    select name="type" {
                        option value="" { (view.say(t::ALL)) }
                        @for kind in KINDS {
                            option value=(kind) selected[kind == asked.kind] { (view.kind(kind)) }
                        }
                    }
                }
                label { (view.say(t::SINCE)) input type="date" name="since" value=(asked.since); }
                (choice(view, ("author", t::AUTHOR), &AUTHORS.map(str::to_owned), &asked.author))
                @if !search.homes.is_empty() {
                    label {
                        (view.say(t::HOME))
                        select name="home" {
                            option value="" { (view.say(t::THIS_HOME)) }
                            option value="*" selected[asked.home == "*"] { (view.say(t::ALL)) }
                            @for home in &search.homes {
                                option value=(home) selected[*home == asked.home] { (home) }
                            }
                        }
                    }
                }
                label {
                    (view.say(t::WHY_NOT))
                    input name="why" value=(asked.why) placeholder="shared/decisions.md" autocomplete="off";
                }
                button { (view.say(t::SEARCH)) }
            }
        }
    }
}

/// What was found, without the page around it.
pub fn hits(view: &View, search: &Search) -> Markup {
    let Some(found) = &search.found else {
        return html! { p.quiet { (view.say(t::ASK)) } };
    };
    html! {
        @if let Some(it) = &search.why_not { (why_not(view, it, &search.asked)) }
        p.quiet { (view.fill(t::FOUND, &[&found.len()])) }
        @for remark in &search.remarks { p.quiet { (remark) } }
        ol.hits { @for found in found { (hit(view, found, &search.asked.query)) } }
    }
}

/// Why a note is not among the hits.
fn why_not(view: &View, it: &WhyNot, asked: &Asked) -> Markup {
    let path = &asked.why;
    html! {
        section.why aria-labelledby="why-not" {
            h2 #why-not { (view.say(t::WHY_NOT)) " " a href=(view.to_note(path)) { (path) } }
            @match &it.reason {
                Reason::Found => p { (view.say(t::WHY_FOUND)) },
                Reason::Missing => p { (view.say(t::WHY_MISSING)) },
                Reason::NotIndexed => p {
                    (view.say(t::WHY_NOT_INDEXED)) " " a href=(view.to("settings")) { (view.say(t::REINDEX)) }
                },
                Reason::Hidden(by) => p {
                    (view.say(t::WHY_HIDDEN)) " " (by.iter().map(|it| filter(view, it)).collect::<Vec<_>>().join(", "))
                },
                Reason::Unlike => p { (view.say(t::WHY_UNLIKE)) },
                Reason::Ranked(rank, floor, parts) => {
                    p { (view.fill(t::WHY_RANKED, &[rank, &format!("{floor:.2}")])) }
                    (bars(view, parts))
                },
            }
            @if !it.lacks.is_empty() {
                p { (view.say(t::WHY_LACKS)) " " @for word in &it.lacks { mark { (word) } " " } }
            }
        }
    }
}

/// How the form calls a filter.
fn filter(view: &View, name: &str) -> &'static str {
    view.say(match name {
        "source" => t::SOURCE,
        "project" => t::PROJECT,
        "since" => t::SINCE,
        "author" => t::AUTHOR,
        _ => t::RETIRED,
    })
}

/// Something that was found, as part of a list.
pub(crate) fn hit(view: &View, hit: &Hit, query: &str) -> Markup {
    let source = SOURCES.iter().find(|(name, _)| *name == hit.source).map_or(t::ALL, |it| it.1);
    html! {
        li.hit {
            p.about {
                @if let Some((home, agent)) = &hit.home { span.home { (home) "/" (agent) } " · " }
                strong { (view.say(source)) }
                " · " (place(view, hit))
                @for part in [&hit.heading, &hit.project, &hit.client].into_iter().flatten() {
                    " · " (part)
                }
                @for words in &hit.beside { " · " (words) }
                @if hit.beside.is_empty() && hit.author != "user" {
                    " · " (view.fill(t::BY, &[&view.told(hit.author)]))
                }
                " · " (time(view, hit.at))
            }
            div.text { (marked(&hit.text, query)) }
            details { summary { (view.say(t::WHY)) } (bars(view, &hit.parts)) }
        }
    }
}

/// Where a hit leads to.
fn place(view: &View, hit: &Hit) -> Markup {
    let name = match (&hit.path, hit.line, hit.id) {
        (Some(path), Some(line), _) => format!("{path}:{line}"),
        (Some(path), ..) => path.clone(),
        (None, _, id) => format!("#{}", id.unwrap_or_default()),
    };
    let address = match (&hit.home, &hit.session, &hit.path) {
        (Some((home, agent)), _, Some(path)) => {
            view.ask("homes/read", &[("home", home), ("agent", agent), ("path", path)])
        }
        (None, Some(session), _) => view.to_session(session),
        // A note from outside the vault is known by where it lies.
        (None, None, Some(_)) if hit.source == "commits" => return html! { (name) },
        (None, None, Some(path)) if !path.starts_with('/') && !path.starts_with("team:") => {
            view.to_note(path)
        }
        _ => return html! { (name) },
    };
    html! { a href=(address) { (name) } }
}
