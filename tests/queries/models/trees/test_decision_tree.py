"""Decision trees: against ID3 on the rows, coverage of margins, what noise may choose, degenerate rows, bad input."""

from __future__ import annotations

import warnings
from fractions import Fraction
from math import log, log2

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.models.trees import gain as tree_gain
from dpcore.queries.models.trees.feature import Feature, feature
from dpcore.queries.models.trees.growth import Growth, fitted
from dpcore.queries.models.trees.reading import Reading
from dpcore.queries.question.round import Rounds
from dpcore.table.aggregate import Leaf
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.queries.models.count_rounds import Columns, places, transcript

SCHEMA = Schema(
    age=dp.Number(0, 120, integer=True),
    part=dp.Number(-1, 1),
    ward=dp.Category(["A", "B", "C", "D"]),
    old=dp.Flag(),
    sick=dp.Flag(),
    kind=dp.Category(["a", "b", "c"]),
)
NAMES = ["age", "part", "ward", "old"]
HUGE = Mu(Fraction(10**10))
PRICES = [Mu(Fraction(1, 10**8)), HUGE, Epsilon(Fraction(1, 10**4)), Epsilon(Fraction(10**4))]
FIGURES = ("estimate", "std_error", "low", "high")


def rows(chance: np.random.Generator, size: int, strength: float = 1.0) -> dict[str, np.ndarray]:
    """Rows whose labels depend on age, ward and part; with strength 0 on nothing."""
    found = {
        "age": chance.integers(0, 121, size),
        "part": chance.uniform(-1, 1, size),
        "ward": np.minimum(chance.geometric(0.45, size) - 1, 3),
        "old": (chance.random(size) < 0.3).astype(int),
    }
    score = np.where(found["age"] < 61, -0.35, 0.3) + np.where((found["ward"] == 1) & (found["part"] > 0), 0.4, -0.05)
    chances = np.clip(0.5 + strength * score, 0.02, 0.98)
    found["sick"] = (chance.random(size) < chances).astype(int)
    found["kind"] = np.where(found["sick"] == 1, 0, chance.integers(1, 3, size))
    return found


def asked(query: dp.DecisionTree, table: Table, price: Price, columns: Columns, seed: int = 0) -> Rounds:
    features = (*query.columns_of(table.schema), query.label(table.schema))
    return transcript(query, features, table, price, columns, np.random.default_rng(seed))


def bound(target: str = "sick", names: list[str] = NAMES, depth: int = 3, bins: int = 16) -> dp.DecisionTree:
    return dp.DecisionTree(target, names, depth, bins).bind(SCHEMA)


def entropic(counts: np.ndarray) -> float:
    """Entropy in bits times the rows."""
    kept = counts[counts > 0]
    return float(-(kept * np.log2(kept / counts.sum())).sum())


def gain(groups: list[np.ndarray]) -> float:
    """The information gain of a split, in bits times the rows."""
    return entropic(np.sum(groups, axis=0)) - sum(entropic(group) for group in groups)


def best(features: tuple[Feature, ...], columns: Columns, labels: np.ndarray) -> tuple[float, str]:
    """The largest gain of any split, computed the slow way, and its column."""
    found = []
    for each in features:
        cells = each.places(columns[each.name].astype(float))
        table = np.stack([np.bincount(labels[cells == cell], minlength=3).astype(float) for cell in each.cells])
        if each.ordered:
            splits = [[table[:cut].sum(axis=0), table[cut:].sum(axis=0)] for cut in range(1, len(table))]
        else:
            splits = [list(table)]
        found += [(gain(split), each.name) for split in splits]
    return max(found)


