//! Now: what happens, what waits, and whether all is well.

use maud::{Markup, html};

use crate::layout::page;
use crate::parts::moment::{self as part, Moment};
use crate::parts::time;
use crate::sessions::{Session, entry};
use crate::texts as t;
use crate::view::View;

/// How things are.
#[derive(Clone, Debug, Default)]
pub struct Now {
    /// What was done and said last, newest first.
    pub moments: Vec<Moment>,
    /// What comes after this mark is not among them.
    pub mark: String,
    /// The sessions that were heard of lately.
    pub sessions: Vec<Session>,
    /// Messages that wait to be condensed, and in how many sessions.
    pub waiting: (usize, usize),
    /// Proposals that wait for the user.
    pub proposals: usize,
    /// Captures that wait for the database.
    pub spooled: usize,
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
    /// What is in the way, in words; none where all is well.
    pub wrong: Vec<String>,
}

/// The page.
pub fn now(view: &View, now: &Now) -> Markup {
    let body = html! {
        (well(view, now))
        @if !now.sessions.is_empty() {
            section aria-labelledby="under-way" {
                h2 #under-way { (view.say(t::UNDER_WAY)) }
                ol.list { @for session in &now.sessions { (entry(view, session)) } }
            }
        }
        section aria-labelledby="stream" {
            h2 #stream { (view.say(t::STREAM)) }
            @if now.moments.is_empty() { p.quiet { (view.say(t::NOTHING_YET)) } }
            ol #moments.moments data-live={ (view.to("live")) "?after=" (now.mark) "&lang=" (view.lang.code()) } {
                @for moment in &now.moments { (self::moment(view, moment)) }
            }
        }
    };
    page(view, view.say(t::NOW), Some("live.js"), body)
}

fn is_well(now: &Now) -> bool {
    now.wrong.is_empty() && now.open == 0 && now.captures && now.injects
}

/// Health in a line, and what waits.
fn well(view: &View, now: &Now) -> Markup {
    html! {
        p role="status" {
            @if is_well(now) { span.well { (view.say(t::WELL)) } }
            @if now.open > 0 { span.open { (view.fill(t::LEFT_TO_YOU, &[&now.open])) } " " }
            @if !now.captures { span.wrong { (view.say(t::NOT_CAPTURED)) } " " }
            @else if !now.injects { span.open { (view.say(t::NOT_INJECTED)) } " " }
            @for wrong in &now.wrong { span.wrong { (view.told(wrong)) } " " }
            @if let Some(last) = now.last { " " (view.say(t::LAST_CAPTURE)) " " (time(view, last)) "." }
            " " a href=(view.to("health")) { (view.say(t::HEALTH)) }
        }
        ul.facts {
            li { (view.fill(t::TO_CONDENSE, &[&now.waiting.0, &now.waiting.1])) }
            li { (view.fill(t::TO_REVIEW, &[&now.proposals])) }
            @if now.spooled > 0 { li { (view.fill(t::SPOOLED, &[&now.spooled])) } }
            @if let Some((spent, daily)) = now.tokens {
                li { (view.fill(t::TOKENS_TODAY, &[&spent, &daily])) }
            }
        }
    }
}

/// A moment of the stream, without the page around it.
pub fn moment(view: &View, moment: &Moment) -> Markup {
    part::moment(view, moment, true)
}
