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

use palimp_clients::install::Places;
use palimp_core::activity::{Capture, Entry, SessionRef};
use palimp_core::home::Home;
use palimp_core::settings::{Preset, Settings};
use palimp_core::{Client, EventKind, HookEvent, ToolUse};
use palimp_engine::capture::{self, Kept, Setting};
use palimp_engine::inject::{self, Builder, Given, Moment, Seen};
use palimp_engine::late::Late;
use palimp_engine::memory::{self, Memory, Models};
use palimp_engine::owner::{self, Exposed};
use palimp_engine::{flush, log, retain, settings};
use palimp_models::builtin::Builtin;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use palimp_store::spool::Spool;
use serde_json::Value;

use crate::context::{locate_home, now_ms, user_home};
use crate::output::note;

/// How long the client may take to hand over its event.
const PATIENCE: Duration = Duration::from_millis(700);
/// The largest event that is looked at, in bytes.
const LARGEST: usize = 256 << 20;

/// Handles one event. Never fails, as far as the client can see.
pub(crate) fn run(args: impl Iterator<Item = OsString>) {
    // A client that spawned us as a part of palimp's own work wants no memory of it.
    if env("PALIMP_INTERNAL").is_some_and(|value| value == "1") {
        return;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let args = Args::parse(args);
    let home = locate_home(args.home.as_deref());
    let outcome = catch_unwind(AssertUnwindSafe(|| handle(&args, home.as_ref())));
    let complaint = match outcome {
        Ok(Ok(())) => return,
        Ok(Err(complaint)) => complaint,
        Err(_) => "an internal error: please report it with this line's time".to_owned(),
    };
    complain(home.as_ref(), &complaint);
}

/// What stood behind `palimp hook`.
#[derive(Default)]
struct Args {
    client: Option<String>,
    event: Option<String>,
    home: Option<PathBuf>,
    agent: Option<String>,
}

impl Args {
    fn parse(mut args: impl Iterator<Item = OsString>) -> Args {
        let mut parsed = Args::default();
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
                // What is not known may come from a later palimp's settings; it is passed over.
                _ if text.starts_with('-') => {}
                _ if parsed.client.is_none() => parsed.client = Some(text),
                _ if parsed.event.is_none() => parsed.event = Some(text),
                _ => {}
            }
        }
        parsed
    }

    /// The client that the hook was installed for, or that the payload alone makes certain.
    fn client(&self, payload: &Value) -> Result<Client, String> {
        let name = self.client.as_deref().unwrap_or("");
        let detect = |installed| palimp_clients::detect(installed, payload, &env);
        match name.parse::<Client>() {
            Ok(installed) => Ok(detect(installed)),
            // A payload that is told the same from both ends needs no argument.
            Err(_) if detect(Client::Claude) == detect(Client::Gemini) => {
                Ok(detect(Client::Claude))
            }
            Err(unknown) => Err(unknown.to_string()),
        }
    }
}

fn handle(args: &Args, home: Option<&Home>) -> Result<(), String> {
    if io::stdin().is_terminal() {
        return Err("a hook is run by a client, which hands it an event on standard input; \
                    `palimp install <client>` sets that up"
            .to_owned());
    }
    let payload = read_payload()?;
    let client = args.client(&payload)?;
    let Some(mut event) = palimp_clients::parse(client, args.event.as_deref(), &payload, &env)
    else {
        return Ok(());
    };
    let home =
        home.ok_or("there is no home directory: set HOME or PALIMP_HOME; the event is not kept")?;
    let exposed = owner::check(home).err();
    let (settings, wrong) = match &exposed {
        Some(_) if !owner::settings_are_own(home) => Default::default(),
        _ => settings::load(&home.settings()),
    };
    for complaint in wrong {
        complain(Some(home), &complaint);
    }
    if !settings.enabled {
        return Ok(());
    }
    add_reply(&mut event);
    match exposed {
        None => remember(&event, args.agent.as_deref(), home, &settings),
        Some(exposed) => put_aside(&event, args.agent.as_deref(), home, &settings, &exposed),
    }
}

