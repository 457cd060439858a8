//! Choice of the embedder.

/// Configuration of an embedder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmbedderConfig {
    /// `builtin`, `local`, `openai`, `gemini`, `voyage`, `vertex` or `ollama`.
    pub provider: String,
    /// The model; the provider's usual one when none is named.
    pub model: Option<String>,
    /// Address of the provider, if it is not the usual one.
    pub base_url: Option<String>,
    /// Length of vectors, for models that can shorten them.
    pub dimensions: Option<usize>,
}
