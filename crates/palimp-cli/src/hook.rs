//! `palimp hook <client>`: what the clients run on every event.
//!
//! Whatever happens, the client must not notice: the exit code is 0, standard output holds an
//! answer in the client's own form or nothing, and what went wrong goes to standard error and to
//! the log. Nothing here waits for a network or starts a thread.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use palimp_clients::install::{ClientPaths, runs_own_hooks};
use palimp_core::home::HomePaths;
use palimp_core::message::io_reason;
use palimp_core::settings::Settings;
use palimp_core::{AgentClient, HookEvent};
use palimp_engine::home::log;
use palimp_engine::home::owner;
use palimp_engine::home::settings;
use palimp_engine::retrieval::index_sync::Models;
use palimp_engine::service::hook::{self, HookCaller, HookHost};
use palimp_models::builtin::Builtin;
use serde_json::Value;

use crate::context::{locate_home, now_ms, user_home};
use crate::messages;
use crate::output::note;

/// Maximum time to read the event from stdin.
const STDIN_TIMEOUT: Duration = Duration::from_millis(700);
/// The largest event that is looked at, in bytes.
const MAX_EVENT_BYTES: usize = 256 << 20;

/// Handles one event. Never fails, as far as the client can see.
pub(crate) fn run(args: impl Iterator<Item = OsString>) {
    // A client that spawned us as a part of palimp's own work wants no memory of it.
    if env_var("PALIMP_INTERNAL").is_some_and(|value| value == "1") {
        return;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let args = HookArgs::parse(args);
    let home = locate_home(args.home.as_deref());
    let mut has_answered = false;
    let outcome =
        catch_unwind(AssertUnwindSafe(|| handle_event(&args, home.as_ref(), &mut has_answered)));
    if !has_answered
        && let Some(silence) = args.installed_client().and_then(palimp_clients::empty_answer)
    {
        crate::output::send_answer(silence);
    }
    let complaint = match outcome {
        Ok(Ok(())) => return,
        Ok(Err(complaint)) => complaint,
        Err(_) => "an internal error: please report it with this line's time".to_owned(),
    };
    log_error(home.as_ref(), &complaint);
}

/// Arguments of `palimp hook`.
#[derive(Default)]
struct HookArgs {
    client: Option<String>,
    event: Option<String>,
    home: Option<PathBuf>,
    agent: Option<String>,
    /// True if a plugin that the client manages runs the hook.
    from_plugin: bool,
}

impl HookArgs {
    fn parse(mut args: impl Iterator<Item = OsString>) -> HookArgs {
        let mut parsed = HookArgs::default();
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy().into_owned();
            let (flag, mut value) = match text.split_once('=') {
                Some((flag, value)) => (flag, Some(OsString::from(value))),
                None => (text.as_str(), None),
            };
            match flag {
                "--home" => parsed.home = value.take().or_else(|| args.next()).map(PathBuf::from),
                "--agent" => {
                    let value = value.take().or_else(|| args.next());
                    parsed.agent = value.map(|agent| agent.to_string_lossy().into_owned());
                }
                "--plugin" => parsed.from_plugin = true,
                // What is not known may come from a later palimp's settings; it is passed over.
                _ if text.starts_with('-') => {}
                _ if parsed.client.is_none() => parsed.client = Some(text),
                _ if parsed.event.is_none() => parsed.event = Some(text),
                _ => {}
            }
        }
        parsed
    }

    /// The client that the hook was installed for.
    fn installed_client(&self) -> Option<AgentClient> {
        self.client.as_deref()?.parse().ok()
    }

    /// The client that the hook was installed for, or that the payload alone makes certain.
    fn detect_client(&self, payload: &Value) -> Result<AgentClient, String> {
        let name = self.client.as_deref().unwrap_or("");
        let detect = |installed| palimp_clients::detect(installed, payload, &env_var);
        match name.parse::<AgentClient>() {
            Ok(installed) => Ok(detect(installed)),
            // A payload that is told the same from both ends needs no argument.
            Err(_) if detect(AgentClient::Claude) == detect(AgentClient::Gemini) => {
                Ok(detect(AgentClient::Claude))
            }
            Err(unknown) => Err(unknown.to_string()),
        }
    }
}

fn handle_event(
    args: &HookArgs,
    home: Option<&HomePaths>,
    has_answered: &mut bool,
) -> Result<(), String> {
    if io::stdin().is_terminal() {
        return Err("a hook is run by a client, which hands it an event on standard input; \
                    `palimp install <client>` sets that up"
            .to_owned());
    }
    let payload = read_payload()?;
    let client = args.detect_client(&payload)?;
    let user = user_home();
    let places = user.clone().map(|user| ClientPaths::new(user, |name| std::env::var_os(name)));
    // The hooks in the client's settings take the same event.
    if args.from_plugin && places.as_ref().is_some_and(|it| runs_own_hooks(client, it)) {
        return Ok(());
    }
    let Some(mut event) =
        palimp_clients::parse_event(client, args.event.as_deref(), &payload, &env_var)
    else {
        return Ok(());
    };
    let home = home.ok_or_else(messages::hook_without_home)?;
    let exposed = owner::check_ownership(home).err();
    let (settings, wrong) = match &exposed {
        Some(_) if !owner::settings_are_own(home) => Default::default(),
        _ => settings::load(&home.settings_file()),
    };
    for complaint in wrong {
        log_error(Some(home), &complaint);
    }
    if !settings.memory.enabled {
        return Ok(());
    }
    let host = HookHost {
        home,
        settings: &settings,
        agent: args.agent.as_deref(),
        installed: args.installed_client(),
        run: env_var("PALIMP_RUN"),
        working_dir: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
        places,
        user,
        now: now_ms(),
    };
    hook::handle_event(&mut event, exposed, &host, &mut HookProcess { home, has_answered })
        .map_err(|error| error.to_string())
}

