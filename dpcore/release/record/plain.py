"""A record as plain data for JSON: reads and writes the values of its fields in version 1 and 2."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from dpcore.number import entries
from dpcore.queries.question.round import Rounds
from dpcore.release.record import first, step
from dpcore.release.record.figure import column

_LATER: Mapping[str, Any] = {"resumed": False, "standardised": (), "described": 1}
"""Fields that earlier versions did not write, and what a record without them means."""


def read(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The values of these fields, if the record has them. Any exception means an invalid record (see `from_dict`)."""
    values = {name: data[name] for name in {*names, *first.FIELDS} & data.keys()}
    if ("rounds" in values) is (data["version"] < 2):
        raise ValueError
    read = {**values, "rounds": _rounds(values["rounds"])} if "rounds" in values else first.read(values)
    figures = {name: column(row) for name, row in data["estimates"].items()}
    standardised, combined = _rounds(data.get("standardised", ())), tuple(entries(data.get("combined", ())))
    return {**read, "estimates": figures, "combined": combined, "standardised": standardised}


def write(values: dict[str, Any]) -> dict[str, Any]:
    """Plain data for the values of all fields, without those of `_LATER` that say nothing."""
    data = {name: value for name, value in values.items() if name not in _LATER or value != _LATER[name]}
    data["estimates"] = {
        name: [None if math.isnan(value) else value for value in row] if any(map(math.isnan, row)) else list(row)
        for name, row in values["estimates"].items()
    }
    if "standardised" in data:
        data["standardised"] = _plain(values["standardised"])
    if values["version"] == 1:  # written back in its original form
        return first.write(data)
    return {**data, "rounds": _plain(values["rounds"])}


def _rounds(stored: Any) -> Rounds:
    return tuple(tuple(map(step.read, steps)) for steps in stored)


def _plain(rounds: Rounds) -> list[list[dict[str, Any]]]:
    return [[step.write(drawn) for drawn in steps] for steps in rounds]
