//! Health: what was looked at, what is wrong, what mends it, and how large things are.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::parts::marked::inline_code;
use crate::parts::{form_token, format_bytes, time_label};
use crate::texts as t;
use crate::view::ViewContext;
use crate::work::{self, BackgroundWork};

/// Health of a home.
#[derive(Clone, Debug, Default)]
pub struct HealthReport {
    /// Results of the checks.
    pub findings: Vec<HealthFinding>,
    /// Time of the check of database and index, in milliseconds since the Unix epoch.
    pub looked: i64,
    /// Work that is under way, or has just ended.
    pub work: Option<BackgroundWork>,
    /// Last errors, newest first: lines of the log.
    pub errors: Vec<String>,
    /// Files with their sizes, in bytes.
    pub sizes: Vec<(String, u64)>,
}

/// One thing that was looked at.
#[derive(Clone, Debug)]
pub struct HealthFinding {
    /// Subject of the check.
    pub what: String,
    /// State of the subject.
    pub state: HealthState,
    /// The same in words.
    pub words: String,
    /// The part that can be mended, as a form names it.
    pub mend: Option<String>,
}

/// State of a checked thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HealthState {
    /// As it should be.
    Well,
    /// As it should be again.
    Mended,
    /// Only the user can do what is left.
    Open,
    /// Not as it should be.
    Wrong,
}

/// Renders the page.
pub fn health_page(view: &ViewContext, health: &HealthReport) -> Markup {
    let body = html! {
        ul.findings.card { @for one in &health.findings { (finding_item(view, one)) } }
        p.quiet { (view.translate(t::LOOKED_AT)) " " (time_label(view, health.looked)) }
        section aria-labelledby="secrets" {
            h2 #secrets { (view.translate(t::SECRETS)) }
            p.quiet { (view.translate(t::SECRETS_ARE)) }
            (work::work_area(view, health.work.as_ref()))
            form.filters method="post" action=(view.to_page("health")) {
                (form_token(view))
                button name="do" value="scan" { (view.translate(t::SCAN)) }
            }
        }
        @if !health.errors.is_empty() {
            section aria-labelledby="errors" {
                h2 #errors { (view.translate(t::LAST_ERRORS)) }
                ul.facts { @for line in &health.errors { li { code { (line) } } } }
            }
        }
        section aria-labelledby="sizes" {
            h2 #sizes { (view.translate(t::SIZES)) }
            table {
                @for (name, size) in &health.sizes {
                    tr { th scope="row" { (name) } td.number { (format_bytes(*size)) } }
                }
            }
        }
    };
    page_layout(view, view.translate(t::HEALTH), Some("work.js"), body)
}

fn finding_item(view: &ViewContext, finding: &HealthFinding) -> Markup {
    let (class, state) = match finding.state {
        HealthState::Well => ("well", t::STATE_WELL),
        HealthState::Mended => ("well", t::STATE_MENDED),
        HealthState::Open => ("open", t::STATE_OPEN),
        HealthState::Wrong => ("wrong", t::STATE_WRONG),
    };
    html! {
        li {
            span class=(class) { (view.translate(state)) } " "
            strong { (finding.what) } " "
            span { (inline_code(&finding.words)) }
            @if let Some(part) = &finding.mend {
                form.inline method="post" action=(view.to_page("health")) {
                    (form_token(view))
                    button name="mend" value=(part) { (view.translate(t::MEND)) }
                }
            }
        }
    }
}
