//! Table of embedding models: prices, limits, lengths of vectors and prompts.
//!
//! Prices, limits and lengths were looked up in the providers' documentation in November 2026. A
//! model that is not here can be used all the same: its vectors' length is asked of the service,
//! and its price is not known.

use palimp_core::embed::{EmbedPurpose, Scripts};

/// Data of a service about one of its models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EmbeddingModelInfo {
    pub(crate) provider: &'static str,
    pub(crate) name: &'static str,
    /// The length of its vectors when nothing else is asked for.
    pub(crate) native: usize,
    /// The length that palimp asks for when the user names none: the shortest at which the
    /// provider reports no loss worth its space.
    pub(crate) usual: usize,
    pub(crate) limits: RequestLimits,
    /// US dollars a million tokens.
    pub(crate) price: f64,
}

/// Limits of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestLimits {
    /// Tokens in one text.
    pub(crate) input: usize,
    /// Texts in one request. Fewer than some allow, so that a request that fails costs little.
    pub(crate) texts: usize,
    /// Tokens in one request.
    pub(crate) tokens: usize,
}

const fn limits(input: usize, texts: usize, tokens: usize) -> RequestLimits {
    RequestLimits { input, texts, tokens }
}

const OPENAI_LIMITS: RequestLimits = limits(8_192, 256, 300_000);
const GEMINI_LIMITS: RequestLimits = limits(2_048, 100, 100_000);
/// On Vertex, Gemini takes one text a request and older models 250, with 20,000 tokens in all.
const VERTEX_GEMINI_LIMITS: RequestLimits = limits(2_048, 1, 20_000);
const VERTEX_TEXT_LIMITS: RequestLimits = limits(2_048, 250, 20_000);
/// The context that such servers give a model unless they are told otherwise.
const OPEN_MODEL_LIMITS: RequestLimits = limits(2_048, 64, 32_000);

/// The models of services that are paid; the first of each provider is its usual one.
const PAID_MODELS: &[EmbeddingModelInfo] = &[
    model("openai", "text-embedding-3-small", (1_536, 1_536), OPENAI_LIMITS, 0.02),
    model("openai", "text-embedding-3-large", (3_072, 3_072), OPENAI_LIMITS, 0.13),
    model("openai", "text-embedding-ada-002", (1_536, 1_536), OPENAI_LIMITS, 0.10),
    model("gemini", "gemini-embedding-001", (3_072, 768), GEMINI_LIMITS, 0.15),
    model("gemini", "gemini-embedding-2", (3_072, 768), limits(8_192, 100, 100_000), 0.20),
    model("voyage", "voyage-4", (1_024, 1_024), voyage_limits(320_000), 0.06),
    model("voyage", "voyage-4-large", (1_024, 1_024), voyage_limits(120_000), 0.12),
    model("voyage", "voyage-4-lite", (1_024, 1_024), voyage_limits(1_000_000), 0.02),
    model("voyage", "voyage-3.5", (1_024, 1_024), voyage_limits(320_000), 0.06),
    model("voyage", "voyage-3.5-lite", (1_024, 1_024), voyage_limits(1_000_000), 0.02),
    model("voyage", "voyage-3-large", (1_024, 1_024), voyage_limits(120_000), 0.18),
    model("voyage", "voyage-code-3", (1_024, 1_024), voyage_limits(120_000), 0.18),
    model("vertex", "gemini-embedding-001", (3_072, 768), VERTEX_GEMINI_LIMITS, 0.15),
    // These two are sold by the character: 0.025 dollars a million of them.
    model("vertex", "text-embedding-005", (768, 768), VERTEX_TEXT_LIMITS, 0.10),
    model("vertex", "text-multilingual-embedding-002", (768, 768), VERTEX_TEXT_LIMITS, 0.10),
];

/// The model that Ollama is asked for: of those it offers, the smallest that has learnt Korean as
/// well as English.
const OLLAMA_MODEL: &str = "embeddinggemma";

const fn voyage_limits(tokens: usize) -> RequestLimits {
    limits(32_000, 256, tokens)
}

const fn model(
    provider: &'static str,
    name: &'static str,
    (native, usual): (usize, usize),
    limits: RequestLimits,
    price: f64,
) -> EmbeddingModelInfo {
    EmbeddingModelInfo { provider, name, native, usual, limits, price }
}

/// A family of models that anybody can run: what is written before a text for it to be embedded as
/// it was learnt, the writing that was learnt, and the length of the vectors where all of the
/// family have the same.
struct Family {
    /// Substring of its models' names.
    part: &'static str,
    document: &'static str,
    query: &'static str,
    scripts: Scripts,
    dimensions: Option<usize>,
}

const GEMMA_QUERY: &str = "task: search result | query: ";
const GEMMA_DOCUMENT: &str = "title: none | text: ";
const PASSAGE_QUERY_PROMPT: &str = "Represent this sentence for searching relevant passages: ";

