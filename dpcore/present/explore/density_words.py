"""What Explore says of the error of a density: in a headline, a table, and beside rules of thumb."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpcore.plan.risk import risk
from dpcore.plan.risk.density_noise import Kind
from dpcore.plan.risk.risk import Best, Setting
from dpcore.present.explore.words import spelt
from dpcore.text import Text, joined

KINDS: dict[Kind, Text] = {
    "none": Text("without privacy"),
    "own": Text("noise for one bandwidth"),
    "any": Text("noise for any bandwidth"),
}
"""The kinds of noise, as lines and rows are labelled."""


def headline(setting: Setting, kind: Kind) -> Text:
    """The best bandwidth and its error, with and without privacy."""
    noisy, clean = risk.best(setting, kind), risk.best(setting, "none")
    said = Text(
        "With {noise}, the best bandwidth is {width} % and the error {error} %. Without privacy it would be {clean} % "
        "with an error of {least} %: privacy costs {cost} % more error.",
        noise=KINDS[kind],
        width=percent(noisy.width),
        error=percent(noisy.risk.total),
        clean=percent(clean.width),
        least=percent(clean.risk.total),
        cost=percent(noisy.risk.total / clean.risk.total - 1),
    )
    if clean.finest:
        said = joined([said, Text("No finer bandwidth is offered; without privacy a finer one would be better.")])
    return said


def enough(setting: Setting) -> Text:
    """The numbers of rows from which privacy costs under a tenth of the error."""
    own, any_ = (_rows(risk.enough(setting, kind)) for kind in ("own", "any"))
    return Text(
        "Privacy costs less than 10 % of the error from {own} rows on with noise for one bandwidth, and from {any} "
        "rows on with noise for any.",
        own=own,
        any=any_,
    )


def rates(setting: Setting) -> Text:
    """The rates of theory, and what twice the rows give at this setting."""
    first, second = risk.least(setting, "own", setting.rows * np.array([1.0, 2.0]))
    facts = {"share": percent(1 - second / first)}
    if setting.dimension == 1:
        return Text(
            "For large n the best bandwidth is of order n^(-1/5) and the error of order n^(-4/5); noise for one "
            "bandwidth adds n^(-8/5), which vanishes beside it. Here, twice the rows reduce the error by {share} %.",
            **facts,
        )
    return Text(
        "For large n the best bandwidth is of order n^(-1/6) and the error of order n^(-2/3); noise for one bandwidth "
        "adds n^(-4/3), which vanishes beside it. Here, twice the rows reduce the error by {share} %.",
        **facts,
    )


def table(setting: Setting) -> list[dict[Text, Text | str]]:
    """The best bandwidth for each kind of noise, with the parts of its error."""
    rows = []
    for kind, title in KINDS.items():
        best: Best = risk.best(setting, kind)
        rows.append(
            {
                Text("release"): title,
                Text("best bandwidth (%)"): percent(best.width),
                Text("error (%)"): percent(best.risk.total),
                Text("from bias (%)"): percent(best.risk.bias),
                Text("from sampling (%)"): percent(best.risk.sampling),
                Text("from noise (%)"): percent(best.risk.noise),
            }
        )
    return rows


def rules(setting: Setting, kind: Kind) -> list[dict[Text, Text | str]]:
    """Both rules of thumb beside the best bandwidth, with their errors without and with noise."""
    named = {
        Text("best for this noise"): risk.best(setting, kind).width,
        Text("rule of thumb with d + 2 (normal reference)"): risk.rule(setting),
        Text("rule of thumb with d + 1 (Hall, Rinaldo and Wasserman)"): risk.rule(setting, 1),
    }
    clean, noisy = (risk.risk(setting, which, np.array(list(named.values()))).total for which in ("none", kind))
    return [
        {
            Text("bandwidth"): title,
            Text("of the range (%)"): percent(width),
            Text("error without privacy (%)"): percent(free),
            Text("error with this noise (%)"): percent(paid),
        }
        for (title, width), free, paid in zip(named.items(), clean, noisy, strict=True)
    ]


def percent(share: float | np.floating | NDArray[np.float64]) -> str:
    """A share in percent with three digits, without its sign; nothing below 10⁻⁴ percent."""
    return spelt(100 * float(share)) if share > 1e-6 else "0"


def _rows(rows: int | None) -> Text | str:
    """A number of rows with two digits, rounded up."""
    if rows is None:
        return Text("more than {most:,}", most=risk.MOST_ROWS)
    size = 10 ** max(0, len(str(rows)) - 2)
    return f"{-(-rows // size) * size:,}"
