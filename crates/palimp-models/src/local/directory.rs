//! Reader of the configuration files of a sentence transformer.

use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use palimp_core::message::{io_reason, json_reason};
use ring::digest::{Context, SHA256};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::LocalError;
use super::pooling::Pooling;
use crate::messages;

/// Possible paths of the network, the usual one first.
const NETWORK_PATHS: &[&str] = &["onnx/model.onnx", "model.onnx"];
/// Default maximum length of a text, in tokens.
const USUAL_LENGTH: usize = 512;
/// Some tokenizers give a number like 10³⁰ for "as long as you like".
const NO_LIMIT: f64 = 1e6;
/// Number of bytes read at each end of the network to tell it from others.
const FINGERPRINT_END_BYTES: u64 = 64 * 1024;

/// A sentence transformer's directory, as far as it is not weights.
#[derive(Debug)]
pub(super) struct ModelDirectory {
    path: PathBuf,
    /// The network.
    pub(super) network: PathBuf,
    /// The tokenizer.
    pub(super) tokenizer: PathBuf,
    /// Method by which a text's vector is made from those of its tokens.
    pub(super) pooling: Pooling,
    /// Maximum number of tokens of a text.
    pub(super) length: usize,
    /// The token that fills up short texts.
    pub(super) padding: u32,
    /// True if texts are put into lower case first.
    pub(super) lower_case: bool,
    /// Prompts that are put before texts.
    pub(super) prompts: EmbeddingPrompts,
    /// The beginning of a hash that tells this model from others of its name.
    fingerprint: String,
}

/// Prompts that are put before texts, for models that were trained with them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct EmbeddingPrompts {
    /// Before what is asked.
    pub(super) query: String,
    /// Before what is to be found.
    #[serde(alias = "passage")]
    pub(super) document: String,
}

