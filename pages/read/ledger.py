"""Ledger: what was promised, what is spent and left, every charge; the owner's acts."""

import streamlit as st

from dpcore.present import history, words
from pages.ui import owner, place, trouble
from pages.ui.desk import desk
from pages.ui.text import plain, sentence, visible

st.title("Ledger", anchor=False)
dataset = place.needed()
standing = desk().standing(dataset.name)

with st.container(horizontal=True, vertical_alignment="center"):
    st.subheader(plain(dataset.name), anchor=False, width="content")
    place.note(dataset)
st.markdown(f"**{plain(words.meter(standing, dataset.table))}**")
st.caption(sentence(plain(words.relation(dataset.table), 200)) + ".")
st.markdown(plain(words.odds(dataset.budget), 400))

if standing.live:
    at = f" at delta {standing.total.delta:g}" if standing.total.delta else ""
    total, spent, left = standing.total, standing.spent, standing.remaining
    for column, name, loss in zip(st.columns(3), ("Promised", "Spent", "Left"), (total, spent, left), strict=True):
        mu = "" if loss.mu is None else f"mu {loss.mu:.3g}"
        column.metric(name, f"epsilon {loss.epsilon:.3g}", mu or None, delta_color="off", delta_arrow="off")
    live = " and ".join({"gaussian": "Gaussian (mu)", "pure": "pure (epsilon)"}[name] for name in standing.live)
    st.caption(
        f"Epsilon{at}. Told by the {standing.filter} filter, which has most left; alive: {live}. "
        f"All answers together never cost more than {history.budget(dataset.budget)}."
    )

st.header("Entries", anchor=False)
lines = [history.line(entry) for entry in reversed(desk().ledger(dataset.name)) if entry.kind != "answer"]
rows = [
    {
        "no.": line.seq,
        "when (UTC)": line.time,
        "by": visible(line.user),
        "what": visible(f"{line.what}: {'; '.join(line.questions)}" if line.questions else line.what, 300),
        "price": line.price,
        "hash": line.hash,
    }
    for line in lines
]
st.dataframe(rows, hide_index=True, alt="Every entry of this dataset, newest first")
with st.container():  # there even when empty, so that an open form below stays open
    trouble.draw()
owner.acts(dataset)
