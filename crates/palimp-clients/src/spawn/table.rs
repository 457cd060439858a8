//! Command templates for starting clients: arguments, and the parser of the answer. Each client's
//! own module defines them.
//!
//! The flags were tested with the versions named here. A client that no longer knows a flag exits
//! with an error, which is shown; no client falls back to doing more than it was asked to.

use std::collections::BTreeMap;
use std::ffi::OsString;

use super::answer::{self, AnswerError, ClientAnswer};
use super::surroundings::SpawnEnvironment;
use crate::install::ClientPaths;

/// A piece of a command line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArgTemplate {
    /// This word.
    Is(&'static str),
    /// This flag and the model, where one is chosen.
    Model(&'static str),
    /// Flag, followed by the instructions; instructions that are too long for an argument precede
    /// the text instead.
    System(&'static str),
    /// Flag that ends in `=`, with the instructions in the same word.
    SystemIn(&'static str),
    /// For each MCP server of the user's: this flag, and the server's name between two pieces.
    Server(&'static str, &'static str, &'static str),
    /// The id under which the client keeps the session.
    Session,
    /// Arguments that the user added.
    Extra,
    /// Flag, followed by the prompt in the same word; omitted if the prompt is too long for an
    /// argument and goes to standard input instead.
    Ask(&'static str),
}

use ArgTemplate::{Ask, Extra, Is, Model, Server, Session, System, SystemIn};

/// Role prompt that replaces the long description of a coding agent. The task itself accompanies
/// the text, so that a version which does not read this file still gets it.
pub(crate) const ROLE_PROMPT: &str = "You work on texts. Do what the message asks for, and answer with text alone: \
                    you have no tools.\n";

/// Protocol for talking to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClientProtocol {
    /// Text on its standard input, up to its end.
    Pipe,
    /// The Agent Client Protocol.
    Acp,
}

/// Command that asks a client as a model.
#[derive(Debug)]
pub(crate) struct DistillCommand {
    /// The version with which this was tried.
    pub(crate) tried: &'static str,
    pub(crate) words: &'static [ArgTemplate],
    pub(crate) talk: ClientProtocol,
    /// Parses the answer from the output.
    pub(crate) read: fn(&str) -> Result<ClientAnswer, AnswerError>,
    /// Under which id it kept the session, of however little it printed.
    pub(crate) session: fn(&str) -> Option<String>,
    /// True if the client is given the id of its session.
    pub(crate) is_told_session: bool,
    /// Returns the default model, by the client's name of it: the cheapest suitable one, never the
    /// user's model for work, which may be the most expensive. None if only the user can know the
    /// available models.
    pub(crate) model: fn(&SpawnEnvironment) -> Option<String>,
    /// Returns the MCP servers that have to be disabled one by one; none if the client has one flag
    /// for all.
    pub(crate) servers: fn(&SpawnEnvironment) -> Vec<String>,
    /// Prefixes of notices that the client prints before the answer, as if they were part of it.
    pub(crate) notices: &'static [&'static str],
    /// Arguments that make the client delete a session that it stores unasked.
    pub(crate) forget: &'static [ArgTemplate],
    /// See [`DistillCommand::remove_session`], which looks at the id first.
    pub(crate) remove: fn(&ClientPaths, &str) -> bool,
    /// Files to create in the client's directory, by name, which replace its own prompt and disable
    /// its tools.
    pub(crate) files: &'static [(&'static str, &'static str)],
    /// Environment variables to add to the user's.
    pub(crate) env: &'static [(&'static str, &'static str)],
    /// Puts the instructions and the servers to leave alone into its environment, where they stand
    /// nowhere else.
    pub(crate) configure: Option<Configure>,
}

/// See [`DistillCommand::configure`].
pub(crate) type Configure = fn(&mut BTreeMap<OsString, OsString>, Option<&str>, &[String]);

impl DistillCommand {
    /// A client that prints its answer alone, keeps nothing and needs nothing.
    pub(crate) const PLAIN: DistillCommand = DistillCommand {
        tried: "",
        words: &[],
        talk: ClientProtocol::Pipe,
        read: |text| Ok(answer::plain_answer(text)),
        session: |_| None,
        is_told_session: false,
        model: |_| None,
        servers: |_| Vec::new(),
        notices: &[],
        forget: &[],
        remove: |_, _| false,
        files: &[],
        env: &[],
        configure: None,
    };

    /// Removes the client's stored session; returns true if there was one. An id that is not a UUID
    /// is refused, because it could name another path.
    pub(crate) fn remove_session(&self, places: &ClientPaths, id: &str) -> bool {
        let plain = |c: char| c.is_ascii_hexdigit() || c == '-';
        id.len() == 36 && id.chars().all(plain) && (self.remove)(places, id)
    }
}

/// Command with which a client answers a single prompt for its user.
#[derive(Debug)]
pub(crate) struct PromptCommand {
    pub(crate) words: &'static [ArgTemplate],
    pub(crate) talk: ClientProtocol,
    /// Separator between the memory and the prompt.
    pub(crate) before_prompt: &'static str,
}

/// Maximum size of a text, in bytes, that is passed as an argument. Linux takes 128 KB.
pub(crate) const MAX_ARGUMENT_BYTES: usize = 100_000;

/// Values for the placeholders of a command line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ArgValues<'a> {
    pub(crate) model: Option<&'a str>,
    pub(crate) system: Option<&'a str>,
    pub(crate) servers: &'a [String],
    pub(crate) session: &'a str,
    pub(crate) extra: &'a [String],
    pub(crate) ask: Option<&'a str>,
}

/// Fills the placeholders of the arguments.
pub(crate) fn fill_args(words: &[ArgTemplate], with: &ArgValues) -> Vec<String> {
    words.iter().flat_map(|word| fill_arg(*word, with)).collect()
}

fn fill_arg(word: ArgTemplate, with: &ArgValues) -> Vec<String> {
    let pair = |flag: &str, value: &str| vec![flag.to_owned(), value.to_owned()];
    match word {
        Is(word) => vec![word.to_owned()],
        Model(flag) => with.model.map_or(Vec::new(), |model| pair(flag, model)),
        System(flag) => with.system.map_or(Vec::new(), |system| pair(flag, system)),
        SystemIn(flag) => with.system.map_or(Vec::new(), |system| vec![format!("{flag}{system}")]),
        Server(flag, before, after) => {
            let off = |name: &String| pair(flag, &format!("{before}{name}{after}"));
            with.servers.iter().flat_map(off).collect()
        }
        Session => vec![with.session.to_owned()],
        Extra => with.extra.to_vec(),
        Ask("--") => with.ask.map_or(Vec::new(), |ask| pair("--", ask)),
        Ask(flag) => with.ask.map_or(Vec::new(), |ask| vec![format!("{flag}{ask}")]),
    }
}
