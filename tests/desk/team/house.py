"""A house with rows for tests of the whole desk: the team of `people`, with answers, slices and plans on their way."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import dpcore as dp
from tests.desk.team.people import ROLES
from tests.release.conftest import SCHEMA, visits

COUNT = dp.Plan([dp.Ask(dp.Count(), mu=0.01)])
MEAN = dp.Plan([dp.Ask(dp.Sum("cost"), mu=0.02)])
AGES = dp.Plan([dp.Ask(dp.Histogram("age", bins=4), mu=0.02)])
WARDS = dp.Plan([dp.Ask(dp.Count("ward"), mu=0.02)])
EVERYBODY = ("ada", *ROLES, "eve")


@dataclass(frozen=True)
class House:
    """A folder with a database and rows, open to anybody by name."""

    folder: Path
    waiting: str = ""
    approved: str = ""
    slice: str = ""

    def desk(self, user: str) -> dp.Desk:
        return dp.Desk(f"sqlite:///{self.folder / 'murmur.db'}", user=user, home=self.folder)

    def copy(self, folder: Path) -> House:
        """The same house elsewhere; its rows are read where they were."""
        shutil.copytree(self.folder, folder)
        return House(folder, self.waiting, self.approved, self.slice)


def add(desk: dp.Desk, name: str = "visits", rows: int = 600) -> dp.Dataset:
    """A dataset of these visits."""
    unit, budget = dp.Unit("patient", max_rows=5, max_groups=3), dp.Budget(epsilon=1.0, delta=1e-6)
    return desk.add_dataset(name, dp.read(visits(rows)), schema=SCHEMA, unit=unit, budget=budget)


def built(folder: Path) -> House:
    """Ada's visits: everybody in their roles; ben has a slice, a plan that waits and one that is approved."""
    house = House(folder)
    with house.desk("ada") as ada, house.desk("ben") as ben:
        add(ada)
        for member, role in ROLES.items():
            ada.team("visits").add(member, role)  # type: ignore[arg-type]
        mine = ada.team("visits").grant("ben", mu=0.1)
        ada.release("visits", COUNT)
        waiting, approved = (ben.team("visits").propose(plan, "please").id for plan in (AGES, WARDS))
        ada.team("visits").approve(approved)
    return House(folder, waiting, approved, mine.id)
