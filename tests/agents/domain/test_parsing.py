"""What models really send, and what we take from it."""

import ast

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from apps.agents.domain.parsing import (
    Code,
    Parsed,
    Prose,
    Unusable,
    parse_reply,
    render_code,
    render_json,
)
from apps.agents.domain.programs import tidy
from language_models.port import FinishReason, ModelReply, TokenUsage


def parse(text: str, finish: FinishReason = FinishReason.STOP) -> Parsed:
    reply = ModelReply(text=text, finish_reason=finish, usage=TokenUsage(), model="m")
    return parse_reply(reply, functions={"final_answer", "print"})


def code_of(text: str, finish: FinishReason = FinishReason.STOP) -> str:
    parsed = parse(text, finish)
    assert isinstance(parsed, Code), parsed
    return parsed.code


def error_of(text: str, finish: FinishReason = FinishReason.STOP) -> str:
    parsed = parse(text, finish)
    assert isinstance(parsed, Unusable), parsed
    return parsed.error.code


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("Add.\n<code>\nx = 1\n</code>", id="tags"),
        pytest.param("Add.\n```py\nx = 1\n```", id="py fence"),
        pytest.param("Add.\n```python\nx = 1\n```\n", id="python fence"),
        pytest.param("Add.\n```\nx = 1\n```", id="fence without a label"),
        pytest.param("Add.\n~~~python\nx = 1\n~~~", id="tilde fence"),
        pytest.param("Add.\n````python\nx = 1\n````", id="long fence"),
        pytest.param("Code: ```py\nx = 1\n```", id="fence in the middle of a line"),
        pytest.param("<code>x = 1</code>", id="all on one line"),
        pytest.param('{"thought": "Add.", "code": "x = 1"}', id="json"),
        pytest.param('```json\n{"thought": "Add.", "code": "x = 1"}\n```', id="fenced json"),
        pytest.param('{"thought": "Add.", "code": "```py\\nx = 1\\n```"}', id="fence inside json"),
        pytest.param("{'thought': 'Add.', 'code': 'x = 1'}", id="a dict instead of json"),
        pytest.param("```py\nx = 1\n</code>", id="opened by a fence, closed by a tag"),
        pytest.param("<code>\nx = 1\n```", id="opened by a tag, closed by a fence"),
        pytest.param("<code>\n```python\nx = 1\n```\n</code>", id="fence inside tags"),
        pytest.param("```\n<code>\nx = 1\n</code>\n```", id="tags inside a fence"),
        pytest.param("<code>\nx = 1", id="closing tag eaten by the stop sequence"),
        pytest.param("<code>\nx = 1\n</code", id="closing tag halved"),
        pytest.param("<code>\nx = 1\n</", id="closing tag barely begun"),
        pytest.param("```py\nx = 1\n``", id="closing fence halved"),
        pytest.param("<code>\nx = 1\n<end_code>", id="another closing tag"),
        pytest.param("<code>\r\nx = 1\r\n</code>", id="CRLF"),
        pytest.param("1. Do it:\n   ```py\n   x = 1\n   ```", id="indented in a list"),
        pytest.param("<think>maybe ```py\ny = 2\n```</think><code>x = 1</code>", id="after thinking"),
        pytest.param("so, hmm.\n</think>\n<code>x = 1</code>", id="thinking tag opened by the server"),
    ],
)
def test_code_is_found_in_every_form_models_send(reply: str) -> None:
    assert code_of(reply) == "x = 1"


def test_the_words_before_the_code_are_the_thought() -> None:
    assert parse("I add.\n<code>\nx = 1\n</code>") == Code(thought="I add.", code="x = 1")


@pytest.mark.parametrize(
    "program",
    [
        "final_answer('<code>a</code> tail')",
        'text = """\n</code>\n```\nObservation: none\n"""\nprint(text)',
        "x = 1  # closes with </code> or ``` later\nprint(x)",
        "page = '```py\\nx\\n```'",
        "print('<code>')",
    ],
)
@pytest.mark.parametrize("form", ["<code>\n{}\n</code>", "```py\n{}\n```", "<code>{}\n</code", "<code>\n{}"])
def test_a_mark_inside_the_program_does_not_cut_it(form: str, program: str) -> None:
    assert code_of(form.format(program)) == program


