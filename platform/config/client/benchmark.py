"""`enfilade bench`: measure this instance, over HTTP, with texts that are removed again."""

from __future__ import annotations

import json
import os
import random
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from rich.console import Console
from rich.progress import track
from rich.table import Table

from config.client import connection
from config.client.api import Api
from config.client.errors import ClientError
from kernel.types import JsonObject

_NAMES = ("Maya", "Tom", "Ines", "Ravi", "Lena", "Omar", "Chloe", "Piet")
_DEEDS = ("met", "called", "wrote to", "argued with", "thanked", "waited for", "cooked for", "drove")
_TOPICS = ("the garden", "a broken boiler", "the tax return", "her thesis", "the new flat", "a lost key", "the recital")
_PLACES = ("in Porto", "at the station", "by the lake", "in the old kitchen", "on the ferry", "at work")


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """A text and a question that it answers."""

    text: str
    question: str


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("-n", type=int, default=100, help="how many memories and how many recalls (default: 100)")
    parser.add_argument("--data", type=Path, help="take the texts from this file: one in each line, or JSON Lines")
    connection.add_arguments(parser)


def run(options: Namespace) -> int:
    """Add, recall, print the figures, and forget the lot, also when interrupted."""
    if options.n < 2:
        raise ClientError("-n must be at least 2.")
    samples = read_samples(options.data, options.n) if options.data else make_samples(options.n)
    palace = f"bench-{int(time.time())}"
    console = Console(highlight=False)
    with Api(connection.find(options, os.environ)) as api:
        try:
            figures = _measure(api, palace, samples)
        finally:
            api.delete("/v1/memories", filter=json.dumps({"palace": {"eq": palace}}))
    console.print(figures)
    console.print(f"The {len(samples)} memories have been removed; the empty palace {palace} is left.")
    return 0


def make_samples(count: int) -> list[Sample]:
    """Generated texts, the same for each run; a word in each is its own."""
    chance = random.Random(7)  # noqa: S311  (texts, not secrets)
    return [_make_sample(chance, number) for number in range(count)]


def read_samples(path: Path, most: int) -> list[Sample]:
    """The texts of a file, each its own question; raises ClientError."""
    try:
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise ClientError(f"{path} cannot be read: {error}") from error
    samples = [Sample(text=text, question=text[:200]) for text in map(_text_of, lines[:most])]
    if len(samples) < 2:
        raise ClientError(f"{path} holds fewer than two texts.")
    return samples


def summary_of(taken: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile, in milliseconds."""
    cuts = quantiles([seconds * 1_000 for seconds in taken], n=100, method="inclusive")
    return cuts[49], cuts[94]


def _make_sample(chance: random.Random, number: int) -> Sample:
    who, whom = chance.sample(_NAMES, 2)
    deed, topic, place = chance.choice(_DEEDS), chance.choice(_TOPICS), chance.choice(_PLACES)
    mark = f"N{number:05d}"
    return Sample(
        text=f"{who} {deed} {whom} {place} about {topic}; the note is filed as {mark}.",
        question=f"What did {who} and {whom} do {place}, filed as {mark}?",
    )


def _text_of(line: str) -> str:
    try:
        found = json.loads(line)
    except ValueError:
        return line
    content = found.get("content") if isinstance(found, dict) else None
    return content if isinstance(content, str) else line


def _measure(api: Api, palace: str, samples: Sequence[Sample]) -> Table:
    table = Table("operation", "calls", "p50 ms", "p95 ms", "", box=None, padding=(0, 3, 0, 0))
    console = Console(stderr=True)
    added, found, first = [], [], 0
    for sample in track(samples, "adding", console=console, transient=True):
        seconds, _ = _timed(api, "/v1/memories", {"content": sample.text, "palace": palace})
        added.append(seconds)
    for sample in track(samples, "recalling", console=console, transient=True):
        seconds, answer = _timed(api, "/v1/recall", {"query": sample.question, "palace": palace, "k": 10})
        found.append(seconds)
        first += is_first(answer, sample.text)
    _row(table, "add", added, "")
    _row(table, "recall", found, f"{first} of {len(samples)} found in first place")
    return table


def is_first(answer: JsonObject, text: str) -> bool:
    """Whether the text is what was found best."""
    match answer:
        case {"items": [{"content": content}, *_]}:
            return content == text
    return False


def _row(table: Table, name: str, taken: Sequence[float], note: str) -> None:
    median, slow = summary_of(taken)
    table.add_row(name, str(len(taken)), f"{median:.1f}", f"{slow:.1f}", note)


def _timed(api: Api, path: str, body: JsonObject) -> tuple[float, JsonObject]:
    began = time.perf_counter()
    answer = api.post(path, body)
    return time.perf_counter() - began, answer
