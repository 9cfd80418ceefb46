"""Which datasets say that earlier answers counted 17 and 17.0 as two: those with such versions, columns and answers."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import dpcore as dp
from dpcore.present.text import reading
from dpcore.release.dataset import Dataset
from dpcore.table.table import Table

BUDGET = dp.Budget(mu=1.0, delta=1e-6)


def a_dataset(draw: random.Random) -> tuple[Dataset, bool, bool]:
    """A dataset; whether its units, and whether some listed values, depend on the rule."""
    columns: dict[str, object] = {"age": dp.Number(0, 120), "day": dp.Date("2024-01-01", "2024-12-31")}
    written, unit, listed = draw.random() < 0.4, draw.random() < 0.6, draw.random() < 0.5
    columns["person"] = dp.Identifier(as_written=written)
    columns["ward"] = dp.Category(draw.choice([["1", "B"], ["A", "02"], ["1.50"]]) if listed else ["A", "B", "1_000"])
    flag = draw.random() < 0.3
    if flag:
        columns["smoker"] = dp.Flag()
    old, new = draw.randint(0, 3), draw.randint(0, 2)
    rules = (1,) * old + (2,) * new or (2,)
    table = Table(dp.Schema(columns), dp.Unit("person", max_rows=3) if unit else dp.Unit(), rule=rules[-1])
    dataset = Dataset("d", "visits", "owner", table, BUDGET, len(rules), True, "", rules=rules)
    return dataset, unit and not written, listed or flag


@pytest.mark.parametrize("seed", range(60))
def test_the_sentence_stands_where_it_applies_and_nowhere_else(seed: int) -> None:
    draw = random.Random(seed)
    dataset, units, listed = a_dataset(draw)
    old = dataset.rules.count(1)
    every = range(1, dataset.version + 1)
    for answered in ([], [dataset.version], list(every), draw.sample(list(every), draw.randint(1, dataset.version))):
        said = reading.earlier(dataset, answered)
        applies = (units or listed) and any(version <= old for version in answered)
        assert (said is not None) == applies
        if said is None:
            continue
        assert ("17 and 17.0 as two" in said and "person" in said) == units
        assert ("did not read 1.0 as 1" in said) == listed
        assert (f"versions 1 to {old}" if old > 1 else "version 1") in said
        assert ("Since version" in said) == (dataset.version > old) != ("A new version" in said)
    assert (reading.renewed(dataset) is not None) == ((units or listed) and dataset.rules[-1] == 1)


def test_many_columns_are_named_by_the_first() -> None:
    table = Table(dp.Schema({f"c{place}": dp.Flag() for place in range(20)}), dp.Unit(), rule=1)
    dataset = Dataset("d", "visits", "owner", table, BUDGET, 1, True, "", rules=(1,))
    said = reading.earlier(dataset, [1])
    assert said is not None and "c0, c1, c2, c3, c4, … " in said and "c5" not in said
    assert reading.earlier(replace(dataset, rules=(2,)), [1]) is None
