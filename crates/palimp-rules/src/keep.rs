//! What of a session is kept: pieces of text, what each is worth, and how many there may be.

pub(crate) mod budget;
pub(crate) mod cues;
pub(crate) mod names;
pub(crate) mod shape;
#[cfg(test)]
mod tests;
pub(crate) mod units;
pub(crate) mod worth;
