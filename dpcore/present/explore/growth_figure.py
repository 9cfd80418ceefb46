"""The figures of Explore about many releases and about training."""

from __future__ import annotations

from collections.abc import Sequence

from dpcore.plan.outlook import Outlook
from dpcore.present.explore import growth_words
from dpcore.present.explore.axis import Axis, number, power, steps
from dpcore.present.explore.figure import Figure
from dpcore.present.explore.svg import LINES, QUIET, Panel
from dpcore.present.language.translation import Say
from dpcore.text import Text


def growth(
    outlook: Outlook,
    releases: Sequence[int],
    certified: Sequence[float | None],
    basic: Sequence[float],
    left: int,
    say: Say = str,
) -> Figure:
    """Certified epsilon at delta of the next releases of this plan; basic composition; the limit of the budget.

    releases: ascending, from 1; certified, basic: epsilon for each of them; left: the number that the budget allows.
    """
    caption = growth_words.growth(outlook, releases, certified, basic, left)
    last = float(releases[-1])
    high = 1.08 * max(*basic, *(value for value in certified if value is not None)) or 1.0  # epsilon 0: all in delta
    x = Axis(Text("number of releases of this plan"), 0.0, last, steps(last), spelt=number)
    y = Axis(_epsilon(outlook.scenario.delta), 0.0, high, steps(high), spelt=number)
    panel = Panel(x, y, caption, say=say)
    if left < last:
        panel.rule(left, LINES[1])
    panel.line([0, *releases], [0.0, *basic], QUIET, width=1.8, dash="5 4")
    panel.word(last, basic[-1], Text("basic composition"), anchor="end", right=-4, down=-8)
    points = [(at, value) for at, value in zip(releases, certified, strict=True) if value is not None]
    if points:
        panel.line([0, *(at for at, _ in points)], [0.0, *(value for _, value in points)], LINES[0])
        under = points[-1][1] > 0.15 * high
        panel.word(points[-1][0], points[-1][1], Text("certified"), anchor="end", right=-4, down=18 if under else -8)
    if left < last:
        side = 5 * left > 3 * last  # the label is above or below both lines
        # vital
        label = Text("the budget does not pay for one")
        if left:
            label = Text("the budget pays for {left:,}", left=left)
        at = 0.03 * high if side else 0.86 * high
        panel.word(left, at, label, anchor="end" if 5 * left > 2 * last else "start", right=-6 if side else 6)
    return Figure(panel.svg(), caption)


def training(
    epochs: Sequence[float],
    certified: Sequence[float],
    estimate: Sequence[float],
    here: tuple[float, float],
    delta: float,
    said: Text,
    say: Say = str,
) -> Figure:
    """Epsilon by epochs of noisy gradient descent: certified, and estimated by the central limit theorem.

    here: the chosen epochs and their certified epsilon.
    """
    high = 1.08 * max(*certified, *estimate, here[1]) or 1.0
    last = float(epochs[-1])
    x = Axis(Text("epochs (passes over the rows)"), 0.0, last, steps(last), spelt=number)
    y = Axis(_epsilon(delta), 0.0, high, steps(high), spelt=number)
    panel = Panel(x, y, said, say=say)
    panel.line([0.0, *epochs], [0.0, *estimate], QUIET, width=1.8, dash="5 4")
    panel.line(epochs, certified, LINES[0])
    for at, value in zip(epochs, certified, strict=True):
        panel.dot(at, value, LINES[0])
    over = certified[-1] >= estimate[-1]
    panel.word(last, certified[-1], Text("certified"), anchor="end", right=-4, down=-8 if over else 32)
    panel.word(epochs[1], min(certified[1], estimate[1]), Text("- - estimate, not a bound"), right=14, down=18)
    panel.dot(*here, LINES[1])
    return Figure(panel.svg(), said)


def _epsilon(delta: float) -> Text:
    return Text("epsilon at delta {delta}", delta=power(delta))
