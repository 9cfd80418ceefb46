"""Comparing answers to one question: the difference with its error, and the series over versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from dpcore.errors import DpError
from dpcore.present.over_time import change, compare, course, series
from dpcore.release.record import Release
from dpcore.text import Text
from pages.ui.errors import sentence, show
from pages.ui.language import say, translated
from pages.ui.markdown import plain, visible

_CHART = {"displayModeBar": False, "scrollZoom": False}


def offer(release: Release, others: Callable[[], Sequence[Release]] | None, key: str) -> None:
    """Draws the comparison in an expander, read when it is opened; nothing if there are no other answers.

    others: the other answers to the same question.
    """
    if others is None:
        return
    folded = st.expander(say("Compare"), key=f"{key}-compare", on_change="rerun")
    if not folded.open:
        return
    same = others()
    with folded:
        _difference(release, same, key)
        if len({answer.dataset_version for answer in (release, *same)}) > 1:
            _series([release, *same], key)


def _difference(release: Release, same: Sequence[Release], key: str) -> None:
    """Earlier answers first, the nearest one chosen; the later of the two is compared with the earlier."""
    nearest = sorted(same, key=lambda answer: (answer.seq > release.seq, -answer.seq))
    names = {answer.key: _name(answer, release) for answer in nearest}
    chosen = st.selectbox(say("With"), list(names), format_func=lambda answer: names.get(answer, ""), key=f"{key}-with")
    other = next(answer for answer in nearest if answer.key == chosen)
    same_dataset = release.dataset == other.dataset
    before, after = sorted((release, other), key=lambda answer: (same_dataset * answer.dataset_version, answer.seq))
    try:
        comparison = compare.compare(before, after)
    except DpError as error:
        show(sentence(error))
        return
    both = Text("{after}, less {before}", after=_name(after, release), before=_name(before, release))
    st.caption(plain(both, 300))
    if (chart := change.chart(comparison, translated)) is not None:
        st.plotly_chart(chart, key=f"{key}-difference", config=_CHART, alt=visible(comparison.words, 1_000))
    st.markdown(plain(comparison.words, 1_000))
    _file(Text("The difference as CSV"), lambda: comparison.csv, f"murmur-difference-{before.id}-{after.id}", key)


def _series(releases: Sequence[Release], key: str) -> None:
    try:
        over_time = series.series(releases)
    except DpError as error:
        show(sentence(error))
        return
    st.markdown(say("**Over the versions of the rows**"))
    st.plotly_chart(
        course.chart(over_time, translated), key=f"{key}-series", config=_CHART, alt=visible(over_time.words, 1_000)
    )
    st.markdown(plain(over_time.words, 1_000))
    _file(Text("The series as CSV"), lambda: over_time.csv, f"murmur-series-{releases[0].id}", key)


def _name(answer: Release, beside: Release) -> str:
    """The name of an answer beside another: version of the rows, day and entry."""
    name = Text(
        "version {version} of the rows, {day}, entry {seq}",
        version=answer.dataset_version,
        day=answer.time[:10],
        seq=answer.seq,
    )
    if answer.dataset != beside.dataset:
        name = Text("{dataset}, {answer}", dataset=answer.dataset, answer=name)
    return visible(name, 160)


def _file(label: Text, make: Callable[[], bytes], name: str, key: str) -> None:
    st.download_button(
        say(label), make, f"{name}.csv", "text/csv", f"{key}-{label}", on_click="ignore", icon=":material/download:"
    )
