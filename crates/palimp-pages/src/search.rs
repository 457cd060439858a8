//! Search: notes, what tools did and what was said, in one list.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::parts::marked::{highlight_words, link_labels};
use crate::parts::{author_label, bar_chart, select_field, time_label};
use crate::texts as t;
use crate::view::ViewContext;

/// Query and filters of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchForm {
    /// The question.
    pub query: String,
    /// The source that is looked into; empty for all.
    pub source: String,
    /// The project's name; empty for all.
    pub project: String,
    /// The client; empty for all.
    pub client: String,
    /// The type of observations; empty for all.
    pub kind: String,
    /// The day from which on; empty for any.
    pub since: String,
    /// Author; empty for all.
    pub author: String,
    /// The home that is looked into: empty for this one, `*` for all, else a label.
    pub home: String,
    /// A note of which one asks why it is not among the hits.
    pub why: String,
}

impl SearchForm {
    /// Returns true if anything but the question is set.
    fn has_filters(&self) -> bool {
        *self != SearchForm { query: self.query.clone(), ..SearchForm::default() }
    }
}

/// A search and what it found.
#[derive(Clone, Debug, Default)]
pub struct SearchView {
    /// Query and filters.
    pub asked: SearchForm,
    /// The projects that can be chosen.
    pub projects: Vec<String>,
    /// The clients that can be chosen.
    pub clients: Vec<String>,
    /// The labels of other homes.
    pub homes: Vec<String>,
    /// Reason why a note is not among the hits; none if the reader did not ask for it.
    pub why_not: Option<NoteMiss>,
    /// Hits; none if there was no query.
    pub found: Option<Vec<HitView>>,
    /// Remarks on the search itself.
    pub remarks: Vec<String>,
}

/// Explanation why a note is not among the hits.
#[derive(Clone, Debug, PartialEq)]
pub struct NoteMiss {
    /// The reason.
    pub reason: NoteMissReason,
    /// The words of the question that it does not have.
    pub lacks: Vec<String>,
}

