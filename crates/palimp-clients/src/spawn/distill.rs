//! A client as a model: text in, text out, and nothing of it kept.

use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Duration;

use palimp_core::AgentClient;
use palimp_core::chat::{ModelError, TokenUsage};
use palimp_core::distill::{DistillPrompt, DistillTask, DistilledText, Distiller};
use palimp_core::tokens::count_tokens;
use palimp_files::Scratch;

use super::acp::Acp;
use super::answer::{AnswerError, ClientAnswer};
use super::process::{
    ClientProcess, ClientProcessEvent, ClientProcessGroup, ClientProcessSpec, exit_code,
};
use super::surroundings::SpawnEnvironment;
use super::table::{
    ArgTemplate, ArgValues, ClientProtocol, DistillCommand, MAX_ARGUMENT_BYTES, fill_args,
};
use super::{error_message, mention};
use crate::descriptor;
use crate::messages;

/// Maximum size of a client's output, in bytes.
const MAX_ANSWER_BYTES: usize = 1024 * 1024;

/// Maximum time for a client to forget a session.
const FORGET_TIMEOUT: Duration = Duration::from_secs(30);

/// Condenses text by asking a client that is installed, with its user's own account.
///
/// The client has no hooks, MCP servers and tools (what remains of them is listed in
/// docs/getting-started/supported-agents.md), works in a directory of its own and keeps nothing;
/// `PALIMP_INTERNAL` is set, so that palimp's hooks, where the client lets none be switched off,
/// do nothing.
#[derive(Clone)]
pub struct ClientDistiller {
    client: AgentClient,
    model: Option<String>,
    surroundings: SpawnEnvironment,
    scratch: PathBuf,
    limit: Duration,
}

impl ClientDistiller {
    /// Maximum time for an answer by default.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

    /// Creates a distiller that asks `client` for its cheapest suitable model. Each question gets a
    /// directory below `scratch`, which is created if missing.
    pub fn new(
        client: AgentClient,
        surroundings: SpawnEnvironment,
        scratch: impl Into<PathBuf>,
    ) -> ClientDistiller {
        let (scratch, limit) = (scratch.into(), ClientDistiller::DEFAULT_TIMEOUT);
        let asking = descriptor::descriptor(client).asking;
        let model = asking.and_then(|asking| (asking.model)(&surroundings));
        ClientDistiller { client, model, surroundings, scratch, limit }
    }

    /// Asks for another model, by the client's own name of it, where one is named.
    pub fn with_model(self, model: Option<String>) -> ClientDistiller {
        let model = model.filter(|it| !it.trim().is_empty()).or(self.model);
        ClientDistiller { model, ..self }
    }

    /// Ends a client that has not answered after `limit`.
    pub fn with_limit(self, limit: Duration) -> ClientDistiller {
        ClientDistiller { limit, ..self }
    }

    fn ask_client(&self, prompt: &DistillPrompt) -> Result<ClientAnswer, ModelError> {
        let client = self.client;
        let asking = descriptor::descriptor(client)
            .asking
            .ok_or_else(|| error_message::not_spoken(client))?;
        let program = self
            .surroundings
            .find_program(client)
            .ok_or_else(|| error_message::not_found(client))?;
        let scratch = Scratch::acquire(&self.scratch, client.name());
        let laid = scratch.and_then(|scratch| scratch.with_files(asking.files));
        let scratch = laid.map_err(|error| error_message::no_scratch(&self.scratch, &error))?;
        let servers = (asking.servers)(&self.surroundings);
        let errand = DistillRun { with: self, asking, program, cwd: scratch.path(), servers };
        errand.run(prompt)
    }
}

/// Returns the clients whose programs are here and for which a cheap model is known, each with its model.
pub fn cheap_models(surroundings: &SpawnEnvironment) -> Vec<(AgentClient, String)> {
    let is_here = |client: &AgentClient| surroundings.find_program(*client).is_some();
    let model = |client: AgentClient| {
        let asking = descriptor::descriptor(client).asking?;
        (asking.model)(surroundings).map(|model| (client, model))
    };
    AgentClient::INSTALLABLE.into_iter().filter(is_here).filter_map(model).collect()
}

