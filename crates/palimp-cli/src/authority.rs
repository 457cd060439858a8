//! Commands that decide in the user's name, and that an agent may not run.

use crate::cli::CliCommand;

impl CliCommand {
    /// Returns true if the command changes what is the user's to decide: what is believed, kept, forgotten,
    /// shared or set. Reading, saving as an agent, and what hooks and workers start is not.
    pub(crate) const fn needs_user(&self) -> bool {
        match self {
            CliCommand::Forget(args) => !args.only_looks(),
            CliCommand::History(args) => args.restores_version(),
            CliCommand::Init(args) => args.moves_notes(),
            CliCommand::Keys(args) => args.changes_keys(),
            CliCommand::Dashboard(args) => args.needs_user(),
            CliCommand::Review(args) => args.needs_user(),
            CliCommand::Rules(args) => args.strikes_rule(),
            CliCommand::Team(args) => args.needs_user(),
            CliCommand::Hub(args) => args.needs_user(),
            CliCommand::Doctor(args) => args.applies_fixes(),
            CliCommand::Scan(args) => args.applies_fixes(),
            CliCommand::Cleanup(args) => args.removes_entries(),
            CliCommand::Config(args) => args.changes_settings(),
            CliCommand::Exclude(args) => args.changes_settings(),
            CliCommand::Project(args) => args.changes_projects(),
            CliCommand::Sync(args) => args.needs_user(),
            // The dashboard and the tour act as the user; a chat takes what is typed for their words.
            CliCommand::Uninstall(_)
            | CliCommand::Edit(_)
            | CliCommand::Pin(_)
            | CliCommand::Unpin(_)
            | CliCommand::Chat(_)
            | CliCommand::Import(_)
            | CliCommand::Backup(_)
            | CliCommand::Restore(_)
            | CliCommand::Resume(_)
            | CliCommand::Tour(_) => true,
            CliCommand::Up(_)
            | CliCommand::Install(_)
            | CliCommand::Hook { .. }
            | CliCommand::Pause(_)
            | CliCommand::Search(_)
            | CliCommand::Save(_)
            | CliCommand::Read(_)
            | CliCommand::List(_)
            | CliCommand::Links(_)
            | CliCommand::Index(_)
            | CliCommand::Watch(_)
            | CliCommand::Embed(_)
            | CliCommand::Mcp(_)
            | CliCommand::Bench(_)
            | CliCommand::Recent(_)
            | CliCommand::Show(_)
            | CliCommand::Why(_)
            | CliCommand::Timeline(_)
            | CliCommand::Sessions(_)
            | CliCommand::Stats(_)
            | CliCommand::Tokens(_)
            | CliCommand::Context(_)
            | CliCommand::Injections(_)
            | CliCommand::Log(_)
            | CliCommand::Flush(_)
            | CliCommand::Reflect(_)
            | CliCommand::Anchors(_)
            | CliCommand::Run(_)
            | CliCommand::Bootstrap(_)
            | CliCommand::Transcript(_)
            | CliCommand::Status(_)
            | CliCommand::Export(_)
            | CliCommand::Completions(_) => false,
        }
    }
}
