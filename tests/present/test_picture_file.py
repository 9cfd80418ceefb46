"""A picture that stands alone: its own colours and fonts, its title, its margin of error, its source and its date."""

from __future__ import annotations

import re
from dataclasses import asdict
from importlib.resources import files
from xml.etree import ElementTree

import numpy as np
import pytest

import dpcore as dp
from dpcore.present.chart import palette
from dpcore.present.chart.drawing import WIDTH
from dpcore.present.chart.framed import framed
from dpcore.present.chart.svg import chart
from dpcore.present.file.picture_file import to_svg
from dpcore.present.language.translation import languages
from dpcore.present.shape import adjust, presenter
from tests.present import made

SPACE = "{http://www.w3.org/2000/svg}"


def texts(drawn: bytes | str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(drawn).iter(f"{SPACE}text")]


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_a_page_and_a_picture_have_the_same_colours() -> None:
    style = (files("dpcore.present.page") / "template" / "style.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root\{([^}]*)\}", style)[:2]
    for theme, rules in (("light", light), ("dark", dark)):
        named = dict(re.findall(r"--(\w+):([^;}]+)", rules))
        assert {name: named[name] for name in asdict(palette.PALETTES[theme])} == asdict(palette.PALETTES[theme])


@pytest.mark.parametrize("theme", palette.PALETTES)
def test_words_and_intervals_stand_out_from_the_ground(theme: palette.Theme) -> None:
    colours = palette.PALETTES[theme]
    assert contrast(colours.text, colours.card) >= 7
    assert contrast(colours.quiet, colours.card) >= 4.5
    assert contrast(colours.edge, colours.card) >= 3 and contrast(colours.edge, colours.bar) >= 3


@pytest.mark.parametrize("theme", palette.PALETTES)
def test_a_picture_alone_has_a_size_and_no_variable(theme: palette.Theme) -> None:
    release = made.release(dp.Count(by=["ward"]), np.array([[500, 40, 3]]), mu=0.1)
    drawn = chart(presenter(release, release.result).picture, "a < b & c")
    assert drawn is not None
    alone = palette.standalone(drawn, theme)
    root = ElementTree.fromstring(alone)
    assert "var(" not in alone and root.get("width") == f"{WIDTH:g}" and float(root.get("height") or 0) > 50
    assert palette.PALETTES[theme].edge in alone
    assert [one.text for one in root.iter(f"{SPACE}title")] == ["a < b & c"]
    assert texts(alone) == texts(palette.standalone(drawn, "print"))


@pytest.mark.parametrize("code", ["en", "ko"])
def test_the_file_has_title_margin_source_and_date(code: str) -> None:
    say = languages()[code].say
    release = made.release(dp.Histogram("cost", bins=10), np.arange(10)[None] * 90, mu=0.1)
    adjusted = adjust.adjust(release, ["nonnegative"], {})
    drawn = to_svg(adjusted, "visits <2024> & more", say=say)
    assert drawn is not None
    said = " ".join(texts(drawn))
    assert say(release.sentence) in said and "visits <2024> & more" in said
    assert re.search(r"±\d", said) and release.time[:4] in said
    assert say(presenter(release, adjusted.result).meaning).split()[0] in said


def test_a_number_has_no_picture() -> None:
    assert to_svg(adjust.usual(made.release(dp.Count(), np.array([[5]]), mu=1.0)), "visits") is None


@pytest.mark.parametrize(
    "text", ["word " * 60, "W" * 300, "한글 " * 80, "글" * 200, "a" * 41 + " b", "<b>&amp;", "", " ", "a  b"]
)
def test_no_line_is_wider_than_the_picture(text: str) -> None:
    release = made.release(dp.Count(by=["ward"]), np.array([[500, 40, 3]]), mu=0.1)
    drawn = chart(presenter(release, release.result).picture, "alt")
    assert drawn is not None
    whole = framed(drawn, text, [text, "end"])
    root = ElementTree.fromstring(palette.standalone(whole, "light"))
    for kind, size in (("title", 15.0), ("said", 11.5)):
        lines = ["".join(one.itertext()) for one in root.iter(f"{SPACE}text") if one.get("class") == kind]
        # as wide as in the widest of the usual fonts
        wide = [sum(1.0 if ord(letter) > 0x1100 or letter in "MW" else 0.55 for letter in line) for line in lines]
        assert all(width * size <= WIDTH - 24 for width in wide)
        assert "".join(lines).replace(" ", "") == (text if kind == "title" else f"{text}end").replace(" ", "")
    lowest = max(float(one.get("y") or 0) for one in root.iter(f"{SPACE}text") if one.get("class") == "said")
    assert lowest < float(root.get("height") or 0)
