//! A client that answers a prompt as it does for its user, with memory before it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use palimp_core::AgentClient;
use palimp_core::chat::ModelError;

use super::acp::Acp;
use super::plain::strip_terminal_codes;
use super::process::{
    ClientProcess, ClientProcessEvent, ClientProcessGroup, ClientProcessSpec, exit_code,
};
use super::surroundings::SpawnEnvironment;
use super::table::{
    ArgTemplate, ArgValues, ClientProtocol, MAX_ARGUMENT_BYTES, PromptCommand, fill_args,
};
use super::{error_message, mention};
use crate::descriptor;
use crate::messages;
use crate::notice::{is_complaint, is_notice};
use palimp_core::message::io_reason;

/// Maximum size of the output that is kept as the answer, from its end, in bytes.
const MAX_ANSWER_BYTES: usize = 1024 * 1024;

/// Maximum time for a client to exit by itself after its answer.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Prompt and options for a client's run.
#[derive(Clone, Debug, Default)]
pub struct RunSpec {
    /// The id of the run; the client's hooks see it as `PALIMP_RUN`.
    pub id: String,
    /// The user's prompt.
    pub prompt: String,
    /// Memory of the conversation, to stand before the prompt.
    pub block: Option<String>,
    /// Permanent instructions, for the client's system prompt if it accepts additions, else in
    /// front of everything else.
    pub system: Option<String>,
    /// The model, by the client's own name of it.
    pub model: Option<String>,
    /// More arguments for the client.
    pub extra_args: Vec<String>,
    /// Working directory of the client; by default the current directory.
    pub cwd: Option<PathBuf>,
}

/// Result of a client's run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientRunOutcome {
    /// The client's exit code, 128 and the number of the signal where one ended it.
    pub code: i32,
    /// Final text of the assistant, without terminal colour codes; empty if the client only
    /// reported that there is no answer.
    pub text: String,
    /// Permissions that the client requested, which palimp cannot grant: an argument of the
    /// client's own can, or its settings.
    pub refused: Vec<String>,
}

/// Has `client` answer a prompt, with its tools, hooks and servers, and hands its output to `each`
/// as it arrives.
///
/// The client runs in the caller's process group, so that Ctrl-C reaches both; a caller that wants
/// to see the end of the output must not let the signal end itself. The client's stderr goes to the
/// caller's.
///
/// # Errors
///
/// If the client cannot be started, or communication with it fails. A client that fails otherwise
/// prints an error itself; its exit code is in [`ClientRunOutcome`].
pub fn run(
    client: AgentClient,
    spec: &RunSpec,
    surroundings: &SpawnEnvironment,
    each: &mut dyn FnMut(&[u8]),
) -> Result<ClientRunOutcome, ModelError> {
    let running =
        descriptor::descriptor(client).running.ok_or_else(|| error_message::not_spoken(client))?;
    let load = ClientRunInput::from_spec(running, spec);
    let filling = ArgValues {
        model: spec.model.as_deref().filter(|model| !model.trim().is_empty()),
        system: load.system,
        extra: &spec.extra_args,
        ask: load.argument_text(),
        ..ArgValues::default()
    };
    let call = ClientProcessSpec {
        program: surroundings
            .find_program(client)
            .ok_or_else(|| error_message::not_here(client, &surroundings.answering_clients()))?,
        args: fill_args(running.words, &filling).into_iter().map(OsString::from).collect(),
        env: surroundings.of_run(&spec.id),
        cwd: spec.cwd.clone(),
    };
    let process = ClientProcess::start(&call, ClientProcessGroup::Beside, None);
    let process = process.map_err(|error| error_message::not_started(client, &error))?;
    let _answering = Answering::register(process.id());
    let mut ran = match running.talk {
        ClientProtocol::Pipe => run_by_pipe(process, load.stdin_text(), each)
            .map_err(|e| error_message::pipe_failed(client, &e))?,
        ClientProtocol::Acp => {
            run_by_acp(client, process, &working_directory(spec)?, &load.text, each)?
        }
    };
    if is_notice(&ran.text) || ran.code != 0 && is_complaint(&ran.text) {
        ran.text.clear();
    }
    Ok(ran)
}

/// Id of the process that [`run`] waits for; 0 for none.
static ANSWERING_PID: AtomicU32 = AtomicU32::new(0);

