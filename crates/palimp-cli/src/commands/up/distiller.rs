//! The one question about who writes the notes: rules, or an agent's cheap model.

use palimp_clients::install::InstallTarget;
use palimp_clients::spawn::cheap_models;
use palimp_context::group_thousands;
use palimp_core::AgentClient;
use palimp_core::settings::Flush;
use palimp_engine::consolidation::flush::FlushEstimate;
use palimp_engine::home::settings;
use palimp_engine::ingest::open_activity::ActivityDb;
use serde_json::Value;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::models::spawn_environment;
use crate::output::{note, offer};

const DISTILLER_SETTING: &str = Flush::KEY.summarizer.path;
/// Sessions from which the price of a session is estimated.
const ESTIMATE_SESSIONS: usize = 10;
/// Tokens of a session where none was recorded on this machine.
const USUAL_SESSION_TOKENS: usize = 2_100;

/// Asks once who writes the notes; yes is the default. Where nobody `may_ask` or can answer, the rules
/// stay, and a line says what a model would add and how to switch it on.
pub(super) fn choose_distiller(
    cx: &Cx,
    connected: &[InstallTarget],
    may_ask: bool,
    db: &ActivityDb,
) -> Result<(), CliError> {
    let mut file = settings::read_value(&cx.home.settings_file())?;
    if palimp_core::settings::get(&file, DISTILLER_SETTING).is_some() {
        return Ok(());
    }
    let Some(choice) = DistillerOffer::new(connected)? else { return Ok(()) };
    let estimate =
        FlushEstimate::of_last_sessions(db, &cx.settings, &cx.agent(), ESTIMATE_SESSIONS)?;
    let price = DistillerPrice::new(cx, estimate);
    let answer = if may_ask { offer(choice.offer_question(&price), None) } else { None };
    let Some(model) = answer else {
        choice.print_hint(&price);
        return Ok(());
    };
    let name = if model { choice.name } else { "rules" };
    palimp_core::settings::set(&mut file, DISTILLER_SETTING, Value::from(name));
    settings::write_value(&cx.home.settings_file(), &file)?;
    note(messages::how_to_change_distiller());
    Ok(())
}

/// The distiller that is offered.
struct DistillerOffer {
    /// The value of `flush.summarizer`.
    name: &'static str,
    /// The agents that are asked, with their models: `Claude Code (haiku)`.
    agents: String,
}

impl DistillerOffer {
    /// Returns the agent of each session where every connected client has a cheap model, else the first
    /// client that has one; none where no program is at hand.
    fn new(connected: &[InstallTarget]) -> Result<Option<DistillerOffer>, CliError> {
        let models = cheap_models(&spawn_environment()?);
        let has_model = |client: AgentClient| models.iter().any(|(known, _)| *known == client);
        let connected: Vec<AgentClient> = connected.iter().map(|target| target.client()).collect();
        let each = !connected.is_empty() && connected.iter().all(|client| has_model(*client));
        let asked = models.iter().filter(|(client, _)| !each || connected.contains(client));
        let asked: Vec<_> = asked.take(if each { models.len() } else { 1 }).collect();
        let Some((first, _)) = asked.first() else { return Ok(None) };
        let agents =
            asked.iter().map(|(client, model)| format!("{} ({model})", client.display_name()));
        let agents = agents.collect::<Vec<_>>().join(", ");
        Ok(Some(DistillerOffer { name: if each { "session" } else { first.name() }, agents }))
    }

    fn offer_question(&self, price: &DistillerPrice) -> String {
        let (agents, DistillerPrice { session, day }) = (&self.agents, price);
        messages::offer_model_distiller(agents, session, day)
    }

    fn print_hint(&self, price: &DistillerPrice) {
        let (DistillerOffer { name, agents }, DistillerPrice { session, day }) = (self, price);
        note(messages::rules_distill(agents, session, day, name));
    }
}

/// Price of a model, in tokens.
struct DistillerPrice {
    session: String,
    day: String,
}

impl DistillerPrice {
    fn new(cx: &Cx, estimate: Option<FlushEstimate>) -> DistillerPrice {
        let session = estimate.map_or(USUAL_SESSION_TOKENS, |it| it.tokens / it.sessions.max(1));
        let day = usize::try_from(cx.settings.flush.daily_token_budget).unwrap_or(usize::MAX);
        DistillerPrice {
            session: group_thousands(round_to_two_digits(session)),
            day: group_thousands(day),
        }
    }
}

/// Rounds to two digits.
fn round_to_two_digits(number: usize) -> usize {
    let unit = 10_usize.pow(number.max(1).ilog10().saturating_sub(1));
    (number + unit / 2) / unit * unit
}
