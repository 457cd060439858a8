//! What the organisation's memory tells.

use maud::{Markup, html};
use palimp_hub_api::{Hit, Memory, Status};

use super::{Reader, Said, about, done, moment, page};
use crate::parts::form_token;
use crate::texts as common;
use crate::texts::hub as t;
use crate::view::View;

/// What answers a question, or what was approved last.
#[derive(Clone, Debug, Default)]
pub struct Memories {
    /// The question; none asks for the latest.
    pub query: String,
    /// The best, or the newest, first.
    pub hits: Vec<Hit>,
    /// What was just done.
    pub said: Option<Said>,
}

/// The page of what is told.
pub fn memories(view: &View, reader: &Reader, found: &Memories) -> Markup {
    let body = html! {
        (done(view, found.said))
        form.filters action=(view.to("memories")) role="search" {
            label { (view.say(t::ASK)) input type="search" name="q" value=(found.query); }
            button { (view.say(common::SEARCH)) }
        }
        @if found.query.is_empty() { h2 { (view.say(t::NEWEST)) } }
        @if found.hits.is_empty() { p.quiet { (view.say(t::NO_MEMORIES)) } }
        ul.hits {
            @for hit in &found.hits {
                li.hit {
                    div.text { (hit.snippet) }
                    p.about {
                        a href=(view.to(&format!("memories/{}", hit.id))) { (view.say(common::SHOW)) } " · "
                        (hit.kind) " · " (hit.scope) " · " (moment(&hit.approved_at))
                        @if !hit.approved_by.is_empty() {
                            " · " (view.fill(t::APPROVED_BY, &[&hit.approved_by.join(", ")]))
                        }
                    }
                }
            }
        }
    };
    page(view, Some(reader), view.say(t::MEMORIES), body)
}

/// A memory, and what its reader may do with it.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The memory.
    pub memory: Memory,
    /// The name of its scope.
    pub scope: String,
    /// Whether its reader may have it told no more.
    pub may_retire: bool,
    /// Whether its reader may erase it.
    pub may_erase: bool,
}

/// The page of a memory.
pub fn memory(view: &View, reader: &Reader, shown: &Shown) -> Markup {
    let Shown { memory, scope, may_retire, may_erase } = shown;
    let body = html! {
        div.text { (memory.statement) }
        @if !memory.why.is_empty() { h2 { (view.say(common::TEAM_WHY)) } div.text { (memory.why) } }
        (about(view, memory, scope))
        @for id in &memory.supersedes {
            p.about { (view.say(t::TAKES_PLACE)) " " a href=(view.to(&format!("memories/{id}"))) { (id) } }
        }
        @if *may_retire && memory.status == Status::Approved {
            details {
                summary { (view.say(t::RETIRE)) }
                form method="post" action=(view.to(&format!("memories/{}", memory.id))) {
                    (form_token(view))
                    input type="hidden" name="version" value=(memory.version);
                    label.wide {
                        (view.say(common::TEAM_WHY))
                        textarea name="why" rows="2" required {}
                    }
                    button name="do" value="retire" { (view.say(t::RETIRE)) }
                }
            }
        }
        @if *may_erase {
            p { a href=(view.to(&format!("memories/{}/erase", memory.id))) { (view.say(t::ERASE)) } }
        }
    };
    page(view, Some(reader), &memory.kind, body)
}

/// The question whether a memory shall really be erased.
pub fn erasing(view: &View, reader: &Reader, memory: &Memory) -> Markup {
    let body = html! {
        blockquote.text { (memory.statement) }
        p { (view.say(t::ERASE_HOW)) }
        form method="post" action=(view.to(&format!("memories/{}", memory.id))) {
            (form_token(view))
            button name="do" value="erase" { (view.say(t::ERASE)) }
        }
    };
    page(view, Some(reader), view.say(t::ERASE), body)
}
