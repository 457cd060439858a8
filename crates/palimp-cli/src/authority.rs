//! Commands that decide in the user's name, and that an agent may not run.

use crate::cli::Verb;

impl Verb {
    /// Returns true if the command changes what is the user's to decide: what is believed, kept, forgotten,
    /// shared or set. Reading, saving as an agent, and what hooks and workers start is not.
    pub(crate) const fn decides(&self) -> bool {
        match self {
            Verb::Forget(args) => !args.only_looks(),
            Verb::History(args) => args.restores(),
            Verb::Init(args) => args.moves(),
            Verb::Keys(args) => args.changes(),
            Verb::Dashboard(args) => args.decides(),
            Verb::Review(args) => args.decides(),
            Verb::Rules(args) => args.strikes(),
            Verb::Team(args) => args.decides(),
            Verb::Hub(args) => args.decides(),
            Verb::Doctor(args) => args.fixes(),
            Verb::Scan(args) => args.fixes(),
            Verb::Cleanup(args) => args.removes(),
            Verb::Config(args) => args.changes(),
            // The dashboard and the tour act as the user; a chat takes what is typed for their words.
            Verb::Uninstall(_)
            | Verb::Edit(_)
            | Verb::Pin(_)
            | Verb::Unpin(_)
            | Verb::Chat(_)
            | Verb::Import(_)
            | Verb::Tour(_) => true,
            Verb::Up(_)
            | Verb::Install(_)
            | Verb::Hook { .. }
            | Verb::Search(_)
            | Verb::Save(_)
            | Verb::Read(_)
            | Verb::List(_)
            | Verb::Links(_)
            | Verb::Index(_)
            | Verb::Watch(_)
            | Verb::Embed(_)
            | Verb::Mcp(_)
            | Verb::Bench(_)
            | Verb::Recent(_)
            | Verb::Show(_)
            | Verb::Why(_)
            | Verb::Timeline(_)
            | Verb::Summaries(_)
            | Verb::Stats(_)
            | Verb::Tokens(_)
            | Verb::Context(_)
            | Verb::Injected(_)
            | Verb::Log(_)
            | Verb::Flush(_)
            | Verb::Reflect(_)
            | Verb::Stale(_)
            | Verb::Run(_)
            | Verb::Bootstrap(_)
            | Verb::Transcript(_)
            | Verb::Status(_)
            | Verb::Export(_)
            | Verb::Completions(_) => false,
        }
    }
}
