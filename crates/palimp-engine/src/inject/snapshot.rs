//! What the notes say on the prompt.

use palimp_core::author::marked;
use palimp_store::activity::Filter;
use palimp_vault::authors::Authors;

use super::notes::without_front_matter;
use super::{Builder, Context, Section};
use crate::memory::Error;
use crate::recall::{Answer, Hit, Options};

/// How many passages a prompt is given at the most, and how many characters they take together.
const HITS: usize = 4;
const SNAPSHOT: usize = 2_800;
/// How many bytes of changed notes are taken in while a client waits.
const AT_ONCE: u64 = 128 << 10;

impl Builder<'_> {
    /// Adds the passages that the prompt is about; none is a good answer. What goes wrong leaves
    /// the section empty and is its reason.
    pub(super) fn snapshot(&mut self, prompt: &str, context: &mut Context) {
        const NAME: &str = "task_snapshot";
        if !self.is_wanted(NAME) {
            return;
        }
        let section = Section::list(NAME, "Task Snapshot", SNAPSHOT);
        let floor = self.settings.inject_score;
        let section = match self.ask(prompt, context) {
            Ok(hits) if hits.is_empty() => section.because(format!("no note scores {floor:.2}")),
            Ok(hits) => {
                let scores: Vec<_> = hits.iter().map(|hit| format!("{:.2}", hit.score)).collect();
                let why = format!("notes that score {floor:.2} or more: {}", scores.join(", "));
                let redactor = self.settings.redactor();
                let said = hits.iter().map(|hit| redactor.redact(&in_words(hit)).into_owned());
                section.because(why).with(said.collect())
            }
            Err(error) => section.because(error.to_string()),
        };
        context.sections.push(section);
    }

    fn ask(&mut self, prompt: &str, context: &mut Context) -> Result<Vec<Hit>, Error> {
        if prompt.trim().is_empty() || !self.memory.has_notes()? {
            return Ok(Vec::new());
        }
        let floor = self.settings.inject_score;
        let options = self.options();
        let mut answer = Answer::default();
        let behind = self.memory.with_readable_index(&mut |memory| {
            let changes = memory.follow_at_a_glance(AT_ONCE)?;
            answer = memory.answer(prompt, &options)?;
            Ok(changes.behind)
        })?;
        context.behind |= behind;
        let mut hits = answer.hits;
        // An exact hit passes the floor of a search; here it has to reach it.
        hits.retain(|hit| hit.score >= f64::from(floor) && self.is_of_here(hit));
        Ok(hits)
    }

    fn options(&self) -> Options {
        let here = self.here();
        let filter = Filter { agent: Some(self.session.agent.clone()), ..Filter::default() };
        Options {
            limit: HITS,
            floor: self.settings.inject_score,
            here_alone: true,
            observations: false,
            ..Options::new(filter, &here, self.now.as_millisecond())
        }
    }

    /// Whether a hit is of this very project: two may have one name.
    fn is_of_here(&self, hit: &Hit) -> bool {
        let (Some(_), Some(path)) = (&hit.project, &hit.path) else { return true };
        let Ok(Some(text)) = self.memory.text(path) else { return true };
        let authors = Authors::of(&text);
        let number = |line: Option<i64>| line.and_then(|line| usize::try_from(line).ok());
        let lines = number(hit.start_line).unwrap_or(1)..=number(hit.end_line).unwrap_or(0);
        let by = lines.into_iter().find_map(|line| authors.of_line(line));
        by.is_none_or(|by| by.holds_in(&self.here()))
    }
}

/// `semantic/db.md:3 (Database > Port)` and the passage below.
fn in_words(hit: &Hit) -> String {
    let path = hit.path.as_deref().unwrap_or_default();
    let line = hit.start_line.unwrap_or(1);
    let heading = hit.heading.as_ref().map(|heading| format!(" ({heading})")).unwrap_or_default();
    // The heading is said already, and comments are palimp's own.
    let own = |line: &&str| !line.starts_with('#') && !line.starts_with("<!-- palimp:");
    let kept = without_front_matter(&hit.snippet).lines().filter(|line| own(&line.trim_start()));
    let kept = kept.filter(|line| !line.trim().is_empty()).map(|line| marked(line, hit.author));
    let kept: Vec<_> = kept.collect();
    format!("{path}:{line}{heading}\n{}", kept.join("\n").trim())
}
