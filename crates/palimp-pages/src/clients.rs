//! The clients of this machine: how palimp stands in their files, and what would be written there.

use maud::{Markup, html};

use crate::health::State;
use crate::parts::form_token;
use crate::texts as t;
use crate::view::View;

/// A client of this machine.
#[derive(Clone, Debug)]
pub struct Client {
    /// Its name, as a form names it.
    pub name: String,
    /// Its name, as a person reads it.
    pub title: String,
    /// How palimp stands in its files.
    pub state: State,
    /// The same in words.
    pub words: String,
    /// Whether anything of palimp's stands there.
    pub is_wired: bool,
    /// What would be written, or why nothing can be.
    pub plan: Result<Vec<Written>, String>,
}

/// What is done with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub path: String,
    /// What becomes of it: `created`, `edited`, `removed`, `unchanged` or `kept`.
    pub what: &'static str,
    /// What is put in.
    pub added: Vec<String>,
    /// What its user should know.
    pub note: Option<String>,
}

/// The section. `done` is what was just done to files.
pub(crate) fn clients(
    view: &View,
    clients: &[Client],
    done: Option<&Result<Vec<Written>, String>>,
) -> Markup {
    html! {
        section aria-labelledby="clients" {
            h2 #clients { (view.say(t::CLIENTS)) }
            @match done {
                Some(Ok(all)) => div role="status" {
                    p.well { (view.say(t::WHAT_WAS_DONE)) }
                    (files(view, all))
                },
                Some(Err(why)) => p.wrong role="alert" { (why) },
                None => {},
            }
            @if clients.is_empty() { p.quiet { (view.say(t::NO_CLIENTS)) } }
            @for one in clients { (client(view, one)) }
        }
    }
}

fn client(view: &View, client: &Client) -> Markup {
    let class = match client.state {
        State::Well | State::Mended => "well",
        State::Open => "open",
        State::Wrong => "wrong",
    };
    let plan = client.plan.as_deref().unwrap_or_default();
    let changes = plan.iter().any(|it| it.what != "unchanged" && it.what != "kept");
    html! {
        article.setting {
            h3 { (client.title) }
            p class=(class) { (view.told(&client.words)) }
            @if let Err(why) = &client.plan { p.wrong { (view.told(why)) } }
            @if changes {
                details {
                    summary { (view.say(t::WOULD_WRITE)) }
                    (files(view, plan))
                    (button(view, client, ("install", t::INSTALL)))
                }
            } @else if client.plan.is_ok() {
                p.quiet { (view.say(t::NOTHING_TO_WRITE)) }
            }
            @if client.is_wired {
                details {
                    summary { (view.say(t::UNINSTALL)) }
                    p { (view.say(t::UNINSTALL_DOES)) }
                    ul { @for file in plan { li { code { (file.path) } } } }
                    (button(view, client, ("uninstall", t::UNINSTALL)))
                }
            }
        }
    }
}

fn button(view: &View, client: &Client, (verb, name): (&str, t::Text)) -> Markup {
    html! {
        form method="post" action=(view.to("settings/clients")) {
            (form_token(view))
            input type="hidden" name="client" value=(client.name);
            button name="do" value=(verb) { (view.say(name)) " – " (client.title) }
        }
    }
}

fn files(view: &View, files: &[Written]) -> Markup {
    html! { ul.facts { @for it in files { (file(view, it)) } } }
}

fn file(view: &View, file: &Written) -> Markup {
    let what = match file.what {
        "created" => t::FILE_CREATED,
        "edited" => t::FILE_EDITED,
        "removed" => t::FILE_REMOVED,
        "kept" => t::FILE_KEPT,
        _ => t::FILE_UNCHANGED,
    };
    html! {
        li {
            code { (file.path) } " · " (view.say(what))
            @if let Some(note) = &file.note { " · " (note) }
            @if !file.added.is_empty() {
                pre.diff tabindex="0" aria-label=(view.say(t::WOULD_WRITE)) {
                    @for line in file.added.iter().flat_map(|it| it.trim_matches('\n').lines()) {
                        ins { "+ " (line) } "\n"
                    }
                }
            }
        }
    }
}
