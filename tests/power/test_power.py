"""Every question can lose nearly all that is booked for it, and no more: by witnesses that `make audit` finds.

A check that only holds losses below what is booked passes when the tables it tries are tame. A witness shows that the
bound is nearly reached where it is checked; a defect that doubles what is lost then shows as a share above 1.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from dpcore.queries import QUERIES, Query
from tests.power.cell import Cell, cells, drawn, grouped
from tests.power.loose import LOOSE, MOST
from tests.power.search import OVER, ROUNDED, search
from tests.power.witness import ENOUGH, Witness, of, store

SECONDS, AT_LEAST, GLANCE = 60.0, 2.0, 0.3
"""Processor time to find a witness of a cell that has none, to look for more than is booked in every cell, and to do so
at the smallest size."""
KINDS = pytest.mark.parametrize("kind", QUERIES, ids=lambda kind: kind.name)

GROUPED = pytest.mark.parametrize("kind", [*filter(grouped, QUERIES)], ids=lambda kind: kind.name)


def needed(witness: Witness) -> float:
    """The least share that a witness of its cell must show."""
    if str(witness.cell) in LOOSE:
        return witness.share - 1e-4
    return OVER if witness.cell.shape == "crowd" else ENOUGH


def same(witness: Witness) -> None:
    """Whether the engine loses as much as the plain one of units in several groups."""
    if witness.cell.shape in ("groups", "crowd"):
        real = witness.lost_for_real()
        assert real <= 1 + ROUNDED, f"{witness.cell} loses more than is booked in the engine"
        assert witness.cell.shape == "crowd" or real >= needed(witness), f"{witness.cell}: the engine sees less"


def missing(kind: type[Query], found: Iterable[Witness]) -> list[Cell]:
    """The cells that are answered and have no witness. Crowded units have one only where their bound matters."""
    known = {witness.cell for witness in found}
    rest = [cell for cell in cells(kind) if cell.shape != "crowd" and cell not in known]
    return [cell for cell in rest if drawn(cell, random.Random(str(cell))) is not None]


@KINDS
def test_witnesses_lose_what_is_booked_and_no_more(kind: type[Query]) -> None:
    for witness in of(kind.name):
        assert witness.fair(), f"{witness.cell}: not two neighbouring tables of this cell"
        assert witness.needed() >= needed(witness), f"{witness.cell}: less of what is booked is seen"
        assert witness.lost() <= 1 + ROUNDED, f"{witness.cell} loses more than is booked"


@GROUPED
def test_the_engine_that_answers_sees_the_same(kind: type[Query]) -> None:
    """Where rows of a unit in too many groups are left out, which the engine does: a witness of each kind of unit."""
    shapes = {(witness.cell.neighbors, witness.cell.shape): witness for witness in reversed(of(kind.name))}
    for witness in shapes.values():
        same(witness)


@pytest.mark.audit
@GROUPED
def test_the_engine_that_answers_sees_the_same_of_all(kind: type[Query], small: bool) -> None:
    for witness in of(kind.name)[: 3 if small else None]:
        same(witness)


@KINDS
def test_every_cell_has_a_witness(kind: type[Query]) -> None:
    assert not missing(kind, of(kind.name)), "`make audit` looks for witnesses and stores them"


def test_crowded_units_are_among_them() -> None:
    """Where rows of a unit in too many groups would lose more, a witness shows what the bound keeps from being lost."""
    kinds = {kind.name for kind in QUERIES if any(witness.cell.shape == "crowd" for witness in of(kind.name))}
    assert len(kinds) >= 2


def test_few_proofs_are_loose() -> None:
    known = {str(cell) for kind in QUERIES for cell in cells(kind)}
    assert LOOSE.keys() <= known and len(LOOSE) <= MOST


@pytest.mark.audit
@KINDS
def test_no_search_finds_more_than_is_booked(kind: type[Query], small: bool) -> None:
    """With a new seed each time; what is missing is stored, and what is better than the best of a loose proof.

    At its smallest size a glance at three cells, of which nothing is stored.
    """
    kept, least = of(kind.name), GLANCE if small else AT_LEAST
    for cell in [*cells(kind)][: 3 if small else None]:
        before = max((witness.share for witness in kept if witness.cell == cell), default=0.0)
        seconds = least if before or small or cell.shape == "crowd" else SECONDS
        found = search(cell, seconds, random.SystemRandom().randrange(2**32), least)
        if found is None:
            continue  # not answered
        assert cell.shape == "crowd" or found.share <= 1 + ROUNDED, f"{found} loses more than is booked"
        assert str(cell) not in LOOSE or found.share < ENOUGH, f"{found}: its proof is not loose"
        if not small and found.share > before and (str(cell) in LOOSE or (not before and found.share >= needed(found))):
            kept = [*(witness for witness in kept if witness.cell != cell), found]
            store(kind.name, kept)
    assert small or not missing(kind, kept)
