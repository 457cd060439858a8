//! Work that takes long, and how far it has come.

use maud::{Markup, html};

use crate::parts::form_token;
use crate::texts as t;
use crate::view::ViewContext;

/// Work that takes long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackgroundWork {
    /// Amount that is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
    /// Unit: `notes`, `conversations` or `vectors`; empty if unknown.
    pub what: String,
    /// Result, or the reason for the failure; none while it is running.
    pub ended: Option<Result<WorkResult, String>>,
}

/// Result of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkResult {
    /// Indexes were made.
    Indexed(Vec<IndexResult>),
    /// Secrets were looked for; those that were found, and whether they were taken out.
    Scanned(Vec<SecretCount>, bool),
}

/// Secrets of a kind; never one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecretCount {
    /// Kind of the secrets.
    pub kind: String,
    /// Number of secrets.
    pub times: usize,
    /// Places of the first of them.
    pub places: Vec<String>,
    /// True if some are in notes, which only their owner changes.
    pub in_notes: bool,
}

/// Result of building an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexResult {
    /// The home and the agent whose notes it holds; empty for one's own.
    pub whose: String,
    /// Notes that were taken in.
    pub written: usize,
    /// Notes that were taken out.
    pub removed: usize,
    /// Pieces that have vectors now.
    pub vectors: usize,
    /// Reason why there is no index, or no vectors.
    pub why: Option<String>,
}

/// Renders the area of a page that shows work and follows its progress.
pub(crate) fn work_area(view: &ViewContext, work: Option<&BackgroundWork>) -> Markup {
    html! {
        div #work data-work={ (view.to_page("work")) "?lang=" (view.lang.code()) } {
            @if let Some(work) = work { (self::work_status(view, work)) }
        }
    }
}

/// Renders the progress of work, without the page around it.
pub fn work_status(view: &ViewContext, work: &BackgroundWork) -> Markup {
    let what = match work.what.as_str() {
        "conversations" => t::MESSAGES,
        "vectors" => t::PART_VECTORS,
        _ => t::NOTES,
    };
    html! {
        @match &work.ended {
            None if work.total == 0 => p role="status" { (view.translate(t::AT_WORK)) },
            None => p {
                label {
                    (view.fill_blanks(t::WORK_AT, &[&view.translate(what), &work.done, &work.total]))
                    progress max=(work.total.max(1)) value=(work.done) {}
                }
            },
            Some(Err(why)) => p.wrong role="alert" { (why) },
            Some(Ok(WorkResult::Scanned(found, fixed))) => (secret_list(view, found, *fixed)),
            Some(Ok(WorkResult::Indexed(all))) => {
                p.well role="status" { (view.translate(t::WORK_DONE)) }
                ul.facts { @for one in all { (index_result_item(view, one)) } }
            },
        }
    }
}

fn index_result_item(view: &ViewContext, one: &IndexResult) -> Markup {
    html! {
        li {
            @if !one.whose.is_empty() { (one.whose) ": " }
            (view.fill_blanks(t::INDEXED, &[&one.written, &one.removed, &one.vectors]))
            @if let Some(why) = &one.why { " " span.wrong { (why) } }
        }
    }
}

fn secret_list(view: &ViewContext, found: &[SecretCount], fixed: bool) -> Markup {
    html! {
        @if found.is_empty() { p.well role="status" { (view.translate(t::NO_SECRETS)) } }
        @else {
            p.wrong role="alert" {
                (view.translate(if fixed { t::SECRETS_TAKEN_OUT } else { t::SECRETS_FOUND }))
            }
            ul.facts {
                @for it in found {
                    li {
                        strong { (it.kind) } " " (view.fill_blanks(t::TIMES, &[&it.times])) ": "
                        (it.places.join(", "))
                    }
                }
            }
            @if !fixed {
                form method="post" action=(view.to_page("health")) {
                    (form_token(view))
                    button name="do" value="fix" { (view.translate(t::SCAN_FIX)) }
                }
            }
            @if found.iter().any(|it| it.in_notes) { p { (view.translate(t::SECRETS_IN_NOTES)) } }
        }
    }
}
