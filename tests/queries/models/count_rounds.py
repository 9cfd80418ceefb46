"""Transcripts of questions that count rows by public cells, simulated on columns of any size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dpcore.mechanisms import Price
from dpcore.queries import Query
from dpcore.queries.models.trees.feature import Feature
from dpcore.queries.question.round import Drawn, Rounds
from dpcore.table.aggregate import Leaf
from dpcore.table.key import Key
from dpcore.table.leaf import Branch
from dpcore.table.table import Table

Columns = Mapping[str, np.ndarray]
"""Numbers, and the places of values of flags and categories."""


def places(key: Key, cells: Mapping[Any, np.ndarray]) -> np.ndarray:
    """The cell of each row along a key."""
    if not isinstance(key, Leaf):
        return cells[key]
    found = np.zeros(len(next(iter(cells.values()))), dtype=int)

    def walk(node: Branch | int, rows: np.ndarray) -> None:
        if isinstance(node, Branch):
            sides = np.array(node.places)[cells[node.key][rows]]
            for place, child in enumerate(node.children):
                walk(child, rows[sides == place])
        else:
            found[rows] = node

    walk(key.tree, np.arange(len(found)))
    return found


def transcript(
    query: Query,
    features: Sequence[Feature],
    table: Table,
    price: Price,
    columns: Columns,
    chance: np.random.Generator,
) -> Rounds:
    """What the rounds of a question draw of these rows. features: those of all columns that it counts by."""
    cells: dict[Any, np.ndarray] = {each.key: each.places(columns[each.name].astype(float)) for each in features}
    run, rounds = query.run(table, price), []
    asked = next(run)
    while True:
        noisy = []
        for step in asked.steps:
            shape = [key.size for key in step.aggregate.keys]
            codes = np.zeros(len(next(iter(columns.values()))), dtype=int)
            for key in step.aggregate.keys:
                codes = codes * key.size + places(key, cells)
            counts = np.bincount(codes, minlength=int(np.prod(shape))).reshape(1, *shape)
            exact = step.statistic.exact(counts)
            (scale,) = step.mechanism.scales  # type: ignore[attr-defined]
            law = chance.normal if step.mechanism.name == "gaussian" else chance.laplace
            noisy.append(np.round(exact.astype(float) + law(0, float(scale), exact.shape)).astype(int).astype(object))
        drawn = zip(asked.steps, noisy, strict=True)
        rounds.append(tuple(Drawn(step.mechanism, tuple(map(tuple, each.tolist()))) for step, each in drawn))
        try:
            asked = run.send(tuple(noisy))
        except StopIteration:
            return tuple(rounds)
