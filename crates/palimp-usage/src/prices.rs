//! Prices of models by their makers' lists: data, each row with its source and the day it was read.
//!
//! A model that the table does not have, or a kind of token that a row has no price for, has none:
//! nothing is guessed. Prices of plans are left out.

use std::collections::HashMap;
use std::ops::Add;

use jiff::civil::Date;
use serde::{Deserialize, Serialize, Serializer};

use super::TokenCounts;

/// The prices of a model, in US dollars for a million tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModelPrice {
    /// The model's id; a date at the end of an id is no part of it.
    pub model: String,
    /// From which day on; always where no day is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Date>,
    /// For requests that send more tokens than this.
    #[serde(default)]
    pub over: u64,
    /// Price of input that is neither read from the cache nor written into it.
    pub input: f64,
    /// Price of output.
    pub output: f64,
    /// Price of tokens read from the cache.
    pub cache_read: f64,
    /// Price of tokens written into the cache, for the shortest time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<f64>,
    /// Price of tokens written into the cache for an hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write_hour: Option<f64>,
    /// Source of the price.
    pub source: String,
    /// Day on which the source was read.
    pub read: Date,
}

impl ModelPrice {
    fn cost_of(&self, tokens: &TokenCounts) -> Option<Dollars> {
        let hour = tokens.cache_write_hour.min(tokens.cache_write);
        let kinds = [
            (tokens.input, Some(self.input)),
            (tokens.output, Some(self.output)),
            (tokens.cache_read, Some(self.cache_read)),
            (tokens.cache_write - hour, self.cache_write),
            (hour, self.cache_write_hour),
        ];
        let used = kinds.into_iter().filter(|(tokens, _)| *tokens > 0);
        let billionths = used.map(|(tokens, price)| Some((tokens as f64 * price? * 1e3) as u64));
        billionths.sum::<Option<u64>>().map(Dollars)
    }
}

/// US dollars, kept in billionths: their sum is the same in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dollars(u64);

impl Dollars {
    /// As a number.
    pub fn value(self) -> f64 {
        self.0 as f64 / 1e9
    }
}

impl Add for Dollars {
    type Output = Dollars;

    fn add(self, other: Dollars) -> Dollars {
        Dollars(self.0.saturating_add(other.0))
    }
}

impl Serialize for Dollars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

/// A table of prices.
#[derive(Clone, Debug)]
pub struct Prices(HashMap<String, Vec<ModelPrice>>);

impl Prices {
    /// The table that comes with palimp.
    ///
    /// # Panics
    ///
    /// Never: a test reads it.
    pub fn builtin_table() -> Prices {
        let rows = serde_json::from_str(include_str!("prices.json"));
        Prices::new(rows.expect("the table of prices is sound"))
    }

    /// A table of these rows.
    pub fn new(rows: Vec<ModelPrice>) -> Prices {
        let mut models: HashMap<String, Vec<ModelPrice>> = HashMap::new();
        for row in rows {
            models.entry(row.model.clone()).or_default().push(row);
        }
        for rows in models.values_mut() {
            rows.sort_by_key(|row| (row.over, row.since));
        }
        Prices(models)
    }

    /// The rows of a model, by its id.
    pub fn model_rows(&self, model: &str) -> &[ModelPrice] {
        let dated = || self.0.get(without_date(model));
        self.0.get(model).or_else(dated).map_or(&[], Vec::as_slice)
    }

    /// Returns the cost of a request on a day, in US dollars; none if its price is not known.
    pub(super) fn request_cost(
        &self,
        model: &str,
        day: Date,
        tokens: &TokenCounts,
    ) -> Option<Dollars> {
        let sent = tokens.total_input();
        let holds =
            |row: &&ModelPrice| row.over <= sent && row.since.is_none_or(|since| since <= day);
        // The rows for the longest requests come last.
        self.model_rows(model).iter().rfind(holds)?.cost_of(tokens)
    }
}

