"""The error of a private density for named shapes: bandwidth, rows, epsilon and noise. No row is read."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

import dpcore as dp
from dpcore import calibrate
from dpcore.plan.risk.density_noise import Kind
from dpcore.plan.risk.risk import FINEST, Setting
from dpcore.plan.risk.shape import SHAPES
from dpcore.present.explore import density as figures
from dpcore.present.explore import density_words
from dpcore.present.explore.axis import power
from dpcore.present.text import term
from dpcore.present.text.words import relation
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.explore.lever import DELTAS, ROWS
from pages.explore.view import picture
from pages.ui.errors import show
from pages.ui.language import say, translated
from pages.ui.markdown import plain
from pages.ui.session import session
from pages.ui.widget import kept

EPSILONS = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
WIDTHS = (0.3, 0.4, 0.5, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 15.0, 20.0, 30.0, 50.0, 100.0)
_ROWS = tuple(rows for rows in ROWS if figures.FEWEST <= rows <= figures.MOST)
_SHAPES = {shape.name: shape for shape in SHAPES}
_NOISES: tuple[Kind, ...] = ("own", "any")
_COLUMNS = {1: Text("one column"), 2: Text("two columns")}
_DELTA = 1e-6


@st.fragment
def density(dataset: Dataset) -> None:
    """Draws the section, closed at first: a closed one is not computed."""
    title = say("Error of a density: bandwidth, rows and noise")
    card = st.expander(title, icon=":material/show_chart:", key="explore-density", on_change="rerun")
    if not card.open:
        return
    with card:
        left, right = st.columns([2, 5], gap="medium")
        try:
            with left:
                setting, kind, width = _levers(dataset)
            with right:
                _charts(dataset, setting, kind, width)
        except dp.DpError as error:
            show((error.message, error.hint))


def _levers(dataset: Dataset) -> tuple[Setting, Kind, float]:
    """Draws the controls. Returns the setting, the noise, and the bandwidth in ranges."""
    name = kept(
        st.selectbox,
        say("Shape of the column"),
        list(_SHAPES),
        key="density-shape",
        default=SHAPES[0].name,
        format_func=lambda name: say(_SHAPES[name].title),
        help=say("Made-up shapes, not your data: of two columns, both have this shape and are independent."),
    )
    dimension = kept(
        st.selectbox,
        say("Density of"),
        list(_COLUMNS),
        key="density-columns",
        default=1,
        format_func=lambda dimension: say(_COLUMNS[dimension]),
    )
    expected = dataset.table.expected_rows or 10_000
    nearest = min(_ROWS, key=lambda rows: abs(rows - expected))
    rows = kept(
        st.select_slider, say("Rows"), _ROWS, key="density-rows", default=nearest, format_func=lambda rows: f"{rows:,}"
    )
    mu = _mu(*_price())
    kind = kept(
        st.selectbox,
        say("Noise"),
        list(_NOISES),
        key="density-noise",
        default="own",
        format_func=lambda kind: say(density_words.KINDS[kind]),
        help=say(
            "Noise for one bandwidth, fixed beforehand, is smaller. With noise for any bandwidth, one is chosen from "
            "the released numbers and can be changed at any time."
        ),
    )
    offered = [width for width in WIDTHS if width / 100 >= FINEST[dimension]]
    width = kept(
        st.select_slider,
        say("Bandwidth (% of the range)"),
        offered,
        key=f"density-width-{dimension}",
        default=2.0 if dimension == 1 else 4.0,
        format_func=lambda width: f"{width:g}",
    )
    unit = dataset.table.unit
    return Setting(_SHAPES[name], rows, mu, dimension, dataset.table.neighbors, unit.max_rows), kind, width / 100


def _price() -> tuple[float, float]:
    """Draws epsilon and delta."""
    epsilon = kept(
        st.select_slider,
        say("epsilon"),
        EPSILONS,
        key="density-epsilon",
        default=1.0,
        format_func=lambda epsilon: f"{epsilon:g}",
        help=say(term.EPSILON),
    )
    delta = kept(
        st.select_slider,
        say("delta (at which epsilon is stated)"),
        DELTAS,
        key="density-delta",
        default=_DELTA,
        format_func=power,
        help=say(term.DELTA),
    )
    return epsilon, delta


def _charts(dataset: Dataset, setting: Setting, kind: Kind, width: float) -> None:
    """Draws the sentence, both charts and both tables."""
    first, second = figures.by_bandwidth(setting, kind, width, translated), figures.by_rows(setting, translated)
    st.markdown(f"**{plain(density_words.headline(setting, kind), 600)}**")
    st.caption(f"{say(figures.ERROR)} {plain(relation(dataset.table), 200)}")
    one, other = st.columns(2, gap="medium")
    with one:
        picture(first)
    with other:
        picture(second)
    _one_release(setting, kind, width)
    for rows in (density_words.table(setting), density_words.rules(setting, kind)):
        st.table(
            [{say(name): say(cell) for name, cell in row.items()} for row in rows], border="horizontal", hide_index=True
        )


def _one_release(setting: Setting, kind: Kind, width: float) -> None:
    """Draws a switch, and below it one release of made-up rows; a button draws another one."""
    if setting.dimension > 1 or not kept(st.toggle, say("Show one release"), key="density-shown", default=False):
        return
    chart, beside = st.columns(2, gap="medium", vertical_alignment="center")
    with beside:
        again = st.button(say("Draw again"), icon=":material/refresh:", key="density-again")
    turn = session["density-turn"] = session.get("density-turn", 0) + again
    with chart:
        picture(figures.one_release(setting, kind, width, turn, translated))


@lru_cache(maxsize=1024)
def _mu(epsilon: float, delta: float) -> float:
    return calibrate.mu(epsilon, delta)
