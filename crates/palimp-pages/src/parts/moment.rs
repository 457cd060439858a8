//! Something that was done or said.

use maud::{Markup, html};

use super::time;
use crate::texts as t;
use crate::view::View;

/// Something that was done or said.
#[derive(Clone, Debug)]
pub struct Moment {
    /// When, in milliseconds since the Unix epoch.
    pub at: i64,
    /// What it was.
    pub did: Did,
    /// The client's name.
    pub client: String,
    /// The project's name.
    pub project: String,
    /// The client's session.
    pub session: String,
    /// What was said, or what a tool did.
    pub text: String,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Did {
    /// The user asked.
    Asked,
    /// The agent answered.
    Answered,
    /// The agent said something on its way to an answer.
    Stepped,
    /// What the agent was going to do.
    Planned,
    /// What was before, where a client shortened the conversation.
    Summed,
    /// A tool ran, with the observation's type and the file that it changed.
    Used(String, Option<String>),
}

/// A moment as part of a list. `whence` says which session it belongs to.
pub(crate) fn moment(view: &View, moment: &Moment, whence: bool) -> Markup {
    let (kind, label) = match &moment.did {
        Did::Asked => ("asked", view.say(t::PROMPT)),
        Did::Answered => ("answered", view.say(t::REPLY)),
        Did::Stepped => ("between", view.say(t::STEP)),
        Did::Planned => ("between", view.say(t::PLAN)),
        Did::Summed => ("between", view.say(t::SHORTENED)),
        Did::Used(kind, _) if kind == "error" => ("failed", view.say(t::FAILURE)),
        Did::Used(kind, _) => ("used", view.kind(kind)),
    };
    html! {
        li class={ "moment " (kind) } {
            p.about {
                strong { (label) }
                @if let Did::Used(_, Some(path)) = &moment.did { " " code { (path) } }
                @if whence {
                    " · " a href=(view.to_session(&moment.session)) { (moment.client) " · " (moment.project) }
                }
                " · " (time(view, moment.at))
            }
            div.text { (moment.text) }
        }
    }
}

impl View {
    /// The name of a type of observation.
    pub(crate) fn kind(&self, kind: &str) -> &'static str {
        self.say(match kind {
            "file_edit" => t::EDIT,
            "command" => t::COMMAND,
            "error" => t::FAILURE,
            _ => t::OBSERVATION,
        })
    }
}
