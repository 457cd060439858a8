//! Counts what sessions cost in tokens.

pub mod tokens;
