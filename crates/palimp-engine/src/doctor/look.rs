//! Looking at each part.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::printable::printable_line;
use palimp_core::text::count_noun;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, BusyPolicy, DatabaseHealth};
use palimp_store::index::IndexDb;
use palimp_store::spool::Spool;

use super::{Cure, Doctor, Finding, Part, State, in_words};
use crate::always::Unapproved;
use crate::owner::{self, Exposed};
use crate::{hub, log, settings, teams, wiring};

impl Doctor<'_> {
    /// Looks at one part: what is there to say of it.
    pub fn look(&self, part: Part) -> Vec<Finding> {
        match part {
            Part::Owner => self.owner().into_iter().collect(),
            Part::Home => vec![self.root().at(self.home.root())],
            Part::Settings => self.written_settings(),
            Part::Database => vec![self.database().at(self.home.activity_db())],
            Part::Spool => self.spool(),
            Part::Leftovers => Vec::new(),
            Part::Vault => vec![self.vault()],
            Part::AlwaysTold => self.always_told().into_iter().collect(),
            Part::Imports => self.imports().into_iter().collect(),
            Part::Index => vec![self.index().at(self.home.index_file(&self.agent))],
            Part::Teams => self.teams(),
            Part::Hubs => self.hubs(),
            Part::Embedder => vec![self.embedder()],
            Part::Clients => self.clients(),
            Part::Log => vec![self.log().at(self.home.log_file())],
        }
    }

    /// What is quarantined, and teams that were not reached for long.
    fn teams(&self) -> Vec<Finding> {
        let now = (self.clock)().timestamp().as_millisecond();
        let say = |standing: teams::Standing| {
            let place = self.home.team_dir(&standing.team);
            let complaints = standing.complaints().into_iter();
            let wrong: Vec<Finding> = complaints
                .map(|why| Finding::new("team", State::Wrong, printable_line(&why)).at(&place))
                .collect();
            if !wrong.is_empty() {
                return wrong;
            }
            let words = format!(
                "{}: {}, verified",
                standing.team,
                count_noun(standing.state.facts, "fact")
            );
            vec![Finding::new("team", State::Well, words).at(place)]
        };
        teams::standings(self.home, self.settings, now).into_iter().flat_map(say).collect()
    }

    /// Hubs that were not reached for long or are not believed, and what of them is quarantined.
    fn hubs(&self) -> Vec<Finding> {
        let now = (self.clock)().timestamp().as_millisecond();
        let say = |standing: hub::Standing| {
            let place = self.home.hubs_dir().join(&standing.org);
            let complaints = standing.complaints().into_iter();
            let wrong: Vec<Finding> = complaints
                .map(|why| Finding::new("hub", State::Wrong, printable_line(&why)).at(&place))
                .collect();
            if !wrong.is_empty() {
                return wrong;
            }
            let words =
                format!("{}: {}, approved", standing.org, count_noun(standing.state.facts, "fact"));
            vec![Finding::new("hub", State::Well, words).at(place)]
        };
        hub::standings(self.home, self.settings, now).into_iter().flat_map(say).collect()
    }

    fn owner(&self) -> Option<Finding> {
        // What is no home at all is said of the home.
        let exposed = owner::check(self.home).err().filter(|it| !matches!(it, Exposed::File(_)))?;
        let finding = Finding::new("owner", State::Wrong, exposed.to_string());
        Some(match exposed {
            Exposed::Writable(path) => finding.at(&path).cured_by(Cure::CloseHome(path)),
            Exposed::Foreign { path, .. } | Exposed::Link(path) | Exposed::File(path) => {
                finding.at(path)
            }
        })
    }

    fn root(&self) -> Finding {
        let root = self.home.root();
        let say = |state, words| Finding::new("home", state, words);
        let shown = root.display();
        if let Err(file @ Exposed::File(_)) = owner::check(self.home) {
            return say(State::Wrong, file.to_string());
        }
        if !root.exists() {
            let words = format!("{shown} does not exist yet: `palimp up` makes it");
            return say(State::Well, words);
        }
        if let Err(error) = can_write(root) {
            return say(State::Wrong, in_words(root, error));
        }
        let open: Vec<_> = self.private().into_iter().filter(|it| others_may_read(it)).collect();
        if open.is_empty() {
            return say(State::Well, format!("{shown}, for its owner alone"));
        }
        let words = format!("others can read {}: `palimp doctor --fix` closes that", listed(&open));
        say(State::Wrong, words).cured_by(Cure::Hide(open))
    }

    /// The home and the files in it that nobody else should read.
    fn private(&self) -> Vec<PathBuf> {
        let home = self.home;
        let named = [
            home.root().to_owned(),
            home.activity_db(),
            home.settings_file(),
            home.spool_dir(),
            home.installs_file(),
            home.keys_file(),
            home.index_file(&self.agent),
            home.history_dir(&self.agent),
        ];
        named.into_iter().filter(|path| path.exists()).collect()
    }

    fn written_settings(&self) -> Vec<Finding> {
        let path = self.home.settings_file();
        let say = |state, words| Finding::new("settings", state, words).at(&path);
        let (_, wrong) = settings::load(&path);
        let renamed = settings::renamed(&path, false).unwrap_or_default();
        let renamed = (!renamed.is_empty()).then(|| {
            let words = format!("{}: `palimp doctor --fix` writes it so", renamed.join("; "));
            say(State::Open, words).cured_by(Cure::RenameSettings)
        });
        let doubtful = settings::doubtful(&path);
        let doubtful = (!doubtful.is_empty()).then(|| say(State::Open, doubtful.join("; ")));
        let is_whole = wrong.is_empty();
        let whole = match is_whole {
            true if path.exists() => say(State::Well, path.display().to_string()),
            true => say(State::Well, "the defaults".to_owned()),
            false => say(State::Wrong, wrong.join("; ")),
        };
        let whole = (!is_whole || doubtful.is_none()).then_some(whole);
        renamed.into_iter().chain(doubtful).chain(whole).collect()
    }

    fn database(&self) -> Finding {
        let path = self.home.activity_db();
        let say = |state, words: String| Finding::new("database", state, words);
        if !path.exists() {
            return say(State::Well, "nothing captured yet".to_owned());
        }
        if !path.is_file() {
            return say(State::Wrong, format!("{} is no file: move it away", path.display()));
        }
        let health = ActivityDb::open(&path, BusyPolicy::Command).and_then(|db| db.check_health());
        let found = match health {
            Ok(DatabaseHealth::Sound) => {
                return say(State::Well, format!("{} is sound", path.display()));
            }
            Ok(DatabaseHealth::Damaged(found)) => found.join("; "),
            Err(StoreError::Corrupt(_)) => "it is no database any more".to_owned(),
            Err(error) => return say(State::Wrong, error.to_string()),
        };
        let words = format!(
            "{} is damaged ({found}): `palimp doctor --fix` saves what can be read",
            path.display()
        );
        say(State::Wrong, words).cured_by(Cure::SaveDatabase(found))
    }

    fn spool(&self) -> Vec<Finding> {
        let place = self.home.spool_dir();
        let spool = Spool::new(&place);
        let (waiting, broken) = (spool.pending_files().len(), spool.broken_files().len());
        let say = |state, words: String| Finding::new("spool", state, words).at(&place);
        let waits = (waiting > 0).then(|| {
            let words = format!(
                "{} waiting for the database: `palimp doctor --fix` takes them in",
                count_noun(waiting, "capture")
            );
            say(State::Wrong, words).cured_by(Cure::TakeIn)
        });
        let strange = (broken > 0).then(|| {
            let words = format!(
                "{} could not be understood: look at {} and remove them",
                count_noun(broken, "file"),
                place.display()
            );
            say(State::Wrong, words)
        });
        match (waits, strange) {
            (None, None) => vec![say(State::Well, "empty".to_owned())],
            (waits, strange) => waits.into_iter().chain(strange).collect(),
        }
    }

    fn vault(&self) -> Finding {
        let notes = self.notes();
        let root = notes.root().display();
        let say = |state, words| Finding::new("vault", state, words).at(notes.root());
        match notes.notes() {
            Ok(_) if !notes.root().exists() => {
                let words = format!("{root} does not exist yet: the first `palimp save` makes it");
                say(State::Well, words)
            }
            Ok(found) => match notes.complaints().into_iter().next() {
                Some(complaint) => say(State::Wrong, complaint),
                None => {
                    say(State::Well, format!("{root} holds {}", count_noun(found.len(), "note")))
                }
            },
            Err(error) => say(State::Wrong, error.to_string()),
        }
    }

    /// What others wrote into notes that every session is told is not told, and better off in the
    /// review list. The vault itself was looked at before.
    fn always_told(&self) -> Option<Finding> {
        let waiting = self.notes().unapproved().ok().filter(|waiting| !waiting.is_empty())?;
        let listed: Vec<_> = waiting.iter().map(Unapproved::in_words).collect();
        let listed = listed.join("; ");
        let words = format!(
            "not told, because somebody else than you wrote it: {listed}; `palimp doctor --fix` takes it \
             to `palimp review`"
        );
        let finding = Finding::new("always told", State::Wrong, words);
        Some(finding.at(self.notes().root()).cured_by(Cure::Review(listed)))
    }

    /// Earlier versions took what an import brought for the user's own words.
    fn imports(&self) -> Option<Finding> {
        let found = self.notes().imports_as_own().ok().filter(|found| !found.is_empty())?;
        let listed: Vec<_> = found.iter().map(Unapproved::in_words).collect();
        let listed = listed.join("; ");
        let words = format!(
            "lines that an import brought say that you said them: {listed}; `palimp doctor --fix` takes them \
             to `palimp review`"
        );
        let finding = Finding::new("imports", State::Wrong, words);
        Some(finding.at(self.notes().root()).cured_by(Cure::ReviewImports(listed)))
    }

    /// The index is made of the notes; one that is damaged is made anew.
    fn index(&self) -> Finding {
        let path = self.home.index_file(&self.agent);
        if !path.exists() {
            return Finding::new("index", State::Well, "none yet: the first search makes it");
        }
        let wrong = match IndexDb::open(&path).and_then(|index| index.find_damage()) {
            Ok(lines) if lines.is_empty() => {
                return Finding::new("index", State::Well, path.display().to_string());
            }
            Ok(lines) => lines.join("; "),
            Err(error) => error.to_string(),
        };
        let words = format!("{wrong}: `palimp doctor --fix` makes it anew from the notes");
        Finding::new("index", State::Wrong, words).cured_by(Cure::MakeIndex(wrong))
    }

    fn embedder(&self) -> Finding {
        let memory = self.memory((self.models)());
        match memory.complaint() {
            Some(complaint) => Finding::new("embedder", State::Wrong, complaint),
            None => Finding::new("embedder", State::Well, memory.space().unwrap_or_default()),
        }
    }

    fn clients(&self) -> Vec<Finding> {
        let all = wiring::clients(self.places, self.command).into_iter();
        let finding = |it: wiring::Client| {
            let may_renew = it.is_wired && it.state == wiring::State::Wrong;
            let found = Finding::new(it.client.title(), it.state.into(), it.words);
            Finding { cure: may_renew.then_some(Cure::Wire(it.client)), ..found }
        };
        all.map(finding).collect()
    }

    /// What hooks complained of lately is told, whether or not it is over.
    fn log(&self) -> Finding {
        let lines = log::last(self.home, 5);
        if lines.is_empty() {
            return Finding::new("log", State::Well, "no complaints");
        }
        let words = format!("{}; the last: {}", self.home.log_file().display(), lines.join(" | "));
        Finding::new("log", State::Well, words)
    }
}

impl From<wiring::State> for State {
    fn from(state: wiring::State) -> State {
        match state {
            wiring::State::Well => State::Well,
            wiring::State::Open => State::Open,
            wiring::State::Wrong => State::Wrong,
        }
    }
}

/// Paths, for a sentence.
pub(super) fn listed(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Tries whether a file can be made in `dir`.
fn can_write(dir: &Path) -> std::io::Result<()> {
    palimp_files::Partial::private_in(dir).and_then(|mut probe| probe.write(b"?"))
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
