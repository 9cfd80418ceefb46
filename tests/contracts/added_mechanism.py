"""A mechanism from its draw to its record, drawn by counts. Prints what was seen, as JSON.

Run in a process of its own, in a copy of the repository: `python -m tests.contracts.added_mechanism`.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest

import dpcore as dp
from dpcore.budget.loss import Laplace
from dpcore.mechanisms import MECHANISMS, Epsilon, Mechanism, Price, additive
from dpcore.present import bundle, page
from dpcore.present.file import export
from dpcore.present.record import methods
from dpcore.table.table import Table

ROWS = {"A": 120, "B": 61}
"""By ward: no multiples of ten where one is to be seen."""


def draws(count: dp.Count, table: Table, price: Price) -> Mechanism:
    """The new mechanism at a price in epsilon; a price in mu is only compared with it, and buys the usual noise."""
    statistic = count.statistic(table, price)
    if not isinstance(price, Epsilon):
        return additive(statistic, price)
    reach = Fraction(statistic.l1_sensitivity())
    make: Any = next(kind for kind in MECHANISMS if kind.name == "tens")
    made: Mechanism = make(reach / price.epsilon, Laplace(price.epsilon))
    return made


def ask(epsilon: float) -> dp.Plan:
    """Counts by ward at this price."""
    return dp.Plan([dp.Ask(dp.Count(by=["ward"]), epsilon=epsilon)])


def shown() -> dict[str, Any]:
    """Quote, release and export; and read it again in another desk, from the ledger, to be averaged with a second."""
    rows = pd.DataFrame({"ward": [ward for ward, count in ROWS.items() for _ in range(count)]})
    with dp.Desk() as desk:
        budget = dp.Budget(epsilon=50, delta=1e-6)
        desk.add_dataset("visits", dp.read(rows), schema=dp.Schema(ward=dp.Category(list(ROWS))), budget=budget)
        (priced,) = desk.quote("visits", ask(8)).asks
        (release,) = desk.release("visits", ask(8), confirm=True)
        dossier = desk.dossier("visits", [release])
        seen = {
            "margin": priced.error.half_width,
            "estimate": list(release.figures["estimate"]),
            "methods": methods(dossier),
            "page": page.html(dossier),
            "csv": export.to_csv(release).decode(),
            "verdict": bundle.verify(bundle.write(dossier, desk.seal), [desk.seal.public]).state,
        }
    with dp.Desk() as desk:
        (stored,) = desk.releases("visits")
        seen["same"] = stored == release
        seen["drawn"] = [drawn.mechanism.to_dict() for steps in stored.rounds for drawn in steps]
        (average,) = desk.release("visits", ask(16), confirm=True)
        seen["average"] = list(average.figures["estimate"])
    return seen


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dp.Count, "mechanism", draws)
        print(json.dumps(shown()))
