//! Layout of every page: name, navigation, title and foot.

use maud::{DOCTYPE, Markup, html};

use crate::texts::{self as t, PageText};
use crate::view::ViewContext;
use palimp_core::lang::Lang;

/// Pages of the navigation that belong together, below a name.
pub(crate) type NavigationGroup<'a> = (Option<PageText>, &'a [(&'a str, PageText)]);

/// The pages of the navigation.
const NAVIGATION: [NavigationGroup; 3] = [
    (
        Some(t::GROUP_MEMORY),
        &[
            ("project", t::PROJECT),
            ("search", t::SEARCH),
            ("notes", t::NOTES),
            ("review", t::REVIEW),
            ("team", t::TEAM),
        ],
    ),
    (
        Some(t::GROUP_ACTIVITY),
        &[
            ("now", t::NOW),
            ("sessions", t::SESSIONS),
            ("told", t::TOLD),
            ("time", t::TIME),
            ("tokens", t::TOKENS),
        ],
    ),
    (
        Some(t::GROUP_SYSTEM),
        &[("health", t::HEALTH), ("settings", t::SETTINGS), ("homes", t::HOMES)],
    ),
];
/// Agent whose name the foot leaves out, because a home has it without being told.
const DEFAULT_AGENT: &str = "main";
/// Page at the base address.
const HOME_PAGE: &str = "project";
/// The mark as an image: a sheet on which one line is written over a fainter one.
const ICON_ADDRESS: &str = "data:image/svg+xml,%3Csvg xmlns='http:%2F%2Fwww.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect x='1' y='1' width='22' height='22' rx='6' fill='%230b6b57'/%3E%3Cg stroke='%23fff' stroke-width='2.4' stroke-linecap='round'%3E%3Cpath d='M7 8h10' opacity='.45'/%3E%3Cpath d='M7 12h7'/%3E%3Cpath d='M7 16h10'/%3E%3C/g%3E%3C/svg%3E";

/// Renders a page of this title. `script` is an optional module: the page works without it.
pub(crate) fn page_layout(
    view: &ViewContext,
    title: &str,
    script: Option<&str>,
    body: Markup,
) -> Markup {
    let foot = html! {
        (view.translate(t::FOOT))
        @if view.agent != DEFAULT_AGENT { " " (view.fill_blanks(t::FOOT_AGENT, &[&view.agent])) }
    };
    page_frame(view, (title, script), (&NAVIGATION, foot), body)
}

/// Renders the frame of a page: its title, optional script, navigation and foot.
pub(crate) fn page_frame(
    view: &ViewContext,
    (title, script): (&str, Option<&str>),
    (navigation, foot): (&[NavigationGroup], Markup),
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
                link rel="icon" href=(ICON_ADDRESS);
                link rel="stylesheet" href=(view.to_page("assets/style.css"));
                @if let Some(script) = script {
                    script type="module" src=(view.to_page(&format!("assets/{script}"))) {}
                }
            }
            body {
                a.skip href="#content" { (view.translate(t::SKIP)) }
                header {
                    a.brand href=(view.base) { (brand_mark()) "palimp" }
                    button.menu-button popovertarget="menu" { (view.translate(t::MENU)) }
                    // On a wide page it stands beside the text, else the button opens it.
                    div #menu popover {
                        (navigation_bar(view, navigation))
                        (language_links(view))
                    }
                }
                div.page {
                    main #content tabindex="-1" {
                        h1 { (title) }
                        (body)
                    }
                    footer { (foot) }
                }
            }
        }
    }
}

fn brand_mark() -> Markup {
    html! {
        svg.mark viewBox="0 0 24 24" aria-hidden="true" {
            rect x="1" y="1" width="22" height="22" rx="6" {}
            path d="M7 8h10" opacity=".45" {}
            path d="M7 12h7" {}
            path d="M7 16h10" {}
        }
    }
}

/// Renders links to the pages below these paths, in groups.
fn navigation_bar(view: &ViewContext, groups: &[NavigationGroup]) -> Markup {
    let here = view.here.split(['?', '/']).next().unwrap_or_default();
    let here = if here.is_empty() { HOME_PAGE } else { here };
    html! {
        nav aria-label=(view.translate(t::PAGES)) {
            @for (name, pages) in groups {
                @if let Some(name) = name { p.group { (view.translate(*name)) } }
                ul {
                    @for &(path, name) in *pages {
                        li {
                            a href=(view.to_page(path)) aria-current=[(path == here).then_some("page")] {
                                (view.translate(name))
                                @if path == "review" && view.to_review > 0 {
                                    " " span.badge { (view.to_review) }
                                }
                            }
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