impl Distiller for ClientDistiller {
    fn name(&self) -> String {
        match &self.model {
            Some(model) => format!("{}/{model}", self.client),
            None => self.client.to_string(),
        }
    }

    fn spends_tokens(&self) -> bool {
        true
    }

    fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError> {
        let prompt = task.render_prompt();
        let answer = self.ask_client(&prompt);
        let answer = answer.map_err(|why| error_message::with_model(self.model.as_deref(), why))?;
        let estimate = || TokenUsage {
            input: (count_tokens(&prompt.system) + count_tokens(&prompt.text)) as u64,
            cached: 0,
            output: count_tokens(&answer.text) as u64,
        };
        let usage = answer.usage.filter(|usage| usage.total_tokens() > 0).unwrap_or_else(estimate);
        Ok(DistilledText { text: mention::unescape_mentions(&answer.text), usage })
    }
}

/// One question to one client.
struct DistillRun<'a> {
    with: &'a ClientDistiller,
    asking: &'static DistillCommand,
    program: PathBuf,
    cwd: &'a Path,
    servers: Vec<String>,
}

/// Instructions and text of a question, as they are passed to the client.
struct DistillInput<'p> {
    system: Option<&'p str>,
    text: String,
}

impl DistillRun<'_> {
    fn run(&self, prompt: &DistillPrompt) -> Result<ClientAnswer, ModelError> {
        let load = self.build_input(prompt);
        let mut session = self.asking.is_told_session.then(new_id);
        let filling = self.arg_values(load.system, session.as_deref().unwrap_or_default());
        let call = self.process_spec(fill_args(self.asking.words, &filling), load.system);
        let answer = match self.asking.talk {
            ClientProtocol::Pipe => self.ask_by_pipe(&call, &load.text, &mut session),
            ClientProtocol::Acp => self.ask_by_acp(&call, &load.text, &mut session),
        };
        if let Some(session) = session {
            self.forget_session(&session);
        }
        let answer = answer?;
        match answer.text.is_empty() {
            true => Err(error_message::no_answer(self.with.client, "")),
            false => Ok(answer),
        }
    }

    fn build_input<'p>(&self, prompt: &'p DistillPrompt) -> DistillInput<'p> {
        let in_words =
            |word: &ArgTemplate| matches!(word, ArgTemplate::System(_) | ArgTemplate::SystemIn(_));
        let apart = self.asking.words.iter().any(in_words) || self.asking.configure.is_some();
        let text = mention::escape_mentions(&prompt.text);
        // As a part of a JSON text it may be twice as long.
        match apart && prompt.system.len() <= MAX_ARGUMENT_BYTES / 2 {
            true => DistillInput { system: Some(&prompt.system), text },
            false => DistillInput { system: None, text: format!("{}\n\n{text}", prompt.system) },
        }
    }

    fn arg_values<'s>(&'s self, system: Option<&'s str>, session: &'s str) -> ArgValues<'s> {
        let (model, servers) = (self.with.model.as_deref(), &self.servers[..]);
        ArgValues { model, system, servers, session, extra: &[], ask: None }
    }

    fn process_spec(&self, args: Vec<String>, system: Option<&str>) -> ClientProcessSpec {
        let mut env = self.with.surroundings.internal_env();
        env.extend(self.asking.env.iter().map(|(name, value)| (name.into(), value.into())));
        if let Some(configure) = self.asking.configure {
            configure(&mut env, system, &self.servers);
        }
        let args = args.into_iter().map(OsString::from).collect();
        ClientProcessSpec {
            program: self.program.clone(),
            args,
            env,
            cwd: Some(self.cwd.to_owned()),
        }
    }

    fn start_process(
        &self,
        call: &ClientProcessSpec,
        limit: Duration,
    ) -> Result<ClientProcess, ModelError> {
        let started = ClientProcess::start(call, ClientProcessGroup::Apart, Some(limit));
        started.map_err(|error| error_message::not_started(self.with.client, &error))
    }

    /// Asks over standard input and output.
    fn ask_by_pipe(
        &self,
        call: &ClientProcessSpec,
        text: &str,
        session: &mut Option<String>,
    ) -> Result<ClientAnswer, ModelError> {
        let client = self.with.client;
        let mut process = self.start_process(call, self.with.limit)?;
        process.queue_input(text.as_bytes());
        process.close_input();
        let mut printed = Vec::new();
        let ended = self.collect_output(&mut process, &mut printed);
        let found = || (self.asking.session)(&String::from_utf8_lossy(&printed));
        *session = session.take().or_else(found);
        let (code, said) = (ended?, process.stderr_text());
        match self.parse_output(&printed) {
            Ok(answer) if code == 0 && !answer.text.is_empty() => Ok(answer),
            Ok(_) if code == 0 => Err(error_message::no_answer(client, &said)),
            Err(AnswerError::Garbled(what)) if code == 0 => {
                Err(error_message::unknown_format(client, &what))
            }
            Err(AnswerError::Failed(why)) if !why.is_empty() => {
                Err(error_message::client_failed(client, &why))
            }
            _ if code == 0 && printed.trim_ascii().is_empty() => {
                Err(error_message::no_answer(client, &said))
            }
            // A program that fails may explain it on either of its outputs.
            _ => {
                let printed = String::from_utf8_lossy(&printed);
                let said = if said.trim().is_empty() { &printed[..] } else { &said };
                Err(error_message::client_exited(client, code, said))
            }
        }
    }

    /// Parses the answer in the output.
    fn parse_output(&self, printed: &[u8]) -> Result<ClientAnswer, AnswerError> {
        let text = std::str::from_utf8(printed);
        let text = text.map_err(|_| AnswerError::Garbled(messages::not_unicode()))?;
        (self.asking.read)(text)
    }

    /// Collects all output until the process ends, and returns its exit code.
    fn collect_output(
        &self,
        process: &mut ClientProcess,
        printed: &mut Vec<u8>,
    ) -> Result<i32, ModelError> {
        let client = self.with.client;
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match process
                .next_event(&mut buffer)
                .map_err(|error| error_message::pipe_failed(client, &error))?
            {
                ClientProcessEvent::Ended(status) => return Ok(exit_code(status)),
                ClientProcessEvent::Late => {
                    return Err(error_message::timed_out(
                        client,
                        self.with.limit,
                        &process.stderr_text(),
                    ));
                }
                ClientProcessEvent::Printed(read) => printed.extend_from_slice(&buffer[..read]),
            }
            if printed.len() > MAX_ANSWER_BYTES {
                return Err(error_message::output_too_long(client, MAX_ANSWER_BYTES));
            }
        }
    }

    /// Asks over the Agent Client Protocol.
    fn ask_by_acp(
        &self,
        call: &ClientProcessSpec,
        text: &str,
        session: &mut Option<String>,
    ) -> Result<ClientAnswer, ModelError> {
        let mut process = self.start_process(call, self.with.limit)?;
        let mut acp = Acp::new(&mut process, self.asking.notices);
        let answer = acp.send_prompt(self.cwd, text, &mut |_| ());
        *session = acp.session().map(str::to_owned);
        answer.map_err(|ended| {
            error_message::acp_failed(self.with.client, &ended, &process.stderr_text())
        })
    }

    /// Has the client delete a session that it stores unasked. If that fails, the user finds one
    /// more session in the client's list; the answer is not affected.
    fn forget_session(&self, session: &str) {
        let places = self.with.surroundings.client_paths();
        let gone = self.asking.remove_session(&places, session);
        if gone || self.asking.forget.is_empty() || session.starts_with('-') {
            return;
        }
        let args = fill_args(self.asking.forget, &self.arg_values(None, session));
        let Ok(mut process) = self.start_process(&self.process_spec(args, None), FORGET_TIMEOUT)
        else {
            return;
        };
        process.close_input();
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(ClientProcessEvent::Printed(_)) = process.next_event(&mut buffer) {}
    }
}

/// A random UUID.
fn new_id() -> String {
    let random = || RandomState::new().build_hasher().finish();
    let (high, low) = (random(), random());
    let high = high & 0xffff_ffff_ffff_0fff | 0x4000;
    let low = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    let hex = format!("{high:016x}{low:016x}");
    let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_random_uuids() {
        let (one, other) = (new_id(), new_id());
        assert_ne!(one, other);
        assert_eq!(one.len(), 36);
        assert_eq!(one.as_bytes()[14], b'4');
        assert!(b"89ab".contains(&one.as_bytes()[19]), "{one}");
    }
}
