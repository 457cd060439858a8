//! The built-in embedder: a vector for each token of a small English vocabulary, added up.
//!
//! It needs no runtime, no file and no network: the model is part of the binary and used where it
//! lies. How it was made stands in `data/README.md`.

use palimp_core::embed::{
    EmbedError, EmbedPurpose, Embedder, EmbeddingSpace, Scripts, Thesaurus, Weights,
};

mod model;
mod sum;
mod wordpiece;

use model::{BUILTIN_MODEL, DIMENSIONS, NameHash};
use sum::VectorSum;

/// The built-in embedder. It costs nothing to make.
///
/// It knows English words and what programs are made of. Of other scripts it knows single
/// letters, which say little; a text without any token that it knows has a vector of zeros, whose
/// cosine with everything is 0.
#[derive(Debug)]
pub struct Builtin {
    space: EmbeddingSpace,
}

impl Builtin {
    /// The embedder.
    pub fn new() -> Builtin {
        let (provider, model) = ("builtin".to_owned(), "minilm-l6-static-256".to_owned());
        Builtin { space: EmbeddingSpace { provider, model, dimensions: DIMENSIONS } }
    }

    /// The vector of `text`: of length one, or zeros.
    pub fn embed_one(&self, text: &str) -> Vec<f32> {
        let mut vector = vec![0.0; DIMENSIONS];
        self.embed_into(text, &mut vector);
        vector
    }

    /// The same, in place of what `into` held; what is longer than a vector stays as it is, what
    /// is shorter gets its beginning.
    pub fn embed_into(&self, text: &str, into: &mut [f32]) {
        let mut sum = VectorSum::default();
        wordpiece::for_each_token(text, |token| sum.add_token(token));
        for (place, value) in into.iter_mut().zip(sum.into_unit()) {
            *place = value;
        }
    }

    /// The tokens of `text` that the model knows, as BERT's vocabulary writes them: `##` before
    /// those that continue a word.
    pub fn known_tokens(&self, text: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        wordpiece::for_each_token(text, |token| {
            let mark = if BUILTIN_MODEL.is_word(token) { "" } else { "##" };
            tokens.push(format!("{mark}{}", BUILTIN_MODEL.name(token)));
        });
        tokens
    }
}

impl Default for Builtin {
    fn default() -> Builtin {
        Builtin::new()
    }
}

impl Embedder for Builtin {
    fn space(&self) -> &EmbeddingSpace {
        &self.space
    }

    fn scripts(&self) -> Scripts {
        Scripts::Latin
    }

    fn weights(&self) -> Weights {
        Weights { vector: 0.5, text: 1.0 }
    }

    /// Never fails. A vector is zeros where the model knows nothing of the text.
    fn embed(&self, texts: &[&str], _: EmbedPurpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| self.embed_one(text)).collect())
    }

    fn is_instant(&self) -> bool {
        true
    }
}

impl Thesaurus for Builtin {
    /// At most six words; none for a word that is not whole in the vocabulary.
    fn near_words(&self, word: &str) -> Vec<(&str, f32)> {
        let token = BUILTIN_MODEL.find_word(word.as_bytes(), NameHash::from_name(word.as_bytes()));
        token
            .into_iter()
            .flat_map(|token| BUILTIN_MODEL.neighbours(token))
            .map(|(token, cosine)| (BUILTIN_MODEL.name(token), cosine))
            .collect()
    }
}
