"""A release as a card: chart or number, table, meaning, free views, files, another measurement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from dpcore.plan.exchange import charge_at, price_for, typed
from dpcore.present.answers import Listed
from dpcore.present.file import export, picture_file
from dpcore.present.shape import adjust
from dpcore.present.text import amount, price, term
from dpcore.present.text.amount import Gauge
from dpcore.release.dataset import Dataset
from dpcore.release.measurement import margin_bought, margin_of
from dpcore.release.record import Release
from dpcore.result.view import Setting
from dpcore.table.table import Table
from dpcore.text import joined
from pages.ui import job, navigation, role
from pages.ui.card import comparison, publish_form
from pages.ui.card.reading import read
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import language, say
from pages.ui.markdown import plain, sentence
from pages.ui.plan import measured
from pages.ui.session import session
from pages.ui.unit_menu import gauge

LEAST, MOST = 1e-6, 100.0
"""Allowed prices of another measurement."""


def card(
    dataset: Dataset,
    release: Release,
    key: str,
    *,
    again: bool = True,
    others: Callable[[], Sequence[Release]] | None = None,
    narrow: bool = False,
    address: Callable[[], None] | None = None,
) -> None:
    """Draws one answer. again: offer another measurement. others: as for `comparison.offer`. narrow: see `reading`.

    address: draws the link to this answer alone.
    """
    key = f"{key}-{release.id}"
    with st.container(border=True, key=f"card-{key}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader(plain(release.sentence, 120), anchor=False, width="stretch")
            navigation.note(dataset)
        adjusted, touched = _switched(release, key)
        read(adjusted, key, gauge(desk().standing(dataset.id)), touched, narrow)
        if age := _age(dataset, release):
            st.caption(age)
        comparison.offer(replace(release, dataset=dataset.name), others, key)
        with st.container(horizontal=True, vertical_alignment="center"):
            _files(dataset, adjusted, key)
            if role.at_least(dataset, "analyst"):
                st.button(
                    say("Publish…"),
                    icon=":material/link:",
                    key=f"{key}-publish",
                    on_click=_publish,
                    args=(dataset, release),
                )
                if again and _is_measurable(dataset, release):
                    _again(dataset, release, key)
            if address is not None:
                address()


def folded(dataset: Dataset, release: Release, key: str, *, again: bool = True) -> None:
    """Draws the title of an answer; the card is drawn when it is opened, so that a page of many is there at once."""
    box = st.expander(plain(release.sentence, 120), key=f"{key}-{release.id}-folded", on_change="rerun")
    if box.open:
        with box:
            card(dataset, release, key, again=again)


def unknown(listed: Listed) -> None:
    """Draws a placeholder for an answer that this version of the program cannot read."""
    with st.container(border=True):
        st.subheader(plain(listed.words, 120), anchor=False)
        st.markdown(
            say(
                "Ledger entry {seq} paid for this answer. It was written by another version of the program, and "
                "this one cannot read it. It is kept as it was stored; update the program to see it.",
                seq=listed.seq,
            )
        )


def _is_measurable(dataset: Dataset, release: Release) -> bool:
    """Whether another measurement can be paid and combined with this answer."""
    return dataset.has_rows and release.query.combines and not release.exact and dataset.asks_again(release)


@act
def _publish(dataset: Dataset, release: Release) -> None:
    navigation.choose(dataset.id)
    publish_form.choose(dataset, [release.key])
    navigation.go(navigation.PUBLISH)


def _switched(release: Release, key: str) -> tuple[adjust.Adjusted, bool]:
    """Draws the switches of the free views, and of the chart.

    Returns the answer with the chosen views applied, and whether its chart can be pointed at. Without that, pictures
    are drawn as they are published: they are there at once, where ten charts take seconds.
    """
    chosen = {setting.name: _chosen(setting, f"{key}-{setting.name}") for setting in adjust.settings(release)}
    with st.container(horizontal=True):
        wanted = [
            view.name
            for view in adjust.views(release)
            if st.toggle(say(view.title), view.default, key=f"{key}-{view.name}", help=say(view.help))
        ]
        drawn = release.result.size > 1 or release.result.pictured
        touched = drawn and st.toggle(
            say("Values under the pointer"),
            key=f"{key}-touched",
            help=say("Draws the chart so that it can be pointed at and enlarged."),
        )
    return adjust.adjust(release, wanted, chosen), touched


def _chosen(setting: Setting, key: str) -> Any:
    """Draws a switch for a setting that is on or off, a slider for any other; returns the choice."""
    if isinstance(setting.choices[0][0], bool):
        return st.toggle(say(setting.title), setting.choices[0][0], key=key, help=say(setting.help))
    values, titles = zip(*((value, say(text)) for value, text in setting.choices), strict=True)
    # by its place: Streamlit takes a choice that is a pair for the two ends of a range
    places = range(len(values))
    place = st.select_slider(
        say(setting.title), places, format_func=titles.__getitem__, key=key, help=say(setting.help)
    )
    return values[place]


def _age(dataset: Dataset, release: Release) -> str:
    """A note with the declaration time of a version read in place, whose rows may have changed since."""
    if release.dataset_version != dataset.version or not dataset.in_place:
        return ""
    when = dataset.since[:16].replace("T", " ")
    return say(
        "Version {version} of the rows is read in place, declared {when}. The rows may have changed between then and "
        "this answer.",
        version=dataset.version,
        when=when,
    )


def stem(dataset: Dataset, release: Release | None = None) -> str:
    """A file name that contains nothing about a row."""
    made_up = "-" + navigation.PUBLIC.replace(" ", "-") if dataset.table.synthetic else ""
    return f"murmur-{release.id if release else 'answers'}{made_up}"


def _files(dataset: Dataset, adjusted: adjust.Adjusted, key: str) -> None:
    release, say_ = adjusted.release, language().say
    files: dict[str, tuple[str, Callable[[], str | bytes]]] = {
        "CSV": ("text/csv", lambda: export.to_csv(release)),
        "JSON": ("application/json", lambda: export.to_json([release])),
    }
    if adjusted.result.size > 1 or adjusted.result.pictured:
        files["SVG"] = ("image/svg+xml", lambda: picture_file.to_svg(adjusted, dataset.name, say=say_) or b"")
    for name, (kind, made) in files.items():
        st.download_button(
            name,
            made,
            f"{stem(dataset, release)}.{name.lower()}",
            kind,
            f"{key}-{name.lower()}",
            on_click="ignore",
            icon=":material/download:",
            help=say("The chart with its title, margin of error, source and date.") if name == "SVG" else None,
        )


def _again(dataset: Dataset, release: Release, key: str) -> None:
    """Draws the form for another measurement, combined with the existing ones."""
    currency = release.kind.currency
    with st.popover(say("Measure again"), icon=":material/refresh:"):
        st.markdown(say("Pay for one more measurement; all are combined into one better answer."))
        shown, table = gauge(desk().standing(dataset.id)), release.facts_table
        usual = price.booked(release, shown.meter)
        entered = st.number_input(
            say("Price ({unit})", unit=amount.FIELDS[shown.unit]),
            0.0,
            None,
            shown.typed(usual) if usual else None,
            format="%.4g",
            step=None,
            key=f"{key}-price-{shown.unit}",
            help=say(joined([term.PRICE, term.UNITS])),
        )
        if not entered:
            st.caption(say("Enter a price."))
            return
        cost = _cost(release, table, shown, entered, usual)
        now, after = margin_of(release), margin_bought(release, cost)
        st.markdown(f"**{plain(measured.change(release.query, now, after, release.facts_table), 200)}**")
        if after.typical >= now.typical:
            st.caption(say("At a price this low the margin does not become smaller. Pay more, or keep the answer."))
        charge = charge_at(release.query, table, release.kind.of(cost))
        leaves = price.leaves(desk().standing(dataset.id), dataset.table, charge, shown.unit)
        st.caption(plain(sentence(leaves), 200))
        ticket = session.setdefault(f"{key}-ticket", job.ticket())
        st.button(
            say("Measure again for this price"),
            key=f"{key}-again",
            on_click=_measure,
            args=(dataset, release, currency, cost, ticket, f"{key}-ticket"),
        )


def _cost(release: Release, table: Table, shown: Gauge, entered: float, usual: int | None) -> float:
    """The price in mu or epsilon that books what was typed; the earlier price where the field was not changed."""
    if usual and entered == shown.typed(usual):
        return min(max(release.paid.amount, LEAST), MOST)
    return max(typed(price_for(release.query, table, release.kind, shown.amount(entered), shown.meter)), LEAST)


@act
def _measure(dataset: Dataset, release: Release, currency: str, cost: float, ticket: str, key: str) -> None:
    session.pop(key, None)
    own = desk()
    mu, epsilon = (cost, None) if currency == "mu" else (None, cost)
    job.begin(ticket, dataset.id, lambda progress, cancel: [own.remeasure(release, mu=mu, epsilon=epsilon)])
