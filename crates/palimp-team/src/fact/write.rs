//! A fact's file, written so that it is read as what it says.

use std::fmt;

use palimp_note::anchor::MAX_ANCHORS_PER_FACT;

use super::TeamFact;
use super::read::{FRONT_MATTER_FENCE, FRONT_MATTER_KEYS, WHY_HEADING};

/// The file.
impl fmt::Display for TeamFact {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{FRONT_MATTER_FENCE}")?;
        for (key, value) in FRONT_MATTER_KEYS.iter().zip(self.field_values()) {
            let value = one_line(&value);
            if !value.is_empty() {
                writeln!(f, "{key}: {value}")?;
            }
        }
        for line in self.other.iter().map(|line| line.trim_end()).filter(|line| is_other(line)) {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "{FRONT_MATTER_FENCE}\n{}", escape_statement(&self.statement))?;
        self.anchors
            .iter()
            .take(MAX_ANCHORS_PER_FACT)
            .try_for_each(|anchor| writeln!(f, "{anchor}"))?;
        if !self.why.is_empty() {
            writeln!(f, "\n{WHY_HEADING}\n\n{}", self.why.trim_end())?;
        }
        Ok(())
    }
}

impl TeamFact {
    /// Returns the values of [`FRONT_MATTER_KEYS`], in order; an empty value is not written.
    fn field_values(&self) -> [String; FRONT_MATTER_KEYS.len()] {
        let day = |day: Option<jiff::civil::Date>| day.map_or(String::new(), |day| day.to_string());
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        [
            self.id.clone(),
            self.kind.clone(),
            self.supersedes.join(", "),
            day(self.valid_from),
            day(self.expires),
            text(&self.proposer),
            text(&self.origin.client),
            day(self.origin.date),
            text(&self.origin.commit),
            self.allow.join(", "),
        ]
    }
}

/// A value that goes on to no other line.
fn one_line(value: &str) -> String {
    value.split(char::is_control).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// True if a line may be kept as an unknown line: it does not end the front matter and has no known
/// key.
fn is_other(line: &str) -> bool {
    let key = line.split_once(':').map_or("", |(key, _)| key);
    line != FRONT_MATTER_FENCE && !FRONT_MATTER_KEYS.contains(&key) && !line.contains(['\n', '\r'])
}

/// A statement in which no line is taken for the heading of why.
fn escape_statement(statement: &str) -> String {
    let lines = statement.trim_matches('\n').lines().map(str::trim_end);
    let lines = lines
        .map(|line| if line == WHY_HEADING { format!("\\{WHY_HEADING}") } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}