#[derive(Deserialize)]
struct ModuleEntry {
    #[serde(default)]
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct NetworkConfig {
    model_type: String,
    max_position_embeddings: Option<usize>,
    pad_token_id: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TransformerConfig {
    max_seq_length: Option<usize>,
    do_lower_case: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TokenizerConfig {
    model_max_length: Option<f64>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SentenceConfig {
    prompts: EmbeddingPrompts,
}

impl ModelDirectory {
    /// Reads `directory`. Returns an error if the network is missing or not ONNX.
    pub(super) fn open(directory: &Path) -> Result<ModelDirectory, LocalError> {
        if !directory.is_dir() {
            return Err(LocalError::NoDirectory(directory.to_owned()));
        }
        let network = find_network(directory)?;
        let tokenizer = directory.join("tokenizer.json");
        if !tokenizer.is_file() {
            return Err(LocalError::Missing(tokenizer));
        }
        let (first, pooling) = read_modules(directory)?;
        let transformer = read_json(&first.join("sentence_bert_config.json"))?.unwrap_or_default();
        let config = read_json(&first.join("config.json"))?;
        let config = config.ok_or_else(|| LocalError::Missing(first.join("config.json")))?;
        let sentence = read_json(&directory.join("config_sentence_transformers.json"))?;
        let fingerprint = fingerprint(&network, &tokenizer, pooling)?;
        Ok(ModelDirectory {
            path: directory.canonicalize().unwrap_or_else(|_| directory.to_owned()),
            length: max_text_tokens(&transformer, &config, directory)?,
            padding: config.pad_token_id.unwrap_or_default(),
            lower_case: transformer.do_lower_case,
            prompts: sentence.map(|of: SentenceConfig| of.prompts).unwrap_or_default(),
            network,
            tokenizer,
            pooling,
            fingerprint,
        })
    }

    /// The directory's name with a mark that another model in its place would not have.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        format!("{name}@{}", self.fingerprint)
    }
}

fn find_network(directory: &Path) -> Result<PathBuf, LocalError> {
    let places = NETWORK_PATHS.iter().map(|place| directory.join(place));
    if let Some(network) = places.into_iter().find(|place| place.is_file()) {
        return Ok(network);
    }
    let others = ["model.safetensors", "pytorch_model.bin"];
    if others.iter().any(|name| directory.join(name).exists()) {
        return Err(LocalError::NoOnnx(directory.to_owned()));
    }
    Err(LocalError::Missing(directory.join(NETWORK_PATHS[0])))
}

/// Returns the directory of the transformer's own files, and the pooling after it. A directory
/// without `modules.json` is a bare transformer, of which the mean is taken, as the library does.
fn read_modules(directory: &Path) -> Result<(PathBuf, Pooling), LocalError> {
    let path = directory.join("modules.json");
    let Some(modules) = read_json::<Vec<ModuleEntry>>(&path)? else {
        return Ok((directory.to_owned(), Pooling::Mean));
    };
    let (mut transformer, mut pooling) = (directory.to_owned(), Pooling::Mean);
    for module in modules {
        match module.kind.rsplit('.').next().unwrap_or_default() {
            "Transformer" => transformer = resolve_inside(directory, &module.path),
            "Pooling" => pooling = pooling_of(&resolve_inside(directory, &module.path))?,
            // All vectors are brought to length one anyway.
            "Normalize" => {}
            other => {
                let what = messages::unknown_module(other);
                return Err(LocalError::Unsupported { path, what });
            }
        }
    }
    Ok((transformer, pooling))
}

/// A path of `modules.json`; one that would lead out of the directory is the directory itself.
fn resolve_inside(directory: &Path, path: &str) -> PathBuf {
    let leads_out = Path::new(path).components().any(|part| {
        !matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir)
    });
    if leads_out { directory.to_owned() } else { directory.join(path) }
}

fn pooling_of(directory: &Path) -> Result<Pooling, LocalError> {
    let path = directory.join("config.json");
    let config: serde_json::Value =
        read_json(&path)?.ok_or_else(|| LocalError::Missing(path.clone()))?;
    Pooling::from_config(&config).map_err(|what| LocalError::Unsupported { path, what })
}

/// Returns the maximum number of tokens of a text: the library's setting, else the tokenizer's, and at
/// most the number of positions of the network.
fn max_text_tokens(
    transformer: &TransformerConfig,
    network: &NetworkConfig,
    directory: &Path,
) -> Result<usize, LocalError> {
    let tokenizer: TokenizerConfig =
        read_json(&directory.join("tokenizer_config.json"))?.unwrap_or_default();
    let stated = tokenizer.model_max_length.filter(|length| *length < NO_LIMIT);
    // RoBERTa and its kin count places from behind the padding's number.
    let lost = match network.model_type.contains("roberta") {
        true => network.pad_token_id.unwrap_or(1) as usize + 1,
        false => 0,
    };
    let places = network.max_position_embeddings.map(|places| places.saturating_sub(lost));
    let length = transformer.max_seq_length.or(stated.map(|length| length as usize));
    let length = length.or(places).unwrap_or(USUAL_LENGTH);
    Ok(length.min(places.unwrap_or(usize::MAX)))
}

/// Reads a JSON file; `None` if it does not exist.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, LocalError> {
    let text = match palimp_files::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable_error(path, io_reason(&error))),
    };
    serde_json::from_slice(&text)
        .map(Some)
        .map_err(|error| unreadable_error(path, json_reason(&error)))
}

pub(super) fn unreadable_error(path: &Path, reason: impl ToString) -> LocalError {
    LocalError::Unreadable { path: path.to_owned(), reason: reason.to_string() }
}

/// Models are large: their length and both ends tell them apart.
fn fingerprint(network: &Path, tokenizer: &Path, pooling: Pooling) -> Result<String, LocalError> {
    let mut hash = Context::new(&SHA256);
    hash.update(format!("{pooling:?}").as_bytes());
    for path in [network, tokenizer] {
        hash_ends(path, &mut hash).map_err(|error| unreadable_error(path, io_reason(&error)))?;
    }
    let digest = hash.finish();
    Ok(digest.as_ref().iter().take(4).map(|byte| format!("{byte:02x}")).collect())
}

fn hash_ends(path: &Path, hash: &mut Context) -> std::io::Result<()> {
    let mut file = palimp_files::open(path)?;
    let length = file.metadata()?.len();
    hash.update(&length.to_le_bytes());
    for start in [0, length.saturating_sub(FINGERPRINT_END_BYTES)] {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        Read::by_ref(&mut file).take(FINGERPRINT_END_BYTES).read_to_end(&mut bytes)?;
        hash.update(&bytes);
    }
    Ok(())
}
