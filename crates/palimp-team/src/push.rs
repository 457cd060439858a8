//! Pushing to where others fetch, with the user's own way of signing in there.

use std::process::Stdio;

use crate::error::Error;
use crate::fetch::{Bounds, run_within};
use crate::git::{Oid, TeamRepository, transport_command};

/// Messages of git if another push came first.
const LOST_RACE_MESSAGES: &[&str] = &[
    "fetch first",
    "non-fast-forward",
    "stale info",
    "cannot lock ref",
    "failed to update ref",
    "incorrect old value",
    "reference already exists",
    "atomic",
];

impl TeamRepository {
    /// Pushes refs such as `COMMIT:refs/heads/main`, all of them or none. `false` where somebody else was
    /// faster: what they pushed is to be fetched first.
    ///
    /// # Errors
    ///
    /// When the address is not reached, or does not let this user push.
    pub fn push_refs(&self, url: &str, refs: &[String]) -> Result<bool, Error> {
        self.push_over(url, refs, None)
    }

    /// The same, which also takes `main` back where it is still at the commit that is named.
    ///
    /// # Errors
    ///
    /// As [`TeamRepository::push_refs`].
    pub fn push_over(&self, url: &str, refs: &[String], main: Option<Oid>) -> Result<bool, Error> {
        let mut command = transport_command(self.directory());
        command.args(["push", "--porcelain", "--no-verify", "--no-follow-tags"]);
        command.args((refs.len() > 1).then_some("--atomic"));
        command.args(main.map(|main| format!("--force-with-lease=refs/heads/main:{main}")));
        command.args(["--recurse-submodules=no", "--", url]).args(refs);
        command.stdout(Stdio::piped());
        let (status, told, said) = run_within(command, self.directory(), Bounds::default())?;
        if status.success() {
            return Ok(true);
        }
        let mut refused = told.lines().filter(|line| line.starts_with('!')).peekable();
        let is_lost = |line: &str| LOST_RACE_MESSAGES.iter().any(|lost| line.contains(lost));
        if refused.peek().is_some() && refused.all(is_lost) {
            return Ok(false);
        }
        let refused = told.lines().filter(|line| line.starts_with('!'));
        let said = [said.as_str()].into_iter().chain(refused).collect::<Vec<_>>().join("; ");
        Err(Error::Git { directory: self.directory().to_owned(), said })
    }
}