def test_a_comment_that_ends_in_a_mark_stays_whole() -> None:
    assert code_of("<code>\nx = 1\n# ends with </code>\n</code>") == "x = 1\n# ends with </code>"
    assert code_of("<code>\nx = 1  # done</code>\nThat is all.") == "x = 1  # done"


def test_only_the_first_block_is_taken_and_the_rest_is_noted() -> None:
    reply = "<code>\na = 1\n</code>\nObservation: 1\n<code>\nfinal_answer(2)\n</code>"

    assert parse(reply) == Code(thought="", code="a = 1", rest_ignored=True)


def test_an_invented_observation_does_not_make_a_surer_block_win() -> None:
    reply = "```py\nfound = recall('x')\n```\nObservation: 3\n<code>\nfinal_answer(3)\n</code>"

    assert code_of(reply) == "found = recall('x')"


@pytest.mark.parametrize("tail", ["Observation: 42", "Observation:\n42", "Observations: 1, 2\nThought: ok"])
@pytest.mark.parametrize("opening", ["<code>\n", "```py\n", ""])
def test_an_invented_observation_is_dropped_even_where_it_is_valid_python(opening: str, tail: str) -> None:
    assert code_of(f"{opening}print(1)\n{tail}") == "print(1)"


def test_a_fence_in_the_thought_does_not_hide_the_real_block() -> None:
    plain = "I was shown\n```\nrows -> 3 of 7\n```\nso I count.\n```py\nprint(7)\n```"
    python = "Before I used\n```py\nrecall('a')\n```\nbut now\n<code>\nprint(7)\n</code>"
    inline = "The ``` marks are fine.\n```py\nprint(7)\n```"

    assert [code_of(reply) for reply in (plain, python, inline)] == ["print(7)"] * 3


def test_a_fence_of_another_language_is_not_run() -> None:
    reply = '```json\n{"a": 1}\n```\n```bash\nls\n```\n<code>\nprint(1)\n</code>'

    assert code_of(reply) == "print(1)"
    assert parse('```json\n{"a": 1}\n```') == Prose(text='```json\n{"a": 1}\n```')


@pytest.mark.parametrize("reply", ["The answer is 42", "Yes", "Paris (France)", "42", "```\n42\n```"])
def test_prose_stays_prose(reply: str) -> None:
    assert parse(reply) == Prose(text=reply)


@pytest.mark.parametrize("reply", ["Call <code>recall</code> first.", "Put it in a <code> tag."])
def test_a_tag_that_only_names_something_in_a_sentence_is_prose(reply: str) -> None:
    assert parse(reply) == Prose(text=reply)


def test_an_expression_on_its_own_is_code() -> None:
    assert code_of("Let me see it.\n<code>\nfound\n</code>") == "found"


@pytest.mark.parametrize("depth", ["(", "[", "{", '{"a":', "-", "not ", "x.", "lambda: "])
def test_a_bottomless_reply_does_not_break_the_parser(depth: str) -> None:
    for opening in ("", "<code>\n"):
        assert isinstance(parse(opening + depth * 20_000), Code | Prose | Unusable)


def test_an_observation_invented_behind_prose_is_dropped() -> None:
    assert parse("The answer is 42.\nObservation: thanks") == Prose(text="The answer is 42.")


def test_a_bare_program_that_calls_a_known_function_is_code() -> None:
    assert code_of("total = 6 * 7\nfinal_answer(total)") == "total = 6 * 7\nfinal_answer(total)"
    assert code_of("final_answer(42)\n</code") == "final_answer(42)"


