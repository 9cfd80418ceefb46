"""The page "Which backend when" says which law a product gets: its examples get it, in the files that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpcore import tradeoff
from dpcore.tradeoff.composed import Composed
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.family.direction import Either
from dpcore.tradeoff.law import Law

PAGE = (Path(__file__).parents[2] / "docs/backends.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)` in `dpcore/([\w/]+)\.py` \|[^|]*\| `([^`]+)` \|", PAGE, re.MULTILINE)


def law_of(curve: Curve) -> Law:
    curve = curve.first if isinstance(curve, Either) else curve
    assert isinstance(curve, Composed)
    return curve.law()


@pytest.mark.parametrize(("name", "module", "example"), ROWS)
def test_an_example_gets_the_law_that_the_page_says(name: str, module: str, example: str) -> None:
    law = type(law_of(eval(example, {"tradeoff": tradeoff})))
    assert (law.__name__, law.__module__) == (name, "dpcore." + module.replace("/", "."))


def test_the_page_has_every_law() -> None:
    laws = {kind.__name__ for kind in Law.__subclasses__() if kind.__module__.startswith("dpcore.")}
    assert laws - {name for name, _, _ in ROWS} == {"OneStep"}  # one step on a sample: a part of `Halves`
