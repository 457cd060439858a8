//! A fact's file, written so that it is read as what it says.

use std::fmt;

use palimp_note::anchor::MAX_ANCHORS_PER_FACT;

use super::Fact;
use super::read::{FENCE, KEYS, WHY};

/// The file.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{FENCE}")?;
        for (key, value) in KEYS.iter().zip(self.values()) {
            let value = one_line(&value);
            if !value.is_empty() {
                writeln!(f, "{key}: {value}")?;
            }
        }
        for line in self.other.iter().map(|line| line.trim_end()).filter(|line| is_other(line)) {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "{FENCE}\n{}", body(&self.statement))?;
        self.anchors
            .iter()
            .take(MAX_ANCHORS_PER_FACT)
            .try_for_each(|anchor| writeln!(f, "{anchor}"))?;
        if !self.why.is_empty() {
            writeln!(f, "\n{WHY}\n\n{}", self.why.trim_end())?;
        }
        Ok(())
    }
}

impl Fact {
    /// The values of [`KEYS`], in that order; an empty one is not written.
    fn values(&self) -> [String; KEYS.len()] {
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

/// Whether a line is one of those that are kept, and ends no front matter and says no known key.
fn is_other(line: &str) -> bool {
    let key = line.split_once(':').map_or("", |(key, _)| key);
    line != FENCE && !KEYS.contains(&key) && !line.contains(['\n', '\r'])
}

/// A statement in which no line is taken for the heading of why.
fn body(statement: &str) -> String {
    let lines = statement.trim_matches('\n').lines().map(str::trim_end);
    let lines = lines.map(|line| if line == WHY { format!("\\{WHY}") } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}
