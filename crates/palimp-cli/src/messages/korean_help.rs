//! Help in Korean, by its place in the command tree ([`HelpTable`]).

mod bench;
mod conversations;
mod daily;
mod hub;
mod notes;
mod projects;
mod shared;
mod sharing;
mod team;
mod upkeep;

use palimp_clap::HelpTable;

/// Help of all commands.
pub(crate) const HELP_TABLES: [HelpTable; 10] = [
    shared::TABLE,
    daily::TABLE,
    notes::TABLE,
    conversations::TABLE,
    sharing::TABLE,
    team::TABLE,
    hub::TABLE,
    upkeep::TABLE,
    projects::TABLE,
    bench::TABLE,
];
