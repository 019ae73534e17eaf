"""`enfilade recall`: search the memories."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from rich.console import Console
from rich.text import Text

from config.client import connection, wording
from config.client.api import Api
from kernel.types import JsonObject


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("question")
    parser.add_argument("--palace", help="look in this palace only")
    parser.add_argument("--wing", help="look in this wing only")
    parser.add_argument("-k", type=int, default=10, help="most memories to show (default: 10)")
    parser.add_argument("--explain", action="store_true", help="show what each leg of the search gave")
    parser.add_argument("--json", action="store_true", help="print the instance's answer as it is")
    connection.add_arguments(parser)


def run(options: Namespace) -> int:
    """Ask and print."""
    body: JsonObject = {
        "query": options.question,
        "palace": options.palace,
        "wing": options.wing,
        "k": options.k,
        "explain": options.explain,
    }
    with Api(connection.find(options, os.environ)) as api:
        answer = api.post("/v1/recall", body)
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    if options.json:
        console.print_json(data=answer, ensure_ascii=False)
        return 0
    for number, item in enumerate(_items(answer), 1):
        console.print(wording.describe(item, number))
    console.print(Text(_summary(answer), style="dim"))
    return 0


def _items(answer: JsonObject) -> list[JsonObject]:
    items = answer.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _summary(answer: JsonObject) -> str:
    found = len(_items(answer))
    usage = answer.get("usage")
    cost = f", ${usage['cost_usd']}" if isinstance(usage, dict) else ""
    what = "Nothing found" if not found else f"{found} memories" if found > 1 else "1 memory"
    return f"{what}, {answer['tokens']} tokens, {answer['took_ms']} ms ({answer['path']}){cost}"