/// The first whose part is in a model's name counts.
const MODEL_FAMILIES: &[Family] = &[
    family("nomic-embed-text-v2", ("search_document: ", "search_query: "), Scripts::All, Some(768)),
    family("nomic-embed-text", ("search_document: ", "search_query: "), Scripts::Latin, Some(768)),
    family("embeddinggemma", (GEMMA_DOCUMENT, GEMMA_QUERY), Scripts::All, Some(768)),
    family("gemini-embedding-2", (GEMMA_DOCUMENT, GEMMA_QUERY), Scripts::All, None),
    family(
        "qwen3-embedding",
        (
            "",
            "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
        ),
        Scripts::All,
        None,
    ),
    family("mxbai-embed-large", ("", PASSAGE_QUERY_PROMPT), Scripts::Latin, Some(1_024)),
    family("arctic-embed2", ("", "query: "), Scripts::All, Some(1_024)),
    family("arctic-embed-l-v2", ("", "query: "), Scripts::All, Some(1_024)),
    family("arctic-embed", ("", PASSAGE_QUERY_PROMPT), Scripts::Latin, None),
    family("bge-m3", ("", ""), Scripts::All, Some(1_024)),
    family("bge-small-en", ("", PASSAGE_QUERY_PROMPT), Scripts::Latin, Some(384)),
    family("bge-base-en", ("", PASSAGE_QUERY_PROMPT), Scripts::Latin, Some(768)),
    family("bge-large", ("", PASSAGE_QUERY_PROMPT), Scripts::Latin, Some(1_024)),
    family("multilingual-e5", ("passage: ", "query: "), Scripts::All, None),
    family("all-minilm", ("", ""), Scripts::Latin, Some(384)),
    family("text-embedding-005", ("", ""), Scripts::Latin, None),
];

const fn family(
    part: &'static str,
    (document, query): (&'static str, &'static str),
    scripts: Scripts,
    dimensions: Option<usize>,
) -> Family {
    Family { part, document, query, scripts, dimensions }
}

/// The model that is used when the user names none.
pub(crate) fn default_model(provider: &str) -> &'static str {
    PAID_MODELS
        .iter()
        .find(|model| model.provider == provider)
        .map_or(OLLAMA_MODEL, |model| model.name)
}

/// Returns the data of a model of a paid service.
pub(crate) fn known_model(provider: &str, name: &str) -> Option<EmbeddingModelInfo> {
    PAID_MODELS.iter().copied().find(|model| model.provider == provider && model.name == name)
}

/// Returns a provider's limits for an unknown model.
pub(crate) fn usual_limits(provider: &str) -> RequestLimits {
    match provider {
        "gemini" => GEMINI_LIMITS,
        "voyage" => voyage_limits(120_000),
        "vertex" => VERTEX_GEMINI_LIMITS,
        _ => OPEN_MODEL_LIMITS,
    }
}

/// The length of the vectors of a model that anybody can run, where its name tells it.
pub(crate) fn open_dimensions(name: &str) -> Option<usize> {
    family_of(name)?.dimensions
}

/// The writing that a model has learnt.
pub(crate) fn scripts(name: &str) -> Scripts {
    family_of(name).map_or(Scripts::All, |family| family.scripts)
}

/// Returns the prompt that a model needs before an embedded text.
pub(crate) fn text_prefix(name: &str, purpose: EmbedPurpose) -> &'static str {
    match (family_of(name), purpose) {
        (None, _) => "",
        (Some(family), EmbedPurpose::Document) => family.document,
        (Some(family), EmbedPurpose::Query) => family.query,
    }
}

fn family_of(name: &str) -> Option<&'static Family> {
    let name = name.to_ascii_lowercase();
    MODEL_FAMILIES.iter().find(|family| name.contains(family.part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_provider_has_a_usual_model() {
        for (provider, name) in [
            ("openai", "text-embedding-3-small"),
            ("gemini", "gemini-embedding-001"),
            ("voyage", "voyage-4"),
            ("vertex", "gemini-embedding-001"),
            ("ollama", "embeddinggemma"),
        ] {
            assert_eq!(default_model(provider), name);
        }
    }

    #[test]
    fn no_model_stands_twice_and_none_is_longer_than_it_is() {
        for (at, model) in PAID_MODELS.iter().enumerate() {
            assert!(model.usual <= model.native && model.limits.texts > 0, "{}", model.name);
            let again = |other: &&EmbeddingModelInfo| {
                other.provider == model.provider && other.name == model.name
            };
            assert_eq!(
                PAID_MODELS.iter().position(|other| again(&other)),
                Some(at),
                "{}",
                model.name
            );
        }
    }

    #[test]
    fn a_family_is_told_by_any_of_its_models_names() {
        for (name, query) in [
            ("nomic-embed-text:latest", "search_query: "),
            ("text-embedding-nomic-embed-text-v1.5", "search_query: "),
            ("intfloat/multilingual-e5-large", "query: "),
            ("BAAI/bge-m3", ""),
            ("text-embedding-3-small", ""),
        ] {
            assert_eq!(text_prefix(name, EmbedPurpose::Query), query, "{name}");
        }
        assert_eq!(
            text_prefix("embeddinggemma:300m", EmbedPurpose::Document),
            "title: none | text: "
        );
        assert_eq!(scripts("nomic-embed-text"), Scripts::Latin);
        assert_eq!(scripts("nomic-embed-text-v2-moe"), Scripts::All);
        assert_eq!(open_dimensions("snowflake-arctic-embed2"), Some(1_024));
        assert_eq!(open_dimensions("something-new"), None);
    }
}
