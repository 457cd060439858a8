//! A command that is about to run: what earlier sessions of the project know of it.

use palimp_core::author::AuthorKind;
use palimp_core::shell::{CommandStep, parse_steps};

use super::command_targets::{place_of, program_of};
use super::recent_activity::RecentActivity;
use super::{Context, ContextBuilder, ContextSection};
use crate::retrieval::index_sync::Error;

/// The most that it takes, in characters.
const MAX_CHARS: usize = 300;
/// The most places of a program that are told.
const MAX_PLACES: usize = 3;

impl ContextBuilder<'_> {
    /// Adds what is known of a command that is about to run: another one that ran in its stead where it always
    /// failed, and the places of its program at the session's first use of it.
    pub(super) fn before_command(
        &mut self,
        command: &str,
        context: &mut Context,
    ) -> Result<(), Error> {
        const SECTION_NAME: &str = "before_command";
        let (Some(db), true) = (self.db, self.is_wanted(SECTION_NAME)) else { return Ok(()) };
        let steps = parse_steps(command);
        if steps.is_empty() {
            return Ok(());
        }
        let Some(lately) = RecentActivity::load_cached(db, self.session)? else {
            context.outdated = true;
            return Ok(());
        };
        let known = lately.workarounds.iter();
        let known = known.filter(|known| steps.iter().any(|step| known.warns_of(step)));
        let mut lines: Vec<_> =
            known.filter_map(|known| known.format_line(&self.session.id)).collect();
        for step in &steps {
            lines.extend(places_line(step, command, &lately, context));
        }
        let section = ContextSection::new_list(SECTION_NAME, "Before This Command", MAX_CHARS)
            .with_items(lines);
        let why = crate::messages::command_ran_before();
        context.sections.push(section.with_reason(why));
        Ok(())
    }
}

/// The places of a step's program that the command does not name, at the session's first use of it.
fn places_line(
    step: &CommandStep,
    command: &str,
    lately: &RecentActivity,
    context: &mut Context,
) -> Option<String> {
    let program = program_of(step)?;
    if !context.state.record_program(program) {
        return None;
    }
    let own = place_of(step);
    let is_named = |place: &str| {
        let names = place.split(' ').skip(1).filter(|word| !word.starts_with('-'));
        let mut names = names.map(|word| word.rsplit("://").next().unwrap_or(word));
        own.as_deref() == Some(place) || names.all(|name| command.contains(name))
    };
    let known = lately.places.iter().filter(|it| it.program == program && !is_named(&it.place));
    let known =
        known.take(MAX_PLACES).map(|it| format!("`{}` ({} sessions)", it.place, it.sessions));
    let known = known.collect::<Vec<_>>().join(", ");
    (!known.is_empty())
        .then(|| format!("{}{program} went here before: {known}", AuthorKind::Tool.line_mark()))
}
