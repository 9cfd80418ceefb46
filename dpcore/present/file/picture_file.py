"""An answer's chart as a file: with its title, its margin of error, its source and its date inside the picture."""

from __future__ import annotations

from dpcore.present.chart import svg
from dpcore.present.chart.framed import framed
from dpcore.present.chart.palette import Theme, standalone
from dpcore.present.language.translation import Say
from dpcore.present.page.text import day, visible
from dpcore.present.shape import presenter
from dpcore.present.shape.adjust import Adjusted
from dpcore.text import Text

_LONGEST = 600


def to_svg(adjusted: Adjusted, source: str, theme: Theme = "print", say: Say = str) -> bytes | None:
    """The chart of an answer with its views applied, as SVG in UTF-8; None for an answer that has no chart.

    source: the name of the dataset. theme: its colours. say: translates into the reader's language.
    """
    release = adjusted.release
    shown = presenter(release, adjusted.result)
    drawn = svg.chart(shown.picture, visible(say(shown.alt), _LONGEST), say)
    if drawn is None:
        return None
    facts = {"source": visible(source, 80), "version": release.dataset_version, "day": day(release.time)}
    said = [shown.meaning, *adjusted.sentences, Text("{source}, rows version {version}, answered {day}.", **facts)]
    title = visible(say(release.sentence), 200)
    return standalone(framed(drawn, title, [visible(say(line), _LONGEST) for line in said]), theme).encode()
