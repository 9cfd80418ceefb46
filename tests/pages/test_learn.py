"""The Learn screen: games and figures on public tables, at no charge."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from dpcore.learn import game as lesson_game
from dpcore.learn.mistake import MISTAKES
from dpcore.noise import entropy
from dpcore.present.language.translation import languages
from dpcore.text import Text
from pages.learn import lesson
from pages.learn import mistake as lesson_mistake
from tests.language import only, write
from tests.pages.conftest import HOME

LEARN = "pages/learn/learn.py"
TITLES = list(lesson.LESSONS)


@pytest.fixture
def learn(screen, monkeypatch):
    """The open screen, with the same noise in every run."""
    monkeypatch.setattr(entropy, "_source", np.random.default_rng(7).bytes)
    return screen.go(LEARN)


def open_lesson(screen, title):
    screen.at.segmented_control(key="lesson").set_value(title).run()
    assert screen.errors == []
    return screen


def charts(screen):
    return [chart.proto for chart in screen.at.get("plotly_chart")]


def labels(screen):
    return [button.label for button in screen.at.button]


@pytest.mark.parametrize("title", TITLES)
def test_every_lesson_opens_without_a_dataset_and_its_charts_have_words(learn, title):
    open_lesson(learn, title)
    assert [heading.value for heading in learn.at.title] == ["Learn"]
    words = [markdown.value for markdown in learn.at.markdown]
    shown = charts(learn)
    assert len(shown) == {
        "The curve": 5,
        "Many looks": 2,
        "Functions": 4,
        "Adaptive noise": 5,
        "Gradients": 2,
        "Clusters": 2,
        "Famous mistakes": 0,
    }.get(title, 1)
    for chart in shown:
        assert chart.alt in words  # the sentence under it


@pytest.mark.parametrize("title", TITLES)
def test_no_paragraph_is_long(learn, title):
    open_lesson(learn, title)
    assert [text.value for text in learn.at.markdown if len(text.value) > 330] == []


def test_the_address_opens_a_lesson_and_an_unknown_one_opens_the_first(screen):
    screen.at.query_params["lesson"] = "Many looks"
    assert screen.go(LEARN).at.header[0].value == "A whole curve is released once"
    screen.at.query_params["lesson"] = "Nothing"
    assert screen.run().errors == []


def test_playing_charges_nothing(learn):
    learn.go(HOME).press("Try it on a sample table").go(LEARN)
    before = learn.meter
    learn.press("Draw").press(f"{lesson_game.PERSON} is in").press("Play 2,000 rounds")
    assert learn.meter == before
    assert [entry.kind for entry in learn.desk.ledger("sample")].count("charge") == 0


def test_a_guess_is_told_right_or_wrong_and_counted_once(learn):
    right = 0
    for played in range(1, 11):
        learn.press("Draw")
        noisy = int(learn.at.metric[0].value)
        learn.press(f"{lesson_game.PERSON} is in")
        said = next(text for text in learn.text.splitlines() if text.startswith(("Right", "Wrong")))
        count, noise = re.search(r"count was (\d), the noise ([+-]\d+)", said.replace("\\", "")).groups()
        assert int(count) + int(noise) == noisy
        assert said.startswith("Right") is (int(count) == lesson_game.WITH)
        right += said.startswith("Right")
        assert f"Score: {right} right of {played}" in learn.text
        assert f"{lesson_game.PERSON} is in" not in labels(learn)
    assert 0 < right < 10  # both tables were dealt


def test_another_noise_takes_card_and_score_away(learn):
    learn.press("Draw").press(f"{lesson_game.PERSON} is in").press("Draw")
    learn.fill("How easy may it be to tell?", 3.0)
    assert "Draw" in labels(learn)
    assert "Score" not in learn.text


def test_many_rounds_land_beside_the_promise_and_follow_the_threshold(learn):
    assert "rounds there were" not in charts(learn)[0].alt
    learn.press("Play 2,000 rounds")
    first = charts(learn)[0].alt
    assert "from 4 on has 30.9" in first
    assert "In 2,000 rounds there were" in first
    learn.at.slider(key="lesson-threshold").set_value(5).run()
    moved = charts(learn)[0].alt
    assert "from 5 on has 6.68" in moved
    assert "In 2,000 rounds there were" in moved
    learn.at.slider(key="lesson-threshold").set_value(4).run()
    assert charts(learn)[0].alt == first  # the same rounds, not new ones


def test_rounds_of_another_noise_are_not_shown_as_this_ones(learn):
    learn.press("Play 2,000 rounds").fill("Noise", "laplace")
    assert "different noise" in learn.at.info[0].value
    assert "rounds there were" not in charts(learn)[0].alt


def test_a_broken_promise_is_said(learn):
    open_lesson(learn, "The curve")
    assert "Broken" in charts(learn)[3].alt  # Laplace noise is not mu 1
    learn.fill("Promise", "epsilon")
    assert "Kept" in charts(learn)[3].alt
    learn.fill("Promise", "both")
    assert "at delta 0.01" in charts(learn)[3].alt


def test_paths_stay_until_others_are_asked_for(learn):
    open_lesson(learn, "Many looks")
    first = charts(learn)[0].alt
    learn.at.slider(key="lesson-places").set_value(5).run()
    learn.at.slider(key="lesson-places").set_value(3).run()
    assert charts(learn)[0].alt == first
    assert charts(learn.press("Draw other curves"))[0].alt != first


def test_the_epsilon_lesson_has_the_three_figures(learn):
    open_lesson(learn, "What epsilon allows")
    table = learn.at.table[0].value
    off = dict(zip(table["epsilon"], table["more by"], strict=True))
    assert [off[e].replace("\N{NO-BREAK SPACE}", " ") for e in ("0.1", "1", "3")] == ["0.5 %", "36 %", "402 %"]


def test_a_mistake_is_computed_when_it_is_opened_and_not_before(learn, monkeypatch):
    asked = []

    def watched(mistake):
        asked.append(mistake.name)
        return body(mistake)

    body = lesson_mistake._body
    monkeypatch.setattr(lesson_mistake, "_body", watched)
    open_lesson(learn, "Famous mistakes")
    assert len(learn.at.expander) == len(MISTAKES)
    assert asked == []
    learn.at.session_state["mistake-smooth-laplace"] = True
    learn.run()
    assert asked == ["smooth-laplace"]
    assert "0.19738" in list(learn.at.table[0].value["number"])


@pytest.mark.sample(7)
@pytest.mark.parametrize("mistake", [one.name for one in MISTAKES])
def test_every_mistake_opens(learn, mistake):
    open_lesson(learn, "Famous mistakes")
    learn.at.session_state[f"mistake-{mistake}"] = True
    learn.run()
    assert learn.errors == []
    assert len(learn.at.table) == 1
    assert "What Murmur does instead" in learn.text


def test_the_readers_table_is_drawn_and_one_that_is_none_is_said(learn):
    open_lesson(learn, "Adaptive noise")
    assert "noise of scale 1. " in charts(learn)[0].alt and "at least 1." in charts(learn)[0].alt
    learn.fill("Scale of the Laplace noise", "smooth")
    assert "at least 0.197." in charts(learn)[0].alt
    learn.fill("Your table: values from 0 to 1", "0.2, 0.4, 0.9")
    changed = charts(learn)[0].alt
    assert "at least 0.197" not in changed
    learn.fill("Your table: values from 0 to 1", "0.2, many")
    assert "must be numbers from 0 to 1" in learn.at.warning[0].value
    learn.fill("Your table: values from 0 to 1", "0.2, 0.4, 0.9")
    assert charts(learn)[0].alt == changed and not learn.at.warning


def test_a_moved_block_and_changed_weights_are_drawn(learn):
    open_lesson(learn, "Adaptive noise")
    assert "moves from 0.49 to 1." in charts(learn)[3].alt
    learn.at.slider(key="lesson-block").set_value(0.0).run()
    assert "moves from 0.49 to 0." in charts(learn)[3].alt
    assert "by 0.5, once k = 0" in charts(learn)[4].alt
    learn.at.slider(key="lesson-changes").set_value(9).run()
    assert "by 1, once k = 9" in charts(learn)[4].alt
    assert learn.errors == []


def test_log_normal_noise_is_drawn_at_each_beta(learn):
    open_lesson(learn, "Adaptive noise")
    assert "2.65 times the smooth sensitivity" in charts(learn)[2].alt
    learn.at.slider(key="lesson-lognormal").set_value(0.2).run()
    assert "4.2 times the smooth sensitivity" in charts(learn)[2].alt
    assert learn.errors == []


def test_the_same_path_is_read_at_more_points_and_another_on_request(learn):
    open_lesson(learn, "Functions")
    assert "10 points of one released curve" in charts(learn)[0].alt

    def read():
        return json.loads(charts(learn)[0].spec)["data"][-1]["y"]

    learn.fill("Points read", 1000)
    thousand = read()
    assert "1,000 points" in charts(learn)[0].alt and "whole curve has mu 1" in charts(learn)[0].alt
    learn.fill("Points read", 10).fill("Points read", 1000)
    assert read() == thousand
    learn.press("Draw another curve")
    assert read() != thousand


def test_smooth_noise_and_a_large_epsilon_are_said_to_fail(learn):
    open_lesson(learn, "Functions")
    assert "no end to it" in charts(learn)[1].alt
    learn.fill("Width of the noise's kernel (in widths of the bump)", 1.0)
    assert "the whole curve mu 1:" in charts(learn)[1].alt
    assert list(learn.at.table[0].value["nats"]) == ["0.0114", "0.27", "2.98", "14.4", "111"]
    learn.at.slider(key="lesson-constant").set_value(12.0).run()
    assert "false from epsilon 9.39" in charts(learn)[3].alt
    assert learn.errors == []


def test_a_gradient_is_read_with_less_likeness_under_more_noise(learn):
    open_lesson(learn, "Gradients")
    assert "One step has mu 1:" in charts(learn)[1].alt and "Clipped to norm 1 " in charts(learn)[0].alt
    first = charts(learn)[0].alt
    learn.fill("Noise, in multiples of that norm", 0.0)
    assert "record is 1.00" in charts(learn)[0].alt and "for certain" in charts(learn)[1].alt
    learn.fill("Noise, in multiples of that norm", 1.0).fill("Steps", 100)
    assert charts(learn)[0].alt == first  # the same noise, not new noise
    assert "have mu 10," in charts(learn)[1].alt
    assert charts(learn.press("Draw other noise"))[0].alt != first


def test_clusters_move_with_rounds_and_price_under_the_same_noise(learn):
    open_lesson(learn, "Clusters")
    first = charts(learn)[0].alt
    assert "Number of rounds: 5, price of all: mu 1. Each round has mu 0.447" in first
    learn.at.slider(key="lesson-rounds-of-clusters").set_value(4).run()
    assert "Each round has mu 0.5" in charts(learn)[0].alt and "after the last mu 1" in charts(learn)[1].alt
    learn.fill("Price of all rounds", 4.0)
    assert "Each round has mu 2" in charts(learn)[0].alt
    learn.fill("Price of all rounds", 1.0).at.slider(key="lesson-rounds-of-clusters").set_value(5).run()
    assert charts(learn)[0].alt == first
    assert charts(learn.press("Draw other noise"))[0].alt != first


def test_the_address_names_a_lesson_in_english_whatever_the_language(screen, tmp_path):
    write(tmp_path, "fr")
    with only(tmp_path):
        address_in_french(screen)


def address_in_french(screen):
    screen.at.query_params["lang"] = "fr"
    screen.at.query_params["lesson"] = "Gradients"
    screen.go(LEARN)
    french = screen.at.header[0].value
    assert french == languages()["fr"].say(Text("What a gradient gives away")) != "What a gradient gives away"
    open_lesson(screen, languages()["fr"].say(Text("Clusters")))
    assert screen.at.query_params["lesson"] == "Clusters"
    assert screen.run().at.header[0].value != french
    screen.at.query_params["lesson"] = "Gradients"  # as by going back
    assert screen.run().at.header[0].value == french
    assert screen.go(HOME).errors == [] and screen.go(LEARN).at.header[0].value == french
