//! Earlier sessions of the project, and the files that were changed together.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};

use palimp_core::author::AuthorKind;
use palimp_core::settings::RelevanceThreshold;
use palimp_core::summary::file_name;
use palimp_core::text::one_line;
use palimp_note::episode;

use super::recent_activity::{Earlier, RECENT_SESSIONS_LIMIT, RecentActivity, project_relative};
use super::{Context, ContextBuilder, ContextSection};
use crate::home::redaction;
use crate::home::zone;
use crate::retrieval::index_sync::{Error, IndexSync};
use crate::retrieval::relevance_threshold::PromptPassage;

const TOOL_MARKER: &str = AuthorKind::Tool.line_mark();
const RECENT_SECTION_NAME: &str = "recent_sessions";
/// Maximum size of the sessions, and of the section on a file, in characters.
const MAX_SESSIONS_CHARS: usize = 1_000;
const MAX_FILE_SECTION_CHARS: usize = 350;
/// Maximum number of files to name of a session.
const MAX_FILES_PER_SESSION: usize = 5;
/// Sessions in which two files were changed together that belong together.
const MIN_TOGETHER: usize = 3;
/// Maximum length of a fact on a file, in characters.
const MAX_FACT_CHARS: usize = 200;
/// Names, without extension, that many files of a project have.
const COMMON_FILE_STEMS: [&str; 22] = [
    "readme", "changelog", "license", "cargo", "package", "pyproject", "dockerfile", "makefile",
    "claude", "agents", "gitignore", "requirements", "index", "main", "mod", "lib", "init",
    "__init__", "setup", "config", "types", "utils",
];
/// Maximum number of files to name that were changed together with a file.
const MAX_COMPANIONS: usize = 3;

impl ContextBuilder<'_> {
    /// Adds what the last sessions were about, and the files that they changed.
    pub(super) fn last_sessions(&self, lately: &RecentActivity, context: &mut Context) {
        self.tell_sessions(
            lately.sessions().take(RECENT_SESSIONS_LIMIT),
            &crate::messages::session_starts(),
            context,
        );
    }

    /// Returns the recent activity of the project.
    pub(super) fn recent_activity(
        &self,
        starts: bool,
        context: &mut Context,
    ) -> Result<RecentActivity, Error> {
        let Some(db) = self.db else { return Ok(RecentActivity::default()) };
        let (lately, lay_ready) = RecentActivity::load_or_build(db, self.session, starts)?;
        context.outdated |= !lay_ready;
        Ok(lately)
    }

    fn tell_sessions(
        &self,
        sessions: impl Iterator<Item = impl Borrow<Earlier>>,
        why: &str,
        context: &mut Context,
    ) {
        if !self.is_wanted(RECENT_SECTION_NAME) {
            return;
        }
        let mut lines = Vec::new();
        for session in sessions {
            let session = session.borrow();
            let (title, day) = (&session.title, zone::local_day(session.ended_at));
            let mut seen = HashSet::new();
            let names = session.files().map(|path| one_line(file_name(path)));
            let names = names.filter(|name| seen.insert(name.clone()));
            let files = names.take(MAX_FILES_PER_SESSION).collect::<Vec<_>>().join(", ");
            let about =
                if title.is_empty() { String::new() } else { format!("“{title}” → ") };
            lines.push(format!("{TOOL_MARKER}[{day}] {about}{files}"));
            if lines.iter().map(|line| line.chars().count() + 3).sum::<usize>() > MAX_SESSIONS_CHARS
            {
                break;
            }
        }
        let section =
            ContextSection::new_list(RECENT_SECTION_NAME, "Recent Sessions", MAX_SESSIONS_CHARS)
                .with_items(lines);
        context.sections.push(section.with_reason(why));
    }

    /// Adds what is known of a file: a lasting fact if the session touches it first, and the files
    /// changed together with it if the session `changes` it for the first time.
    pub(super) fn add_touched_file(
        &mut self,
        path: &str,
        is_first: bool,
        changes: bool,
        context: &mut Context,
    ) -> Result<(), Error> {
        const SECTION_NAME: &str = "touched_file";
        if !self.is_wanted(SECTION_NAME) {
            return Ok(());
        }
        let path = self.in_project(path);
        let companions = if changes { self.find_companions(&path, context)? } else { Vec::new() };
        let mut items = Vec::new();
        if !companions.is_empty() {
            let (name, others) = (file_name(&path), companions.join(", "));
            items.push(format!("{TOOL_MARKER}{name} was changed together with {others}"));
        }
        let fact = if is_first { self.find_file_fact(&path) } else { Ok(None) };
        let why = fact.as_ref().err().map(ToString::to_string);
        items.extend(fact.ok().flatten());
        let section = ContextSection::new_list(SECTION_NAME, "This File", MAX_FILE_SECTION_CHARS)
            .with_items(items);
        let why = why.unwrap_or_else(crate::messages::file_touched_first);
        context.sections.push(section.with_reason(why));
        Ok(())
    }

    /// Returns the files that were changed together with a file, without those already named to the
    /// session or in its prompt.
    fn find_companions(&self, path: &str, context: &mut Context) -> Result<Vec<String>, Error> {
        let Some(db) = self.db else { return Ok(Vec::new()) };
        let lately = self.recent_activity(false, context)?;
        let in_project = |session: Earlier| -> Vec<String> {
            session.files().map(|path| self.in_project(path)).collect()
        };
        let sessions: Vec<_> = lately
            .sessions_naming(file_name(path))
            .map(in_project)
            .filter(|files| files.iter().any(|file| file == path))
            .collect();
        let asked = db.last_prompt(&self.session.id)?.unwrap_or_default();
        let others = changed_together(sessions.iter(), path).into_iter();
        let told = others
            .filter(|other| !is_tested_by(other, path) && !asked.contains(file_name(other)))
            .filter(|other| context.state.record_named_file(other));
        Ok(told.take(MAX_COMPANIONS).collect())
    }

    fn in_project(&self, path: &str) -> String {
        project_relative(&self.session.working_dir, path)
    }

    /// Finds a fact on a file in a lasting note: by its name, or by its directory too if many files
    /// have that name.
    fn find_file_fact(&mut self, path: &str) -> Result<Option<String>, Error> {
        if !self.memory.has_notes()? {
            return Ok(None);
        }
        let (name, stem) = (file_name(path), file_name(path).split('.').next().unwrap_or_default());
        let is_common = is_common_name(stem);
        let directory = path.rmatch_indices('/').nth(1).map_or(0, |(at, _)| at + 1);
        let named = if is_common { &path[directory..] } else { name };
        let (here, teams) = (self.current_project().name, self.team_projects());
        let ask = &mut |memory: &mut IndexSync| {
            memory.searcher().passages_for_prompt(name, (&here, &teams), RelevanceThreshold::Loose)
        };
        let passages = self.memory.with_readable_index(ask)?;
        let lasts = |passage: &&PromptPassage| {
            let own = matches!(passage.author, AuthorKind::User | AuthorKind::Team);
            let short = own
                && passage.text.chars().count() <= MAX_FACT_CHARS
                && passage.text.contains(named);
            let lasting = short && episode::day_of(&passage.path).is_none();
            lasting && !says_where(&passage.text, name) && self.is_of_here(passage)
        };
        let redactor = redaction::redactor(self.settings);
        let found = self.still_there(passages.iter().filter(lasts), 1).into_iter().next();
        Ok(found
            .map(|(passage, text)| redactor.redact(&self.in_words(passage, &text)).into_owned()))
    }
}

