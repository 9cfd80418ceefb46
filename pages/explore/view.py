"""Controls and charts side by side, as one fragment: moving a control redraws only these."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import dpcore as dp
from dpcore.budget.standing import Standing
from dpcore.plan import outlook
from dpcore.plan.outlook import Outlook
from dpcore.present.explore import figure as figures
from dpcore.present.explore import growth_words, words
from dpcore.present.explore.figure import Figure
from dpcore.present.text import unit
from dpcore.present.text.words import relation
from dpcore.release.dataset import Dataset
from pages.explore import growth, lever, scenario, state
from pages.ui import unit_menu
from pages.ui.desk import desk
from pages.ui.errors import sentence as trouble
from pages.ui.errors import show
from pages.ui.language import say, translated
from pages.ui.markdown import SENTENCES, plain, visible

_SPAN = 100.0


@st.fragment
def view(dataset: Dataset) -> None:
    """Draws the cost, the controls and the charts; a slow chart is drawn last."""
    explored = state.load(dataset)
    try:
        # Compute all figures before the first element, so that the browser paints them at once.
        seen = state.seen(dataset, explored.now, again=explored.asked)
        names = [visible(query.sentence, 80) for query, _ in seen.scenario.asks]
        high = lever.ceiling(dataset, explored.base)
        first = figures.errors(seen, names, high / _SPAN, high, translated), figures.tradeoff(seen, translated)
        standing = desk().standing(dataset.id)
        quick = None if outlook.slow(seen) else growth.figure(standing, seen)
        with st.container():
            _cost(dataset, seen, standing)
        left, right = st.columns([2, 5], gap="medium")
        with right:
            late = _charts(dataset, seen, names, *first)
        with left:
            lever.levers(dataset, explored, seen)
        with late:
            if drawn := quick or growth.late(dataset, standing, seen):
                picture(drawn)
    except dp.DpError as error:
        show((error.message, error.hint))
    except Exception as error:
        show(trouble(error))
    state.write(dataset)


def picture(figure: Figure, *, below: bool = True) -> None:
    """Draws a chart; its sentence is the alternative text and, by default, the caption."""
    st.image(figure.svg, width="stretch", alt=say(figure.words))
    if below:
        st.caption(plain(figure.words, 1000))


def _cost(dataset: Dataset, seen: Outlook, standing: Standing) -> None:
    st.header(plain(words.cost(seen), 300), anchor=False)
    if seen.price:
        st.markdown(plain(words.attacker(seen), SENTENCES))
    notes = [plain(relation(dataset.table), 200)]
    leaves = words.paid(seen, standing, unit_menu.unit()) if seen.price else ""
    notes += [plain(leaves, 200)] if leaves else []
    if name := scenario.differs(dataset):
        notes.append(say("Differs from the saved scenario “{name}”.", name=plain(name, 60)))
    st.caption(" ".join(notes))
    if seen.price and not leaves:
        # vital
        st.warning(say("The remaining budget does not cover this plan. Lower its price or remove questions."))


def _charts(dataset: Dataset, seen: Outlook, names: list[str], errors: Figure, curve: Figure) -> DeltaGenerator:
    """Draws the two fast charts and the verdicts; returns a container for the third chart."""
    wrong, attacker = st.columns(2, gap="medium")
    with wrong:
        st.markdown(say("**Predicted errors**"))
        picture(errors)
    with attacker:
        st.markdown(say("**What an attacker could do**"))
        picture(curve)
    grown, good = st.columns(2, gap="medium")
    with grown:
        st.markdown(say("**Total loss of repeated releases**"))
        late = st.container()
    with good:
        st.markdown(say("**Usability of the answers**"))
        _verdicts(dataset, seen, names)
    return late


def _verdicts(dataset: Dataset, seen: Outlook, names: list[str]) -> None:
    """Draws each question's error with its verdict, and the meaning of the other controls."""
    lines = [
        f"- **{plain(name, 80)}**: {plain(unit.predicted(ask.query, seen.facts, error), 200)}, "
        f"{plain(unit.judged(ask.query, seen.facts, error.half_width, error.needed), 200)}"
        + (f"  \n  {plain(error.assumption, SENTENCES)}" if error.assumption else "")
        for name, ask, error in zip(names, seen.asks, seen.errors, strict=True)
    ]
    lines += [f"- **{name}**: {say(error)}" for name, error in state.paid(dataset, seen).items()]
    st.markdown("\n".join(lines))
    if meant := growth_words.levers(seen, growth_words.protected(dataset.table)):
        st.caption(plain(meant, 600))
