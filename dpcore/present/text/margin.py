"""The margin of error of an answer in words, valid for its worst cell, and what the margin does not cover."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore.present.shape.usable import usable, verdict
from dpcore.present.text import counts, ranks, rounding, scale
from dpcore.present.text.caveat import RESUMED as RESUMED
from dpcore.present.text.caveat import clipping as clipping
from dpcore.present.text.caveat import moments as moments
from dpcore.present.text.caveat import remark as remark
from dpcore.present.text.curve import few, left_out, peaks, smoothed, without_rows
from dpcore.present.text.digits import error_text, key_text, outwards
from dpcore.present.text.parts import parts
from dpcore.present.text.useless import covered, labels, reason, unusable
from dpcore.queries import Query
from dpcore.queries.question.base import noun
from dpcore.queries.question.prediction import Margin
from dpcore.queries.question.prediction import margin as margin_over
from dpcore.release.judged import judged
from dpcore.release.measurement import in_ranks
from dpcore.release.record import Release, reach
from dpcore.result import Columns, Graph, Matrix, Model, Result, Smooth
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.table.table import Table

NOISE_ONLY = Text("The margin covers privacy noise only, not sampling error or clipped values.")
UNSTATED = Text("no margin of error can be stated")
_LISTED = 6
_EDGES = 12  # the most edges that a text alternative lists


def meaning(release: Release) -> Text:
    """The effect of noise on the answer: used as chart caption and in the alt text."""
    if release.exact:
        return Text(
            "{question}: public under this neighbouring relation, so no noise was needed.",
            question=release.query.words.question,
        )
    if (error := in_ranks(release)) is not None:
        useless = "" if usable(release).any() else ranks.useless(release, error)
        return joined([ranks.meaning(release, error), useless])
    if release.query.error.unit == "none":
        return release.query.error.unstated[1]
    far, good = reach(release), usable(release)
    if isinstance(release.result, Smooth):
        return _of_curve(release, far, good)
    if isinstance(release.result, Matrix) and len(set(release.result.largest)) > 1:
        return _in_shares(release, release.result, far, good)
    if isinstance(release.result, Columns):
        return _by_column(release, release.result, far, good)
    if isinstance(release.result, Model):
        return _by_mark(release, release.result, far)
    return _in_one_unit(release, far, good)


def _of_curve(release: Release, far: NDArray[np.float64], good: NDArray[np.bool_]) -> Text:
    """The margin where there are rows, what smoothing changes, and where there are none."""
    where = few(release)
    if where.all():
        return Text(
            "There are no rows to speak of, as far as the noise lets one see: no {cell} is usable.",
            cell=noun(release.query),
        )
    margin = _in_one_unit(release, np.where(where, math.nan, far), good | where)
    return joined([margin, smoothed(release, where), without_rows(release, where)])


def _in_one_unit(release: Release, far: NDArray[np.float64], good: NDArray[np.bool_]) -> Text:
    """The typical and the largest margin, and the cells that are not usable. far: NaN for cells that are left out."""
    level, middle, largest = 100 * release.level, float(np.nanmedian(far)), float(np.nanmax(far))
    if len(far) == 1:
        margin = Text(
            "{level:g} % margin of error from privacy noise: ±{size}.", level=level, size=size(release.query, middle)
        )
        return joined([margin, "" if good[0] else Text("Not usable: {reason}.", reason=reason(release, good))])
    cell = noun(release.query)
    if largest <= 1.05 * middle:
        most = size(release.query, largest)
        margin = Text(
            "{level:g} % margin of error from privacy noise: ±{size} per {cell}.", level=level, size=most, cell=cell
        )
        return joined([margin, unusable(release, good, cell)])
    worst = int(np.nanargmax(far))
    label: str = labels(release, [worst])[0]
    label = label if good[worst] else Text("{name}: {why}", name=label, why=verdict(release))
    others = good.copy()
    others[worst] = True
    margin = Text(
        "{level:g} % margin of error from privacy noise: typically ±{size} per {cell}; largest ±{largest} ({where}).",
        level=level,
        size=size(release.query, middle),
        cell=cell,
        largest=size(release.query, largest),
        where=label,
    )
    return joined([margin, unusable(release, others, cell, also=not good[worst])])


def _in_shares(release: Release, matrix: Matrix, far: NDArray[np.float64], good: NDArray[np.bool_]) -> Text:
    """The margins of answers in different units, each as a percentage of the pair's largest possible answer."""
    shares = 100 * far / np.resize(matrix.largest, len(far))
    worst = int(np.nanargmax(shares))
    margin = Text(
        "{level:g} % margin of error from privacy noise: typically ±{size} % of the largest possible answer of a pair; "
        "largest ±{largest} % ({where}). The table has each margin in its own unit.",
        level=100 * release.level,
        size=error_text(float(np.nanmedian(shares))),
        largest=error_text(float(shares[worst])),
        where=labels(release, [worst])[0],
    )
    return joined([margin, unusable(release, good, noun(release.query))])


