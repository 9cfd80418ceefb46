"""A public list of edges that is read from a file, from the form to the card with its picture."""

from __future__ import annotations

import pandas as pd
import pytest

import dpcore as dp
from tests.pages.conftest import ASK, RESULTS, Screen

CITIES = ["A", "B", "C", "D"]
ROADS = b"\xef\xbb\xbffrom;to\r\nA;B\r\nB;C\r\n\r\nC;D\r\nD;A\r\nB;A\r\n"


@pytest.fixture
def form(screen: Screen) -> Screen:
    rows = pd.DataFrame({"cost": [1.0, 2.0, 3.0], "origin": ["A", "B", "C"], "target": ["B", "C", "D"]})
    schema = dp.Schema(cost=dp.Number(0, 8), origin=dp.Category(CITIES), target=dp.Category(CITIES))
    screen.desk.add_dataset("roads", dp.read(rows), schema=schema, budget=dp.Budget(epsilon=4.0, delta=1e-6))
    screen.go(ASK).fill("Question", "spanning_tree")
    return screen.fill("Ends of an edge", ["origin", "target"])


def upload(screen: Screen, data: bytes) -> Screen:
    (box,) = [box for box in screen.at.file_uploader if "two columns of names" in box.label]
    box.upload("edges.csv", data)
    return screen.run()


def edges(screen: Screen) -> str:
    (box,) = [box for box in screen.at.text_area if box.label == "Edges"]
    return str(box.value)


def test_a_file_fills_in_the_list_which_is_asked_and_drawn(form: Screen) -> None:
    upload(form, ROADS)
    assert form.errors == [] and edges(form) == "A,B\nB,C\nC,D\nD,A\n"
    assert "5 pairs were read from the file" in form.text.replace("\\", "") and "heading" in form.text
    form.press("Add to the plan")
    assert form.errors == [] and "(vertices: 4, edges: 4)" in form.text.replace("\\", "")
    assert not form.at.info, "its error is private, whatever the number of rows"
    form.release()
    (release,) = form.desk.releases("roads")
    assert release.query.edges == (("A", "B"), ("A", "D"), ("B", "C"), ("C", "D"))
    form.go(RESULTS)
    assert form.errors == [] and len(form.at.metric) == 1, "the number"
    (picture,) = form.pictures
    assert "Picture of the public graph" in picture.alt and "public list of edges" in form.text


@pytest.mark.sample(2)
@pytest.mark.parametrize("data", [b"A\nB\n", "Zürich,B\n".encode("latin-1"), b"A,A\n", b""])
def test_a_faulty_file_is_one_sentence_and_leaves_the_form(form: Screen, data: bytes) -> None:
    form.fill("Edges", "A, B")
    upload(form, data)
    assert len(form.errors) == 1 and "  \n" in form.errors[0], "a sentence, and a hint"
    assert edges(form) == "A, B" and "were read" not in form.text
    upload(form, b"A,B\nB,C\n")
    assert form.errors == [] and edges(form) == "A,B\nB,C\n"
    form.fill("Edges", 'A, B\n"B, C')
    assert "were read" not in form.text, "what was read is no longer the list"
    form.press("Add to the plan")
    assert "Line 2 cannot be read" in form.errors[0] and edges(form) == 'A, B\n"B, C'
