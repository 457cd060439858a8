//! From texts to rows of tokens.

use std::path::PathBuf;

use tokenizers::{Tokenizer, TruncationParams};

use super::LocalError;
use super::directory::{ModelDirectory, unreadable_error};

/// A length below this leaves no room beside the tokens that mark a text's ends.
const MIN_LENGTH_TOKENS: usize = 8;

/// A tokenizer that was loaded.
pub(super) struct TextTokenizer {
    path: PathBuf,
    tokenizer: Tokenizer,
    lower_case: bool,
}

impl TextTokenizer {
    /// Loads the tokenizer of `directory`, with the model's own longest length.
    pub(super) fn load(directory: &ModelDirectory) -> Result<TextTokenizer, LocalError> {
        let path = directory.tokenizer.clone();
        let mut tokenizer =
            Tokenizer::from_file(&path).map_err(|error| unreadable_error(&path, error))?;
        let max_length = directory.length.max(MIN_LENGTH_TOKENS);
        let truncation = TruncationParams { max_length, ..TruncationParams::default() };
        // Padding is the network's concern.
        tokenizer
            .with_padding(None)
            .with_truncation(Some(truncation))
            .map_err(|error| unreadable_error(&path, error))?;
        Ok(TextTokenizer { path, tokenizer, lower_case: directory.lower_case })
    }

    /// The tokens of each text with `prompt` before it.
    pub(super) fn tokenize(
        &self,
        texts: &[&str],
        prompt: &str,
    ) -> Result<Vec<Vec<u32>>, LocalError> {
        let texts: Vec<String> = texts.iter().map(|text| self.prepare_text(text, prompt)).collect();
        let encoded = self.tokenizer.encode_batch_fast(texts, true);
        let encoded = encoded.map_err(|error| unreadable_error(&self.path, error))?;
        Ok(encoded.iter().map(|row| row.get_ids().to_vec()).collect())
    }

    /// Returns the input of the tokenizer; the library strips texts too.
    fn prepare_text(&self, text: &str, prompt: &str) -> String {
        let text = format!("{prompt}{text}");
        let text = text.trim();
        if self.lower_case { text.to_lowercase() } else { text.to_owned() }
    }

    /// Every token by its name.
    pub(super) fn vocabulary(&self) -> impl Iterator<Item = String> {
        self.tokenizer.get_vocab(true).into_keys()
    }
}
