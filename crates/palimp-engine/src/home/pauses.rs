//! Keeps the times in which the user paused palimp.
//!
//! A pause stays in the list when it is over, because an import of a client's records meets what
//! happened in it much later.

use std::io;
use std::path::PathBuf;

use palimp_core::home::HomePaths;
use palimp_core::pointer::Pointer;
use serde::{Deserialize, Serialize};

/// The sessions that a pause concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "scope", rename_all = "camelCase")]
pub enum PauseScope {
    /// All sessions.
    Everything,
    /// The sessions of a project.
    Project {
        /// Id of the project.
        id: String,
        /// Its name, to be shown.
        name: String,
    },
    /// One session.
    Session {
        /// Its id, or the beginning that [`Pointer`] shows.
        id: String,
    },
}

/// A time in which palimp is paused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// The sessions.
    #[serde(flatten)]
    pub scope: PauseScope,
    /// Begin, in milliseconds since the Unix epoch.
    pub from: i64,
    /// End, in milliseconds since the Unix epoch; none until the user resumes.
    pub until: Option<i64>,
}

impl Pause {
    /// Returns true if the pause holds at `at`.
    pub fn is_active(&self, at: i64) -> bool {
        self.from <= at && self.until.is_none_or(|until| at < until)
    }

    /// Returns the paused sessions in the thread's language.
    pub fn target_in_words(&self) -> String {
        match &self.scope {
            PauseScope::Everything => crate::messages::pause_of_everything(),
            PauseScope::Project { name, .. } => crate::messages::pause_of_project(name),
            PauseScope::Session { id } => {
                crate::messages::pause_of_session(Pointer::to_session(id))
            }
        }
    }
}

/// The pauses of a home, in the order in which they began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pauses(Vec<Pause>);

impl Pauses {
    /// Reads the pauses of a home. A file that is there and cannot be read pauses everything,
    /// because the user may have paused something.
    pub fn load(home: &HomePaths) -> Pauses {
        let path = pauses_file(home);
        match palimp_files::read(&path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).map_or_else(|_| Pauses::unreadable(), Pauses)
            }
            Err(_) if path.symlink_metadata().is_ok() => Pauses::unreadable(),
            Err(_) => Pauses::default(),
        }
    }

    fn unreadable() -> Pauses {
        Pauses(vec![Pause { scope: PauseScope::Everything, from: i64::MIN, until: None }])
    }

    /// Adds a pause and writes the list. An active pause of the same sessions ends first.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn add(&mut self, home: &HomePaths, pause: Pause) -> io::Result<()> {
        self.end_active(pause.from, |scope| *scope == pause.scope);
        self.0.push(pause);
        self.write(home)
    }

    /// Ends the active pauses whose sessions `is_meant` names; returns them.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn resume(
        &mut self,
        home: &HomePaths,
        now: i64,
        is_meant: impl Fn(&PauseScope) -> bool,
    ) -> io::Result<Vec<Pause>> {
        let ended = self.end_active(now, is_meant);
        if !ended.is_empty() {
            self.write(home)?;
        }
        Ok(ended)
    }

    fn end_active(&mut self, now: i64, is_meant: impl Fn(&PauseScope) -> bool) -> Vec<Pause> {
        let active = self.0.iter_mut().filter(|it| it.is_active(now) && is_meant(&it.scope));
        active
            .map(|pause| {
                pause.until = Some(now);
                pause.clone()
            })
            .collect()
    }

    /// Returns the pauses that hold at `at`.
    pub fn active(&self, at: i64) -> impl Iterator<Item = &Pause> {
        self.0.iter().filter(move |pause| pause.is_active(at))
    }

    /// Returns the pause that holds for a session of a project at `at`.
    pub fn find(&self, project_id: &str, session: &str, at: i64) -> Option<&Pause> {
        self.active(at).find(|pause| match &pause.scope {
            PauseScope::Everything => true,
            PauseScope::Project { id, .. } => id == project_id,
            PauseScope::Session { id } => session.starts_with(id.as_str()),
        })
    }

    fn write(&self, home: &HomePaths) -> io::Result<()> {
        let bytes = serde_json::to_vec_pretty(&self.0).map_err(io::Error::other)?;
        palimp_files::private_dir(home.root())?;
        palimp_files::replace_file(&pauses_file(home), &bytes)
    }
}

fn pauses_file(home: &HomePaths) -> PathBuf {
    home.root().join("pauses.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause(scope: PauseScope, from: i64, until: Option<i64>) -> Pause {
        Pause { scope, from, until }
    }

    #[test]
    fn pause_holds_for_its_sessions_until_its_end() {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path());
        let mut pauses = Pauses::load(&home);
        assert_eq!(pauses.find("p", "s", 5), None);
        let project = PauseScope::Project { id: "p".to_owned(), name: "app".to_owned() };
        pauses.add(&home, pause(project, 10, Some(20))).unwrap();
        let session = PauseScope::Session { id: "fe07".to_owned() };
        pauses.add(&home, pause(session.clone(), 30, None)).unwrap();
        let mut pauses = Pauses::load(&home);
        for (project, session, at, expect) in [
            ("p", "s", 9, false),
            ("p", "s", 10, true),
            ("p", "s", 20, false),
            ("q", "s", 15, false),
            ("q", "fe072355", 30, true),
            ("q", "aa072355", 30, false),
        ] {
            assert_eq!(pauses.find(project, session, at).is_some(), expect, "{project} {at}");
        }
        let ended = pauses.resume(&home, 40, |scope| *scope == session).unwrap();
        assert_eq!(ended.len(), 1);
        let pauses = Pauses::load(&home);
        assert!(pauses.find("q", "fe072355", 39).is_some());
        assert!(pauses.find("q", "fe072355", 40).is_none());
    }

    #[test]
    fn unreadable_list_pauses_everything() {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path());
        std::fs::write(dir.path().join("pauses.json"), "[{").unwrap();
        assert!(Pauses::load(&home).find("p", "s", 5).is_some());
    }
}
