"""A plan as a file: versioned JSON for use on another desk, with the public facts that it was made for.

{"murmur_plan": 1, "name": …, "made": …, "plan": Plan.to_dict(),
 "dataset": {"columns": declarations of the columns asked, "unit": …, "neighbors": …}}

A plan spends budget, so nothing in a file is guessed: unknown or repeated keys, NaN, and deep or large files are
refused. A file keeps its meaning for ever: the version number increases when an old reader would misread a new file.
"""

from __future__ import annotations

import json
import re
from collections import Counter
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
_DOUBTFUL = re.compile(r"\\u[dD][89a-fA-F]|[0-9][eE]\+?[0-9]{3}|[0-9]{200}")
"""What the texts of JSON need for a lone surrogate, or for a number that no double holds."""
_FORM = Text("Plan files are written by Ask, Publish and `dpcore.present.file.plan_file.to_json`.")


@final
@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan read from a file, with the facts stored beside it; facts that were left out are None."""

    plan: Plan
    name: str = ""
    made: str = ""
    columns: Schema | None = None
    unit: Unit | None = None
    neighbors: Neighbors | None = None

    def differences(self, table: Table) -> tuple[Text, ...]:
        """The differences between the declarations of `table` and those of the plan, one sentence each."""
        sentences = []
        if self.unit not in (None, table.unit):
            sentences.append(Text("The plan was made for a different privacy unit, so its errors differ here."))
        if self.neighbors not in (None, table.neighbors):
            sentences.append(
                Text("The plan was made under the other neighbouring relation, so its errors differ here.")
            )
        for name, column in (self.columns.columns if self.columns else {}).items():
            if table.schema.columns.get(name, column) != column:
                sentences.append(
                    Text(
                        "Column {column} is declared differently here than where the plan was made.", column=shown(name)
                    )
                )
        return tuple(sentences)


def to_json(plan: Plan, dataset: Dataset | None = None, name: str = "", made: str | None = None) -> bytes:
    """The file of a plan, UTF-8; with a dataset, including the public facts of its columns. Raises QueryError.

    made: the time as ISO text; default now. The dataset's name, owner and budget are not written.
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
        raise QueryError(
            "This plan contains text that cannot be written to a file.", "Rename the column or category."
        ) from None
    if len(written) > LARGEST:
        raise QueryError(
            "This plan is too large for a file of {largest} MB.", "Remove some questions.", largest=LARGEST // 10**6
        )
    return written


def from_json(text: bytes | str) -> Plan:
    """The plan of a file. Raises QueryError."""
    return read(text).plan


def read(text: bytes | str) -> PlanFile:
    """The contents of a plan file. Raises QueryError with one sentence for anything else."""
    data = _parsed(text)
    version = data.get("murmur_plan")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise QueryError("This plan was written by a newer version.", "Update the program.")
    if version != VERSION or isinstance(version, bool):
        raise QueryError("This is not a plan file.", _FORM)
    _only(data, _KEYS, Text("A plan file"))
    _only(data.get("plan"), _PLAN, Text("The plan of a file"))
    name, made = data.get("name", ""), data.get("made", "")
    if not all(isinstance(text, str) and len(text) <= MOST_NAME and f"{text} ".isprintable() for text in (name, made)):
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
    """The columns that a plan asks about, in order of first use."""
    return tuple(dict.fromkeys(name for ask in plan.asks for name in ask.query.columns()))


def check(plan: Plan, table: Table) -> None:
    """Raises QueryError naming the columns that a table lacks, or the first question that does not fit it."""
    lacking = [name for name in columns(plan) if name not in table.schema]
    if lacking:
        listed = ", ".join(shown(name) for name in lacking[:5]) + (", …" if len(lacking) > 5 else "")
        what = Text.counted("a column", "{n} columns", n=len(lacking))
        raise QueryError(
            "The plan asks about {what} that this dataset does not declare: {listed}.",
            "Declare them under the same names, or use another plan.",
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


def _only(data: Any, allowed: set[str], what: Text) -> None:
    if not isinstance(data, dict):
        raise QueryError("This is not a plan file.", _FORM)
    if unknown := sorted(set(data) - allowed):
        raise QueryError(
            "{what} cannot contain {unknown}.",
            "Allowed: {known}.",
            what=what,
            unknown=shown(unknown[0]),
            known=", ".join(sorted(allowed)),
        )


def _parsed(text: bytes | str) -> dict[str, Any]:
    """The JSON object of a file, of bounded depth, with texts that can be written again."""
    if not isinstance(text, bytes | str):
        raise QueryError("This is not a plan file.", _FORM)
    if len(text) > LARGEST:
        raise QueryError(Text("A plan file has at most {largest} MB.", largest=LARGEST // 10**6), _FORM)
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(decoded, object_pairs_hook=_once, parse_constant=_refused)
        if not isinstance(text, bytes) or _DOUBTFUL.search(decoded):
            json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # refuses lone surrogates and 1e999
    except (ValueError, RecursionError):
        raise QueryError("This is not a plan file: it is not JSON in UTF-8.", _FORM) from None
    if _depth(data) > DEEPEST:
        raise QueryError("This is not a plan file: it is nested too deeply.", _FORM)
    if not isinstance(data, dict):
        raise QueryError("This is not a plan file.", _FORM)
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        (name, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise QueryError("This plan file contains {name} twice.", "Keep one of them.", name=shown(name))
    return data


def _refused(constant: str) -> Any:
    raise QueryError(Text("Numbers in a plan file must be finite. Got {constant}.", constant=constant), _FORM)


def _depth(data: Any) -> int:
    """The nesting depth of lists and objects, counted up to one more than the limit."""
    layer, depth, leaves = [data] if type(data) in (dict, list) else [], 0, True
    while layer and depth <= DEEPEST:
        parts: list[Any] = []
        leaves = False
        for node in layer:
            entries = node.values() if type(node) is dict else node
            inner = [entry for entry in entries if type(entry) in (dict, list)]
            leaves = leaves or len(inner) < len(entries)
            parts += inner
        layer, depth = parts, depth + 1
    return depth + leaves
