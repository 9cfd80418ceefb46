"""A plan as a file: versioned JSON that travels to another desk, with the public facts it was made for.

{"murmur_plan": 1, "name": …, "made": …, "plan": Plan.to_dict(),
 "dataset": {"columns": declarations of the columns asked, "unit": …, "neighbors": …}}

A plan spends, so nothing in a file is guessed at: an unknown or repeated key, a NaN, a deep or large file is refused.
What may never change: a file once written keeps its meaning; the number rises when an old reader would misread it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

from dpcore import clock
from dpcore.errors import DpError, QueryError
from dpcore.number import shown
from dpcore.plan.plan import Plan
from dpcore.release.dataset import Dataset
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from dpcore.text import Text

VERSION = 1
LARGEST = 4_000_000
"""Bytes."""
DEEPEST = 16
MOST_NAME = 100

_KEYS = {"murmur_plan", "name", "made", "plan", "dataset"}
_PLAN = {"asks", "mu", "epsilon", "slot"}
_FORM = Text("Plan files are written by Ask, Publish and `dpcore.present.file.plan_file.to_json`.")


@final
@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan as it was read, with what was written beside it; the facts are None where they were left out."""

    plan: Plan
    name: str = ""
    made: str = ""
    columns: Schema | None = None
    unit: Unit | None = None
    neighbors: Neighbors | None = None

    def differences(self, table: Table) -> tuple[Text, ...]:
        """What is declared otherwise here than where the plan was made, one sentence each."""
        found = []
        if self.unit not in (None, table.unit):
            found.append(Text("The plan was made for another unit of privacy: its errors differ here."))
        if self.neighbors not in (None, table.neighbors):
            found.append(Text("The plan was made under the other neighbouring relation: its errors differ here."))
        for name, column in (self.columns.columns if self.columns else {}).items():
            if table.schema.columns.get(name, column) != column:
                found.append(
                    Text("Column {column} is declared otherwise here than where the plan was made.", column=shown(name))
                )
        return tuple(found)


def to_json(plan: Plan, dataset: Dataset | None = None, name: str = "", made: str | None = None) -> bytes:
    """The file of a plan, UTF-8; with a dataset, the public facts of the columns it asks about. Raises QueryError.

    made: when, as ISO text; now, if left out. The dataset's name, owner and budget are not written.
    """
    data: dict[str, Any] = {
        "murmur_plan": VERSION,
        "name": name,
        "made": clock.now() if made is None else made,
        "plan": plan.to_dict(),
    }
    if dataset is not None:
        data["dataset"] = _facts(plan, dataset.table)
    text = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False, default=float)
    try:
        written = text.encode()
    except UnicodeEncodeError:
        raise QueryError("This plan holds text that no file can hold.", "Rename the column or category.") from None
    if len(written) > LARGEST:
        raise QueryError(
            "This plan is too large for a file of {largest} MB.", "Remove some questions.", largest=LARGEST // 10**6
        )
    return written


def from_json(text: bytes | str) -> Plan:
    """The plan of a file. Raises QueryError."""
    return read(text).plan


def read(text: bytes | str) -> PlanFile:
    """Everything in a plan file. Raises QueryError, one sentence, for whatever is not one."""
    data = _parsed(text)
    version = data.get("murmur_plan")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise QueryError("This plan was written by a newer version.", "Update the program.")
    if version != VERSION or isinstance(version, bool):
        raise QueryError("This is not a plan file.", _FORM)
    _only(data, _KEYS, Text("A plan file"))
    _only(data.get("plan"), _PLAN, Text("The plan of a file"))
    name, made = data.get("name", ""), data.get("made", "")
    if not all(isinstance(one, str) and len(one) <= MOST_NAME and (one + " ").isprintable() for one in (name, made)):
        raise QueryError(
            "A plan's name has at most {most_name} printable characters.", "Choose another name.", most_name=MOST_NAME
        )
    try:
        plan = Plan.from_dict(data["plan"])
        if not all(isinstance(column, str) for column in columns(plan)):
            raise TypeError
        return PlanFile(plan, name, made, *_read_facts(data.get("dataset")))
    except DpError as error:
        raise QueryError(error.message, error.hint) from None
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
        raise QueryError("This is not a plan file.", _FORM) from None


