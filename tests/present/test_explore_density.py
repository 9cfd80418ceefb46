"""The figures and sentences about the error of a density: inside their axes at the ends of all levers."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import simpson

from dpcore.plan.risk import risk
from dpcore.plan.risk.draw import drawn
from dpcore.plan.risk.risk import Setting
from dpcore.plan.risk.shape import SHAPES
from dpcore.present.explore import density, density_words
from dpcore.present.explore.figure import Figure

USUAL = Setting(SHAPES[0], 10_000, 0.24)
ENDS = list(itertools.product((SHAPES[0], SHAPES[3]), (100, 10**9), (1e-3, 3.0), (1, 2), ("own", "any")))


def inside(figure: Figure) -> None:
    dots = re.findall(r"<circle cx='([\d.-]+)' cy='([\d.-]+)'", figure.svg)
    assert len(dots) >= 2
    for across, down in dots:
        assert 58 <= float(across) <= 398 and 34 <= float(down) <= 270
    for text in re.findall(r"<text[^>]*>(?:<tspan[^>]*>[^<]*</tspan>)?([^<]*)", figure.svg):
        assert "nan" not in text and "e+" not in text and "inf" not in text
    assert figure.words in figure.svg.replace("&lt;", "<").replace("&gt;", ">")  # its text alternative


@pytest.mark.parametrize(("shape", "rows", "mu", "dimension", "kind"), ENDS)
def test_every_mark_is_inside_its_axes(shape, rows, mu, dimension, kind):
    setting = Setting(shape, rows, mu, dimension, "replace", 3)
    for width in (risk.FINEST[dimension], 0.05, 1.0):
        inside(density.by_bandwidth(setting, kind, width))
    inside(density.by_rows(setting))
    assert "nan" not in density_words.headline(setting, kind)


def test_the_parts_in_words_add_up():
    said = density.by_bandwidth(USUAL, "own", 0.02).words
    total, bias, sampling, noise = map(float, re.findall(r"([\d.]+) %", said)[1:])
    assert total == pytest.approx(bias + sampling + noise, rel=5e-3)
    found = risk.risk(USUAL, "own", np.array([0.02]))
    assert total == pytest.approx(100 * found.total[0], rel=5e-3)


def test_the_headline_compares_the_best_with_and_without_privacy():
    best, clean = risk.best(USUAL, "any"), risk.best(USUAL, "none")
    said = density_words.headline(USUAL, "any")
    width, error = density_words.percent(best.width), density_words.percent(best.risk.total)
    assert f"best bandwidth is {width} % and the error {error} %" in said
    assert f"privacy costs {density_words.percent(best.risk.total / clean.risk.total - 1)} % more" in said
    assert "No finer" not in said
    assert "No finer" in density_words.headline(Setting(SHAPES[3], 10**9, 1.0, 2), "own")


def test_enough_rows_are_rounded_up_or_said_to_be_too_many():
    rows = {kind: risk.enough(USUAL, kind) for kind in ("own", "any")}
    said = [int(figure.replace(",", "")) for figure in re.findall(r"from ([\d,]+) rows", density_words.enough(USUAL))]
    for exact, rounded in zip(rows.values(), said, strict=True):
        assert exact is not None and exact <= rounded < 1.1 * exact
    assert "more than 1,000,000,000,000 rows" in density_words.enough(replace(USUAL, mu=1e-9))


def test_the_rates_are_of_the_dimension():
    assert "n^(-4/5)" in density_words.rates(USUAL) and "n^(-2/3)" in density_words.rates(replace(USUAL, dimension=2))


def test_the_tables_have_both_rules_and_the_best_is_the_best():
    rows = density_words.rules(USUAL, "own")
    errors = [float(row["error with this noise (%)"]) for row in rows]
    assert errors[0] == min(errors)
    widths = [float(row["of the range (%)"]) for row in rows[1:]]
    assert widths[1] / widths[0] == pytest.approx((3 / 2) ** 0.2, rel=5e-3)
    parts = density_words.table(USUAL)
    assert [row["from noise (%)"] for row in parts].count("0") == 1


@pytest.mark.parametrize(
    ("shape", "rows", "mu", "kind"), list(itertools.product(SHAPES[:2], (100, 10**9), (0.01, 2), ("own", "any")))
)
def test_one_release_is_inside_its_axes_and_says_its_errors(shape, rows, mu, kind):
    setting = Setting(shape, rows, mu)
    figure, found = density.one_release(setting, kind, 0.05), drawn(setting, kind, 0.05, 0)
    paths = re.findall(r"points='([^']+)'", figure.svg)
    assert len(paths) >= 3
    for path in paths:
        for point in path.split():
            across, down = map(float, point.split(","))
            assert 50 <= across <= 406 and 28 <= down <= 276
    clean, private = map(float, re.findall(r"([\d.]+) %", figure.words.replace(",", ""))[:2])
    for said, line in ((clean, found.clean), (private, found.private)):
        error = simpson((line - found.truth) ** 2, x=found.u) / shape.square(1)
        assert said == pytest.approx(100 * error, rel=0.006)
    assert f"{rows:,} made-up rows" in figure.words
    assert "nan" not in figure.svg and figure.words in figure.svg
