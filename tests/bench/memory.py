"""Latency of single adds and recalls through HTTP, one client, in a tenant that already holds many memories.

    ENFILADE_HOME=… python -m tests.bench.memory [--memories 10000] [--rounds 200]

Uses the running instance of ENFILADE_HOME; fills the palace `bench` up to the size asked for (once:
a second run finds it full) and prints one JSON line and a Markdown table.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx

PALACE = "bench-of-words"
TURNS = 40
"""Turns of one generated conversation."""
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """Milliseconds at the client, but for `server_p50`: what the server says a recall took."""

    memories: int
    rounds: int
    add_p50: float
    add_p95: float
    recall_p50: float
    recall_p95: float
    recall_server_p50: float
    path: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """Words as often as people say them: those of the example conversation, in any order."""

    words: Sequence[str]
    questions: Sequence[str]

    @classmethod
    def of_the_example(cls) -> Language:
        """The example's words, with repeats, and its questions."""
        lines = (EXAMPLES / "maya-and-tom.jsonl").read_text(encoding="utf-8").splitlines()
        questions = json.loads((EXAMPLES / "questions.json").read_text(encoding="utf-8"))
        words = [word for line in lines for word in json.loads(line)["content"].split()]
        return cls(words=words, questions=[question["question"] for question in questions])

    def sentence(self, chance: random.Random) -> str:
        """As many words as a turn has, one in eight a made-up name: the vocabulary grows with the text."""
        length = chance.randrange(8, 40)
        return " ".join(
            f"N{chance.randrange(50_000)}" if chance.random() < 0.125 else chance.choice(self.words)
            for _ in range(length)
        )


def fill(client: httpx.Client, language: Language, wanted: int) -> None:
    """Bring the palace up to `wanted` memories and wait until the dense leg has them."""
    chance = random.Random(7)
    held = client.get("/v1/memories", params={"palace": PALACE, "limit": 1}).json()["total"]
    while held < wanted:
        items = [
            {
                "content": language.sentence(chance),
                "author": ("Ana", "Bo")[turn % 2],
                "palace": PALACE,
                "wing": "bench",
                "conversation_id": f"talk-{held}",
                "position": turn,
            }
            for turn in range(min(TURNS * 5, wanted - held))
        ]
        client.post("/v1/memories?wait=indexed", json={"items": items}).raise_for_status()
        held += len(items)


def timed(call: httpx.Client, path: str, body: dict[str, object]) -> tuple[float, httpx.Response]:
    """Milliseconds of one POST, and its answer."""
    started = time.perf_counter()
    answer = call.post(path, json=body)
    return (time.perf_counter() - started) * 1000, answer.raise_for_status()


def measure(client: httpx.Client, language: Language, memories: int, rounds: int) -> Figures:
    """Adds and recalls in turn, so that both see the same noise."""
    chance = random.Random(time.time_ns())
    adds, recalls, inside, path = [], [], [], ""
    for _ in range(rounds):
        added, _answer = timed(
            client, "/v1/memories", {"content": language.sentence(chance), "palace": PALACE, "wing": "bench"}
        )
        recalled, answer = timed(client, "/v1/recall", {"query": chance.choice(language.questions), "palace": PALACE})
        adds.append(added)
        recalls.append(recalled)
        inside.append(answer.json()["took_ms"])
        path = answer.json()["path"]
    return Figures(
        memories=memories,
        rounds=rounds,
        add_p50=round(statistics.median(adds), 2),
        add_p95=round(statistics.quantiles(adds, n=20)[-1], 2),
        recall_p50=round(statistics.median(recalls), 2),
        recall_p95=round(statistics.quantiles(recalls, n=20)[-1], 2),
        recall_server_p50=round(statistics.median(inside), 2),
        path=path,
    )


def main() -> None:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    home = Path(os.environ.get("ENFILADE_HOME", "var"))
    instance = json.loads((home / "instance.json").read_text(encoding="utf-8"))
    headers = {"Authorization": f"Bearer {instance['api_key']}"}
    with httpx.Client(base_url=instance["url"], headers=headers, timeout=120) as client:
        language = Language.of_the_example()
        fill(client, language, options.memories)
        figures = measure(client, language, options.memories, options.rounds)
    print(json.dumps(asdict(figures)))
    print("| what | p50 ms | p95 ms |\n|---|---|---|")
    print(f"| single add | {figures.add_p50} | {figures.add_p95} |")
    print(f"| recall ({figures.path}) | {figures.recall_p50} | {figures.recall_p95} |")


if __name__ == "__main__":
    main()
