"""Results: every release as a card, newest first; free post-processing, another measurement, files."""

from dataclasses import replace

import streamlit as st

from dpcore.present import answers, export
from pages.ui import answer, job, place
from pages.ui.desk import desk
from pages.ui.text import plain
from pages.ui.trouble import show

PAGE = 10

st.title("Results", anchor=False)
opened = place.needed()

datasets = {dataset.id: dataset for dataset in desk().datasets()}
shown = [opened]
if len(datasets) > 1 and st.toggle("All datasets", key="results-all"):
    shown = list(datasets.values())

running = job.current(opened.id)
if running is not None and not running.done.is_set():
    job.watch(opened.id)
elif running is not None and running.trouble:
    show(running.trouble)

found = [(dataset, release) for dataset in shown for release in answers.all_of(desk().releases(dataset.id))]
found.sort(key=lambda pair: -pair[1].seq)
if not found:
    st.markdown("Nothing has been released yet.")
    st.page_link(place.ASK, label="Ask a question", icon=":material/arrow_forward:")
    st.stop()

every = [release for _, release in found]
# Under the names that tell datasets apart: what was recorded under one name may be of two.
named = [replace(release, dataset=dataset.name) for dataset, release in found]
with st.container(horizontal=True, vertical_alignment="center"):
    st.header(f"{len(found)} answers, newest first" if len(found) > 1 else "1 answer", anchor=False, width="stretch")
    name = answer.stem(opened)
    st.download_button(
        "Everything as CSV",
        lambda: export.long_csv(every),
        f"{name}.csv",
        "text/csv",
        "all-csv",
        on_click="ignore",
        icon=":material/download:",
    )
    st.download_button(
        "Everything as JSON",
        lambda: export.to_json(every),
        f"{name}.json",
        "application/json",
        "all-json",
        on_click="ignore",
        icon=":material/download:",
    )

pages = -(-len(found) // PAGE)
at = st.pagination(pages, key="results-page") if pages > 1 else 1
for dataset, release in found[(at - 1) * PAGE : at * PAGE]:
    if len(shown) > 1:
        st.caption(plain(dataset.name))
    answer.card(dataset, release, "results", others=named)