@pytest.mark.parametrize(
    "reply",
    ["<code>\nx = 1\ny = [1, 2", "<code>\nx = 1", '{"thought": "t", "code": "x = 1', "I think that"],
)
def test_a_reply_cut_by_the_length_limit_is_an_error_of_its_own(reply: str) -> None:
    assert error_of(reply, FinishReason.LENGTH) == "reply_cut"


def test_code_that_was_complete_before_the_length_limit_is_run() -> None:
    reply = "<code>\nx = 1\n</code>\nObservation: and on and on"

    assert code_of(reply, FinishReason.LENGTH) == "x = 1"


@pytest.mark.parametrize("reply", ['<code>\nfinal_answer("a\nb")\n</code>', '```py\nfinal_answer("a\nb")\n```'])
def test_a_raw_line_break_inside_a_string_is_mended(reply: str) -> None:
    assert code_of(reply) == 'final_answer("a\\nb")'


def test_a_raw_line_break_inside_json_is_mended_too() -> None:
    assert code_of('{"thought": "t", "code": "final_answer(\\"a\nb\\")"}') == 'final_answer("a\\nb")'


def test_a_raw_line_break_inside_an_f_string_is_mended() -> None:
    assert code_of("<code>\nprint(f'{1}\n{2}')\n</code>") == "print(f'{1}\\n{2}')"


def test_code_our_parser_cannot_read_goes_to_the_guest_as_it_stands() -> None:
    assert code_of("<code>\nx = = 1\nprint(x)\n</code>\nDone.") == "x = = 1\nprint(x)"


@pytest.mark.parametrize(
    ("reply", "finish", "error"),
    [
        ("", FinishReason.STOP, "reply_empty"),
        ("  \n", FinishReason.STOP, "reply_empty"),
        ("", FinishReason.LENGTH, "reply_cut"),
        ("<code>\n</code>", FinishReason.STOP, "no_code"),
        ("Observation: 3", FinishReason.STOP, "no_code"),
        ('{"thought": "t", "code": oops}', FinishReason.STOP, "reply_unreadable"),
        ("I cannot help with that.", FinishReason.FILTERED, "reply_filtered"),
    ],
)
def test_a_useless_reply_says_why(reply: str, finish: FinishReason, error: str) -> None:
    assert error_of(reply, finish) == error


@pytest.mark.parametrize("mark", ["```\n", "<code>\n", "</code>\n", "```py\nx = (\n", "Observation:\n", "'''\n"])
def test_a_reply_full_of_marks_is_read_in_reasonable_time(mark: str) -> None:
    parse(mark * 5_000)


NAMES = st.sampled_from(["x", "found", "answer"])
TEXTS = st.text(alphabet="ab<>/codepy`~'\"\\\n# {}:_Obsrvation\t\u2028é", max_size=40) | st.sampled_from(
    ["</code>", "```", "<code>", "\nObservation:", "```py\nx\n```", "<end_code>", "</think>"]
)
LINES = st.one_of(
    st.builds(lambda name, text: f"{name} = {text!r}", NAMES, TEXTS),
    st.builds(lambda text: f"print({text!r})", TEXTS),
    st.builds(lambda text: f"# {' '.join(text.split())}", TEXTS),
    st.builds(lambda name: f"for {name} in range(3):\n    print({name})\n", NAMES),
    st.builds(lambda text: 'x = """' + text.replace("\\", "").replace('"', "") + '"""', TEXTS),
)
PROGRAMS = st.lists(LINES, min_size=1, max_size=6).map(lambda lines: tidy("\n".join(lines)))


@given(program=PROGRAMS)
@example(program="# a </code> b ```\nx = '<code>'")
def test_what_we_render_we_parse_back(program: str) -> None:
    assume(ast.parse(program).body)

    assert code_of(render_code("Thought.", program)) == program
    assert code_of(render_json("Thought.", program)) == program


@given(text=st.text(max_size=300), finish=st.sampled_from(FinishReason))
def test_no_reply_makes_the_parser_fail(text: str, finish: FinishReason) -> None:
    assert isinstance(parse(text, finish), Code | Prose | Unusable)