/// Returns true for a name that a project has many files of, without its ending.
pub(super) fn is_common_name(stem: &str) -> bool {
    COMMON_FILE_STEMS.contains(&stem.to_lowercase().as_str())
}

/// Returns true if a fact only gives the position of something in a file: it shows when the file is
/// opened, and lines move.
fn says_where(fact: &str, name: &str) -> bool {
    let defined = ["defined in", "declared in", "implemented in", "located in"];
    let line = |(at, _): (usize, &str)| {
        let behind = fact[at + name.len()..].strip_prefix(':');
        behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_digit()))
    };
    defined.iter().any(|said| fact.contains(said)) || fact.match_indices(name).any(line)
}

/// Returns the files that were changed in most of the sessions that changed `path`, and in at least
/// [`MIN_TOGETHER`], the most frequent first.
fn changed_together<'s>(
    sessions: impl Iterator<Item = &'s Vec<String>>,
    path: &str,
) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut all = 0;
    for files in sessions {
        all += 1;
        for file in files.iter().filter(|file| *file != path) {
            *counts.entry(file).or_default() += 1;
        }
    }
    let is_often = |count: usize| count >= MIN_TOGETHER && count * 2 >= all;
    let mut often: Vec<_> = counts.into_iter().filter(|(_, count)| is_often(*count)).collect();
    often.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    often.into_iter().map(|(file, _)| file.to_owned()).collect()
}

/// Returns true if `test` tests a file, by its name: such a file need not be named.
fn is_tested_by(path: &str, test: &str) -> bool {
    let stem = |path: &str| file_name(path).split('.').next().unwrap_or_default().to_lowercase();
    let (tested, test) = (stem(path), stem(test));
    test.len() > tested.len() && test.contains("test") && test.contains(&tested)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_something_stands_in_an_open_file_is_seen() {
        for (fact, expect) in [
            ("`open()` is defined in `src/pool.rs`", true),
            ("`open()` (`src/pool.rs:149`) takes the lock", true),
            ("the deadlock in pool.rs came from the lock that open() holds", false),
            ("`pool.rs`: sets the size for all", false),
        ] {
            assert_eq!(says_where(fact, "pool.rs"), expect, "{fact}");
        }
    }
}
