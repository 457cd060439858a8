//! Proposals to a team, and the forms that decide about them.

use maud::{Markup, html};

use crate::parts::difference::line_diff;
use crate::parts::{form_token, time_label};
use crate::texts as t;
use crate::view::ViewContext;

/// A proposal with all that is to be known of it.
#[derive(Clone, Debug, Default)]
pub struct TeamProposal {
    /// Its id.
    pub id: String,
    /// The name of its change: what is approved.
    pub change: String,
    /// The keys that it lets in.
    pub keys: Vec<TeamKey>,
    /// Title that its proposer chose.
    pub title: String,
    /// Time of the proposal, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Proposers.
    pub proposed: Vec<String>,
    /// Members whose approvals count.
    pub approved: Vec<String>,
    /// Number of approvals that are needed.
    pub needed: usize,
    /// The files that it changes.
    pub changes: Vec<TeamChange>,
    /// Possible secrets and personal data: the file, the line and the kind.
    pub findings: Vec<(String, usize, String)>,
    /// True if its reader's approval would count.
    pub may_approve: bool,
    /// True if its reader approved it.
    pub is_approved_by_me: bool,
    /// True if its reader proposed it.
    pub is_mine: bool,
    /// Reason why it cannot land, regardless of approvals.
    pub trouble: Option<String>,
    /// True if it waits in this home to be pushed.
    pub is_here: bool,
}

/// A key that a proposal lets in.
#[derive(Clone, Debug, Default)]
pub struct TeamKey {
    /// The name that it would have.
    pub member: String,
    /// The fingerprint of the key.
    pub fingerprint: String,
    /// The name is a member's already, who gets one more key.
    pub is_further: bool,
    /// Each path with the member's role there; nothing for a contributor.
    pub roles: Vec<(String, String)>,
}

/// Change of a file by a proposal.
#[derive(Clone, Debug, Default)]
pub struct TeamChange {
    /// The file.
    pub path: String,
    /// Present content; none for a new file.
    pub before: Option<String>,
    /// Proposed content; none for a deleted file.
    pub after: Option<String>,
    /// The facts that it meets.
    pub rivals: Rivals,
    /// Kinds of secrets and personal data that its proposer let pass.
    pub allows: Vec<String>,
}

/// The facts of a team that a proposed one meets, each with where it stands and what it says.
#[derive(Clone, Debug, Default)]
pub struct Rivals {
    /// Those that say the same.
    pub same: Vec<(String, String)>,
    /// Those that it contradicts.
    pub against: Vec<(String, String)>,
}

/// Notice of the last action; proposals by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TeamNotice {
    /// It was fetched and verified.
    Synced,
    /// A proposal was approved, and more approvals are needed.
    Approved(String),
    /// A proposal was approved and landed.
    Landed(String),
    /// A proposal was rejected.
    Rejected(String),
}

/// Renders the notice of the last action.
pub(super) fn action_notice(view: &ViewContext, sent: Option<&TeamNotice>) -> Markup {
    let said = sent.map(|sent| match sent {
        TeamNotice::Synced => view.translate(t::TEAM_SYNCED).to_owned(),
        TeamNotice::Approved(id) => view.fill_blanks(t::TEAM_APPROVED, &[id]),
        TeamNotice::Landed(id) => view.fill_blanks(t::TEAM_LANDED, &[id]),
        TeamNotice::Rejected(id) => view.fill_blanks(t::TEAM_REJECTED, &[id]),
    });
    html! { @if let Some(said) = said { p.well role="status" { (said) } } }
}

pub(super) fn proposal_list(view: &ViewContext, team: &str, proposals: &[TeamProposal]) -> Markup {
    html! {
        section aria-labelledby="proposals" {
            h2 #proposals { (view.translate(t::TEAM_PROPOSALS)) }
            @if proposals.is_empty() { p.quiet { (view.translate(t::TEAM_NO_PROPOSALS)) } }
            @for one in proposals { (proposal_article(view, team, one)) }
        }
    }
}