/// Keeps what the event leaves behind for a home that is not its user's alone. Nothing is lost by
/// what others did, and nothing that they may have put there is read, told to the client or run:
/// the capture waits in the spool until a person has looked.
fn put_aside(
    event: &HookEvent,
    agent: Option<&str>,
    home: &Home,
    settings: &Settings,
    exposed: &Exposed,
) -> Result<(), String> {
    if !owner::may_spool(home) {
        return Err(format!("the event is lost: {exposed}"));
    }
    let leave_messages = env("PALIMP_RUN").is_some();
    let setting = Setting { settings, agent, now: now_ms(), leave_messages };
    let fallback = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let (session, place) = capture::session_of(event, &setting, &fallback);
    let capture = capture::capture(event, &late_tools(event), session, &place, &setting);
    if capture.entries.is_empty() {
        return Err(exposed.to_string());
    }
    match Spool::at(home.spool()).push(&capture) {
        Ok(()) => Err(format!("{exposed}; until then events wait in {}", home.spool().display())),
        Err(error) => Err(format!("the event is lost: {exposed}; and {error}")),
    }
}

/// Takes in what the client's record held back of earlier turns, and of the one that ends.
fn take_in_late(event: &HookEvent, late: &Late, db: &mut ActivityDb) -> Result<usize, StoreError> {
    match &event.kind {
        EventKind::TurnEnd { turn: Some(turn), .. } => late.take_in_at_end(db, turn),
        EventKind::Prompt { .. } | EventKind::SessionEnd { .. } => late.take_in_missing(db),
        _ => Ok(0),
    }
}

/// Reads the event, for as long as the client is allowed to take.
fn read_payload() -> Result<Value, String> {
    let mut bytes = Vec::with_capacity(16 * 1024);
    let read = read_stdin(&mut bytes);
    match (crate::payload::parse(&bytes), read) {
        // A client may leave the pipe open behind a whole event.
        (Ok(payload), _) => Ok(payload),
        (Err(_), Err(error)) => Err(format!("the event could not be read: {error}")),
        (Err(malformed), Ok(())) => Err(malformed),
    }
}

fn read_stdin(bytes: &mut Vec<u8>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = rustix::stdio::stdin();
    let until = Instant::now() + PATIENCE;
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
        if bytes.len() > LARGEST {
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

/// Keeps what the event leaves behind, and then answers with context where the event takes some:
/// whatever becomes of the answer, nothing is lost.
fn remember(
    event: &HookEvent,
    agent: Option<&str>,
    home: &Home,
    settings: &Settings,
) -> Result<(), String> {
    let run = env("PALIMP_RUN");
    let under_palimp = run.is_some();
    let setting = Setting { settings, agent, now: now_ms(), leave_messages: under_palimp };
    let fallback = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let (session, place) = capture::session_of(event, &setting, &fallback);
    let late = late_tools(event);
    let mut capture = capture::capture(event, &late, session, &place, &setting);
    let moment = moment(event).filter(|_| !under_palimp);
    let starts = matches!(event.kind, EventKind::SessionStart { .. });
    let later = palimp_clients::hears_later(event) && !under_palimp;
    if later {
        capture.entries.push(Entry::Given(Given::nothing_yet().text()));
    }
    if matches!(event.kind, EventKind::Prompt { .. } | EventKind::TurnEnd { .. }) {
        capture.entries.extend(run.map(Entry::Link));
    }
    if capture.entries.is_empty() && !starts && moment.is_none() {
        return Ok(());
    }
    let mut db = capture::open_for_hook(home);
    if let (true, Ok(db)) = (starts && !under_palimp && !event.subagent, &mut db)
        && let Err(error) = db.sum_up(&capture.session.agent, &capture.session.id, 20)
    {
        // Sessions whose client was killed are summed up by the next one.
        complain(Some(home), &error.to_string());
    }
    if let (Some(record), Ok(db)) = (late_record(event).filter(|_| !under_palimp), &mut db) {
        let late = Late { session: &capture.session, record: &record, settings };
        if let Err(error) = take_in_late(event, &late, db) {
            complain(Some(home), &error.to_string());
        }
    }
    let kept = capture::keep(home, db.as_mut().map_err(take_error), &capture);
    if let (Kept::Stored(_), Ok(db)) = (&kept, &mut db) {
        if let Err(error) = capture::drain_briefly(home, db) {
            complain(Some(home), &error.to_string());
        }
        let here = Here { event, session: &capture.session, home, settings };
        if let Some(moment) = moment
            && let Err(error) = here.answer(moment, db)
        {
            complain(Some(home), &error.to_string());
        }
        if !under_palimp {
            here.start_what_is_due(db);
        }
    }
    drop(db);
    if let Kept::Spooled(StoreError::Corrupt(_)) = &kept {
        have_it_mended(home);
    }
    match kept {
        Kept::Stored(_) => Ok(()),
        Kept::Spooled(error) => {
            Err(format!("{error}; the event waits in {}", home.spool().display()))
        }
        Kept::Lost(error, spool) => Err(format!("the event is lost: {error}; and {spool}")),
    }
}

/// Has a damaged database looked at, which may take longer than a client waits: most of what can be
/// damaged is made of its rows.
fn have_it_mended(home: &Home) {
    if retain::mending_is_due(home) && retain::mark_mending(home).is_ok() {
        detach(home, &["cleanup", "--mend"]);
    }
}

/// The moment that the client is to be given context for.
fn moment(event: &HookEvent) -> Option<Moment<'_>> {
    if !palimp_clients::takes_context(event) {
        return None;
    }
    match (&event.kind, event.subagent) {
        (EventKind::SessionStart { source }, false) => Some(Moment::Start(*source)),
        (EventKind::SessionStart { .. }, true) => Some(Moment::Subagent),
        (EventKind::Prompt { text, .. }, false) => Some(Moment::Prompt(text)),
        (EventKind::Prompt { text, .. }, true) => Some(Moment::SubagentPrompt(text)),
        (EventKind::Tool(tool), false) => tool.touched().map(Moment::Touch),
        _ => None,
    }
}

/// What surrounds an answer.
struct Here<'a> {
    event: &'a HookEvent,
    session: &'a SessionRef,
    home: &'a Home,
    settings: &'a Settings,
}

