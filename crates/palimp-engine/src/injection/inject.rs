//! Memory → prompt: the context that a client is given.
//!
//! One builder makes the sections for a moment of a session, and one renderer puts what fits of
//! them into a frame that stored text cannot close.

mod activity;
mod attempts;
mod before_command;
mod broken_rules;
mod command_kind;
mod command_targets;
mod compacted_session;
mod conversation;
mod dedup;
mod failures;
mod file_decisions;
mod last_conversation;
mod left_off;
mod notes;
mod part_labels;
mod prompt_passages;
mod recent_activity;
mod related_sessions;
mod render;
mod run_request;
mod sessions;
mod setups;
mod standing_rules;
mod suppressions;
mod workarounds;
mod working_commands;

use std::path::Path;

use jiff::Timestamp;
use palimp_core::StartSource;
use palimp_core::activity::SessionRef;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::{Preset, Settings};
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use serde::Serialize;

use crate::retrieval::index_sync::{Error, IndexSync};
use crate::retrieval::relevance_threshold::PromptPassage;
use crate::sharing::teams::ProjectsHere;
use suppressions::Suppressions;

pub use crate::ingest::injection_state::{ContextFrame, InjectionState};
pub use dedup::LineDeduplicator;
pub(crate) use dedup::normalize_fact;
pub(crate) use failures::cause_of;
pub use notes::without_front_matter;
pub(crate) use recent_activity::{Derived, RecentActivity, derive_traits, working_commands};
pub use render::{Rendered, RenderedSection, render, render_beside};
pub use standing_rules::{RuleSource, StandingRule};
pub(crate) use working_commands::Working;

/// One section of a context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContextSection {
    /// Its name in the settings.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// Items, newest or best first, not escaped. An item may have several lines.
    pub items: Vec<String>,
    /// Layout of the items in the context.
    #[serde(skip)]
    pub form: SectionLayout,
    /// The most that it takes, in characters.
    #[serde(skip)]
    pub ceiling: usize,
    /// True if the items are pointers to sessions or commits.
    #[serde(skip)]
    pub points: bool,
    /// Reason why the section is there, or why it is empty.
    pub why: String,
}

/// Layout of a section's items in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionLayout {
    /// A list, in the order of the items.
    List,
    /// A list with the last item first, as what was said is read.
    Reversed,
    /// The one item is a note's text; where it is cut, a line says how to read the rest.
    Note(&'static str),
}

impl ContextSection {
    fn new_list(name: &'static str, title: &'static str, ceiling: usize) -> ContextSection {
        let (items, why) = (Vec::new(), String::new());
        ContextSection {
            name,
            title,
            items,
            form: SectionLayout::List,
            ceiling,
            points: false,
            why,
        }
    }

    fn with_reason(self, why: impl Into<String>) -> ContextSection {
        ContextSection { why: why.into(), ..self }
    }

    fn with_items(self, items: Vec<String>) -> ContextSection {
        ContextSection { items, ..self }
    }
}

/// Event of a session that context is injected for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InjectionTrigger<'a> {
    /// The session begins, or goes on.
    Start(StartSource),
    /// The user says something.
    Prompt(&'a str),
    /// A sub-agent begins.
    Subagent,
    /// A sub-agent is told something.
    SubagentPrompt(&'a str),
    /// A file was read or changed.
    Touch {
        /// Path of the file.
        path: &'a str,
        /// True if the file was changed.
        changed: bool,
    },
    /// A command failed with this line.
    Failure(&'a str),
    /// A command is about to run.
    BeforeCommand {
        /// The whole line.
        command: &'a str,
    },
    /// A file is about to be read or changed.
    BeforeFile {
        /// Its path, as the client named it.
        path: &'a str,
        /// True if it will be changed.
        changes: bool,
    },
}

/// Builds the context for an event of a session.
pub struct ContextBuilder<'a> {
    /// Database of captured activity; none before the first capture.
    pub db: Option<&'a ActivityDb>,
    /// The notes.
    pub memory: &'a mut IndexSync,
    /// The settings.
    pub settings: &'a Settings,
    /// Amount of context, if the settings leave it open.
    pub preset: Preset,
    /// The session that is answered.
    pub session: &'a SessionRef,
    /// Now.
    pub now: Timestamp,
}

/// Context for a moment: its sections, and the session's state after their injection.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// All sections that belong to the moment, in their order; empty ones too.
    pub sections: Vec<ContextSection>,
    /// Injection state of the session after these sections.
    pub state: InjectionState,
    /// True if notes have changed that there was no time to index.
    pub behind: bool,
    /// True if the cached data of recent sessions has to be rebuilt.
    pub outdated: bool,
    /// The passages that passed the gate, or came near it; best first.
    pub near: Vec<PromptPassage>,
}

