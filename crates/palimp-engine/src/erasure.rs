//! Deletes for good: forget, stored secrets, retention, leftovers of killed processes.

pub mod forget;
pub mod purge;
pub mod retain;
pub mod scan;
pub mod sweep;
