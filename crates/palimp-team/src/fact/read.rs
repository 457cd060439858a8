//! A fact's file, read as what anybody may have written.

use jiff::civil::Date;
use palimp_note::anchor::{Anchor, MAX_ANCHORS_PER_FACT};

use super::{Fact, MOST_SAID, NotAFact, Origin};
use crate::place::is_name;

/// The heading above why a fact is so.
pub(super) const WHY: &str = "## Why";
/// The line around a front matter.
pub(super) const FENCE: &str = "---";
/// The keys that mean something here, in the order in which they are written.
pub(super) const KEYS: [&str; 10] = [
    "id", "kind", "supersedes", "valid_from", "expires", "proposer", "client", "date", "commit",
    "allow",
];

impl Fact {
    /// Reads the text of a fact's file.
    pub fn parse(text: &str) -> Result<Fact, NotAFact> {
        let mut lines = text.trim_start_matches('\u{feff}').lines();
        if lines.next().map(str::trim_end) != Some(FENCE) {
            return Err(NotAFact::NoFront);
        }
        let mut front = Front::default();
        loop {
            match lines.next() {
                None => return Err(NotAFact::NoFront),
                Some(line) if line.trim_end() == FENCE => break,
                Some(line) => front.take(line)?,
            }
        }
        let mut fact = front.fact()?;
        fact.take_body(lines);
        let long = |text: &str| text.chars().count() > MOST_SAID;
        match () {
            () if fact.statement.is_empty() => Err(NotAFact::Empty),
            () if long(&fact.statement) || long(&fact.why) => Err(NotAFact::Long),
            () => Ok(fact),
        }
    }

    /// What stands below the front matter: the statement, anchors at ends of its lines, and why.
    fn take_body<'t>(&mut self, lines: impl Iterator<Item = &'t str>) {
        let mut lines = lines.map(str::trim_end);
        let mut said = Vec::new();
        for line in lines.by_ref().take_while(|line| *line != WHY) {
            let (rest, anchors) = without_anchors(line);
            if !rest.is_empty() || anchors.is_empty() {
                said.push(rest);
            }
            self.anchors.extend(anchors);
        }
        self.anchors.truncate(MAX_ANCHORS_PER_FACT);
        self.statement = joined(&said);
        self.why = joined(&lines.collect::<Vec<_>>());
    }
}

/// A line, and the anchors at its end, in their order.
fn without_anchors(mut line: &str) -> (&str, Vec<Anchor>) {
    let mut anchors = Vec::new();
    while let Some(at) = line.rfind("<!-- palimp:at ")
        && let Some(anchor) = Anchor::parse(&line[at..])
    {
        anchors.insert(0, anchor);
        line = line[..at].trim_end();
    }
    (line, anchors)
}

/// Lines without the empty ones before and behind.
fn joined(lines: &[&str]) -> String {
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The values of the keys that are known, in their order, and the lines of all others.
#[derive(Default)]
struct Front {
    values: [Option<String>; KEYS.len()],
    other: Vec<String>,
}

impl Front {
    fn take(&mut self, line: &str) -> Result<(), NotAFact> {
        let pair =
            line.split_once(':').filter(|(_, value)| value.is_empty() || value.starts_with(' '));
        let known =
            pair.and_then(|(key, value)| Some((KEYS.iter().position(|k| *k == key)?, value)));
        let Some((at, value)) = known else {
            self.other.push(line.trim_end().to_owned());
            return Ok(());
        };
        match self.values[at].replace(scalar(value).to_owned()) {
            Some(_) => Err(NotAFact::Twice(KEYS[at])),
            None => Ok(()),
        }
    }

    fn fact(self) -> Result<Fact, NotAFact> {
        let Front { values, other } = self;
        let values = values.map(|value| value.filter(|value| !value.is_empty()));
        let [id, kind, supersedes, valid_from, expires, proposer, client, date, commit, allow] =
            values;
        Ok(Fact {
            id: name("id", id.ok_or(NotAFact::Missing("id"))?)?,
            kind: name("kind", kind.ok_or(NotAFact::Missing("kind"))?)?,
            supersedes: names("supersedes", supersedes)?,
            valid_from: day("valid_from", valid_from)?,
            expires: day("expires", expires)?,
            proposer,
            origin: Origin { client, date: day("date", date)?, commit },
            allow: names("allow", allow)?,
            other,
            ..Fact::default()
        })
    }
}

/// A value without the quotes and the white space around it.
fn scalar(value: &str) -> &str {
    value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''))
}

fn name(key: &'static str, value: String) -> Result<String, NotAFact> {
    if is_name(&value) { Ok(value) } else { Err(NotAFact::Name { key, value }) }
}

/// `a, b` or `[a, b]`.
fn names(key: &'static str, value: Option<String>) -> Result<Vec<String>, NotAFact> {
    let value = value.unwrap_or_default();
    let inner = value.trim_start_matches('[').trim_end_matches(']');
    let ids = inner.split(',').map(scalar).filter(|id| !id.is_empty());
    ids.map(|id| name(key, id.to_owned())).collect()
}

fn day(key: &'static str, value: Option<String>) -> Result<Option<Date>, NotAFact> {
    let Some(value) = value else { return Ok(None) };
    // `strptime` alone takes a day and nothing behind it.
    match Date::strptime("%Y-%m-%d", &value) {
        Ok(date) => Ok(Some(date)),
        Err(_) => Err(NotAFact::Day { key, value }),
    }
}
