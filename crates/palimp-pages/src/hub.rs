//! The pages of an organisation's hub: what waits, what is told, who may do what, and what happened.
//!
//! They work without scripts. What changes something is a form, which carries its token; where it led comes back as a
//! [`HubNotice`] in the next page's address.

mod people;
mod policy;
mod proposals;
mod served_memory;
mod usage;

use maud::{Markup, html};
use palimp_hub_api::MemoryStatus;

use crate::layout::{NavigationGroup, page_frame};
use crate::parts::form_token;
use crate::texts::hub as t;
use crate::texts::{self as common, PageText};
use crate::view::ViewContext;

pub use palimp_hub_api as api;
pub use people::{Members, join_page, members_page, new_token_page, sign_in};
pub use policy::{
    Field, HubActivityView, HubPolicyView, PolicyRule, ProjectActivity, activity_page, audit_page,
    policy_page,
};
pub use proposals::{PendingProposals, ProposalForm, draft_page, proposals_page};
pub use served_memory::{Memories, MemoryView, erase_page, memories_page, memory_page};
pub use usage::{HubUsage, MemberUsage, usage_page};

/// The pages of the navigation.
const NAVIGATION: [NavigationGroup; 1] = [(
    None,
    &[
        ("proposals", t::PROPOSALS),
        ("memories", t::MEMORIES),
        ("members", t::MEMBERS),
        ("policy", t::POLICY),
        ("audit", t::AUDIT),
        ("activity", t::ACTIVITY),
        ("usage", t::USE),
    ],
)];

/// Reader of a page.
#[derive(Clone, Debug, Default)]
pub struct HubPageReader {
    /// The organisation.
    pub org: String,
    /// The member's name.
    pub name: String,
}

/// Notice of the last action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HubNotice {
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

impl HubNotice {
    const ALL: [(HubNotice, &'static str, PageText); 8] = [
        (HubNotice::Approved, "approved", t::NOT_ENOUGH),
        (HubNotice::Landed, "landed", t::DECIDED_YES),
        (HubNotice::Rejected, "rejected", t::DECIDED_NO),
        (HubNotice::Proposed, "proposed", t::PROPOSED),
        (HubNotice::Retired, "retired", t::RETIRED),
        (HubNotice::Erased, "erased", t::ERASED),
        (HubNotice::Given, "given", t::GIVEN),
        (HubNotice::LaidDown, "laid-down", t::GIVEN),
    ];

    /// Name in an address.
    pub fn name(self) -> &'static str {
        HubNotice::ALL.iter().find(|(it, ..)| *it == self).map_or("", |(_, name, _)| name)
    }

    /// Returns the notice of this name in an address.
    pub fn from_name(name: &str) -> Option<HubNotice> {
        HubNotice::ALL.iter().find(|(_, it, _)| *it == name).map(|(it, ..)| *it)
    }
}

/// Reason why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HubPageError {
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

/// Renders the page of an error; without a reader if they are not known.
pub fn error_page(
    view: &ViewContext,
    reader: Option<&HubPageReader>,
    trouble: &HubPageError,
) -> Markup {
    let words = match trouble {
        HubPageError::Missing => view.translate(common::MISSING),
        HubPageError::Busy => view.translate(t::BUSY),
        HubPageError::StrangeForm => view.translate(t::STRANGE_FORM),
        HubPageError::Changed => view.translate(t::CHANGED),
        HubPageError::Said(words) => words,
    };
    hub_page(view, reader, view.translate(t::TROUBLE), html! { p.wrong role="alert" { (words) } })
}

/// Renders a page of this title for its reader.
fn hub_page(
    view: &ViewContext,
    reader: Option<&HubPageReader>,
    title: &str,
    body: Markup,
) -> Markup {
    let navigation: &[NavigationGroup] = if reader.is_some() { &NAVIGATION } else { &[] };
    let foot = html! {
        @if let Some(reader) = reader {
            (view.fill_blanks(t::FOOT, &[&reader.org, &reader.name]))
            form.inline method="post" action=(view.to_page("sign-out")) {
                (form_token(view)) " " button { (view.translate(t::SIGN_OUT)) }
            }
        }
    };
    page_frame(view, (title, None), (navigation, foot), body)
}

/// Renders the notice of the last action.
fn notice_banner(view: &ViewContext, said: Option<HubNotice>) -> Markup {
    let found = HubNotice::ALL.iter().find(|(it, ..)| Some(*it) == said);
    html! { @if let Some((.., text)) = found { p.well role="status" { (view.translate(*text)) } } }
}

/// Renders a timestamp of the hub, to the minute.
fn timestamp_label(at: &str) -> Markup {
    let short: String = at.chars().take(16).collect::<String>().replace('T', " ");
    html! { time datetime=(at) title=(at) { (short) } }
}

fn status_label(view: &ViewContext, status: MemoryStatus) -> &'static str {
    view.translate(match status {
        MemoryStatus::Proposed => t::STATUS_PROPOSED,
        MemoryStatus::Approved => t::STATUS_APPROVED,
        MemoryStatus::Rejected => t::STATUS_REJECTED,
        MemoryStatus::Superseded => t::STATUS_SUPERSEDED,
        MemoryStatus::Expired => t::STATUS_EXPIRED,
        MemoryStatus::Quarantined => t::STATUS_QUARANTINED,
    })
}

/// Renders the details of a memory beside its statement.
fn memory_details(view: &ViewContext, memory: &api::HubMemory, scope: &str) -> Markup {
    let api::HubMemory { origin, .. } = memory;
    let from = [&origin.client, &origin.date, &origin.commit, &origin.team];
    let from: Vec<&str> = from.into_iter().flatten().map(String::as_str).collect();
    html! {
        p.about {
            (memory.kind) " · " (scope) " · " (status_label(view, memory.status)) " · "
            (view.fill_blanks(t::PROPOSED_BY, &[&memory.proposer]))
            @if !memory.approved_by.is_empty() {
                " · " (view.fill_blanks(t::APPROVED_BY, &[&memory.approved_by.join(", ")]))
            }
            " · " (timestamp_label(&memory.changed_at))
            @if let Some(day) = &memory.expires { " · " (view.fill_blanks(common::TEAM_EXPIRES, &[day])) }
        }
        @if !from.is_empty() { p.about { (view.translate(t::FROM)) " " (from.join(", ")) } }
        @for anchor in &memory.anchors { p.about { (view.translate(t::AT)) " " code { (anchor) } } }
    }
}
