//! A failure that was met before: what it came from then.

use palimp_core::author::Author;
use palimp_core::observation::failure_of;
use palimp_core::settings::Preset;
use palimp_core::text::{ellipsis, one_line};
use palimp_rules::cause;

use super::works::tells;
use super::{Builder, Context, Section};
use crate::memory::Error;

/// The most that it takes, in characters.
const ROOM: usize = 360;
/// And one cause.
const CAUSE: usize = 300;
/// So many failures are looked at.
const LOOKED_AT: usize = 300;

impl Builder<'_> {
    /// Adds what an earlier session found to be the cause of the same failure. Most failures are new,
    /// or nobody said what they came from: then nothing is told.
    pub(super) fn seen_before(&self, line: &str, context: &mut Context) -> Result<(), Error> {
        const NAME: &str = "known_failure";
        let (Some(db), true) = (self.db, self.is_wanted(NAME)) else { return Ok(()) };
        if self.preset() == Preset::Full || !tells(line) {
            return Ok(());
        }
        let mut items = Vec::new();
        for (session, at, content) in db.failures(self.session, LOOKED_AT)? {
            if one_line(failure_of(&content)) != one_line(line) {
                continue;
            }
            let answers = db.answers_after(&session, at)?;
            if let Some(why) = answers.iter().find_map(|answer| cause(answer)) {
                items.push(format!("{}{}", Author::Agent.mark(), ellipsis(&why, CAUSE)));
                break;
            }
        }
        let section = Section::list(NAME, "Failed Like This Before", ROOM).with(items);
        let why = "an earlier session met the same failure and said what it came from";
        context.sections.push(section.because(why));
        Ok(())
    }
}
