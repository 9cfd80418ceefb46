"""Functions of blocks as questions: their text, their bounds, what is charged, and what one block can change."""

from __future__ import annotations

import itertools
import math
import random
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries import query_from_dict
from dpcore.queries.blocks.combiner import COMBINERS
from dpcore.queries.question.round import Drawn
from dpcore.statistic.blocks.given import GivenValues
from dpcore.table.aggregate import Contents
from dpcore.table.table import Table, Unit
from tests.contracts.leak import check, leak, seen

SCHEMA = dp.Schema(x=dp.Number(-5, 95), ward=dp.Category(["A", "B"]), who=dp.Identifier(), note=dp.Text())
SOURCE = "def f(rows):\n    return rows.x.mean()\n"
Neighbors = Any


def asked(**changes: Any) -> dp.BlockFunction:
    return dp.BlockFunction(**{"function": "f", "columns": ["x"], "low": 0, "high": 10, "source": SOURCE} | changes)


def several(**changes: Any) -> dp.BlockFunction:
    return asked(**{"low": [0, -1], "high": [10, 1], "outputs": ["a", "b"], "blocks": 3} | changes)


def test_a_record_has_the_digest_and_not_the_text() -> None:
    question = several(where=[dp.Condition("ward", "==", "A")], default=[1, 1])
    data = question.to_dict()
    back = query_from_dict(data)
    assert back == question and hash(back) == hash(question) and back.to_dict() == data
    assert "source" not in data and not back.source and len(back.digest) == 64  # type: ignore[attr-defined]
    assert question.columns() == ("x", "ward") == back.columns()
    assert str(question.sentence) == f"f of x by 3 blocks, source {question.digest[:12]}, where ward is A"
    assert asked(source=SOURCE + "#").digest != asked().digest == asked(blocks=7).digest


