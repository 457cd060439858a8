//! The files that every member of a team starts from.

use std::path::{Path, PathBuf};

use palimp_core::settings::Settings;
use palimp_team::MAX_FILE;
use palimp_team::git::GitObjectKind;
use serde::Serialize;

use super::rule_files::write_file;
use super::{Error, JoinedTeam};
use crate::home::redaction;

/// Targets of templates by name: the vault, or a tool's path in the project.
const TEMPLATE_TARGETS: [(&str, Option<&str>); 11] = [
    ("MEMORY.md", None),
    ("AGENTS.md", None),
    ("SOUL.md", None),
    ("USER.md", None),
    ("TOOLS.md", None),
    ("CLAUDE.md", Some("CLAUDE.md")),
    ("GEMINI.md", Some("GEMINI.md")),
    ("copilot-instructions.md", Some(".github/copilot-instructions.md")),
    ("cursor-rules.mdc", Some(".cursor/rules/team.mdc")),
    ("cursorrules", Some(".cursorrules")),
    ("windsurfrules", Some(".windsurfrules")),
];

/// Result of applying a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AppliedTemplate {
    /// Its name.
    pub template: String,
    /// Target path; none if palimp knows none.
    pub path: Option<PathBuf>,
    /// Action, or the reason why there was none.
    pub outcome: TemplateOutcome,
}

/// Action on a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TemplateOutcome {
    /// It stands there now, or would.
    Written,
    /// It stands there already.
    Same,
    /// Something else stands there, and stays.
    Kept,
    /// It is not taken over, and why.
    Refused(String),
}

impl JoinedTeam {
    /// Puts the templates of the verified state where nothing stands yet: of the directory `vault`, or
    /// of the project around `directory`. Says what would be done where it is only to be seen.
    ///
    /// # Errors
    ///
    /// When the team's repository or a file cannot be read or written.
    pub fn apply_templates(
        &self,
        vault: &Path,
        (settings, directory): (&Settings, &Path),
        only_look: bool,
    ) -> Result<Vec<AppliedTemplate>, Error> {
        let mut objects = self.repository().objects()?;
        let files = palimp_team::files_at(&mut objects, self.verified_commit()?)?;
        let files = files.map_err(|why| Error::Refused(format!("{}: {why}", self.name)))?;
        let redactor = redaction::secret_finder(settings);
        let project = crate::home::project_discovery::locate_project(directory).tree().to_owned();
        let mut applied = Vec::new();
        for (path, blob) in files {
            let Some(template) = path.strip_prefix("templates/") else { continue };
            let place = TEMPLATE_TARGETS.iter().find(|(name, _)| *name == template);
            let path = place.map(|(name, in_project)| match in_project {
                Some(place) => project.join(place),
                None => vault.join(name),
            });
            let bytes =
                objects.read_object(blob, GitObjectKind::Blob, MAX_FILE)?.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            let outcome = match (&path, redactor.find(&text).first()) {
                (None, _) => TemplateOutcome::Refused(crate::messages::template_without_place()),
                (_, Some(found)) => {
                    TemplateOutcome::Refused(crate::messages::template_holds_secret(found.kind))
                }
                (Some(path), None) => write_if_absent(path, &text, only_look)?,
            };
            applied.push(AppliedTemplate { template: template.to_owned(), path, outcome });
        }
        Ok(applied)
    }
}

/// Writes a file where there is none.
fn write_if_absent(path: &Path, text: &str, only_look: bool) -> Result<TemplateOutcome, Error> {
    let file = |source| Error::File { path: path.to_owned(), source };
    if path.is_symlink() || palimp_files::is_there(path).map_err(file)? {
        let same = palimp_files::read(path).is_ok_and(|there| there == text.as_bytes());
        return Ok(if same { TemplateOutcome::Same } else { TemplateOutcome::Kept });
    }
    if !only_look {
        write_file(path, text).map_err(file)?;
    }
    Ok(TemplateOutcome::Written)
}
