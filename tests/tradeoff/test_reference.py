"""Published and independently computed values of every closed form."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from dpcore import calibrate, tradeoff

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "reference.json").read_text("utf-8"))}


def answer(name: str, given: dict[str, Any]) -> Any:
    """The library's answer to a case, by the beginning of its name."""
    epsilon = given.get("epsilon", given.get("eps"))
    if isinstance(epsilon, (int, float)):
        epsilon = float(epsilon)
    mu, alpha, delta = given.get("mu"), given.get("alpha"), given.get("delta")
    match name.replace("-", "_").split("_"):
        case ["gdp", "tradeoff", *_] | ["G", "mu1" | "mu0.5" | "mu2", *_]:
            return tradeoff.gaussian(mu)(alpha)
        case ["gdp", "delta", *_]:
            return tradeoff.gaussian(mu).delta(epsilon)
        case ["gdp", "eps", *_]:
            return tradeoff.gaussian(mu).epsilon(delta)
        case ["gdp", "sigma", *_] | ["analytic", "gauss", *_]:
            return calibrate.sigma(1.0, epsilon, delta)
        case ["gdp", "mu", *_]:
            return calibrate.mu(epsilon, delta)
        case ["gdp", "classic", "c", "eps12"]:
            return tradeoff.gaussian(epsilon / math.sqrt(2 * math.log(2 / delta))).delta(epsilon) / delta
        case ["gdp", "classic", "c"]:
            constant = calibrate.classic_sigma(1.0, epsilon, delta) * epsilon
            return {"c": constant, "true_delta": tradeoff.gaussian(epsilon / constant).delta(epsilon)}
        case ["gdp", "compose", "hetero"]:
            parts = [tradeoff.gaussian(1 / int(s)) for s, times in given["sigmas"].items() for _ in range(times)]
            return tradeoff.compose(parts).mu()
        case ["gdp", "compose", "hetero", "delta4"]:
            return tradeoff.gaussian(mu).delta(epsilon)
        case ["published", "gauss", *_]:
            return tradeoff.gaussian(1 / given["sigma"]).delta(epsilon)
        case ["a1", "eps"]:
            return tradeoff.gaussian(1 / given["sigma"]).repeat(given["k"]).epsilon(delta)
        case ["G", "fixedpoint", *_]:
            return tradeoff.gaussian(mu)(CASES[name]["expected"])
        case ["G", "tv", *_]:
            return tradeoff.gaussian(mu).advantage()
        case ["fed", *_] | ["f", "eps1" | "eps2", *_]:
            return tradeoff.approximate(epsilon, delta)(alpha)
        case ["pure", "to", "gdp", *_] | ["epsdp", *_]:
            return calibrate.mu_of_pure(epsilon)
        case ["laplace", "to", *_]:
            return tradeoff.laplace(epsilon).mu()
        case ["laplace", "tradeoff", *_]:
            return tradeoff.laplace(given["theta"])(alpha)
        case ["lap", "tradeoff", *_]:
            return tradeoff.laplace(epsilon)(alpha)
        case ["lap", "delta", *_]:
            return tradeoff.laplace(given["eps0"]).delta(epsilon)
        case ["compose", "fail"]:
            return tradeoff.compose([tradeoff.gaussian(mu), tradeoff.approximate(0, delta)])(alpha)
        case ["f0delta", *_]:
            both = [tradeoff.approximate(0, given[d]) for d in ("d1", "d2")]
            return tradeoff.compose(both).delta(0.0)
        case ["group", "pure"]:
            return list(tradeoff.pure(epsilon).group(given["k"])(alpha))
        case ["group", "limit"]:
            parts = {f"k{k}": tradeoff.pure(mu / k).group(k)(alpha) for k in (10, 1000)}
            return parts | {"limit": tradeoff.laplace(mu)(alpha)}
        case ["group", "G1", *_]:
            return tradeoff.gaussian(mu).group(given["k"])(alpha)
        case ["group", "lap0.5" | "lap1", *_]:
            return tradeoff.laplace(epsilon).group(given["k"])(alpha)
        case ["functionals", family]:
            curve = tradeoff.gaussian(mu) if family == "gdp" else tradeoff.laplace(given["theta"])
            found = curve.moments()
            values = (found.kl, found.kappa2, found.kappa3, found.kappa3_centered)
            return dict(zip(("kl", "kappa2", "kappa3", "kappa3bar"), values, strict=True))
        case ["kl", "pure"]:
            return {
                "kl_pure": tradeoff.pure(epsilon).moments().kl,
                "kl_gdp": tradeoff.gaussian(mu).moments().kl,
            }
        case ["kl", "laplace", *_]:
            return tradeoff.laplace(epsilon).moments().kl
        case ["kappa2", *_]:
            return tradeoff.gaussian(mu).moments().kappa2
        case ["power", *_]:
            return tradeoff.gaussian(mu).power(given["gamma"])
        case ["gauss", "calibrate", "e1"]:
            return calibrate.sigma(math.sqrt(given["k"]), epsilon, delta)
        case ["dlap", *_]:
            return tradeoff.pure(given["parameter"]).delta(epsilon)
    raise AssertionError(f"nothing answers {name}")


@pytest.mark.parametrize("name", CASES)
def test_reference(name: str) -> None:
    case = CASES[name]
    found = answer(name, case["inputs"])
    assert found == pytest.approx(case["expected"], rel=0, abs=case["tol"])


def test_published_table_of_single_laplace_releases() -> None:
    table = {0.01: 0.0125019, 0.1: 0.122326, 0.5: 0.561764, 1: 1.030064, 2: 1.800905, 4: 2.986779}
    for epsilon, mu in table.items():
        assert tradeoff.laplace(epsilon).mu() == pytest.approx(mu, abs=1e-6)
        assert tradeoff.laplace(epsilon).mu() < tradeoff.pure(epsilon).mu()
