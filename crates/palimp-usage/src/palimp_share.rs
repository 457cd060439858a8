//! palimp's own share: what it told, its tools' definitions, its distiller.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use palimp_core::tokens::count_tokens;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Filter};
use serde::Serialize;

/// Token costs of sessions that palimp itself caused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PalimpTokens {
    /// Context injected by hooks.
    pub told: InjectedTokens,
    /// Definitions of palimp's tools.
    pub definitions: Definitions,
    /// Costs of the distillers, by name.
    pub distillers: Vec<Spent>,
}

/// Context that hooks injected into clients. It stays in a conversation, and is sent again with
/// every later request, from the cache as a rule: it is counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InjectedTokens {
    /// Number of recorded injections.
    pub times: usize,
    /// Number of recorded characters.
    pub characters: usize,
    /// Estimated number of tokens.
    pub estimated_tokens: usize,
}

/// Tool definitions that a client with palimp's server is sent in every session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Definitions {
    /// Number of characters of their JSON.
    pub characters: usize,
    /// Estimated number of tokens.
    pub estimated_tokens: usize,
}

/// Cost of a distiller, as its service reported it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spent {
    /// The distiller.
    pub name: String,
    /// Number of calls.
    pub calls: i64,
    /// Tokens that were sent.
    pub input: i64,
    /// Tokens that were answered.
    pub output: i64,
}

impl PalimpTokens {
    /// The share in what a filter means; `definitions` are the tools as clients are sent them. What
    /// distillers cost is known by day alone, and is told where the filter names neither project nor
    /// client.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn from_database(
        db: Option<&ActivityDb>,
        filter: &Filter,
        definitions: &str,
        zone: &TimeZone,
    ) -> Result<PalimpTokens, StoreError> {
        let definitions = Definitions {
            characters: definitions.chars().count(),
            estimated_tokens: count_tokens(definitions),
        };
        let Some(db) = db else {
            return Ok(PalimpTokens { definitions, ..PalimpTokens::default() });
        };
        let mut told = InjectedTokens::default();
        for given in db.recent_injections(filter, usize::MAX >> 1)? {
            told.times += 1;
            told.characters += given.content.chars().count();
            told.estimated_tokens += count_tokens(&given.content);
        }
        let is_narrow =
            filter.client.is_some() || filter.project.is_some() || filter.project_id.is_some();
        let distillers =
            if is_narrow { Vec::new() } else { distiller_costs(db, filter.since, zone)? };
        Ok(PalimpTokens { told, definitions, distillers })
    }
}

fn distiller_costs(
    db: &ActivityDb,
    since: Option<i64>,
    zone: &TimeZone,
) -> Result<Vec<Spent>, StoreError> {
    let day = since.and_then(|since| Timestamp::from_millisecond(since).ok());
    let day = day.map_or_else(String::new, |at| at.to_zoned(zone.clone()).date().to_string());
    let mut spent: Vec<Spent> = Vec::new();
    for meter in db.token_usage_since(&day)? {
        if spent.last().is_none_or(|last| last.name != meter.distiller) {
            spent.push(Spent { name: meter.distiller, ..Spent::default() });
        }
        if let Some(last) = spent.last_mut() {
            last.calls += meter.calls;
            last.input += meter.input;
            last.output += meter.output;
        }
    }
    Ok(spent)
}
