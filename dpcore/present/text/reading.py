"""What answers about earlier versions of a dataset's rows say otherwise than answers to come, by the rule of reading.

By rule 1, cells of text were compared as they are written (`dpcore.table.listing`). Versions keep the rule by which
they were loaded, so their answers do too; only public facts are used here.
"""

from __future__ import annotations

from collections.abc import Collection

from dpcore.release.dataset import Dataset
from dpcore.table.column import Category, Column, Flag, Identifier
from dpcore.table.listing import number_of
from dpcore.table.table import Table
from dpcore.text import Text, joined

_MOST_NAMED = 5


def earlier(dataset: Dataset, answered: Collection[int]) -> Text | None:
    """How answers of earlier versions were counted, if any of the versions `answered` was read by rule 1."""
    versions = [version for version, rule in enumerate(dataset.rules, 1) if rule == 1]
    said = _counted(dataset.table)
    if not said or not set(versions) & set(answered):
        return None
    last = versions[-1]
    which = Text("version 1") if last == 1 else Text("versions 1 to {last}", last=last)
    first = Text("Answers about {versions} of the rows compared cells as they are written.", versions=which)
    since = Text("Since version {first}, numbers are compared by value.", first=last + 1)
    coming = Text("A new version of the rows compares numbers by value.")
    return joined([first, *said, coming if last == dataset.version else since])


def renewed(dataset: Dataset) -> Text | None:
    """What a new version of the rows will count otherwise than the current one, which is read by rule 1."""
    said = _counted(dataset.table)
    if not said or dataset.table.rule != 1:
        return None
    return joined([Text("The new version compares numbers by value; earlier answers did not."), *said])


def _counted(table: Table) -> list[Text]:
    """What rule 1 does with the columns of this table; empty where both rules read them alike."""
    found: list[Text] = []
    unit = table.unit.identifier
    declared = table.schema.columns[unit] if unit is not None else None
    if isinstance(declared, Identifier) and not declared.as_written:
        found.append(Text("In {column} they counted 17 and 17.0 as two.", column=unit))
    listed = [name for name, column in table.schema.columns.items() if _numbered(column)]
    if listed:
        named = ", ".join(listed[:_MOST_NAMED]) + (", …" if len(listed) > _MOST_NAMED else "")
        found.append(Text("In {columns} they did not read 1.0 as 1.", columns=named))
    return found


def _numbered(column: Column) -> bool:
    """Whether the values of a column are listed, and some are numbers."""
    if isinstance(column, Category):
        return any(number_of(value) is not None for value in column.values)
    return isinstance(column, Flag)
