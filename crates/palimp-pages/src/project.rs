//! Page of a project: its notes line by line, the context of its next session, injections into recent ones.

mod line;

use maud::{Markup, html};

use crate::activity_report::{RecurringFailureView, failure_item};
use crate::injections::{InjectionView, passage_item, title_words};
use crate::layout::page_layout;
use crate::parts::marked::inline_code;
use crate::parts::{format_number, time_label};
use crate::texts::{self as t, project as p};
use crate::view::ViewContext;

pub use line::{OtherRule, ProjectLine, StrikeView};

/// Data of a project's page.
#[derive(Clone, Debug, Default)]
pub struct ProjectView {
    /// Ids and labels of the projects to choose from, the most recent one first.
    pub projects: Vec<(String, String)>,
    /// Id of the shown project; empty where there is none.
    pub id: String,
    /// Name of the shown project.
    pub name: String,
    /// End of the newest session, in milliseconds since the Unix epoch.
    pub worked_at: Option<i64>,
    /// Path of its note; none where nothing is written yet.
    pub note: Option<String>,
    /// Lines of its note, section by section.
    pub lines: Vec<ProjectLine>,
    /// Rules that hold in it and stand in other notes.
    pub rules: Vec<OtherRule>,
    /// Context that the next session starts with.
    pub start: Option<String>,
    /// Maximum length of that context.
    pub max_chars: usize,
    /// Numbers of sessions that ended on the last days, today last.
    pub sessions_by_day: Vec<usize>,
    /// Failures that recurred in these days.
    pub failures: Vec<RecurringFailureView>,
    /// Agents of this machine that are not connected as they should be, in words.
    pub unconnected: Vec<String>,
    /// Injections into recent sessions, a list for each session, newest first.
    pub recent: Vec<Vec<InjectionView>>,
    /// Key of the line whose form is open.
    pub changing: String,
    /// Action that was just done.
    pub done: Option<LineAction>,
    /// Reason why an action was not done.
    pub conflict: Option<LineConflict>,
}

/// Action on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineAction {
    /// Give it other words.
    Edit,
    /// Strike it through.
    Strike,
    /// Tell it at every start.
    Always,
    /// Never tell it.
    Never,
    /// Take such a wish back.
    Undo,
}

/// Reason why a line was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineConflict {
    /// The line changed or went since it was shown; holds the words that were to be written.
    Changed(String),
    /// The words are empty.
    Empty,
}

impl LineAction {
    const ALL: [(&'static str, LineAction, t::PageText); 5] = [
        ("edit", LineAction::Edit, p::DID_EDIT),
        ("strike", LineAction::Strike, p::DID_STRIKE),
        ("always", LineAction::Always, p::DID_ALWAYS),
        ("never", LineAction::Never, p::DID_NEVER),
        ("undo", LineAction::Undo, p::DID_UNDO),
    ];

    /// Returns the name in a page's address.
    pub fn name(self) -> &'static str {
        LineAction::ALL.iter().find(|(_, it, _)| *it == self).map_or("", |(name, ..)| name)
    }

    /// Returns the action of this name.
    pub fn from_name(name: &str) -> Option<LineAction> {
        LineAction::ALL.iter().find(|(it, ..)| *it == name).map(|(_, it, _)| *it)
    }
}

/// Renders the page.
pub fn project_page(view: &ViewContext, project: &ProjectView) -> Markup {
    let title = if project.name.is_empty() { view.translate(t::PROJECT) } else { &project.name };
    let body = html! {
        (unconnected_agents(view, &project.unconnected))
        div.chooser { (project_chooser(view, project)) }
        (status_message(view, project))
        @if project.id.is_empty() {
            p.quiet { (view.translate(p::NO_PROJECTS)) }
        } @else {
            (overview(view, project))
            (line::page_sections(view, project))
            (line::other_rules(view, project))
            (recurring_failures(view, &project.failures))
            (start_context(view, project))
            (recent_sessions(view, &project.recent))
        }
    };
    page_layout(view, title, None, body)
}

/// Returns a form to choose a project, where there are several.
fn project_chooser(view: &ViewContext, project: &ProjectView) -> Markup {
    html! {
        @if project.projects.len() > 1 {
            form.filters method="get" action=(view.to_page("project")) {
                label {
                    (view.translate(t::PROJECT))
                    select name="id" {
                        @for (id, name) in &project.projects {
                            option value=(id) selected[*id == project.id] { (name) }
                        }
                    }
                }
                button { (view.translate(t::SHOW)) }
            }
        }
        @if let Some(at) = project.worked_at {
            p.about { (view.translate(p::LAST_WORKED)) ": " (time_label(view, at)) }
        }
    }
}

/// Returns the message about the last action.
fn status_message(view: &ViewContext, project: &ProjectView) -> Markup {
    let done = project.done.and_then(|done| LineAction::ALL.iter().find(|(_, it, _)| *it == done));
    html! {
        @if let Some((_, _, text)) = done { p.well role="status" { (view.translate(*text)) } }
        @match &project.conflict {
            Some(LineConflict::Changed(words)) => div.wrong role="alert" {
                p { (view.translate(p::LINE_CHANGED)) }
                @if !words.is_empty() { p { (view.translate(p::YOU_WROTE)) " " q { (words) } } }
            },
            Some(LineConflict::Empty) => p.wrong role="alert" { (view.translate(p::LINE_EMPTY)) },
            None => {}
        }
    }
}

