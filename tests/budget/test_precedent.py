"""The file of published deployments: complete, nothing filled in, read as it is written."""

from __future__ import annotations

import datetime as dt
import json
import math
from dataclasses import fields
from importlib.resources import files
from typing import get_args
from urllib.parse import urlsplit

import pytest

from dpcore.budget import precedent
from dpcore.budget.precedent import Precedent, Protected, Relation, Span, nearest, precedents
from dpcore.sensitivity.relation import Neighbors

ENTRIES = precedents()
RAW = json.loads((files("dpcore.budget") / "precedents.json").read_text(encoding="utf-8"))


def test_several_publishers_over_the_whole_range_that_is_used() -> None:
    assert len(ENTRIES) >= 6 and len({entry.publisher for entry in ENTRIES}) >= 4
    epsilons = [entry.epsilon for entry in ENTRIES]
    assert epsilons == sorted(epsilons) and epsilons[0] < 0.5 and epsilons[-1] > 10
    assert len({(entry.publisher, entry.release) for entry in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.release)
def test_each_entry_is_complete(entry: Precedent) -> None:
    assert all(text.strip() == text != "" for text in (entry.publisher, entry.release, entry.source))
    assert entry.quotes and all(quote.strip() == quote and 10 < len(quote) < 250 for quote in entry.quotes)
    address = urlsplit(entry.address)
    assert address.scheme == "https" and "." in address.netloc and len(address.path) > 3
    assert dt.date(2026, 1, 1) <= entry.read <= dt.datetime.now(dt.UTC).date()
    assert math.isfinite(entry.epsilon) and 0 < entry.epsilon < 100
    assert entry.delta is None or 0 <= entry.delta < 1e-3
    assert entry.unit in (None, *get_args(Protected))
    assert entry.period in (None, *get_args(Span))
    assert entry.relation in (None, *get_args(Relation)) and get_args(Relation) == get_args(Neighbors)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.release)
def test_the_source_says_the_epsilon_and_the_relation(entry: Precedent) -> None:
    """So no figure stands without words, and a relation is not filled in."""
    words = " ".join(entry.quotes)
    assert f"{entry.epsilon:g}" in words
    stated = {"add_remove": ("add", "delet", "remov"), "replace": ("bounded", "modification")}
    if entry.relation is not None:
        assert any(word in words for word in stated[entry.relation])


def test_the_file_has_every_field_of_each_entry_and_no_other() -> None:
    names = [field.name for field in fields(Precedent)]
    assert all(list(entry) == names for entry in RAW)
    assert any(None in entry.values() for entry in RAW)  # sources are silent about some of them
    with pytest.raises(TypeError):
        Precedent.from_dict({**RAW[0], "note": "more"})
    with pytest.raises(TypeError):
        Precedent.from_dict({name: value for name, value in RAW[0].items() if name != "delta"})


@pytest.mark.parametrize("epsilon", [0.01, 0.3, 1.0, 3.0, 90.0])
def test_the_nearest_are_nearest_by_ratio(epsilon: float) -> None:
    first, *others = nearest(epsilon, len(ENTRIES))
    ratio = max(first.epsilon / epsilon, epsilon / first.epsilon)
    assert all(max(entry.epsilon / epsilon, epsilon / entry.epsilon) >= ratio for entry in others)
    assert nearest(epsilon) == (first, others[0])


def test_the_file_is_read_once() -> None:
    assert precedent.precedents() is precedents()
