"""Planner for noisy gradient descent: epsilon from rows, batch, noise and epochs. No row is read."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import dpcore as dp
from dpcore.plan.training import Training, certify
from dpcore.present.explore import growth_figure as figures
from dpcore.present.explore import growth_words
from dpcore.present.explore.axis import power
from dpcore.present.text import term
from dpcore.text import Text
from pages.explore.lever import DELTAS, ROWS
from pages.explore.view import picture
from pages.ui.errors import show
from pages.ui.language import say, translated
from pages.ui.markdown import plain
from pages.ui.session import session

BATCHES = tuple(2**exponent for exponent in range(3, 15))
NOISES = (0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
EPOCHS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200)

NOISE = Text(
    "Standard deviation of the noise added to a batch's sum of gradients, as a multiple of the norm "
    "to which each row's gradient is clipped."
)


@st.fragment
def training() -> None:
    """Draws the controls, the sentence, and epsilon against epochs."""
    left, right = st.columns([2, 5], gap="medium")
    with left:
        rows = st.select_slider(say("Rows"), ROWS[6:], 50_000, key="train-rows", format_func=lambda size: f"{size:,}")
        batch = st.select_slider(
            say("Rows in a batch"), BATCHES, 256, key="train-batch", format_func=lambda size: f"{size:,}"
        )
        noise = st.select_slider(say("Noise multiplier"), NOISES, 1.1, key="train-noise", help=say(NOISE))
        epochs = st.select_slider(say("Epochs (passes over the rows)"), EPOCHS, 60, key="train-epochs")
        delta = st.select_slider(
            say("delta (at which epsilon is stated)"),
            DELTAS,
            1e-6,
            key="train-delta",
            format_func=power,
            help=say(term.DELTA),
        )
    with right:
        try:
            chosen = Training(rows, min(batch, rows), noise, epochs, delta)
            points = sorted({*chosen.around(max(EPOCHS)), chosen}, key=lambda at: at.epochs)
            certify(points)
            sentence = growth_words.trained(chosen)
            st.markdown(f"**{plain(sentence, 600)}**")
            if batch > rows:
                st.caption(
                    say(
                        "A batch of {batch:,} exceeds the {rows:,} rows, so every step uses all rows.",
                        batch=batch,
                        rows=rows,
                    )
                )
            with st.container(width=420):
                _chart(chosen, points, sentence)
        except dp.DpError as error:
            show((error.message, error.hint))


def _chart(chosen: Training, points: Sequence[Training], sentence: Text) -> None:
    certified: list[float] = []
    for at in points:
        certified.append(at.bounds()[1])
        session.get("pause")  # lets a newer move of a control interrupt this run
    estimate = [at.estimate() for at in points]
    point = (chosen.epochs, chosen.bounds()[1])
    figure = figures.training(
        [at.epochs for at in points], certified, estimate, point, chosen.delta, sentence, translated
    )
    picture(figure, below=False)
