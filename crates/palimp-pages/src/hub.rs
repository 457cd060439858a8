//! The pages of an organisation's hub: what waits, what is told, who may do what, and what happened.
//!
//! They work without scripts. What changes something is a form, which carries its token; where it led comes back as a
//! [`Said`] in the next page's address.

mod people;
mod proposals;
mod rules;
mod told;
mod usage;

use maud::{Markup, html};
use palimp_hub_api::Status;

use crate::layout::{frame, navigation};
use crate::parts::form_token;
use crate::texts::hub as t;
use crate::texts::{self as common, Text};
use crate::view::View;

pub use palimp_hub_api as api;
pub use people::{Members, join, joined, members, sign_in};
pub use proposals::{Draft, Waiting, draft, proposals};
pub use rules::{Activity, Field, Rule, Rules, Told, activity, audit, policy};
pub use told::{Memories, Shown, erasing, memories, memory};
pub use usage::{Usage, Used, usage};

/// The pages of the navigation.
const PAGES: [(&str, Text); 7] = [
    ("proposals", t::PROPOSALS),
    ("memories", t::MEMORIES),
    ("members", t::MEMBERS),
    ("policy", t::POLICY),
    ("audit", t::AUDIT),
    ("activity", t::ACTIVITY),
    ("usage", t::USE),
];

/// Who looks at a page.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// The organisation.
    pub org: String,
    /// The member's name.
    pub name: String,
}

/// What was just done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A proposal was approved, and more approvals are needed.
    Approved,
    /// A proposal was approved, and is told.
    Landed,
    /// A proposal was rejected.
    Rejected,
    /// Something was proposed.
    Proposed,
    /// A memory is told no more.
    Retired,
    /// A memory was erased.
    Erased,
    /// A role was given or taken.
    Given,
    /// The policy is another one.
    LaidDown,
}

impl Said {
    const ALL: [(Said, &'static str, Text); 8] = [
        (Said::Approved, "approved", t::NOT_ENOUGH),
        (Said::Landed, "landed", t::DECIDED_YES),
        (Said::Rejected, "rejected", t::DECIDED_NO),
        (Said::Proposed, "proposed", t::PROPOSED),
        (Said::Retired, "retired", t::RETIRED),
        (Said::Erased, "erased", t::ERASED),
        (Said::Given, "given", t::GIVEN),
        (Said::LaidDown, "laid-down", t::GIVEN),
    ];

    /// How an address calls it.
    pub fn name(self) -> &'static str {
        Said::ALL.iter().find(|(it, ..)| *it == self).map_or("", |(_, name, _)| name)
    }

    /// What an address calls so.
    pub fn named(name: &str) -> Option<Said> {
        Said::ALL.iter().find(|(_, it, _)| *it == name).map(|(it, ..)| *it)
    }
}

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is nothing of this name, or it is not open to who asks.
    Missing,
    /// The hub cannot answer just now.
    Busy,
    /// The form is from elsewhere or another time.
    StrangeForm,
    /// Somebody changed it since it was read.
    Changed,
    /// In words.
    Said(String),
}

/// The page of what could not be done; of nobody in particular where who asks is not known.
pub fn trouble(view: &View, reader: Option<&Reader>, trouble: &Trouble) -> Markup {
    let words = match trouble {
        Trouble::Missing => view.say(common::MISSING),
        Trouble::Busy => view.say(t::BUSY),
        Trouble::StrangeForm => view.say(t::STRANGE_FORM),
        Trouble::Changed => view.say(t::CHANGED),
        Trouble::Said(words) => words,
    };
    page(view, reader, view.say(t::TROUBLE), html! { p.wrong role="alert" { (words) } })
}

/// A page of this title, for who looks at it.
fn page(view: &View, reader: Option<&Reader>, title: &str, body: Markup) -> Markup {
    let pages: &[(&str, Text)] = if reader.is_some() { &PAGES } else { &[] };
    let foot = html! {
        @if let Some(reader) = reader {
            (view.fill(t::FOOT, &[&reader.org, &reader.name]))
            form.inline method="post" action=(view.to("sign-out")) {
                (form_token(view)) " " button { (view.say(t::SIGN_OUT)) }
            }
        }
    };
    frame(view, (title, None), (navigation(view, pages), foot), body)
}

/// What was just done.
fn done(view: &View, said: Option<Said>) -> Markup {
    let found = Said::ALL.iter().find(|(it, ..)| Some(*it) == said);
    html! { @if let Some((.., text)) = found { p.well role="status" { (view.say(*text)) } } }
}

/// A moment as the hub writes it, to the minute.
fn moment(at: &str) -> Markup {
    let short: String = at.chars().take(16).collect::<String>().replace('T', " ");
    html! { time datetime=(at) title=(at) { (short) } }
}

fn status(view: &View, status: Status) -> &'static str {
    view.say(match status {
        Status::Proposed => t::STATUS_PROPOSED,
        Status::Approved => t::STATUS_APPROVED,
        Status::Rejected => t::STATUS_REJECTED,
        Status::Superseded => t::STATUS_SUPERSEDED,
        Status::Expired => t::STATUS_EXPIRED,
        Status::Quarantined => t::STATUS_QUARANTINED,
    })
}

/// What is said of a memory beside its words.
fn about(view: &View, memory: &api::Memory, scope: &str) -> Markup {
    let api::Memory { origin, .. } = memory;
    let from = [&origin.client, &origin.date, &origin.commit, &origin.team];
    let from: Vec<&str> = from.into_iter().flatten().map(String::as_str).collect();
    html! {
        p.about {
            (memory.kind) " · " (scope) " · " (status(view, memory.status)) " · "
            (view.fill(t::PROPOSED_BY, &[&memory.proposer]))
            @if !memory.approved_by.is_empty() {
                " · " (view.fill(t::APPROVED_BY, &[&memory.approved_by.join(", ")]))
            }
            " · " (moment(&memory.changed_at))
            @if let Some(day) = &memory.expires { " · " (view.fill(common::TEAM_EXPIRES, &[day])) }
        }
        @if !from.is_empty() { p.about { (view.say(t::FROM)) " " (from.join(", ")) } }
        @for anchor in &memory.anchors { p.about { (view.say(t::AT)) " " code { (anchor) } } }
    }
}
