"""Which column the metadata of CSV on the Web names as the privacy unit, and the other proposals about its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpcore.errors import SchemaError
from dpcore.number import shown
from dpcore.table.dictionary.file_words import truth
from dpcore.text import Text
from dpcore.text import joined as sentences


def is_called(parts: Mapping[str, Any], unit: object) -> bool:
    """Whether a column has this name, or one of its titles is it, apart from surrounding blanks."""
    titles = parts.get("titles")
    groups = titles.values() if isinstance(titles, dict) else [titles]
    names = [name for group in groups for name in (group if isinstance(group, list) else [group])]
    said = {name.strip() for name in [*names, parts.get("name")] if isinstance(name, str)}
    return isinstance(unit, str) and bool(unit.strip()) and unit.strip() in said


def is_private(parts: Mapping[str, Any], doubts: list[Text]) -> bool:
    """Whether a column is marked as the privacy unit; a mark that is not understood is reported."""
    try:
        return truth(parts.get("privacyId"), "privacyId")
    except SchemaError as error:
        doubts.append(sentences([error.message, error.hint]))
        return False


def unit_and_sizes(
    found: Mapping[str, Any], private: list[str], named: list[str]
) -> tuple[dict[str, object], list[Text]]:
    """The proposals. private: columns that are marked as privacy unit. named: those that the table names as it."""
    unit, problems = found.get("privacyUnit") or None, []
    both = [name for name in named if name in private]
    chosen = list(dict.fromkeys(both or named + private))  # of two contradictory ones none is chosen unseen
    if len(chosen) == 1 and (named or unit is None):
        unit = chosen[0]
    elif len(chosen) > 1 or (chosen and unit is not None):
        listed = chosen if named or unit is None else [unit, *chosen]
        problems.append(
            Text("The file marks several columns as privacy unit: {columns}. A table has one.", columns=shown(listed))
        )
        unit = None
    names = {"rows": "maxContributions", "groups": "maxGroupsPerUnit", "expected_rows": "publicLength"}
    length = found.get("publicLength", found.get("length"))
    return {"unit": unit, **{name: found.get(term) for name, term in names.items()}, "expected_rows": length}, problems
