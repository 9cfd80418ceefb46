"""Category columns: a declared list of values, or of groups of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import final

from dpcore import text
from dpcore.errors import SchemaError
from dpcore.number import BLANKS, held, private, shown
from dpcore.spelling import MOST_CHARACTERS, spelt

MAX_CATEGORIES = 100_000
_UNWRITABLE = re.compile(r"[\x00\ud800-\udfff]")


@final
@dataclass(frozen=True, slots=True)
class Category:
    """One of a public list of values, written in their canonical spelling (`spelt`): a number is 1, never 1.0.

    A cell has the listed value with its spelling, in either form of Unicode; else the only listed value that is the
    same number (7 for a cell 7.0 or 007, unless 7 and 007 are both listed) or the same truth value (true for True or
    TRUE). An unlisted value counts as missing, or as "other" if `other=True`; then texts for missing (NA, N/A, NaN,
    NULL, None) count as missing unless they are listed.
    """

    values: Sequence[str]
    other: bool = False

    def __post_init__(self) -> None:
        hint = text.Text('List the publicly known values, for example Category(["A", "B"]).')
        if isinstance(self.values, str | Mapping) or not hasattr(self.values, "__iter__"):
            raise SchemaError(
                text.Text("`values` of `Category` must be a list of values. Got {values}.", values=shown(self.values)),
                hint,
            )
        listed, rows = tuple(self.values), private(self.values)
        if any(map(held, listed)):
            raise SchemaError("`values` of `Category` must be single values, not lists of values.", hint)
        values = tuple(spelt(value) or "" for value in listed)
        object.__setattr__(self, "values", values)
        if not values:
            raise SchemaError("`values` of `Category` must not be empty.", hint)
        if len(values) > MAX_CATEGORIES:
            raise SchemaError(
                text.Text("`values` of `Category` must have at most {most} entries.", most=MAX_CATEGORIES), hint
            )
        if len(set(values)) < len(values):
            if rows:
                raise SchemaError("`values` of `Category` lists a value more than once.", "List each value once.")
            twice = Counter(values).most_common(1)[0][0]
            raise SchemaError(
                "`values` of `Category` lists {twice} more than once.", "List each value once.", twice=shown(twice)
            )
        if any(not value.strip() or not writable(value) for value in values):
            raise SchemaError(
                "`values` of `Category` must not contain an empty or malformed value.",
                "Empty cells count as missing and need not be listed.",
            )
        if any(map(is_long, values)):
            raise SchemaError(
                "`values` of `Category` must have at most {most_characters} characters each.",
                "Longer cells count as missing. Shorten both cells and values before loading.",
                most_characters=MOST_CHARACTERS,
            )
        if not isinstance(self.other, bool):
            raise SchemaError(
                text.Text("`other` of `Category` must be True or False. Got {value}.", value=shown(self.other)), hint
            )
        if self.other and "other" in values:
            raise SchemaError(
                'With `other=True`, "other" cannot be a listed value.', "Rename the value, or leave out `other`."
            )

    @property
    def keys(self) -> tuple[str, ...]:
        """The public keys of a table by this column, in the declared order."""
        return (*self.values, "other") if self.other else tuple(self.values)


def is_long(value: object) -> bool:
    """Whether a text is too long for a cell."""
    whole = str(value)
    return len(whole) > MOST_CHARACTERS and len(whole.strip(BLANKS)) > MOST_CHARACTERS


def writable(text: str) -> bool:
    """Whether a table can contain this text: it has no NUL and no lone surrogate."""
    return _UNWRITABLE.search(text) is None
