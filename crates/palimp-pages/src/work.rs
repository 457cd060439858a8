//! Work that takes long, and how far it has come.

use maud::{Markup, html};

use crate::texts as t;
use crate::view::View;

/// Work that takes long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How much is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
    /// Of what: `notes`, `conversations` or `vectors`; empty where that is not known.
    pub what: String,
    /// What came of it, or why nothing did; none while it is under way.
    pub ended: Option<Result<Done, String>>,
}

/// What came of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// Indexes were made.
    Indexed(Vec<Indexed>),
    /// Secrets were looked for; those that were found, and whether they were taken out.
    Scanned(Vec<Secrets>, bool),
}

/// Secrets of a kind; never one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Secrets {
    /// What kind they are of.
    pub kind: String,
    /// How many there are.
    pub times: usize,
    /// Where the first of them stand.
    pub places: Vec<String>,
    /// Whether some stand in notes, which their owner changes.
    pub in_notes: bool,
}

/// What became of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Indexed {
    /// The home and the agent whose notes it holds; empty for one's own.
    pub whose: String,
    /// Notes that were taken in.
    pub written: usize,
    /// Notes that were taken out.
    pub removed: usize,
    /// Pieces that have vectors now.
    pub vectors: usize,
    /// Why there is no index, or no vectors.
    pub why: Option<String>,
}

/// The place in which a page shows work, and from where it hears of it.
pub(crate) fn place(view: &View, work: Option<&Work>) -> Markup {
    html! {
        div #work data-work={ (view.to("work")) "?lang=" (view.lang.code()) } {
            @if let Some(work) = work { (self::work(view, work)) }
        }
    }
}

/// How far it has come, without the page around it.
pub fn work(view: &View, work: &Work) -> Markup {
    let what = match work.what.as_str() {
        "conversations" => t::MESSAGES,
        "vectors" => t::PART_VECTORS,
        _ => t::NOTES,
    };
    html! {
        @match &work.ended {
            None if work.total == 0 => p role="status" { (view.say(t::AT_WORK)) },
            None => p {
                label {
                    (view.fill(t::WORK_AT, &[&view.say(what), &work.done, &work.total]))
                    progress max=(work.total.max(1)) value=(work.done) {}
                }
            },
            Some(Err(why)) => p.wrong role="alert" { (why) },
            Some(Ok(Done::Scanned(found, fixed))) => (secrets(view, found, *fixed)),
            Some(Ok(Done::Indexed(all))) => {
                p.well role="status" { (view.say(t::WORK_DONE)) }
                ul.facts { @for one in all { (indexed(view, one)) } }
            },
        }
    }
}

fn indexed(view: &View, one: &Indexed) -> Markup {
    html! {
        li {
            @if !one.whose.is_empty() { (one.whose) ": " }
            (view.fill(t::INDEXED, &[&one.written, &one.removed, &one.vectors]))
            @if let Some(why) = &one.why { " " span.wrong { (why) } }
        }
    }
}

fn secrets(view: &View, found: &[Secrets], fixed: bool) -> Markup {
    html! {
        @if found.is_empty() { p.well role="status" { (view.say(t::NO_SECRETS)) } }
        @else {
            p.wrong role="alert" {
                (view.say(if fixed { t::SECRETS_TAKEN_OUT } else { t::SECRETS_FOUND }))
            }
            ul.facts {
                @for it in found {
                    li {
                        strong { (it.kind) } " " (view.fill(t::TIMES, &[&it.times])) ": "
                        (it.places.join(", "))
                    }
                }
            }
            @if found.iter().any(|it| it.in_notes) { p { (view.say(t::SECRETS_IN_NOTES)) } }
        }
    }
}
