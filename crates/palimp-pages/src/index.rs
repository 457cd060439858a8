//! The index of one's own notes, who gives their vectors, and what makes it again.

use maud::{Markup, html};

use crate::parts::{form_token, format_bytes, format_duration, format_number};
use crate::texts::{self as t, PageText};
use crate::view::ViewContext;
use crate::work::{self, BackgroundWork};

/// An index, and who gives vectors.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Embedder: `builtin/…/256`; none if there is no embedder.
    pub embedder: Option<String>,
    /// Reason why there is no embedder, or why the index cannot be read.
    pub complaint: Option<String>,
    /// Services that receive text, and their addresses, a line each.
    pub sent: Vec<String>,
    /// Notes and sessions in it.
    pub documents: usize,
    /// Their pieces.
    pub chunks: usize,
    /// Pieces without a vector.
    pub pending: usize,
    /// Its bytes on disk.
    pub bytes: u64,
    /// Result of the embedder's test.
    pub trial: Option<Result<Trial, String>>,
    /// Work that is under way, or has just ended.
    pub work: Option<BackgroundWork>,
}

/// An embedder that answered, and what is still to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Response time, in milliseconds.
    pub took: u64,
    /// Pieces that would be sent.
    pub chunks: usize,
    /// Their tokens, estimated.
    pub tokens: usize,
    /// Price of embedding them, in US dollars; none if it is unknown or free.
    pub dollars: Option<f64>,
    /// About how long that takes, in seconds.
    pub seconds: i64,
}

/// Renders the section.
pub(crate) fn index_section(view: &ViewContext, index: &Index) -> Markup {
    let Index { documents, chunks, pending, .. } = index;
    let size = format_bytes(index.bytes);
    let embedder = index.embedder.as_deref().unwrap_or("–");
    html! {
        section aria-labelledby="index" {
            h2 #index { (view.translate(t::INDEX_UPKEEP)) }
            p { (view.fill_blanks(t::INDEX_HOLDS, &[chunks, documents, &size, pending])) }
            p { (view.fill_blanks(t::EMBEDDER, &[&embedder])) }
            @for line in &index.sent { p.open { (line) } }
            @if let Some(why) = &index.complaint { p.wrong { (why) } }
            @match &index.trial {
                Some(Ok(it)) => (trial_result(view, it)),
                Some(Err(why)) => p.wrong role="alert" { (why) },
                None => {},
            }
            (work::work_area(view, index.work.as_ref()))
            form.actions method="post" action=(view.to_page("settings/index")) {
                (form_token(view))
                @for (verb, name, does) in INDEX_ACTIONS {
                    @if index.embedder.is_some() || !NEED_EMBEDDER.contains(&verb) {
                        button name="do" value=(verb) aria-describedby={ "does-" (verb) } { (view.translate(name)) }
                        p.quiet id={ "does-" (verb) } { (view.translate(does)) }
                    }
                }
            }
        }
    }
}

/// Actions of the form: value, name and description.
const INDEX_ACTIONS: [(&str, PageText, PageText); 4] = [
    ("index", t::REINDEX, t::REINDEX_DOES),
    ("embed", t::REINDEX_VECTORS, t::REINDEX_VECTORS_DOES),
    ("anew", t::REBUILD, t::REBUILD_DOES),
    ("try", t::TRY_EMBEDDER, t::TRY_EMBEDDER_DOES),
];

/// Actions that need an embedder.
const NEED_EMBEDDER: [&str; 2] = ["embed", "try"];

fn trial_result(view: &ViewContext, it: &Trial) -> Markup {
    let (chunks, tokens) = (format_number(it.chunks as u64), format_number(it.tokens as u64));
    let time = format_duration(view, it.seconds);
    html! {
        p.well role="status" {
            (view.fill_blanks(t::TRIED, &[&it.took])) " "
            (view.fill_blanks(t::STILL_TO_DO, &[&chunks, &tokens, &time])) ". "
            @match it.dollars {
                Some(dollars) => (view.fill_blanks(t::COSTS, &[&format!("{dollars:.4}")])),
                None => (view.translate(t::COSTS_NOTHING)),
            }
        }
    }
}
