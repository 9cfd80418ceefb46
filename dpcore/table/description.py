"""Describing rows again: which facts may change, and where the new ones come from.

The loss of each answer is for neighbours that differ in all rows of a unit, with the bounds by which it was measured,
and it holds for any bounds. The filters of the ledger stay valid when parameters are chosen from earlier answers
(Rogers, Roth, Ullman and Vadhan 2016; Smith and Thakurta 2022; Koskela, Tobaben and Honkela 2023). So bounds,
categories, columns, the expected number of rows, and the rows and groups of a unit may be corrected. Whose privacy is
protected may not: that is what the budget promised.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import EllipsisType
from typing import Any, Literal, TypeAlias, final

from dpcore.errors import SchemaError
from dpcore.number import shown
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from dpcore.text import Text

Known: TypeAlias = Literal["public", "answer", "correction"]
KINDS: tuple[Known, ...] = ("public", "answer", "correction")
MOST_NOTE = 500
_LINE = str.maketrans("", "", "\u00a0\u202f\u3000\u200c\u200d\u200e\u200f")
"""Characters that written languages need, although `str.isprintable` rejects them."""
_KEYS = Text("Facts from answers need the keys of these answers, and other facts have none.")
# vital
PROMISED = Text(
    "Who is protected cannot be described otherwise: the identifier, whether a unit is a row, and which tables are "
    "neighbours. The budget promised it."
)


@final
@dataclass(frozen=True, slots=True)
class Origin:
    """Where the facts of a new description come from; kept in the ledger.

    kind: "public" for what is publicly known, "answer" for facts taken from released answers, "correction" for a slip
    in an earlier description. Facts must never be taken from the rows. releases: the keys of the answers, if from
    answers (`Release.key`). note: a person's words, at most 500 characters.
    """

    kind: Known
    releases: tuple[str, ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise SchemaError(
                "Say where the new facts come from: {kinds}. Got {kind}.", kinds=", ".join(KINDS), kind=shown(self.kind)
            )
        if not isinstance(self.releases, list | tuple):
            raise SchemaError(_KEYS, 'dp.Origin("answer", releases=[release.key])')
        object.__setattr__(self, "releases", tuple(self.releases))
        if not all(isinstance(key, str) for key in self.releases) or (self.kind == "answer") != bool(self.releases):
            raise SchemaError(_KEYS, 'dp.Origin("answer", releases=[release.key])')
        if not isinstance(self.note, str) or len(self.note) > MOST_NOTE or not self.note.translate(_LINE).isprintable():
            raise SchemaError(
                "A note has at most {most_text} printable characters.",
                "Write a shorter note, without special characters.",
                most_text=MOST_NOTE,
            )

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        return {"kind": self.kind, "releases": list(self.releases), "note": self.note}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Origin:
        """The origin that `to_dict` wrote. Raises SchemaError."""
        return cls(data["kind"], tuple(data["releases"]), data["note"])


@final
@dataclass(frozen=True, slots=True)
class Change:
    """What is declared otherwise; None, or ... for the expected rows, leaves it as it was."""

    schema: Schema | None = None
    unit: Unit | None = None
    expected_rows: int | EllipsisType | None = ...
    notes: Mapping[str, str] | None = None

    def of(self, old: Table) -> Table:
        """The new description. Raises SchemaError."""
        rows = old.expected_rows if isinstance(self.expected_rows, EllipsisType) else self.expected_rows
        schema = old.schema if self.schema is None else self.schema
        unit = old.unit if self.unit is None else self.unit
        notes = old.notes if self.notes is None else self.notes
        return Table(schema, unit, old.neighbors, rows, old.synthetic, notes=notes)


def check_kept(old: Table, new: Table) -> None:
    """Raises SchemaError if a description changes what the budget promised."""
    same = (old.unit.identifier, old.neighbors, old.synthetic) == (new.unit.identifier, new.neighbors, new.synthetic)
    who = old.unit.identifier
    if not same or (who is not None and old.schema[who] != new.schema[who]):
        raise SchemaError(PROMISED, "For another unit or relation, open another dataset.")
