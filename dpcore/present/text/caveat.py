# vital
"""What a margin of error does not cover: clipping, how an answer was made, rows that changed while they were read."""

from __future__ import annotations

import math

from dpcore.present.text import ranks, rounding
from dpcore.present.text.digits import key_text
from dpcore.queries.question.prediction import Prediction
from dpcore.release.combine import PRICES
from dpcore.release.record import Release, step
from dpcore.table.column import Number
from dpcore.text import Text, joined

NOISE_ONLY = Text("The margin covers privacy noise only, not sampling error or clipped values.")
RESUMED = Text(
    "This answer was started by one call and finished by a later one. Its rounds read the table at "
    "different times, and the rows may have changed in between."
)


def clipping(release: Release) -> Text:
    """The effect of clipping on an answer computed from values; empty for other answers."""
    name = release.query.quantity(release.facts_table).clipped
    column = release.facts_table.schema.columns.get(name or "")
    if not isinstance(column, Number):
        return Text("")
    low, high = key_text(column.low), key_text(column.high)
    if not release.exact and release.query.error.unit == "value":
        return Text(
            "Values outside {low} to {high} were set to the nearest bound; the margin of error does not cover this.",
            low=low,
            high=high,
        )
    return Text("Values outside {low} to {high} were set to the nearest bound.", low=low, high=high)


def remark(release: Release) -> Text:
    """How the answer was made, for a question with several ways; empty if this version would choose another."""
    if release.exact:
        return Text("")
    words = release.query.reading.remark(release.facts_table, release.paid, release.mechanism.error(release.level))
    try:
        step.check(release.query, release.facts_table, release.paid, release.rounds)
    except step.OtherTables:
        return Text("")
    return joined((words, PRICES if release.standardised else ""))


def moments(release: Release) -> Text:
    """A caveat for an answer whose rounds read rows in place at different times; else empty."""
    return RESUMED if release.resumed else Text("")


def caveats(release: Release, error: Prediction | None) -> list[Text]:
    """The sources of error that the margin does not cover, one sentence each. error: if it is counted in ranks."""
    further = list(filter(None, [remark(release), clipping(release), moments(release)]))
    if error is not None:
        covered = ranks.covered(release.query) if math.isfinite(error.largest) else NOISE_ONLY
        finite = math.isfinite(error.largest) and not rounding.matters(release)
        rounded = rounding.words(release) if finite else Text("")
        return [*filter(None, [ranks.caveat(release, error)]), covered, *filter(None, [rounded]), *further]
    stated = not release.exact and release.query.error.unit == "value" and not release.query.error.sampling
    bias = [] if release.query.error.block_values is None else [ranks.COMBINED]
    return [*([NOISE_ONLY] if stated else []), *bias, *further]
