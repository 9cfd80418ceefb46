"""WHAT MEETS EXACT NUMBERS: integers in, integers out, and how far one unit can move what comes out.

A statistic is deterministic and total: it raises for no integers, reads nothing but them and public parameters, and its
answer has a public shape. `dpcore.release` alone calls `exact`.

rank    how far each grid integer is from a wanted rank, as runs of equal score
"""

from dpcore.statistic.rank import Rank, band, denominator

__all__ = ["Rank", "band", "denominator"]
