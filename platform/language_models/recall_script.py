"""The script a fresh installation answers with until a language model is configured.

It is a rule, not intelligence: it reads one shape of question ("how many times did Maya go
swimming?", "when was the last time …"), writes Python that recalls and counts, and for anything
else quotes the best matches. Each answer says so.
"""

import json
import re
from dataclasses import dataclass
from string import Template

from language_models.port import ModelRequest, Role

DISCLAIMER = "[scripted model: no language model is configured, a fixed rule wrote this]"
OBSERVATION = "Observation:"
QUOTES = 3


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


QUESTION = re.compile(
    r"(?:how\s+(?:many\s+times|often)\s+(?:did|has|have|does|do|was|were)"
    r"|when\s+was\s+the\s+last\s+time(?:\s+that)?"
    r"|when\s+(?:did|has|have))\s+"
    r"(?P<who>[\w'-]+)\s+(?P<what>[^?.,;!]+)",
    re.IGNORECASE,
)
# where the description of the deed ends and the rest of the question begins
TAIL = re.compile(r"\s+(?:and|since|until|in|during|over|this|last|so far|in total)\b.*$", re.IGNORECASE)
LEADING_LAST = re.compile(r"^(?:last|ever|actually|really)\s+", re.IGNORECASE)
# verbs that carry no meaning of their own in "go swimming", "have a headache"
LIGHT = _words(
    "a an the to for at on with of her his their my our your some go goes going gone went been be "
    "do does doing did done have has had having get gets getting got take takes taking took "
    "make makes making made visit visits say says said mention mentions mentioned"
)
QUESTION_WORDS = _words(
    "how many times often when was were is are did does do the last time what which who where why "
    "a an and or of to in on for with that about tell me please i you it he she they"
)
IRREGULAR = {
    "swim": ("swam", "swum"),
    "run": ("ran",),
    "eat": ("ate", "eaten"),
    "drink": ("drank", "drunk"),
    "sing": ("sang", "sung"),
    "ride": ("rode", "ridden"),
    "drive": ("drove", "driven"),
    "fly": ("flew", "flown"),
    "write": ("wrote", "written"),
    "buy": ("bought",),
    "see": ("saw", "seen"),
    "meet": ("met",),
    "bake": ("baked",),
    "hike": ("hiked",),
}
# a sentence with one of these tells of no finished deed
UNSURE = (
    "n't ", " not ", "never", "will ", "'ll ", "going to", "want to", "would ", "hope", "plan",
    "tomorrow", "next ", "maybe", "might ", "should ", "cancel", "skipp", "instead of", "?",
)  # fmt: skip

RECALL = Template("""\
found = recall($query, k=$k)
for turn in found[:10]:
    print(turn["occurred_at"], turn["author"], turn["content"][:120])
print(len(found), "memories found")
""")

COUNT = Template("""\
import re
from datetime import datetime, timedelta

who, stems = $who, $stems
unsure = $unsure

def tells_of_it(sentence):
    text = sentence.casefold().replace("\\u2019", "'") + " "
    return any(re.search(r"\\b" + stem, text) for stem in stems) and not any(word in text for word in unsure)

def day_of(turn, sentence):
    day = datetime.fromisoformat(turn["occurred_at"]).date()
    return day - timedelta(days=1) if "yesterday" in sentence.casefold() else day

theirs = [turn for turn in found if (turn["author"] or "").casefold() == who.casefold()]
if not theirs:
    theirs = [turn for turn in found if who.casefold() in turn["content"].casefold()]
days = {}
for turn in theirs:
    for sentence in re.split(r"(?<=[.!?])\\s+", turn["content"]):
        if turn["occurred_at"] and tells_of_it(sentence):
            days.setdefault(day_of(turn, sentence), sentence)
for day in sorted(days):
    print(day, days[day])

if days:
    last = max(days)
    answer = f"{who}: {len(days)} times (distinct days), the last time on {last}: \\"{days[last]}\\""
else:
    answer = f"No memory found of {who}: " + ", ".join(stems)
final_answer($disclaimer + " " + answer)
""")

