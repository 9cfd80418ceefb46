"""Fitted models beside those without noise and by others: clusters, components, regressions, perceptrons, trees.

diffprivlib's models are paid with epsilon 1 alone, Murmur's with mu at (1, 1e-6), and a regression with epsilon 1 too.
"""

from __future__ import annotations

from benchmarks import (
    blobs,
    clusters,
    components,
    gram,
    late,
    linear,
    lloyd_rounds,
    logistic_step,
    perceptrons,
    recommend,
    trees,
)
from benchmarks.fitted import DELTA, EPSILON
from benchmarks.table import Table, ratio, seconds


def table(rows: int, repeats: int) -> Table:
    """All models. rows: of the table whose release is timed. repeats: ten for each table of each kind."""
    runs = max(4, repeats // 10)
    out = Table(
        f"Models at ({EPSILON:g}, {DELTA:g}), add/remove, all columns in [-1, 1]: means of {runs} tables of each kind "
        "(± is one standard error of the ratio)",
        ("what", "data", "rows", "Murmur", "against", "its figure", "ratio", "target"),
    )
    clusters.add(out, runs)
    blobs.add(out, 2)
    components.add(out, runs)
    linear.add(out, runs)
    late.add(out, runs)
    recommend.add(out, runs)
    perceptrons.add(out, runs)
    lloyd_rounds.add(out, rows, runs)
    trees.add(out, runs)
    ours, hand = gram.times("regression", rows)
    pace = ratio(ours[0] / hand[0], at_most=gram.TARGET)
    sums = f"the same {gram.sums('regression')} sums by hand in DuckDB"
    what = f"release of a regression on {linear.FEATURES} features"
    out.add(what, "", f"{rows:,}", seconds(ours[0]), sums, seconds(hand[0]), pace, f"at most {gram.TARGET}×")
    out.add("… in processor time", "", "", seconds(ours[1]), "", seconds(hand[1]), ratio(ours[1] / hand[1]))
    logistic_step.add(out, rows)
    trees.add_times(out, rows)
    out.note("diffprivlib takes the number of rows as public (the replace relation), and pays with epsilon 1.")
    return out
