//! Earlier sessions of the project: what they were about, and which files they changed.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use palimp_core::author::Author;
use palimp_core::settings::Gate;
use palimp_core::summary::file_name;
use palimp_core::text::{ellipsis, one_line};
use palimp_note::episode;
use palimp_rank::analysis::{Sought, fold, korean_word, may_hold, tokens, tokens_for};
use palimp_rank::gate::{self, Section as Said, Sections};
use palimp_store::activity::{ActivityDb, Begun};

use super::snapshot::in_words;
use super::{Builder, Context, Section};
use crate::gate::Passage;
use crate::memory::{Error, Memory};
use crate::redaction;

const TOOL: &str = Author::Tool.mark();
/// The most that sessions, likely files, and what is told of a file take, in characters.
const SESSIONS: usize = 1_000;
const LIKELY: usize = 300;
const TOUCHED: usize = 350;
/// So many sessions are looked at, and so many where none but the last ones are told.
const LOOKED_AT: usize = 40;
const LAST: usize = 4;
/// How much of a session's first prompt names it, in characters.
const TITLE: usize = 90;
/// How many files of a session are named, and how many are likely.
const NAMED: usize = 5;
const FILES: usize = 6;
/// So many files of a session stand for what it was about.
const SAID: usize = 12;
/// The longest fact that is told of a file, in characters.
const FACT: usize = 200;
/// How many files are named that were changed together with one.
const TOGETHER: usize = 4;

impl Builder<'_> {
    /// Adds what the last sessions were about, and the files that they changed.
    pub(super) fn last_sessions(&self, context: &mut Context) -> Result<(), Error> {
        const NAME: &str = "recent_sessions";
        let (Some(db), true) = (self.db, self.is_wanted(NAME)) else { return Ok(()) };
        let zone = crate::zone::local();
        let mut lines = Vec::new();
        for session in self.sessions(db, LAST, "")? {
            let (title, day) = (title(&session), day_of(&session, &zone));
            let names = session.files.iter().map(|path| one_line(file_name(path)));
            let files = names.take(NAMED).collect::<Vec<_>>().join(", ");
            let about =
                if title.is_empty() { String::new() } else { format!("“{title}” → ") };
            lines.push(format!("{TOOL}[{day}] {about}{files}"));
            if lines.iter().map(|line| line.chars().count() + 3).sum::<usize>() > SESSIONS {
                break;
            }
        }
        let section = Section::list(NAME, "Recent Sessions", SESSIONS).with(lines);
        context.sections.push(section.because("a session starts"));
        Ok(())
    }

    /// Adds the files that were changed in sessions that began with such a prompt.
    pub(super) fn likely_files(&self, prompt: &str, context: &mut Context) -> Result<(), Error> {
        const NAME: &str = "likely_files";
        let (Some(db), true) = (self.db, self.is_wanted(NAME)) else { return Ok(()) };
        let mut asked = Titles::default();
        for session in self.sessions(db, LOOKED_AT, "")? {
            asked.0.push(Title::new(&title(&session), session.files));
        }
        let gate = gate::floor(Gate::Normal);
        let Ok(found) = gate::ask(&mut asked, prompt, None, gate);
        let like: Vec<_> = found.iter().filter(|candidate| candidate.score >= gate).collect();
        let mut files: Vec<&str> = Vec::new();
        for candidate in &like {
            for path in &asked.0[candidate.section as usize].files {
                if files.len() < FILES && context.given.names(path) {
                    files.push(path);
                }
            }
        }
        let items = match files.is_empty() {
            true => Vec::new(),
            false => vec![format!("{TOOL}{}", files.join(", "))],
        };
        let section = Section::list(NAME, "Files Changed for Such Requests", LIKELY).with(items);
        let why = format!("{} of the last sessions began alike", like.len());
        context.sections.push(section.because(why));
        Ok(())
    }

    /// Adds what is known of a file that the session touches for the first time: when and why it was
    /// changed last, and what was changed together with it.
    pub(super) fn touched(&mut self, path: &str, context: &mut Context) -> Result<(), Error> {
        const NAME: &str = "touched_file";
        let (Some(db), true) = (self.db, self.is_wanted(NAME)) else { return Ok(()) };
        let path = self.in_project(path);
        let holds = |session: &&Begun| session.files.contains(&path);
        let sessions = self.sessions(db, LOOKED_AT, file_name(&path))?;
        let changed: Vec<&Begun> = sessions.iter().filter(holds).collect();
        let mut items = Vec::new();
        let together = together(&changed, &path).into_iter();
        let together: Vec<String> =
            together.filter(|path| context.given.names(path)).take(TOGETHER).collect();
        let name = file_name(&path).to_owned();
        if !together.is_empty() {
            items.push(format!("{TOOL}{name} was changed together with {}", together.join(", ")));
        }
        let fact = self.fact_on(&name);
        let why = fact.as_ref().err().map(ToString::to_string);
        items.extend(fact.ok().flatten());
        if let Some(last) = changed.first() {
            let (title, day) = (title(last), day_of(last, &crate::zone::local()));
            if !title.is_empty() {
                items.push(format!("{TOOL}{name} was last changed on {day} for “{title}”"));
            }
        }
        let section = Section::list(NAME, "This File", TOUCHED).with(items);
        let why = why.unwrap_or_else(|| "the session touches it for the first time".to_owned());
        context.sections.push(section.because(why));
        Ok(())
    }

    /// What a lasting note says of a file, by its name.
    fn fact_on(&mut self, name: &str) -> Result<Option<String>, Error> {
        if !self.memory.has_notes()? {
            return Ok(None);
        }
        let (here, teams) = (self.here().name, self.teams());
        let ask = &mut |memory: &mut Memory| memory.passages(name, (&here, &teams), Gate::Loose);
        let passages = self.memory.with_readable_index(ask)?;
        let lasts = |passage: &&Passage| {
            let short = passage.text.chars().count() <= FACT && passage.text.contains(name);
            short && episode::day_of(&passage.path).is_none() && self.is_of_here(passage)
        };
        let redactor = redaction::redactor(self.settings);
        let found = self.still_there(passages.iter().filter(lasts), 1).into_iter().next();
        Ok(found.map(|(passage, text)| redactor.redact(&in_words(passage, &text)).into_owned()))
    }

    /// Of the newest sessions of this project that changed files, but this one, those that changed
    /// one of this name; with an empty name, all.
    fn sessions(&self, db: &ActivityDb, limit: usize, name: &str) -> Result<Vec<Begun>, Error> {
        let mut sessions = db.begun(self.session, limit, name)?;
        for session in &mut sessions {
            let files = session.files.iter().filter(|path| !path.contains(['{', '<', '*']));
            session.files = files.map(|path| self.in_project(path)).collect();
        }
        Ok(sessions)
    }

    /// A path as the project's own, on one line; of one outside, its end.
    fn in_project(&self, path: &str) -> String {
        let root = self.session.working_dir.trim_end_matches('/');
        let inner = path.strip_prefix(root).and_then(|rest| rest.strip_prefix('/'));
        let end = || path.rmatch_indices('/').nth(1).map_or(path, |(at, _)| &path[at + 1..]);
        one_line(inner.unwrap_or_else(|| if path.starts_with('/') { end() } else { path }))
    }
}

