"""Numbers of rows in the cells of questions, known from released counts of the same cells."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore.plan.quote import Guesses
from dpcore.queries import Count, Query
from dpcore.queries.question.prediction import Guess, released

if TYPE_CHECKING:
    from dpcore.ledger.ledger import Ledger


def counted(ledger: Ledger, asks: Iterable[tuple[str, Mapping[str, Any]]], first: bool) -> Guesses:
    """Numbers of rows from the first or the last released count of the same cells, on any version of the rows.

    asks: all that are charged, with their keys, oldest first.
    """
    keys: dict[str, list[str]] = {}
    for key, ask in asks:
        if ask["query"]["query"] == Count.name:
            keys.setdefault(json.dumps(ask["query"], sort_keys=True), []).append(key)

    def guess(query: Query) -> Guess | None:
        some = keys.get(json.dumps(Count(query.by, query.where).to_dict(), sort_keys=True), [])
        stored = ledger.stored_answers(some) if some else {}
        answered = [key for key in some if key in stored]
        if not answered:
            return None
        estimates = json.loads(stored[answered[0 if first else -1]])["estimates"]
        return released(*(np.array(estimates[name], dtype=np.float64) for name in ("estimate", "std_error")))

    return guess