@pytest.mark.parametrize("seed", range(4))
def test_at_a_huge_price_every_split_is_that_of_id3(seed: int) -> None:
    columns, query = rows(np.random.default_rng(seed), 20_000), bound(depth=2)
    table = Table(SCHEMA, Unit())
    reading = query.read(table, asked(query, table, HUGE, columns), 0.95)
    inside = {id(reading.growth.root): np.ones(20_000, dtype=bool)}
    splits = 0
    for place in reading.places:
        own = inside[id(place.node)]
        counts = np.bincount(columns["sick"][own], minlength=2)
        assert reading.counts(place.node)[0] == pytest.approx(counts, abs=0.6)
        if place.node.split is None:
            continue
        splits += 1
        mine = {name: cells[own] for name, cells in columns.items()}
        largest, column = best(reading.growth.features, mine, columns["sick"][own])
        assert reading.growth.features[place.node.split.place].name == column
        assert place.node.split.raw / log(2) == pytest.approx(largest, abs=0.05)
        cells = reading.growth.features[place.node.split.place].places(columns[column].astype(float))
        for child, group in zip(place.node.children, place.node.split.groups, strict=True):
            inside[id(child)] = own & np.isin(cells, group)
    assert splits >= 3


def test_predictions_are_the_shares_of_leaves() -> None:
    columns, query, table = rows(np.random.default_rng(1), 30_000), bound("kind", depth=3), Table(SCHEMA, Unit())
    rounds = asked(query, table, HUGE, columns)
    reading = query.read(table, rounds, 0.95)
    given = np.stack([columns[name] for name in NAMES], axis=1).astype(float)
    shares = query.evaluate(table, rounds, 0.95, given, {}).estimate.reshape(3, -1).T
    cells: dict[object, np.ndarray] = {
        each.key: each.places(columns[each.name].astype(float)) for each in reading.growth.features
    }
    leaves = places(Leaf(reading.growth.tree), cells)
    for leaf in np.unique(leaves):
        mine = columns["kind"][leaves == leaf]
        assert shares[leaves == leaf] == pytest.approx(
            np.tile(np.bincount(mine, minlength=3) / len(mine), (len(mine), 1)), abs=2e-3
        )
    told = query.evaluate(table, rounds, 0.95, np.array([[np.nan, 0, 0, 0], [5, 0, 1, 1]]), {}).estimate.reshape(3, 2)
    assert np.isnan(told[:, 0]).all() and not np.isnan(told[:, 1]).any()


def truths(query: dp.DecisionTree, table: Table, rounds: Rounds, columns: Columns) -> list[tuple[str, float]]:
    """The exact number of each entry of the answer, given its tree."""
    reading, labels = query.read(table, rounds, 0.95), columns[query.target]
    inside, found = {id(reading.growth.root): np.ones(len(labels), dtype=bool)}, []
    for place in reading.places:
        own = inside[id(place.node)]
        counts = np.bincount(labels[own], minlength=reading.growth.classes).astype(float)
        found.append(("rows", counts.sum()))
        found += [("share", counts[label] / max(counts.sum(), 1)) for label in query.classes(table.schema)]
        if place.node.split is not None:
            each = reading.growth.features[place.node.split.place]
            cells, groups = each.places(columns[each.name].astype(float)), []
            for child, group in zip(place.node.children, place.node.split.groups, strict=True):
                inside[id(child)] = own & np.isin(cells, group)
                groups.append(np.bincount(labels[inside[id(child)]], minlength=reading.growth.classes).astype(float))
            found.append(("gain", gain(groups) / max(counts.sum(), 1)))
    right = 0
    for leaf in reading.growth.leaves:
        label = int(np.argmax([share for share, *_ in reading.known[id(leaf)]]))
        right += int((labels[inside[id(leaf)]] == label).sum())
    size = max(1, len(labels))
    return [*found, ("right", right / size), ("base", float((labels == reading.label).sum() / size))]


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("kind", [Mu, Epsilon])
def test_intervals_cover_what_they_say(kind: type[Price], neighbors: str) -> None:
    chance, table = np.random.default_rng(5), Table(SCHEMA, Unit(), neighbors)  # type: ignore[arg-type]
    covered: dict[str, list[bool]] = {}
    for seed in range(60):
        columns = rows(chance, int(10 ** chance.uniform(1.5, 4.5)), chance.choice([0.0, 0.3, 1.0]))
        query = bound(str(chance.choice(["sick", "kind"])), depth=int(chance.integers(1, 4)))
        price = kind(Fraction(float(10 ** chance.uniform(-2, 0.5))))
        rounds = asked(query, table, price, columns, seed)
        answer = query.result(table, price, rounds, 0.95)
        assert not np.isnan(answer.estimate).any()
        exact = truths(query, table, rounds, columns)
        for (name, truth), low, high in zip(exact, answer.low, answer.high, strict=True):
            if not np.isnan(low):
                covered.setdefault(name, []).append(bool(low - 1e-9 <= truth <= high + 1e-9))
    assert {name: len(found) for name, found in covered.items() if len(found) < 10} == {}
    missed = {name: (found.count(False), len(found)) for name, found in covered.items()}
    assert all(count <= 1 + 0.09 * size for count, size in missed.values()), missed