/// This process, which a client waits for.
struct HookProcess<'a> {
    home: &'a HomePaths,
    /// True if the client took a context.
    has_answered: &'a mut bool,
}

impl HookCaller for HookProcess<'_> {
    fn models(&self, settings: &Settings) -> Models {
        let embedder = (settings.embedding.provider == "builtin")
            .then(|| Box::new(Builtin::new()) as Box<dyn palimp_core::embed::Embedder>);
        Models { embedder, thesaurus: Some(Box::new(Builtin::new())), complaint: None }
    }

    fn start_deadline(&mut self) {
        end_in_time();
    }

    fn send_context(&mut self, event: &HookEvent, context: &str) -> bool {
        let Some(answer) = palimp_clients::format_answer(event, context) else { return false };
        *self.has_answered = crate::output::send_answer(&answer);
        *self.has_answered
    }

    fn spawn_palimp(&mut self, args: &[&str]) {
        spawn_detached(self.home, args);
    }

    fn report_error(&mut self, message: &str) {
        log_error(Some(self.home), message);
    }
}

/// Reads the event, for as long as the client is allowed to take.
fn read_payload() -> Result<Value, String> {
    let mut bytes = Vec::with_capacity(16 * 1024);
    let read = read_stdin(&mut bytes);
    match (crate::payload::parse_payload(&bytes), read) {
        // A client may leave the pipe open behind a whole event.
        (Ok(payload), _) => Ok(payload),
        (Err(_), Err(error)) => Err(messages::event_unreadable(io_reason(&error))),
        (Err(malformed), Ok(())) => Err(malformed),
    }
}

fn read_stdin(bytes: &mut Vec<u8>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = rustix::stdio::stdin();
    let until = Instant::now() + STDIN_TIMEOUT;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let left =
            Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&left)) {
            Ok(0) => {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the client did not finish it in time",
                ));
            }
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        if bytes.len() > MAX_EVENT_BYTES {
            return Err(io::Error::other("it is larger than 256 MB"));
        }
        if bytes.capacity() - bytes.len() < 4 * 1024 {
            bytes.reserve(bytes.len().max(64 * 1024));
        }
        match rustix::io::read(stdin, rustix::buffer::spare_capacity(bytes)) {
            Ok(0) => return Ok(()),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Maximum time that the client waits for an answer; an answer that is not ready by then is
/// dropped.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(700);

/// Ends this process well after [`ANSWER_TIMEOUT`], whatever it is doing: a vault on a disk that does not
/// answer must not hold the client up. What the event left behind is kept by then.
///
/// By hand: it ends the process at once from the handler, whatever the process is at, and costs two
/// system calls.
#[expect(unsafe_code, reason = "the standard library has no timer that interrupts")]
fn end_in_time() {
    #[cfg(unix)]
    {
        extern "C" fn exit_process(_: libc::c_int) {
            // SAFETY: _exit may be called from a signal handler.
            unsafe { libc::_exit(0) }
        }
        let handler = exit_process as extern "C" fn(libc::c_int);
        let interval = libc::timeval { tv_sec: 0, tv_usec: 0 };
        let tv_usec = ANSWER_TIMEOUT.as_micros().try_into().unwrap_or(700_000);
        let timer = libc::itimerval {
            it_interval: interval,
            it_value: libc::timeval { tv_sec: 0, tv_usec },
        };
        // SAFETY: the handler only ends the process, and the timer is a valid structure.
        unsafe {
            libc::signal(libc::SIGALRM, handler as libc::sighandler_t);
            libc::setitimer(libc::ITIMER_REAL, &raw const timer, std::ptr::null_mut());
        }
    }
}

/// Starts another palimp in a session of its own, so that it outlives the client.
pub(crate) fn spawn_detached(home: &HomePaths, args: &[&str]) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut command = Command::new(program);
    command.args(args).arg("--detached").arg("--home").arg(home.root());
    command.current_dir(Path::new("/"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    in_its_own_session(&mut command);
    if let Err(error) = command.spawn() {
        let message = messages::command_not_started(args.join(" "), io_reason(&error));
        log_error(Some(home), &message);
    }
}

/// A client that ends may take all processes of its session along.
#[expect(unsafe_code, reason = "a new session begins between fork and exec")]
fn in_its_own_session(command: &mut Command) {
    #[cfg(unix)]
    // SAFETY: setsid may be called between fork and exec.
    unsafe {
        std::os::unix::process::CommandExt::pre_exec(command, || {
            // It fails where the process leads a group already; then it needs none.
            let _ = rustix::process::setsid();
            Ok(())
        });
    }
}

fn log_error(home: Option<&HomePaths>, message: &str) {
    let message = palimp_redact::Redactor::default().redact(message).into_owned();
    note(format!("[palimp] {message}"));
    if let Some(home) =
        home.filter(|home| home.root().exists() && owner::check_ownership(home).is_ok())
    {
        log::append_line(home, now_ms(), &message);
    }
}

fn env_var(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
