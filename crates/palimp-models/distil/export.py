"""Exports a BERT-like sentence transformer to ONNX, as `onnx/model.onnx` beside a copy of its files."""

import shutil
import warnings
from pathlib import Path

import torch
from transformers import AutoModel

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]
OUTPUT = "last_hidden_state"


class States(torch.nn.Module):
    """The network with its inputs in a fixed order, giving the last layer alone."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, *inputs):
        return self.model(**dict(zip(INPUTS, inputs, strict=True))).last_hidden_state


def export(source, target):
    """Copies the small files of `source` to `target` and puts its network beside them."""
    heavy = shutil.ignore_patterns("*.safetensors", "*.bin", "README.md", "data_config.json", "vocab.txt")
    shutil.copytree(source, target, ignore=heavy, dirs_exist_ok=True)
    path = Path(target) / "onnx" / "model.onnx"
    path.parent.mkdir(exist_ok=True)
    model = AutoModel.from_pretrained(source, attn_implementation="eager").eval()
    ones = torch.ones(2, 8, dtype=torch.long)
    axes = {name: {0: "batch", 1: "length"} for name in [*INPUTS, OUTPUT]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            States(model), (ones, ones, ones * 0), path, input_names=INPUTS, output_names=[OUTPUT],
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
