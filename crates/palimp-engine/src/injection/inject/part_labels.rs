//! Labels of sessions that were in another part of a monorepo than the session that is answered.

use palimp_core::activity::SessionRef;
use palimp_core::settings::Settings;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;

use super::ContextBuilder;
use crate::home::project_parts::ProjectParts;

/// The parts of a project, seen from a session.
#[derive(Debug, Default)]
pub(super) struct PartLabels {
    parts: ProjectParts,
    /// Part of the session; none at the root.
    own: Option<String>,
}

impl PartLabels {
    fn new(parts: ProjectParts, session: &SessionRef) -> PartLabels {
        let own = parts.find_part(&session.working_dir).map(str::to_owned);
        PartLabels { parts, own }
    }

    /// Returns the part in which `directory` lies, if it is another than the session's.
    pub(super) fn other_part(&self, directory: &str) -> Option<&str> {
        self.parts.find_part(directory).filter(|part| self.own.as_deref() != Some(part))
    }

    /// Returns true if `directory` lies in another part, and the session in one, too.
    pub(super) fn is_elsewhere(&self, directory: &str) -> bool {
        self.own.is_some() && self.other_part(directory).is_some()
    }

    /// Returns the part of another session, if it is another than the session's.
    pub(super) fn other_part_of_session(
        &self,
        db: Option<&ActivityDb>,
        session: &str,
    ) -> Result<Option<String>, StoreError> {
        let Some(db) = db.filter(|_| !self.parts.is_empty()) else { return Ok(None) };
        let found = db.find_session(session)?;
        Ok(found.and_then(|found| self.other_part(&found.working_dir).map(str::to_owned)))
    }
}

impl ContextBuilder<'_> {
    /// Returns the parts of the session's project.
    pub(super) fn part_labels(&self) -> PartLabels {
        let (home, session): (_, &SessionRef) = (&self.memory.notes.home, self.session);
        let settings: &Settings = self.settings;
        let parts =
            ProjectParts::for_project(home, settings, &session.project_id, &session.project);
        PartLabels::new(parts, session)
    }
}
