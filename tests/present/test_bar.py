"""The bar of a budget: drawn in shares, named in the reader's unit, inert, with a text alternative."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.budget.charge import Charge
from dpcore.budget.loss import Gaussian
from dpcore.budget.standing import Standing
from dpcore.present.chart.bar import bar
from dpcore.present.text.amount import Gauge

BUDGET = dp.Budget(epsilon=1.0, delta=1e-6)


def at(share: float, budget: dp.Budget = BUDGET) -> Standing:
    account = budget.account()
    spent = int(share * account.filters[-1].limit)
    return Standing(budget, account.add(Charge.of(Gaussian(Fraction(spent, ATTO))).booked) if spent else account)


def widths(html: str) -> list[float]:
    return [float(found) for found in re.findall(r"bottom:0;left:[\d.]+%;width:([\d.]+)%", html)]


@pytest.mark.parametrize("unit", ["epsilon", "share", "mu"])
def test_the_bar_is_drawn_in_shares_in_every_unit(unit: str) -> None:
    html = bar(Gauge(at(0.19).meter, unit), "charged", at(0.295).meter)  # type: ignore[arg-type]
    assert widths(html) == pytest.approx([19.0, 10.5], abs=0.01)


def test_ticks_name_the_unit_and_do_not_touch() -> None:
    for unit, names in (
        ("epsilon", ["0", "0.25", "0.5", "0.75", "1"]),
        ("share", ["0", "10 %", "25 %", "50 %", "75 %", "100 %"]),
    ):
        html = bar(Gauge(at(0.1).meter, unit), "charged")  # type: ignore[arg-type]
        spans = BeautifulSoup(html, "html.parser").find_all("span")
        found = [span.text for span in spans if span.text and not span.find("span")]
        assert found == names
    places = [float(one) for one in re.findall(r"top:5px;left:([\d.]+)%", bar(Gauge(at(0.1).meter), "x"))]
    assert all(later - earlier >= 7 for earlier, later in itertools.pairwise(places))


def test_reserved_releases_are_hatched() -> None:
    budget = dp.Budget(epsilon=1.0, delta=1e-6, slots=[dp.Slot("monthly", mu=0.1, times=2)])
    meter = Standing(budget, budget.account()).meter
    html = bar(Gauge(meter), "charged")
    assert "repeating-linear-gradient" in html
    assert widths(html)[1] == pytest.approx(100 * meter.reserved / meter.whole, abs=0.01)
    assert "repeating-linear-gradient" not in bar(Gauge(at(0.1).meter), "charged")


def test_the_alternative_is_escaped() -> None:
    html = bar(Gauge(at(0.1).meter), '"><script>x</script>', ticks=False)
    assert "<script" not in html
    assert BeautifulSoup(html, "html.parser").div["aria-label"] == '"><script>x</script>'  # type: ignore[index]
