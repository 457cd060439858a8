//! Automatic end of a conversation: at an hour of the day, or after some time without activity.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};

use crate::settings::{ResetMode, ResetSettings};

/// Freshness of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It goes on.
    Keep,
    /// It is over.
    Over(ResetReason),
}

/// Reason for the end of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetReason {
    /// The hour of the daily reset has passed since the last activity.
    Daily,
    /// Nothing happened for too long.
    Idle,
}

/// Returns the freshness at `now`, in `zone`, of a conversation with its last activity at `last`.
///
/// The hour is one of the local day. If the clocks skip it, the reset is at the time at which it
/// would have been by the old time; if they repeat it, at its first time, and only then. A clock
/// that was set back, so that `last` lies ahead, ends nothing. If both reasons apply, the earlier
/// one is returned.
///
/// ```
/// use jiff::{Timestamp, tz::TimeZone};
/// use palimp_context::{Freshness, ResetSettings, ResetReason, check_freshness};
///
/// let zone = TimeZone::get("Asia/Seoul").unwrap_or(TimeZone::UTC);
/// let settings = ResetSettings { at_hour: 0, ..Default::default() };
/// let last: Timestamp = "2026-11-20T00:00:00Z".parse()?;
/// let now: Timestamp = "2026-11-22T00:00:00Z".parse()?;
/// assert_eq!(check_freshness(last, now, &zone, &settings), Freshness::Over(ResetReason::Daily));
/// # Ok::<(), jiff::Error>(())
/// ```
pub fn check_freshness(
    last: Timestamp,
    now: Timestamp,
    zone: &TimeZone,
    settings: &ResetSettings,
) -> Freshness {
    if now <= last {
        return Freshness::Keep;
    }
    let daily = matches!(settings.mode, ResetMode::Daily | ResetMode::Both)
        .then(|| next_reset(last, zone, settings.at_hour))
        .flatten();
    let idle = matches!(settings.mode, ResetMode::Idle | ResetMode::Both)
        .then(|| SignedDuration::from_mins(i64::from(settings.idle_minutes)))
        .and_then(|idle| last.checked_add(idle).ok());
    let ends = [(daily, ResetReason::Daily), (idle, ResetReason::Idle)];
    let ended = ends.into_iter().filter_map(|(end, why)| Some((end?, why)));
    let first = ended.filter(|(end, _)| *end <= now).min_by_key(|(end, _)| *end);
    first.map_or(Freshness::Keep, |(_, why)| Freshness::Over(why))
}

