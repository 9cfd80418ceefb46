"""Fields that earlier versions did not have: a record without them means what the question declares, and stays so."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import dpcore as dp
from dpcore.queries import Query
from tests.contracts.desk import dataset, facts
from tests.contracts.example import KINDS, example

LATER = [kind for kind in KINDS if kind.later]


@pytest.mark.parametrize("kind", LATER, ids=lambda kind: kind.name)
def test_a_record_without_them_is_read_and_written_unchanged(kind: type[Query]) -> None:
    table, read = facts(dataset(kind)), 0
    for seed in range(12):
        query = example(kind, random.Random(f"{kind.name} {seed}"), table).bind(table.schema)
        data = query.to_dict()
        assert kind.from_dict(data).to_dict() == data
        assert not [name for name, meant in kind.later.items() if getattr(query, name) == meant and name in data]
        earlier = {name: value for name, value in data.items() if name not in kind.later}
        try:
            found = kind.from_dict(earlier)
        except dp.QueryError:  # a choice that needs such a field: earlier versions did not have it either
            continue
        assert found.to_dict() == earlier
        read += 1
    assert read


@pytest.mark.parametrize(
    "made",
    [
        lambda: dp.Trend("cost", "age", by_value=1),  # type: ignore[arg-type]
        lambda: dp.Median("age", check=1),  # type: ignore[arg-type]
        lambda: dp.Quantile("age", interval=0),  # type: ignore[arg-type]
        lambda: dp.KernelMachine("cost", ["age"], check="yes"),  # type: ignore[arg-type]
    ],
)
def test_true_or_false_is_nothing_else(made: Callable[[], Query]) -> None:
    with pytest.raises(dp.QueryError, match="must be True or False"):
        made()
