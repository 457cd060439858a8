//! Retry delays of services, and the clock that measures them.

use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use serde_json::Value;

/// First wait; each that follows is twice as long, up to [`MAX_BACKOFF`].
const FIRST_BACKOFF: Duration = Duration::from_secs(1);
const MAX_BACKOFF: Duration = Duration::from_secs(30);

/// Clock that tells the time and sleeps. Tests bring their own, so that nothing waits.
pub trait Clock: Send + Sync {
    /// The time of day.
    fn now(&self) -> SystemTime;
    /// Lets `duration` pass.
    fn sleep(&self, duration: Duration);
}

/// The clock of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, duration: Duration) {
        thread::sleep(duration);
    }
}

/// Backoff after the `attempt`th failure, the first being 1. Half of it is random, so that many
/// clients that failed together do not come back together.
pub(crate) fn back_off(attempt: u32) -> Duration {
    let whole =
        FIRST_BACKOFF.saturating_mul(1 << attempt.saturating_sub(1).min(10)).min(MAX_BACKOFF);
    let chance = RandomState::new().hash_one(attempt) as f64 / u64::MAX as f64;
    whole.div_f64(2.0) + whole.div_f64(2.0).mul_f64(chance)
}

/// Parses a `Retry-After` header: seconds, or a date.
pub(crate) fn retry_after(header: &str, now: SystemTime) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = DateTimeParser::new().relaxed_weekday(true).parse_timestamp(header).ok()?;
    let now = Timestamp::try_from(now).ok()?;
    Some(Duration::try_from(date.duration_since(now)).unwrap_or_default())
}

/// Parses the delay that Google writes into the body instead of a header: `"retryDelay": "34.5s"`.
pub(crate) fn retry_delay(body: &str) -> Option<Duration> {
    let body: Value = serde_json::from_str(body).ok()?;
    let details = body["error"]["details"].as_array()?;
    let delay = details.iter().find_map(|detail| detail["retryDelay"].as_str())?;
    Duration::try_from_secs_f64(delay.strip_suffix('s')?.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_limit_and_half_of_each_is_chance() {
        for (attempt, whole) in [(1, 1), (2, 2), (3, 4), (5, 16), (6, 30), (100, 30)] {
            let wait = back_off(attempt);
            let whole = Duration::from_secs(whole);
            assert!(wait >= whole / 2 && wait <= whole, "{attempt}: {wait:?}");
        }
    }

    #[test]
    fn a_service_may_ask_for_seconds_or_name_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_000);
        let seconds = |n| Some(Duration::from_secs(n));
        for (header, wait) in [
            ("7", seconds(7)),
            (" 0 ", seconds(0)),
            ("1.5", Some(Duration::from_millis(1_500))),
            ("Wed, 21 Oct 2015 07:28:00 GMT", seconds(480)),
            ("Wed, 21 Oct 2015 07:00:00 GMT", seconds(0)),
            ("-1", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(retry_after(header, now), wait, "{header:?}");
        }
    }

    #[test]
    fn google_names_its_delay_in_the_body() {
        let body =
            r#"{"error": {"code": 429, "details": [{"@type": "x"}, {"retryDelay": "34.5s"}]}}"#;
        assert_eq!(retry_delay(body), Some(Duration::from_millis(34_500)));
        for body in ["", "[]", r#"{"error": {"details": [{"retryDelay": "later"}]}}"#] {
            assert_eq!(retry_delay(body), None, "{body}");
        }
    }
}
