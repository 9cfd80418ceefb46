"""The field `columns` of a question: a tuple of names that also answers calls of `Query.columns`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from dpcore.table.condition import Condition
from dpcore.table.partition import Partition, column_of


@final
class Crossed(tuple[str, ...]):
    """The columns of a question. Calling it returns all columns that the question uses, like `Query.columns`."""

    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __call__(self) -> tuple[str, ...]:
        """These columns, then those of the groups and of the conditions."""
        conditions = (condition.column for condition in self.where)
        return tuple(dict.fromkeys([*self, *map(column_of, self.by), *conditions]))
