//! The clients of this machine: how palimp stands in their files, and what would be written there.

use maud::{Markup, html};

use crate::health::HealthState;
use crate::parts::form_token;
use crate::parts::marked::inline_code;
use crate::texts as t;
use crate::view::ViewContext;

/// A client of this machine.
#[derive(Clone, Debug)]
pub struct ClientView {
    /// Its name, as a form names it.
    pub name: String,
    /// Its name, as a person reads it.
    pub title: String,
    /// State of palimp's entries in its files.
    pub state: HealthState,
    /// The same in words.
    pub words: String,
    /// True if the client's files hold entries of palimp's.
    pub is_connected: bool,
    /// Planned changes of files, or the reason why none can be made.
    pub plan: Result<Vec<ClientFileEdit>, String>,
}

/// A change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientFileEdit {
    /// The file.
    pub path: String,
    /// Kind of the change: `created`, `edited`, `removed`, `unchanged` or `kept`.
    pub what: &'static str,
    /// Text that is added.
    pub added: Vec<String>,
    /// Note for the user.
    pub note: Option<String>,
}

/// Renders the section. `done` is the last change of files.
pub(crate) fn clients_section(
    view: &ViewContext,
    clients: &[ClientView],
    done: Option<&Result<Vec<ClientFileEdit>, String>>,
) -> Markup {
    html! {
        section aria-labelledby="clients" {
            h2 #clients { (view.translate(t::CLIENTS)) }
            @match done {
                Some(Ok(all)) => div role="status" {
                    p.well { (view.translate(t::WHAT_WAS_DONE)) }
                    (file_list(view, all))
                },
                Some(Err(why)) => p.wrong role="alert" { (why) },
                None => {},
            }
            p.quiet { (view.translate(if clients.is_empty() { t::NO_CLIENTS } else { t::CLIENTS_ARE })) }
            @for one in clients { (client_card(view, one)) }
        }
    }
}

fn client_card(view: &ViewContext, client: &ClientView) -> Markup {
    let class = match client.state {
        HealthState::Well | HealthState::Mended => "well",
        HealthState::Open => "open",
        HealthState::Wrong => "wrong",
    };
    let plan = client.plan.as_deref().unwrap_or_default();
    let changes = plan.iter().any(|it| it.what != "unchanged" && it.what != "kept");
    html! {
        article.card {
            h3 { (client.title) }
            p class=(class) { (inline_code(&client.words)) }
            @if let Err(why) = &client.plan { p.wrong { (why) } }
            @if changes {
                (action_button(view, client, ("install", t::INSTALL)))
                details {
                    summary { (view.translate(t::WOULD_WRITE)) }
                    (file_list(view, plan))
                }
            } @else if client.plan.is_ok() && !client.is_connected {
                p.quiet { (view.translate(t::NOTHING_TO_WRITE)) }
            }
            @if client.is_connected {
                details {
                    summary { (view.translate(t::UNINSTALL)) }
                    p { (view.translate(t::UNINSTALL_DOES)) }
                    ul { @for file in plan { li { code { (file.path) } } } }
                    (action_button(view, client, ("uninstall", t::UNINSTALL)))
                }
            }
        }
    }
}

fn action_button(
    view: &ViewContext,
    client: &ClientView,
    (verb, name): (&str, t::PageText),
) -> Markup {
    html! {
        form method="post" action=(view.to_page("settings/clients")) {
            (form_token(view))
            input type="hidden" name="client" value=(client.name);
            button.primary[verb == "install"] name="do" value=(verb) { (view.translate(name)) " – " (client.title) }
        }
    }
}

fn file_list(view: &ViewContext, files: &[ClientFileEdit]) -> Markup {
    html! { ul.facts { @for it in files { (file_item(view, it)) } } }
}

fn file_item(view: &ViewContext, file: &ClientFileEdit) -> Markup {
    let what = match file.what {
        "created" => t::FILE_CREATED,
        "edited" => t::FILE_EDITED,
        "removed" => t::FILE_REMOVED,
        "kept" => t::FILE_KEPT,
        _ => t::FILE_UNCHANGED,
    };
    html! {
        li {
            code { (file.path) } " · " (view.translate(what))
            @if let Some(note) = &file.note { " · " (note) }
            @if !file.added.is_empty() {
                pre.diff tabindex="0" aria-label=(view.translate(t::WOULD_WRITE)) {
                    @for line in file.added.iter().flat_map(|it| it.trim_matches('\n').lines()) {
                        ins { "+ " (line) } "\n"
                    }
                }
            }
        }
    }
}
