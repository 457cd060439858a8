//! Mending what was found.

use std::path::{Path, PathBuf};

use palimp_clients::install::InstallTarget;
use palimp_core::text::count_noun;
use palimp_store::activity::{ActivityDb, BusyPolicy, DatabaseHealth};
use palimp_store::index;
use palimp_store::spool::Spool;

use super::look::listed;
use super::{Cure, Doctor, Finding, Part, State};
use crate::memory::Error;
use crate::tombstones::{Tombstones, forget_again};
use crate::{open, owner, settings, sweep, wiring};

impl Doctor<'_> {
    /// Looks at one part, and mends what can be mended there.
    pub fn mend(&self, part: Part) -> Vec<Finding> {
        if part == Part::Leftovers {
            return self.sweep().into_iter().collect();
        }
        let mut findings: Vec<_> = self.look(part).into_iter().map(|it| self.cure(it)).collect();
        // Behind what is closed now there may be more.
        if part == Part::Owner && findings.iter().any(|it| it.state == State::Mended) {
            findings.extend(self.mend(part));
        }
        findings
    }

    /// Mends one thing; answers how it is then.
    pub fn cure(&self, finding: Finding) -> Finding {
        let cured = match &finding.cure {
            None => return finding,
            Some(Cure::CloseHome(path)) => self.close_home(path),
            Some(Cure::Hide(paths)) => hide(paths),
            Some(Cure::RenameSettings) => self.rename_settings(),
            Some(Cure::SaveDatabase(found)) => self.save_database(found).map_err(Some),
            Some(Cure::TakeIn) => self.take_in().map_err(Some),
            Some(Cure::Review(listed)) => self.review(listed).map_err(Some),
            Some(Cure::ReviewImports(listed)) => self.review_imports(listed).map_err(Some),
            Some(Cure::MakeIndex(wrong)) => self.make_index(wrong),
            Some(Cure::Wire(client)) => self.wire(*client).map_err(Some),
        };
        match cured {
            Ok(words) => Finding { state: State::Mended, words, cure: None, ..finding },
            Err(words) => Finding { words: words.unwrap_or(finding.words), cure: None, ..finding },
        }
    }

    fn close_home(&self, path: &Path) -> Outcome {
        owner::close(self.home).map_err(|_| None)?;
        Ok(format!("others could write into {}: look at what is in it", path.display()))
    }

    fn rename_settings(&self) -> Outcome {
        let said = settings::renamed(&self.home.settings_file(), true).map_err(|_| None)?;
        Ok(said.join("; "))
    }

    /// Writes the full text anew where that is all that is wrong; else saves what can be read.
    fn save_database(&self, found: &str) -> Result<String, String> {
        let path = self.home.activity_db();
        if let Ok(db) = ActivityDb::open(&path, BusyPolicy::Command)
            && db.mend_full_text().is_ok()
            && matches!(db.check_health(), Ok(DatabaseHealth::Sound))
        {
            return Ok(format!("the full text was made anew from its rows ({found})"));
        }
        let salvage = ActivityDb::salvage(&path, self.now()).map_err(|error| error.to_string())?;
        let kept = salvage.kept_at.display();
        let saved = match what_was_saved(&salvage.rows) {
            rows if rows.is_empty() => {
                format!("nothing could be saved; the damaged file is {kept}")
            }
            rows => format!("saved {rows}; the damaged file is {kept}"),
        };
        Ok(match self.forget_again() {
            Ok(0) => saved,
            Ok(again) => format!("{saved}; {} forgotten again", count_noun(again, "row")),
            Err(error) => format!("{saved}; {error}"),
        })
    }

    /// Bare pages may hold what was forgotten before they were written over.
    fn forget_again(&self) -> Result<usize, Error> {
        let mut db = open::or_new(self.home)?;
        let tombstones = Tombstones::read(&db, self.ring, self.now())?;
        forget_again(&mut db, &tombstones)
    }

    fn take_in(&self) -> Result<String, String> {
        let spool = Spool::new(self.home.spool_dir());
        let waited = spool.pending_files().len();
        let taken = open::or_new(self.home);
        let left = spool.pending_files().len();
        match taken {
            Err(error) => Err(format!("{} waiting: {error}", count_noun(left, "capture"))),
            Ok(_) if left > 0 => Err(format!(
                "{} cannot be read: see to the permissions of the files in {}",
                count_noun(left, "capture"),
                self.home.spool_dir().display()
            )),
            Ok(_) => Ok(format!("{} taken in", count_noun(waited, "capture"))),
        }
    }

    fn sweep(&self) -> Option<Finding> {
        let user = self.user.as_deref();
        let removed = sweep::sweep_all(self.home, self.settings, user, Some(self.places));
        let words =
            || format!("{} of killed processes removed", count_noun(removed, "partial file"));
        (removed > 0).then(|| Finding::new("leftovers", State::Mended, words()))
    }

    fn review(&self, listed: &str) -> Result<String, String> {
        let db = open::to_look_up(self.home).ok().and_then(|opened| opened.db);
        let sent = self.notes().send_to_review(db.as_ref(), &(self.clock)());
        sent.map_err(|error| error.to_string())?;
        Ok(format!("for you to decide with `palimp review`: {listed}"))
    }

    fn review_imports(&self, listed: &str) -> Result<String, String> {
        let sent = self.notes().send_imports_to_review(&(self.clock)());
        sent.map_err(|error| error.to_string())?;
        Ok(format!("for you to decide with `palimp review`: {listed}"))
    }

    fn make_index(&self, wrong: &str) -> Outcome {
        index::remove_index(&self.home.index_file(&self.agent)).map_err(|_| None)?;
        let made = self.memory((self.models)()).rebuild(&mut |_, _, _| ());
        made.map_err(|_| None)?;
        Ok(format!("made anew from the notes: {wrong}"))
    }

    fn wire(&self, client: InstallTarget) -> Result<String, String> {
        let wired = wiring::wire(self.home, client, self.places, self.command);
        wired.map_err(|error| error.to_string())?;
        let now = wiring::look(client, self.places, self.command);
        match now.state {
            wiring::State::Wrong => Err(now.words),
            _ => Ok(format!("renewed: {}", now.words)),
        }
    }

    /// Now, in milliseconds since the Unix epoch.
    fn now(&self) -> i64 {
        (self.clock)().timestamp().as_millisecond()
    }
}

/// How it is now, in words; or why it is as it was, where there is more to say than was said.
type Outcome = Result<String, Option<String>>;

/// What was saved of what a person knows, in words; the rest is told by these.
fn what_was_saved(rows: &[(String, usize)]) -> String {
    let of = |table: &str| rows.iter().find(|(name, _)| name == table).map_or(0, |(_, rows)| *rows);
    let known = ["session", "observation", "message"].map(|one| (of(&format!("{one}s")), one));
    let known = known.into_iter().filter(|(rows, _)| *rows > 0);
    known.map(|(rows, one)| count_noun(rows, one)).collect::<Vec<_>>().join(", ")
}

fn hide(paths: &[PathBuf]) -> Outcome {
    let hidden = paths.iter().all(|path| palimp_files::for_owner_alone(path).is_ok());
    hidden.then(|| format!("others could read {}", listed(paths))).ok_or(None)
}
