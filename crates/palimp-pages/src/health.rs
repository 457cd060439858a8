//! Health: what was looked at, what is wrong, what mends it, and how large things are.

use maud::{Markup, html};

use crate::layout::page;
use crate::parts::{bytes, form_token, time};
use crate::texts as t;
use crate::view::View;
use crate::work::{self, Work};

/// How a home is.
#[derive(Clone, Debug, Default)]
pub struct Health {
    /// What was looked at.
    pub findings: Vec<Finding>,
    /// When the database and the index were looked at, in milliseconds since the Unix epoch.
    pub looked: i64,
    /// Work that is under way, or has just ended.
    pub work: Option<Work>,
    /// What went wrong last, newest first: lines of the log.
    pub errors: Vec<String>,
    /// Files with their sizes, in bytes.
    pub sizes: Vec<(String, u64)>,
}

/// One thing that was looked at.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was looked at.
    pub what: String,
    /// How it is.
    pub state: State,
    /// The same in words.
    pub words: String,
    /// The part that can be mended, as a form names it.
    pub mend: Option<String>,
}

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// As it should be.
    Well,
    /// As it should be again.
    Mended,
    /// Only the user can do what is left.
    Open,
    /// Not as it should be.
    Wrong,
}

/// The page.
pub fn health(view: &View, health: &Health) -> Markup {
    let body = html! {
        ul.findings { @for one in &health.findings { (finding(view, one)) } }
        p.quiet { (view.say(t::LOOKED_AT)) " " (time(view, health.looked)) }
        section aria-labelledby="secrets" {
            h2 #secrets { (view.say(t::SECRETS)) }
            p.quiet { (view.say(t::SECRETS_ARE)) }
            (work::place(view, health.work.as_ref()))
            form.filters method="post" action=(view.to("health")) {
                (form_token(view))
                button name="do" value="scan" { (view.say(t::SCAN)) }
                button name="do" value="fix" { (view.say(t::SCAN_FIX)) }
            }
        }
        @if !health.errors.is_empty() {
            section aria-labelledby="errors" {
                h2 #errors { (view.say(t::LAST_ERRORS)) }
                ul.facts { @for line in &health.errors { li { code { (line) } } } }
            }
        }
        section aria-labelledby="sizes" {
            h2 #sizes { (view.say(t::SIZES)) }
            table {
                @for (name, size) in &health.sizes {
                    tr { th scope="row" { (name) } td.number { (bytes(*size)) } }
                }
            }
        }
    };
    page(view, view.say(t::HEALTH), Some("work.js"), body)
}

fn finding(view: &View, finding: &Finding) -> Markup {
    let (class, state) = match finding.state {
        State::Well => ("well", t::STATE_WELL),
        State::Mended => ("well", t::STATE_MENDED),
        State::Open => ("open", t::STATE_OPEN),
        State::Wrong => ("wrong", t::STATE_WRONG),
    };
    html! {
        li {
            span class=(class) { (view.say(state)) } " "
            strong { (view.told(&finding.what)) } " "
            span { (view.told(&finding.words)) }
            @if let Some(part) = &finding.mend {
                form.inline method="post" action=(view.to("health")) {
                    (form_token(view))
                    button name="mend" value=(part) { (view.say(t::MEND)) }
                }
            }
        }
    }
}