def columns(plan: Plan) -> tuple[str, ...]:
    """The columns that a plan asks about, in the order in which they are first named."""
    found: dict[str, None] = {}
    for ask in plan.asks:
        found.update(dict.fromkeys(ask.query.columns()))
    return tuple(found)


def check(plan: Plan, table: Table) -> None:
    """Raises QueryError naming the columns that a table lacks, or the first question that does not fit it."""
    lacking = [name for name in columns(plan) if name not in table.schema]
    if lacking:
        listed = ", ".join(shown(name) for name in lacking[:5]) + (", …" if len(lacking) > 5 else "")
        what = Text.counted("a column", "{n} columns", n=len(lacking))
        raise QueryError(
            "The plan asks about {what} that this dataset does not declare: {listed}.",
            "Declare them under the same names, or ask another plan.",
            what=what,
            listed=listed,
        )
    for ask in plan.asks:
        ask.query.bind(table.schema)


def _facts(plan: Plan, table: Table) -> dict[str, Any]:
    declared = table.schema.to_dict()
    return {
        "columns": {name: declared[name] for name in columns(plan) if name in declared},
        "unit": table.unit.to_dict(),
        "neighbors": table.neighbors,
    }


def _read_facts(data: Any) -> tuple[Schema | None, Unit | None, Neighbors | None]:
    if data is None:
        return None, None, None
    _only(data, {"columns", "unit", "neighbors"}, Text("The dataset of a plan file"))
    neighbors = data["neighbors"]
    if neighbors not in ("add_remove", "replace"):
        raise QueryError(Text("{neighbors} is not a neighbouring relation.", neighbors=shown(neighbors)), _FORM)
    return Schema.from_dict(data["columns"]) if data["columns"] else None, Unit(**data["unit"]), neighbors


def _only(data: Any, known: set[str], what: Text) -> None:
    if not isinstance(data, dict):
        raise QueryError("This is not a plan file.", _FORM)
    if unknown := sorted(set(data) - known):
        raise QueryError(
            "{what} has no {unknown}.",
            "It may hold {known}.",
            what=what,
            unknown=shown(unknown[0]),
            known=", ".join(sorted(known)),
        )


def _parsed(text: bytes | str) -> dict[str, Any]:
    """The JSON object of a file, whose texts can be written again and whose depth is bounded."""
    if len(text) > LARGEST:
        raise QueryError(Text("A plan file has at most {largest} MB.", largest=LARGEST // 10**6), _FORM)
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(decoded, object_pairs_hook=_once, parse_constant=_refused)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # a lone surrogate, 1e999: not to be written
    except (ValueError, RecursionError):
        raise QueryError("This is not a plan file: it is not JSON in UTF-8.", _FORM) from None
    if _depth(data) > DEEPEST:
        raise QueryError("This is not a plan file: it is nested too deeply.", _FORM)
    if not isinstance(data, dict):
        raise QueryError("This is not a plan file.", _FORM)
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data:
            raise QueryError("This plan file says {name} twice.", "Keep one of them.", name=shown(name))
        data[name] = value
    return data


def _refused(constant: str) -> Any:
    raise QueryError(Text("A plan file holds finite numbers. Got {constant}.", constant=constant), _FORM)


def _depth(data: Any) -> int:
    """How deeply lists and objects are nested, at most one more than the limit."""
    layer, depth = [data], 0
    while layer and depth <= DEEPEST:
        parts: list[Any] = []
        for one in layer:
            parts.extend(one.values() if isinstance(one, Mapping) else one if isinstance(one, list) else ())
        layer, depth = parts, depth + 1
    return depth
