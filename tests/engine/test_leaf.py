"""Leaves of random public trees: as in plain Python, with missing and hostile cells; bad trees are refused."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

from dpcore.errors import QueryError
from dpcore.table.aggregate import Aggregate, Categories, Edges, Flags, Integers, Leaf, Periods, Rows
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.key import Split, columns_of
from dpcore.table.leaf import DEEPEST, MOST_LEAVES, Branch
from dpcore.table.schema import Schema
from tests.engine.rows import assert_as_oracle

SCHEMA = Schema(
    x=Number(-7, 120),
    n=Number(0, 40, integer=True, missing=3),
    c=Category(["A", "B"], other=True),
    d=Category(["B", "C"]),
    f=Flag(),
    t=Date("2024-01-01", "2024-03-31"),
)
TYPES = {"x": pa.float64(), "n": pa.int64(), "c": pa.string(), "d": pa.string(), "f": pa.bool_(), "t": pa.date32()}
CELLS: dict[str, list[Any]] = {
    "x": [None, float("nan"), float("inf"), -8.0, -7.0, 0.0, 0.1, 56.5, 120.0, 1e308],
    "n": [None, -(2**63), 0, 1, 13, 20, 40, 2**63 - 1],
    "c": [None, "A", " B", "C", ""],
    "d": [None, "B", "C ", "other", ""],
    "f": [None, True, False],
    "t": [None, dt.date(2023, 12, 31), dt.date(2024, 1, 31), dt.date(2024, 2, 1), dt.date(2024, 4, 1)],
}
MONTHS = Periods("t", tuple(dt.date(2024, month, 1) for month in (1, 2, 3)), dt.date(2024, 3, 31))
SPLITS: list[Split] = [
    Categories("c", ("A", "B"), True),
    Categories("d", ("B", "C")),
    Flags("f"),
    Integers("n", 0, 40),
    Edges("x", tuple(-7 + place * (127 / 9) for place in range(10)), even=True),
    Edges("x", (0.0, 0.1, 56.5)),
    Edges("n", (-0.5, 13.5, 40.5), even=True),
    MONTHS,
]


def grown(chance: random.Random, depth: int, splits: Sequence[Split]) -> Branch:
    """A tree of these splits by chance, whose leaves are numbered in any order."""

    def branch(left: int) -> Branch | int:
        if not left or chance.random() < 0.2:
            return 0
        key = chance.choice(splits)
        count = chance.randint(1, min(3, key.size))
        places = [*range(count), *(chance.randrange(count) for _ in range(key.size - count))]
        chance.shuffle(places)
        return Branch(key, tuple(places), tuple(branch(left - 1) for _ in range(count)))

    tree = branch(depth)
    root = tree if isinstance(tree, Branch) else Branch(splits[0], (0,) * splits[0].size, (0,))
    numbers = list(range(len(list(root.leaves))))
    chance.shuffle(numbers)
    return numbered(root, iter(numbers))


def numbered(node: Branch, numbers: Any) -> Branch:
    children = tuple(
        numbered(child, numbers) if isinstance(child, Branch) else next(numbers) for child in node.children
    )
    return Branch(node.key, node.places, children)


@pytest.mark.parametrize("seed", range(12))
def test_any_tree_of_any_table(seed: int) -> None:
    chance = random.Random(seed)
    rows = [{name: chance.choice(cells) for name, cells in CELLS.items()} for _ in range(chance.choice([0, 1, 60]))]
    columns = {name: pa.array([row[name] for row in rows], TYPES[name]) for name in CELLS}
    keys = [Leaf(grown(chance, depth, SPLITS)) for depth in (1, 2, 4)]
    every = tuple(CELLS)
    asks = [
        Aggregate((Rows(),), (keys[0],)),
        Aggregate((Rows(),), (keys[1], Flags("f")), present=("x", "c")),
        Aggregate((Rows(),), (keys[1], SPLITS[5]), present=("x", "c")),
        Aggregate((Rows(),), (keys[1], SPLITS[5], Flags("f")), present=("x", "c")),
        Aggregate((Rows(),), (keys[2], SPLITS[0]), (Condition("x", ">=", 0.05),), every),
        Aggregate((Rows(),), (keys[2], Flags("f")), present=every),
    ]
    assert_as_oracle(columns, SCHEMA, asks)


def test_a_row_of_one_grouping_taken_for_one_of_another_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeded bug: NULL as the code of a key that is not grouped by is not looked at."""
    from dpcore.engine import base

    monkeypatch.setattr(base, "_of", lambda ask, keys, codes: codes[0] >= 0)
    columns = {"f": pa.array([True, False]), "c": pa.array(["A", "B"])}
    leaf = Leaf(Branch(Flags("f"), (0, 1), (0, 1)))
    asks = [Aggregate((Rows(),), (leaf, *more)) for more in ((), (SPLITS[0],))]
    with pytest.raises(AssertionError):
        assert_as_oracle(columns, Schema(f=Flag(), c=SCHEMA["c"]), asks)


def test_the_columns_are_those_of_all_splits() -> None:
    tree = Branch(Flags("f"), (1, 0), (0, Branch(SPLITS[0], (0, 1, 1), (1, Branch(Flags("f"), (0, 1), (3, 2))))))
    assert columns_of(Leaf(tree)) == ("f", "c") and Leaf(tree).size == 4
    assert tree.depth == 3


def line(depth: int) -> Branch:
    """A tree that splits one side alone."""
    node = Branch(Flags("f"), (0, 1), (depth, depth - 1))
    for leaf in reversed(range(depth - 1)):
        node = Branch(Flags("f"), (0, 1), (leaf, node))
    return node


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        (Branch(Flags("f"), (0, 1), (0, 2)), "numbered from 0"),
        (Branch(Flags("f"), (0, 1), (0, 0)), "numbered from 0"),
        (Branch(Flags("f"), (0, 0), (0, 1)), "each cell"),
        (Branch(Flags("f"), (0,), (0,)), "each cell"),
        (Branch(Flags("f"), (0, 1), (1, Branch(Flags("f"), (0, 2), (0, 2)))), "each cell"),
        (line(DEEPEST + 1), "at most"),
        (Branch(Integers("n", 0, MOST_LEAVES), tuple(range(MOST_LEAVES + 1)), tuple(range(MOST_LEAVES + 1))), "most"),
    ],
)
def test_a_bad_tree_is_refused(tree: Branch, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        Leaf(tree)


def test_a_leaf_moved_to_another_child_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeded bug: the runs of cells end one cell early."""
    from dpcore.engine.sql import leaf

    honest = leaf._runs
    monkeypatch.setattr(leaf, "_runs", lambda *given: [(low, max(low, high - 1)) for low, high in honest(*given)])
    columns = {"x": pa.array([float(value) for value in range(-7, 121)])}
    tree = Branch(SPLITS[4], (0, 0, 0, 1, 1, 1, 1, 1, 1), (0, 1))
    with pytest.raises(AssertionError):
        assert_as_oracle(columns, Schema(x=SCHEMA["x"]), [Aggregate((Rows(),), (Leaf(tree),))])
