"""The embedder that ships with the product."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.memories.domain.chunking import cut
from language_models.embedders.minilm import MiniLM, load_packaged
from language_models.embedders.port import EmbedderMissing, Vectors


@pytest.fixture(scope="module")
def minilm() -> Iterator[MiniLM]:
    yield load_packaged()


def similarity(vectors: Vectors) -> float:
    return float(vectors[0] @ vectors[1])


def test_vectors_are_of_length_one_in_the_order_of_the_texts(minilm: MiniLM) -> None:
    texts = ["a long text about ships and harbours " * 9, "cat", "", "👍", "one more about a dog"] * 4

    vectors = minilm.embed(texts)

    assert vectors.shape == (20, minilm.dimensions)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors[5:10], vectors[:5], atol=0.02)  # rows of a padded batch differ a little in int8


def test_like_texts_are_nearer_than_unlike_ones(minilm: MiniLM) -> None:
    near = similarity(minilm.embed(["My cat is ill.", "The kitten went to the vet."]))
    far = similarity(minilm.embed(["My cat is ill.", "The bond market closed higher."]))

    assert near > far + 0.2


def test_no_text_at_all_makes_no_vector(minilm: MiniLM) -> None:
    assert minilm.embed([]).shape == (0, minilm.dimensions)


def test_the_model_reads_as_many_tokens_as_it_says_and_no_more(minilm: MiniLM) -> None:
    full = "cat " * minilm.window

    assert minilm.count_tokens(full) == minilm.window
    assert similarity(minilm.embed([full, full + "dog " * 50])) > 0.9999


def test_tokens_are_counted_beyond_the_window(minilm: MiniLM) -> None:
    assert minilm.count_tokens("cat " * 5_000) == 5_000


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=600), st.sampled_from(["", "한국어", "unaffable", "字"]))
def test_no_chunk_of_any_text_exceeds_the_window(minilm: MiniLM, text: str, more: str) -> None:
    whole = text + more * 300

    spans = cut(whole, window=minilm.window, count=minilm.count_tokens)

    assert all(minilm.count_tokens(whole[span.start : span.end]) <= minilm.window for span in spans)


def test_a_missing_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(EmbedderMissing, match="cannot be read"):
        MiniLM(tmp_path / "model.onnx")


def test_an_altered_model_is_not_used(tmp_path: Path) -> None:
    altered = tmp_path / "model.onnx"
    altered.write_bytes(b"not the weights")

    with pytest.raises(EmbedderMissing, match="not the file we know"):
        MiniLM(altered)
