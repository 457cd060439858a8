//! Building blocks of pages.

pub(crate) mod difference;
pub(crate) mod marked;
pub(crate) mod moment;

use jiff::Timestamp;
use jiff::civil::Date;
use maud::{Markup, html};

use crate::texts as t;
use crate::view::ViewContext;

const SECONDS_PER_MINUTE: i64 = 60;
const SECONDS_PER_HOUR: i64 = 60 * SECONDS_PER_MINUTE;
const SECONDS_PER_DAY: i64 = 24 * SECONDS_PER_HOUR;

/// Renders a moment, in milliseconds since the Unix epoch: how long ago, and the exact time.
pub(crate) fn time_label(view: &ViewContext, at: i64) -> Markup {
    let moment = Timestamp::from_millisecond(at).unwrap_or_default();
    let local = moment.to_zoned(view.now.time_zone().clone());
    let day = local.strftime("%Y-%m-%d").to_string();
    // What bears a day and no hour is kept as that day's midnight.
    if local.time() == jiff::civil::Time::midnight() {
        let is_today = local.date() == view.now.date();
        let words = if is_today { view.translate(t::TODAY).to_owned() } else { day.clone() };
        return html! { time datetime=(day) title=(day) { (words) } };
    }
    let exact = local.strftime("%Y-%m-%d %H:%M:%S").to_string();
    let ago = view.now.timestamp().as_second() - moment.as_second();
    let words = match ago {
        ..SECONDS_PER_MINUTE => view.translate(t::JUST_NOW).to_owned(),
        SECONDS_PER_MINUTE..SECONDS_PER_HOUR => {
            view.fill_blanks(t::MINUTES_AGO, &[&(ago / SECONDS_PER_MINUTE)])
        }
        SECONDS_PER_HOUR..SECONDS_PER_DAY => {
            view.fill_blanks(t::HOURS_AGO, &[&(ago / SECONDS_PER_HOUR)])
        }
        _ => day,
    };
    html! { time datetime=(moment) title=(exact) { (words) } }
}

/// Returns the reader's day of a moment in milliseconds since the Unix epoch.
pub(crate) fn day(view: &ViewContext, at: i64) -> Date {
    let moment = Timestamp::from_millisecond(at).unwrap_or_default();
    moment.to_zoned(view.now.time_zone().clone()).date()
}

/// Returns the label of a moment's day: `today`, `yesterday`, `2026-11-20`.
pub(crate) fn day_label(view: &ViewContext, at: i64) -> String {
    let (day, today) = (day(view, at), view.now.date());
    if day == today {
        view.translate(t::TODAY).to_owned()
    } else if today.yesterday().is_ok_and(|it| it == day) {
        view.translate(t::YESTERDAY).to_owned()
    } else {
        day.to_string()
    }
}

/// Formats a duration in seconds.
pub(crate) fn format_duration(view: &ViewContext, seconds: i64) -> String {
    match seconds {
        ..SECONDS_PER_MINUTE => view.fill_blanks(t::SECONDS, &[&seconds]),
        SECONDS_PER_MINUTE..SECONDS_PER_HOUR => {
            view.fill_blanks(t::MINUTES, &[&(seconds / SECONDS_PER_MINUTE)])
        }
        _ => view.fill_blanks(
            t::HOURS,
            &[&(seconds / SECONDS_PER_HOUR), &(seconds % SECONDS_PER_HOUR / SECONDS_PER_MINUTE)],
        ),
    }
}

/// Formats a size in bytes.
pub(crate) fn format_bytes(size: u64) -> String {
    const BYTE_UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if size < 1_000 {
        return format!("{size} B");
    }
    let (mut size, mut unit) = (size as f64 / 1_000.0, 0);
    while size >= 999.95 && unit + 1 < BYTE_UNITS.len() {
        (size, unit) = (size / 1_000.0, unit + 1);
    }
    format!("{size:.1} {}", BYTE_UNITS[unit])
}

