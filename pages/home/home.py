"""Home: introduction, the datasets with their remaining budgets, and two ways to begin."""

from typing import Literal

import streamlit as st

import dpcore as dp
from dpcore.present.text import preset, term, words
from dpcore.table.sample import NAME, sample
from dpcore.table.sample_ratings import NAME as RATINGS
from dpcore.table.sample_ratings import ratings
from dpcore.text import Text
from pages.home import steps
from pages.ui import navigation, role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, sentence
from pages.ui.plan import allowance, proposal

SAMPLES = {
    NAME: (sample, dp.Budget(epsilon=2, delta=1e-6)),
    RATINGS: (ratings, dp.Budget(epsilon=11, delta=1e-6)),
}
WIDE = 3
"""Cards side by side."""


@act
def try_sample(name: str) -> None:
    """Open a sample table, which is generated and described by code; reuse it if it exists already."""
    make, budget = SAMPLES[name]
    table = make()
    own = [dataset for dataset in desk().datasets() if dataset.table.synthetic and dataset.owner == desk().user]
    samples = [dataset for dataset in own if (dataset.first or dataset.table).schema == table.schema]
    if not samples:
        samples = [
            desk().add_dataset(
                name,
                dp.read(table.rows),
                schema=table.schema,
                unit=table.unit,
                budget=budget,
                expected_rows=table.expected_rows,
                synthetic=True,
            )
        ]
    open_dataset(samples[0].id)


@act
def open_dataset(identifier: str) -> None:
    """Open a dataset: on Ask, or on Results for a viewer."""
    navigation.choose(identifier)
    navigation.go(navigation.ASK if role.may_ask() else navigation.RESULTS)


@act
def about_dataset(identifier: str) -> None:
    """Open a dataset's own page."""
    navigation.choose(identifier)
    navigation.go(navigation.DATASET)


def dataset_card(dataset: dp.Dataset) -> None:
    """Draws name, privacy unit, remaining budget and last release."""
    with st.container(border=True, height="stretch"):
        st.header(plain(dataset.name), anchor=False)
        with st.container(horizontal=True):
            navigation.note(dataset)
            role.badge(dataset)
            proposal.badge(dataset)
        st.caption(plain(words.relation(dataset.table), 200), help=say(term.UNIT))
        left = allowance.left(dataset, desk().standing(dataset.id)).said
        st.markdown(f"**{plain(sentence(Text('left: {left}', left=left)), 200)}**")
        # from the ledger, since the answers of many datasets may be large
        times = [entry.time for entry in desk().ledger(dataset.id) if entry.kind == "answer"]
        last = Text("last release {day}", day=max(times)[:10]) if times else Text("nothing released yet")
        if dataset.owner == desk().user:
            st.caption(plain(last))
        else:
            st.caption(say("owned by {owner} · {last}", owner=plain(dataset.owner, 200), last=last))
        with st.container(horizontal=True):
            st.button(say("Open"), key=f"open-{dataset.id}", on_click=open_dataset, args=(dataset.id,))
            label, about = say("About"), say("Its description, versions, uses, plans and links.")
            key = f"about-{dataset.id}"
            st.button(label, key=key, type="tertiary", help=about, on_click=about_dataset, args=(dataset.id,))


st.title(say("Murmur"), anchor=False)
# vital
st.markdown(
    say(
        "Ask questions about a sensitive table and get answers that protect everyone in it. Each answer "
        "contains random noise, and you see its predicted error before any row is read. A privacy budget "
        "limits what all answers together can reveal."
    )
)
datasets = desk().datasets()
steps.strip(navigation.current())
# row by row: narrow screens show one column below another, and cards of one column would part those of the next
for start in range(0, len(datasets), WIDE):
    columns = st.columns(WIDE)
    for column, dataset in zip(columns, datasets[start : start + WIDE], strict=False):
        with column:
            dataset_card(dataset)
free_columns = columns[1:] if len(datasets) % WIDE == 1 else st.columns(2)
with free_columns[0], st.container(border=True, height="stretch"):
    st.header(say("Try it on a sample table"), anchor=False)
    st.markdown(say("Made-up hospital visits: {public}, ready for questions.", public=navigation.PUBLIC))
    st.caption(plain(preset.practice(SAMPLES[NAME][1]), 200))
    kind: Literal["secondary", "primary"] = "secondary" if datasets else "primary"
    st.button(say("Try it on a sample table"), type=kind, on_click=try_sample, args=(NAME,))
    st.markdown(say("Made-up ratings of films: {public}, for a recommender.", public=navigation.PUBLIC))
    st.caption(plain(preset.practice(SAMPLES[RATINGS][1]), 200))
    st.button(say("Try it on film ratings"), on_click=try_sample, args=(RATINGS,))
with free_columns[1], st.container(border=True, height="stretch"):
    st.header(say("Bring your own"), anchor=False)
    # vital
    st.markdown(say("A CSV, TSV or Parquet file, or a workbook. No row of it is ever shown."))
    st.button(say("Load a table"), on_click=act(navigation.go), args=(navigation.LOAD,))
