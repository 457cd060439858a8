//! Health: what was looked at, what is wrong, what mends it, and how large things are.

use maud::{Markup, html};

use crate::layout::page;
use crate::parts::{bytes, form_token};
use crate::texts as t;
use crate::view::View;

/// How a home is.
#[derive(Clone, Debug, Default)]
pub struct Health {
    /// What was looked at.
    pub findings: Vec<Finding>,
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
        section aria-labelledby="sizes" {
            h2 #sizes { (view.say(t::SIZES)) }
            table {
                @for (name, size) in &health.sizes {
                    tr { th scope="row" { (name) } td.number { (bytes(*size)) } }
                }
            }
        }
    };
    page(view, view.say(t::HEALTH), None, body)
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
            strong { (finding.what) } " "
            span { (finding.words) }
            @if let Some(part) = &finding.mend {
                form.inline method="post" action=(view.to("health")) {
                    (form_token(view))
                    button name="mend" value=(part) { (view.say(t::MEND)) }
                }
            }
        }
    }
}
