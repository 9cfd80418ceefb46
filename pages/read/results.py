"""Results: a list to find answers in, and each as a card: free post-processing, another measurement, files."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from dpcore.present import answers
from dpcore.present.answers import Listed
from dpcore.present.file import export
from dpcore.present.text import reading
from dpcore.release.combine import Unread
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release
from dpcore.text import Text, joined
from pages.read import library
from pages.ui import job, navigation
from pages.ui.card import release_card
from pages.ui.desk import desk
from pages.ui.errors import show
from pages.ui.language import say
from pages.ui.markdown import plain

PAGE = 10


def read(dataset: Dataset, answer: Listed) -> list[Release]:
    """Read the answer itself, which may be large; only shown answers are read."""
    return answers.all_of(own.releases(dataset.id, answer.keys))


def others(than: Listed) -> list[Release]:
    """The other answers to its question, with the current names of their datasets, which tell them apart."""
    same = [(dataset, answer) for dataset, answer in listed if answer.question == than.question and answer is not than]
    return [replace(release, dataset=dataset.name) for dataset, answer in same for release in read(dataset, answer)]


def every() -> tuple[list[Release], list[Unread]]:
    """All answers, newest first, for a file: read on request, for a user who may read them then.

    Also the answers of another version of the program.
    """
    releases, unread = list[Release](), list[Unread]()
    for dataset in shown:
        readable = own.releases(dataset.id)
        releases += answers.all_of(readable)
        unread += own.unread(dataset.id, {release.key for release in readable})
    return sorted(releases, key=lambda release: -release.seq), unread


def address(one: library.Item) -> Callable[[], None] | None:
    """Draws the link to an answer that stands among others."""
    return None if few or item is not None else partial(library.address, one)


def counted(seen: int, whole: int) -> str:
    """How many answers are shown."""
    if seen < whole:
        return say("{seen} of {count} answers", seen=seen, count=whole)
    if whole == 1:
        return say("1 answer")
    return say("{count} answers, newest first", count=whole) if few else say("{count} answers", count=whole)


st.title(say("Results"), anchor=False)
opened, own = navigation.needed(), desk()

datasets = {dataset.id: dataset for dataset in own.datasets()}
shown = [opened]
if len(datasets) > 1 and st.toggle(say("All datasets"), key="results-all"):
    shown = list(datasets.values())

running = job.current(opened.id)
if running is not None and not running.done.is_set():
    job.watch(opened.id)
elif running is not None and running.trouble:
    show(running.trouble)

listed = [(dataset, answer) for dataset in shown for answer in answers.listed(own.ledger(dataset.id))]
listed.sort(key=lambda pair: -pair[1].seq)
if not listed:
    st.markdown(say("Nothing has been released yet."))
    st.page_link(navigation.ASK, label=say("Ask a question"), icon=":material/arrow_forward:")
    st.stop()

every_item = library.items(listed)
item = library.alone(every_item)
few = len(every_item) <= library.FEW
left = [item] if item is not None else every_item if few else library.narrowed(every_item)
picked = [] if few or item is not None or not left else library.chosen(left)

with st.container(horizontal=True, vertical_alignment="center"):
    if item is None:
        st.header(counted(len(picked or left), len(listed)), anchor=False, width="stretch")
    name = release_card.stem(opened)
    for label, kind, made in (
        (say("Everything as CSV"), "text/csv", lambda: export.long_csv(*every())),
        (say("Everything as JSON"), "application/json", lambda: export.to_json(*every())),
    ):
        ending = kind.rpartition("/")[2]
        st.download_button(
            label,
            made,
            f"{name}.{ending}",
            kind,
            f"all-{ending}",
            on_click="ignore",
            icon=":material/download:",
        )

for dataset in shown:
    said = reading.earlier(dataset, {answer.version for of, answer in listed if of.id == dataset.id})
    if said:
        st.caption(plain(joined([Text("{name}:", name=dataset.name), said]) if len(shown) > 1 else said, 1000))

times = Counter(answer.question for _, answer in listed)
drawn = picked or left
pages = -(-len(drawn) // PAGE)
at = st.pagination(pages, key="results-page") if pages > 1 else 1
side = st.columns(2) if len(picked) == 2 else None  # two answers stand side by side
for place, one in enumerate(drawn[(at - 1) * PAGE : at * PAGE]):
    with st.container() if side is None else side[place]:
        if len(shown) > 1:
            st.caption(plain(one.dataset.name))
        compared = partial(others, one.answer) if times[one.answer.question] > 1 else None
        releases = read(one.dataset, one.answer)
        for release in releases:
            release_card.card(
                one.dataset, release, "results", others=compared, narrow=side is not None, address=address(one)
            )
        if not releases:
            release_card.unknown(one.answer)
