//! Moments as people write and read them, in their own time zone.

use crate::messages;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// A moment from `--since`: `7d`, `12h`, `30m`, `2w`, a bare number of days, `2026-11-20`,
/// `2026-11-20 14:00`, or a full timestamp; in milliseconds since the Unix epoch.
pub(crate) fn since(text: &str) -> Result<i64, String> {
    let text = text.trim();
    let now = crate::context::now_ms();
    if let Some(ms) = parse_age(text) {
        return Ok(now.saturating_sub(ms));
    }
    let local = |moment: DateTime| {
        moment.to_zoned(TimeZone::system()).map(|zoned: Zoned| zoned.timestamp().as_millisecond())
    };
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Ok(moment.as_millisecond());
    }
    let moment = text.parse::<Date>().map(|date| date.to_datetime(jiff::civil::Time::midnight()));
    moment
        .or_else(|_| text.parse::<DateTime>())
        .and_then(local)
        .map_err(|_| messages::bad_date(text))
}

/// A day from `--expires` or `--on`: `2027-01-31`.
pub(crate) fn day(text: &str) -> Result<Date, String> {
    text.trim().parse().map_err(|_| messages::bad_day(text))
}

/// `7d` and its kin, in milliseconds.
pub(crate) fn parse_age(text: &str) -> Option<i64> {
    const MINUTE_MS: i64 = 60_000;
    let (number, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(at) => text.split_at(at),
        None => (text, "d"),
    };
    let unit = match unit.trim() {
        "m" | "min" => MINUTE_MS,
        "h" => 60 * MINUTE_MS,
        "d" => 24 * 60 * MINUTE_MS,
        "w" => 7 * 24 * 60 * MINUTE_MS,
        _ => return None,
    };
    number.parse::<i64>().ok()?.checked_mul(unit)
}

/// `2026-11-20 14:17`, local.
pub(crate) fn format_minute(ms: i64) -> String {
    format_local(ms, "%Y-%m-%d %H:%M")
}

/// `2026-11-20`, local.
pub(crate) fn format_date(ms: i64) -> String {
    format_local(ms, "%Y-%m-%d")
}

/// Returns true if a moment is a local midnight: what bears a day and no hour is kept so.
pub(crate) fn is_day(ms: i64) -> bool {
    let at = Timestamp::from_millisecond(ms).unwrap_or_default().to_zoned(TimeZone::system());
    at.time() == jiff::civil::Time::midnight()
}

/// Formats an age as people say it: `3 h ago`; of what is older than a month, the day.
pub(crate) fn ago_in_words(ms: i64, now: i64) -> String {
    const MINUTE_MS: i64 = 60_000;
    let minutes = now.saturating_sub(ms) / MINUTE_MS;
    // What bears a day and no hour is that day's.
    if is_day(ms) && (0..24 * 60).contains(&minutes) {
        return messages::today();
    }
    match (minutes, minutes / 60, minutes / (24 * 60)) {
        (..=0, ..) => messages::just_now(),
        (..60, ..) => messages::minutes_ago(minutes),
        (_, hours @ ..24, _) => messages::hours_ago(hours),
        (_, _, 1) => messages::yesterday(),
        (_, _, days @ ..31) => messages::days_ago(days),
        _ => format_local(ms, "%Y-%m-%d"),
    }
}

fn format_local(ms: i64, pattern: &str) -> String {
    let moment = Timestamp::from_millisecond(ms).unwrap_or_default();
    moment.to_zoned(TimeZone::system()).strftime(pattern).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_reach_back_from_now() {
        let now = crate::context::now_ms();
        for (text, ms) in
            [("30m", 1_800_000), ("2h", 7_200_000), ("1d", 86_400_000), ("1", 86_400_000)]
        {
            let at = since(text).unwrap();
            assert!((now - ms - at).abs() < 10_000, "{text}");
        }
    }

    #[test]
    fn what_is_near_is_told_by_its_distance() {
        // 2026-11-20, seven minutes past an hour.
        let now = 1_795_151_220_000;
        for (minutes, words) in [
            (-5, "just now"),
            (0, "just now"),
            (59, "59 min ago"),
            (60, "1 h ago"),
            (23 * 60, "23 h ago"),
            (24 * 60, "yesterday"),
            (49 * 60, "2 days ago"),
        ] {
            assert_eq!(ago_in_words(now - minutes * 60_000, now), words);
        }
        assert_eq!(ago_in_words(now - 90 * 86_400_000, now).len(), "2026-08-20".len());
    }

    #[test]
    fn dates_are_taken_and_nonsense_is_not() {
        assert_eq!(since("2026-11-20T00:00:00Z"), Ok(1_795_132_800_000));
        assert!(since("2026-11-20").is_ok());
        assert!(since("2026-11-20 14:00").is_ok());
        for text in ["yesterday-ish", "", "7y", "99999999999999999999d"] {
            assert!(since(text).is_err(), "{text}");
        }
    }
}
