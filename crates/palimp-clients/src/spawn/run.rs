//! A client that answers a prompt as it does for its user, with memory before it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use palimp_core::Client;
use palimp_core::chat::ModelError;

use super::acp::Acp;
use super::plain::plain;
use super::process::{Call, Process, Stand, Step, code};
use super::surroundings::Surroundings;
use super::table::{Filling, LONGEST_ARGUMENT, Running, Talk, Word, fill};
use super::{mention, trouble};
use crate::known;
use crate::notice::{is_complaint, is_notice};

/// How much of what was printed is kept as the answer, the last of it, in bytes.
const KEPT: usize = 1024 * 1024;

/// How long a client that has answered may take to end by itself.
const ENDING: Duration = Duration::from_secs(5);

/// What a client is to do.
#[derive(Clone, Debug, Default)]
pub struct RunSpec {
    /// The id of the run; the client's hooks see it as `PALIMP_RUN`.
    pub id: String,
    /// What the user asks.
    pub prompt: String,
    /// Memory of the conversation, to stand before the prompt.
    pub block: Option<String>,
    /// What always holds, for the client's system prompt where it takes more of one, else to stand
    /// before everything else.
    pub system: Option<String>,
    /// The model, by the client's own name of it.
    pub model: Option<String>,
    /// More arguments for the client.
    pub extra_args: Vec<String>,
    /// Where the client works; the current directory where nothing is said.
    pub cwd: Option<PathBuf>,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// The client's exit code, 128 and the number of the signal where one ended it.
    pub code: i32,
    /// What the assistant said in the end, without the codes that colour a terminal; empty where
    /// the client only said that there is no answer.
    pub text: String,
    /// What the client asked to be allowed, which palimp cannot grant: an argument of the client's
    /// own can, or its settings.
    pub refused: Vec<String>,
}

/// Has `client` answer a prompt, with its tools, hooks and servers, and hands what it prints to
/// `each` as it comes.
///
/// The client stands in the caller's process group, so that Ctrl-C reaches both; a caller that
/// wants to see the end of it must not let the signal end itself. What the client says on stderr
/// goes to the caller's.
///
/// # Errors
///
/// When the client cannot be started or spoken to. A client that fails otherwise says so itself;
/// its exit code is in [`Ran`].
pub fn run(
    client: Client,
    spec: &RunSpec,
    surroundings: &Surroundings,
    each: &mut dyn FnMut(&[u8]),
) -> Result<Ran, ModelError> {
    let running = known::of(client).running.ok_or_else(|| trouble::not_spoken(client))?;
    let load = Load::of(running, spec);
    let filling = Filling {
        model: spec.model.as_deref().filter(|model| !model.trim().is_empty()),
        system: load.system,
        extra: &spec.extra_args,
        ask: load.ask(),
        ..Filling::default()
    };
    let call = Call {
        program: surroundings
            .program(client)
            .ok_or_else(|| trouble::not_here(client, &surroundings.answering()))?,
        args: fill(running.words, &filling).into_iter().map(OsString::from).collect(),
        env: surroundings.of_run(&spec.id),
        cwd: spec.cwd.clone(),
    };
    let process = Process::start(&call, Stand::Beside, None);
    let process = process.map_err(|error| trouble::not_started(client, &error))?;
    let _answering = Answering::by(process.id());
    let mut ran = match running.talk {
        Talk::Pipe => pipe(process, load.input(), each).map_err(|e| trouble::broken(client, &e))?,
        Talk::Acp => speak(client, process, &directory(spec)?, &load.text, each)?,
    };
    if is_notice(&ran.text) || ran.code != 0 && is_complaint(&ran.text) {
        ran.text.clear();
    }
    Ok(ran)
}

/// The process that [`run`] waits for; 0 for none.
static ANSWERING: AtomicU32 = AtomicU32::new(0);

/// The id of the process that [`run`] waits for: a caller that is told to end hands the signal on.
/// May be asked from a signal handler.
pub fn answering() -> Option<u32> {
    Some(ANSWERING.load(Ordering::Relaxed)).filter(|id| *id != 0)
}

/// As long as it lives, a process answers.
struct Answering;

impl Answering {
    fn by(id: u32) -> Answering {
        ANSWERING.store(id, Ordering::Relaxed);
        Answering
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        ANSWERING.store(0, Ordering::Relaxed);
    }
}

/// What the client is told, and where.
struct Load<'s> {
    /// In its system prompt.
    system: Option<&'s str>,
    /// The rest: memory, then the prompt.
    text: String,
    /// Whether the rest is an argument.
    as_argument: bool,
}

impl<'s> Load<'s> {
    fn of(running: &Running, spec: &'s RunSpec) -> Load<'s> {
        let takes = |test: fn(&Word) -> bool| running.words.iter().any(test);
        let fits = |text: &str| text.len() <= LONGEST_ARGUMENT && !text.contains('\0');
        let told = |text: &'s Option<String>| text.as_deref().filter(|it| !it.trim().is_empty());
        let system = told(&spec.system);
        let apart = system.filter(|it| takes(|word| matches!(word, Word::System(_))) && fits(it));
        let before = [system.filter(|_| apart.is_none()), told(&spec.block)];
        let before: Vec<&str> = before.into_iter().flatten().map(str::trim_end).collect();
        let text = match before.is_empty() {
            true => spec.prompt.clone(),
            false => {
                let before = mention::none_outside(&before.join("\n\n"));
                format!("{before}\n\n{}{}", running.before_prompt, spec.prompt)
            }
        };
        let as_argument = takes(|word| matches!(word, Word::Ask(_))) && fits(&text);
        Load { system: apart, text, as_argument }
    }

    fn ask(&self) -> Option<&str> {
        self.as_argument.then_some(&self.text)
    }

    fn input(&self) -> &str {
        if self.as_argument { "" } else { &self.text }
    }
}

/// Where the client works.
fn directory(spec: &RunSpec) -> Result<PathBuf, ModelError> {
    let cwd = spec.cwd.clone().map_or_else(std::env::current_dir, std::path::absolute);
    cwd.map_err(|error| {
        ModelError::Refused(format!("the current directory is not to be found: {error}"))
    })
}

fn pipe(mut process: Process, input: &str, each: &mut dyn FnMut(&[u8])) -> io::Result<Ran> {
    process.give(input.as_bytes());
    process.close();
    let mut printed = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match process.step(&mut buffer)? {
            Step::Printed(read) => {
                each(&buffer[..read]);
                printed.extend_from_slice(&buffer[..read]);
                let surplus = printed.len().saturating_sub(KEPT);
                printed.drain(..surplus);
            }
            Step::Ended(status) => {
                let text = plain(&String::from_utf8_lossy(&printed));
                return Ok(Ran { code: code(status), text, refused: Vec::new() });
            }
            Step::Late => {}
        }
    }
}

fn speak(
    client: Client,
    mut process: Process,
    cwd: &Path,
    prompt: &str,
    each: &mut dyn FnMut(&[u8]),
) -> Result<Ran, ModelError> {
    let mut acp = Acp::new(&mut process, &[]);
    let answer = acp.ask(cwd, prompt, &mut |text| each(text.as_bytes()));
    let refused = std::mem::take(&mut acp.refused);
    let answer = answer.map_err(|ended| trouble::ended(client, &ended, &process.said()))?;
    each(b"\n");
    // Its own hooks run when the conversation ends.
    process.close();
    process.grant(ENDING);
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(Step::Printed(_)) = process.step(&mut buffer) {}
    Ok(Ran { code: 0, text: answer.text, refused })
}
