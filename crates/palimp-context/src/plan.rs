//! Decides when a growing conversation is flushed and compacted.
//!
//! The decision is a pure function of numbers: [`next_step`]. A cycle is the time between two
//! compactions; in each cycle memories are flushed once.

use serde::{Deserialize, Serialize};

use crate::settings::CompactionSettings;

/// The sizes, in tokens, at which something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContextLimits {
    /// From here on memories are flushed.
    pub flush_at: usize,
    /// From here on the conversation is compacted.
    pub compact_at: usize,
}

impl ContextLimits {
    /// The limits in a window of `window` tokens.
    ///
    /// Compaction comes where only the reserve is left, the flush `softThresholdTokens` before it
    /// or at three quarters of the window, whichever comes first. In a window of which the two
    /// settings would leave less than a quarter, they are shares of it: a half and a tenth.
    ///
    /// ```
    /// use palimp_context::ContextLimits;
    ///
    /// let limits = ContextLimits::for_window(&Default::default(), 200_000);
    /// assert_eq!((limits.flush_at, limits.compact_at), (150_000, 180_000));
    /// let limits = ContextLimits::for_window(&Default::default(), 64_000);
    /// assert_eq!((limits.flush_at, limits.compact_at), (40_000, 44_000));
    /// ```
    pub fn for_window(settings: &CompactionSettings, window: usize) -> ContextLimits {
        let mut reserve = settings.reserve_tokens_floor;
        let mut soft = settings.memory_flush.soft_threshold_tokens;
        if reserve.saturating_add(soft) > window / 4 * 3 {
            (reserve, soft) = (reserve.min(window / 2), soft.min(window / 10));
        }
        let compact_at = window.saturating_sub(reserve);
        ContextLimits { flush_at: compact_at.saturating_sub(soft).min(window / 4 * 3), compact_at }
    }
}

/// State of the present cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycle {
    /// True if memories were flushed, or a flush was tried.
    pub flushed: bool,
    /// Size of the conversation when a compaction failed, in tokens.
    pub failed_at: Option<usize>,
}

/// Reason for asking for the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// The next request is about to be sent.
    Request,
    /// The service refused the conversation as too long
    /// ([`ModelError::TooLong`](palimp_core::chat::ModelError::TooLong)).
    Overflow,
    /// The user asked for a compaction.
    Manual,
}

/// Next step. After the step is done, ask again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextStep {
    /// Go on.
    Nothing,
    /// Flush memories, silently.
    Flush,
    /// Replace the old turns by a summary.
    Compact,
}

/// Returns the next step for a conversation of `tokens` tokens.
///
/// A flush that failed is not tried again in its cycle, so that it cannot keep a compaction from
/// happening; a compaction that failed is tried again when the conversation has grown by as much as
/// lies between the two limits, or at once if the user asks or the service refuses.
pub fn next_step(
    settings: &CompactionSettings,
    window: usize,
    cycle: Cycle,
    tokens: usize,
    occasion: Occasion,
) -> ContextStep {
    let limits = ContextLimits::for_window(settings, window);
    let flush = settings.memory_flush.enabled && !cycle.flushed;
    let grown = limits.compact_at.saturating_sub(limits.flush_at).max(1);
    let waits = cycle.failed_at.is_some_and(|failed| tokens < failed.saturating_add(grown));
    match occasion {
        Occasion::Overflow | Occasion::Manual if flush => ContextStep::Flush,
        Occasion::Overflow | Occasion::Manual => ContextStep::Compact,
        Occasion::Request if flush && tokens >= limits.flush_at => ContextStep::Flush,
        Occasion::Request if tokens >= limits.compact_at && !waits => ContextStep::Compact,
        Occasion::Request => ContextStep::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_windows_have_limits_too() {
        let settings = CompactionSettings::default();
        for (window, flush_at, compact_at) in [
            (1_000_000, 750_000, 980_000),
            (128_000, 96_000, 108_000),
            (32_000, 8_000, 12_000),
            (16_000, 6_400, 8_000),
            (8_000, 3_200, 4_000),
            (0, 0, 0),
        ] {
            assert_eq!(
                ContextLimits::for_window(&settings, window),
                ContextLimits { flush_at, compact_at },
                "{window}"
            );
        }
    }

    #[test]
    fn a_cycle_flushes_once_and_then_compacts() {
        let settings = CompactionSettings::default();
        let fresh = Cycle::default();
        let flushed = Cycle { flushed: true, failed_at: None };
        let failed = Cycle { flushed: true, failed_at: Some(181_000) };
        for (cycle, tokens, occasion, step) in [
            (fresh, 149_999, Occasion::Request, ContextStep::Nothing),
            (fresh, 150_000, Occasion::Request, ContextStep::Flush),
            (fresh, 190_000, Occasion::Request, ContextStep::Flush),
            (flushed, 179_999, Occasion::Request, ContextStep::Nothing),
            (flushed, 180_000, Occasion::Request, ContextStep::Compact),
            (failed, 182_000, Occasion::Request, ContextStep::Nothing),
            (failed, 211_000, Occasion::Request, ContextStep::Compact),
            (failed, 182_000, Occasion::Overflow, ContextStep::Compact),
            (fresh, 10, Occasion::Manual, ContextStep::Flush),
            (flushed, 10, Occasion::Manual, ContextStep::Compact),
            (fresh, 10, Occasion::Overflow, ContextStep::Flush),
        ] {
            let next = next_step(&settings, 200_000, cycle, tokens, occasion);
            assert_eq!(next, step, "{cycle:?} {tokens} {occasion:?}");
        }
    }

    #[test]
    fn a_flush_that_is_off_stands_in_nobodys_way() {
        let mut settings = CompactionSettings::default();
        settings.memory_flush.enabled = false;
        let step =
            |tokens, occasion| next_step(&settings, 200_000, Cycle::default(), tokens, occasion);
        assert_eq!(step(170_000, Occasion::Request), ContextStep::Nothing);
        assert_eq!(step(180_000, Occasion::Request), ContextStep::Compact);
        assert_eq!(step(10, Occasion::Manual), ContextStep::Compact);
    }
}
