"""Errors counted in ranks, in words: the number of rows, or of block values, between an answer and the true answer.

The distance between these values is private. The number of rows is stated only if people declared it; the number of
blocks is public.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from dpcore.present.text.digits import frequency, rounded_up
from dpcore.queries import Query
from dpcore.queries.prediction import Prediction
from dpcore.release.record import Release
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
_NEAR = 0.05
"""An error of up to this share of the rows counts as small."""


def whole(ranks: float) -> str:
    """A number of ranks, rounded up to a whole number with three significant digits."""
    most = max(1.0, rounded_up(math.ceil(ranks * (1 - 1e-12)), 3))
    return f"{most:,.0f}" if most < 1e15 else f"{most:.3g}"


def counted(ranks: float) -> Text:
    """The same with its noun: "103 ranks"."""
    return Text("{number} ranks", number=whole(ranks)) if whole(ranks) != "1" else Text("1 rank")


def covered(query: Query) -> Text:
    """What an error in ranks covers."""
    return ROWS_ONLY if query.block_values is None else BLOCKS_ONLY


def least(query: Query, ranks: float) -> int:
    """The number of rows below which every number between the bounds is within so many ranks of the true answer."""
    return math.floor(min(1e15, ranks / min(max(share, 1 - share) for share in query.quantiles))) + 1


def judged(query: Query, table: Table, ranks: float) -> Text:
    """The number of rows for which an error in ranks is small, or the percentiles it spans of the declared rows."""
    if query.block_values is not None:
        return _judged_blocks(query.block_values, ranks)
    few, rows = least(query, ranks), _declared(query, table)
    if rows is None:
        many = whole(ranks / _NEAR)
        return Text("within 5 percentiles for {many} rows or more; not usable below {few:,}", many=many, few=few)
    if rows < few:
        return Text("not usable: {cell} has fewer than {few:,} rows", cell=_cell(query, table), few=few)
    return percentiles(query, table, ranks)


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


def percentiles(query: Query, table: Table, ranks: float) -> Text:
    """An error in ranks as percentiles of the declared rows: "between the 49.4th and 50.6th percentile of …".

    Empty if no number of rows is declared, or too small a number.
    """
    rows = _declared(query, table)
    if rows is None or rows < least(query, ranks):
        return Text("")
    if len(query.quantiles) > 1:
        off = math.ceil(1000 * ranks / rows - 1e-9) / 10
        return Text("within {off:g} percentiles of the requested one, in {cell}", off=off, cell=_cell(query, table))
    low, high = (100 * (query.quantiles[0] + side * ranks / rows) for side in (-1, 1))
    ends = math.floor(10 * max(0.0, low) + 1e-9) / 10, math.ceil(10 * min(100.0, high) - 1e-9) / 10
    return Text(
        "between the {low} and {high} percentile of {cell}",
        low=_ordinal(ends[0]),
        high=_ordinal(ends[1]),
        cell=_cell(query, table),
    )


def meaning(release: Release, error: Prediction) -> Text:
    """The error of an answer in ranks: used as chart caption and in the alt text."""
    if release.query.block_values is not None:
        return _meaning_of_blocks(release, release.query.block_values, error)
    facts = {"often": frequency(release.level), "most": whole(error.largest), "true": release.query.truth}
    single = facts["most"] == "1"
    if release.query.parts:
        error_in_ranks = _of_parts(release, facts)
    elif release.cells > 1:
        facts["cell"] = release.query.cell
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
    place = percentiles(release.query, release.facts_table, error.largest)
    return joined(
        [
            _interval(release) if release.query.intervals else "",
            error_in_ranks,
            Text("With the declared number of rows, this means {place}.", place=place) if place else "",
            UNBOUNDED,
        ]
    )


def _interval(release: Release) -> Text:
    """The probability with which an interval that was paid for contains the true answer."""
    facts: dict[str, object] = {"level": 100 * release.level, "true": release.query.truth}
    if math.isnan(release.estimates["low"][0]):
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
            cell=release.query.cell,
            **facts,
        )
    else:
        words = Text(
            "{often}, the answer is within {most} ranks of the median of the {blocks:,} block values.", **facts
        )
    return joined([words, UNBOUNDED])


def _of_parts(release: Release, facts: Mapping[str, str]) -> Text:
    """The error of the selected numbers from which the answer is computed."""
    part, cell = release.query.parts, release.query.cell
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
    if release.query.block_values is not None:
        return BIAS
    few = least(release.query, error.largest)
    if release.query.by:
        return Text(
            "With fewer than {few:,} rows in a group, any number between the bounds is within this error, "
            "so the answer is not usable.",
            few=few,
        )
    return Text(
        "With fewer than {few:,} rows, any number between the bounds is within this error, so the answer "
        "is not usable.",
        few=few,
    )


def _declared(query: Query, table: Table) -> float | None:
    """The rows of an average cell, if their number is declared and the question has no filter."""
    if not table.expected_rows or query.where:
        return None
    return table.expected_rows / query.groups(table)


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
