"""Finding a question: by typing what one wants to know, or by a topic. The form below is filled from what was typed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dpcore.present.chart.topic_picture import WIDTH, sketch
from dpcore.present.find import phrase
from dpcore.present.find.kind_search import LONGEST, found
from dpcore.queries import QUERIES, Query
from dpcore.queries.question.topic import TOPICS
from dpcore.table.schema import Schema
from pages.ask import query_fill
from pages.ask.query_form import KINDS
from pages.ui.errors import act
from pages.ui.language import language, say
from pages.ui.session import session

SHOWN = 5
_TILE = WIDTH
"""Pixels: eight beside each other on a desktop, two on a phone."""


def finder(schema: Schema, key: str, *, seen: bool) -> None:
    """Draws the field for a phrase and what it found, or the topics. key: of the form that is filled.

    seen: whether the box is open; the pictures of a closed one would only cost time.
    """
    st.text_input(
        say("What do you want to know?"),
        key=f"{key}-phrase",
        placeholder=say("for example: average income by region"),
        icon=":material/search:",
        max_chars=LONGEST,
        on_change=_search,
        args=(schema, key),
        help=say(
            "In your own words. Columns that are named are filled in, groups after “by”, and filters such as "
            "“where age >= 65”."
        ),
    )
    session.pop(f"{key}-unseen", None)
    typed, topic = session.get(f"{key}-phrase", ""), session.get(f"{key}-topic")
    if typed.strip():
        _found(schema, key, typed)
    elif topic is not None:
        _kinds_of(key, topic)
    elif not session.get(f"{key}-picked"):
        if seen:
            _topics(key)
    else:
        st.button(say("Topics"), icon=":material/apps:", type="tertiary", on_click=_topic, args=(key, None))


def unseen(key: str) -> bool:
    """From a callback: whether the form was filled from a phrase after it was drawn, so that nobody has seen it."""
    return bool(session.get(f"{key}-unseen"))


def reset(key: str) -> None:
    """From a callback: the next question is looked for from the start."""
    session[f"{key}-phrase"] = ""
    for name in ("topic", "picked"):
        session.pop(f"{key}-{name}", None)


def kinds_of(name: str) -> list[type[Query]]:
    """The kinds of questions under a topic."""
    return [kind for kind in QUERIES if name in (topic.name for topic in kind.topics)]


def _matches(schema: Schema, typed: str) -> list[type[Query]]:
    """The kinds that fit the words beside names of columns; if these say nothing, the named columns and groups."""
    said = phrase.read(typed, schema)
    matches = found(said.rest, language()) or phrase.likely(said, schema) or found(typed, language())
    return phrase.fitting(matches, said, schema)


@act
def _search(schema: Schema, key: str) -> None:
    """Fills the form with the best match; a phrase without a match leaves it as it is."""
    typed = session[f"{key}-phrase"]
    session.pop(f"{key}-topic", None)
    session[f"{key}-unseen"] = True
    if matches := _matches(schema, typed):
        _pick(schema, key, matches[0], typed)


def _pick(schema: Schema, key: str, kind: type[Query], typed: str) -> None:
    said = phrase.values(kind, phrase.read(typed, schema), schema) if typed.strip() else {}
    query_fill.begin(schema, kind, said, key)
    session[f"{key}-picked"] = True


def _found(schema: Schema, key: str, typed: str) -> None:
    matches = [kind.name for kind in _matches(schema, typed)[:SHOWN]]
    if not matches:
        st.caption(say("These words are not known. Try others, or choose the question from the list."))
        return
    now = session.get(f"{key}-kind")
    session[f"{key}-match"] = now if now in matches else None
    _choice(say("Found"), matches, f"{key}-match", (schema, key, typed))
    if phrase.read(typed, schema).unread:
        # vital
        st.caption(say(":material/filter_alt_off: A filter in these words was not understood. Add it below."))


def _choice(label: str, names: Sequence[str], key: str, args: tuple[Schema, str, str]) -> None:
    st.pills(
        label,
        names,
        format_func=lambda name: say(KINDS[name].title) if name in KINDS else name,
        key=key,
        on_change=_matched,
        args=args,
    )


@act
def _matched(schema: Schema, key: str, typed: str) -> None:
    if (name := session[f"{key}-match"]) in KINDS:
        _pick(schema, key, KINDS[name], typed)


def _topics(key: str) -> None:
    """Draws a tile for each topic: picture, name, sentence."""
    with st.container(horizontal=True, gap="small", key="topics"):
        for topic in TOPICS:
            with st.container(width=_TILE, gap="xxsmall"):
                st.image(sketch(topic.name), width=WIDTH - 16, alt="")
                st.button(
                    say(topic.title),
                    key=f"{key}-topic-{topic.name}",
                    type="tertiary",
                    on_click=_topic,
                    args=(key, topic.name),
                )
                st.caption(say(topic.help))


@act
def _topic(key: str, name: str | None) -> None:
    for old in ("topic", "picked", "of-topic"):
        session.pop(f"{key}-{old}", None)
    if name is not None:
        session[f"{key}-topic"] = name


def _kinds_of(key: str, name: str) -> None:
    """Draws the questions under a topic, each with what it tells."""
    topic = next(each for each in TOPICS if each.name == name)
    kinds = kinds_of(name)
    st.radio(
        say(topic.title),
        [kind.name for kind in kinds],
        index=None,
        format_func=lambda each: say(KINDS[each].title) if each in KINDS else each,
        captions=[say(kind.help) for kind in kinds],
        key=f"{key}-of-topic",
        on_change=_of_topic,
        args=(key,),
    )
    st.button(say("Topics"), icon=":material/arrow_back:", type="tertiary", on_click=_topic, args=(key, None))


@act
def _of_topic(key: str) -> None:
    if (name := session[f"{key}-of-topic"]) in KINDS:
        session[f"{key}-kind"] = name
        session.pop(f"{key}-topic", None)
        session[f"{key}-picked"] = True
