"""A user's saved scenarios. Stored outside the hash chain: they cost no budget and may be changed."""

from __future__ import annotations

from typing import final

import sqlalchemy as sa

from dpcore import clock
from dpcore.errors import QueryError
from dpcore.ledger.store.database import Database, scenarios
from dpcore.number import shown
from dpcore.plan.scenario import LARGEST, Scenario

MOST = 100
"""The most scenarios of one user for one dataset."""


@final
class SavedScenarios:
    """The scenarios of one user. Scenarios of other users are neither read nor written."""

    def __init__(self, database: Database, user: str) -> None:
        self._database, self._user = database, user

    def all(self, dataset: str) -> list[Scenario]:
        """The user's scenarios of a dataset, sorted by name. Unreadable ones are left out."""
        query = sa.select(scenarios.c.name, scenarios.c.scenario).where(self._own(dataset))
        with self._database.transaction() as connection:
            texts = [row[1] for row in sorted(map(tuple, connection.execute(query)))]
        readable = []
        for text in texts:
            try:
                readable.append(Scenario.from_text(text))
            except QueryError:
                continue
        return readable

    def save(self, dataset: str, scenario: Scenario) -> None:
        """Saves a scenario under its name and replaces one of the same name. Raises QueryError."""
        if not scenario.name.strip():
            raise QueryError("A scenario needs a name to be saved.", "For example “cheap”.")
        text = scenario.to_text()
        if len(text) > LARGEST:
            raise QueryError("This scenario is too long to be saved.", "Remove some questions.")
        with self._database.transaction(write=True) as connection:
            connection.execute(scenarios.delete().where(self._own(dataset, scenario.name)))
            held = sa.select(sa.func.count()).select_from(scenarios).where(self._own(dataset))
            if connection.execute(held).scalar_one() >= MOST:
                raise QueryError(
                    "You already have {most} scenarios for this dataset, the most allowed.",
                    "Delete one of them first.",
                    most=MOST,
                )
            row = {"dataset": dataset, "user": self._user, "name": scenario.name, "scenario": text, "time": clock.now()}
            connection.execute(scenarios.insert(), row)

    def delete(self, dataset: str, name: str) -> None:
        """Deletes a scenario. Raises QueryError if there is none."""
        with self._database.transaction(write=True) as connection:
            if not connection.execute(scenarios.delete().where(self._own(dataset, name))).rowcount:
                raise QueryError("There is no scenario {name}.", "desk.scenarios lists yours.", name=shown(name))

    def _own(self, dataset: str, name: str | None = None) -> sa.ColumnElement[bool]:
        own = (scenarios.c.dataset == dataset) & (scenarios.c.user == self._user)
        return own if name is None else own & (scenarios.c.name == name)
