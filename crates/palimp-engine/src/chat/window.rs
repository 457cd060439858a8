//! Builds the next request: the system prompt, recalled context, and their token counts.

use jiff::Timestamp;
use palimp_context::{Breakdown, ContextStep, Layers, Occasion};
use palimp_core::StartSource;
use palimp_core::settings::Preset;

use super::prompt::{self, System};
use super::{Chat, ChatError};
use crate::home::redaction;
use crate::injection::inject::{
    self, Context, ContextBuilder, ContextSection, InjectionState, InjectionTrigger,
    LineDeduplicator,
};
use crate::retrieval::index_sync::Error;

impl Chat {
    /// Rebuilds the system prompt from the current notes.
    pub(super) fn refresh_system_prompt(&mut self, source: StartSource) -> Result<(), ChatError> {
        let redactor = redaction::redactor(&self.host.settings);
        let here = inject::project_of(&self.session);
        let files = prompt::load_files(&self.memory.notes, &redactor, &here)?;
        let mut sections = Vec::new();
        if self.host.settings.memory.enabled {
            let state = self.injection_state.clone();
            let context = self.build_context(InjectionTrigger::Start(source), &state)?;
            self.injection_state = context.state;
            sections = context.sections;
        }
        let memory = prompt::render_pinned(&sections, &files, &self.session);
        self.system = System { base: prompt::base_instructions(&self.session), files, memory };
        if source == StartSource::Startup {
            sections.retain(|section| !inject::is_system_prompt_section(section.name));
            self.opening = sections;
        }
        Ok(())
    }

    pub(super) fn build_context(
        &mut self,
        moment: InjectionTrigger,
        state: &InjectionState,
    ) -> Result<Context, Error> {
        let mut builder = ContextBuilder {
            db: Some(&self.db),
            memory: &mut self.memory,
            preset: Preset::Full,
            settings: &self.host.settings,
            session: &self.session,
            now: Timestamp::now(),
        };
        builder.build(moment, state)
    }

    /// Returns the context recalled for `words`.
    pub(super) fn recall_context(&mut self, words: &str) -> Result<Option<String>, Error> {
        let state = self.injection_state.clone();
        let asked = self.build_context(InjectionTrigger::Prompt(words), &state)?;
        self.injection_state = asked.state;
        self.behind |= asked.behind;
        let is_snapshot = |section: &ContextSection| section.name == "task_snapshot";
        let (mut sections, rest): (Vec<_>, Vec<_>) =
            asked.sections.into_iter().partition(is_snapshot);
        sections.extend(self.opening.iter().cloned());
        sections.extend(rest);
        // What the system prompt says already is not said again.
        let mut seen = LineDeduplicator::from_text(&self.system.parts().join("\n"));
        let project = &self.session.project;
        Ok(inject::render_beside(
            project,
            inject::ContextFrame::default(),
            &sections,
            usize::MAX,
            &mut seen,
        )
        .text)
    }

    /// True if the service no longer caches the beginning of the conversation, so that changing it
    /// costs nothing more.
    pub(super) fn is_forgotten(&self, now: i64) -> bool {
        self.kept_until().is_none_or(|until| until <= now)
    }

    /// Until when the service keeps the beginning of the conversation, in milliseconds since the
    /// Unix epoch; `None` before the first answer.
    pub fn kept_until(&self) -> Option<i64> {
        let ttl = i64::try_from(self.long.pruning.ttl.seconds()).unwrap_or(i64::MAX);
        Some(self.talk.last_request()?.saturating_add(ttl.saturating_mul(1_000)))
    }

    /// Returns the conversation before the last message, for a program that is started anew each
    /// time, and the context recalled for that message.
    pub fn context_block(&self) -> Option<String> {
        let sent = self.talk.sent_messages();
        let (last, before) = sent.split_last()?;
        let parts = [prompt::so_far(before), prompt::recalled_context(last)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }

    /// Number of tokens sent besides the messages.
    pub(super) fn overhead_tokens(&self) -> usize {
        let meter = self.talk.meter();
        self.system.parts().iter().map(|part| meter.text_tokens(part)).sum()
    }

    /// Token counts by layer of the context window.
    pub fn breakdown(&self) -> Breakdown {
        let system: Vec<String> = [Some(self.system.base.clone()), self.system.memory.clone()]
            .into_iter()
            .flatten()
            .collect();
        let messages = self.talk.sent_messages();
        let layers = Layers {
            system: &system,
            bootstrap: &self.system.files,
            tools: &[],
            messages: &messages,
        };
        layers.breakdown(&self.talk.meter(), self.host.window)
    }

    /// Prunes old tool results if that is due.
    pub fn prune(&mut self, now: i64) -> Result<(), ChatError> {
        match self.talk.prune(self.overhead_tokens(), now) {
            Some(entry) => Ok(self.append_entry(&entry)?),
            None => Ok(()),
        }
    }

    /// Returns the step to take before the next request.
    pub fn next_step(&self, occasion: Occasion) -> ContextStep {
        self.talk.next_step(self.overhead_tokens(), occasion)
    }
}
