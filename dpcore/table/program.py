"""A Python function of the rows of a block, supplied by the owner of a desk, and its public limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number

Readable = Number | Category | Flag | Date


@final
@dataclass(frozen=True, slots=True)
class Program:
    """The function, its input and its limits. Two programs with the same digest and limits are the same.

    function: its name in the source, or "package.module:function". digest: SHA-256 of the source text.
    columns: of the table that it receives, with their declarations. outputs: how many numbers it returns.
    seconds, memory: the time for a block, and the memory of its process in MB.
    source: the source text, which is in no record and no digest of an ask.
    """

    function: str
    digest: str
    columns: tuple[tuple[str, Readable], ...]
    outputs: int
    seconds: float
    memory: int
    source: str = field(default="", repr=False, compare=False)


@final
@dataclass(frozen=True, slots=True)
class Contents:
    """The clean cells of the rows of each block, for a program; the sole measure of an aggregate by `Blocks` alone.

    The only measure whose answer contains cells of rows. `release` passes them to the program's processes and to
    nothing else. The answer is an object array: the block of each row, then an array for each column of the program,
    all in the same order of rows. A number is a double or an int64; a category is the place of its value, a flag 0 or
    1, and a date the days since 1970, all int64. A row with a missing value in one of the columns is left out.
    """

    program: Program
