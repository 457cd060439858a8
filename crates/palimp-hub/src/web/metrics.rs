//! Metrics of a node, as OpenMetrics.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The bounds of the classes of durations, in seconds.
const BUCKET_BOUNDS_SECS: [f64; 8] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// Counts and durations of requests, by route and status.
#[derive(Default)]
pub(super) struct RequestMetrics(Mutex<BTreeMap<(&'static str, u16), Series>>);

#[derive(Default)]
struct Series {
    classes: [u64; BUCKET_BOUNDS_SECS.len()],
    count: u64,
    sum: f64,
}

impl RequestMetrics {
    pub(super) fn record_request(&self, route: &'static str, status: u16, took: Duration) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let series = all.entry((route, status)).or_default();
        let seconds = took.as_secs_f64();
        for (class, bound) in series.classes.iter_mut().zip(BUCKET_BOUNDS_SECS) {
            *class += u64::from(seconds <= bound);
        }
        series.count += 1;
        series.sum += seconds;
    }

    pub(super) fn render(&self) -> String {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = "palimp_hub_request_duration_seconds";
        let mut text = format!(
            "# TYPE {name} histogram\n# UNIT {name} seconds\n# HELP {name} Time to answer requests.\n"
        );
        for ((route, status), series) in &*all {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            for (class, bound) in series.classes.iter().zip(BUCKET_BOUNDS_SECS) {
                let _ = writeln!(text, "{name}_bucket{{{labels},le=\"{bound}\"}} {class}");
            }
            let _ = writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {}", series.count);
            let _ = writeln!(text, "{name}_count{{{labels}}} {}", series.count);
            let _ = writeln!(text, "{name}_sum{{{labels}}} {}", series.sum);
        }
        text.push_str("# EOF\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_all_that_is_faster() {
        let metrics = RequestMetrics::default();
        metrics.record_request("search", 200, Duration::from_millis(7));
        metrics.record_request("search", 200, Duration::from_millis(70));
        let text = metrics.render();
        let bucket =
            |bound: &str| format!("_bucket{{route=\"search\",status=\"200\",le=\"{bound}\"}}");
        assert!(text.contains(&format!("{} 0\n", bucket("0.005"))), "{text}");
        assert!(text.contains(&format!("{} 1\n", bucket("0.01"))), "{text}");
        assert!(text.contains(&format!("{} 2\n", bucket("0.1"))), "{text}");
        assert!(text.ends_with("# EOF\n"));
    }
}
