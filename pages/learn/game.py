"""The distinguishing game: guess from a noisy count which of two public tables it came from."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dpcore.learn import game, game_picture
from dpcore.learn.picture import percent
from dpcore.text import Text, joined
from pages.learn import section
from pages.learn.picture import show
from pages.ui.errors import act
from pages.ui.language import say, translated
from pages.ui.markdown import plain
from pages.ui.session import session
from pages.ui.widget import kept

_STATE = "lesson-game"
_TALL = 240
_NAMES = {mechanism.name: mechanism for mechanism in game.MECHANISMS}


@st.fragment
def draw() -> None:
    """Draws the game, the score and the attacker's point on the curve."""
    st.header(say("Guess the table from a noisy count"), anchor=False)
    st.markdown(
        say(
            "Seven people, one question: how many have asthma? The count is {with_} with {person} in the "
            "table, and {without} without. You get a noisy count. Was {person} in?",
            with_=game.WITH,
            person=game.PERSON,
            without=game.WITHOUT,
        )
    )
    left, right = st.columns([2, 3], gap="large")
    with left:
        _tables()
    with right:
        mechanism, strength = _levers()
        with st.container(height=_TALL, border=False):  # of fixed height, so that nothing below moves
            _play(mechanism, strength)
    _attack(mechanism, strength)


def _tables() -> None:
    rows = [
        {
            say("name"): name,
            say("asthma"): say("yes") if ill else say("no"),
            say(game.NAMES[True]): "✓",
            say(game.NAMES[False]): "–" if name == game.PERSON else "✓",
        }
        for name, ill in game.TABLE
    ]
    st.table(rows, border="horizontal", hide_index=True)


def _levers() -> tuple[game.Mechanism, float]:
    """Draws the choice of noise, and the strength of the promise."""
    name = kept(
        st.selectbox,
        say("Noise"),
        list(_NAMES),
        key="lesson-noise",
        default="gaussian",
        format_func=lambda name: say(_NAMES[name].title),
        on_change=_fresh,
    )
    mechanism = _NAMES[name]
    strength = section.strength(mechanism.symbol, game.STRENGTHS, "lesson-strength", _fresh)
    st.caption(
        say(
            "The noise moves the count by about ± {spread:.2g}. In the long run nobody guesses more than "
            "{percent} right.",
            spread=mechanism.spread(strength),
            percent=percent(game.best(mechanism, strength)),
        )
    )
    return mechanism, float(strength)


def _play(mechanism: game.Mechanism, strength: float) -> None:
    """Draws one round: draw, guess, result."""
    state = _state()
    hand = state.get("round")
    if hand is None:
        st.button(say("Draw"), type="primary", key="lesson-draw", on_click=_draw, args=(mechanism, strength))
        if not state["played"]:
            st.markdown(say("A coin chooses the table, noise is added, and you see the sum."))
    else:
        st.metric(say("Noisy count"), hand.answer)
        with st.container(horizontal=True):
            st.button(say("{person} is in", person=game.PERSON), key="lesson-in", on_click=_guess, args=(True,))
            st.button(say("{person} is not in", person=game.PERSON), key="lesson-out", on_click=_guess, args=(False,))
    if state["said"]:
        st.markdown(plain(state["said"], 200))
    if state["played"]:
        st.markdown(say("**Score: {right} right of {played}**", right=state["right"], played=state["played"]))


def _attack(mechanism: game.Mechanism, strength: float) -> None:
    """Draws an attacker over many rounds, and the error rates that theory predicts."""
    st.header(say("Repeated guesses by an attacker"), anchor=False)
    st.markdown(
        say(
            'The attacker says "{person} is in" whenever the noisy count reaches a threshold. Move the '
            "threshold: the two error rates move along the trade-off curve. No attacker can get below the "
            "curve.",
            person=game.PERSON,
        )
    )
    played = _state().get("rounds")
    if played is not None and (played.mechanism, played.strength) != (mechanism, strength):
        st.info(say("The rounds played so far used different noise. Play again with this one."))
        played = None
    left, right = st.columns([2, 3], gap="large")
    with left:
        threshold = kept(
            st.slider,
            say('Say "{person} is in" from this count on', person=game.PERSON),
            game.WITHOUT - 6,
            game.WITH + 6,
            key="lesson-threshold",
            default=game.WITH,
        )
        st.button(
            say("Play {rounds:,} rounds", rounds=game.ROUNDS),
            key="lesson-rounds",
            type="secondary",
            on_click=_rounds,
            args=(mechanism, strength),
            help=say("Half of the rounds use each table. Each round draws new noise, exactly as for a real answer."),
        )
        st.caption(
            say("Ring: the promised error rates. Orange dot: the rates of the rounds, with their own margin of error.")
        )
    with right:
        show(game_picture.landing(mechanism, strength, threshold, played, translated), "lesson-landing")


def _state() -> dict[str, Any]:
    fresh = {"right": 0, "played": 0, "said": "", "round": None, "rounds": None}
    state: dict[str, Any] = session.setdefault(_STATE, fresh)
    return state


@act
def _fresh() -> None:
    """Reset the round and the score after a change of noise."""
    _state().update(right=0, played=0, said="", round=None)


@act
def _draw(mechanism: game.Mechanism, strength: float) -> None:
    state = _state()
    state["round"], state["said"] = game.deal(mechanism, strength), ""


@act
def _guess(present: bool) -> None:
    """Evaluate the guess; a second click finds no round and counts nothing."""
    state = _state()
    hand, state["round"] = state["round"], None
    if hand is None:
        return
    right = hand.present == present
    state["played"], state["right"] = state["played"] + 1, state["right"] + right
    count = game.WITH if hand.present else game.WITHOUT
    said = Text("Right: {truth}").key if right else Text("Wrong: {truth}").key
    truth = Text("{person} was not in.", person=game.PERSON)
    if hand.present:
        truth = Text("{person} was in.", person=game.PERSON)
    noise = Text("The count was {count}, the noise {noise:+d}.", count=count, noise=hand.answer - count)
    state["said"] = joined([Text(said, truth=truth), noise])


@act
def _rounds(mechanism: game.Mechanism, strength: float) -> None:
    _state()["rounds"] = game.play(mechanism, strength)
