//! Long work on the database, in steps so short that a hook beside it does not notice.

use std::time::{Duration, Instant};

/// For how long a step should hold the lock. A hook waits up to 250 ms for it, but the agent waits
/// for the hook.
const AIM: Duration = Duration::from_millis(8);
/// How long the lock is free at least; whoever waits for it looks every millisecond.
const REST: Duration = Duration::from_millis(3);

/// How much goes into a step, by how long the last ones took.
pub(super) struct Pace {
    batch: usize,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { batch: 16 }
    }
}

impl Pace {
    /// How much goes into the next step.
    pub(super) fn batch(&self) -> usize {
        self.batch
    }

    /// Does a step, and then leaves the lock to others for a while.
    pub(super) fn step<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        let took = start.elapsed();
        if took > AIM {
            self.batch = (self.batch / 2).max(1);
        } else if took < AIM / 2 {
            self.batch = (self.batch * 2).min(4_096);
        }
        std::thread::sleep(took.max(REST));
        done
    }
}
