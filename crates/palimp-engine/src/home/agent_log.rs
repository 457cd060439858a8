//! The log of what agents write and want forgotten, which a person can read.

use jiff::Timestamp;
use palimp_core::project::ProjectIdentity;
use palimp_core::text::{ellipsis, one_line};
use palimp_note::NotePath;
use palimp_store::activity::{ActivityDb, AgentAct, AgentDeed};

use crate::error::Error;

/// Maximum length of a logged text, in characters.
const MAX_LOGGED_CHARS: usize = 200;

/// Logs what one agent does.
#[derive(Clone, Copy, Debug)]
pub struct AgentLogger<'a> {
    /// The log.
    pub db: &'a ActivityDb,
    /// The client, as it names itself; empty where it does not.
    pub client: &'a str,
    /// Its session; empty where it names none.
    pub session: &'a str,
    /// The agent whose memory it is.
    pub agent: &'a str,
    /// The project it works in.
    pub project: &'a ProjectIdentity,
    /// Now.
    pub now: Timestamp,
}

impl AgentLogger<'_> {
    /// Logs that `text`, already redacted, goes to the note at `path`, then runs `act`. Returns the
    /// number of the log entry as well. The entry is written first, so that nothing is written
    /// without an entry even if the process is killed in between.
    pub fn log_and_run<T, E: Into<Error>>(
        &self,
        deed: AgentDeed,
        path: &NotePath,
        text: &str,
        act: impl FnOnce() -> Result<T, E>,
    ) -> Result<(i64, T), Error> {
        let path = Some(path.as_str().to_owned());
        let number = self.db.log_act(&self.build_act(deed, path, text))?;
        let done = act().map_err(|error| {
            // An entry too many is better than the failure of the deed untold.
            let _ = self.db.unlog_act(number);
            error.into()
        })?;
        Ok((number, done))
    }

    /// Logs how many of its own texts an agent has forgotten, and how many of others it proposed to
    /// forget; not their content.
    pub fn log_forget(&self, own: usize, wished: usize) -> Result<(), Error> {
        let text = format!("{own} of its own; {wished} for the user to decide");
        self.db.log_act(&self.build_act(AgentDeed::Forget, None, &text))?;
        Ok(())
    }

    fn build_act(&self, deed: AgentDeed, path: Option<String>, text: &str) -> AgentAct {
        AgentAct {
            created_at: self.now.as_millisecond(),
            client: self.client.to_owned(),
            session_id: self.session.to_owned(),
            agent: self.agent.to_owned(),
            project_id: self.project.id.clone(),
            project: self.project.name.clone(),
            deed,
            path,
            text: ellipsis(&one_line(text), MAX_LOGGED_CHARS),
        }
    }
}