/// Reason why a note is not found.
#[derive(Clone, Debug, PartialEq)]
pub enum NoteMissReason {
    /// It is among them.
    Found,
    /// There is no such note.
    Missing,
    /// The index has nothing of it.
    NotIndexed,
    /// Filters of the form leave it out, or that it is retired.
    Hidden(Vec<&'static str>),
    /// Nothing of the question is in it.
    Unlike,
    /// Others come before it, or its score is below what is shown: its place, the score that is shown
    /// at the least, and the score with its parts.
    Ranked(usize, f64, Vec<(String, f64)>),
}

/// Something that was found.
#[derive(Clone, Debug)]
pub struct HitView {
    /// `notes`, `observations` or `messages`.
    pub source: &'static str,
    /// The home and the agent whose it is; none where it is this one's.
    pub home: Option<(String, String)>,
    /// The row's number; none of a note.
    pub id: Option<i64>,
    /// The note, or the file that was changed.
    pub path: Option<String>,
    /// The note's first line.
    pub line: Option<i64>,
    /// The client's session.
    pub session: Option<String>,
    /// The headings above it.
    pub heading: Option<String>,
    /// The passage.
    pub text: String,
    /// Author of the passage.
    pub author: &'static str,
    /// Approvals of a team's fact, and facts that contradict it.
    pub beside: Vec<String>,
    /// The project's name.
    pub project: Option<String>,
    /// The client's name.
    pub client: Option<String>,
    /// Time, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The score and what it is made of, each from 0 to 1.
    pub parts: Vec<(String, f64)>,
}

/// The sources, as a form names them.
const SEARCH_SOURCES: [(&str, t::PageText); 5] = [
    ("", t::ALL),
    ("notes", t::NOTES),
    ("observations", t::OBSERVATIONS),
    ("messages", t::MESSAGES),
    ("commits", t::COMMITS),
];

/// The types of observations.
const OBSERVATION_KINDS: [&str; 4] = ["file_edit", "command", "error", "observation"];

/// Names of the kinds of authors, as in passages.
const AUTHOR_NAMES: [&str; 5] = ["user", "team", "agent", "import", "tool"];

/// Renders the page.
pub fn search_page(view: &ViewContext, search: &SearchView) -> Markup {
    let body = html! {
        (search_form(view, search))
        div #found aria-live="polite" { (hit_list(view, search)) }
    };
    page_layout(view, view.translate(t::SEARCH), Some("search.js"), body)
}

fn search_form(view: &ViewContext, search: &SearchView) -> Markup {
    let asked = &search.asked;
    html! {
        form #search role="search" action=(view.to_page("search")) method="get" {
            div.ask {
                input type="search" name="q" value=(asked.query) autocomplete="off" maxlength="4000"
                    aria-label=(view.translate(t::LOOK_FOR)) autofocus[asked.query.is_empty()];
                button.primary { (view.translate(t::SEARCH)) }
            }
            details open[asked.has_filters()] { summary { (view.translate(t::FILTERS)) }
            div.filters {
                label {
                    (view.translate(t::SOURCE))
                    select name="source" {
                        @for (value, name) in SEARCH_SOURCES {
                            option value=(value) selected[value == asked.source] { (view.translate(name)) }
                        }
                    }
                }
                (select_field(view, ("project", t::PROJECT), &search.projects, &asked.project))
                (select_field(view, ("client", t::CLIENT), &search.clients, &asked.client))
                label {
                    (view.translate(t::TYPE))
                    select name="type" {
                        option value="" { (view.translate(t::ALL)) }
                        @for kind in OBSERVATION_KINDS {
                            option value=(kind) selected[kind == asked.kind] { (view.observation_label(kind)) }
                        }
                    }
                }
                label { (view.translate(t::SINCE)) input type="date" name="since" value=(asked.since); }
                (select_field(view, ("author", t::AUTHOR), &AUTHOR_NAMES.map(str::to_owned), &asked.author))
                @if !search.homes.is_empty() {
                    label {
                        (view.translate(t::HOME))
                        select name="home" {
                            option value="" { (view.translate(t::THIS_HOME)) }
                            option value="*" selected[asked.home == "*"] { (view.translate(t::ALL)) }
                            @for home in &search.homes {
                                option value=(home) selected[*home == asked.home] { (home) }
                            }
                        }
                    }
                }
                label {
                    (view.translate(t::WHY_NOT))
                    input name="why" value=(asked.why) placeholder="shared/decisions.md" autocomplete="off";
                }
            } }
        }
    }
}

/// Renders the hits, without the page around them.
pub fn hit_list(view: &ViewContext, search: &SearchView) -> Markup {
    let Some(found) = &search.found else {
        return html! { p.quiet { (view.translate(t::ASK)) } };
    };
    html! {
        @if let Some(it) = &search.why_not { (why_not(view, it, &search.asked)) }
        p.quiet { (view.fill_blanks(t::FOUND, &[&found.len()])) }
        @for remark in &search.remarks { p.quiet { (remark) } }
        ol.hits { @for found in found { (hit_item(view, found, &search.asked.query)) } }
    }
}

/// Renders the reason why a note is not among the hits.
fn why_not(view: &ViewContext, it: &NoteMiss, asked: &SearchForm) -> Markup {
    let path = &asked.why;
    html! {
        section.why aria-labelledby="why-not" {
            h2 #why-not { (view.translate(t::WHY_NOT)) " " a href=(view.to_note(path)) { (path) } }
            @match &it.reason {
                NoteMissReason::Found => p { (view.translate(t::WHY_FOUND)) },
                NoteMissReason::Missing => p { (view.translate(t::WHY_MISSING)) },
                NoteMissReason::NotIndexed => p {
                    (view.translate(t::WHY_NOT_INDEXED)) " " a href=(view.to_page("settings")) { (view.translate(t::REINDEX)) }
                },
                NoteMissReason::Hidden(by) => p {
                    (view.translate(t::WHY_HIDDEN)) " " (by.iter().map(|it| filter_label(view, it)).collect::<Vec<_>>().join(", "))
                },
                NoteMissReason::Unlike => p { (view.translate(t::WHY_UNLIKE)) },
                NoteMissReason::Ranked(rank, floor, parts) => {
                    p { (view.fill_blanks(t::WHY_RANKED, &[rank, &format!("{floor:.2}")])) }
                    (bar_chart(view, parts))
                },
            }
            @if !it.lacks.is_empty() {
                p { (view.translate(t::WHY_LACKS)) " " @for word in &it.lacks { mark { (word) } " " } }
            }
        }
    }
}