/// Formats a number in groups of three digits.
pub(crate) fn format_number(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Renders bars from 0 to 1, with their names and numbers.
pub(crate) fn bar_chart(view: &ViewContext, parts: &[(String, f64)]) -> Markup {
    html! {
        dl.bars {
            @for (name, value) in parts {
                div {
                    dt { (view.score_part_label(name)) }
                    dd {
                        svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                            rect.all width="100" height="8" {}
                            rect.part width=(format!("{:.1}", value.clamp(0.0, 1.0) * 100.0)) height="8" {}
                        }
                        (format!("{value:.3}"))
                    }
                }
            }
        }
    }
}

/// The field that every form carries.
pub(crate) fn form_token(view: &ViewContext) -> Markup {
    html! { input type="hidden" name=(view.form.0) value=(view.form.1); }
}

/// Returns the name of a kind of author in the reader's language.
pub(crate) fn author_label<'n>(view: &ViewContext, name: &'n str) -> &'n str {
    match name {
        "agent" => view.translate(t::AUTHOR_AGENT),
        "import" => view.translate(t::AUTHOR_IMPORT),
        "tool" => view.translate(t::AUTHOR_TOOL),
        "team" => view.translate(t::AUTHOR_TEAM),
        name => name,
    }
}

/// Renders a choice among `values` in a form; the empty value means all.
pub(crate) fn select_field(
    view: &ViewContext,
    (name, label): (&str, t::PageText),
    values: &[String],
    chosen: &str,
) -> Markup {
    // Projects and clients have names of their own, authors are called by words.
    let called = |value: &str| match name {
        "author" => author_label(view, value).to_owned(),
        _ => value.to_owned(),
    };
    html! {
        label {
            (view.translate(label))
            select name=(name) {
                option value="" { (view.translate(t::ALL)) }
                @for value in values {
                    option value=(value) selected[value == chosen] { (called(value)) }
                }
                // What a link asks for may not be among the most used.
                @if !chosen.is_empty() && !values.iter().any(|value| value == chosen) {
                    option value=(chosen) selected { (chosen) }
                }
            }
        }
    }
}

/// Renders the link from one part of a list to the next, given its address.
pub(crate) fn next_page_link(view: &ViewContext, address: Option<String>) -> Markup {
    html! {
        @if let Some(address) = address {
            p { a rel="next" href=(address) { (view.translate(t::MORE)) } }
        }
    }
}

impl ViewContext {
    /// Returns the label of a part of a score.
    fn score_part_label(&self, name: &str) -> String {
        let text = match name {
            "score" => t::PART_SCORE,
            "words" => t::PART_WORDS,
            "vector" => t::PART_VECTORS,
            "exact" => t::PART_EXACT,
            "recent" | "recency" => t::PART_RECENT,
            "here" | "project" => t::PART_HERE,
            "importance" => t::PART_IMPORTANCE,
            "kind" => t::PART_KIND,
            other => return other.to_owned(),
        };
        self.translate(text).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::tests::test_view;
    use palimp_core::lang::Lang;

    #[test]
    fn a_moment_is_told_by_how_long_ago_it_was() {
        let view = test_view(Lang::En);
        let now = view.now.timestamp().as_millisecond();
        let told = |seconds: i64| time_label(&view, now - seconds * 1_000).into_string();
        assert!(told(3).contains("just now") && told(-5).contains("just now"));
        assert!(told(125).contains("2 min ago") && told(7_300).contains("2 h ago"));
        let long_ago = told(3 * 86_400);
        assert!(long_ago.contains(">2026-11-19<"), "{long_ago}");
        assert!(long_ago.contains("title=\"2026-11-19 12:00:00\""), "{long_ago}");
    }

    #[test]
    fn day_without_an_hour_is_told_as_a_day() {
        let view = test_view(Lang::En);
        let midnight = view.now.start_of_day().unwrap().timestamp().as_millisecond();
        let told = time_label(&view, midnight).into_string();
        assert!(told.contains(">today<") && !told.contains("h ago"), "{told}");
        let before = time_label(&view, midnight - 86_400_000).into_string();
        assert!(before.contains("title=\"2026-11-21\""), "{before}");
    }

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!(
            [format_number(0), format_number(999), format_number(1_234_567)],
            ["0", "999", "1,234,567"]
        );
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(
            [format_bytes(999), format_bytes(1_500), format_bytes(999_990)],
            ["999 B", "1.5 kB", "1.0 MB"]
        );
    }
}
