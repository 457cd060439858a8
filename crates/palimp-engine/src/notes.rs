//! Notes as people and agents read and change them: edits, pages, reports.

pub mod activity_report;
pub mod browse;
pub mod note_access;
pub mod note_edit;
pub mod onboarding_fact;
pub(crate) mod page_place;
pub mod project;
pub mod project_moves;
pub mod project_page;
pub mod vault_migration;