/// Returns the label of a filter in the form.
fn filter_label(view: &ViewContext, name: &str) -> &'static str {
    view.translate(match name {
        "source" => t::SOURCE,
        "project" => t::PROJECT,
        "since" => t::SINCE,
        "author" => t::AUTHOR,
        _ => t::RETIRED,
    })
}

/// Renders a hit as an item of a list.
pub(crate) fn hit_item(view: &ViewContext, hit: &HitView, query: &str) -> Markup {
    let source =
        SEARCH_SOURCES.iter().find(|(name, _)| *name == hit.source).map_or(t::ALL, |it| it.1);
    html! {
        li.hit {
            p.about {
                @if let Some((home, agent)) = &hit.home { span.home { (home) "/" (agent) } " · " }
                strong { (view.translate(source)) }
                " · " (hit_link(view, hit))
                @for part in [&hit.heading, &hit.project, &hit.client].into_iter().flatten() {
                    " · " (part)
                }
                @for words in &hit.beside { " · " (words) }
                @if hit.beside.is_empty() && hit.author != "user" {
                    " · " (view.fill_blanks(t::BY, &[&author_label(view, hit.author)]))
                }
                " · " (time_label(view, hit.at))
                @if is_by_meaning(hit) { " · " span.badge { (view.translate(t::BY_MEANING)) } }
            }
            div.text { (highlight_words(&readable_text(&hit.text), query)) }
            details { summary { (view.translate(t::WHY)) } (bar_chart(view, &hit.parts)) }
        }
    }
}

/// Returns true if a hit has no word of the question.
fn is_by_meaning(hit: &HitView) -> bool {
    let part = |wanted: &str| hit.parts.iter().find(|(name, _)| name == wanted).map(|it| it.1);
    part("words").is_some_and(|score| score <= 0.0) && part("vector").is_some_and(|it| it > 0.0)
}

/// Returns a passage without the headings that it begins with, which stand above it already.
fn below_headings(text: &str) -> &str {
    let mut rest = text;
    while let Some((line, below)) = rest.split_once('\n')
        && (line.starts_with('#') || line.trim().is_empty())
    {
        rest = below;
    }
    if rest.starts_with('#') { text } else { rest }
}

/// Returns a passage as a reader sees it: below its headings, links as labels, code without ticks.
fn readable_text(text: &str) -> String {
    link_labels(below_headings(text)).replace('`', "")
}

/// Renders the link to a hit.
fn hit_link(view: &ViewContext, hit: &HitView) -> Markup {
    let name = match (&hit.path, hit.line, hit.id) {
        (Some(path), Some(line), _) => format!("{path}:{line}"),
        (Some(path), ..) => path.clone(),
        (None, _, id) => format!("#{}", id.unwrap_or_default()),
    };
    let address = match (&hit.home, &hit.session, &hit.path) {
        (Some((home, agent)), _, Some(path)) => view
            .to_page_with_query("homes/read", &[("home", home), ("agent", agent), ("path", path)]),
        (None, Some(session), _) => view.to_session(session),
        // A note from outside the vault is known by where it lies.
        (None, None, Some(_)) if hit.source == "commits" => return html! { (name) },
        (None, None, Some(path)) if !path.starts_with('/') && !path.starts_with("team:") => {
            view.to_note(path)
        }
        _ => return html! { (name) },
    };
    html! { a href=(address) { (name) } }
}