def test_half_the_stated_error_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Reading.__init__
    monkeypatch.setattr(Reading, "__init__", lambda self, growth, factor: honest(self, growth, factor / 2))
    with pytest.raises(AssertionError):
        test_intervals_cover_what_they_say(Mu, "add_remove")


def test_noise_alone_hardly_splits() -> None:
    """Labels that depend on nothing: at most a few of many trees have a split."""
    table, chance = Table(SCHEMA, Unit()), np.random.default_rng(3)
    grown = 0
    for seed in range(60):
        columns, query = rows(chance, 5_000, 0.0), bound(depth=2)
        price = Mu(Fraction(float(10 ** chance.uniform(-3, 1))))
        grown += query.read(table, asked(query, table, price, columns, seed), 0.95).growth.root.split is not None
    assert grown <= 4


def test_a_split_that_noise_may_have_chosen_is_marked() -> None:
    """Two columns that say the same: either may be chosen, and the answer says so in words and in its table."""
    chance, schema = np.random.default_rng(0), Schema(a=dp.Flag(), b=dp.Flag(), c=dp.Flag(), y=dp.Flag())
    same = chance.integers(0, 2, 4_000)
    label = np.where(chance.random(4_000) < 0.9, same, 1 - same)
    columns = {"a": same, "b": same, "c": chance.integers(0, 2, 4_000), "y": label}
    table = Table(schema, Unit())
    for names, doubtful in ((["a", "b"], True), (["a", "c"], False)):
        query = dp.DecisionTree("y", names, 1).bind(schema)
        rounds = asked(query, table, Mu(Fraction(1, 4)), columns)
        assert query.read(table, rounds, 0.95).growth.root.doubtful is doubtful
        assert ("Noise may have chosen" in query.found(table, rounds, 0.95)) is doubtful
        assert any("noise may" in name for name in query.keyed(table, rounds)["variable"]) is doubtful
        outline = query.backdrop(table, rounds, 0.95)
        assert outline.doubtful == (doubtful, False, False) and outline.parents == (-1, 0, 0)


def test_without_a_relation_it_is_no_better_than_the_baseline() -> None:
    table, query = Table(SCHEMA, Unit()), bound()
    columns = rows(np.random.default_rng(2), 3_000, 0.0)
    rounds = asked(query, table, Mu(Fraction(1, 4)), columns)
    assert "No better than the most frequent label" in query.found(table, rounds, 0.95)
    columns = rows(np.random.default_rng(2), 30_000, 1.0)
    assert "right for" in query.found(table, asked(query, table, Mu(Fraction(1, 4)), columns), 0.95)


@pytest.mark.parametrize("size", [0, 1, 2, 50])
@pytest.mark.parametrize("price", PRICES, ids=repr)
def test_few_rows_constant_columns_and_one_class_have_an_answer(size: int, price: Price) -> None:
    table, query = Table(SCHEMA, Unit()), bound("kind", depth=4)
    columns = {name: np.zeros(size, dtype=int) for name in (*NAMES, "kind")}
    rounds = asked(query, table, price, columns)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = query.result(table, price, rounds, 0.95)
        told = query.evaluate(table, rounds, 0.95, np.array([[1.0, 0.5, 2.0, 1.0], [np.nan] * 4]), {})
        assert query.found(table, rounds, 0.95) and query.backdrop(table, rounds, 0.95)
    figures = np.stack([getattr(answer, name) for name in FIGURES])
    assert not np.isinf(figures).any() and not np.isnan(answer.estimate).any()
    assert not np.isinf(told.estimate).any() and np.isnan(told.estimate.reshape(3, 2)[:, 1]).all()