/// Returns the id of the process that [`run`] waits for: a caller that receives a termination
/// signal forwards it. Safe to call from a signal handler.
pub fn answering_pid() -> Option<u32> {
    Some(ANSWERING_PID.load(Ordering::Relaxed)).filter(|id| *id != 0)
}

/// As long as it lives, a process answers.
struct Answering;

impl Answering {
    fn register(id: u32) -> Answering {
        ANSWERING_PID.store(id, Ordering::Relaxed);
        Answering
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        ANSWERING_PID.store(0, Ordering::Relaxed);
    }
}

/// System prompt and text for the client, and the way to pass the text.
struct ClientRunInput<'s> {
    /// In its system prompt.
    system: Option<&'s str>,
    /// The rest: memory, then the prompt.
    text: String,
    /// True if the text is passed as an argument.
    as_argument: bool,
}

impl<'s> ClientRunInput<'s> {
    fn from_spec(running: &PromptCommand, spec: &'s RunSpec) -> ClientRunInput<'s> {
        let takes = |test: fn(&ArgTemplate) -> bool| running.words.iter().any(test);
        let fits = |text: &str| text.len() <= MAX_ARGUMENT_BYTES && !text.contains('\0');
        let told = |text: &'s Option<String>| text.as_deref().filter(|it| !it.trim().is_empty());
        let system = told(&spec.system);
        let apart =
            system.filter(|it| takes(|word| matches!(word, ArgTemplate::System(_))) && fits(it));
        let before = [system.filter(|_| apart.is_none()), told(&spec.block)];
        let before: Vec<&str> = before.into_iter().flatten().map(str::trim_end).collect();
        let text = match before.is_empty() {
            true => spec.prompt.clone(),
            false => {
                let before = mention::none_outside(&before.join("\n\n"));
                format!("{before}\n\n{}{}", running.before_prompt, spec.prompt)
            }
        };
        let as_argument = takes(|word| matches!(word, ArgTemplate::Ask(_))) && fits(&text);
        ClientRunInput { system: apart, text, as_argument }
    }

    fn argument_text(&self) -> Option<&str> {
        self.as_argument.then_some(&self.text)
    }

    fn stdin_text(&self) -> &str {
        if self.as_argument { "" } else { &self.text }
    }
}

/// Returns the working directory of the client.
fn working_directory(spec: &RunSpec) -> Result<PathBuf, ModelError> {
    let cwd = spec.cwd.clone().map_or_else(std::env::current_dir, std::path::absolute);
    cwd.map_err(|error| ModelError::Refused(messages::current_directory_missing(io_reason(&error))))
}

fn run_by_pipe(
    mut process: ClientProcess,
    input: &str,
    each: &mut dyn FnMut(&[u8]),
) -> io::Result<ClientRunOutcome> {
    process.queue_input(input.as_bytes());
    process.close_input();
    let mut printed = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match process.next_event(&mut buffer)? {
            ClientProcessEvent::Printed(read) => {
                each(&buffer[..read]);
                printed.extend_from_slice(&buffer[..read]);
                let surplus = printed.len().saturating_sub(MAX_ANSWER_BYTES);
                printed.drain(..surplus);
            }
            ClientProcessEvent::Ended(status) => {
                let text = strip_terminal_codes(&String::from_utf8_lossy(&printed));
                return Ok(ClientRunOutcome { code: exit_code(status), text, refused: Vec::new() });
            }
            ClientProcessEvent::Late => {}
        }
    }
}

fn run_by_acp(
    client: AgentClient,
    mut process: ClientProcess,
    cwd: &Path,
    prompt: &str,
    each: &mut dyn FnMut(&[u8]),
) -> Result<ClientRunOutcome, ModelError> {
    let mut acp = Acp::new(&mut process, &[]);
    let answer = acp.send_prompt(cwd, prompt, &mut |text| each(text.as_bytes()));
    let refused = std::mem::take(&mut acp.refused);
    let answer = answer
        .map_err(|ended| error_message::acp_failed(client, &ended, &process.stderr_text()))?;
    each(b"\n");
    // Its own hooks run when the conversation ends.
    process.close_input();
    process.set_limit(EXIT_TIMEOUT);
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(ClientProcessEvent::Printed(_)) = process.next_event(&mut buffer) {}
    Ok(ClientRunOutcome { code: 0, text: answer.text, refused })
}
