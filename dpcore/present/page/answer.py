"""One answer as the page shows it: title, chart or number, sentences, and a table with as many cells as fit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.present.chart.svg import chart, has_pale
from dpcore.present.language.translation import Say
from dpcore.present.page.text import day, visible
from dpcore.present.shape import adjust, presenter
from dpcore.present.shape.presenter import PointField, Presenter
from dpcore.present.text import price, scale, tidy
from dpcore.present.text.amount import Gauge
from dpcore.present.text.headline import Headline, headline
from dpcore.present.text.usable import marks
from dpcore.release.record import Release
from dpcore.table.column import Number
from dpcore.text import Text

if TYPE_CHECKING:
    from markupsafe import Markup

NUMBERS = ("estimate", "low", "high")
FOLDED = 12
"""A table with more cells than this is folded."""


@final
@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts. A row consists of its first key, its other keys, its numbers and a note.

    cells: the total number of cells. noted: whether any cell has a note.
    """

    keys: tuple[str, ...]
    numbers: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str], ...]
    cells: int
    noted: bool

    @property
    def folded(self) -> bool:
        """Whether the page shows the table only when a reader opens it."""
        return self.cells > FOLDED


@final
@dataclass(frozen=True, slots=True)
class Curve:
    """What a reader needs in order to query a function: its argument, range and typed form; and what a file has."""

    argument: str
    domain: str
    help: str
    offline: str


@final
@dataclass(frozen=True, slots=True)
class Answer:
    """One answered question, as the page shows it."""

    title: str
    number: str
    error: str
    chart: Markup | None
    meaning: str
    caveats: tuple[str, ...]
    provenance: str
    grid: Grid | None
    function: Curve | None = None
    further: Markup | None = None
    caption: str = ""
    drawn: str = ""


def answer(release: Release, room: int, several: bool = False, say: Say = str, account: Gauge | None = None) -> Answer:
    """An answer with at most `room` cells in its table; with room for none, the chart is left out too.

    account: in which its cost is said; without one, as it was paid.
    several: whether the page has answers about several versions of the rows; the title then names the version.
    say: translates a sentence into the reader's language.
    """
    seen = adjust.usual(release)
    shown = presenter(release, seen.result)
    title = visible(say(release.sentence), 160)
    if several:
        title = say(Text("{question} (rows version {version})", question=title, version=release.dataset_version))
    many = release.cells > 1
    top = Headline("") if many else headline(release)
    picture = chart(shown.picture, visible(say(shown.alt), 600), say) if room else None
    second = shown.second if room else None
    beside = [] if picture is None else shown.notes(has_pale(shown.picture))
    return Answer(
        title=title,
        number=say(top.figure),
        error=say(top.error),
        drawn=say(top.drawn),
        chart=picture,
        meaning=visible(say(shown.meaning), 500),
        caveats=tuple(visible(say(caveat), 300) for caveat in [*shown.caveats, *beside, *seen.sentences]),
        provenance=say(_provenance(release, account)),
        grid=_grid(shown, room, say) if many and room else None,
        function=_curve(shown.field, say) if shown.field is not None else None,
        further=chart(second.picture, visible(say(second.alt), 600), say) if second is not None else None,
        caption=say(second.caption) if second is not None else "",
    )


def _curve(field: PointField, say: Say) -> Curve:
    argument, domain = visible(say(field.argument), 80), visible(say(field.domain), 120)
    return Curve(argument, domain, say(field.typed), say(field.offline))


def _provenance(release: Release, account: Gauge | None) -> Text:
    cost = Text("cost {price}", price=price.paid(release, account))
    if release.combined:
        count = len(release.combined)
        cost = Text(
            "{count} measurements combined, the last one for {price}", count=count, price=price.paid(release, account)
        )
    return Text(
        "Answered {time}, ledger entry {seq}, rows version {version}; {cost}.",
        time=day(release.time),
        seq=release.seq,
        version=release.dataset_version,
        cost=cost,
    )


def _written(value: float, digits: int) -> str:
    """A figure with so many digits, not counting those of a large number that its error does not support."""
    return "" if math.isnan(value) else f"{round(value, digits) + 0.0:,.{max(digits, 0)}f}"


def _grid(answer: Presenter[Any], room: int, say: Say) -> Grid:
    """Keys, answer, and both ends of its interval, with no more digits than the error supports."""
    release, seen = answer.release, answer.result
    keys: Mapping[str, Sequence[Any]] = seen.keys
    column = release.facts_table.schema.columns.get(getattr(release.query, "column", ""))
    if "bin_low" in keys and isinstance(column, Number) and column.integer:
        lows, highs = tidy.closed(keys["bin_low"], keys["bin_high"])
        keys = {"bin_low": lows, "bin_high": highs}
    factor, percent = scale.of(release.query), " (%)" if scale.is_percent(release.query) else ""
    shown = [name for name in NUMBERS if name in tidy.figures(release)]
    estimates = {name: [factor * value for value in seen.figures[name]] for name in NUMBERS}
    digits = tidy.digits_by_entry(release, estimates)[:room]
    names = [tuple(visible(say(tidy.written(value)), 60) for value in values[:room]) for values in keys.values()]
    numbers = [tuple(map(_written, estimates[name], digits)) for name in shown]
    notes = [say(note) for note in marks(release, answer.good)[:room]]
    rows = zip(zip(*names, strict=True), zip(*numbers, strict=True), notes or [""] * len(numbers[0]), strict=True)
    return Grid(
        tuple(visible(say(tidy.NAMES[name] if name in seen.own_names else name), 60) for name in keys),
        tuple(say(tidy.NAMES[name]) + percent for name in shown),
        tuple((key[0], key[1:], row, note) for key, row, note in rows),
        len(release.estimates["estimate"]),
        bool(notes),
    )
