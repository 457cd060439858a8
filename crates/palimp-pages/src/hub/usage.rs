//! Page of the hub's usage by members.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::{HubPageReader, hub_page};
use crate::parts::format_number;
use crate::texts::PageText;
use crate::texts::hub as t;
use crate::view::ViewContext;

/// Counted uses, with their labels.
const USE_KINDS: [(&str, PageText); 6] = [
    ("search", t::USE_SEARCH),
    ("read", t::USE_READ),
    ("feed", t::USE_FEED),
    ("propose", t::USE_PROPOSE),
    ("review", t::USE_REVIEW),
    ("activity", t::USE_ACTIVITY),
];

/// Usage of the hub.
#[derive(Clone, Debug, Default)]
pub struct HubUsage {
    /// Of how many days.
    pub days: i64,
    /// True for all members; false for the reader alone.
    pub of_all: bool,
    /// One by one.
    pub used: Vec<MemberUsage>,
}

/// Number of uses by a member on a day.
#[derive(Clone, Debug, Default)]
pub struct MemberUsage {
    /// The member's name.
    pub member: String,
    /// The day.
    pub day: String,
    /// `search`, `read`, `feed`, `propose`, `review` or `activity`.
    pub what: String,
    /// Number of uses.
    pub times: u64,
}

/// Numbers of uses by kind.
type UsageRow = [u64; USE_KINDS.len()];

/// Renders the page of the hub's usage.
pub fn usage_page(view: &ViewContext, reader: &HubPageReader, usage: &HubUsage) -> Markup {
    let how = if usage.of_all { t::USE_OF_ALL } else { t::USE_OF_ONE };
    let members = sum_by(usage, |used| &used.member);
    let days = sum_by(usage, |used| &used.day);
    let body = html! {
        p { (view.fill_blanks(how, &[&usage.days])) }
        @if usage.used.is_empty() {
            p.quiet { (view.translate(t::NO_USE)) }
        } @else {
            @if usage.of_all {
                h2 { (view.translate(t::BY_MEMBER)) }
                (usage_table(view, t::NAME, members.iter()))
            }
            h2 { (view.translate(t::BY_DAY)) }
            (usage_table(view, t::DAY, days.iter().rev()))
        }
    };
    hub_page(view, Some(reader), view.translate(t::USE), body)
}

fn sum_by(usage: &HubUsage, name: impl Fn(&MemberUsage) -> &String) -> BTreeMap<&str, UsageRow> {
    let mut rows: BTreeMap<&str, UsageRow> = BTreeMap::new();
    for used in &usage.used {
        let row = rows.entry(name(used)).or_default();
        if let Some(at) = USE_KINDS.iter().position(|(what, _)| *what == used.what) {
            row[at] += used.times;
        }
    }
    rows
}

fn usage_table<'a>(
    view: &ViewContext,
    first: PageText,
    rows: impl Iterator<Item = (&'a &'a str, &'a UsageRow)>,
) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr {
                    th scope="col" { (view.translate(first)) }
                    @for (_, text) in USE_KINDS { th.number scope="col" { (view.translate(text)) } }
                } }
                tbody {
                    @for (name, row) in rows {
                        tr {
                            th scope="row" { (name) }
                            @for times in row { td.number { (format_number(*times)) } }
                        }
                    }
                }
            }
        }
    }
}