def test_a_large_tree_keeps_to_its_bounds() -> None:
    values = [f"v{number}" for number in range(30)]
    schema = Schema(**{f"c{place}": dp.Category(values) for place in range(3)}, y=dp.Flag())
    query = dp.DecisionTree("y", ["c0", "c1", "c2"], 6).bind(schema)
    chance = np.random.default_rng(0)
    columns = {f"c{place}": chance.integers(0, 30, 200_000) for place in range(3)}
    label = (sum(columns.values()) % 7 < 3).astype(int)
    rounds = asked(query, Table(schema, Unit()), HUGE, {**columns, "y": label})
    assert 2 <= query.leaves(schema) <= 64
    assert len(query.read(Table(schema, Unit()), rounds, 0.95).growth.leaves) <= query.leaves(schema)
    assert sum(len(drawn.noisy[0]) for steps in rounds for drawn in steps) <= 70_000


def test_least_squares_are_those_of_a_dense_solution() -> None:
    """Every measured sum by itself, against numpy's solver."""
    features = tuple(feature(SCHEMA, name, 4) for name in NAMES)
    growth, chance = Growth(features, 2, 64), np.random.default_rng(4)
    columns = rows(chance, 5_000)
    cells: dict[object, np.ndarray] = {each.key: each.places(columns[each.name].astype(float)) for each in features}
    for variance in (4.0, 9.0):
        leaf, size = places(Leaf(growth.tree), cells), len(growth.leaves)
        tables = []
        for each in features:
            codes = (leaf * each.key.size + cells[each.key]) * 2 + columns["sick"]
            exact = np.bincount(codes, minlength=size * each.key.size * 2).reshape(size, each.key.size, 2)
            tables.append(exact + chance.normal(0, variance**0.5, exact.shape))
        growth.counted(tables, variance)
    fit, leaves = fitted(growth.root, 2), growth.leaves
    lines, values = [], []
    waiting = [growth.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if not node.precision:
            continue
        for place, reach in enumerate(node.reach):
            split = node.split is not None and place == node.split.place
            parts = [(node, reach)]
            if split and node.split:
                parts = list(zip(node.children, node.split.groups, strict=True))
            for below, group in parts:
                weight = (node.precision / len(group)) ** 0.5
                own = {id(each) for each in below.leaves}
                lines.append([weight * (id(each) in own) for each in leaves])
                values.append(weight * node.table(place)[list(group)].sum(axis=0))
    solution = np.linalg.lstsq(np.array(lines, dtype=float), np.array(values), rcond=None)[0]
    assert len(leaves) > 2 and fit.rows == pytest.approx(solution)


def test_the_gain_of_exact_counts_is_the_information_gain() -> None:
    each = feature(SCHEMA, "old", 2)
    table = np.array([[900.0, 100.0], [300.0, 700.0]])
    found = tree_gain.best(0, each, each.cells, table, 1e-12)
    assert found is not None
    expected = sum(
        table[row, label] * log2(table[row, label] * 2000 / (table[row].sum() * table[:, label].sum()))
        for row in range(2)
        for label in range(2)
    )
    assert found.raw / log(2) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("sick", []), "1 to 20 columns"),
        (("sick", ["age", "age"]), "each once"),
        (("sick", ["sick"]), "each once"),
        (("sick", ["age"], 0), "depth"),
        (("sick", ["age"], 7), "depth"),
        (("sick", ["age"], 2, 1), "bins"),
        (("age", ["sick"]), "is a number"),
        (("day", ["sick"]), "not a number, a category"),
        (("one", ["sick"]), "needs 2 to 20 values. 'one' has 1"),
        (("many", ["sick"]), "has 21"),
        (("sick", ["one"]), "must vary"),
        (("wide", ["huge", "huger"], 6), "too many"),
    ],
)
def test_what_cannot_be_asked_is_said_on_public_facts(given: tuple, said: str) -> None:
    schema = Schema(
        **SCHEMA.columns,
        day=dp.Date("2024-01-01", "2024-12-31"),
        one=dp.Category(["only"]),
        many=dp.Category([f"v{place}" for place in range(21)]),
        wide=dp.Category([f"v{place}" for place in range(20)]),
        huge=dp.Category([f"v{place}" for place in range(300)]),
        huger=dp.Category([f"v{place}" for place in range(300)]),
    )
    with pytest.raises(QueryError, match=said):
        dp.DecisionTree(*given).bind(schema)