impl Context {
    /// Adds the sections of a context that was built after this one and knows its injected lines.
    pub fn merge_context(mut self, next: Context) -> Context {
        self.sections.extend(next.sections);
        self.near.extend(next.near);
        Context {
            state: next.state,
            behind: self.behind || next.behind,
            outdated: self.outdated || next.outdated,
            ..self
        }
    }
}

/// Sums up the sessions whose client ended without a word, so that a session that starts is told of them.
///
/// # Errors
///
/// When the database cannot be read or written.
pub fn catch_up(db: &mut ActivityDb, session: &SessionRef) -> Result<(), StoreError> {
    const MAX_SESSIONS: usize = 20;
    db.sum_up(&session.agent, &session.id, MAX_SESSIONS)
}

impl ContextBuilder<'_> {
    /// Builds the sections for `moment`, given the injection state of the session.
    pub fn build(
        &mut self,
        moment: InjectionTrigger,
        state: &InjectionState,
    ) -> Result<Context, Error> {
        let preset = self.preset();
        let mut context = Context { state: state.clone(), ..Context::default() };
        match moment {
            _ if preset == Preset::Off => {}
            InjectionTrigger::Start(source) => self.add_start_sections(source, &mut context)?,
            InjectionTrigger::Prompt(_)
            | InjectionTrigger::Touch { .. }
            | InjectionTrigger::Failure(_)
            | InjectionTrigger::BeforeCommand { .. }
            | InjectionTrigger::BeforeFile { .. }
                if preset == Preset::Quiet && !context.state.start_waits => {}
            InjectionTrigger::Prompt(prompt) => self.add_prompt_sections(prompt, &mut context)?,
            InjectionTrigger::Touch { path, changed } => {
                self.add_touch_sections(path, changed, &mut context)?
            }
            InjectionTrigger::Failure(failed) => self.seen_before(failed, &mut context)?,
            InjectionTrigger::BeforeCommand { command } => {
                self.broken_rules(command, &mut context);
                self.before_command(command, &mut context)?;
            }
            InjectionTrigger::BeforeFile { path, changes, .. } => {
                self.add_touch_sections(path, changes, &mut context)?
            }
            InjectionTrigger::Subagent => {
                let prompt = match self.db {
                    Some(db) => db.last_prompt(&self.session.id)?,
                    None => None,
                };
                self.add_subagent_sections(&prompt.unwrap_or_default(), &mut context);
            }
            InjectionTrigger::SubagentPrompt(prompt) => {
                self.add_subagent_sections(prompt, &mut context)
            }
        }
        // Where nothing is told, nobody asks what is not to be.
        if context.sections.iter().any(|section| !section.items.is_empty()) {
            let never = Suppressions::load(&self.memory.notes);
            context.sections.iter_mut().for_each(|section| never.remove_suppressed(section));
        }
        Ok(context)
    }

    /// Adds the sections for a sub-agent, which knows nothing yet; they leave the session's
    /// injection state unchanged.
    fn add_subagent_sections(&mut self, prompt: &str, context: &mut Context) {
        let state = context.state.clone();
        self.add_prompt_passages(prompt, context);
        self.add_note(&notes::PROFILE_NOTE, true, context);
        context.state = state;
    }

    fn add_start_sections(
        &mut self,
        source: StartSource,
        context: &mut Context,
    ) -> Result<(), Error> {
        let is_new = matches!(source, StartSource::Startup | StartSource::Clear);
        if is_new {
            context.state = InjectionState::default();
        }
        context.state.started = true;
        if source == StartSource::Compact {
            // What was told before the compaction may stand nowhere any more.
            context.state.forget_told();
        }
        let mut lately = match self.preset() {
            Preset::Full => RecentActivity::default(),
            _ => self.recent_activity(true, context)?,
        };
        self.standing_rules(context)?;
        for note in &notes::INJECTED_NOTES {
            self.add_note(note, true, context);
        }
        if source == StartSource::Compact && self.preset() == Preset::Lean {
            context.state.works = self.undocumented_commands(lately.commands);
            self.session_state(context)?;
        } else if self.preset() == Preset::Full {
            self.add_activity(context)?;
        } else {
            context.state.works = self.undocumented_commands(std::mem::take(&mut lately.commands));
            if self.preset() == Preset::Quiet {
                self.add_checks(None, &crate::messages::session_starts(), context)?;
            }
            // A resumed session knows what it did itself.
            if source != StartSource::Resume {
                match self.preset() {
                    Preset::Lean => self.left_off(&lately.left_off, context),
                    _ => self.last_sessions(&lately, context),
                }
                self.open_failures(lately.failures, context);
            }
        }
        // What was said last is told where the first prompt goes back to it.
        if is_new && self.preset() != Preset::Lean {
            self.add_history(&crate::messages::new_session(), context)?;
        }
        if is_new && self.preset() == Preset::Full {
            self.add_episodes(&crate::messages::new_session(), context)?;
        }
        Ok(())
    }

    /// Adds sections the first time that the session touches a file and the first time that it
    /// changes the file. The first changed file also adds the commands to run on changes, unless it
    /// is prose.
    fn add_touch_sections(
        &mut self,
        path: &str,
        changed: bool,
        context: &mut Context,
    ) -> Result<(), Error> {
        const PROSE_EXTENSIONS: [&str; 5] = ["md", "mdx", "txt", "rst", "adoc"];
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
        let is_prose = ending.is_some_and(|ending| PROSE_EXTENSIONS.contains(&ending));
        let is_here = !Path::new(path).is_absolute()
            || Path::new(path).starts_with(&self.session.working_dir);
        if changed && !is_prose && is_here && !context.state.has_commands {
            context.state.has_commands = true;
            self.add_checks(Some(path), &crate::messages::session_changes_files(), context)?;
        }
        if self.preset() == Preset::Full {
            return Ok(());
        }
        let is_first = context.state.record_touch(path);
        // Most clients read a file before they change it.
        let changes = changed && context.state.record_change(path);
        if is_first {
            self.file_decisions(path, context)?;
        }
        if is_first || changes {
            self.add_touched_file(path, is_first, changes, context)
        } else {
            Ok(())
        }
    }

    /// Returns the preset that sets the amount of context.
    fn preset(&self) -> Preset {
        self.settings.inject.preset.unwrap_or(self.preset)
    }

    fn add_prompt_sections(&mut self, prompt: &str, context: &mut Context) -> Result<(), Error> {
        if context.state.start_waits {
            self.add_start_sections(StartSource::Clear, context)?;
            let start = std::mem::take(&mut context.sections);
            context.state.prompts = 1;
            self.add_prompt_passages(prompt, context);
            context.sections.extend(start);
            self.related_sessions(prompt, context)?;
            self.to_run(prompt, context)?;
            return self.add_earlier_conversation(prompt, context);
        }
        let before = context.state.prompts;
        context.state.prompts += 1;
        self.add_prompt_passages(prompt, context);
        for note in &notes::INJECTED_NOTES {
            self.add_note(note, false, context);
        }
        if before == 0 && context.state.history_waits {
            self.add_history(&crate::messages::new_session(), context)?;
        }
        self.related_sessions(prompt, context)?;
        if self.preset() != Preset::Full {
            self.to_run(prompt, context)?;
            return if before == 0 {
                self.add_earlier_conversation(prompt, context)
            } else {
                Ok(())
            };
        }
        let rhythm = episode_prompt_interval(self.settings);
        if before > 0 && before.is_multiple_of(rhythm) {
            self.add_episodes(&crate::messages::prompt_interval(rhythm), context)?;
        }
        Ok(())
    }

    /// Returns the current project.
    fn current_project(&self) -> ProjectIdentity {
        project_of(self.session)
    }

    /// Returns the team projects of the session's working tree.
    fn team_projects(&self) -> ProjectsHere {
        ProjectsHere::for_directory(&self.memory.notes.home, Path::new(&self.session.working_dir))
    }

    fn is_wanted(&self, name: &str) -> bool {
        self.settings.inject.sections.iter().any(|section| section == name)
    }
}

/// The project that a session is in.
pub(crate) fn project_of(session: &SessionRef) -> ProjectIdentity {
    ProjectIdentity {
        id: session.project_id.clone(),
        name: session.project.clone(),
        root: session.working_dir.clone().into(),
    }
}

/// Returns true if every prompt of a conversation builds on a section, so that it belongs in the
/// system prompt.
pub fn is_system_prompt_section(section: &str) -> bool {
    notes::INJECTED_NOTES.iter().any(|note| note.name == section)
}

/// Number of prompts between two injections of episodes: half of the flush interval, so that a new
/// episode is seen soon.
fn episode_prompt_interval(settings: &Settings) -> u64 {
    settings.flush.every.div_ceil(2) as u64
}
