//! Rate limit: a number of requests per minute, some of them at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Maximum keys that are tracked; beyond it, keys with their whole allowance left are dropped.
const MAX_TRACKED_KEYS: usize = 10_000;

/// Counts by name.
pub(crate) struct Limit<K>(Mutex<HashMap<K, Bucket>>);

struct Bucket {
    left: f64,
    at: Instant,
}

impl<K> Default for Limit<K> {
    fn default() -> Limit<K> {
        Limit(Mutex::default())
    }
}

impl<K: Eq + Hash> Limit<K> {
    /// Counts a request of `key`, who may make `most` a minute. When that is too many: after how many seconds to ask again.
    pub(crate) fn try_acquire(&self, key: K, most: u32, now: Instant) -> Result<(), u64> {
        let most = f64::from(most.max(1));
        let refilled = |bucket: &Bucket| {
            let since = now.saturating_duration_since(bucket.at).as_secs_f64();
            (bucket.left + since * most / 60.0).min(most)
        };
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MAX_TRACKED_KEYS {
            buckets.retain(|_, bucket| refilled(bucket) < most);
        }
        let bucket = buckets.entry(key).or_insert(Bucket { left: most, at: now });
        let left = refilled(bucket);
        (bucket.left, bucket.at) = (left, now);
        if left >= 1.0 {
            bucket.left -= 1.0;
            return Ok(());
        }
        Err((((1.0 - left) * 60.0 / most).ceil() as u64).max(1))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn who_waits_may_ask_again() {
        let (limit, start) = (Limit::default(), Instant::now());
        for _ in 0..60 {
            assert_eq!(limit.try_acquire("ann", 60, start), Ok(()));
        }
        assert_eq!(limit.try_acquire("ann", 60, start), Err(1));
        assert_eq!(limit.try_acquire("ben", 60, start), Ok(()), "others may");
        assert_eq!(limit.try_acquire("ann", 60, start + Duration::from_secs(2)), Ok(()));
        assert_eq!(limit.try_acquire("ann", 6, start + Duration::from_secs(2)), Ok(()));
        assert!(
            limit
                .try_acquire("ann", 6, start + Duration::from_secs(2))
                .is_err_and(|wait| wait <= 10)
        );
    }
}
