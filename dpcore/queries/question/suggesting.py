"""Questions for which some tables are made."""

from __future__ import annotations

from abc import abstractmethod
from typing import Self

from dpcore.table.table import Table


class Suggesting:
    """A question that is offered as an example of a table whose public description is made for it."""

    @classmethod
    @abstractmethod
    def suggested(cls, table: Table) -> Self | None:
        """This question of such a table; None for other tables."""
