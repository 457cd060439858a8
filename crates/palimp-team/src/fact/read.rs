//! A fact's file, read as what anybody may have written.

use jiff::civil::Date;
use palimp_note::anchor::{Anchor, MAX_ANCHORS_PER_FACT};

use super::{MAX_FACT_CHARS, NotAFact, TeamFact, TeamFactOrigin};
use crate::repository_layout::is_name;

/// The heading above why a fact is so.
pub(super) const WHY_HEADING: &str = "## Why";
/// The line around a front matter.
pub(super) const FRONT_MATTER_FENCE: &str = "---";
/// The keys that mean something here, in the order in which they are written.
pub(super) const FRONT_MATTER_KEYS: [&str; 10] = [
    "id", "kind", "supersedes", "valid_from", "expires", "proposer", "client", "date", "commit",
    "allow",
];

impl TeamFact {
    /// Reads the text of a fact's file.
    pub fn parse(text: &str) -> Result<TeamFact, NotAFact> {
        let mut lines = text.trim_start_matches('\u{feff}').lines();
        if lines.next().map(str::trim_end) != Some(FRONT_MATTER_FENCE) {
            return Err(NotAFact::NoFront);
        }
        let mut front = Front::default();
        loop {
            match lines.next() {
                None => return Err(NotAFact::NoFront),
                Some(line) if line.trim_end() == FRONT_MATTER_FENCE => break,
                Some(line) => front.parse_line(line)?,
            }
        }
        let mut fact = front.into_fact()?;
        fact.parse_body(lines);
        let long = |text: &str| text.chars().count() > MAX_FACT_CHARS;
        match () {
            () if fact.statement.is_empty() => Err(NotAFact::Empty),
            () if long(&fact.statement) || long(&fact.why) => Err(NotAFact::Long),
            () => Ok(fact),
        }
    }

    /// Parses the text below the front matter: the statement, anchors at line ends, and the reason.
    fn parse_body<'t>(&mut self, lines: impl Iterator<Item = &'t str>) {
        let mut lines = lines.map(str::trim_end);
        let mut said = Vec::new();
        for line in lines.by_ref().take_while(|line| *line != WHY_HEADING) {
            let (rest, anchors) = without_anchors(line);
            if !rest.is_empty() || anchors.is_empty() {
                said.push(rest);
            }
            self.anchors.extend(anchors);
        }
        self.anchors.truncate(MAX_ANCHORS_PER_FACT);
        self.statement = join_trimmed(&said);
        self.why = join_trimmed(&lines.collect::<Vec<_>>());
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
fn join_trimmed(lines: &[&str]) -> String {
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The values of the keys that are known, in their order, and the lines of all others.
#[derive(Default)]
struct Front {
    values: [Option<String>; FRONT_MATTER_KEYS.len()],
    other: Vec<String>,
}

impl Front {
    fn parse_line(&mut self, line: &str) -> Result<(), NotAFact> {
        let pair =
            line.split_once(':').filter(|(_, value)| value.is_empty() || value.starts_with(' '));
        let known = pair.and_then(|(key, value)| {
            Some((FRONT_MATTER_KEYS.iter().position(|k| *k == key)?, value))
        });
        let Some((at, value)) = known else {
            self.other.push(line.trim_end().to_owned());
            return Ok(());
        };
        match self.values[at].replace(trim_scalar(value).to_owned()) {
            Some(_) => Err(NotAFact::Twice(FRONT_MATTER_KEYS[at])),
            None => Ok(()),
        }
    }

    fn into_fact(self) -> Result<TeamFact, NotAFact> {
        let Front { values, other } = self;
        let values = values.map(|value| value.filter(|value| !value.is_empty()));
        let [id, kind, supersedes, valid_from, expires, proposer, client, date, commit, allow] =
            values;
        Ok(TeamFact {
            id: parse_name("id", id.ok_or(NotAFact::Missing("id"))?)?,
            kind: parse_name("kind", kind.ok_or(NotAFact::Missing("kind"))?)?,
            supersedes: parse_names("supersedes", supersedes)?,
            valid_from: parse_day("valid_from", valid_from)?,
            expires: parse_day("expires", expires)?,
            proposer,
            origin: TeamFactOrigin { client, date: parse_day("date", date)?, commit },
            allow: parse_names("allow", allow)?,
            other,
            ..TeamFact::default()
        })
    }
}

/// A value without the quotes and the white space around it.
fn trim_scalar(value: &str) -> &str {
    value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''))
}

fn parse_name(key: &'static str, value: String) -> Result<String, NotAFact> {
    if is_name(&value) { Ok(value) } else { Err(NotAFact::Name { key, value }) }
}

/// `a, b` or `[a, b]`.
fn parse_names(key: &'static str, value: Option<String>) -> Result<Vec<String>, NotAFact> {
    let value = value.unwrap_or_default();
    let inner = value.trim_start_matches('[').trim_end_matches(']');
    let ids = inner.split(',').map(trim_scalar).filter(|id| !id.is_empty());
    ids.map(|id| parse_name(key, id.to_owned())).collect()
}

fn parse_day(key: &'static str, value: Option<String>) -> Result<Option<Date>, NotAFact> {
    let Some(value) = value else { return Ok(None) };
    // `strptime` alone takes a day and nothing behind it.
    match Date::strptime("%Y-%m-%d", &value) {
        Ok(date) => Ok(Some(date)),
        Err(_) => Err(NotAFact::Day { key, value }),
    }
}
