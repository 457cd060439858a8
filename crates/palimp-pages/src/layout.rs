//! Layout of every page: title, navigation and foot.

use maud::{DOCTYPE, Markup, html};

use crate::texts::{self as t, PageText};
use crate::view::ViewContext;
use palimp_core::lang::Lang;

/// The pages of the navigation.
const NAVIGATION_PAGES: [(&str, PageText); 13] = [
    ("", t::NOW),
    ("project", t::PROJECT),
    ("search", t::SEARCH),
    ("sessions", t::SESSIONS),
    ("told", t::TOLD),
    ("notes", t::NOTES),
    ("review", t::REVIEW),
    ("team", t::TEAM),
    ("time", t::TIME),
    ("tokens", t::TOKENS),
    ("health", t::HEALTH),
    ("settings", t::SETTINGS),
    ("homes", t::HOMES),
];

/// Renders a page of this title. `script` is an optional module: the page works without it.
pub(crate) fn page_layout(
    view: &ViewContext,
    title: &str,
    script: Option<&str>,
    body: Markup,
) -> Markup {
    let foot = html! { (view.fill_blanks(t::FOOT, &[&view.agent])) };
    page_frame(view, (title, script), (navigation_bar(view, &NAVIGATION_PAGES), foot), body)
}

/// Renders the frame of a page: its title, optional script, navigation and foot.
pub(crate) fn page_frame(
    view: &ViewContext,
    (title, script): (&str, Option<&str>),
    (navigation, foot): (Markup, Markup),
    body: Markup,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(view.lang.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · palimp" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(view.to_page("assets/style.css"));
                @if let Some(script) = script {
                    script type="module" src=(view.to_page(&format!("assets/{script}"))) {}
                }
            }
            body {
                a.skip href="#content" { (view.translate(t::SKIP)) }
                header { (navigation) (language_links(view)) }
                main #content tabindex="-1" {
                    h1 { (title) }
                    (body)
                }
                footer { (foot) }
            }
        }
    }
}

/// Renders links to the pages below these paths.
pub(crate) fn navigation_bar(view: &ViewContext, pages: &[(&str, PageText)]) -> Markup {
    let here = view.here.split(['?', '/']).next().unwrap_or_default();
    html! {
        nav aria-label=(view.translate(t::PAGES)) {
            ul {
                @for &(path, name) in pages {
                    li {
                        a href=(view.to_page(path)) aria-current=[(path == here).then_some("page")] {
                            (view.translate(name))
                        }
                    }
                }
            }
        }
    }
}

/// Renders links to the present page in other languages.
fn language_links(view: &ViewContext) -> Markup {
    let (path, query) = view.here.split_once('?').unwrap_or((&view.here, ""));
    let kept = query.split('&').filter(|it| !it.is_empty() && !it.starts_with("lang="));
    let kept: String = kept.map(|it| format!("{it}&")).collect();
    html! {
        nav.languages aria-label=(view.translate(t::LANGUAGE)) {
            @for lang in Lang::ALL {
                @if lang == view.lang {
                    span lang=(lang.code()) aria-current="true" { (lang.name()) }
                } @else {
                    a lang=(lang.code()) hreflang=(lang.code())
                        href={ (view.base) (path) "?" (kept) "lang=" (lang.code()) } { (lang.name()) }
                }
            }
        }
    }
}
