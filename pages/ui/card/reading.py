"""The readable part of a card: chart, sentences, table and provenance."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dpcore.present.chart import plotly
from dpcore.present.shape import adjust, presenter
from dpcore.present.shape.presenter import Presenter
from dpcore.present.text import margin, price, tidy, words
from dpcore.present.text.amount import Gauge
from dpcore.present.text.headline import headline
from dpcore.release.record import Release
from dpcore.text import Text, joined
from pages.ui.card import evaluation
from pages.ui.language import say, translated
from pages.ui.markdown import SENTENCES, plain, visible

_CHART = {"displayModeBar": False, "scrollZoom": False}
MOST_ROWS = 1_000


def read(release: Release, key: str, scale: Gauge, adjusted: adjust.Adjusted | None = None) -> None:
    """Draws an answer without controls: chart, meaning, table, cost. scale: in which its cost is said."""
    adjusted = adjusted or adjust.usual(release)
    release = adjusted.release
    shown = presenter(release, adjusted.result)
    _picture(release, adjusted, key)
    st.markdown(plain(shown.meaning, SENTENCES))
    beside = [] if adjusted.chosen.get("bandwidth") else shown.notes(plotly.has_pale(release))
    st.caption(plain(joined([*shown.caveats, *beside]), SENTENCES))
    for change in adjusted.sentences:
        st.caption(plain(change, SENTENCES))
    _further(shown, key)
    evaluation.fields(release, adjusted, key)
    _table(release, adjusted, key)
    st.caption(_provenance(release, scale))


def _picture(release: Release, adjusted: adjust.Adjusted, key: str) -> None:
    if release.cells < 2:
        shown = headline(release, adjusted.result.figures)
        figure = f"{translated(shown.figure)} {translated(shown.error)}".rstrip()
        st.metric(plain(release.query.words.question), figure, label_visibility="collapsed")
        if shown.drawn:
            st.caption(plain(shown.drawn, 200))
    chart = plotly.chart(release, adjusted.result, translated)
    if chart is not None:
        st.plotly_chart(
            chart, key=f"{key}-chart", config=_CHART, alt=visible(margin.alt(release, adjusted.result), 2_000)
        )


def _further(shown: Presenter[Any], key: str) -> None:
    """Draws the second chart of a model that states probabilities."""
    chart, second = plotly.further(shown.release, translated), shown.second
    if chart is not None and second is not None:
        st.plotly_chart(chart, key=f"{key}-further", config=_CHART, alt=visible(second.alt, 2_000))
        st.caption(plain(second.caption, SENTENCES))


def _table(release: Release, adjusted: adjust.Adjusted, key: str) -> None:
    """Draws the table when it is opened, up to a number of rows; the files contain all."""
    size = adjusted.result.size
    if size < 2:
        return
    folded = st.expander(say("Table ({size:,} rows)", size=size), key=f"{key}-table", on_change="rerun")
    if folded.open:
        shown = tidy.readable(release, adjusted.table.head(MOST_ROWS), translated)
        folded.dataframe(shown, hide_index=True, alt=visible(words.meaning(release), SENTENCES))
        if size > MOST_ROWS:
            folded.caption(
                say(
                    "The first {most_rows:,} of {size:,} rows; the CSV file has all of them.",
                    most_rows=MOST_ROWS,
                    size=size,
                )
            )


def _provenance(release: Release, scale: Gauge) -> str:
    cost = Text("cost {price}", price=price.paid(release, scale))
    if release.combined:
        count = len(release.combined)
        cost = Text(
            "{count} measurements combined, the last one paid {price}", count=count, price=price.paid(release, scale)
        )
    return say(
        "{time} · ledger entry {seq} · rows version {version} · {cost}",
        time=release.time[:16].replace("T", " "),
        seq=release.seq,
        version=release.dataset_version,
        cost=cost,
    )
