"""The answer of one step as stored in a record, and the check that its public tables equal those of this version.

A public table (of cosines, for example) is computed in exact arithmetic, so that it is the same on every machine. If a
later version computes it differently, numbers drawn with the old table cannot be decoded: reading them is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.budget.loss import from_dict as loss_from_dict
from dpcore.errors import QueryError
from dpcore.mechanisms import mechanism_from_dict
from dpcore.queries.question.round import Drawn, Rounds
from dpcore.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpcore.mechanisms import Price
    from dpcore.queries import Query
    from dpcore.table.table import Table


def write(drawn: Drawn) -> dict[str, Any]:
    """Plain data for a record. The field of public tables is left out if there are none."""
    loss = drawn.mechanism.loss
    data = {**drawn.mechanism.to_dict(), "loss": None if loss is None else loss.to_dict()}
    tables = {"tables": list(drawn.tables)} if drawn.tables else {}
    return {**data, **tables, "noisy": [list(row) for row in drawn.noisy]}


def read(data: Mapping[str, Any]) -> Drawn:
    """The step that `write` wrote."""
    loss = None if data["loss"] is None else loss_from_dict(data["loss"])
    mechanism = mechanism_from_dict({name: value for name, value in data.items() if name != "tables"}, loss)
    return Drawn(mechanism, tuple(tuple(row) for row in data["noisy"]), tuple(map(str, data.get("tables", ()))))


@final
class OtherTables(QueryError):
    """The public tables of an answer differ from those of this version or of another answer."""


def check(query: Query, table: Table, price: Price, rounds: Rounds) -> None:
    """Raises OtherTables if the public tables of an answer differ from those of this version."""
    stored = [[drawn.tables for drawn in steps] for steps in rounds]
    if not any(any(steps) for steps in stored):
        return
    try:
        now = list(_tables(query, table, price, rounds))
    except Exception:  # this version forms other rounds
        now = []
    if now != stored:
        raise OtherTables(
            _OTHER, "Read it with the version of the program that released it. Its stored numbers are unchanged."
        )


def _tables(query: Query, table: Table, price: Price, rounds: Rounds) -> Iterator[list[tuple[str, ...]]]:
    """The digests of the public tables that this version uses in each round, found by replaying the stored rounds."""
    run = query.run(table, price)
    asked = next(run)
    for number, steps in enumerate(rounds, start=1):
        yield [step.statistic.tables for step in asked.steps]
        if number < len(rounds):
            asked = run.send(tuple(np.array(drawn.noisy, dtype=object) for drawn in steps))


_OTHER = Text("This answer was drawn with a public table that differs in this version, so it cannot be recomputed.")
