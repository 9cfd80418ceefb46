"""The readable part of a card: chart, sentences, table and provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from dpcore.present.chart import palette, plotly, svg
from dpcore.present.chart.picture import Picture
from dpcore.present.shape import adjust, presenter
from dpcore.present.shape.presenter import Presenter
from dpcore.present.text import price, tidy, words
from dpcore.present.text.amount import Gauge
from dpcore.present.text.headline import headline
from dpcore.release.record import Release
from dpcore.text import Text, joined
from pages.ui.card import evaluation
from pages.ui.language import say, translated
from pages.ui.markdown import SENTENCES, plain, visible

if TYPE_CHECKING:
    import plotly.graph_objects as go

_CHART = {"displayModeBar": False, "scrollZoom": False}
MOST_ROWS = 1_000
GROUND: dict[palette.Theme, str] = {"light": "#ffffff", "dark": "#171614"}
"""The ground of the page. A page that changes between light and dark is not drawn anew before the next click."""


def read(adjusted: adjust.Adjusted, key: str, scale: Gauge, touched: bool, narrow: bool = False) -> None:
    """Draws an answer without its switches: chart, meaning, table, cost.

    scale: in which its cost is said. touched: whether its chart can be pointed at. narrow: whether
    the words stand below the chart, not beside it.
    """
    release = adjusted.release
    shown = presenter(release, adjusted.result)
    if release.cells < 2:
        _number(release, adjusted)
    if shown.picture is None:
        _words(shown, adjusted, key, scale)
    elif touched:  # it needs room
        _chart(plotly.chart(release, adjusted.result, translated), shown.alt, f"{key}-chart")
        if shown.second is not None:
            _chart(plotly.further(release, translated), shown.second.alt, f"{key}-further")
            st.caption(plain(shown.second.caption, SENTENCES))
        _words(shown, adjusted, key, scale)
    else:
        left, right = (st.container(), st.container()) if narrow else st.columns([9, 11], gap="medium")
        with left:
            _picture(shown.picture, shown.alt)
            if shown.second is not None:
                _picture(shown.second.picture, shown.second.alt)
                st.caption(plain(shown.second.caption, SENTENCES))
        with right:
            _words(shown, adjusted, key, scale)


def _number(release: Release, adjusted: adjust.Adjusted) -> None:
    shown = headline(release, adjusted.result.figures)
    figure = f"{translated(shown.figure)} {translated(shown.error)}".rstrip()
    st.metric(plain(release.query.words.question), figure, label_visibility="collapsed")
    if shown.drawn:
        st.caption(plain(shown.drawn, 200))


def _alt(words: Text) -> str:
    return visible(translated(words), 2_000)


def _chart(chart: go.Figure | None, alt: Text, key: str) -> None:
    if chart is not None:
        st.plotly_chart(chart, key=key, config=_CHART, alt=_alt(alt))


def _picture(picture: Picture | None, alt: Text) -> None:
    drawn = svg.chart(picture, _alt(alt), translated)
    if drawn is not None:
        theme: palette.Theme = "dark" if st.context.theme.type == "dark" else "light"
        st.image(palette.standalone(drawn, theme, GROUND[theme]), width="stretch", alt=_alt(alt))


def _words(shown: Presenter[Any], adjusted: adjust.Adjusted, key: str, scale: Gauge) -> None:
    """Draws what an answer means, its table and its cost."""
    release = adjusted.release
    st.markdown(plain(shown.meaning, SENTENCES))
    beside = [] if adjusted.chosen.get("bandwidth") else shown.notes(svg.has_pale(shown.picture))
    st.caption(plain(joined([*shown.caveats, *beside]), SENTENCES))
    for change in adjusted.sentences:
        st.caption(plain(change, SENTENCES))
    evaluation.fields(release, adjusted, key)
    _table(release, adjusted, key)
    st.caption(_provenance(release, scale))


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