def _by_column(release: Release, result: Columns, far: NDArray[np.float64], good: NDArray[np.bool_]) -> Text:
    """The margin of each column in its own unit, over all groups; the first few columns by name."""
    by_column = far.reshape(-1, len(result.names))
    parts = [
        Text("{column} {margin}", column=key_text(name), margin=brief(release.query, margin_over(by_column[:, place])))
        for place, name in enumerate(result.names[:_LISTED])
    ]
    if len(result.names) > _LISTED:
        parts.append(Text("{more:,} more in the table", more=len(result.names) - _LISTED))
    margins = Text(
        "{level:g} % margin of error from privacy noise, in the unit of each column: {margins}.",
        level=100 * release.level,
        margins=joined(parts, "; "),
    )
    return joined([margins, unusable(release, good, noun(release.query))])


def _by_mark(release: Release, result: Model, far: NDArray[np.float64]) -> Text:
    """The margin of each compared entry, in their common unit; the first few by name."""
    margins, level = result.in_one_unit(far), 100 * release.level
    if np.isnan(margins).all():
        return Text("{level:g} % margin of error: cannot be estimated for any {cell}.", level=level, cell=result.noun)
    told = [place for place in range(len(margins)) if not np.isnan(margins[place])]
    once = release.query.error.compares_shares and len(told) > 1
    parts = list[Text]()
    for place in told[:_LISTED]:
        margin = brief(release.query, margin_over(margins[place : place + 1]))
        if once:
            margin = Text("±{size}", size=error_text(100 * margins[place]))
        parts.append(Text("{column} {margin}", column=key_text(result.names[place]), margin=margin))
    if result.square:
        usual = brief(release.query, margin_over(margins))
        parts = [Text("{margin} per {cell}", margin=usual, cell=result.noun)]
    elif len(told) > _LISTED:
        parts.append(Text("{more:,} more in the table", more=len(told) - _LISTED))
    measured = Text("{compared}, in percentage points", compared=result.compared) if once else result.compared
    facts = {"level": level, "compared": measured, "margins": joined(parts, "; ")}
    words = Text("{level:g} % margin of error from privacy noise, for the {compared}: {margins}.", **facts)
    if release.query.error.sampling:
        words = Text(
            "{level:g} % margin of error from privacy noise and sampling, for the {compared}: {margins}.", **facts
        )
    below = judged(release).below
    without = [place for place, entry in enumerate(result.marks) if np.isinf(below[entry])]
    return joined([words, covered(result, without, len(told))])


