//! The port to what turns text into vectors.

use std::fmt;

/// Vector space: only vectors of one space can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EmbeddingSpace {
    /// Provider that computes the vectors: `builtin`, `local`, `openai`, …
    pub provider: String,
    /// The model's name.
    pub model: String,
    /// The length of a vector.
    pub dimensions: usize,
}

impl fmt::Display for EmbeddingSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.provider, self.model, self.dimensions)
    }
}

/// Purpose of an embedding; some models treat the two differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbedPurpose {
    /// To be found.
    Document,
    /// To find.
    Query,
}

/// Scripts that a model has learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts {
    /// Latin letters alone; text in others is best found by its words.
    Latin,
    /// All that matter.
    All,
}

impl Scripts {
    /// The share of `text`'s letters, from 0 to 1, that is in a script of these; 1 for a text
    /// without letters.
    pub fn covered_share(self, text: &str) -> f32 {
        if self == Scripts::All {
            return 1.0;
        }
        let (mut known, mut all) = (0_u32, 0_u32);
        for c in text.chars().filter(|c| c.is_alphabetic()) {
            all += 1;
            known += u32::from(u32::from(c) < 0x250);
        }
        if all == 0 { 1.0 } else { known as f32 / all as f32 }
    }
}

/// Weights of vectors and words in the fused score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Of the vector score.
    pub vector: f32,
    /// Of the text score.
    pub text: f32,
}

/// Failure to embed a text. The error text says what happened and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// No key, a wrong one, no such model, no such directory: asking again does not help.
    #[error("{0}")]
    Refused(String),
    /// The quota is used up or the limit of requests is reached.
    #[error("{0}")]
    Quota(String),
    /// The service could not be reached, or not in time, or answered nonsense.
    #[error("{0}")]
    Unavailable(String),
}

/// Turns text into vectors of length one.
pub trait Embedder: Send + Sync {
    /// The space its vectors live in.
    fn space(&self) -> &EmbeddingSpace;

    /// The writing it has learnt.
    fn scripts(&self) -> Scripts;

    /// The weights that measured best for it.
    fn weights(&self) -> Weights;

    /// A vector of length one for each text, in their order.
    fn embed(&self, texts: &[&str], purpose: EmbedPurpose) -> Result<Vec<Vec<f32>>, EmbedError>;

    /// Price of a million tokens, in US dollars; none if embedding is free.
    fn price_per_million(&self) -> Option<f64> {
        None
    }

    /// True if embedding takes microseconds and asks no service, so that a search may embed changed
    /// texts before it looks.
    fn is_instant(&self) -> bool {
        false
    }
}

/// Words that mean nearly the same, by which a question is widened.
pub trait Thesaurus: Send + Sync {
    /// The words near `word` (folded to lower case), nearest first, with their cosine.
    fn near_words(&self, word: &str) -> Vec<(&str, f32)>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_model_knows_its_share_of_a_text() {
        assert_eq!(Scripts::Latin.covered_share("naïve café 42"), 1.0);
        assert_eq!(Scripts::Latin.covered_share("데이터베이스"), 0.0);
        assert_eq!(Scripts::Latin.covered_share("JWT 인증키"), 0.5);
        assert_eq!(Scripts::Latin.covered_share("42"), 1.0);
        assert_eq!(Scripts::All.covered_share("데이터베이스"), 1.0);
    }
}
