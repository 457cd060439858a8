//! Repairs what the checks found.

use std::path::{Path, PathBuf};

use palimp_clients::install::InstallTarget;
use palimp_store::activity::{ActivityDb, BusyPolicy, DatabaseHealth};
use palimp_store::index;
use palimp_store::spool::Spool;

use super::checks::join_paths;
use super::{Cure, Doctor, DoctorFinding, DoctorPart, FindingState};
use crate::erasure::sweep;
use crate::home::owner;
use crate::home::settings;
use crate::home::tombstones::{Tombstones, forget_again};
use crate::ingest::open_activity;
use crate::retrieval::index_sync::Error;
use crate::service::connections;

impl Doctor<'_> {
    /// Checks one part and fixes what can be fixed.
    pub fn fix_part(&self, part: DoctorPart) -> Vec<DoctorFinding> {
        if part == DoctorPart::Leftovers {
            return self.sweep_leftovers().into_iter().collect();
        }
        let mut findings: Vec<_> =
            self.check_part(part).into_iter().map(|it| self.apply_fix(it)).collect();
        // Behind what is closed now there may be more.
        if part == DoctorPart::Owner && findings.iter().any(|it| it.state == FindingState::Mended) {
            findings.extend(self.fix_part(part));
        }
        findings
    }

    /// Applies the fix of a finding; returns the finding afterwards.
    pub fn apply_fix(&self, finding: DoctorFinding) -> DoctorFinding {
        let cured = match &finding.cure {
            None => return finding,
            Some(Cure::CloseHome(path)) => self.close_home(path),
            Some(Cure::Hide(paths)) => restrict_to_owner(paths),
            Some(Cure::RenameSettings) => self.rename_settings(),
            Some(Cure::SaveDatabase(found)) => self.save_database(found).map_err(Some),
            Some(Cure::ImportSpool) => self.import_spool().map_err(Some),
            Some(Cure::Review(listed)) => self.review_pinned(listed).map_err(Some),
            Some(Cure::ReviewImports(listed)) => self.review_imports(listed).map_err(Some),
            Some(Cure::MakeIndex(wrong)) => self.make_index(wrong),
            Some(Cure::ReconnectClient(client)) => self.reconnect_client(*client).map_err(Some),
        };
        match cured {
            Ok(words) => {
                DoctorFinding { state: FindingState::Mended, words, cure: None, ..finding }
            }
            Err(words) => {
                DoctorFinding { words: words.unwrap_or(finding.words), cure: None, ..finding }
            }
        }
    }

    fn close_home(&self, path: &Path) -> FixResult {
        owner::restrict_to_owner(self.home).map_err(|_| None)?;
        Ok(crate::messages::others_could_write(path.display()))
    }

    fn rename_settings(&self) -> FixResult {
        let said = settings::migrate_names(&self.home.settings_file(), true).map_err(|_| None)?;
        Ok(said.join("; "))
    }

    /// Writes the full text anew where that is all that is wrong; else saves what can be read.
    fn save_database(&self, found: &str) -> Result<String, String> {
        let path = self.home.activity_db();
        if let Ok(db) = ActivityDb::open(&path, BusyPolicy::Command)
            && db.mend_full_text().is_ok()
            && matches!(db.check_health(), Ok(DatabaseHealth::Sound))
        {
            return Ok(crate::messages::full_text_rebuilt(found));
        }
        let salvage =
            ActivityDb::salvage(&path, self.now_millis()).map_err(|error| error.to_string())?;
        let kept = salvage.kept_at.display();
        let saved = match saved_counts(&salvage.rows) {
            rows if rows.is_empty() => crate::messages::no_row_saved(&kept),
            rows => crate::messages::rows_saved(&rows, &kept),
        };
        Ok(match self.forget_again() {
            Ok(0) => saved,
            Ok(again) => {
                crate::messages::rows_forgotten_again(&saved, crate::messages::rows(again))
            }
            Err(error) => format!("{saved}; {error}"),
        })
    }

    /// Bare pages may hold what was forgotten before they were written over.
    fn forget_again(&self) -> Result<usize, Error> {
        let mut db = open_activity::or_new(self.home)?;
        let tombstones = Tombstones::from_database(&db, self.ring, self.now_millis())?;
        forget_again(&mut db, &tombstones)
    }

    fn import_spool(&self) -> Result<String, String> {
        let spool = Spool::new(self.home.spool_dir());
        let waited = spool.pending_files().len();
        let taken = open_activity::or_new(self.home);
        let left = spool.pending_files().len();
        match taken {
            Err(error) => {
                Err(crate::messages::spool_still_waits(crate::messages::captures(left), &error))
            }
            Ok(_) if left > 0 => Err(crate::messages::spool_not_readable(
                crate::messages::captures(left),
                self.home.spool_dir().display(),
            )),
            Ok(_) => Ok(crate::messages::spool_ingested(crate::messages::captures(waited))),
        }
    }

    fn sweep_leftovers(&self) -> Option<DoctorFinding> {
        let user = self.user.as_deref();
        let removed = sweep::sweep_all(self.home, self.settings, user, Some(self.places));
        let words =
            || crate::messages::partial_files_removed(crate::messages::partial_files(removed));
        (removed > 0).then(|| DoctorFinding::new("leftovers", FindingState::Mended, words()))
    }

    fn review_pinned(&self, listed: &str) -> Result<String, String> {
        let db = open_activity::to_look_up(self.home).ok().and_then(|opened| opened.db);
        let sent = self.notes().send_to_review(db.as_ref(), &(self.clock)());
        sent.map_err(|error| error.to_string())?;
        Ok(crate::messages::lines_to_review(listed))
    }

    fn review_imports(&self, listed: &str) -> Result<String, String> {
        let sent = self.notes().send_imports_to_review(&(self.clock)());
        sent.map_err(|error| error.to_string())?;
        Ok(crate::messages::lines_to_review(listed))
    }

    fn make_index(&self, wrong: &str) -> FixResult {
        index::remove_index(&self.home.index_file(&self.agent)).map_err(|_| None)?;
        let made = self.open_memory((self.models)()).rebuild(&mut |_, _, _| ());
        made.map_err(|_| None)?;
        Ok(crate::messages::index_rebuilt(wrong))
    }

    fn reconnect_client(&self, client: InstallTarget) -> Result<String, String> {
        let result = connections::connect_client(self.home, client, self.places, self.command);
        result.map_err(|error| error.to_string())?;
        let now = connections::client_status(client, self.places, self.command);
        match now.state {
            connections::ConnectionState::Wrong => Err(now.words),
            _ => Ok(crate::messages::part_renewed(&now.words)),
        }
    }

    /// Current time in milliseconds since the Unix epoch.
    pub(super) fn now_millis(&self) -> i64 {
        (self.clock)().timestamp().as_millisecond()
    }
}

/// The new state in words; or the reason for the failure, if it adds to the finding.
type FixResult = Result<String, Option<String>>;

/// Formats the counts of saved rows that a person knows; other rows depend on those.
fn saved_counts(rows: &[(String, usize)]) -> String {
    let of = |table: &str| rows.iter().find(|(name, _)| name == table).map_or(0, |(_, rows)| *rows);
    let said = [
        ("sessions", crate::messages::sessions(of("sessions"))),
        ("observations", crate::messages::observations(of("observations"))),
        ("messages", crate::messages::messages(of("messages"))),
    ];
    let saved = said.into_iter().filter(|(table, _)| of(table) > 0);
    saved.map(|(_, count)| count).collect::<Vec<_>>().join(", ")
}

fn restrict_to_owner(paths: &[PathBuf]) -> FixResult {
    let hidden = paths.iter().all(|path| palimp_files::for_owner_alone(path).is_ok());
    hidden.then(|| crate::messages::others_could_read(join_paths(paths))).ok_or(None)
}
