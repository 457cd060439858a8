//! Something that was done or said.

use maud::{Markup, html};

use super::time_label;
use crate::texts as t;
use crate::view::ViewContext;

/// Something that was done or said.
#[derive(Clone, Debug)]
pub struct ActivityMoment {
    /// Time, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Kind of the event.
    pub did: Did,
    /// The client's name.
    pub client: String,
    /// The project's name.
    pub project: String,
    /// The client's session.
    pub session: String,
    /// Message, or description of a tool's use.
    pub text: String,
}

/// Kind of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Did {
    /// The user asked.
    Asked,
    /// The agent answered.
    Answered,
    /// The agent said something on its way to an answer.
    Stepped,
    /// The agent's plan.
    Planned,
    /// Summary of the earlier conversation, after a client shortened it.
    Summed,
    /// A tool ran, with the observation's type and the file that it changed.
    Used(String, Option<String>),
}

/// Renders a moment as an item of a list. `whence` adds a link to its session.
pub(crate) fn moment_item(view: &ViewContext, moment: &ActivityMoment, whence: bool) -> Markup {
    let (kind, label) = match &moment.did {
        Did::Asked => ("asked", view.translate(t::PROMPT)),
        Did::Answered => ("answered", view.translate(t::REPLY)),
        Did::Stepped => ("between", view.translate(t::STEP)),
        Did::Planned => ("between", view.translate(t::PLAN)),
        Did::Summed => ("between", view.translate(t::SHORTENED)),
        Did::Used(kind, _) if kind == "error" => ("failed", view.translate(t::FAILURE)),
        Did::Used(kind, _) => ("used", view.observation_label(kind)),
    };
    html! {
        li class={ "moment " (kind) } {
            p.about {
                strong { (label) }
                @if let Did::Used(_, Some(path)) = &moment.did { " " code { (path) } }
                @if whence {
                    " · " a href=(view.to_session(&moment.session)) { (moment.client) " · " (moment.project) }
                }
                " · " (time_label(view, moment.at))
            }
            div.text { (moment.text) }
        }
    }
}

impl ViewContext {
    /// Returns the label of a type of observation.
    pub(crate) fn observation_label(&self, kind: &str) -> &'static str {
        self.translate(match kind {
            "file_edit" => t::EDIT,
            "command" => t::COMMAND,
            "error" => t::FAILURE,
            _ => t::OBSERVATION,
        })
    }
}
