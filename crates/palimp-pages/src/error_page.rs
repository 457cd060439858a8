//! The page of what could not be shown.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::texts as t;
use crate::view::ViewContext;

/// Reason why a page cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageError {
    /// There is nothing of this name.
    Missing,
    /// The same, in words that say what there is.
    Absent(String),
    /// The request is not possible at present, in words.
    Met(String),
    /// Something went wrong; in words that say what to do.
    Failed(String),
}

/// Renders the page.
pub fn error_page(view: &ViewContext, trouble: &PageError) -> Markup {
    let body = html! {
        @match trouble {
            PageError::Missing => p { (view.translate(t::MISSING)) },
            PageError::Absent(words) | PageError::Met(words) | PageError::Failed(words) => p.wrong role="alert" { (words) },
        }
    };
    page_layout(view, view.translate(t::TROUBLE), None, body)
}
