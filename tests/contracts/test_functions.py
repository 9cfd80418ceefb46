"""Answers of a function of blocks are stored, drawn, exported, shared and read back like all others.

Functions are asked in scripts alone, so they are not among the questions of a menu over which the contracts run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import dpcore as dp
from dpcore.release import exact
from tests.contracts import desk as world
from tests.contracts import test_answer as contract

SOURCE = 'def f(rows):\n    return rows.age.mean()\ndef two(rows):\n    return 1, "<b>"\n'
KIND = dp.BlockFunction


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("functions")


@pytest.fixture(scope="module")
def desk(home: Path) -> Iterator[dp.Desk]:
    with dp.Desk(f"sqlite:///{home / 'murmur.db'}", home=home / "home") as desk:
        desk.add_dataset(
            "visits", dp.read(world.rows()), schema=world.SCHEMA, budget=world.BUDGET, expected_rows=world.ROWS
        )
        yield desk


@pytest.fixture(scope="module")
def answers(desk: dp.Desk) -> contract.Answers:
    """Three questions, one of them at either price, of numbers that no process computed."""
    two = {"low": [0, -1e6], "high": [1, 1e6], "outputs": ["=1+1", "<b>"]}
    smokers = dp.Condition("smoker", "==", True)
    asked = [
        KIND("f", ["age"], 0, 99, SOURCE),
        KIND("two", ["age", "day"], source=SOURCE, combine="clipped_mean", where=[smokers], **two),
        KIND("f", ["sent"], 0, 1, SOURCE),
    ]

    def numbers(program: object, rows: object, blocks: int, *_: object) -> np.ndarray:
        return np.linspace(0, 1, blocks * program.outputs).reshape(program.outputs, blocks)  # type: ignore[attr-defined]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact.block, "values", numbers)
        patch.setattr(exact.block, "granted_protections", lambda hidden: 31)
        parts = {"mu": asked[:-1], "epsilon": [asked[0], asked[-1]]}
        plans = (dp.Plan([dp.Ask(each, **{kind: world.PRICE}) for each in part]) for kind, part in parts.items())
        return {KIND: [answer for plan in plans for answer in desk.release("visits", plan, confirm=True)]}


def test_the_contracts_hold(answers: contract.Answers, desk: dp.Desk, home: Path, tmp_path: Path) -> None:
    contract.test_every_kind_is_priced_predicted_and_answered(KIND, answers, desk)
    contract.test_a_record_is_read_back_as_it_was(KIND, answers, desk)
    contract.test_its_csv_holds_the_numbers_of_its_table(KIND, answers)
    contract.test_its_chart_is_drawn_twice_with_a_text_for_those_who_do_not_see_it(KIND, answers)
    contract.test_a_share_page_shows_it(KIND, answers, desk)
    contract.test_a_bundle_holds_it(KIND, answers, desk)
    contract.test_a_script_asks_it_again_for_nothing(KIND, answers, desk, home, tmp_path)
