//! Lines of a project's page with their facts, links and forms.

use maud::{Markup, html};

use super::ProjectView;
use crate::code::{self, Code};
use crate::parts::form_token;
use crate::parts::marked::inline_code;
use crate::texts::{self as t, project as p};
use crate::view::ViewContext;

/// Sections of a page by their names in the note.
const PAGE_SECTIONS: [(&str, t::PageText); 6] = [
    ("Rules", p::RULES),
    ("Decisions", p::DECISIONS),
    ("Set-up", p::SET_UP),
    ("Commands", p::COMMANDS),
    ("Pitfalls", p::PITFALLS),
    ("Open", p::OPEN),
];

/// Line of a project's page.
#[derive(Clone, Debug, Default)]
pub struct ProjectLine {
    /// Name of its section in the note.
    pub section: &'static str,
    /// Number of the line in the note, from 1.
    pub number: usize,
    /// Key that changes the line.
    pub key: String,
    /// Words of the line.
    pub text: String,
    /// Day on which it was said; empty where unknown.
    pub day: String,
    /// Name of its author.
    pub by: &'static str,
    /// Short name of its session, and the id where the session still exists.
    pub session: Option<(String, Option<String>)>,
    /// Strike of a line that holds no more.
    pub strike: Option<StrikeView>,
    /// True for an item of a list; other lines are edited in the note.
    pub is_item: bool,
    /// Changed or deleted code that the line speaks of.
    pub code: Vec<Code>,
    /// True if every session is told it.
    pub is_always: bool,
    /// True if no session is told it.
    pub is_never: bool,
}

/// Strike through a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrikeView {
    /// Day of the strike; empty where unknown.
    pub day: String,
    /// True if another line took its place.
    pub is_superseded: bool,
}

/// Rule that holds in a project and stands in another note, in a team's decisions or in habits.
#[derive(Clone, Debug, Default)]
pub struct OtherRule {
    /// Key that strikes it through; none for a team's rule.
    pub key: Option<String>,
    /// Words of the rule.
    pub text: String,
    /// Day on which it was laid down; empty where unknown.
    pub day: String,
    /// Path of its note, and the line.
    pub note: Option<(String, usize)>,
    /// Approval of a team's rule.
    pub by: Option<String>,
}

/// Returns the lines of the project's note, section by section.
pub(super) fn page_sections(view: &ViewContext, project: &ProjectView) -> Markup {
    html! {
        section aria-labelledby="known" {
            h2 #known { (view.translate(p::KNOWN)) }
            @match &project.note {
                Some(note) => p.about { a href=(view.to_note(note)) { (note) } " · " (view.translate(p::WHOLE_NOTE)) },
                None => p.quiet { (inline_code(view.translate(p::NO_PAGE))) },
            }
            @for (name, title) in PAGE_SECTIONS {
                @let lines = project.lines.iter().filter(|it| it.section == name).collect::<Vec<_>>();
                @if !lines.is_empty() {
                    @let (struck, live) = lines.into_iter().partition::<Vec<_>, _>(|it| it.strike.is_some());
                    h3 { (view.translate(title)) }
                    @if !live.is_empty() {
                        ul.lines { @for line in live { (line_item(view, project, line)) } }
                    }
                    @if !struck.is_empty() {
                        details {
                            summary { (view.fill_blanks(p::STRUCK_LINES, &[&struck.len()])) }
                            ul.lines { @for line in struck { (line_item(view, project, line)) } }
                        }
                    }
                }
            }
        }
    }
}

fn line_item(view: &ViewContext, project: &ProjectView, line: &ProjectLine) -> Markup {
    let is_changing = line.is_item && line.strike.is_none() && line.key == project.changing;
    let asked = [("id", project.id.as_str()), ("line", line.key.as_str())];
    html! {
        li.prose[!line.is_item].changing[is_changing] {
            @match line.strike {
                Some(_) => del { (inline_code(&line.text)) },
                None => (inline_code(&line.text)),
            }
            @if line.is_item {
                p.about {
                    (line_facts(view, line))
                    @if line.strike.is_none() && !is_changing {
                        " · " a href={ (view.to_page_with_query("project", &asked)) "#change" }
                            aria-label={ (view.translate(p::CHANGE)) ": " (line.text) } { (view.translate(p::CHANGE)) }
                    }
                }
            }
            @for code in &line.code { p.about { (code::code_place(view, code)) " · " a href=(view.to_page("review")) { (view.translate(t::REVIEW)) } } }
            @if is_changing { (change_form(view, project, line)) }
        }
    }
}