/// Returns the agents that are not connected, each with what to do.
fn unconnected_agents(view: &ViewContext, words: &[String]) -> Markup {
    html! {
        @if !words.is_empty() {
            div.card.notice role="status" {
                @for one in words { p { (inline_code(one)) } }
                p { a href={ (view.to_page("settings")) "#clients" } { (view.translate(p::CONNECT)) } }
            }
        }
    }
}

/// Returns the page in five numbers, each a link to more.
fn overview(view: &ViewContext, project: &ProjectView) -> Markup {
    let known = project.lines.iter().filter(|it| it.is_item && it.strike.is_none()).count();
    let start = project.start.as_ref().map_or(0, |text| text.chars().count());
    let passages = || project.recent.iter().flatten().flat_map(|it| &it.passages);
    let used = passages().filter(|it| it.used.is_some()).count();
    let sessions: usize = project.sessions_by_day.iter().sum();
    let past = view.to_page_with_query("time", &[("project", &project.name)]);
    let failing = if project.failures.is_empty() { past.clone() } else { "#failing".to_owned() };
    let tile = |to: &str, name: t::PageText, value: String, chart: Markup| {
        html! { li { a href=(to) { span { (view.translate(name)) } strong { (value) } (chart) } } }
    };
    let number = |count: usize| format_number(count as u64);
    html! {
        ul.tiles {
            (tile("#known", p::KNOWN, number(known), html! {}))
            (tile("#next", p::NEXT_TILE, view.fill_blanks(p::NEXT_TILE_UNIT, &[&number(start)]), html! {}))
            (tile("#recent", p::USED_TILE, view.fill_blanks(p::USED_TILE_UNIT, &[&used, &passages().count()]), html! {}))
            (tile(&past, p::SESSIONS_TILE, number(sessions), session_bars(&project.sessions_by_day)))
            (tile(&failing, t::RETURNED, number(project.failures.len()), html! {}))
        }
    }
}

/// Returns a bar for each day. The number beside it is their sum.
fn session_bars(by_day: &[usize]) -> Markup {
    const BARS_HEIGHT: usize = 20;
    let most = by_day.iter().copied().max().unwrap_or(0).max(1);
    html! {
        svg viewBox={ "0 0 " (by_day.len() * 4) " " (BARS_HEIGHT) } preserveAspectRatio="none" aria-hidden="true" {
            @for (at, sessions) in by_day.iter().enumerate() {
                @let height = (sessions * BARS_HEIGHT).div_ceil(most).max(1);
                rect class=(if *sessions > 0 { "part" } else { "all" }) x=(at * 4) width="3"
                    y=(BARS_HEIGHT - height) height=(height) {}
            }
        }
    }
}

fn recurring_failures(view: &ViewContext, failures: &[RecurringFailureView]) -> Markup {
    html! {
        @if !failures.is_empty() {
            section aria-labelledby="failing" {
                h2 #failing { (view.translate(t::RETURNED)) }
                ol.list.card { @for one in failures { (failure_item(view, one)) } }
            }
        }
    }
}

fn start_context(view: &ViewContext, project: &ProjectView) -> Markup {
    let chars = |text: &String| format_number(text.chars().count() as u64);
    let most = format_number(project.max_chars as u64);
    html! {
        section aria-labelledby="next" {
            h2 #next { (view.translate(p::NEXT_START)) }
            @match &project.start {
                Some(text) => {
                    p.quiet { (inline_code(&view.fill_blanks(p::NEXT_START_IS, &[&chars(text), &most]))) }
                    pre.raw tabindex="0" { (text) }
                },
                None => p.quiet { (view.translate(p::NEXT_NOTHING)) },
            }
        }
    }
}

fn recent_sessions(view: &ViewContext, sessions: &[Vec<InjectionView>]) -> Markup {
    html! {
        section aria-labelledby="recent" {
            h2 #recent { (view.translate(p::RECENT_TOLD)) }
            @if sessions.is_empty() { p.quiet { (view.translate(p::RECENT_NOTHING)) } }
            ol.list.card { @for session in sessions { (session_row(view, session)) } }
            @if !sessions.is_empty() {
                p { a href=(view.to_page("told")) { (view.translate(p::ALL_TOLD)) } }
            }
        }
    }
}

/// Returns the injections into one session.
fn session_row(view: &ViewContext, given: &[InjectionView]) -> Markup {
    let Some(last) = given.first() else { return html! {} };
    let prompt = title_words(given);
    let passages = || given.iter().flat_map(|it| &it.passages);
    let used = passages().filter(|it| it.used.is_some()).count();
    let chars: i64 = given.iter().map(|it| it.chars).sum();
    html! {
        li {
            a.title.short href=(view.to_session(&last.session)) { (prompt.unwrap_or(&last.client)) }
            p.about {
                @if prompt.is_some() { (last.client) " · " }
                (time_label(view, last.at))
                " · " (view.fill_blanks(p::TOLD_TIMES, &[&given.len()]))
                " · " (view.fill_blanks(t::USED_OF, &[&used, &passages().count(), &chars]))
            }
            details {
                summary { (view.translate(t::WHAT_WAS_TOLD)) }
                // In the order of injection, because the agent read it so.
                ul.passages { @for one in given.iter().rev().flat_map(|it| &it.passages) { (passage_item(view, one, None)) } }
            }
        }
    }
}
