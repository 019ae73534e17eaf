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
TAIL = re.compile(r"\s+(?:and|since|until|during|over|this|last|so far|in\s+(?:total|\d{4}|all))\b.*$", re.IGNORECASE)
LEADING_LAST = re.compile(r"^(?:last|ever|actually|really)\s+", re.IGNORECASE)
GO = _words("go goes going gone went been")
# words that carry no meaning of their own in "have a headache", "go swimming with Lotte"
LIGHT = GO | _words(
    "a an the to for at in on with of from off into her his their my our your some be do does doing "
    "did done have has had having get gets getting got take takes taking took make makes making made"
)
QUESTION_WORDS = _words(
    "how many times often when was were is are did does do the last time what which who where why "
    "a an and or of to in on for with that about tell me please i you it he she they"
)
PAST = {
    "bring": "brought", "buy": "bought", "come": "came", "drink": "drank", "drive": "drove",
    "eat": "ate", "find": "found", "fly": "flew", "lose": "lost", "meet": "met", "read": "read",
    "ride": "rode", "run": "ran", "see": "saw", "sell": "sold", "sing": "sang", "sleep": "slept",
    "swim": "swam", "win": "won", "write": "wrote",
}  # fmt: skip
# a sentence with one of these tells of no finished deed
UNSURE = ("n't ", " not ", " never ", " almost ", " nearly went ", " if ", "?")

RECALL = Template("""\
found = recall($query, k=$k)
for turn in found[:10]:
    print(turn["occurred_at"], turn["author"], turn["content"][:120])
print(len(found), "memories found")
""")

COUNT = Template("""\
import re
from datetime import datetime, timedelta

who, signs, also, unsure = $who, $signs, $also, $unsure

def tells_of_it(sentence):
    text = sentence.casefold().replace("\\u2019", "'") + " "
    return any(re.search(sign, text) for sign in signs) and not any(word in text for word in unsure)

def day_of(turn, sentence):
    day = datetime.fromisoformat(turn["occurred_at"]).date()
    return day - timedelta(days=1) if "yesterday" in sentence.casefold() else day

theirs = [turn for turn in found if (turn["author"] or "").casefold() == who.casefold()]
if not theirs:
    theirs = [turn for turn in found if who.casefold() in turn["content"].casefold()]
days = {}
for turn in theirs:
    if not turn["occurred_at"] or not all(re.search(word, turn["content"].casefold()) for word in also):
        continue
    for sentence in re.split(r"(?<=[.!?])\\s+", turn["content"]):
        if tells_of_it(sentence):
            days.setdefault(day_of(turn, sentence), sentence)
for day in sorted(days):
    print(day, days[day])

if days:
    last = max(days)
    times = "once" if len(days) == 1 else f"{len(days)} times, each on a different day"
    answer = f'{who}: {times}; the last time was on {last} ("{days[last]}").'
else:
    answer = f"No memory of {who} tells of it."
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
    """What is asked about: who did it, and the patterns of words that tell of it having been done.

    One of `signs` has to stand in a sentence, and all of `also` in the same memory.
    """

    who: str
    words: tuple[str, ...]
    signs: tuple[str, ...]
    also: tuple[str, ...]


def reply(request: ModelRequest) -> str:
    """Return the next step of the fixed rule for this conversation."""
    task, steps, last = _position(request)
    thought, code = _step(task, steps, last, can_recall=_offers_recall(request))
    if request.response_schema is not None:
        return json.dumps({"thought": thought, "code": code})
    return f"{thought}\n<code>\n{code.rstrip()}\n</code>"


def find_deed(task: str) -> Deed | None:
    """Return who did what, when the task asks how often or when last; else None."""
    match = QUESTION.search(" ".join(task.split()))
    if match is None:
        return None
    what = re.findall(r"[\w'-]+", TAIL.sub("", LEADING_LAST.sub("", match["what"])))
    words = tuple(word for word in what if word.casefold() not in LIGHT)
    if not words:
        return None
    is_verb = what[0] == words[0] or what[0].casefold() in GO
    signs = _signs_of_verb(words[0]) if is_verb else (rf"\b{re.escape(stem(words[0]))}",)
    also = tuple(rf"\b{re.escape(stem(word))}" for word in words[1:])
    return Deed(who=match["who"], words=words, signs=signs, also=also)


def _signs_of_verb(verb: str) -> tuple[str, ...]:
    """Return patterns for the past of a verb: swimming → went swimming, swam."""
    root = stem(verb)
    past = next((past for verb, past in PAST.items() if stem(verb) == root), None)
    done = past or rf"{re.escape(root)}\w*ed"
    return (rf"\bwent {re.escape(root)}\w*ing\b", rf"\b{done}\b")


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
        keywords = [deed.who, "went", *deed.words]
    return RECALL.substitute(query=repr(" ".join(keywords) or task), k=50 if deed else 10)


def _count(deed: Deed) -> str:
    return COUNT.substitute(
        who=repr(deed.who),
        signs=repr(deed.signs),
        also=repr(deed.also),
        unsure=repr(UNSURE),
        disclaimer=repr(DISCLAIMER),
    )


def _answer(text: str) -> str:
    return f"final_answer({f'{DISCLAIMER} {text}'!r})"