/// The files that were changed together with one in two sessions at least, the most frequent first.
fn together(sessions: &[&Begun], path: &str) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for session in sessions {
        for file in session.files.iter().filter(|file| *file != path) {
            *counts.entry(file).or_default() += 1;
        }
    }
    let mut often: Vec<_> = counts.into_iter().filter(|(_, count)| *count >= 2).collect();
    often.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    often.into_iter().map(|(file, _)| file.to_owned()).collect()
}

fn day_of(session: &Begun, zone: &TimeZone) -> String {
    let ended = Timestamp::from_millisecond(session.ended_at).unwrap_or_default();
    ended.to_zoned(zone.clone()).strftime("%Y-%m-%d").to_string()
}

/// What a session began with, on one line.
fn title(session: &Begun) -> String {
    let first = session.prompt.trim().lines().next().unwrap_or_default();
    ellipsis(&one_line(first), TITLE)
}

/// The prompts that sessions began with, to be asked as sections are.
#[derive(Default)]
struct Titles(Vec<Title>);

struct Title {
    said: String,
    folded: String,
    files: Vec<String>,
}

impl Title {
    fn new(title: &str, files: Vec<String>) -> Title {
        let named = &files[..files.len().min(SAID)];
        let said = format!("{title} {}", named.join(" "));
        Title { folded: fold(&said), said, files }
    }

    /// Whether it has a word of a term. A hook waits for this, so a title is taken apart only where its
    /// letters may hold one.
    fn has(&self, term: &str) -> bool {
        let mut has = false;
        if may_hold(&self.folded, term) {
            let sought = Sought::of([term]);
            tokens_for(&sought, &self.said, |token| has |= token.term == term);
        }
        has
    }
}

impl Sections for Titles {
    type Error = Infallible;

    fn count(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.len() as u32)
    }

    fn holding(&mut self, term: &str, into: &mut Vec<u32>) -> Result<(), Infallible> {
        let titles = (0..).zip(&self.0).filter(|(_, title)| title.has(term));
        into.extend(titles.map(|(number, _)| number));
        Ok(())
    }

    fn beginning(&mut self, start: &str, into: &mut Vec<String>) -> Result<(), Infallible> {
        let mut found = BTreeSet::new();
        for title in self.0.iter().filter(|title| title.folded.contains(start)) {
            tokens(&title.said, |token| {
                if korean_word(token.term).starts_with(start) {
                    found.insert(token.term.to_owned());
                }
            });
        }
        into.extend(found);
        Ok(())
    }

    fn section(&mut self, number: u32) -> Result<Option<Said>, Infallible> {
        let text = self.0.get(number as usize).map(|title| title.said.clone());
        Ok(text.map(|text| Said { text, ..Said::default() }))
    }
}