/// `claude-opus-4-5-20251101` and `gpt-5-2026-04-01` are a model at a date.
fn without_date(model: &str) -> &str {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((name, date)) = model.rsplit_once('-')
        && date.len() == 8
        && digits(date)
    {
        return name;
    }
    let is_date = |date: &str| date.parse::<Date>().is_ok();
    let (name, date) =
        model.split_at_checked(model.len().saturating_sub(10)).unwrap_or((model, ""));
    name.strip_suffix('-').filter(|_| is_date(date)).unwrap_or(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(input: u64, cache_read: u64, cache_write: u64, cache_write_hour: u64) -> TokenCounts {
        TokenCounts { input, output: 1_000_000, cache_read, cache_write, cache_write_hour }
    }

    fn cost(model: &str, day: &str, tokens: TokenCounts) -> Option<f64> {
        Prices::builtin_table()
            .request_cost(model, day.parse().unwrap(), &tokens)
            .map(Dollars::value)
    }

    #[test]
    fn every_price_has_a_source_and_a_day_and_none_comes_twice() {
        let rows: Vec<ModelPrice> = serde_json::from_str(include_str!("prices.json")).unwrap();
        let mut seen = std::collections::HashSet::new();
        for row in &rows {
            assert!(row.source.starts_with("https://"), "{row:?}");
            let all = [row.input, row.output, row.cache_read];
            assert!(all.iter().all(|price| *price > 0.0 && *price < 1_000.0), "{row:?}");
            assert!(row.cache_read < row.input, "{row:?}");
            assert!(seen.insert((&row.model, row.over, row.since)), "{row:?}");
        }
    }

    #[test]
    fn each_kind_of_token_has_its_own_price() {
        // 1 M of each: 4 + 20 + 0.20 + 5 (half of the writes at 5, half at 8: 2.5 + 4).
        let all = tokens(1_000_000, 1_000_000, 1_000_000, 500_000);
        let cost = cost("claude-opus-5-5", "2026-11-20", all).unwrap();
        assert!((cost - (4.0 + 20.0 + 0.2 + 2.5 + 4.0)).abs() < 1e-9, "{cost}");
    }

    #[test]
    fn a_price_holds_from_its_day_and_for_its_length() {
        let read = tokens(0, 90_000, 0, 0);
        let on = |day| cost("claude-sonnet-5-5", day, read).unwrap();
        assert!((on("2026-10-06") - 10.018).abs() < 1e-9);
        assert!((on("2026-10-07") - 10.009).abs() < 1e-9);
        let of = |sent| cost("claude-haiku-5-5", "2026-11-20", tokens(sent, 0, 0, 0)).unwrap();
        assert!((of(99_999) - 0.509_999_9).abs() < 1e-9);
        assert!((of(200_000) - 2.6).abs() < 1e-9);
    }

    #[test]
    fn what_is_not_known_has_no_price() {
        assert_eq!(cost("mock-model", "2026-11-20", tokens(1, 0, 0, 0)), None);
        assert_eq!(cost("", "2026-11-20", tokens(1, 0, 0, 0)), None);
        // Of this one no source tells what an hour in the cache costs.
        assert!(cost("claude-haiku-4-5", "2026-11-20", tokens(1, 1, 1, 0)).is_some());
        assert_eq!(cost("claude-haiku-4-5", "2026-11-20", tokens(1, 1, 1, 1)), None);
    }

    #[test]
    fn a_date_is_no_part_of_a_model() {
        for (model, name) in [
            ("claude-opus-4-5-20251101", "claude-opus-4-5"),
            ("gpt-4.1-2025-04-14", "gpt-4.1"),
            ("gpt-5.5", "gpt-5.5"),
            ("모델-이름-2025", "모델-이름-2025"),
            ("2025-04-14", "2025-04-14"),
        ] {
            assert_eq!(without_date(model), name);
        }
    }
}