/// The first reset after `last`; `None` at the end of time.
fn next_reset(last: Timestamp, zone: &TimeZone, hour: u8) -> Option<Timestamp> {
    let hour = i8::try_from(hour.min(23)).unwrap_or_default();
    let today = last.to_zoned(zone.clone()).date();
    // A day before and a day after: where clocks change, the local day of a moment and the
    // resets around it may lie in another order than usual.
    let days = [today.yesterday().ok(), Some(today), today.tomorrow().ok()];
    let after = today.checked_add(2.days()).ok();
    let resets = days.into_iter().chain([after]).flatten().filter_map(|day| {
        let at: DateTime = day.at(hour, 0, 0, 0);
        Some(zone.to_ambiguous_zoned(at).compatible().ok()?.timestamp())
    });
    resets.filter(|reset| *reset > last).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEEP: Freshness = Freshness::Keep;
    const DAILY: Freshness = Freshness::Over(ResetReason::Daily);
    const IDLE: Freshness = Freshness::Over(ResetReason::Idle);

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).expect("the zone is known")
    }

    #[track_caller]
    fn check(zone: &TimeZone, settings: &ResetSettings, cases: &[(&str, &str, Freshness)]) {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        for (last, now, expect) in cases {
            let found = check_freshness(at(last), at(now), zone, settings);
            assert_eq!(found, *expect, "{last} {now}");
        }
    }

    fn daily(at_hour: u8) -> ResetSettings {
        ResetSettings { mode: ResetMode::Daily, at_hour, idle_minutes: 60 }
    }

    #[test]
    fn a_day_ends_at_its_hour_by_the_local_clock() {
        // Seoul is nine hours ahead: 04:00 there is 19:00 of the day before.
        check(
            &zone("Asia/Seoul"),
            &daily(4),
            &[
                ("2026-11-20T18:59:00Z", "2026-11-20T18:59:59Z", KEEP),
                ("2026-11-20T18:59:00Z", "2026-11-20T19:00:00Z", DAILY),
                ("2026-11-20T19:00:00Z", "2026-11-21T18:59:59Z", KEEP),
                ("2026-11-20T19:00:00Z", "2026-11-21T19:00:00Z", DAILY),
                ("2026-11-20T10:00:00Z", "2026-11-20T14:00:00Z", KEEP),
                ("2026-11-20T10:00:00Z", "2027-11-20T10:00:00Z", DAILY),
            ],
        );
    }

    #[test]
    fn an_hour_that_the_clocks_skip_is_passed_once() {
        // On 2026-03-29 Berlin goes from 02:00 to 03:00, at 01:00 UTC.
        check(
            &zone("Europe/Berlin"),
            &daily(2),
            &[
                ("2026-03-29T00:30:00Z", "2026-03-29T00:59:59Z", KEEP),
                ("2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", DAILY),
                ("2026-03-29T01:00:00Z", "2026-03-29T22:00:00Z", KEEP),
                ("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z", DAILY),
            ],
        );
    }

    #[test]
    fn an_hour_that_the_clocks_repeat_resets_once() {
        // On 2026-10-25 Berlin goes from 03:00 back to 02:00, at 01:00 UTC.
        check(
            &zone("Europe/Berlin"),
            &daily(2),
            &[
                ("2026-10-24T23:30:00Z", "2026-10-25T00:00:00Z", DAILY),
                ("2026-10-25T00:00:00Z", "2026-10-25T01:30:00Z", KEEP),
                ("2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", KEEP),
                ("2026-10-25T00:30:00Z", "2026-10-26T00:59:59Z", KEEP),
                ("2026-10-25T00:30:00Z", "2026-10-26T01:00:00Z", DAILY),
            ],
        );
    }

    #[test]
    fn a_zone_may_skip_a_whole_day() {
        // Samoa had no 2011-12-30: from the 29th, 24:00 (10:00 UTC) it went on with the 31st.
        check(
            &zone("Pacific/Apia"),
            &daily(4),
            &[
                ("2011-12-30T09:00:00Z", "2011-12-30T13:59:00Z", KEEP),
                ("2011-12-30T09:00:00Z", "2011-12-30T14:00:00Z", DAILY),
            ],
        );
    }

    #[test]
    fn idleness_needs_no_clock_on_the_wall() {
        let settings = ResetSettings { mode: ResetMode::Idle, at_hour: 4, idle_minutes: 30 };
        check(
            &zone("Europe/Berlin"),
            &settings,
            &[
                ("2026-03-29T00:45:00Z", "2026-03-29T01:14:59Z", KEEP),
                ("2026-03-29T00:45:00Z", "2026-03-29T01:15:00Z", IDLE),
                ("2026-11-20T00:00:00Z", "2026-11-20T00:29:00Z", KEEP),
                ("2026-11-20T02:50:00Z", "2026-11-20T03:05:00Z", KEEP),
            ],
        );
    }

    #[test]
    fn of_both_the_first_counts() {
        let settings = ResetSettings { mode: ResetMode::Both, at_hour: 4, idle_minutes: 60 };
        check(
            &TimeZone::UTC,
            &settings,
            &[
                ("2026-11-20T03:30:00Z", "2026-11-20T03:59:00Z", KEEP),
                ("2026-11-20T03:30:00Z", "2026-11-20T04:00:00Z", DAILY),
                ("2026-11-20T03:30:00Z", "2026-11-21T12:00:00Z", DAILY),
                ("2026-11-20T02:30:00Z", "2026-11-20T04:10:00Z", IDLE),
                ("2026-11-20T12:00:00Z", "2026-11-20T12:59:59Z", KEEP),
            ],
        );
    }

    #[test]
    fn a_clock_that_jumps_back_ends_nothing() {
        let settings = ResetSettings { mode: ResetMode::Both, at_hour: 4, idle_minutes: 60 };
        check(
            &TimeZone::UTC,
            &settings,
            &[
                ("2026-11-20T10:00:00Z", "2026-11-20T03:00:00Z", KEEP),
                ("2026-11-20T10:00:00Z", "1970-01-01T00:00:00Z", KEEP),
                ("2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z", KEEP),
                ("2026-11-20T10:00:00Z", "9999-01-01T00:00:00Z", IDLE),
            ],
        );
        let last = Timestamp::MAX;
        assert_eq!(check_freshness(last, last, &TimeZone::UTC, &settings), KEEP);
    }

    #[test]
    fn off_is_off() {
        let settings = ResetSettings { mode: ResetMode::Off, at_hour: 4, idle_minutes: 0 };
        check(&TimeZone::UTC, &settings, &[("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z", KEEP)]);
    }
}
