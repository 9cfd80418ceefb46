"""The four steps from a table to a shared answer, and how far a dataset has come."""

from __future__ import annotations

import streamlit as st

from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.rows import loaded

STEPS = (
    (Text("Load"), Text("a table; no row is shown")),
    (Text("Describe"), Text("what is publicly known")),
    (Text("Ask"), Text("see price and error first")),
    (Text("Share"), Text("noisy answers and their error")),
)


def strip(dataset: Dataset | None) -> None:
    """Draws four numbered steps; completed ones are ticked."""
    done = _done(dataset)
    for number, (place, (title, text)) in enumerate(zip(st.columns(4), STEPS, strict=True), 1):
        mark = ":material/check_circle:" if number <= done else f"{number} ·"
        place.markdown(f"{mark} **{say(title)}**  \n{say(text)}")


def _done(dataset: Dataset | None) -> int:
    if dataset is None:
        return 1 if loaded.current() else 0
    return 3 if any(entry.kind == "answer" for entry in desk().ledger(dataset.id)) else 2
