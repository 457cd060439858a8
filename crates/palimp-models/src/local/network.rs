//! The network: rows of tokens in, a vector for each token out.

use std::path::{Path, PathBuf};

use rten::{Model, NodeId, Value};

use super::LocalError;
use crate::messages;

/// Names of the output, by the two usual exporters; otherwise the first output is taken.
const OUTPUT_NAMES: &[&str] = &["last_hidden_state", "token_embeddings"];

/// A network that was loaded.
pub(super) struct Network {
    path: PathBuf,
    model: Model,
    inputs: Vec<(NodeId, NetworkInput)>,
    output: NodeId,
}

/// Content of an input.
#[derive(Clone, Copy)]
enum NetworkInput {
    Tokens,
    /// 1 for a token, 0 for padding.
    Mask,
    /// 0 everywhere: there is only one sentence.
    Types,
    /// Counted from 0.
    Places,
}

/// The vectors of the tokens of some texts.
pub(super) struct States {
    values: Vec<f32>,
    /// Number of elements of a token's vector.
    width: usize,
    /// Number of tokens of a text with its padding.
    length: usize,
    /// Numbers of tokens without padding.
    lengths: Vec<usize>,
}

impl Network {
    /// Loads the network in `path`.
    pub(super) fn load(path: &Path) -> Result<Network, LocalError> {
        let model = Model::load_file(path).map_err(|error| broken_error(path, error))?;
        let inputs = model.input_ids().iter().map(|id| classify_input(&model, *id));
        let inputs = inputs.collect::<Result<Vec<_>, String>>();
        let inputs =
            inputs.map_err(|what| LocalError::Unsupported { path: path.to_owned(), what })?;
        let outputs = model.output_ids();
        let named = |name: &&str| {
            outputs.iter().find(|id| model.node_info(**id).and_then(|of| of.name()) == Some(*name))
        };
        let output = OUTPUT_NAMES.iter().find_map(named).or(outputs.first());
        let output =
            *output.ok_or_else(|| broken_error(path, messages::network_without_output()))?;
        Ok(Network { path: path.to_owned(), model, inputs, output })
    }

    /// Runs `rows` of tokens together, short ones filled up with `padding`.
    pub(super) fn run(&self, rows: &[&[u32]], padding: u32) -> Result<States, LocalError> {
        let lengths: Vec<usize> = rows.iter().map(|row| row.len()).collect();
        let length = lengths.iter().copied().max().unwrap_or_default();
        let mut inputs = Vec::new();
        for (id, input) in &self.inputs {
            let filled = input.fill(rows, length, padding);
            let value = Value::from_shape([rows.len(), length], filled);
            inputs.push((*id, value.map_err(|error| broken_error(&self.path, error))?.into()));
        }
        let [output] = self
            .model
            .run_n(inputs, [self.output], None)
            .map_err(|error| broken_error(&self.path, error))?;
        let ([count, tokens, width], values) = output
            .into_shape_vec::<f32, 3>()
            .map_err(|_| broken_error(&self.path, messages::network_without_token_vectors()))?;
        if (count, tokens) != (rows.len(), length) || width == 0 {
            return Err(broken_error(&self.path, messages::network_wrong_vector_count()));
        }
        Ok(States { values, width, length, lengths })
    }
}

impl NetworkInput {
    fn fill(self, rows: &[&[u32]], length: usize, padding: u32) -> Vec<i32> {
        let places = rows.iter().flat_map(|row| (0..length).map(|at| (at, row.get(at).copied())));
        places
            .map(|(at, token)| match self {
                NetworkInput::Tokens => token.unwrap_or(padding) as i32,
                NetworkInput::Mask => i32::from(token.is_some()),
                NetworkInput::Types => 0,
                NetworkInput::Places => at as i32,
            })
            .collect()
    }
}

fn classify_input(model: &Model, id: NodeId) -> Result<(NodeId, NetworkInput), String> {
    let name = model.node_info(id).and_then(|info| info.name()).unwrap_or_default();
    let input = match name {
        "input_ids" => NetworkInput::Tokens,
        "attention_mask" => NetworkInput::Mask,
        "token_type_ids" => NetworkInput::Types,
        "position_ids" => NetworkInput::Places,
        other => return Err(messages::unknown_input(other)),
    };
    Ok((id, input))
}

fn broken_error(path: &Path, reason: impl ToString) -> LocalError {
    LocalError::Broken { path: path.to_owned(), reason: reason.to_string() }
}

impl States {
    /// For each text, the vectors of its own tokens.
    pub(super) fn text_tokens(&self) -> impl Iterator<Item = impl Iterator<Item = &[f32]>> {
        let texts = self.values.chunks_exact(self.width * self.length.max(1));
        texts.zip(&self.lengths).map(|(text, own)| text.chunks_exact(self.width).take(*own))
    }
}
