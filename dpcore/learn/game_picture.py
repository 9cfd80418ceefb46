"""The picture of the game: where both attackers land."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpcore.learn.game import PERSON, Mechanism, Rounds, Share
from dpcore.learn.picture import ERRORS, FIRST, SECOND, Picture, draw, hover, percent, square
from dpcore.present.language.translation import Say
from dpcore.text import Text, joined

if TYPE_CHECKING:
    import plotly.graph_objects as go


def landing(
    mechanism: Mechanism, strength: float, threshold: int, played: Rounds | None = None, say: Say = str
) -> Picture:
    """The promised curve, the attacker's point on it, and the observed errors of many rounds."""
    figure = square(say=say)
    draw(figure, mechanism.promise(strength), fill=True)
    alpha, beta = mechanism.errors(strength, threshold)
    figure.add_scatter(
        x=[alpha],
        y=[beta],
        mode="markers",
        marker={"color": "rgba(0,0,0,0)", "size": 15, "line": {"color": FIRST, "width": 3}},
        hovertemplate=hover(Text("in the long run: {alarms} false alarms, {misses} misses", **ERRORS), say),
    )
    words = Text(
        'An attacker who says "{person} is in" from {threshold} on has {alarms} false alarms and {misses} '
        "misses in the long run: a point on the curve. No attacker gets below the curve.",
        person=PERSON,
        threshold=threshold,
        alarms=percent(alpha),
        misses=percent(beta),
    )
    if played is not None:
        shares = played.errors(threshold)
        _dot(figure, *shares, say)
        words = joined([words, _seen(*shares)])
    return Picture(figure, words)


def _dot(figure: go.Figure, alarms: Share, misses: Share, say: Say) -> None:
    def bars(share: Share) -> dict[str, Any]:
        low, high = share.ends
        return {
            "type": "data",
            "symmetric": False,
            "array": [high - share.value],
            "arrayminus": [share.value - low],
            "color": SECOND,
            "thickness": 2,
        }

    figure.add_scatter(
        x=[alarms.value],
        y=[misses.value],
        mode="markers",
        marker={"color": SECOND, "size": 7},
        error_x=bars(alarms),
        error_y=bars(misses),
        hovertemplate=hover(Text("observed: {alarms} false alarms, {misses} misses", **ERRORS), say),
    )


def _seen(alarms: Share, misses: Share) -> Text:
    """The observed errors, with their statistical margins."""
    return Text(
        "In {rounds:,} rounds there were {alarms} false alarms (± {far:.1f}) and {misses} misses (± "
        "{wide:.1f}); these margins hold 19 times in 20.",
        rounds=alarms.rounds + misses.rounds,
        alarms=percent(alarms.value),
        far=_half(alarms),
        misses=percent(misses.value),
        wide=_half(misses),
    )


def _half(share: Share) -> float:
    """Half of an interval, in percentage points."""
    low, high = share.ends
    return 100 * (high - low) / 2
