"""Makes tests/tiny: a sentence transformer of a few kilobytes with random weights, and what
sentence-transformers answers with it. The Rust code must answer the same.

    HF_HUB_OFFLINE=1 python tiny.py
"""

import json
import shutil
import string
import tempfile
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel

from export import export

TINY = Path(__file__).parent.parent / "tests" / "tiny"
GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "tiny.json"
LONGEST = 24

TEXTS = [
    "the memory of an agent",
    "The Memory, of AN agent!",
    "words that it does not know: Wörterbuch",
    "데이터 is unknown",
    "",
    "one long text about a note and a note and a note " * 5,
]
WORDS = "the of an a and is it not that memory agent note word text long one about know un ##known ##s ##er"


def tokenizer():
    single = string.ascii_lowercase + string.digits + string.punctuation
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *single]
    tokens += ["##" + c for c in string.ascii_lowercase] + WORDS.split()
    vocabulary = {token: n for n, token in enumerate(dict.fromkeys(tokens))}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    ends = [("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])]
    made.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=ends)
    return made, len(vocabulary)


def write(directory):
    made, size = tokenizer()
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=size, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=32, initializer_range=0.5,
    )  # fmt: skip
    BertModel(config, add_pooling_layer=False).save_pretrained(directory)
    made.save(str(directory / "tokenizer.json"))
    (directory / "1_Pooling").mkdir()
    modules = [("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")]
    files = {
        "modules.json": [
            {"idx": n, "name": str(n), "path": path, "type": f"sentence_transformers.models.{kind}"}
            for n, (path, kind) in enumerate(modules)
        ],
        "sentence_bert_config.json": {"max_seq_length": LONGEST, "do_lower_case": False},
        "tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast", "pad_token": "[PAD]",
                                  "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"},
        "1_Pooling/config.json": {"word_embedding_dimension": 16, "pooling_mode_mean_tokens": True},
    }  # fmt: skip
    for name, content in files.items():
        (directory / name).write_text(json.dumps(content, indent=2) + "\n")


def main():
    shutil.rmtree(TINY, ignore_errors=True)
    with tempfile.TemporaryDirectory() as directory:
        write(Path(directory))
        export(directory, TINY)
        model = SentenceTransformer(directory, device="cpu")
        vectors = model.encode(TEXTS, normalize_embeddings=True)
    lines = [
        json.dumps({"text": text, "vector": [round(float(x), 6) for x in vector]}, ensure_ascii=False)
        for text, vector in zip(TEXTS, vectors)
    ]
    GOLDEN.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
