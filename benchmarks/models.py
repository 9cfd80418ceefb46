"""Fitted models beside those without noise and by others, and the time of their releases beside SQL by hand.

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
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds


def table(repeats: int) -> Table:
    """How good they are. repeats: ten for each table of each kind."""
    runs = max(sized(4, 1), repeats // 10)
    out = Table(
        f"Models at ({EPSILON:g}, {DELTA:g}), add/remove, all columns in [-1, 1]: means of {runs} tables of each kind "
        "(± is one standard error of the ratio)",
        ("what", "data", "rows", "Murmur", "against", "its figure", "ratio", "target"),
    )
    clusters.add(out, runs)
    blobs.add(out, sized(2, 1))
    components.add(out, runs)
    linear.add(out, runs)
    late.add(out, runs)
    recommend.add(out, runs)
    perceptrons.add(out, runs)
    lloyd_rounds.add(out, runs)
    trees.add(out, runs)
    out.note("diffprivlib takes the number of rows as public (the replace relation), and pays with epsilon 1.")
    return out


def times(rows: int) -> Table:
    """How long their releases take. rows: of the tables, but of the recommender's."""
    out = Table(
        "Releases of models, against the same sums by hand in DuckDB",
        ("what", "", "rows", "Murmur", "against", "its time", "ratio", "target"),
    )
    lloyd_rounds.add_times(out, rows)
    ours, hand, without = gram.times("regression", rows)
    pace = ratio(ours[0] / hand[0], at_most=gram.TARGET)
    sums = f"the same {gram.sums('regression')} sums by hand in DuckDB"
    what = f"release of a regression on {linear.FEATURES} features"
    out.add(what, "", f"{rows:,}", seconds(ours[0]), sums, seconds(hand[0]), pace, f"at most {gram.TARGET}×")
    out.add("… in processor time", "", "", seconds(ours[1]), "", seconds(hand[1]), ratio(ours[1] / hand[1]))
    out.add("", "", "", seconds(ours[1]), gram.WITHOUT_STATISTICS, seconds(without[1]), ratio(ours[1] / without[1]))
    logistic_step.add(out, rows)
    trees.add_times(out, rows)
    recommend.add_times(out)
    out.note("Processor time is of all threads; on a machine with other work it says more than the elapsed time.")
    return out
