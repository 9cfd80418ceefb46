"""Large plan files are read once: what is refused, and how deep, is decided as by a second writing of all of it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import dpcore as dp
from dpcore.plan.plan import MAX_ASKS, Ask
from dpcore.present.file import plan_file
from dpcore.queries.question import leaf
from dpcore.table.category import Category, writable

TEXTS = ["a", "", "é", "\ud800", "\udfffx", "\\ud800", "1e999", "dBFF", '"', "\0", "\U0001f600"]
NUMBERS = ["1", "-2.5", "1e308", "1E+308", "1e309", "1E+999", "-1e0400", "1" * 300 + "e50", "9" * 308 + ".0", "9" * 400]
NUMBERS += ["9" * 320 + ".5", "0.1e310", "1e-999", "1" * 199 + "e99", "1" * 199 + "e199", "0e9999"]


def drawn(draw: random.Random, depth: int) -> str:
    """A value of JSON, written by hand: texts escaped or not, numbers in all their forms."""
    shape = draw.choice(["list", "object", "text", "number"]) if depth else draw.choice(["text", "number", "null"])
    if shape == "list":
        return f"[{','.join(drawn(draw, depth - 1) for _ in range(draw.randint(0, 3)))}]"
    if shape == "object":
        names = draw.sample(["a", "b", "c"], draw.randint(0, 3))
        return "{" + ",".join(f'"{name}":{drawn(draw, depth - 1)}' for name in names) + "}"
    if shape == "text":
        word = draw.choice(TEXTS)
        try:
            return json.dumps(word, ensure_ascii=draw.random() < 0.5).encode().decode()
        except UnicodeEncodeError:
            return json.dumps(word).replace("d", draw.choice("dD"))
    return draw.choice(NUMBERS) if shape == "number" else "null"


def writes(data: Any) -> bool:
    """Whether it can be written again."""
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("seed", range(600))
def test_what_cannot_be_written_again_is_refused_and_nothing_else(seed: int) -> None:
    draw = random.Random(seed)
    text = f'{{"x":{drawn(draw, draw.randint(0, 4))}}}'
    data = json.loads(text)
    for given in (text, text.encode()):
        if writes(data):
            assert repr(plan_file._parsed(given)) == repr(data)
        else:
            with pytest.raises(dp.QueryError, match="not JSON in UTF-8"):
                plan_file._parsed(given)


@pytest.mark.parametrize("seed", range(300))
def test_the_depth_is_that_of_the_deepest_value(seed: int) -> None:
    draw = random.Random(seed)
    data = json.loads(drawn(draw, draw.randint(0, 12)))

    def depth(value: Any) -> int:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return 1 + max(map(depth, inner), default=0)

    assert plan_file._depth(data) == depth(data)


def test_a_text_that_is_no_utf_8_is_refused_in_a_text_too() -> None:
    with pytest.raises(dp.QueryError, match="not JSON in UTF-8"):
        plan_file._parsed('{"x": "\ud800"}')


@pytest.mark.parametrize("count", [0, MAX_ASKS + 1, 40_000])
def test_too_many_questions_are_refused_before_one_is_read(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(plan_file.to_json(dp.Plan([dp.Ask(dp.Count(), mu=0.1)])))
    data["plan"]["asks"] *= count
    monkeypatch.setattr(Ask, "from_dict", lambda data: pytest.fail("read"))
    with pytest.raises(dp.QueryError, match=rf"1 to {MAX_ASKS} asks. Got {count}"):
        plan_file.read(json.dumps(data))


@pytest.mark.parametrize(
    ("values", "hint"),
    [(["a"] * 10_000, "by"), ([[0.5] * 100] * 100, "matrix")],
)
def test_a_long_list_of_texts_or_numbers_is_checked_by_their_types(
    values: list[Any], hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = dp.Count if hint == "by" else dp.Workload
    looked, honest = [0], leaf.fits

    def fits(value: object, hint: Any) -> bool:
        looked[0] += 1
        return honest(value, hint)

    monkeypatch.setattr(leaf, "fits", fits)
    leaf.check(kind, {hint: values})
    assert looked[0] < 500
    for wrong in (None, True, 2**1025, ["x"], {"a": 1}, b"x"):
        odd = [*values, wrong] if hint == "by" else [*values, [wrong]]
        with pytest.raises(dp.QueryError, match="cannot be"):
            leaf.check(kind, {hint: odd if wrong != {"a": 1} else [*odd, None]})


@pytest.mark.parametrize("code", [0, 1, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x10FFFF])
@pytest.mark.parametrize("place", [0, 5, 999])
def test_a_value_that_no_table_can_contain_is_found_wherever_it_stands(code: int, place: int) -> None:
    text = "a" * place + chr(code) + "b" * 3
    assert writable(text) == (code != 0 and not 0xD800 <= code <= 0xDFFF)
    if not writable(text):
        with pytest.raises(dp.SchemaError, match="malformed"):
            Category(["a", text, "b"])
