"""Questions by chance, with what their rounds answered: replayed by processes of their own, which must agree.

Arguments: a file of transcripts (`record` writes it). Prints what every question asked and made of it, as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries import Query
from dpcore.queries.question.round import Drawn, Rounds
from dpcore.table.aggregate import Aggregate
from dpcore.table.ordering import Order
from dpcore.table.table import Table
from tests.contracts.example import KINDS, example, suited
from tests.contracts.neighbour import sold
from tests.oracle import evaluate
from tests.queries.question.test_columns import tabled

SEEDS = range(12)


def questions(kinds: Sequence[type[Query]] = KINDS) -> Iterator[tuple[Table, Query, Price]]:
    """Questions of each kind on hostile tables, at prices from one end to the other."""
    for kind in kinds:
        for seed in SEEDS:
            chance = random.Random(f"{kind.name} {seed}")
            table = suited(kind, tabled(seed), 100 if seed % 4 == 0 else None)
            amount = Fraction(10 ** chance.uniform(-3, 1)).limit_denominator(10**6)
            query = example(kind, chance, table, currency="mu")
            price: Price = Mu(amount**2) if chance.random() < 0.5 else Epsilon(amount)
            if sold(query, table, price):
                yield table, query, price


def empty(aggregate: Aggregate) -> np.ndarray:
    """What an engine answers for a table without rows."""
    first = aggregate.measures[0]
    if isinstance(first, Order):
        return np.zeros((first.numbers, *aggregate.shape, len(first.ranges[0])), dtype=np.int64)
    return evaluate(aggregate, [])


def answered(query: Query, table: Table, price: Price, kept: list[list[Any]] | None = None) -> tuple[Rounds, list[str]]:
    """The transcript of a question, drawn from an empty table or as it was kept; and the digest of each round."""
    run, rounds, digests = query.run(table, price), [], []
    asking = next(run)
    while True:
        digests.append(asking.digest)
        if kept is None:
            noisy = [step.mechanism.draw(step.statistic.exact(empty(step.aggregate))) for step in asking.steps]
        else:
            noisy = [np.array(step, dtype=object) for step in kept[len(rounds)]]
        rows = [tuple(tuple(int(value) for value in row) for row in step) for step in noisy]
        rounds.append(tuple(Drawn(step.mechanism, found) for step, found in zip(asking.steps, rows, strict=True)))
        try:
            asking = run.send(tuple(noisy))
        except StopIteration:
            return tuple(rounds), digests


def record(path: Path) -> None:
    """Writes what every question answered here."""
    found = [answered(query, table, price)[0] for table, query, price in questions()]
    path.write_text(json.dumps([[[drawn.noisy for drawn in steps] for steps in rounds] for rounds in found]))


def told(path: Path) -> list[dict[str, Any]]:
    """What every question asks and makes of its kept transcript."""
    said = []
    for (table, query, price), kept in zip(questions(), json.loads(path.read_text()), strict=True):
        rounds, digests = answered(query, table, price, kept)
        result = query.result(table, price, rounds, 0.95)
        figures = {
            name: [repr(float(value)) for value in getattr(result, name)]
            for name in ("estimate", "std_error", "low", "high")
        }
        said.append({"question": query.to_dict(), "digests": digests, "result": figures})
    return said


if __name__ == "__main__":
    print(json.dumps(told(Path(sys.argv[1])), default=str))
