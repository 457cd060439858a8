//! Writes the answers of replayed hooks to a file, a JSON object a line.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use palimp_engine::service::replay::{ReplayAnswer, Replayed};
use serde::Serialize;

use crate::error::CliError;

/// A file of answers.
pub(super) struct AnswerLog(BufWriter<File>);

#[derive(Serialize)]
struct AnswerLogRow<'a> {
    project: &'a str,
    session: &'a str,
    #[serde(flatten)]
    answer: &'a ReplayAnswer,
}

impl AnswerLog {
    /// Creates or empties the file.
    pub(super) fn create(path: &Path) -> Result<AnswerLog, CliError> {
        let failed = |error| CliError::user(format!("{}: {error}", path.display()));
        Ok(AnswerLog(BufWriter::new(palimp_files::create_named(path).map_err(failed)?)))
    }

    /// Adds the answers that sessions of a project were given.
    pub(super) fn write_answers(
        &mut self,
        project: &str,
        sessions: &[Replayed],
    ) -> Result<(), CliError> {
        for session in sessions {
            for answer in &session.answers {
                let row = AnswerLogRow { project, session: &session.session, answer };
                writeln!(self.0, "{}", serde_json::json!(row))?;
            }
        }
        Ok(self.0.flush()?)
    }
}
