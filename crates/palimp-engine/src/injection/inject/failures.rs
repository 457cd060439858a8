//! A failure that was met before: what it came from then, and what ran in its stead.

use std::collections::HashSet;

use palimp_core::author::AuthorKind;
use palimp_core::observation::failure_of;
use palimp_core::settings::Preset;
use palimp_core::text::{ellipsis, one_line};
use palimp_rules::{extract_names, find_cause};
use palimp_store::activity::ActivityDb;

use super::recent_activity::RecentActivity;
use super::{Context, ContextBuilder, ContextSection};
use crate::retrieval::index_sync::Error;

/// Maximum size of the section, in characters.
const MAX_SECTION_CHARS: usize = 600;
/// Maximum size of one cause, in characters.
const MAX_CAUSE_CHARS: usize = 300;
/// Maximum number of failures to read.
const MAX_FAILURES: usize = 300;

impl ContextBuilder<'_> {
    /// Adds what is known of a failure that earlier sessions met, `failed` as it was captured: the command that
    /// ran in its stead, and what it came from. Most failures are new, or nobody said what they came from: then
    /// nothing is told.
    pub(super) fn seen_before(&self, failed: &str, context: &mut Context) -> Result<(), Error> {
        const SECTION_NAME: &str = "known_failure";
        let (Some(db), true) = (self.db, self.is_wanted(SECTION_NAME)) else { return Ok(()) };
        if self.preset() == Preset::Full {
            return Ok(());
        }
        let lately = RecentActivity::load_cached(db, self.session)?;
        context.outdated |= lately.is_none();
        let known = lately.iter().flat_map(|lately| &lately.workarounds);
        let known = known.filter(|known| known.is_of(failed));
        let mut items: Vec<_> =
            known.filter_map(|known| known.format_line(&self.session.id)).take(1).collect();
        items.extend(self.known_cause(db, failed)?);
        let section =
            ContextSection::new_list(SECTION_NAME, "Failed Like This Before", MAX_SECTION_CHARS)
                .with_items(items);
        let why = crate::messages::same_failure_before();
        context.sections.push(section.with_reason(why));
        Ok(())
    }

    /// Returns the cause that the last session with the same failure found.
    fn known_cause(&self, db: &ActivityDb, failed: &str) -> Result<Option<String>, Error> {
        let failure = one_line(failure_of(failed));
        if own_names(&failure).is_empty() {
            return Ok(None);
        }
        let mut sessions = HashSet::new();
        for (session, at, content) in db.recent_failures(self.session, MAX_FAILURES)? {
            // What was said before a session met it again did not end it.
            if one_line(failure_of(&content)) != failure || !sessions.insert(session.clone()) {
                continue;
            }
            let answers = db.answers_after(&session, at)?;
            // A later answer may name the cause of another failure in the same file.
            let first = answers.first().map(std::slice::from_ref).unwrap_or_default();
            if let Some(why) = cause_of(&failure, first) {
                return Ok(Some(format!(
                    "{}{}",
                    AuthorKind::Agent.line_mark(),
                    ellipsis(&why, MAX_CAUSE_CHARS)
                )));
            }
        }
        Ok(None)
    }
}

/// The cause that answers give for a failure, where they say it of that very one.
pub(crate) fn cause_of(failure: &str, answers: &[String]) -> Option<String> {
    let named = own_names(failure);
    answers.iter().filter_map(|answer| find_cause(answer)).find(|why| speaks_of(why, &named))
}

/// Returns the names in a failure that are specific to it, in lower case. Kinds of error, programs
/// of the system, build files, and words that also occur in prose (`GitHub`) are left out.
fn own_names(line: &str) -> Vec<String> {
    const SYSTEM_NAME_PREFIXES: [&str; 4] = ["/bin/", "/usr/", "makefile", "dockerfile"];
    let own = |name: &String| {
        !SYSTEM_NAME_PREFIXES.iter().any(|start| name.starts_with(start))
            && !["error", "exception"].iter().any(|end| name.ends_with(end))
            && name.trim_end_matches('.').contains(['_', '.', '/', ':', '('])
    };
    // Without the number of a line, which changes: `pool.rs:40`.
    let places = line.split(':').map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    let line = places.collect::<Vec<_>>().join(":");
    let named =
        extract_names(&line).into_iter().map(|name| name.trim_end_matches(':').to_lowercase());
    named.filter(own).collect()
}

/// Returns true if a cause contains one of these names; of a path, its last part.
fn speaks_of(why: &str, named: &[String]) -> bool {
    let why = why.to_lowercase();
    let last = named.iter().map(|name| name.rsplit_once('/').map_or(&**name, |(_, last)| last));
    last.into_iter().any(|name| name.len() > 3 && why.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_has_a_name_of_its_own_or_is_like_every_other() {
        for line in [
            "panic: runtime error: invalid memory address or nil pointer dereference",
            "ERROR: failed to solve: process \"/bin/sh -c npm ci\" did not complete successfully",
            "AssertionError: assert 1 == 2",
            "make: *** [Makefile:12: all] Error 2",
        ] {
            assert_eq!(own_names(line), [""; 0], "{line}");
        }
        let named = own_names("error: src/pool.rs:40: max_conns is not set");
        assert!(speaks_of("`MAX_CONNS` was read too early", &named), "{named:?}");
        assert!(speaks_of("pool.rs reads it too early", &named), "{named:?}");
        assert!(!speaks_of("LoginForm.tsx had a missing key", &named), "{named:?}");
    }
}
