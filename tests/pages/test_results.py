"""Results reads what it draws: answers may be large, and many, and a page of them is drawn at each click."""

from __future__ import annotations

import json

import pytest

import dpcore as dp
from dpcore.present.file import export
from dpcore.release.record import Release
from tests.pages.conftest import RESULTS
from tests.release.conftest import SCHEMA, visits

MANY = 23


@pytest.fixture
def parsed(screen, monkeypatch):
    """A page of Results over 23 answers; the keys of those that were read since."""
    screen.desk.add_dataset("visits", dp.read(visits(60)), schema=SCHEMA, budget=dp.Budget(epsilon=90.0, delta=1e-6))
    ages = [dp.Count(where=[dp.Condition("age", ">=", age)]) for age in range(MANY)]
    for age in ages:
        screen.desk.release("visits", dp.Plan([dp.Ask(age, mu=0.1)]))
    read, whole = [], Release.from_dict

    def noted(data):
        read.append(data["key"])
        return whole(data)

    monkeypatch.setattr(Release, "from_dict", noted)
    return screen, read


def newest(screen):
    """Every key, newest first."""
    return [one.key for one in reversed(screen.desk.releases("visits"))]


def test_only_what_is_drawn_is_read(parsed):
    screen, read = parsed
    keys = newest(screen)
    read.clear()
    screen.go(RESULTS)
    assert f"{MANY} answers" in screen.text
    assert {*read} == {*keys[:10]}
    read.clear()
    screen.at.session_state["results-page"] = 3
    screen.run()
    assert {*read} == {*keys[20:]}


def test_what_an_answer_may_be_compared_with_is_read_when_it_is_opened(parsed):
    screen, read = parsed
    screen.desk.update("visits", dp.read(visits(61)))
    ask = dp.Ask(dp.Count(where=[dp.Condition("age", ">=", 0)]), mu=0.1)
    again = screen.desk.release("visits", dp.Plan([ask]))[0]
    first = newest(screen)[-1]
    screen.go(RESULTS)
    assert [one.label for one in screen.at.expander].count("Compare") == 1
    read.clear()
    screen.run()
    assert again.key in read and first not in read
    screen.at.session_state[f"results-{again.id}-compare"] = True
    screen.run()
    assert first in read and "version 2 of the rows" in screen.text


def test_a_file_of_everything_is_read_when_it_is_asked_for(parsed, monkeypatch):
    screen, read = parsed
    made = []
    monkeypatch.setattr("streamlit.download_button", lambda label, data, *rest, **more: made.append((label, data)))
    keys = newest(screen)
    screen.go(RESULTS)
    read.clear()
    files = dict(made)
    assert read == []
    assert [one["key"] for one in json.loads(files["Everything as JSON"]())["releases"]] == keys == read[::-1]
    assert files["Everything as CSV"]() == export.long_csv([*reversed(screen.desk.releases("visits"))])