/// Returns a line's author, day, session, strike and wishes.
fn line_facts(view: &ViewContext, line: &ProjectLine) -> Markup {
    let by = match line.by {
        "team" => p::BY_TEAM,
        "agent" => p::BY_AGENT,
        "import" => p::BY_IMPORT,
        "tool" => p::BY_TOOL,
        _ => p::BY_YOU,
    };
    html! {
        span.by { (view.translate(by)) }
        @if !line.day.is_empty() { " · " time datetime=(line.day) { (line.day) } }
        @match &line.session {
            Some((name, Some(id))) => { " · " a href=(view.to_session(id)) title=(name) { (view.translate(p::FROM_SESSION)) } },
            Some((name, None)) => { " · " (view.translate(p::FROM_SESSION)) " " (name) },
            None => {}
        }
        @if let Some(strike) = &line.strike { " · " span { (strike_text(view, strike)) } }
        @if line.is_always { " · " span.well { (view.translate(p::IS_ALWAYS)) } }
        @if line.is_never { " · " span.open { (view.translate(p::IS_NEVER)) } }
    }
}

fn strike_text(view: &ViewContext, strike: &StrikeView) -> String {
    match (strike.is_superseded, strike.day.is_empty()) {
        (true, true) => view.translate(p::SUPERSEDED).to_owned(),
        (true, false) => view.fill_blanks(p::SUPERSEDED_ON, &[&strike.day]),
        (false, true) => view.translate(p::STRUCK).to_owned(),
        (false, false) => view.fill_blanks(p::STRUCK_ON, &[&strike.day]),
    }
}

/// Returns the form that changes a line.
fn change_form(view: &ViewContext, project: &ProjectView, line: &ProjectLine) -> Markup {
    let wish = |is_wished: bool, (name, text), (undo, no_more)| {
        if is_wished { (undo, no_more) } else { (name, text) }
    };
    let wishes = [
        wish(line.is_always, ("always", p::ALWAYS), ("unalways", p::ALWAYS_NO_MORE)),
        wish(line.is_never, ("never", p::NEVER), ("unnever", p::NEVER_NO_MORE)),
    ];
    html! {
        form.change method="post" action=(view.to_page("project")) {
            (form_token(view))
            input type="hidden" name="id" value=(project.id);
            input type="hidden" name="line" value=(line.key);
            label.wide {
                (view.translate(p::WORDS))
                textarea #change name="words" rows="3" spellcheck="false" { "\n" (line.text) }
            }
            div.wish {
                button name="do" value="edit" { (view.translate(t::SAVE)) }
                button name="do" value="strike" { (view.translate(p::STRIKE)) }
                @for (name, text) in wishes { button name="do" value=(name) { (view.translate(text)) } }
                a href=(view.to_page_with_query("project", &[("id", &project.id)])) { (view.translate(p::LEAVE)) }
            }
            p.quiet { (view.translate(p::CHANGE_DOES)) }
        }
    }
}

/// Returns the rules that hold in the project and stand elsewhere.
pub(super) fn other_rules(view: &ViewContext, project: &ProjectView) -> Markup {
    html! {
        @if !project.rules.is_empty() {
            section aria-labelledby="held" {
                h2 #held { (view.translate(p::HELD_ELSEWHERE)) }
                ul.lines { @for rule in &project.rules { (rule_item(view, &project.id, rule)) } }
            }
        }
    }
}

fn rule_item(view: &ViewContext, project: &str, rule: &OtherRule) -> Markup {
    html! {
        li {
            (inline_code(&rule.text))
            div.about {
                @match (&rule.note, &rule.by) {
                    (Some((note, line)), _) => a href=(view.to_note(note)) { (note) ":" (line) },
                    (None, Some(by)) => (by),
                    (None, None) => (view.translate(p::FROM_HABIT)),
                }
                @if !rule.day.is_empty() { " · " time datetime=(rule.day) { (rule.day) } }
                @if let Some(key) = &rule.key {
                    " · "
                    form.inline method="post" action=(view.to_page("project")) {
                        (form_token(view))
                        input type="hidden" name="id" value=(project);
                        input type="hidden" name="rule" value=(key);
                        button name="do" value="strike-rule" aria-label={ (view.translate(p::STRIKE)) ": " (rule.text) } {
                            (view.translate(p::STRIKE))
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::tests::test_view;
    use palimp_core::lang::Lang;

    #[test]
    fn struck_line_tells_its_day_and_offers_nothing() {
        let strike = Some(StrikeView { day: "2026-11-20".to_owned(), is_superseded: true });
        let line = ProjectLine {
            section: "Rules",
            key: "1-a".to_owned(),
            text: "Use npm".to_owned(),
            by: "agent",
            strike,
            is_item: true,
            ..ProjectLine::default()
        };
        let project = ProjectView {
            id: "7".to_owned(),
            changing: "1-a".to_owned(),
            ..ProjectView::default()
        };
        let shown = line_item(&test_view(Lang::En), &project, &line).into_string();
        assert!(shown.contains("<del>Use npm</del>"), "{shown}");
        assert!(shown.contains("replaced on 2026-11-20"), "{shown}");
        assert!(!shown.contains("<form") && !shown.contains("Change"), "{shown}");
        let live = ProjectLine { strike: None, ..line };
        let shown = line_item(&test_view(Lang::Ko), &project, &live).into_string();
        assert!(shown.contains("<form") && shown.contains("value=\"never\""), "{shown}");
    }
}