impl Here<'_> {
    /// Gives the client what belongs to the moment, and remembers what that was.
    fn answer(&self, moment: Moment, db: &mut ActivityDb) -> Result<(), memory::Error> {
        if self.settings.inject_chars == 0 {
            return Ok(());
        }
        end_in_time();
        let given = Given::read(db.given(&self.session.id)?.as_deref());
        let mut memory = self.memory();
        let mut builder = Builder {
            db: Some(db),
            memory: &mut memory,
            preset: Preset::Lean,
            settings: self.settings,
            session: self.session,
            now: jiff::Timestamp::now(),
        };
        let mut context = builder.build(moment, &given)?;
        let project = &self.session.project;
        let room = match self.settings.preset.unwrap_or_default() {
            Preset::Full => self.settings.inject_chars,
            _ => self.settings.inject_chars.min(context.given.left(self.settings.session_chars)),
        };
        // A sub-agent has heard nothing of what its session was told, and its session not what it is told.
        let alone =
            self.event.subagent || matches!(moment, Moment::Subagent | Moment::SubagentPrompt(_));
        let mut seen = if alone { Seen::default() } else { context.given.seen() };
        let rendered = inject::render_beside(project, &context.sections, room, &mut seen);
        if !alone {
            context.given.history_waits = rendered.without("recent_context");
        }
        let mut entries = Vec::new();
        if let Some(text) = &rendered.text
            && give(self.event, text)
        {
            entries.push(capture::injection(self.event, text));
            if !alone {
                context.given.remember(seen);
                context.given.chars += text.chars().count();
            }
        }
        if context.given != given {
            entries.push(Entry::Given(context.given.text()));
        }
        if context.behind {
            detach(self.home, &["index", "--due", "--agent", &self.session.agent]);
        }
        let capture =
            Capture { session: self.session.clone(), at: now_ms(), dedupe_ms: 0, entries };
        if !capture.entries.is_empty() {
            db.apply(&capture)?;
        }
        Ok(())
    }

    /// The notes of the session's agent, with what understands them without asking anyone.
    fn memory(&self) -> Memory {
        let embedder = (self.settings.provider == "builtin")
            .then(|| Box::new(Builtin::new()) as Box<dyn palimp_core::embed::Embedder>);
        let models =
            Models { embedder, thesaurus: Some(Box::new(Builtin::new())), complaint: None };
        let (home, agent) = (self.home.clone(), &self.session.agent);
        Memory::new(home, agent, self.settings.clone(), models, user_home())
    }

    /// Starts what takes long, in processes of their own.
    fn start_what_is_due(&self, db: &ActivityDb) {
        let is_due = match &self.event.kind {
            _ if self.event.subagent => Ok(false),
            EventKind::TurnEnd { .. } => {
                let waiting = db.replies_waiting(&self.session.id, now_ms());
                waiting.map(|replies| replies >= self.settings.flush_every)
            }
            EventKind::SessionEnd { .. } | EventKind::PreCompact => Ok(true),
            EventKind::SessionStart { .. } => {
                db.has_idle(&self.session.id, now_ms() - flush::IDLE_MS, flush::LEAST)
            }
            _ => Ok(false),
        };
        match is_due {
            Ok(true) => detach(self.home, &["flush", "--due"]),
            Ok(false) => {}
            Err(error) => complain(Some(self.home), &error.to_string()),
        }
        let starts = matches!(self.event.kind, EventKind::SessionStart { .. });
        if starts && retain::is_due(self.home) && retain::mark(self.home).is_ok() {
            detach(self.home, &["cleanup", "--due"]);
        }
    }
}

