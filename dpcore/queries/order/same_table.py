"""A table as a key of what is remembered, which compares no description: its questions are priced many times."""

from __future__ import annotations

from typing import final

from dpcore.table.table import Table


@final
class Same:
    """A table that equals itself alone. It is held, so that no other can take its place in the memory."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.table is self.table

    def __hash__(self) -> int:
        return id(self.table)
