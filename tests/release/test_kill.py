"""kill -9 at every named point of a release, three times with the same plan: I1 and I3 of the promises.

Never an answer without its charge, never two answers for one charge, and in the end the ask is answered under the
charge it has. The last test runs the same check on a release that shows before it stores, and sees it fail.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import dpcore as dp
from dpcore.failpoint import NAMES
from tests.child import run
from tests.postgres import Cluster
from tests.release.conftest import SCHEMA, visits

VICTIM = "tests.release.victim"
MUTANT = """
from dpcore import failpoint
from dpcore.release import run as module
drawn = module._read_and_draw
def shows_before_storing(*arguments):
    for last in drawn(*arguments):
        for ask in last:
            print(ask.rounds[-1][-1].noisy, flush=True)
        failpoint.failpoint("after_show")
        yield last
module._read_and_draw = shows_before_storing
from tests.release.victim import main
main()
"""


def prepare(url: str, home: Path) -> None:
    with dp.Desk(url, home=home) as desk:
        desk.add_dataset("visits", dp.read(visits(30)), schema=SCHEMA, budget=dp.Budget(epsilon=1.0, delta=1e-6))


def shown(
    url: str, home: Path, point: str, occurrence: int = 1, program: tuple[str, str] = ("-m", VICTIM)
) -> list[str]:
    """What a victim managed to show before it died."""
    done = run(program, url, str(home), point, str(occurrence))
    assert done.returncode in (0, -9), done.stderr.decode()
    return done.stdout.decode().splitlines()


def check(url: str, home: Path, point: str, program: tuple[str, str] = ("-m", VICTIM)) -> None:
    """The invariants after two kills at a point (first and second passing) and one undisturbed run."""
    prepare(url, home)
    answers: dict[int, set[str]] = {0: set(), 1: set()}
    for occurrence in (1, 2):
        for place, line in enumerate(shown(url, home, point, occurrence, program)):
            answers[place % 2].add(line)
            with dp.Desk(url, home=home) as desk:
                assert desk.standing("visits").spent.mu, f"shown without a charge after {point}"
    for place, line in enumerate(shown(url, home, "none")):
        answers[place % 2].add(line)
    assert all(len(found) == 1 for found in answers.values()), f"two answers for one charge after {point}"
    with dp.Desk(url, home=home) as desk:
        assert desk.standing("visits").spent.mu == pytest.approx(0.02**0.5)
        assert len([entry for entry in desk.ledger("visits") if entry.kind == "charge"]) == 1
        desk.verify()


@pytest.mark.sample(3)
@pytest.mark.parametrize("point", NAMES)
def test_killed_at(point: str, url: str, tmp_path: Path) -> None:
    check(url, tmp_path / "home", point)


@pytest.mark.sample(1)
@pytest.mark.parametrize("point", ["in_charge", "in_store"])
def test_killed_within_a_transaction_of_a_server(point: str, postgres: Cluster, tmp_path: Path) -> None:
    """What lies between the transactions is the same for both kinds; tests/ledger kills at every point of both."""
    check(postgres.empty(), tmp_path / "home", point)


def test_the_check_fails_when_answers_are_shown_before_they_are_stored(url: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="two answers"):
        check(url, tmp_path / "home", "after_show", ("-c", MUTANT))
