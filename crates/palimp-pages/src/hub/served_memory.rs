//! Pages of the organisation's memories.

use maud::{Markup, html};
use palimp_hub_api::{HubMemory, HubSearchHit, MemoryStatus};

use super::{HubNotice, HubPageReader, hub_page, memory_details, notice_banner, timestamp_label};
use crate::parts::form_token;
use crate::texts as common;
use crate::texts::hub as t;
use crate::view::ViewContext;

/// Hits of a search, or the memories that were approved last.
#[derive(Clone, Debug, Default)]
pub struct Memories {
    /// The question; none asks for the latest.
    pub query: String,
    /// The best, or the newest, first.
    pub hits: Vec<HubSearchHit>,
    /// Notice of the last action.
    pub said: Option<HubNotice>,
}

/// Renders the page of the memories.
pub fn memories_page(view: &ViewContext, reader: &HubPageReader, found: &Memories) -> Markup {
    let body = html! {
        (notice_banner(view, found.said))
        form.filters action=(view.to_page("memories")) role="search" {
            label { (view.translate(t::ASK)) input type="search" name="q" value=(found.query); }
            button { (view.translate(common::SEARCH)) }
        }
        @if found.query.is_empty() { h2 { (view.translate(t::NEWEST)) } }
        @if found.hits.is_empty() { p.quiet { (view.translate(t::NO_MEMORIES)) } }
        ul.hits {
            @for hit in &found.hits {
                li.hit {
                    div.text { (hit.snippet) }
                    p.about {
                        a href=(view.to_page(&format!("memories/{}", hit.id))) { (view.translate(common::SHOW)) } " · "
                        (hit.kind) " · " (hit.scope) " · " (timestamp_label(&hit.approved_at))
                        @if !hit.approved_by.is_empty() {
                            " · " (view.fill_blanks(t::APPROVED_BY, &[&hit.approved_by.join(", ")]))
                        }
                    }
                }
            }
        }
    };
    hub_page(view, Some(reader), view.translate(t::MEMORIES), body)
}

/// A memory, and its reader's permissions.
#[derive(Clone, Debug, Default)]
pub struct MemoryView {
    /// The memory.
    pub memory: HubMemory,
    /// The name of its scope.
    pub scope: String,
    /// True if its reader may retire it.
    pub may_retire: bool,
    /// True if its reader may erase it.
    pub may_erase: bool,
}

/// Renders the page of a memory.
pub fn memory_page(view: &ViewContext, reader: &HubPageReader, shown: &MemoryView) -> Markup {
    let MemoryView { memory, scope, may_retire, may_erase } = shown;
    let body = html! {
        div.text { (memory.statement) }
        @if !memory.why.is_empty() { h2 { (view.translate(common::TEAM_WHY)) } div.text { (memory.why) } }
        (memory_details(view, memory, scope))
        @for id in &memory.supersedes {
            p.about { (view.translate(t::TAKES_PLACE)) " " a href=(view.to_page(&format!("memories/{id}"))) { (id) } }
        }
        @if *may_retire && memory.status == MemoryStatus::Approved {
            details {
                summary { (view.translate(t::RETIRE)) }
                form method="post" action=(view.to_page(&format!("memories/{}", memory.id))) {
                    (form_token(view))
                    input type="hidden" name="version" value=(memory.version);
                    label.wide {
                        (view.translate(common::TEAM_WHY))
                        textarea name="why" rows="2" required {}
                    }
                    button name="do" value="retire" { (view.translate(t::RETIRE)) }
                }
            }
        }
        @if *may_erase {
            p { a href=(view.to_page(&format!("memories/{}/erase", memory.id))) { (view.translate(t::ERASE)) } }
        }
    };
    hub_page(view, Some(reader), &memory.kind, body)
}

/// Renders the confirmation page before a memory is erased.
pub fn erase_page(view: &ViewContext, reader: &HubPageReader, memory: &HubMemory) -> Markup {
    let body = html! {
        blockquote.text { (memory.statement) }
        p { (view.translate(t::ERASE_HOW)) }
        form method="post" action=(view.to_page(&format!("memories/{}", memory.id))) {
            (form_token(view))
            button name="do" value="erase" { (view.translate(t::ERASE)) }
        }
    };
    hub_page(view, Some(reader), view.translate(t::ERASE), body)
}
