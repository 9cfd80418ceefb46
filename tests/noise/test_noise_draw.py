"""Shapes, types, scales and refusals of `draw`; where its bits come from."""

from __future__ import annotations

import ast
import math
import multiprocessing
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import dpcore.noise
from dpcore.errors import DpError
from dpcore.noise import Cauchy4, DiscreteLaplace, Gaussian, Laplace, PowerCore, StudentT, draw, entropy, sampler

HOUSE = Path(dpcore.noise.__file__).parents[1]


def test_shapes() -> None:
    assert draw(Gaussian(), 1, 0).shape == (0,)
    assert draw(Gaussian(), 1, 5).shape == (5,)
    assert draw(Gaussian(), 1, (2, 3)).shape == (2, 3)
    assert draw(Gaussian(), 1, (2, 0)).shape == (2, 0)
    assert draw(Gaussian(), 1, ()).shape == ()
    assert len(np.unique(draw(Gaussian(), 1e9, 3 * sampler._CHUNK + 1))) > 3 * sampler._CHUNK - 100


def test_integers_that_fit_are_int64_and_others_python_ints() -> None:
    for law in (Gaussian(), Laplace(), DiscreteLaplace(), PowerCore(1, 0.1)):
        assert draw(law, 1e6, 3).dtype == np.int64
    assert draw(Gaussian(), 2**37, 3).dtype == np.int64
    for law, scale in ((Gaussian(), 2**70), (StudentT(1), 1), (Cauchy4(), 1e9), (Laplace(), 1e300)):
        drawn = draw(law, scale, 3)
        assert drawn.dtype == object and all(type(value) is int for value in drawn)


def test_a_draw_beyond_int64_is_kept(script) -> None:
    script([1 << 1 | 1, 0, 0, 5])  # t is about 2^-63 and below; at scale 2^57 that is 9.2 * 2^57
    (value,) = draw(Gaussian(), 2**57, 1)
    assert value < -(2**60)
    script([0] * 3)  # t below 2^-191
    drawn = draw(Gaussian(), 2**58, 1)
    assert drawn.dtype == object or abs(int(drawn[0])) < 2**62
    assert abs(int(drawn[0])) > 15 * 2**58


def test_tiny_scales_give_zero(case) -> None:
    for scale in (1e-18, 1e-300, 5e-324, Fraction(1, 10**200)):
        assert not draw(case.law, scale, 50).any()
    assert np.count_nonzero(draw(Laplace(), 1e-6, 10_000)) == 0


def test_huge_scales_use_every_bit() -> None:
    drawn = draw(Gaussian(), 2**70, 2000)
    assert 0.9 < math.sqrt(sum(int(v) ** 2 for v in drawn) / 2000) / 2**70 < 1.1
    low = np.array([int(v) & 1023 for v in drawn])
    assert len(np.unique(low)) > 800
    assert abs(draw(Gaussian(), 1e300, 1)[0]) > 10**290


def test_equal_scales_draw_alike(script) -> None:
    words = np.random.default_rng(3).integers(2**64, size=50, dtype=np.uint64)
    results = []
    for scale in (12.5, Fraction(25, 2), Decimal("12.5"), np.float64(12.5), np.float32(12.5)):
        script(words)
        results.append(draw(Gaussian(), scale, 50).tolist())
    script(words)
    results.append(draw(Gaussian(), 12.5, (5, 10)).ravel().tolist())
    assert all(result == results[0] for result in results)


def test_draws_are_symmetric(case, script) -> None:
    words = np.random.default_rng(4).integers(2**63, size=500, dtype=np.uint64) << np.uint64(1)
    words = np.maximum(words, np.uint64(1 << 51))
    script(words)
    positive = draw(case.law, 4.5, 500)
    script(words | np.uint64(1))
    assert positive.tolist() == (-draw(case.law, 4.5, 500)).tolist()


@pytest.mark.parametrize("scale", [0, -1, 0.0, math.nan, math.inf, "1", None, True, Fraction(-1, 2), 10**400])
def test_bad_scales_are_refused(scale) -> None:
    with pytest.raises(DpError, match="`scale` of `draw` must be in"):
        draw(Gaussian(), scale, 1)


@pytest.mark.parametrize("size", [-1, 1.0, "3", None, (2, -1), True, (2.0,)])
def test_bad_sizes_are_refused(size) -> None:
    with pytest.raises(DpError, match="`size` of `draw` must be"):
        draw(Gaussian(), 1, size)


def test_a_law_is_an_object_not_a_name() -> None:
    for law in ("gaussian", Gaussian, None):
        with pytest.raises(DpError, match="`law` of `draw`"):
            draw(law, 1, 1)  # type: ignore[arg-type]


def test_few_draws_are_refined(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    honest = sampler._certain
    monkeypatch.setattr(sampler, "_certain", lambda *a: counted.append(1) or honest(*a))
    draw(Gaussian(), 1e6, 200_000)
    assert len(counted) < 100  # 2^-13 of 200,000 is 24


def test_a_broken_source_is_not_papered_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(count: int) -> bytes:
        raise NotImplementedError  # as os.urandom does where the system has no source

    monkeypatch.setattr(entropy, "_source", broken)
    with pytest.raises(NotImplementedError):
        draw(Gaussian(), 1, 1)


def ten(_: int) -> list[int]:
    return [int(draw(Gaussian(), 2**40, 1)[0]) for _ in range(10)]


@pytest.mark.usefixtures("system_noise")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_workers_draw_apart() -> None:
    draw(Gaussian(), 1, 10)
    with multiprocessing.get_context("fork").Pool(3) as pool:
        drawn = [value for values in pool.map(ten, range(3), chunksize=1) for value in values]
    assert len(set(drawn)) == 30


def offences(text: str) -> list[str]:
    """Names of other generators in a module."""
    found = []
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [node.attr] if isinstance(node, ast.Attribute) else []
        names += [node.id] if isinstance(node, ast.Name) else []
        found += [n for n in names if {"random", "default_rng", "RandomState"} & set(n.split("."))]
    return found


def test_the_house_has_one_generator() -> None:
    for file in HOUSE.rglob("*.py"):
        assert not offences(file.read_text()), file
    sources = [f.name for f in HOUSE.rglob("*.py") if "urandom" in f.read_text()]
    assert "entropy.py" in sources


@pytest.mark.parametrize(
    "text", ["import random", "from numpy import random", "np.random.normal()", "from numpy.random import default_rng"]
)
def test_the_gate_sees_other_generators(text: str) -> None:
    assert offences(text)


def test_balls_are_loaded_when_first_needed() -> None:
    code = "import sys, dpcore.noise; assert not {'flint', 'scipy.stats', 'pandas'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=HOUSE.parent)