def beside(release: Release) -> str:
    """The error beside a single figure: "± 34", or the ends of an interval that was paid for; empty if there is none.

    An interval beside an error in ranks is not symmetric, so its ends are given, rounded outwards.
    """
    half = scale.of_error(release.query) * float(reach(release)[0])
    if release.query.error.unit == "value":
        if not half > 0:
            return ""
        return Text("± {size}", size=scale.error(release.query, error_text(half)))
    if math.isnan(half):
        return counts.beside(release)
    low, high = (float(release.figures[name][0]) for name in ("low", "high"))
    return Text("({low} to {high})", low=outwards(low, -1), high=outwards(high, 1))


def brief(query: Query, margin: Margin, table: Table | None = None) -> Text:
    """A margin in a few words: "±34 rows", or "±0.58, largest ±180"; what it counts is said for a known table."""
    if not math.isfinite(margin.typical):
        return UNSTATED
    unit = query.quantity(table).unit if table else ""
    largest = size(query, margin.largest, unit)
    if margin.largest <= 1.05 * margin.typical:
        return Text("±{size}", size=largest)
    return Text("±{size}, largest ±{largest}", size=size(query, margin.typical, unit), largest=largest)


def change(query: Query, now: Margin, after: Margin, table: Table | None = None) -> Text:
    """The effect of one more measurement: "±34 rows now, ±25 rows after"; for the largest margin too if it differs."""
    unit = query.quantity(table).unit if table else ""
    worst = {"most": size(query, now.largest, unit), "most_after": size(query, after.largest, unit)}
    if now.largest <= 1.05 * now.typical and after.largest <= 1.05 * after.typical:
        return Text("±{most} now, ±{most_after} after", **worst)
    return Text(
        "±{now} now, ±{after} after; largest ±{most} now, ±{most_after} after",
        now=size(query, now.typical, unit),
        after=size(query, after.typical, unit),
        **worst,
    )


def size(query: Query, half_width: float, unit: str = "") -> str:
    """An error with its unit: percentage points for a share, ranks for a median. unit: of any other, if it is said."""
    if query.error.unit == "ranks":
        return ranks.counted(half_width)
    if not half_width:
        return "0"
    shown = scale.error(query, error_text(scale.of_error(query) * half_width))
    return Text("{number} {unit}", number=shown, unit=unit) if unit and not scale.in_points(query) else shown


def alt(release: Release, seen: Result | None = None) -> Text:
    """The text alternative of the chart, which includes its caption. seen: the answer as it is drawn."""
    facts = {"question": release.sentence, "meaning": meaning(release)}
    if isinstance(drawn := seen or release.result, Smooth):
        return Text(
            "Chart of {question}. Highest point: {peaks}. {meaning}",
            peaks=peaks(drawn, usable(release) & ~few(release)),
            **facts,
        )
    if described := parts(release):
        return Text("Picture of {question}. {parts} {meaning}", parts=described, **facts)
    if not isinstance(release.result, Graph):
        return Text("Chart of {question}. {meaning}", **facts)
    names, edges = release.result.names, release.result.edges
    if len(edges) > _EDGES:
        return Text("Picture of the public graph of {question}. {meaning}", **facts)
    listed = "; ".join(f"{key_text(names[first])} – {key_text(names[last])}" for first, last in edges)
    return Text("Picture of the public graph of {question}. Its edges: {listed}. {meaning}", listed=listed, **facts)


def caveats(release: Release) -> list[Text]:
    """The sources of error that the margin does not cover, one sentence each."""
    further = list(filter(None, [remark(release), clipping(release), moments(release), left_out(release.result)]))
    if (error := in_ranks(release)) is not None:
        covered = ranks.covered(release.query) if math.isfinite(error.largest) else NOISE_ONLY
        finite = math.isfinite(error.largest) and not rounding.matters(release)
        rounded = rounding.words(release) if finite else Text("")
        return [*filter(None, [ranks.caveat(release, error)]), covered, *filter(None, [rounded]), *further]
    stated = not release.exact and release.query.error.unit == "value" and not release.query.error.sampling
    bias = [] if release.query.error.block_values is None else [ranks.COMBINED]
    return [*([NOISE_ONLY] if stated else []), *bias, *further]
