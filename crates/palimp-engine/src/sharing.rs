//! Facts of teams and organisations: sync, proposals, approvals, and what a home serves of them.

pub mod hub;
pub mod teams;
