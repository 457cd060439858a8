//! Now: what happens, what waits, and whether all is well.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::parts::marked::inline_code;
use crate::parts::moment::{self as part, ActivityMoment};
use crate::parts::time_label;
use crate::sessions::{SessionInfo, session_item};
use crate::texts as t;
use crate::view::ViewContext;

/// Present state of the home.
#[derive(Clone, Debug, Default)]
pub struct LiveOverview {
    /// Latest events, newest first.
    pub moments: Vec<ActivityMoment>,
    /// Mark of the last of them: later events are not included.
    pub mark: String,
    /// The sessions that were heard of lately.
    pub sessions: Vec<SessionInfo>,
    /// Messages that wait to be condensed, and in how many sessions.
    pub waiting: (usize, usize),
    /// Captures that wait for the database.
    pub spooled: usize,
    /// Reasons for which projects are left out, in words.
    pub excluded: Vec<String>,
    /// Tokens that condensing cost today, of how many; none where no model is asked.
    pub tokens: Option<(u64, u64)>,
    /// The last capture, in milliseconds since the Unix epoch.
    pub last: Option<i64>,
    /// True if the settings let sessions be captured.
    pub captures: bool,
    /// True if the settings let sessions be told something.
    pub injects: bool,
    /// Findings of the doctor that only the user can settle.
    pub open: usize,
    /// Problems, in words; none if all is well.
    pub wrong: Vec<String>,
}

/// Renders the page.
pub fn live_page(view: &ViewContext, now: &LiveOverview) -> Markup {
    let body = html! {
        div.card { (status_summary(view, now)) }
        @if !now.sessions.is_empty() {
            section aria-labelledby="under-way" {
                h2 #under-way { (view.translate(t::UNDER_WAY)) }
                ol.list.card { @for session in &now.sessions { (session_item(view, session)) } }
            }
        }
        section aria-labelledby="stream" {
            h2 #stream { (view.translate(t::STREAM)) }
            @if now.moments.is_empty() { p.quiet { (view.translate(t::NOTHING_YET)) } }
            ol #moments.moments.card data-live={ (view.to_page("live")) "?after=" (now.mark) "&lang=" (view.lang.code()) } {
                @for moment in &now.moments { (self::live_moment(view, moment)) }
            }
        }
    };
    page_layout(view, view.translate(t::NOW), Some("live.js"), body)
}

fn is_well(now: &LiveOverview) -> bool {
    now.wrong.is_empty() && now.open == 0 && now.captures && now.injects
}

/// Renders health in a line, and pending work.
fn status_summary(view: &ViewContext, now: &LiveOverview) -> Markup {
    html! {
        p role="status" {
            @if is_well(now) { span.well { (view.translate(t::WELL)) } }
            @if now.open > 0 { span.open { (view.fill_blanks(t::LEFT_TO_YOU, &[&now.open])) } " " }
            @if !now.captures { span.wrong { (view.translate(t::NOT_CAPTURED)) } " " }
            @else if !now.injects { span.open { (view.translate(t::NOT_INJECTED)) } " " }
            @for wrong in &now.wrong { span.wrong { (inline_code(wrong)) } " " }
            @if let Some(last) = now.last { " " (view.translate(t::LAST_CAPTURE)) " " (time_label(view, last)) "." }
            " " a href=(view.to_page("health")) { (view.translate(t::HEALTH)) }
        }
        ul.facts {
            li { (view.fill_blanks(t::TO_CONDENSE, &[&now.waiting.0, &now.waiting.1])) }
            li { a href=(view.to_page("review")) { (view.fill_blanks(t::TO_REVIEW, &[&view.to_review])) } }
            @if now.spooled > 0 { li { (view.fill_blanks(t::SPOOLED, &[&now.spooled])) } }
            @for why in &now.excluded { li { (view.fill_blanks(t::EXCLUDED, &[why])) } }
            @if let Some((spent, daily)) = now.tokens {
                li { (view.fill_blanks(t::TOKENS_TODAY, &[&spent, &daily])) }
            }
        }
    }
}

/// Renders a moment of the stream, without the page around it.
pub fn live_moment(view: &ViewContext, moment: &ActivityMoment) -> Markup {
    part::moment_item(view, moment, true)
}
