"""Whether an answer is usable: the same judgement of quotes and answers for screens, pages and files.

It is computed from public facts and released numbers whenever it is shown, and is part of no record.
"""

from __future__ import annotations

import numpy as np

from dpcore.plan.request import Request
from dpcore.queries.question.judgement import Judgement, good, in_ranks, of_model, sizes, thresholds
from dpcore.release import measurement
from dpcore.release.record import Release, reach


def judge(asked: Request | Release) -> Judgement:
    """The judgement of an ask of a quote, or of a released answer with all its cells."""
    if isinstance(asked, Request):
        return asked.judged
    query, table, result, far = asked.query, asked.facts_table, asked.result, reach(asked)
    answer = np.array(asked.figures["estimate"], dtype=np.float64)
    if result.compares and query.error.intervals:
        below = of_model(far, shares=False)
        marks = list(result.entries)
        below[marks] = of_model(result.in_one_unit(far), query.error.compares_shares)
        return Judgement(below, good=below == 0)
    if (found := asked.recounted) is not None:
        return Judgement(np.where(found.inside.ravel(), 0.0, np.inf), good=found.inside.ravel())
    if (error := measurement.in_ranks(asked)) is not None and np.isnan(far).all():
        ranked = in_ranks(query, table, error.largest)
        below = np.resize(ranked.below, len(answer))
        return Judgement(below, ranked.rows, good=~np.isinf(below))
    low, high = query.quantity(table).cell_bounds(len(answer))
    size = sizes(low, high, answer)
    if (tops := result.tops(size)) is not None and not np.isfinite(high).all():
        # a line is judged as a whole: it must rise from zero, or to its peak, by more than its largest margin
        most = far.reshape(len(tops), -1).max(axis=1)
        below, size = np.repeat(most, result.length), np.repeat(tops, result.length)
        return Judgement(below, good=~np.isnan(below) & good(below, size))
    below = thresholds(low, high, far, query.error.percent)
    first, last = (np.array(asked.figures[name], dtype=np.float64) for name in ("low", "high"))
    above, under = (low >= 0) | (high > 0), (high <= 0) | (low < 0)
    # an interval may reach farther away from zero than towards it
    clear = np.isfinite(below) & ((above & (first > 0)) | (under & (last < 0)))
    return Judgement(below, good=good(below, size) | clear)


def usable(release: Release) -> np.ndarray:
    """Whether each cell of an answer is usable."""
    good = judge(release).good
    assert good is not None
    return good