fn proposal_article(view: &ViewContext, team: &str, one: &TeamProposal) -> Markup {
    let title = format!("proposal-{}", one.id);
    html! {
        article.proposal tabindex="-1" aria-labelledby=(title) {
            @for key in &one.keys { (self::key_notice(view, key)) }
            h3 id=(title) { (one.title) }
            p.about {
                code { (one.id) } " · " (one.proposed.join(", ")) " · " (time_label(view, one.at)) " · "
                (view.fill_blanks(t::TEAM_APPROVALS, &[&one.approved.len(), &one.needed]))
                @if !one.approved.is_empty() { ": " (one.approved.join(", ")) }
            }
            @for (file, line, kind) in &one.findings {
                p.wrong { (view.fill_blanks(t::TEAM_FINDING, &[file, line, kind])) }
            }
            @if let Some(why) = &one.trouble { p.wrong { (view.fill_blanks(t::TEAM_NO_LANDING, &[why])) } }
            @for change in &one.changes { (self::file_change(view, change)) }
            (reader_note(view, one))
            (decision_forms(view, team, one))
        }
    }
}

/// Renders the role that a key would get, before any text of its proposer.
fn key_notice(view: &ViewContext, key: &TeamKey) -> Markup {
    let roles = key.roles.iter().map(|(path, role)| format!("{role} ({path})"));
    let roles = match key.roles.len() {
        0 => "contributor (*)".to_owned(),
        _ => roles.collect::<Vec<_>>().join(", "),
    };
    let said = if key.is_further { t::TEAM_FURTHER_KEY } else { t::TEAM_NEW_MEMBER };
    html! { p.wrong { (view.fill_blanks(said, &[&key.member, &roles, &key.fingerprint])) } }
}

fn file_change(view: &ViewContext, change: &TeamChange) -> Markup {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    html! {
        p {
            code { (change.path) }
            @if change.before.is_none() { " · " (view.translate(t::TEAM_NEW)) }
            @if change.after.is_none() { " · " span.wrong { (view.translate(t::TEAM_GOES)) } }
            @if !change.allows.is_empty() {
                " · " span.open { (view.fill_blanks(t::TEAM_ALLOWS, &[&change.allows.join(", ")])) }
            }
        }
        (line_diff(view, &text(&change.before), &text(&change.after)))
        (rival_facts(view, t::TEAM_SAME, &change.rivals.same))
        (rival_facts(view, t::TEAM_AGAINST, &change.rivals.against))
    }
}

fn rival_facts(view: &ViewContext, how: t::PageText, facts: &[(String, String)]) -> Markup {
    html! {
        @for (path, statement) in facts {
            p.open { (view.translate(how)) " " code { (path) } ": " (statement) }
        }
    }
}

/// Renders the reader's relation to the proposal.
fn reader_note(view: &ViewContext, one: &TeamProposal) -> Markup {
    let said = match one {
        TeamProposal { is_here: true, .. } => Some(t::TEAM_WAITS),
        TeamProposal { is_approved_by_me: true, .. } => Some(t::TEAM_MY_YES),
        TeamProposal { is_mine: true, .. } => Some(t::TEAM_MINE),
        TeamProposal { may_approve: false, .. } => Some(t::TEAM_NOT_YOURS),
        _ => None,
    };
    html! { @if let Some(said) = said { p.quiet { (view.translate(said)) } } }
}

/// Renders the forms that decide. An approval applies to exactly the change that is shown.
fn decision_forms(view: &ViewContext, team: &str, one: &TeamProposal) -> Markup {
    let form = |inside: Markup| {
        html! {
            form method="post" action=(view.to_page("team")) {
                (form_token(view))
                @for (name, value) in [("team", team), ("id", &one.id), ("change", &one.change)] {
                    input type="hidden" name=(name) value=(value);
                }
                (inside)
            }
        }
    };
    let lands = one.findings.is_empty() && one.trouble.is_none();
    html! {
        @if one.may_approve && !one.is_approved_by_me && lands {
            (form(html! { button name="do" value="accept" { (view.translate(t::TEAM_APPROVE)) } }))
        }
        @if one.may_approve || one.is_mine {
            details {
                summary { (view.translate(t::TEAM_REJECT)) }
                (form(html! {
                    label.wide {
                        (view.translate(t::TEAM_WHY))
                        textarea name="why" rows="2" required {}
                    }
                    button name="do" value="reject" { (view.translate(t::TEAM_REJECT)) }
                }))
            }
        }
    }
}
