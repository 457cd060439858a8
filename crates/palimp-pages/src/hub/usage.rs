//! How often members used the hub.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::{Reader, page};
use crate::parts::number;
use crate::texts::Text;
use crate::texts::hub as t;
use crate::view::View;

/// What is counted, and what the page calls it.
const USES: [(&str, Text); 6] = [
    ("search", t::USE_SEARCH),
    ("read", t::USE_READ),
    ("feed", t::USE_FEED),
    ("propose", t::USE_PROPOSE),
    ("review", t::USE_REVIEW),
    ("activity", t::USE_ACTIVITY),
];

/// How often who used the hub.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Of how many days.
    pub days: i64,
    /// Whether it is of all members, and not of who looks at it alone.
    pub of_all: bool,
    /// One by one.
    pub used: Vec<Used>,
}

/// How often a member did something on a day.
#[derive(Clone, Debug, Default)]
pub struct Used {
    /// The member's name.
    pub member: String,
    /// The day.
    pub day: String,
    /// `search`, `read`, `feed`, `propose`, `review` or `activity`.
    pub what: String,
    /// How often.
    pub times: u64,
}

/// How often, by what.
type Row = [u64; USES.len()];

/// The page of how often members used the hub.
pub fn usage(view: &View, reader: &Reader, usage: &Usage) -> Markup {
    let how = if usage.of_all { t::USE_OF_ALL } else { t::USE_OF_ONE };
    let members = by(usage, |used| &used.member);
    let days = by(usage, |used| &used.day);
    let body = html! {
        p { (view.fill(how, &[&usage.days])) }
        @if usage.used.is_empty() {
            p.quiet { (view.say(t::NO_USE)) }
        } @else {
            @if usage.of_all {
                h2 { (view.say(t::BY_MEMBER)) }
                (table(view, t::NAME, members.iter()))
            }
            h2 { (view.say(t::BY_DAY)) }
            (table(view, t::DAY, days.iter().rev()))
        }
    };
    page(view, Some(reader), view.say(t::USE), body)
}

fn by(usage: &Usage, name: impl Fn(&Used) -> &String) -> BTreeMap<&str, Row> {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for used in &usage.used {
        let row = rows.entry(name(used)).or_default();
        if let Some(at) = USES.iter().position(|(what, _)| *what == used.what) {
            row[at] += used.times;
        }
    }
    rows
}

fn table<'a>(
    view: &View,
    first: Text,
    rows: impl Iterator<Item = (&'a &'a str, &'a Row)>,
) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr {
                    th scope="col" { (view.say(first)) }
                    @for (_, text) in USES { th.number scope="col" { (view.say(text)) } }
                } }
                tbody {
                    @for (name, row) in rows {
                        tr {
                            th scope="row" { (name) }
                            @for times in row { td.number { (number(*times)) } }
                        }
                    }
                }
            }
        }
    }
}