/// How long the client may wait for an answer; what is not ready by then is not given.
const ANSWER: Duration = Duration::from_millis(700);

/// Ends this process well after [`ANSWER`], whatever it is doing: a vault on a disk that does not
/// answer must not hold the client up. What the event left behind is kept by then.
#[expect(unsafe_code, reason = "the standard library has no timer that interrupts")]
fn end_in_time() {
    #[cfg(unix)]
    {
        extern "C" fn end(_: libc::c_int) {
            // SAFETY: _exit may be called from a signal handler.
            unsafe { libc::_exit(0) }
        }
        let handler = end as extern "C" fn(libc::c_int);
        let interval = libc::timeval { tv_sec: 0, tv_usec: 0 };
        let micros = libc::suseconds_t::try_from(ANSWER.as_micros()).unwrap_or(700_000);
        let timer = libc::itimerval {
            it_interval: interval,
            it_value: libc::timeval { tv_sec: 0, tv_usec: micros },
        };
        // SAFETY: the handler only ends the process, and the timer is a valid structure.
        unsafe {
            libc::signal(libc::SIGALRM, handler as libc::sighandler_t);
            libc::setitimer(libc::ITIMER_REAL, &raw const timer, std::ptr::null_mut());
        }
    }
}

/// The error that stands where the database should; it is reported once.
fn take_error(error: &mut StoreError) -> StoreError {
    std::mem::replace(error, StoreError::Missing(PathBuf::new()))
}

/// Adds the assistant's final words from the client's transcript where the payload lacks them and
/// the transcript has come to this turn.
fn add_reply(event: &mut HookEvent) {
    if let EventKind::TurnEnd { reply: reply @ None, turn: turn @ Some(_), transcript: Some(path) } =
        &mut event.kind
        && event.client != Client::Copilot
        && let Ok(last) = palimp_clients::transcript::last_turn(event.client, path)
        && last.name == *turn
    {
        *reply = last.reply;
    }
}

/// The session's record, where the client writes it behind the back of its hooks, and the event is one
/// at which [`take_in_late`] looks into it.
fn late_record(event: &HookEvent) -> Option<PathBuf> {
    if event.client != Client::Copilot || event.subagent {
        return None;
    }
    match &event.kind {
        EventKind::TurnEnd { transcript: Some(path), .. } => Some(path.clone()),
        EventKind::TurnEnd { .. } | EventKind::Prompt { .. } | EventKind::SessionEnd { .. } => {
            let places = Places::new(user_home()?, |name| std::env::var_os(name));
            palimp_clients::transcript::late_record(event.client, &event.session_id, &places)
        }
        _ => None,
    }
}

/// The failures that the client's transcript alone tells.
fn late_tools(event: &HookEvent) -> Vec<ToolUse> {
    let EventKind::TurnEnd { transcript: Some(path), .. } = &event.kind else { return Vec::new() };
    if event.client != Client::Codex {
        return Vec::new();
    }
    let turn = palimp_clients::transcript::last_turn(event.client, path);
    let tools = turn.map(|turn| turn.tools).unwrap_or_default();
    tools.into_iter().filter(capture::is_late_failure).collect()
}

/// Hands the client its answer; whether it took one.
fn give(event: &HookEvent, context: &str) -> bool {
    let Some(answer) = palimp_clients::answer(event, context) else { return false };
    crate::output::answer(&answer)
}

/// Starts another palimp in a session of its own, so that it outlives the client.
pub(crate) fn detach(home: &Home, args: &[&str]) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut command = Command::new(program);
    command.args(args).arg("--home").arg(home.root()).current_dir(Path::new("/"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    in_its_own_session(&mut command);
    if let Err(error) = command.spawn() {
        complain(Some(home), &format!("`palimp {}` could not be started: {error}", args.join(" ")));
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

fn complain(home: Option<&Home>, message: &str) {
    let message = palimp_redact::Redactor::default().redact(message).into_owned();
    note!("[palimp] {message}");
    if let Some(home) = home.filter(|home| home.root().exists() && owner::check(home).is_ok()) {
        log::add(home, now_ms(), &message);
    }
}

fn env(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
