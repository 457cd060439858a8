//! A sentence transformer in a directory on this machine.
//!
//! The directory is laid out as the library of that name does it: `modules.json`, `config.json`,
//! `tokenizer.json`, the pooling's `config.json`, and the network as ONNX in `onnx/model.onnx` or
//! `model.onnx`. Nothing is fetched; whoever wants a model from a hub puts it there first.

use std::path::{Path, PathBuf};

use palimp_core::embed::{EmbedError, EmbedPurpose, Embedder, EmbeddingSpace, Scripts, Weights};

mod directory;
mod network;
mod pooling;
mod script;
mod words;

use directory::ModelDirectory;
use network::Network;
use words::TextTokenizer;

use crate::messages;

/// Number of tokens processed at once: enough to keep all cores busy, few enough to stay within
/// some hundred megabytes.
const BATCH_TOKENS: usize = 4096;

/// Reason for which the model in a directory cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// No model is named.
    #[error("{}", messages::local_model_unnamed())]
    Unnamed,
    /// There is no directory.
    #[error("{}", messages::local_model_not_directory(.0.display()))]
    NoDirectory(PathBuf),
    /// A file that must be there is not.
    #[error("{}", messages::local_model_missing(.0.display()))]
    Missing(PathBuf),
    /// The weights are there, but in another form.
    #[error("{}", messages::local_model_without_onnx(.0.display()))]
    NoOnnx(PathBuf),
    /// A file cannot be read, or is not what its name says.
    #[error("{}", messages::local_file_unreadable(.path.display(), .reason))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Defect of the file.
        reason: String,
    },
    /// The model does something that palimp cannot.
    #[error("{}", messages::local_model_unsupported(.path.display(), .what))]
    Unsupported {
        /// The file that asks for it.
        path: PathBuf,
        /// Unsupported feature.
        what: String,
    },
    /// The network does not run.
    #[error("{}", messages::local_model_broken(.path.display(), .reason))]
    Broken {
        /// The network.
        path: PathBuf,
        /// Error of the network.
        reason: String,
    },
}

impl From<LocalError> for EmbedError {
    fn from(error: LocalError) -> EmbedError {
        EmbedError::Refused(error.to_string())
    }
}

/// The model in the directory that the settings name.
pub(crate) fn open_named(directory: Option<&str>) -> Result<LocalEmbedder, LocalError> {
    LocalEmbedder::open(Path::new(directory.ok_or(LocalError::Unnamed)?))
}

/// A sentence transformer that runs in this process, on all its cores.
pub struct LocalEmbedder {
    space: EmbeddingSpace,
    scripts: Scripts,
    directory: ModelDirectory,
    words: TextTokenizer,
    network: Network,
}

impl LocalEmbedder {
    /// The model in `directory`, which is loaded and tried on one word.
    pub fn open(directory: &Path) -> Result<LocalEmbedder, LocalError> {
        let directory = ModelDirectory::open(directory)?;
        let words = TextTokenizer::load(&directory)?;
        let network = Network::load(&directory.network)?;
        let scripts = script::detect_scripts(words.vocabulary());
        let model = directory.name();
        let space = EmbeddingSpace { provider: "local".to_owned(), model, dimensions: 0 };
        let mut local = LocalEmbedder { space, scripts, directory, words, network };
        local.space.dimensions =
            local.compute_vectors(&["memory"], "")?.first().map_or(0, Vec::len);
        Ok(local)
    }

    /// The vectors of texts in their order. Those of about one length go through the network
    /// together, so that little is padded.
    fn compute_vectors(&self, texts: &[&str], prompt: &str) -> Result<Vec<Vec<f32>>, LocalError> {
        let rows = self.words.tokenize(texts, prompt)?;
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|at| rows[*at].len());
        let mut vectors = vec![Vec::new(); rows.len()];
        let mut rest = &order[..];
        while let Some(count) = batch_size(rest.iter().map(|at| rows[*at].len())) {
            let (together, after) = rest.split_at(count);
            let batch: Vec<&[u32]> = together.iter().map(|at| &rows[*at][..]).collect();
            let states = self.network.run(&batch, self.directory.padding)?;
            for (at, vector) in together.iter().zip(self.directory.pooling.pool_texts(&states)) {
                vectors[*at] = vector;
            }
            rest = after;
        }
        Ok(vectors)
    }
}

/// Returns the weight of a model's vectors beside words.
///
/// The E5 family was trained with a temperature of 0.01, and all its cosines lie between 0.7 and 1 (its model card says
/// so): a difference of meaning moves them little, so they weigh twelve times as much. It is known by its name, or
/// by the words that it wants before a document. Models whose cosines spread from 0 to 1 (MiniLM) keep 0.5.
fn vector_weight(document_prompt: &str, model: &str) -> f32 {
    const NARROW_COSINE_WEIGHT: f32 = 6.0;
    const WIDE_COSINE_WEIGHT: f32 = 0.5;
    let model = model.to_lowercase();
    let mut parts = model.split(|c: char| !c.is_ascii_alphanumeric());
    match document_prompt.starts_with("passage:") || parts.any(|part| part == "e5") {
        true => NARROW_COSINE_WEIGHT,
        false => WIDE_COSINE_WEIGHT,
    }
}

/// Number of remaining texts, shortest first, that go together; `None` if none remain.
fn batch_size(lengths: impl Iterator<Item = usize>) -> Option<usize> {
    let fit = |(count, length): &(usize, usize)| (count + 1) * length <= BATCH_TOKENS;
    let mut lengths = lengths.enumerate().peekable();
    lengths.peek()?;
    Some(lengths.take_while(fit).count().max(1))
}

impl Embedder for LocalEmbedder {
    fn space(&self) -> &EmbeddingSpace {
        &self.space
    }

    fn scripts(&self) -> Scripts {
        self.scripts
    }

    fn weights(&self) -> Weights {
        Weights {
            vector: vector_weight(&self.directory.prompts.document, &self.space.model),
            text: 1.0,
        }
    }

    fn embed(&self, texts: &[&str], purpose: EmbedPurpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let prompt = match purpose {
            EmbedPurpose::Document => &self.directory.prompts.document,
            EmbedPurpose::Query => &self.directory.prompts.query,
        };
        Ok(self.compute_vectors(texts, prompt)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{batch_size, vector_weight};

    #[test]
    fn model_with_narrow_cosines_weighs_more() {
        assert_eq!(vector_weight("passage: ", "small@1"), 6.0);
        assert_eq!(vector_weight("", "multilingual-e5-small@0a"), 6.0);
        assert_eq!(vector_weight("", "all-MiniLM-L6-v2@e5f0"), 0.5);
    }

    #[test]
    fn texts_go_together_while_they_fit() {
        assert_eq!(batch_size([].into_iter()), None);
        assert_eq!(batch_size([9000].into_iter()), Some(1));
        assert_eq!(batch_size([10; 3].into_iter()), Some(3));
        assert_eq!(batch_size([256; 30].into_iter()), Some(16));
        assert_eq!(batch_size([1, 2, 4000].into_iter()), Some(2));
    }
}
