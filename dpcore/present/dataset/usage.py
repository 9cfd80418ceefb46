"""Who asked how much of a dataset, and which columns were asked about: read from its ledger, which is public."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from dpcore.budget.account import Amounts
from dpcore.budget.meter import Meter
from dpcore.errors import DpError
from dpcore.queries import query_from_dict

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry


@final
@dataclass(frozen=True, slots=True)
class Use:
    """What one person asked. amount: booked in the account of the meter, slots included. last: time of the last."""

    user: str
    questions: int
    amount: int
    last: str


def by_person(entries: Iterable[Entry], meter: Meter) -> list[Use]:
    """The uses of each person, those who were charged most first."""
    found: dict[str, Use] = {}
    for entry in entries:
        if entry.kind == "charge":
            old = found.get(entry.user, Use(entry.user, 0, 0, ""))
            asked, amount = len(entry.payload["asks"]), booked(entry, meter)
            found[entry.user] = Use(entry.user, old.questions + asked, old.amount + amount, entry.time)
    return sorted(found.values(), key=lambda use: (-use.amount, use.user))


def by_column(entries: Iterable[Entry]) -> Counter[str]:
    """How many paid questions use each column, in a parameter, a group or a filter."""
    found = Counter[str]()
    for entry in entries:
        for line in entry.payload["asks"] if entry.kind == "charge" else ():
            with contextlib.suppress(DpError):  # a question of another version of the program
                found.update(query_from_dict(line["ask"]["query"]).columns())
    return found


def booked(entry: Entry, meter: Meter) -> int:
    """What a charge booked in the account of the meter; 0 if that account does not bound it."""
    return meter.booked(Amounts(**{"epsilon": None, "mu_squared": None, **entry.payload["charge"]})) or 0
