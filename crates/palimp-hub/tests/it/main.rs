//! The hub on a real PostgreSQL: see `lab` for where that comes from.

mod audit;
mod backup;
mod feed;
mod foreign;
mod isolation;
mod korean;
mod lab;
mod locked;
mod mcp;
mod node;
mod oauth;
mod pages;
mod replica;
mod traces;
mod usage;
mod walk;
