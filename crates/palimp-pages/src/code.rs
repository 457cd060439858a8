//! Facts that speak of code: what became of it, and what their reader decides.

use maud::{Markup, html};

use crate::parts::form_token;
use crate::texts as t;
use crate::view::ViewContext;

/// A fact that speaks of code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeFact {
    /// Its id.
    pub id: String,
    /// The note.
    pub note: String,
    /// The line, from 1.
    pub line: usize,
    /// Text of the fact.
    pub text: String,
    /// The project in which it holds; none where it holds in all.
    pub project: Option<String>,
    /// The places that it speaks of.
    pub code: Vec<Code>,
}

/// A place in the code that a fact speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The place: `src/auth.rs:40-48`.
    pub place: String,
    /// Name of the function or type that is defined there.
    pub symbol: Option<String>,
    /// State of the code: `fresh`, `moved`, `drifted`, `gone` or `unknown`.
    pub state: &'static str,
    /// Share that has drifted, in percent.
    pub percent: Option<u8>,
    /// Present place, if it has moved.
    pub now: Option<String>,
}

impl Code {
    /// Returns true if the code changed or was deleted.
    pub fn is_stale(&self) -> bool {
        matches!(self.state, "drifted" | "gone")
    }
}

/// Decision about a fact that speaks of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeFactDecision {
    /// It still holds.
    Confirmed,
    /// It holds otherwise.
    Superseded,
    /// It holds no more.
    Retired,
}

impl CodeFactDecision {
    /// Name in the address of a page.
    pub fn name(self) -> &'static str {
        match self {
            CodeFactDecision::Confirmed => "confirmed",
            CodeFactDecision::Superseded => "superseded",
            CodeFactDecision::Retired => "retired",
        }
    }

    /// Parses the last decision in the address of a page.
    pub fn from_name(name: &str) -> Option<CodeFactDecision> {
        let all =
            [CodeFactDecision::Confirmed, CodeFactDecision::Superseded, CodeFactDecision::Retired];
        all.into_iter().find(|it| it.name() == name)
    }
}

/// Renders a notice of the last decision.
pub(crate) fn decision_notice(view: &ViewContext, verdict: Option<CodeFactDecision>) -> Markup {
    let text = verdict.map(|verdict| match verdict {
        CodeFactDecision::Confirmed => t::CODE_CONFIRMED,
        CodeFactDecision::Superseded => t::CODE_SUPERSEDED,
        CodeFactDecision::Retired => t::CODE_RETIRED,
    });
    html! { @if let Some(text) = text { p.well role="status" { (view.translate(text)) } } }
}

/// A fact with what became of its code, and the forms that decide; `back` is where they lead back to.
pub(crate) fn code_fact(view: &ViewContext, fact: &CodeFact, back: &str) -> Markup {
    let title = format!("fact-{}", fact.id);
    html! {
        article.proposal tabindex="-1" aria-labelledby=(title) {
            h3 id=(title) { (fact.text) }
            p.about {
                code { (fact.id) } " · "
                a href=(view.to_note(&fact.note)) { (fact.note) ":" (fact.line) }
                @if let Some(project) = &fact.project { " · " (project) }
            }
            ul { @for code in &fact.code { li { (code_place(view, code)) } } }
            (decision_forms(view, fact, back))
        }
    }
}

/// Renders a place in the code and what became of it.
pub(crate) fn code_place(view: &ViewContext, code: &Code) -> Markup {
    let class = match code.state {
        "drifted" => "open",
        "gone" => "wrong",
        _ => "quiet",
    };
    html! {
        code { (code.place) }
        @if let Some(symbol) = &code.symbol { " (" code { (symbol) } ")" }
        ": " span class=(class) { (code_state(view, code)) }
    }
}

/// Describes the state of a place in the code.
fn code_state(view: &ViewContext, code: &Code) -> String {
    match (code.state, code.percent, &code.now) {
        ("drifted", Some(percent), _) => view.fill_blanks(t::CODE_CHANGED, &[&percent]),
        ("gone", ..) => view.translate(t::CODE_GONE).to_owned(),
        (_, _, Some(now)) => view.fill_blanks(t::CODE_MOVED, &[now]),
        ("fresh", ..) => view.translate(t::CODE_FRESH).to_owned(),
        _ => view.translate(t::CODE_UNKNOWN).to_owned(),
    }
}

/// Renders the forms that decide. Unchanged code needs no confirmation.
fn decision_forms(view: &ViewContext, fact: &CodeFact, back: &str) -> Markup {
    let form = |inside: Markup| {
        html! {
            form method="post" action=(view.to_page("review/code")) {
                (form_token(view))
                input type="hidden" name="id" value=(fact.id);
                input type="hidden" name="back" value=(back);
                (inside)
            }
        }
    };
    let is_fresh = fact.code.iter().all(|it| it.state == "fresh");
    html! {
        (form(html! {
            @if !is_fresh { button name="do" value="confirm" { (view.translate(t::CODE_CONFIRM)) } " " }
            button name="do" value="retire" { (view.translate(t::CODE_RETIRE)) }
        }))
        details {
            summary { (view.translate(t::CODE_OTHERWISE)) }
            (form(html! {
                label.wide {
                    (view.translate(t::CODE_INSTEAD))
                    textarea name="words" rows="3" required { "\n" (fact.text) }
                }
                button name="do" value="supersede" { (view.translate(t::CODE_SUPERSEDE)) }
            }))
        }
    }
}
