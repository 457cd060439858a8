//! What sessions cost, in tokens, from the transcripts that the clients themselves keep.
//!
//! [`Ledger::of`] reads what is new in them and keeps the figures of each request, and nothing else,
//! in a cache of palimp's own; [`Report::of`] sums them up. Nothing is sent anywhere.

mod cold;
mod counted;
mod own;
mod prices;
mod read;
mod report;
mod scan;
mod untold;

pub use cold::{Cause, Cold};
pub use counted::name;
pub use own::{Definitions, Own, Spent, Told};
pub use palimp_clients::usage::TokenCounts;
pub use prices::{Dollars, Price, Prices};
pub use read::{Ledger, Source};
pub use report::{By, Colds, One, Report, Row, Times, Wanted};

#[cfg(test)]
mod tests;
