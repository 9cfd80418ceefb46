"""Dataset: its description and who changed it, versions, who uses what, what was charged over time, plans, links."""

from urllib.parse import urlencode

import streamlit as st

from dpcore.present.dataset.charged import charged
from dpcore.present.dataset.usage import by_column, by_person
from dpcore.present.file.export import cell
from dpcore.present.page.fact import declaration
from dpcore.present.text import preset, words
from dpcore.present.text.amount import FIELDS
from dpcore.present.text.history import format_words
from dpcore.release.dataset import Dataset
from dpcore.table.column import Number
from dpcore.table.column import Text as TextColumn
from dpcore.text import Text
from pages.data import again
from pages.data.type_word import TYPES
from pages.ui import errors, navigation, role
from pages.ui.desk import desk
from pages.ui.language import say, translated
from pages.ui.markdown import plain, visible
from pages.ui.unit_menu import gauge

ROW, MOST, LATEST = 35, 530, 10


def _description(dataset: Dataset, uses: dict[str, int]) -> None:
    st.header(say("Description"), anchor=False)
    if dataset.table.expected_rows:
        st.caption(say("Expected number of rows: {rows:,}.", rows=dataset.table.expected_rows))
    rows, formats = [], dataset.kept.formats
    for name, column in dataset.table.schema.columns.items():
        told = declaration(name, column)
        free, known = isinstance(column, TextColumn), visible(told.known, 300)
        # a bound is no formula, and needs no apostrophe before its minus
        known = known.replace("-", "−") if isinstance(column, Number) else cell(known)
        rows.append(
            {
                say("column"): cell(visible(name, 100)),
                say("what is known"): say("free text, not asked about") if free else known,
                say("a missing value"): "" if free else cell(visible(told.missing, 100)),
                **(
                    {say("written as"): cell(visible(format_words(formats[name]) if name in formats else "", 100))}
                    if formats
                    else {}
                ),
                say("note"): cell(visible(dataset.table.notes.get(name, ""), 300)),
                say("questions"): uses.get(name, 0),
            }
        )
    height = min(ROW * (len(rows) + 1) + 3, MOST)
    widths = {say("column"): 120, say("what is known"): 470, say("a missing value"): 270, say("questions"): 90}
    config = {name: st.column_config.Column(width=width) for name, width in widths.items()}
    about = say("The columns as they are described")
    st.dataframe(rows, hide_index=True, height=height, column_config=config, alt=about)
    if role.at_least(dataset, "owner"):
        unused = [name for name in dataset.kept.columns if name not in dataset.table.schema]
        if unused:
            types = ", ".join(f"{visible(name, 40)} ({say(TYPES[dataset.kept.columns[name]])})" for name in unused[:20])
            more = "" if len(unused) <= 20 else ", …"
            st.caption(plain(Text("Kept with the rows, but not described: {columns}.", columns=types + more), 1_500))
        if dataset.kept.left_out:
            names = ", ".join(visible(name, 40) for name in dataset.kept.left_out[:20])
            more = "" if len(dataset.kept.left_out) <= 20 else ", …"
            # vital
            st.caption(plain(Text("Not kept with the rows, for good: {columns}.", columns=names + more), 1_500))


def _history(dataset: Dataset) -> None:
    st.header(say("Versions and descriptions"), anchor=False)
    lines, version, described = [], 0, 0
    for entry in desk().ledger(dataset.id):
        if entry.kind not in ("open", "version", "describe", "delete_rows"):
            continue
        version += entry.kind in ("open", "version")
        described += entry.kind in ("open", "describe")
        what = plain(again.told(entry, dataset), 1_500)
        place = Text("version {version} of the rows, description {described}", version=version, described=described)
        day, who = entry.time[:16].replace("T", " "), plain(entry.user, 100)
        lines.append(f"- **{day}** · {who} · {what}  \n  :gray[{plain(place)}]")
    st.markdown("\n".join(lines[: -LATEST - 1 : -1]))
    if len(lines) > LATEST:
        with st.expander(say("Earlier ones")):
            st.markdown("\n".join(lines[-LATEST - 1 :: -1]))


def _uses(dataset: Dataset) -> None:
    entries, shown = desk().ledger(dataset.id), gauge(desk().standing(dataset.id))
    st.header(say("Charged over time"), anchor=False)
    figure = charged(entries, shown, translated)
    if figure is None:
        st.caption(say("Nothing was charged yet."))
        return
    st.image(figure.svg, width=560, alt=say(figure.words))
    st.caption(plain(figure.words, 400))
    people = by_person(entries, shown.meter)
    field = FIELDS[shown.unit]
    price = say(field if shown.adds else Text("{unit} on its own", unit=field))
    rows = [
        {
            say("who"): cell(visible(use.user, 200)),
            say("questions"): use.questions,
            price: shown.value(use.amount, 1),
            say("last release (UTC)"): use.last[:16].replace("T", " "),
        }
        for use in people
    ]
    st.dataframe(rows, hide_index=True, alt=say("Who asked how many questions, and what they were charged"))


def _plans(dataset: Dataset) -> None:
    if role.at_least(dataset, "analyst"):
        st.header(say("Plans"), anchor=False)
        shelf = desk().plans(dataset.id).all
        if not shelf:
            st.caption(say("No plan is saved under a name."))
        for plan in shelf:
            with st.container(horizontal=True, vertical_alignment="center"):
                about = Text("by {author}, revision {revision}", author=plan.author, revision=plan.revision)
                st.markdown(f"**{plain(plan.name, 80)}** · {plain(about, 200)}", width="content")
                st.link_button(say("Open"), f"/ask?{urlencode({'dataset': dataset.id, 'plan': plan.id})}")
    shares = desk().sharing(dataset.id).all
    st.header(say("Links"), anchor=False)
    live = sum(share.state == "open" for share in shares)
    st.markdown(
        say("Nothing is shared yet.")
        if not shares
        else say(
            Text.counted(
                "{n} link to answers is open; {others} expired or were revoked.",
                "{n} links to answers are open; {others} expired or were revoked.",
                n=live,
                others=len(shares) - live,
            )
        )
    )
    st.page_link(navigation.PUBLISH, label=say("Publish"), icon=":material/share:")


st.title(say("Dataset"), anchor=False)
dataset = navigation.needed()
with st.container(horizontal=True, vertical_alignment="center"):
    st.header(plain(dataset.name), anchor=False, width="content")
    navigation.note(dataset)
    role.badge(dataset)
st.caption(plain(words.relation(dataset.table), 200))
if dataset.table.synthetic:
    st.caption(plain(preset.practised(dataset.budget, dataset.table), 600))
with st.container():  # always one block, so that what is below keeps its place
    errors.draw()
    again.said()
_description(dataset, dict(by_column(desk().ledger(dataset.id))))
if role.at_least(dataset, "owner"):
    again.offer(dataset)
_history(dataset)
_uses(dataset)
_plans(dataset)
