//! Answers of a distiller that passed their checks, and the lines of an entry that come of them.

use palimp_core::activity::StoredMessage;
use palimp_core::chat::TokenUsage;
use palimp_core::distill::ConversationTurn;
use palimp_note::anchor::Anchor;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_redact::Redactor;

use super::answer::DistilledLine;
use crate::retrieval::fact_metadata::SecretFilter;

/// An answer that passed its checks: the lines that are kept, and the messages it summarises.
pub(super) struct AcceptedAnswer<'a> {
    pub(super) batch: &'a [StoredMessage],
    pub(super) kept: Option<Vec<DistilledLine>>,
    pub(super) usage: TokenUsage,
}

impl DistilledLine {
    /// Renders the line for an entry with provenance `by`.
    pub(super) fn render_with(
        &self,
        anchors: Vec<Anchor>,
        places: &[String],
        by: &Provenance,
        redactor: &Redactor,
    ) -> String {
        let mut secrets = SecretFilter::new(redactor);
        let by = Provenance {
            aliases: secrets.join_without_secrets(&self.aliases),
            places: secrets.join_without_secrets(places),
            lasting: self.lasting.then(|| "yes".to_owned()),
            anchors,
            ..by.clone()
        };
        let text = &self.text;
        let is_users = by.by == AuthorKind::User || by.at.is_some();
        match is_users || by.aliases.is_some() || by.places.is_some() || self.lasting {
            true => format!("{text} {by}"),
            false => {
                by.anchors.iter().fold(text.clone(), |line, anchor| format!("{line} {anchor}"))
            }
        }
    }
}

/// The lines with those of their places alone that lie in the project as they are written, and that the
/// conversation names: a model makes up others.
pub(super) fn named_there(
    mut lines: Vec<DistilledLine>,
    turns: &[ConversationTurn],
) -> Vec<DistilledLine> {
    let is_said = |path: &str| turns.iter().any(|turn| turn.text.contains(path));
    for line in &mut lines {
        line.places
            .retain(|place| Anchor::parse_location(place).is_some_and(|it| is_said(&it.path)));
    }
    lines
}
