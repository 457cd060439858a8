//! Which embedder the user has chosen.

/// Who turns text into vectors, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmbedderConfig {
    /// `builtin`, `local`, `openai`, `gemini`, `voyage`, `vertex` or `ollama`.
    pub provider: String,
    /// The model; the provider's usual one when none is named.
    pub model: Option<String>,
    /// Where the provider is, when it is not at its usual address.
    pub base_url: Option<String>,
    /// How long vectors are, where the model can shorten them.
    pub dimensions: Option<usize>,
}
