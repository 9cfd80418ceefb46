"""A Python function of the rows of a block, which the owner of a desk supplied, and its public limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from dpcore.table.column import Category, Date, Flag, Number

Readable = Number | Category | Flag | Date


@final
@dataclass(frozen=True, slots=True)
class Program:
    """The function and what it is given. Two programs with the same digest and limits are the same.

    function: its name in the source, or "package.module:function". digest: SHA-256 of the source text.
    columns: those of its table, with their declarations. outputs: the number of its numbers.
    seconds, memory: the time of a block, and the memory of its process in MB.
    source: the source text, which is in no record and no digest.
    """

    function: str
    digest: str
    columns: tuple[tuple[str, Readable], ...]
    outputs: int
    seconds: float
    memory: int
    source: str = field(default="", repr=False, compare=False)
