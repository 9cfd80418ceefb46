"""Packages of many modules are divided into packages, which do not import each other in a circle."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.repo.test_layers import circles, graph

LOOSE = {"dpcore.queries": set[str](), "dpcore.statistic": {"base"}}
"""Modules outside the inner packages."""
MOST = {"dpcore.queries": 19, "dpcore.statistic": 19}
"""The largest number of pairs of inner packages of which one imports from the other, with the outer `__init__`."""


def between(package: str, arrows: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """What each inner package, or module beside them, imports of the others; "" is the package's own `__init__`."""

    def inner(module: str) -> str:
        return module.removeprefix(package).removeprefix(".").partition(".")[0]

    own = {module: names for module, names in arrows.items() if f"{module}.".startswith(f"{package}.")}
    found: dict[str, set[str]] = {inner(module): set() for module in own}
    for module, names in own.items():
        found[inner(module)] |= {inner(name) for name in names & own.keys()} - {inner(module)}
    return found


@pytest.mark.parametrize(("package", "folder"), [(name, name.split(".")[0]) for name in (*LOOSE, "pages.ui")])
def test_packages_import_each_other_in_no_circle(package: str, folder: str) -> None:
    assert circles(between(package, graph([folder]))) == set()


@pytest.mark.parametrize("package", LOOSE)
def test_each_module_is_in_an_inner_package(package: str) -> None:
    arrows = graph(["dpcore"])
    names = [module.split(".")[2:] for module in arrows if module.startswith(f"{package}.")]
    assert {parts[0] for parts in names} - {parts[0] for parts in names if len(parts) > 1} == LOOSE[package]
    assert sum(map(len, between(package, arrows).values())) <= MOST[package]


def test_a_circle_of_packages_is_seen() -> None:
    arrows = {"p.a.x": {"p.b.y"}, "p.b.z": {"p.a.w"}, "p.b.y": set[str](), "p.a.w": set[str](), "p": {"p.a.x"}}
    assert between("p", arrows) == {"": {"a"}, "a": {"b"}, "b": {"a"}}
    assert circles(between("p", arrows)) == {frozenset("ab")}
