# vital
"""Errors counted in ranks, in words: the number of rows, or of block values, between an answer and the true answer.

The distance between these values is private. The number of rows is stated only if people declared it; the number of
blocks is public.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from dpcore.present.text import counts, rounding
from dpcore.present.text.digits import frequency, rounded_up
from dpcore.queries import Query
from dpcore.queries.question.base import noun
from dpcore.queries.question.judgement import declared, in_ranks
from dpcore.queries.question.judgement import few as few_rows
from dpcore.queries.question.judgement import fewest as least
from dpcore.queries.question.prediction import Prediction
from dpcore.release.record import Release
from dpcore.release.record.shown import is_widened
from dpcore.table.table import Table
from dpcore.text import Text, joined

UNIT = Text("ranks")
UNBOUNDED = Text("The corresponding error in the value depends on the rows and is not known.")
BIAS = Text(
    "The answer is the median of the statistics of blocks. The difference between the statistic of a block and that of "
    "all rows (bias) is not included in this error."
)
COMBINED = Text(
    "The answer is combined from the statistics of blocks. The difference between the statistic of a block and that of "
    "all rows (bias) is not included in its error."
)
ROWS_ONLY = Text("The number of rows covers privacy noise only, not sampling error or clipped values.")
BLOCKS_ONLY = Text("The number of ranks covers privacy noise only, not sampling error or clipped values.")
TYPED = joined([Text("The number of rows that may lie between the answer and the true one."), UNBOUNDED])
"""Help text of a field for such an error."""
NO_RANKS = Text("the answer has an interval instead")
ENDS = Text("not usable for any number of rows: numbers beyond the last row are as likely")
SOME_ENDS = Text("the shares 0 and 1 are not usable for any number of rows")
WIDENED = Text(
    "An earlier version stated a number of rows between this answer and the true quantile. That was not correct: it "
    "left out the rows in the same cell. The interval replaces it."
)
AT_ENDS = Text(
    "The smallest and the largest value are not usable for any number of rows: numbers beyond the last row are as "
    "likely."
)
_LISTED = 6  # the most answers or shares that a sentence lists
_NEAR = 0.05
"""An error of up to this share of the rows counts as small."""


def whole(ranks: float) -> str:
    """A number of ranks, rounded up to a whole number with three significant digits."""
    if not math.isfinite(ranks):
        return "∞"
    most = max(1.0, rounded_up(math.ceil(ranks * (1 - 1e-12)), 3))
    return f"{most:,.0f}" if most < 1e15 else f"{most:.3g}"


def counted(ranks: float) -> Text:
    """The same with its noun: "103 ranks"."""
    if not math.isfinite(ranks):
        return Text("an unknown number of ranks")
    return Text("{number} ranks", number=whole(ranks)) if whole(ranks) != "1" else Text("1 rank")


def covered(query: Query) -> Text:
    """What an error in ranks covers."""
    return ROWS_ONLY if query.error.block_values is None else BLOCKS_ONLY


def judged(query: Query, table: Table, ranks: float, needed: Sequence[float] = ()) -> Text:
    """The number of rows for which an error in ranks is small, or the percentiles it spans of the declared rows.

    needed: the rows that each quantile needs to be usable, if these do not follow from the error.
    """
    if query.error.block_values is not None:
        return _judged_blocks(query.error.block_values, ranks)
    if not math.isfinite(ranks):
        return NO_RANKS
    return rounding.foreseen(query, table, _judged_rows(query, table, ranks, needed))


def _judged_rows(query: Query, table: Table, ranks: float, needed: Sequence[float]) -> Text:
    rows = declared(query, table)
    if rows is not None:
        useless = bool(needed) and in_ranks(query, table, ranks, needed).useless
        said = Text("") if useless else percentiles(query, table, ranks, needed)
        most = max(needed or few_rows(query, ranks))
        return said or Text("not usable: {cell} has fewer than {few:,} rows", cell=_cell(query, table), few=most)
    finite = [few for few in needed or few_rows(query, ranks) if math.isfinite(few)]
    if not finite:
        return ENDS
    few, many = max(finite), whole(ranks / _NEAR)
    if few * _NEAR < ranks:
        words = Text("within 5 percentiles for {many} rows or more; not usable below {few:,}", many=many, few=few)
    else:  # an error of 5 percentiles is too large for the most extreme share
        words = Text("not usable below {few:,} rows", few=few)
    return words if len(finite) == len(query.error.quantiles) else Text("{said}; {ends}", said=words, ends=SOME_ENDS)


def _judged_blocks(blocks: int, ranks: float) -> Text:
    """The percentiles of the block values that an error in ranks spans."""
    off = 100 * ranks / blocks
    if off >= 50:
        return Text(
            "not usable: any number between the bounds is within this error of the {blocks:,} block values",
            blocks=blocks,
        )
    low, high = math.floor(10 * (50 - off) + 1e-9) / 10, math.ceil(10 * (50 + off) - 1e-9) / 10
    return Text(
        "between the {low} and {high} percentile of the {blocks:,} block values",
        low=_ordinal(low),
        high=_ordinal(high),
        blocks=blocks,
    )


def percentiles(query: Query, table: Table, ranks: float, needed: Sequence[float] = ()) -> Text:
    """An error in ranks as percentiles of the declared rows: "between the 49.4th and 50.6th percentile of …".

    Where it reaches an end of the rows, the answer is not usable. Empty if no number of rows is declared, or if every
    answer may be any number between the bounds.
    """
    rows = declared(query, table)
    if rows is None or not math.isfinite(ranks):
        return Text("")
    if len(query.error.quantiles) > 1:
        return _several(query, table, ranks, rows, needed)
    low, high = (100 * (query.error.quantiles[0] + side * ranks / rows) for side in (-1, 1))
    start, end = (_ordinal(math.floor(10 * max(0.0, low) + 1e-9) / 10), _ordinal(math.ceil(10 * high - 1e-9) / 10))
    if low <= 0 and high >= 100:
        return Text("")
    if high >= 100:
        return Text("from the {low} percentile up to the bound: not usable", low=start)
    if low <= 0:
        return Text("from the bound up to the {high} percentile: not usable", high=end)
    return Text("between the {low} and {high} percentile of {cell}", low=start, high=end, cell=_cell(query, table))


def _several(query: Query, table: Table, ranks: float, rows: float, needed: Sequence[float]) -> Text:
    """The same for several shares."""
    off = math.ceil(1000 * ranks / rows - 1e-9) / 10
    few = needed or few_rows(query, ranks)
    beyond = [share for share, least in zip(query.error.quantiles, few, strict=True) if rows < least]
    facts = {"off": off, "cell": _cell(query, table)}
    if not beyond:
        return Text("within {off:g} percentiles of the requested one, in {cell}", **facts)
    if len(beyond) == len(query.error.quantiles):
        return Text("")
    listed = joined((f"{share:g}" for share in beyond), ", ")
    return Text(
        "not usable at {shares}; within {off:g} percentiles of the others, in {cell}",
        shares=listed if len(beyond) <= _LISTED else Text("{count} of the shares", count=len(beyond)),
        **facts,
    )


def meaning(release: Release, error: Prediction) -> Text:
    """The error of an answer in ranks: used as chart caption and in the alt text."""
    if release.query.error.block_values is not None:
        return _meaning_of_blocks(release, release.query.error.block_values, error)
    if not math.isfinite(error.largest):
        return joined([_interval(release), WIDENED if is_widened(release) else ""])
    facts = {"often": frequency(release.level), "most": whole(error.largest), "true": release.query.error.truth}
    single = facts["most"] == "1"
    if release.query.error.parts:
        error_in_ranks = _of_parts(release, facts)
    elif release.cells > 1:
        facts["cell"] = noun(release.query)
        error_in_ranks = (
            Text("For each {cell}: {often}, at most {most} row lies between the answer and the true {true}.", **facts)
            if single
            else Text(
                "For each {cell}: {often}, at most {most} rows lie between the answer and the true {true}.", **facts
            )
        )
    elif single:
        error_in_ranks = Text("{often}, at most {most} row lies between the answer and the true {true}.", **facts)
    else:
        error_in_ranks = Text("{often}, at most {most} rows lie between the answer and the true {true}.", **facts)
    found = release.recounted
    place = percentiles(release.query, release.facts_table, error.largest) if found is None else ""
    stated = release.query.error.intervals or not math.isnan(release.figures["low"][0])
    return joined(
        [
            _interval(release) if stated else "",
            counts.measured(release, found) if found is not None else "",
            error_in_ranks,
            Text("With the declared number of rows, this means {place}.", place=place) if place else "",
            UNBOUNDED,
            rounding.words(release) if rounding.matters(release) else "",
        ]
    )


def useless(release: Release, error: Prediction) -> Text:
    """Why no cell of an answer with such an error is usable."""
    if (blocks := release.query.error.block_values) is not None:
        return Text(
            "Not usable: any number between the bounds is within this error of the {blocks:,} block values.",
            blocks=blocks,
        )
    few, rows = least(release.query, error.largest), declared(release.query, release.facts_table)
    if release.recounted is not None or not math.isfinite(few) or rows is None or rows >= few:
        return Text("")  # said with the counts, or of the ends, or it is the interval that tells nothing
    cell = _cell(release.query, release.facts_table)
    return Text("Not usable: {cell} has fewer than {few:,} rows.", cell=cell, few=few)


def _interval(release: Release) -> Text:
    """The probability with which an interval that was paid for contains the true answer."""
    facts: dict[str, object] = {"level": 100 * release.level, "true": release.query.error.truth}
    if math.isnan(release.figures["low"][0]):
        return Text("No interval was paid for that holds with at least {level:g} % probability.", **facts)
    if release.cells > 1:
        return Text("Each interval contains the true {true} with at least {level:g} % probability.", **facts)
    return Text("The interval contains the true {true} with at least {level:g} % probability.", **facts)


def _meaning_of_blocks(release: Release, blocks: int, error: Prediction) -> Text:
    """The error of a number selected by its rank among block values."""
    facts = {"often": frequency(release.level), "most": whole(error.largest), "blocks": blocks}
    if release.cells > 1:
        words = Text(
            "For each {cell}: {often}, the answer is within {most} ranks of the median of the {blocks:,} block values.",
            cell=noun(release.query),
            **facts,
        )
    else:
        words = Text(
            "{often}, the answer is within {most} ranks of the median of the {blocks:,} block values.", **facts
        )
    return joined([words, UNBOUNDED])


def _of_parts(release: Release, facts: Mapping[str, str]) -> Text:
    """The error of the selected numbers from which the answer is computed."""
    part, cell = release.query.error.parts, noun(release.query)
    if release.cells > 1:
        return Text(
            "For each {cell}: {often}, at most {most} ranks lie between each {part} and the true one.",
            part=part,
            cell=cell,
            **facts,
        )
    return Text("{often}, at most {most} ranks lie between each {part} and the true one.", part=part, **facts)


def caveat(release: Release, error: Prediction) -> Text:
    """The number of rows below which an answer is not usable: a public number that does not depend on the rows."""
    if release.query.error.block_values is not None:
        return BIAS
    if (found := release.recounted) is not None:
        return counts.beyond(release, found)
    few = least(release.query, error.largest)
    if not math.isfinite(few):
        return Text("") if not math.isfinite(error.largest) else AT_ENDS
    if release.query.by:
        return Text(
            "With fewer than {few:,} rows in a group, this error reaches an end of its rows, so that any number up to "
            "a bound may be the true one: then the answer is not usable.",
            few=few,
        )
    return Text(
        "With fewer than {few:,} rows, this error reaches an end of the rows, so that any number up to a bound may be "
        "the true one: then the answer is not usable.",
        few=few,
    )


def _cell(query: Query, table: Table) -> Text:
    rows = Text("the {rows:,} rows expected", rows=table.expected_rows)
    return Text("an average group of {rows}", rows=rows) if query.by else rows


def _ordinal(value: float) -> Text:
    """A percentile: 48.9th, 51st."""
    last = 0 if value % 1 or value % 100 in (11, 12, 13) else int(value) % 10
    if last == 1:
        return Text("{number:g}st", number=value)
    if last == 2:
        return Text("{number:g}nd", number=value)
    return Text("{number:g}rd", number=value) if last == 3 else Text("{number:g}th", number=value)
