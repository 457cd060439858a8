//! Lines that were struck through, and what struck them.

use palimp_core::text::day_in;
use palimp_note::NotePath;
use palimp_rules::reflect::ComparableFact;
use palimp_vault::{Vault, VaultError};
use serde::Serialize;

use super::{LineEvidence, candidate_lines, words_of};

/// A strike, seen from one of its two lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LineStrike {
    /// The other line; none where nobody knows it, or the user struck the line by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The day of the strike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
}

/// Lines of the lasting notes.
pub(super) struct Strikes {
    struck: Vec<StruckLine>,
    live: Vec<(String, Option<String>)>,
}

struct StruckLine {
    place: (String, usize),
    words: String,
    day: Option<String>,
    /// The link's text to what superseded it.
    label: Option<String>,
}

impl Strikes {
    pub(super) fn load(vault: &Vault, paths: &[NotePath]) -> Result<Strikes, VaultError> {
        let mut strikes = Strikes { struck: Vec::new(), live: Vec::new() };
        let lasting = |path: &&NotePath| !path.as_str().starts_with("episodes/");
        for path in paths.iter().filter(lasting) {
            let note = vault.read_lossy(path)?;
            let origins = palimp_note::origin::NoteOrigins::from_note(path.as_str(), &note);
            for line in candidate_lines(&note) {
                let words = words_of(&line.said).to_owned();
                match line.said.strip_prefix("~~") {
                    Some(rest) => {
                        let behind = rest.split_once("~~").map_or("", |(_, behind)| behind);
                        let label =
                            behind.split_once("see [").and_then(|(_, it)| it.split_once(']'));
                        strikes.struck.push(StruckLine {
                            place: (path.to_string(), line.number),
                            words,
                            day: day_in(behind),
                            label: label.map(|(label, _)| label.to_owned()),
                        });
                    }
                    None => strikes.live.push((words, origins.of_line(line.number).day)),
                }
            }
        }
        Ok(strikes)
    }

    /// Adds to a line what it struck through and what struck it through.
    pub(super) fn add_strikes(&self, line: &mut LineEvidence) {
        let place = (line.path.clone(), line.line);
        if let Some(own) = self.struck.iter().find(|it| it.place == place) {
            line.struck_by =
                Some(LineStrike { text: self.striking_line(own), day: own.day.clone() });
            return;
        }
        let claims = ComparableFact::from_text(&line.words);
        let by_it = |it: &&StruckLine| {
            it.label.is_some()
                && it.day == line.day
                && claims.contradicts(&ComparableFact::from_text(&it.words))
        };
        let struck = self.struck.iter().filter(by_it);
        line.struck = struck
            .map(|it| LineStrike { text: Some(it.words.clone()), day: it.day.clone() })
            .collect();
    }

    /// Returns the line of that day which contradicts the struck one.
    fn striking_line(&self, struck: &StruckLine) -> Option<String> {
        struck.label.as_ref()?;
        let said = ComparableFact::from_text(&struck.words);
        let is_it = |(words, day): &&(String, Option<String>)| {
            *day == struck.day && ComparableFact::from_text(words).contradicts(&said)
        };
        self.live.iter().find(is_it).map(|(words, _)| words.clone())
    }
}
