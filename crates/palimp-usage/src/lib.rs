//! Token costs of sessions, from the transcripts that the clients themselves keep.
//!
//! [`TokenLedger::from_transcripts`] reads new lines of the transcripts and keeps the figures of
//! each request, and nothing else, in a cache of palimp's own; [`TokenReport::from_ledger`] sums
//! them up. Nothing is sent anywhere.

mod cache_misses;
mod counted;
mod messages;
mod palimp_share;
mod prices;
mod read;
mod report;
mod scan;
mod unreported_usage;

pub use cache_misses::{ColdCause, ColdRequest};
pub use counted::sanitize_name;
pub use palimp_clients::usage::TokenCounts;
pub use palimp_share::{Definitions, InjectedTokens, PalimpTokens, Spent};
pub use prices::{Dollars, ModelPrice, Prices};
pub use read::{TokenLedger, TranscriptSource};
pub use report::{
    ColdRequestRow, ColdRequests, Times, TokenFilter, TokenGroupBy, TokenReport, TokenRow,
};

#[cfg(test)]
mod tests;
