"""Home: what this is, the datasets with what is left of each, and two ways to begin."""

import streamlit as st

import dpcore as dp
from dpcore.present.text import words
from dpcore.table.sample import NAME, sample
from dpcore.text import Text
from pages.home import steps
from pages.ui import allowance, navigation, proposal, role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, sentence

BUDGET = dp.Budget(mu=0.5, delta=1e-6)


@act
def try_sample() -> None:
    """Open the sample table, made and described by code; the second time, the one that is there."""
    known = [dataset for dataset in desk().datasets() if dataset.table.synthetic and dataset.owner == desk().user]
    if not known:
        made = sample()
        known = [
            desk().add_dataset(
                NAME,
                dp.read(made.rows),
                schema=made.schema,
                unit=made.unit,
                budget=BUDGET,
                expected_rows=made.expected_rows,
                synthetic=True,
            )
        ]
    open_dataset(known[0].id)


@act
def open_dataset(identifier: str) -> None:
    """On to its questions, or to its answers where one only reads."""
    navigation.choose(identifier)
    navigation.go(navigation.ASK if role.may_ask() else navigation.RESULTS)


def dataset_card(dataset: dp.Dataset) -> None:
    """Name, who is protected, what is left, the last release."""
    with st.container(border=True, height="stretch"):
        st.header(plain(dataset.name), anchor=False)
        with st.container(horizontal=True):
            navigation.note(dataset)
            role.badge(dataset)
            proposal.badge(dataset)
        st.caption(plain(words.relation(dataset.table), 200))
        st.markdown(f"**{plain(sentence(allowance.left(dataset, desk().standing(dataset.id)).said), 80)}**")
        # from the ledger: the answers themselves may be large, and of many datasets
        times = [entry.time for entry in desk().ledger(dataset.id) if entry.kind == "answer"]
        last = Text("last release {day}", day=max(times)[:10]) if times else Text("nothing released yet")
        if dataset.owner == desk().user:
            st.caption(plain(last))
        else:
            st.caption(say("owned by {owner} · {last}", owner=plain(dataset.owner, 200), last=last))
        st.button(say("Open"), key=f"open-{dataset.id}", on_click=open_dataset, args=(dataset.id,))


st.title(say("Murmur"), anchor=False)
st.markdown(
    say(
        "Ask questions about a sensitive table and get answers that protect everyone in it. Each answer "
        "contains random noise, and you see its predicted error before any row is read. A privacy budget "
        "limits what all answers together can reveal."
    )
)
found = desk().datasets()
steps.strip(navigation.current())
columns = st.columns(3) if found else st.columns(2)
for index, dataset in enumerate(found):
    with columns[index % 3]:
        dataset_card(dataset)
place_for = columns[len(found) % 3 :] if found and len(found) % 3 == 1 else st.columns(2) if found else columns
with place_for[0], st.container(border=True, height="stretch"):
    st.header(say("Try it on a sample table"), anchor=False)
    st.markdown(say("Made-up hospital visits: {public}, ready for questions.", public=navigation.PUBLIC))
    st.button(say("Try it on a sample table"), type="secondary" if found else "primary", on_click=try_sample)
with place_for[1], st.container(border=True, height="stretch"):
    st.header(say("Bring your own"), anchor=False)
    st.markdown(say("A CSV, TSV or Parquet file. No row of it is ever shown."))
    st.button(say("Load a table"), on_click=act(navigation.go), args=(navigation.LOAD,))