def test_plain_data_bring_no_code_and_import_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan from a file must not run its text where it is released, nor import a package where it is read."""
    (tmp_path / "named_by_a_file").mkdir()
    (tmp_path / "named_by_a_file" / "__init__.py").write_text("")
    (tmp_path / "named_by_a_file" / "inner.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    stored = asked().to_dict()
    for changes in ({"source": SOURCE}, {"digest": ""}, {"digest": "", "function": "named_by_a_file.inner:f"}):
        with pytest.raises(dp.QueryError, match="by the digest, and never bring the text"):
            query_from_dict(stored | changes)
    with pytest.raises(dp.QueryError, match="by the digest"):
        query_from_dict({name: value for name, value in stored.items() if name != "digest"})
    assert "named_by_a_file" not in sys.modules


def test_a_function_of_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file is the source; from a record, nothing is looked for."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "measures_of_tests.py").write_text(SOURCE)
    question = asked(function="measures_of_tests:f", source="")
    assert question.source == SOURCE and question.digest == asked().digest
    (tmp_path / "measures_of_tests.py").unlink()
    assert query_from_dict(question.to_dict()) == question


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"function": "no name"}, "must be the name of a function"),
        ({"function": "f", "source": ""}, "was not found"),
        ({"function": "nothing_of_this_name:f", "source": ""}, "was not found"),
        ({"function": "sys:f", "source": ""}, "was not found"),
        ({"function": "g"}, "does not define"),
        ({"source": "def f(:"}, "does not define"),
        ({"source": "x" * 2_000_000}, "at most"),
        ({"digest": "00"}, "SHA-256"),
        ({"digest": "0" * 64}, "another digest"),
        ({"columns": []}, "1 to 50 columns"),
        ({"columns": [3]}, "column names"),
        ({"low": []}, "equally many"),
        ({"low": [0, 1]}, "equally many"),
        ({"low": 10}, "well below"),
        ({"low": 10 - 1e-12}, "well below"),
        ({"low": math.nan}, "must be in"),
        ({"default": 11}, "between each pair"),
        ({"default": [1, 2]}, "between each pair"),
        ({"outputs": ["a"]}, "short name"),
        ({"blocks": 1}, "blocks"),
        ({"memory": 1}, "memory"),
        ({"seconds": 0}, "seconds"),
        ({"combine": "sum"}, "combine"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(QueryError, match=message):
        asked(**changes)


def test_what_a_table_refuses() -> None:
    for name in ("who", "note", "other"):
        with pytest.raises(QueryError):
            asked(columns=[name]).bind(SCHEMA)
    with pytest.raises(QueryError, match="more than the 20 expected rows"):
        asked().promise(Table(SCHEMA, expected_rows=20), Mu(Fraction(1)))
    with pytest.raises(QueryError, match="needs the source text"):
        query_from_dict(asked().to_dict()).run(Table(SCHEMA), Mu(Fraction(1)))


def test_the_program_has_all_limits_in_its_digest() -> None:
    """A round that is resumed must be the same one; the text itself is not in it."""
    table, price = Table(SCHEMA), Mu(Fraction(1))
    digests = {next(asked(**changes).run(table, price)).digest for changes in ({}, {"seconds": 2}, {"memory": 999})}
    digests |= {next(asked(source=SOURCE + "#").run(table, price)).digest}
    (step,) = next(asked().run(table, price)).steps
    assert len(digests) == 4 and SOURCE not in repr(step) and asked().digest in repr(step)
    (contents,) = step.aggregate.measures
    assert isinstance(contents, Contents) and contents.program.source == SOURCE


def test_numbers_are_clipped_and_quantised_exactly() -> None:
    """As with fractions; a number that is missing or infinite has the default of its place."""
    chance = random.Random(4)
    for top in (1, 7, 4096, 2**20):
        lows, highs = (-3.0, 0.1), (5.0, 0.7)
        values = GivenValues(40, top, lows, highs, (1.0, 0.3))
        given = [
            [
                chance.choice([math.nan, math.inf, -math.inf, -9e300, low, high, chance.uniform(low - 1, high + 1)])
                for _ in range(40)
            ]
            for low, high in zip(lows, highs, strict=True)
        ]
        found = values.values(np.array(given))
        assert found.shape == (40, 2) and found.dtype == np.int64
        for place, (low, high, default) in enumerate(zip(lows, highs, (1.0, 0.3), strict=True)):
            for block, number in enumerate(given[place]):
                v = min(max(Fraction(number if math.isfinite(number) else default), Fraction(low)), Fraction(high))
                share = (v - Fraction(low)) / (Fraction(high) - Fraction(low)) * top
                assert abs(share - int(found[block, place])) <= Fraction(1, 2) and 0 <= found[block, place] <= top


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("price", [Mu(Fraction(1)), Epsilon(Fraction(1))], ids=str)
@pytest.mark.parametrize("combine", [kind.name for kind in COMBINERS])
def test_one_block_loses_at_most_what_is_charged(neighbors: Neighbors, price: Price, combine: str) -> None:
    """By brute force: a unit gives its block any numbers at all, NaN too; a replaced one gives two blocks new ones."""
    table, question = Table(SCHEMA, neighbors=neighbors), several(combine=combine)
    (step,) = next(question.run(table, price)).steps
    ((loss, times),) = question.promise(table, price)
    assert times == 1 and step.mechanism.loss == loss
    numbers, chance, widest = [(0.0, -1.0), (10.0, 1.0), (math.nan, 0.0), (5.0, math.inf)], random.Random(1), 0.0
    blocks = 1 if neighbors == "add_remove" else 2
    tables = [[chance.choice(numbers) for _ in range(3)] for _ in range(4)] + [[numbers[0]] * 3]
    for first in tables:
        for places in itertools.combinations(range(3), blocks):
            for new in itertools.product(numbers, repeat=blocks):
                second = [*first]
                for place, value in zip(places, new, strict=True):
                    second[place] = value
                exact = [step.statistic.exact(np.array(each).T) for each in (first, second)]
                found = leak(*(seen(step.mechanism, each) for each in exact))
                check(loss, found)
                widest = max(widest, float(found.amount))
    booked = loss.mu_squared if isinstance(price, Mu) and combine == "clipped_mean" else loss.pure
    if combine in ("exponential_median", "clipped_mean") and booked is not None:
        assert widest > 0.4 * float(booked), "as much is lost as a bound of twice the charge would not see"


def test_an_answer_is_inside_its_bounds_and_a_mean_has_its_margin() -> None:
    table = Table(SCHEMA, Unit("who", 5))
    for price in (Mu(Fraction(1, 10**6)), Epsilon(Fraction(9))):
        question = several(combine="clipped_mean", blocks=50)
        mechanism = question.mechanism(table, price)
        error = question.predict(table, price, 0.95, None)
        noisy = (tuple(int(50 * 2**20 * share) for share in (-3, 0.25)),)
        found = question.result(table, price, ((Drawn(mechanism, noisy),),), 0.95)
        assert found.estimate.tolist() == pytest.approx([0.0, -0.5], abs=1e-5)
        assert (found.low >= [0, -1]).all() and (found.high <= [10, 1]).all()
        back = question.price_of(table, type(price), error.half_width, 0.95, None)
        assert float(back.total) == pytest.approx(float(price.total), rel=1e-6)
    ranks = several(blocks=50).predict(table, Epsilon(Fraction(1)), 0.95, None)
    assert ranks.unit == "ranks" and ranks.largest <= 25


def test_a_median_of_a_high_price_is_that_of_the_blocks() -> None:
    """An independent computation on the doubles, for odd numbers of blocks."""
    table, price, chance = Table(SCHEMA), Epsilon(Fraction(900)), np.random.default_rng(2)
    question = several(blocks=31)
    given = chance.uniform([0, -1], [10, 1], (31, 2)).T
    (step,) = next(question.run(table, price)).steps
    drawn = step.mechanism.draw(step.statistic.exact(given))
    noisy = tuple(tuple(map(int, row)) for row in drawn.tolist())
    found = question.result(table, price, ((Drawn(step.mechanism, noisy),),), 0.95)
    assert np.abs(found.estimate - np.median(given, axis=1)).max() <= 10 / 4096