QUOTE = Template("""\
best = sorted(found, key=lambda turn: turn["score"] or 0, reverse=True)[:$count]
lines = [f"{turn['author']} ({turn['occurred_at']}): {turn['content']}" for turn in best]
answer = "The closest memories:\\n" + "\\n".join(lines) if lines else "No memory matches."
final_answer($disclaimer + " " + answer)
""")


@dataclass(frozen=True, kw_only=True, slots=True)
class Deed:
    """What is asked about: who did it, and the words that would tell of it."""

    who: str
    words: tuple[str, ...]

    @property
    def stems(self) -> tuple[str, ...]:
        """Return the beginnings of words that would tell of the deed."""
        roots = [stem(word) for word in self.words]
        return tuple(form for root in roots for form in (root, *IRREGULAR.get(root, ())))


def reply(request: ModelRequest) -> str:
    """Return the next step of the fixed rule for this conversation."""
    task, steps, last = _position(request)
    thought, code = _step(task, steps, last, can_recall=_offers_recall(request))
    if request.response_schema is not None:
        return json.dumps({"thought": thought, "code": code})
    return f"{thought}\n<code>\n{code.rstrip()}\n</code>"


def find_deed(task: str) -> Deed | None:
    """Return who did what, when the task asks how often or when last; else None."""
    match = QUESTION.search(task)
    if match is None:
        return None
    what = TAIL.sub("", LEADING_LAST.sub("", match["what"]))
    words = [word for word in re.findall(r"[\w'-]+", what) if word.casefold() not in LIGHT]
    return Deed(who=match["who"], words=tuple(words)) if words else None


def stem(word: str) -> str:
    """Return the beginning of an English word that its forms share: swimming, swims → swim."""
    root = word.casefold()
    for ending in ("ing", "ed", "es", "s", "e"):
        if root.endswith(ending) and len(root) - len(ending) >= 3:
            root = root.removesuffix(ending)
            break
    doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz"
    return root[:-1] if doubled else root


def _position(request: ModelRequest) -> tuple[str, int, str]:
    """Return the task, how many steps were taken since, and the last observation."""
    asked = [
        index
        for index, message in enumerate(request.messages)
        if message.role is Role.USER and not message.content.startswith(OBSERVATION)
    ]
    task_at = asked[-1] if asked else 0
    since = request.messages[task_at + 1 :]
    steps = sum(message.role is Role.ASSISTANT for message in since)
    return request.messages[task_at].content, steps, since[-1].content if since else ""


def _offers_recall(request: ModelRequest) -> bool:
    return any("def recall(" in m.content for m in request.messages if m.role is Role.SYSTEM)


def _step(task: str, steps: int, last: str, *, can_recall: bool) -> tuple[str, str]:
    deed = find_deed(task)
    if not can_recall:
        return "This rule needs the tool recall.", _answer("It can only recall, and may not.")
    if steps == 0:
        return "A fixed rule: first recall what the task names.", _recall(task, deed)
    if steps > 1:
        return "The rule knows no further step.", _answer(f"It failed. {last[:500]}")
    if deed:
        return "Now count the distinct days on which it happened.", _count(deed)
    code = QUOTE.substitute(count=QUOTES, disclaimer=repr(DISCLAIMER))
    return "No question this rule can count for: quote the best matches.", code


def _recall(task: str, deed: Deed | None) -> str:
    words = re.findall(r"[\w'-]+", task)
    keywords = [word for word in words if word.casefold() not in QUESTION_WORDS]
    if deed:
        keywords = list(dict.fromkeys([deed.who, *deed.words, *deed.stems]))
    return RECALL.substitute(query=repr(" ".join(keywords) or task), k=50 if deed else 10)


def _count(deed: Deed) -> str:
    return COUNT.substitute(
        who=repr(deed.who),
        stems=repr(list(deed.stems)),
        unsure=repr(UNSURE),
        disclaimer=repr(DISCLAIMER),
    )


def _answer(text: str) -> str:
    return f"final_answer({f'{DISCLAIMER} {text}'!r})"
