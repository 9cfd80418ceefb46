"""The leaf of a public tree that a row reaches, as nested CASEs over the cell codes of its splits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from sqlglot import exp

from dpcore.engine.sql.literal import integer
from dpcore.table.key import Split
from dpcore.table.leaf import Branch


def leaf(tree: Branch, code: Callable[[Split], exp.Expr]) -> exp.Expr:
    """The number of the leaf; NULL without a code on the way. code: of a cell."""
    split = code(tree.key)
    case = exp.Case()
    for place, child in enumerate(tree.children):
        below = leaf(child, code) if isinstance(child, Branch) else integer(child)
        # without copies: each copy would contain all nodes below
        case.append("ifs", exp.If(this=_among(split, _runs(tree.places, place), tree.key.size), true=below))
    return case


def _runs(places: tuple[int, ...], child: int) -> list[tuple[int, int]]:
    """The cells of a child as runs, each from its first to its last cell."""
    cells = [cell for cell, place in enumerate(places) if place == child]
    runs = (list(run) for _, run in groupby(enumerate(cells), lambda pair: pair[1] - pair[0]))
    return [(run[0][1], run[-1][1]) for run in runs]


def _among(code: exp.Expr, runs: list[tuple[int, int]], size: int) -> exp.Expr:
    """Whether a code in 0 .. size - 1 is in one of these runs; NULL for NULL."""
    tests: list[exp.Expr] = []
    for low, high in runs:
        if low == high:
            tests.append(exp.EQ(this=code.copy(), expression=integer(low)))
        elif low == 0:
            tests.append(exp.LTE(this=code.copy(), expression=integer(high)))
        elif high == size - 1:
            tests.append(exp.GTE(this=code.copy(), expression=integer(low)))
        else:
            tests.append(exp.Between(this=code.copy(), low=integer(low), high=integer(high)))
    return exp.or_(*tests)
