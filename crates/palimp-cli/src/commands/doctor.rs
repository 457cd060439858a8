//! `palimp doctor`: what is wrong, and what can be mended.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use palimp_engine::owner::{self, Exposed};
use palimp_engine::tombstones::forget_again;
use palimp_engine::{log, settings, wiring as wired};
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Health, Patience};
use palimp_store::index::IndexDb;
use palimp_store::spool::Spool;
use serde::Serialize;
use serde_json::json;

use crate::commands::review::unapproved;
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, say};
use crate::show::count;
use crate::wiring;

/// Look for what is wrong, and say how to mend it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Mend what can be mended
    #[arg(long)]
    fix: bool,
}

/// One thing that was looked at.
#[derive(Serialize)]
struct Finding {
    what: &'static str,
    state: State,
    words: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Well,
    Mended,
    /// Only the user can do what is left to do; nothing is wrong.
    Open,
    Wrong,
}

impl From<wired::State> for State {
    fn from(state: wired::State) -> State {
        match state {
            wired::State::Well => State::Well,
            wired::State::Open => State::Open,
            wired::State::Wrong => State::Wrong,
        }
    }
}

/// What was found so far.
struct Doctor<'a> {
    cx: &'a Cx,
    fix: bool,
    findings: Vec<Finding>,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<ExitCode, Failure> {
    let mut doctor = Doctor { cx, fix: args.fix, findings: Vec::new() };
    if doctor.owner() {
        doctor.home();
        doctor.settings();
        doctor.database();
        doctor.spool();
        doctor.leftovers();
        doctor.vault();
        doctor.always_told();
        doctor.index();
        doctor.embedder();
        doctor.clients()?;
        doctor.log();
    }
    let wrong = doctor.findings.iter().filter(|it| it.state == State::Wrong).count();
    if cx.json {
        document(&json!({ "findings": doctor.findings, "wrong": wrong }));
    } else {
        for Finding { what, state, words } in &doctor.findings {
            let mark = match state {
                State::Well => "ok    ",
                State::Mended => "mended",
                State::Open => "to do ",
                State::Wrong => "WRONG ",
            };
            say!("{mark} {what:<12} {words}");
        }
    }
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

impl Doctor<'_> {
    fn add(&mut self, what: &'static str, state: State, words: impl Into<String>) {
        self.findings.push(Finding { what, state, words: words.into() });
    }

    /// Whether the home is its user's alone. In one that is not, nothing else is looked at: it says
    /// what others want it to say.
    fn owner(&mut self) -> bool {
        let Err(exposed) = owner::check(&self.cx.home) else { return true };
        if self.fix
            && let Exposed::Writable(path) = &exposed
            && owner::close(&self.cx.home).is_ok()
        {
            let words =
                format!("others could write into {}: look at what is in it", path.display());
            self.add("owner", State::Mended, words);
            return self.owner();
        }
        self.add("owner", State::Wrong, exposed.to_string());
        false
    }

    fn home(&mut self) {
        let root = self.cx.home.root();
        if !root.exists() {
            return self.add(
                "home",
                State::Well,
                format!("{} does not exist yet: `palimp up` makes it", root.display()),
            );
        }
        if !root.is_dir() {
            let words =
                format!("{} is no directory: move it away, then run `palimp up`", root.display());
            return self.add("home", State::Wrong, words);
        }
        if let Err(error) = can_write(root) {
            let words = StoreError::io(root, error).to_string();
            return self.add("home", State::Wrong, words);
        }
        let open: Vec<_> =
            private_paths(self.cx).into_iter().filter(|path| others_may_read(path)).collect();
        if open.is_empty() {
            return self.add(
                "home",
                State::Well,
                format!("{}, for its owner alone", root.display()),
            );
        }
        let names =
            open.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        if self.fix && open.iter().all(|path| palimp_files::for_owner_alone(path).is_ok()) {
            return self.add("home", State::Mended, format!("others could read {names}"));
        }
        self.add(
            "home",
            State::Wrong,
            format!("others can read {names}: `palimp doctor --fix` closes that"),
        );
    }

    fn settings(&mut self) {
        let path = self.cx.home.settings();
        let (_, wrong) = settings::load(&path);
        match settings::renamed(&path, self.fix) {
            Ok(said) if !said.is_empty() && self.fix => {
                self.add("settings", State::Mended, said.join("; "));
            }
            Ok(said) if !said.is_empty() => {
                let words = format!("{}: `palimp doctor --fix` writes it so", said.join("; "));
                self.add("settings", State::Open, words);
            }
            _ => {}
        }
        match wrong.is_empty() {
            true if path.exists() => self.add("settings", State::Well, path.display().to_string()),
            true => self.add("settings", State::Well, "the defaults"),
            false => self.add("settings", State::Wrong, wrong.join("; ")),
        }
    }

    fn vault(&mut self) {
        let notes = self.cx.notes();
        let root = notes.root().display();
        match notes.notes() {
            Ok(_) if !notes.root().exists() => {
                let words = format!("{root} does not exist yet: the first `palimp save` makes it");
                self.add("vault", State::Well, words);
            }
            Ok(found) => {
                let words = format!("{root}, {}", count(found.len(), "note"));
                self.add("vault", State::Well, words);
            }
            Err(error) => self.add("vault", State::Wrong, error.to_string()),
        }
    }

    /// What others wrote into notes that every session is told is not told, and better off in the
    /// review list.
    fn always_told(&mut self) {
        let notes = self.cx.notes();
        let waiting = match notes.unapproved() {
            Ok(waiting) if waiting.is_empty() => return,
            Ok(waiting) => waiting,
            // The vault was looked at before.
            Err(_) => return,
        };
        let listed: Vec<_> = waiting.iter().map(unapproved).collect();
        let listed = listed.join("; ");
        if !self.fix {
            let words = format!(
                "not told, because somebody else than you wrote it: {listed}; `palimp doctor --fix` \
                 takes it to `palimp review`"
            );
            return self.add("always told", State::Wrong, words);
        }
        let db = self.cx.activity().ok().flatten();
        match notes.send_to_review(db.as_ref(), &jiff::Zoned::now()) {
            Ok(_) => self.add(
                "always told",
                State::Mended,
                format!("for you to decide with `palimp review`: {listed}"),
            ),
            Err(error) => self.add("always told", State::Wrong, error.to_string()),
        }
    }

    /// The index is made of the notes; one that is damaged is made anew.
    fn index(&mut self) {
        let path = self.cx.home.index(&self.cx.agent());
        if !path.exists() {
            return self.add("index", State::Well, "none yet: the first search makes it");
        }
        let complaints = IndexDb::open(&path).and_then(|index| index.complaints());
        let wrong = match complaints {
            Ok(lines) if lines.is_empty() => {
                return self.add("index", State::Well, path.display().to_string());
            }
            Ok(lines) => lines.join("; "),
            Err(error) => error.to_string(),
        };
        let rebuilt = || {
            palimp_store::index::remove(&path)?;
            self.cx.memory().rebuild(&mut |_, _, _| ())
        };
        if self.fix && rebuilt().is_ok() {
            return self.add("index", State::Mended, format!("made anew from the notes: {wrong}"));
        }
        let words = format!("{wrong}: `palimp doctor --fix` makes it anew from the notes");
        self.add("index", State::Wrong, words);
    }

    fn embedder(&mut self) {
        let memory = self.cx.memory();
        match memory.complaint() {
            Some(complaint) => self.add("embedder", State::Wrong, complaint),
            None => self.add("embedder", State::Well, memory.space().unwrap_or_default()),
        }
    }

    fn database(&mut self) {
        let path = self.cx.home.activity_db();
        if !path.exists() {
            return self.add("database", State::Well, "nothing captured yet");
        }
        if !path.is_file() {
            let words = format!("{} is no file: move it away", path.display());
            return self.add("database", State::Wrong, words);
        }
        let health =
            ActivityDb::open(&path, Patience::Command).and_then(|db| Ok((db.health()?, db)));
        match health {
            Ok((Health::Sound, _)) => {
                self.add("database", State::Well, format!("{} is sound", path.display()))
            }
            Ok((Health::Damaged(found), db)) => self.mend(&path, Some(db), &found),
            Err(StoreError::Corrupt(_)) => {
                self.mend(&path, None, &["it is no database any more".to_owned()])
            }
            Err(error) => self.add("database", State::Wrong, error.to_string()),
        }
    }

    /// Writes the full text anew where that is all that is wrong; else saves what can be read.
    fn mend(&mut self, path: &Path, db: Option<ActivityDb>, found: &[String]) {
        let found = found.join("; ");
        if !self.fix {
            let words = format!(
                "{} is damaged ({found}): `palimp doctor --fix` saves what can be read",
                path.display()
            );
            return self.add("database", State::Wrong, words);
        }
        if let Some(db) = db
            && db.mend_full_text().is_ok()
            && matches!(db.health(), Ok(Health::Sound))
        {
            return self.add(
                "database",
                State::Mended,
                format!("the full text was made anew from its rows ({found})"),
            );
        }
        match ActivityDb::salvage(path, now_ms()) {
            Ok(salvage) => {
                let rows: Vec<_> =
                    salvage.rows.iter().map(|(table, rows)| format!("{rows} {table}")).collect();
                let rows = if rows.is_empty() { "nothing".to_owned() } else { rows.join(", ") };
                let mut words =
                    format!("saved {rows}; the damaged file is {}", salvage.kept_at.display());
                match self.forget_again() {
                    Ok(0) => {}
                    Ok(again) => words += &format!("; {} forgotten again", count(again, "row")),
                    Err(failure) => words += &format!("; {failure}"),
                }
                self.add("database", State::Mended, words);
            }
            Err(error) => self.add("database", State::Wrong, error.to_string()),
        }
    }

    /// Bare pages may hold what was forgotten before they were written over.
    fn forget_again(&self) -> Result<usize, Failure> {
        let tombstones = self.cx.tombstones()?;
        Ok(forget_again(&mut self.cx.activity_or_new()?, &tombstones)?)
    }

    fn spool(&mut self) {
        let spool = Spool::at(self.cx.home.spool());
        let place = self.cx.home.spool().display().to_string();
        let (waiting, broken) = (spool.waiting().len(), spool.broken().len());
        let taken = match (waiting, self.fix) {
            (0, _) | (_, false) => Ok(()),
            _ => self.cx.activity_or_new().map(|_| ()),
        };
        let left = spool.waiting().len();
        match taken {
            Err(failure) => {
                let words = format!("{} waiting: {failure}", count(left, "capture"));
                self.add("spool", State::Wrong, words);
            }
            Ok(()) if left > 0 && self.fix => {
                let words = format!(
                    "{} cannot be read: see to the permissions of the files in {place}",
                    count(left, "capture")
                );
                self.add("spool", State::Wrong, words);
            }
            Ok(()) if left > 0 => {
                let words = format!(
                    "{} waiting for the database: `palimp doctor --fix` takes them in",
                    count(left, "capture")
                );
                self.add("spool", State::Wrong, words);
            }
            Ok(()) if waiting > 0 => {
                let words = format!("{} taken in", count(waiting, "capture"));
                self.add("spool", State::Mended, words);
            }
            Ok(()) if broken == 0 => self.add("spool", State::Well, "empty"),
            Ok(()) => {}
        }
        if broken > 0 {
            let words = format!(
                "{} could not be understood: look at {place} and remove them",
                count(broken, "file")
            );
            self.add("spool", State::Wrong, words);
        }
    }

    /// What killed processes were writing is no fault; it may hold text that is to be forgotten.
    fn leftovers(&mut self) {
        if self.fix {
            let removed = self.cx.sweep();
            if removed > 0 {
                let words =
                    format!("{} of killed processes removed", count(removed, "partial file"));
                self.add("leftovers", State::Mended, words);
            }
        }
    }

    fn clients(&mut self) -> Result<(), Failure> {
        let places = wiring::places()?;
        let command = wiring::hook_command(self.cx)?;
        for wired::Client { client, is_wired, state, words, .. } in
            wired::clients(&places, &command)
        {
            let renewed = self.fix && is_wired && state == wired::State::Wrong;
            if !renewed {
                self.add(client.title(), state.into(), words);
                continue;
            }
            match wiring::wire(self.cx, client).map(|_| wired::look(client, &places, &command)) {
                Ok(now) if now.state == wired::State::Wrong => {
                    self.add(client.title(), State::Wrong, now.words);
                }
                Ok(now) => {
                    self.add(client.title(), State::Mended, format!("renewed: {}", now.words));
                }
                Err(failure) => self.add(client.title(), State::Wrong, failure.to_string()),
            }
        }
        Ok(())
    }

    /// What hooks complained of lately is told, whether or not it is over.
    fn log(&mut self) {
        let lines = log::last(&self.cx.home, 5);
        if lines.is_empty() {
            return self.add("log", State::Well, "no complaints");
        }
        let words = format!("{}; the last: {}", self.cx.home.log().display(), lines.join(" | "));
        self.add("log", State::Well, words);
    }
}

/// Tries whether a file can be made in `dir`.
fn can_write(dir: &Path) -> std::io::Result<()> {
    palimp_files::Partial::private_in(dir).and_then(|mut probe| probe.write(b"?"))
}

/// The home and the files in it that nobody else should read.
fn private_paths(cx: &Cx) -> Vec<std::path::PathBuf> {
    let home = &cx.home;
    let named = [
        home.root().to_owned(),
        home.activity_db(),
        home.settings(),
        home.spool(),
        home.installs(),
        home.keys(),
        home.index(&cx.agent()),
        home.history(&cx.agent()),
    ];
    named.into_iter().filter(|path| path.exists()).collect()
}

#[cfg(unix)]
fn others_may_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    // A link has no permissions of its own, and what it leads to is not palimp's to close.
    fs::symlink_metadata(path)
        .is_ok_and(|meta| !meta.is_symlink() && meta.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn others_may_read(_: &Path) -> bool {
    false
}
