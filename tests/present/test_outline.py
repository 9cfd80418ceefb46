"""A tree drawn as an outline: the same nodes by Plotly and as SVG, wires from parents, large trees cut, words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import outline, plotly, svg
from dpcore.present.chart.picture import Outline
from dpcore.present.shape import fitted_picture
from dpcore.present.text.margin import alt
from dpcore.release.record import Release


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Release]]:
    chance = np.random.default_rng(2)
    rows = pd.DataFrame({
        "age": chance.integers(0, 121, 20_000),
        "ward": chance.choice(["A", "<b>", "=1+1"], 20_000),
        "old": chance.random(20_000) < 0.5,
    })  # fmt: skip
    sick = chance.random(20_000) < np.where(rows.age < 60, 0.2, 0.7) - 0.1 * (rows.ward == "A")
    kind = np.where(sick, "ill", np.where(rows.ward == "A", "well", "fit"))
    schema = dp.Schema(
        age=dp.Number(0, 120, integer=True),
        ward=dp.Category(["A", "<b>", "=1+1"]),
        old=dp.Flag(),
        sick=dp.Flag(),
        kind=dp.Category(["ill", "well", "fit"]),
    )
    with dp.Desk(home=Path(tmp_path_factory.mktemp("desk"))) as desk:
        budget = dp.Budget(5.0, 1e-6)
        desk.add_dataset("t", dp.read(rows.assign(sick=sick, kind=kind)), schema=schema, budget=budget)
        asks = [dp.DecisionTree(target, ["age", "ward", "old"], 3) for target in ("sick", "kind")]
        asks.append(dp.DecisionTree("sick", ["old"], 1))
        yield desk.release("t", dp.Plan([dp.Ask(ask, mu=0.5) for ask in asks]))


def drawn(answer: Release) -> Outline:
    picture = shape.picture(answer)
    assert picture is not None and isinstance(picture.across, Outline)
    return picture.across


def test_both_drawings_have_every_node_of_the_table(answers: list[Release]) -> None:
    for answer in answers:
        tree, parts = drawn(answer), [part for part in answer.keys["part"] if part != "fit"]
        assert len(tree.names) == len(dict.fromkeys(parts))
        picture, figure = svg.chart(shape.picture(answer), "words"), plotly.chart(answer)
        assert picture is not None and figure is not None
        texts = [node.text for node in ElementTree.fromstring(str(picture)).iter() if node.tag.endswith("text")]
        notes = [note.text for note in figure.layout.annotations]
        for name, label in zip(tree.names, tree.labels, strict=True):
            assert name in texts and label in texts
            assert plotly.plain(name) in notes and plotly.plain(label) in notes
    assert len(drawn(answers[0]).names) > 5 and drawn(answers[2]).names == ("all rows",)


def test_wires_lead_from_parents_to_children_below(answers: list[Release]) -> None:
    tree = drawn(answers[0])
    across = [wire for wire in outline.wires(tree) if wire[1] == wire[3]]
    down = [wire for wire in outline.wires(tree) if wire[0] == wire[2]]
    assert len(across) == len(tree.names) - 1 and len(down) == len({parent for parent in tree.parents if parent >= 0})
    assert all(y1 < y2 for _, y1, _, y2 in down) and all(x1 < x2 for x1, _, x2, _ in across)
    assert outline.depths(tree) == [name.count(" · ") + (name != "all rows") for name in _parts(answers[0])]
    assert outline.height(tree) > max(y for _, y, _, _ in outline.texts(tree)) + 16


def _parts(answer: Release) -> list[str]:
    return [str(part) for part in dict.fromkeys(answer.keys["part"]) if part != "fit"]


def test_the_share_of_the_most_frequent_label_is_drawn(answers: list[Release]) -> None:
    table = answers[1].table
    first = table[table.part == "all rows"]
    shares = first[first.variable.str.startswith("share")]
    picture = shape.picture(answers[1])
    assert picture is not None and picture.first.value[0] == shares.estimate.max()
    assert drawn(answers[1]).labels[0].startswith("ill: ")


def test_of_a_large_tree_the_upper_levels_are_drawn(answers: list[Release], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = drawn(answers[0])
    monkeypatch.setattr(fitted_picture, "MOST_NODES", 3)
    tree = drawn(answers[0])
    assert len(tree.names) == 3 < len(whole.names) and tree.parents == (-1, 0, 0)
    assert all("more below" in note or "doubtful" in note for note in tree.notes[1:])


def test_the_words_for_those_who_do_not_see_it_name_the_leaves(answers: list[Release]) -> None:
    words = alt(answers[0])
    assert "Leaves: age below 61" in words and "share with sick" in words
    assert "all rows: share with sick" in alt(answers[2])
