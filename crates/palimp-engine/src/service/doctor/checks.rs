//! Checks each part of a home.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::message::io_reason;
use palimp_core::sanitize::printable_line;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, BusyPolicy, DatabaseHealth};
use palimp_store::index::IndexDb;
use palimp_store::spool::Spool;

use super::{Cure, Doctor, DoctorFinding, DoctorPart, FindingState, in_words};
use crate::consolidation::unapproved_lines::Unapproved;
use crate::home::exclusion::{Exclusion, Exclusions};
use crate::home::log;
use crate::home::owner::{self, Exposed};
use crate::home::projects;
use crate::home::settings;
use crate::home::tombstones::Tombstones;
use crate::ingest::open_activity;
use crate::service::connections;
use crate::sharing::hub;
use crate::sharing::teams;

impl Doctor<'_> {
    /// Checks one part.
    pub fn check_part(&self, part: DoctorPart) -> Vec<DoctorFinding> {
        match part {
            DoctorPart::Owner => self.check_owner().into_iter().collect(),
            DoctorPart::Home => vec![self.check_root().with_place(self.home.root())],
            DoctorPart::Settings => self.written_settings(),
            DoctorPart::Database => vec![self.check_database().with_place(self.home.activity_db())],
            DoctorPart::Spool => self.check_spool(),
            DoctorPart::Leftovers => Vec::new(),
            DoctorPart::Vault => vec![self.check_vault()],
            DoctorPart::AlwaysTold => self.always_told().into_iter().collect(),
            DoctorPart::Imports => self.check_imports().into_iter().collect(),
            DoctorPart::Index => {
                vec![self.check_index().with_place(self.home.index_file(&self.agent))]
            }
            DoctorPart::Teams => self.check_teams(),
            DoctorPart::Hubs => self.check_hubs(),
            DoctorPart::Sync => self.check_sync().into_iter().collect(),
            DoctorPart::Tombstones => self.check_tombstones().into_iter().collect(),
            DoctorPart::Embedder => vec![self.check_embedder()],
            DoctorPart::Clients => self.check_clients(),
            DoctorPart::Log => vec![self.check_log().with_place(self.home.log_file())],
        }
    }

    fn check_sync(&self) -> Option<DoctorFinding> {
        let (state, words) = match (self.sync)()? {
            Ok(words) => (FindingState::Well, words),
            Err(why) => (FindingState::Wrong, why),
        };
        Some(DoctorFinding::new("sync", state, printable_line(&words)))
    }

    /// Reports a key that is not at hand; nothing where the keys are there, or nothing was forgotten.
    fn check_tombstones(&self) -> Option<DoctorFinding> {
        let db = open_activity::to_read(self.home).ok()?.db?;
        let read = Tombstones::from_database(&db, self.ring, self.now_millis());
        let why = read.err()?.to_string();
        Some(DoctorFinding::new("tombstones", FindingState::Wrong, printable_line(&why)))
    }

    /// Reports quarantined facts, and teams that were not reached for long.
    fn check_teams(&self) -> Vec<DoctorFinding> {
        let now = (self.clock)().timestamp().as_millisecond();
        let say = |standing: teams::TeamStatus| {
            let place = self.home.team_dir(&standing.team);
            let complaints = standing.error_messages().into_iter();
            let wrong: Vec<DoctorFinding> = complaints
                .map(|why| {
                    DoctorFinding::new("team", FindingState::Wrong, printable_line(&why))
                        .with_place(&place)
                })
                .collect();
            if !wrong.is_empty() {
                return wrong;
            }
            let words = crate::messages::team_verified(
                &standing.team,
                crate::messages::facts(standing.state.facts),
            );
            vec![DoctorFinding::new("team", FindingState::Well, words).with_place(place)]
        };
        teams::team_statuses(self.home, self.settings, now).into_iter().flat_map(say).collect()
    }

    /// Reports hubs that are unverified or were not reached for long, and their quarantined
    /// memories.
    fn check_hubs(&self) -> Vec<DoctorFinding> {
        let now = (self.clock)().timestamp().as_millisecond();
        let say = |standing: hub::HubPullStatus| {
            let place = self.home.hubs_dir().join(&standing.org);
            let complaints = standing.error_messages().into_iter();
            let wrong: Vec<DoctorFinding> = complaints
                .map(|why| {
                    DoctorFinding::new("hub", FindingState::Wrong, printable_line(&why))
                        .with_place(&place)
                })
                .collect();
            if !wrong.is_empty() {
                return wrong;
            }
            let words = crate::messages::hub_approved(
                &standing.org,
                crate::messages::facts(standing.state.facts),
            );
            vec![DoctorFinding::new("hub", FindingState::Well, words).with_place(place)]
        };
        hub::hub_statuses(self.home, self.settings, now).into_iter().flat_map(say).collect()
    }

    fn check_owner(&self) -> Option<DoctorFinding> {
        // What is no home at all is said of the home.
        let exposed =
            owner::check_ownership(self.home).err().filter(|it| !matches!(it, Exposed::File(_)))?;
        let finding = DoctorFinding::new("owner", FindingState::Wrong, exposed.to_string());
        Some(match exposed {
            Exposed::Writable(path) => finding.with_place(&path).cured_by(Cure::CloseHome(path)),
            Exposed::Foreign { path, .. } | Exposed::Link(path) | Exposed::File(path) => {
                finding.with_place(path)
            }
        })
    }

    fn check_root(&self) -> DoctorFinding {
        let root = self.home.root();
        let say = |state, words| DoctorFinding::new("home", state, words);
        let shown = root.display();
        if let Err(file @ Exposed::File(_)) = owner::check_ownership(self.home) {
            return say(FindingState::Wrong, file.to_string());
        }
        if !root.exists() {
            let words = crate::messages::home_missing(&shown);
            return say(FindingState::Well, words);
        }
        if let Err(error) = can_write(root) {
            return say(FindingState::Wrong, in_words(root, error));
        }
        let open: Vec<_> =
            self.private_paths().into_iter().filter(|it| others_may_read(it)).collect();
        if open.is_empty() {
            return say(FindingState::Well, crate::messages::home_is_private(&shown));
        }
        let words = crate::messages::others_can_read(join_paths(&open));
        say(FindingState::Wrong, words).cured_by(Cure::Hide(open))
    }

    /// Returns the home and the files in it that nobody else should read.
    fn private_paths(&self) -> Vec<PathBuf> {
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

    fn written_settings(&self) -> Vec<DoctorFinding> {
        let path = self.home.settings_file();
        let say = |state, words| DoctorFinding::new("settings", state, words).with_place(&path);
        let (_, wrong) = settings::load(&path);
        let renamed = settings::migrate_names(&path, false).unwrap_or_default();
        let renamed = (!renamed.is_empty()).then(|| {
            let words = crate::messages::settings_to_rewrite(renamed.join("; "));
            say(FindingState::Open, words).cured_by(Cure::RenameSettings)
        });
        let doubtful = settings::settings_warnings(&path);
        let doubtful = (!doubtful.is_empty()).then(|| say(FindingState::Open, doubtful.join("; ")));
        let is_whole = wrong.is_empty();
        let whole = match is_whole {
            true if path.exists() => say(FindingState::Well, path.display().to_string()),
            true => say(FindingState::Well, crate::messages::settings_are_defaults()),
            false => say(FindingState::Wrong, wrong.join("; ")),
        };
        let whole = (!is_whole || doubtful.is_none()).then_some(whole);
        renamed
            .into_iter()
            .chain(doubtful)
            .chain(whole)
            .chain(self.list_excluded())
            .chain(self.check_projects())
            .collect()
    }

    /// Reports a table of projects that cannot be parsed: projects that moved are not recognised.
    fn check_projects(&self) -> Option<DoctorFinding> {
        let (path, error) = projects::table_damage(self.home)?;
        let words = crate::messages::project_table_unreadable(path.display(), io_reason(&error));
        Some(DoctorFinding::new("projects", FindingState::Wrong, words).with_place(path))
    }

    /// Reports which projects the user leaves out.
    fn list_excluded(&self) -> Option<DoctorFinding> {
        let exclusions = Exclusions::load(self.home, self.settings);
        let now = (self.clock)().timestamp().as_millisecond();
        let reasons = exclusions.all_reasons(self.home.root(), now);
        let words: Vec<String> = reasons.iter().map(Exclusion::in_words).collect();
        let words = printable_line(&words.join("; "));
        (!words.is_empty()).then(|| DoctorFinding::new("excluded", FindingState::Well, words))
    }

    fn check_database(&self) -> DoctorFinding {
        let path = self.home.activity_db();
        let say = |state, words: String| DoctorFinding::new("database", state, words);
        if !path.exists() {
            return say(FindingState::Well, crate::messages::database_not_yet());
        }
        if !path.is_file() {
            return say(FindingState::Wrong, crate::messages::database_is_not_file(path.display()));
        }
        let health = ActivityDb::open(&path, BusyPolicy::Command).and_then(|db| db.check_health());
        let found = match health {
            Ok(DatabaseHealth::Sound) => {
                return say(FindingState::Well, crate::messages::database_is_sound(path.display()));
            }
            Ok(DatabaseHealth::Damaged(found)) => found.join("; "),
            Err(StoreError::Corrupt(_)) => crate::messages::database_unrecognizable(),
            Err(error) => return say(FindingState::Wrong, error.to_string()),
        };
        let words = crate::messages::database_damaged(path.display(), &found);
        say(FindingState::Wrong, words).cured_by(Cure::SaveDatabase(found))
    }

    fn check_spool(&self) -> Vec<DoctorFinding> {
        let place = self.home.spool_dir();
        let spool = Spool::new(&place);
        let (waiting, broken) = (spool.pending_files().len(), spool.broken_files().len());
        let say =
            |state, words: String| DoctorFinding::new("spool", state, words).with_place(&place);
        let waits = (waiting > 0).then(|| {
            let words = crate::messages::spool_waits(crate::messages::captures(waiting));
            say(FindingState::Wrong, words).cured_by(Cure::ImportSpool)
        });
        let strange = (broken > 0).then(|| {
            let words = crate::messages::spool_not_understood(
                crate::messages::files(broken),
                place.display(),
            );
            say(FindingState::Wrong, words)
        });
        match (waits, strange) {
            (None, None) => vec![say(FindingState::Well, crate::messages::spool_is_empty())],
            (waits, strange) => waits.into_iter().chain(strange).collect(),
        }
    }

    fn check_vault(&self) -> DoctorFinding {
        let notes = self.notes();
        let root = notes.root().display();
        let say = |state, words| DoctorFinding::new("vault", state, words).with_place(notes.root());
        match notes.scan_notes() {
            Ok(_) if !notes.root().exists() => {
                let words = crate::messages::vault_missing(&root);
                say(FindingState::Well, words)
            }
            Ok(found) => match notes.complaints().into_iter().next() {
                Some(complaint) => say(FindingState::Wrong, complaint),
                None => say(
                    FindingState::Well,
                    crate::messages::vault_holds(&root, crate::messages::notes(found.len())),
                ),
            },
            Err(error) => say(FindingState::Wrong, error.to_string()),
        }
    }

    /// Reports texts of other authors in pinned notes: they are not injected and belong in the
    /// review list. The vault itself is checked before.
    fn always_told(&self) -> Option<DoctorFinding> {
        let waiting = self.notes().unapproved_texts().ok().filter(|waiting| !waiting.is_empty())?;
        let listed: Vec<_> = waiting.iter().map(Unapproved::in_words).collect();
        let listed = listed.join("; ");
        let words = crate::messages::foreign_lines_pinned(&listed);
        let finding = DoctorFinding::new("always told", FindingState::Wrong, words);
        Some(finding.with_place(self.notes().root()).cured_by(Cure::Review(listed)))
    }

    /// Reports imported lines that earlier versions attributed to the user.
    fn check_imports(&self) -> Option<DoctorFinding> {
        let found = self.notes().imports_as_own().ok().filter(|found| !found.is_empty())?;
        let listed: Vec<_> = found.iter().map(Unapproved::in_words).collect();
        let listed = listed.join("; ");
        let words = crate::messages::imported_lines_of_user(&listed);
        let finding = DoctorFinding::new("imports", FindingState::Wrong, words);
        Some(finding.with_place(self.notes().root()).cured_by(Cure::ReviewImports(listed)))
    }

    /// Checks the index; a damaged one is rebuilt from the notes.
    fn check_index(&self) -> DoctorFinding {
        let path = self.home.index_file(&self.agent);
        if !path.exists() {
            return DoctorFinding::new(
                "index",
                FindingState::Well,
                crate::messages::index_not_yet(),
            );
        }
        let wrong = match IndexDb::open(&path).and_then(|index| index.find_damage()) {
            Ok(lines) if lines.is_empty() => {
                return DoctorFinding::new("index", FindingState::Well, path.display().to_string());
            }
            Ok(lines) => lines.join("; "),
            Err(error) => error.to_string(),
        };
        let words = crate::messages::index_damaged(&wrong);
        DoctorFinding::new("index", FindingState::Wrong, words).cured_by(Cure::MakeIndex(wrong))
    }

    fn check_embedder(&self) -> DoctorFinding {
        let memory = self.open_memory((self.models)());
        match memory.embedder_error() {
            Some(complaint) => DoctorFinding::new("embedder", FindingState::Wrong, complaint),
            None => DoctorFinding::new(
                "embedder",
                FindingState::Well,
                memory.space().unwrap_or_default(),
            ),
        }
    }

    fn check_clients(&self) -> Vec<DoctorFinding> {
        let all = connections::client_statuses(self.places, self.command).into_iter();
        let finding = |it: connections::ClientStatus| {
            let may_renew = it.is_connected && it.state == connections::ConnectionState::Wrong;
            let found = DoctorFinding::new(it.client.title(), it.state.into(), it.words);
            DoctorFinding { cure: may_renew.then_some(Cure::ReconnectClient(it.client)), ..found }
        };
        all.map(finding).collect()
    }

    /// Reports recent errors of hooks, including resolved ones.
    fn check_log(&self) -> DoctorFinding {
        let lines = log::last_lines(self.home, 5);
        if lines.is_empty() {
            return DoctorFinding::new("log", FindingState::Well, crate::messages::log_is_empty());
        }
        let words = crate::messages::log_summary(self.home.log_file().display(), lines.join(" | "));
        DoctorFinding::new("log", FindingState::Well, words)
    }
}

impl From<connections::ConnectionState> for FindingState {
    fn from(state: connections::ConnectionState) -> FindingState {
        match state {
            connections::ConnectionState::Well => FindingState::Well,
            connections::ConnectionState::Open => FindingState::Open,
            connections::ConnectionState::Wrong => FindingState::Wrong,
        }
    }
}

/// Joins paths for a sentence.
pub(super) fn join_paths(paths: &[PathBuf]) -> String {
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
