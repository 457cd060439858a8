//! The page of what could not be shown.

use maud::{Markup, html};

use crate::layout::page;
use crate::texts as t;
use crate::view::View;

/// Why a page could not be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is nothing of this name.
    Missing,
    /// The same, in words that say what there is.
    Absent(String),
    /// What was wanted cannot be done as things are, in words.
    Met(String),
    /// Something went wrong; in words that say what to do.
    Failed(String),
}

/// The page.
pub fn trouble(view: &View, trouble: &Trouble) -> Markup {
    let body = html! {
        @match trouble {
            Trouble::Missing => p { (view.say(t::MISSING)) },
            Trouble::Absent(words) | Trouble::Met(words) | Trouble::Failed(words) => p.wrong role="alert" { (view.told(words)) },
        }
    };
    page(view, view.say(t::TROUBLE), None, body)
}
