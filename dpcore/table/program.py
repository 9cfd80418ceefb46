"""A Python function of the rows of a block, which the owner of a desk supplied, and its public limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number

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


@final
@dataclass(frozen=True, slots=True)
class Contents:
    """The clean cells of the rows of each block, for a program; the sole measure of an aggregate by `Blocks` alone.

    The only measure whose answer has cells of rows. `release` gives them to the program's processes and to nothing
    else. The answer is an object array: the block of each row, then an array for each column of the program, in one
    order. A number is a double or an int64; a category is the place of its value, a flag 0 or 1, and a date the days
    since 1970, all int64. A row without a value in one of the columns is left out.
    """

    program: Program
