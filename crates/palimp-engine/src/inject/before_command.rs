//! A command that is about to run: what earlier sessions of the project know of it.

use palimp_core::author::AuthorKind;
use palimp_core::shell::{CommandStep, parse_steps};

use super::lately::Lately;
use super::places::{place_of, program_of};
use super::{Builder, Context, Section};
use crate::memory::Error;

/// The most that it takes, in characters.
const MAX_CHARS: usize = 300;
/// The most places of a program that are told.
const MAX_PLACES: usize = 3;

impl Builder<'_> {
    /// Adds what is known of a command that is about to run: another one that ran in its stead where it always
    /// failed, and the places of its program at the session's first use of it.
    pub(super) fn before_command(
        &mut self,
        command: &str,
        context: &mut Context,
    ) -> Result<(), Error> {
        const NAME: &str = "before_command";
        let (Some(db), true) = (self.db, self.is_wanted(NAME)) else { return Ok(()) };
        let steps = parse_steps(command);
        if steps.is_empty() {
            return Ok(());
        }
        let Some(lately) = Lately::ready(db, self.session)? else {
            context.outdated = true;
            return Ok(());
        };
        let known = lately.workarounds.iter();
        let known = known.filter(|known| steps.iter().any(|step| known.warns_of(step)));
        let mut lines: Vec<_> = known.filter_map(|known| known.line(&self.session.id)).collect();
        for step in &steps {
            lines.extend(places_line(step, command, &lately, context));
        }
        let section = Section::list(NAME, "Before This Command", MAX_CHARS).with(lines);
        let why = "earlier sessions ran such a command";
        context.sections.push(section.because(why));
        Ok(())
    }
}

/// The places of a step's program that the command does not name, at the session's first use of it.
fn places_line(
    step: &CommandStep,
    command: &str,
    lately: &Lately,
    context: &mut Context,
) -> Option<String> {
    let program = program_of(step)?;
    if !context.given.uses(program) {
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
