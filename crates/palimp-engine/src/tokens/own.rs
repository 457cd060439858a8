//! palimp's own share: what it told, its tools' definitions, its distiller.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use palimp_core::tokens::count_tokens;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Filter};
use serde::Serialize;

/// What palimp itself made sessions cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PalimpTokens {
    /// What its hooks told.
    pub told: InjectedTokens,
    /// What its tools say of themselves.
    pub definitions: Definitions,
    /// What its distillers cost, by name.
    pub distillers: Vec<Spent>,
}

/// What hooks told clients. What is told stays in a conversation, and is sent again with every request
/// after it, from the cache as a rule: it is counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InjectedTokens {
    /// How often, as it was recorded.
    pub times: usize,
    /// How many characters, as it was recorded.
    pub characters: usize,
    /// How many tokens these are, estimated.
    pub estimated_tokens: usize,
}

/// What a client that has palimp's server is sent of its tools in every session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Definitions {
    /// How many characters their JSON has.
    pub characters: usize,
    /// How many tokens these are, estimated.
    pub estimated_tokens: usize,
}

/// What a distiller cost, as its service reported it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spent {
    /// The distiller.
    pub name: String,
    /// How often it was asked.
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
