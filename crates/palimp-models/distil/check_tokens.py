"""Compares the tokens and vectors of the Rust code with those of the `tokenizers` package.

    cargo build --release -p palimp-models --example tokens
    python check_tokens.py .../release/examples/tokens FILE...

Every line of the files is compared, and lines of random characters besides. With `--golden` the
fixture of the Rust tests is written, from the lines in LINES alone.
"""

import json
import random
import struct
import subprocess
import sys
import unicodedata
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from distil import DATA, MODEL, distil, is_word_or_piece

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "builtin.json"

LINES = [
    "The quick brown fox jumps over the lazy dog.",
    "We chose PostgreSQL over MySQL because of its JSON support",
    "The team decided to use a relational database with good JSON handling",
    "Do NOT use yarn; this repository is built with pnpm 9.1.0!",
    "fn getUserById(user_id: u64) -> Option<User> { self.users.get(&user_id) }",
    "TypeError: Cannot read properties of undefined (reading 'map') at src/index.tsx:42:17",
    "Crème brûlée at the café, naïve façade, ÅNGSTRÖM, Straße, İstanbul, ﬁne",
    "데이터베이스는 PostgreSQL을 쓰기로 결정했다",
    "JWT 인증키를 갱신하는 API",
    "人工知能と機械学習 the 漢字 test",
    "great work 🎉🎉 see you tomorrow😊 ok",
    "tabs\tand\u00a0odd\u200b spaces\u3000and\u2028lines \ufffd soft\u00adhyphen",
    "“Curly” quotes — dashes – and… ellipsis ‹x› ¿qué? ¡sí!",
    "```rust\nlet x = 1;\n```\n\n# Heading\n\n- [ ] a list\n- [x] done | table | cell |",
    "x" * 100 + " " + "y" * 101,
    "Привет, мир! Ελληνικά שלום مرحبا नमस्ते",
    "don't can't won't I'm we've",
    "1234567890 3.14159 0xDEADBEEF 1e-9 2026-11-21T10:15:00Z",
    "!!! ??? ---",
    "",
]


def reference():
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return lambda text: [
        token
        for token in tokenizer.encode(text, add_special_tokens=False).tokens
        if is_word_or_piece(token)
    ]


def odd_lines(count):
    """Random characters of the first planes. Those that Unicode assigned after its version 8, which
    `tokenizers` knows, are left out."""
    random.seed(7)
    ranges = [(0x20, 0x7F), (0xA0, 0x250), (0x370, 0x530), (0x1E00, 0x2070), (0x3000, 0x3130),
              (0x4E00, 0x4E80), (0xAC00, 0xAD00), (0xFF00, 0xFFEF)]  # fmt: skip
    for _ in range(count):
        chars = (chr(random.randrange(*random.choice(ranges))) for _ in range(60))
        yield "".join(c for c in chars if not c.splitlines() and unicodedata.ucd_3_2_0.category(c) != "Cn")


def compare(program, lines):
    tokens = reference()
    out = subprocess.run([program], input="\n".join(lines).encode(), capture_output=True, check=True)
    ours = out.stdout.decode().split("\n")
    wrong = 0
    for line, found in zip(lines, ours, strict=False):
        expected = " ".join(tokens(line))
        if expected != found:
            wrong += 1
            if wrong <= 10:
                print(f"{line!r}\n  expected {expected}\n  found    {found}")
    print(f"{len(lines)} lines, {wrong} differ")
    return wrong == 0


def golden():
    """Tokens, and cosines by the model before and after it was cut to bytes."""
    names, weighted, _ = distil()
    number = {name: at for at, name in enumerate(names)}
    content = (DATA / "builtin.bin").read_bytes()
    count, width = len(names), weighted.shape[1]
    matrix = np.frombuffer(content, np.int8, count * width, 64).reshape(count, width)
    at = 64 + -(-count * width // 64) * 64
    stored = matrix * np.frombuffer(content, "<f4", count, at)[:, None]
    assert struct.unpack_from("<I", content, 16)[0] == count
    tokens = [reference()(line) for line in LINES]

    def vectors(model):
        sums = np.array([model[[number[t] for t in line]].sum(0) for line in tokens])
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        return sums / np.maximum(lengths, 1e-12)

    full, cut = vectors(weighted), vectors(stored)
    lines = [
        {
            "text": text,
            "tokens": line,
            "begins": [round(float(x), 6) for x in cut[n][:8]],
            "cosines": [round(float(x), 6) for x in cut @ cut[n]],
            "unquantised": [round(float(x), 6) for x in full @ full[n]],
        }
        for n, (text, line) in enumerate(zip(LINES, tokens))
    ]
    GOLDEN.parent.mkdir(parents=True, exist_ok=True)
    rows = ",\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    GOLDEN.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    loss = 1 - (full * cut).sum(1)[np.linalg.norm(full, axis=1) > 0]
    print(f"bytes cost at most {loss.max():.6f} of cosine")


def main():
    if sys.argv[1:] == ["--golden"]:
        return golden()
    texts = [Path(name).read_text(encoding="utf-8") for name in sys.argv[2:]]
    lines = [line for text in texts for line in text.splitlines()]
    if not compare(sys.argv[1], lines + list(odd_lines(3000))):
        sys.exit(1)


if __name__ == "__main__":
    main()
