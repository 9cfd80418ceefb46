"""What one step answered, as a record keeps it, and whether this version still has the public tables it was drawn with.

A table (cosines, say) is made in exact arithmetic, so that it is the same on every machine. If a version ever makes it
otherwise, the numbers drawn with the old one mean something else: that is said, and they are not decoded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.budget.loss import from_dict as loss_from_dict
from dpcore.errors import QueryError
from dpcore.mechanisms import mechanism_from_dict
from dpcore.queries.round import Drawn, Rounds
from dpcore.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpcore.mechanisms import Price
    from dpcore.queries import Query
    from dpcore.table.table import Table


def written(drawn: Drawn) -> dict[str, Any]:
    """Plain data for a record; a step without public tables has no such field."""
    loss = drawn.mechanism.loss
    said = {**drawn.mechanism.to_dict(), "loss": None if loss is None else loss.to_dict()}
    tables = {"tables": list(drawn.tables)} if drawn.tables else {}
    return {**said, **tables, "noisy": [list(row) for row in drawn.noisy]}


def read(data: Mapping[str, Any]) -> Drawn:
    """The step that `written` wrote."""
    loss = None if data["loss"] is None else loss_from_dict(data["loss"])
    mechanism = mechanism_from_dict({name: value for name, value in data.items() if name != "tables"}, loss)
    return Drawn(mechanism, tuple(tuple(row) for row in data["noisy"]), tuple(map(str, data.get("tables", ()))))


@final
class OtherTables(QueryError):
    """An answer was drawn with public tables that this version, or another answer, does not have."""


def check(query: Query, table: Table, price: Price, rounds: Rounds) -> None:
    """Raises OtherTables where an answer was drawn with public tables that this version does not have."""
    kept = [[drawn.tables for drawn in steps] for steps in rounds]
    if not any(any(steps) for steps in kept):
        return
    try:
        now = list(_tables(query, table, price, rounds))
    except Exception:  # this version asks something else
        now = []
    if now != kept:
        raise OtherTables(_OTHER, "Read it with the version of the program that released it; its numbers are kept.")


def _tables(query: Query, table: Table, price: Price, rounds: Rounds) -> Iterator[list[tuple[str, ...]]]:
    """The digests of the tables that this version uses in each round, as it asks them again from what was drawn."""
    run = query.run(table, price)
    asked = next(run)
    for number, steps in enumerate(rounds, start=1):
        yield [step.statistic.tables for step in asked.steps]
        if number < len(rounds):
            asked = run.send(tuple(np.array(drawn.noisy, dtype=object) for drawn in steps))


_OTHER = Text("This answer was drawn with a public table that differs from this version's, so it is not computed anew.")
