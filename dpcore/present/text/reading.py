"""What answers about earlier versions of a dataset's rows say otherwise than answers to come, by the rule of reading.

By rule 1, cells of text were compared as they are written; by rules 1 and 2, a decimal comma and the spellings of a
truth told equal values apart (`dpcore.table.listing`). Versions keep the rule by which they were loaded, so their
answers do too; only public facts are used here. Whether a file had semicolons is none, so the sentence says it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from dpcore.release.dataset import Dataset
from dpcore.table.category import Category
from dpcore.table.column import Column, Flag, Identifier
from dpcore.table.listing import listing, number_of
from dpcore.table.table import Table
from dpcore.text import Text, joined

_MOST_NAMED = 5


def earlier(dataset: Dataset, answered: Collection[int]) -> Text | None:
    """How answers of earlier versions were counted, if any of the versions `answered` was read by rule 1 or 2."""
    found = [*_by_number(dataset, answered), *_by_spelling(dataset, answered)]
    return joined(found) if found else None


def renewed(dataset: Dataset, files: bool = True) -> Text | None:
    """What a new version of the rows will count otherwise than the current one, if that is read by rule 1 or 2.

    files: whether the new version may come from a file, in which a comma may be a decimal mark.
    """
    rule, found = dataset.table.rule, list[Text]()
    if rule == 1 and (said := _counted(dataset.table)):
        found += [Text("The new version compares numbers by value; earlier answers did not."), *said]
    commas, truths = _told_apart(dataset.table) if rule < 3 else ("", "")
    if commas and files:
        found.append(
            Text(
                "In {columns}, the new version reads 17,0 in files with semicolons as 17; earlier answers did not.",
                columns=commas,
            )
        )
    if truths:
        found.append(
            Text(
                "In {columns}, the new version reads true, True and TRUE as one value; earlier answers did not.",
                columns=truths,
            )
        )
    return joined(found) if found else None


def _by_number(dataset: Dataset, answered: Collection[int]) -> list[Text]:
    """What rule 1 did otherwise than the rules after it, if an answer is by rule 1."""
    last, said = _last(dataset, 1), _counted(dataset.table)
    if not said or not _concerned(last, answered):
        return []
    first = Text("Answers about {versions} of the rows compared cells as they are written.", versions=_versions(last))
    since = Text("Since version {first}, numbers are compared by value.", first=last + 1)
    coming = Text("A new version of the rows compares numbers by value.")
    return [first, *said, coming if last == dataset.version else since]


def _by_spelling(dataset: Dataset, answered: Collection[int]) -> list[Text]:
    """What rules 1 and 2 did otherwise than rule 3, if an answer is by one of them."""
    last, (commas, truths) = _last(dataset, 2), _told_apart(dataset.table)
    if not (commas or truths) or not _concerned(last, answered):
        return []
    versions, found = _versions(last), list[Text]()
    if commas:
        found.append(
            Text(
                "In {columns}, answers about {versions} of the rows did not read 17,0 in files with semicolons as 17.",
                columns=commas,
                versions=versions,
            )
        )
    if truths:
        found.append(
            Text(
                "In {columns}, answers about {versions} of the rows told true, True and TRUE apart.",
                columns=truths,
                versions=versions,
            )
        )
    since = Text("Since version {first}, these are one value.", first=last + 1)
    coming = Text("In a new version of the rows, these are one value.")
    return [*found, coming if last == dataset.version else since]


def _last(dataset: Dataset, rule: int) -> int:
    """The last version that was read by this rule or an earlier one; 0 for none."""
    return max((version for version, its in enumerate(dataset.rules, 1) if its <= rule), default=0)


def _concerned(last: int, answered: Collection[int]) -> bool:
    return any(version <= last for version in answered)


def _versions(last: int) -> Text:
    return Text("version 1") if last == 1 else Text("versions 1 to {last}", last=last)


def _counted(table: Table) -> list[Text]:
    """What rule 1 does with the columns of this table; empty where the rules after it read them alike."""
    found: list[Text] = []
    if (unit := _unit(table)) is not None:
        found.append(Text("In {column} they counted 17 and 17.0 as two.", column=unit))
    if listed := _named(table, _numbered):
        found.append(Text("In {columns} they did not read 1.0 as 1.", columns=_joined(listed)))
    return found


def _told_apart(table: Table) -> tuple[str, str]:
    """The columns where a decimal comma counts, and those where the spelling of a truth does, by rules 1 and 2."""
    unit, listed = _unit(table), _named(table, lambda column: _numbered(column, comma=True))
    return _joined([*([] if unit is None else [unit]), *listed]), _joined(_named(table, _truthful))


def _unit(table: Table) -> str | None:
    """The column of the units, if numbers in it are compared by value."""
    name = table.unit.identifier
    declared = table.schema.columns[name] if name is not None else None
    return name if isinstance(declared, Identifier) and not declared.as_written else None


def _named(table: Table, chosen: Callable[[Column], bool]) -> list[str]:
    return [name for name, column in table.schema.columns.items() if chosen(column)]


def _joined(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")


def _numbered(column: Column, comma: bool = False) -> bool:
    """Whether the values of a column are listed, and some are numbers. comma: see `number_of`."""
    if isinstance(column, Category):
        return any(number_of(value, comma) is not None for value in column.values)
    return isinstance(column, Flag)


def _truthful(column: Column) -> bool:
    """Whether a listed value is a truth that stands for its other spellings, by rule 3."""
    if not isinstance(column, Category):
        return False
    values = tuple(column.values)
    return listing(values).spellings != listing(values, truths=False).spellings
