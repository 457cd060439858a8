//! From the vectors of a text's tokens to one of length one.

use serde_json::Value;

use super::network::States;
use crate::messages;

/// Method of pooling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    /// The mean of all tokens.
    Mean,
    /// The first token, which many models reserve for it.
    First,
    /// The last token.
    Last,
    /// The largest of each number.
    Max,
}

impl Pooling {
    /// Parses a pooling's configuration, in its old form (a truth value each) or its new one (a
    /// name); the error names an unsupported pooling.
    pub(super) fn from_config(config: &Value) -> Result<Pooling, String> {
        let asked: Vec<&str> = match config.get("pooling_mode").and_then(Value::as_str) {
            Some(name) => vec![name],
            None => {
                let modes = config.as_object().into_iter().flatten();
                modes
                    .filter(|(_, value)| **value == Value::Bool(true))
                    .filter_map(mode_name)
                    .collect()
            }
        };
        match asked[..] {
            ["mean" | "mean_tokens"] => Ok(Pooling::Mean),
            ["cls" | "cls_token"] => Ok(Pooling::First),
            ["lasttoken"] => Ok(Pooling::Last),
            ["max" | "max_tokens"] => Ok(Pooling::Max),
            _ => Err(messages::unknown_pooling(asked.join(", "))),
        }
    }

    /// A vector of length one for each text.
    pub(super) fn pool_texts(self, states: &States) -> impl Iterator<Item = Vec<f32>> {
        states.text_tokens().map(move |tokens| to_unit(self.pool_one(tokens)))
    }

    /// `tokens` are a text's own, without padding.
    fn pool_one<'a>(self, mut tokens: impl Iterator<Item = &'a [f32]>) -> Vec<f32> {
        let Some(first) = tokens.next() else { return Vec::new() };
        match self {
            Pooling::First => first.to_vec(),
            Pooling::Last => tokens.last().unwrap_or(first).to_vec(),
            // The length does not matter, so the sum does for the mean.
            Pooling::Mean => {
                tokens.fold(first.to_vec(), |sum, token| combine_each(sum, token, |a, b| a + b))
            }
            Pooling::Max => {
                tokens.fold(first.to_vec(), |max, token| combine_each(max, token, f32::max))
            }
        }
    }
}

fn mode_name<'a>((name, _): (&'a String, &'a Value)) -> Option<&'a str> {
    name.strip_prefix("pooling_mode_")
}

fn combine_each(mut into: Vec<f32>, from: &[f32], of: impl Fn(f32, f32) -> f32) -> Vec<f32> {
    into.iter_mut().zip(from).for_each(|(a, b)| *a = of(*a, *b));
    into
}

fn to_unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
    vector
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_forms_of_the_configuration_are_understood() {
        let old = json!({"word_embedding_dimension": 384, "pooling_mode_cls_token": false,
            "pooling_mode_mean_tokens": true, "include_prompt": true});
        assert_eq!(Pooling::from_config(&old), Ok(Pooling::Mean));
        assert_eq!(Pooling::from_config(&json!({"pooling_mode": "lasttoken"})), Ok(Pooling::Last));
        assert_eq!(
            Pooling::from_config(&json!({"pooling_mode_cls_token": true})),
            Ok(Pooling::First)
        );
    }

    #[test]
    fn a_pooling_that_is_not_known_is_named() {
        let two = json!({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true});
        assert_eq!(
            Pooling::from_config(&two),
            Err("the pooling 'cls_token, mean_tokens'".to_owned())
        );
        assert_eq!(Pooling::from_config(&json!({})), Err("the pooling ''".to_owned()));
        let other = json!({"pooling_mode": "weightedmean"});
        assert_eq!(Pooling::from_config(&other), Err("the pooling 'weightedmean'".to_owned()));
    }

    #[test]
    fn tokens_become_one_vector_of_length_one() {
        let tokens: [&[f32]; 3] = [&[3.0, 0.0], &[0.0, 4.0], &[0.0, 0.0]];
        let pool = |how: Pooling| to_unit(how.pool_one(tokens.into_iter()));
        assert_eq!(pool(Pooling::Mean), [0.6, 0.8]);
        assert_eq!(pool(Pooling::Max), [0.6, 0.8]);
        assert_eq!(pool(Pooling::First), [1.0, 0.0]);
        assert_eq!(pool(Pooling::Last), [0.0, 0.0]);
        assert!(Pooling::Mean.pool_one([].into_iter()).is_empty());
    }
}
