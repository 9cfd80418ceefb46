"""Applies `round` entries. Each must be the next round of an ask that is paid and not yet answered."""

from __future__ import annotations

from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import Entry
from dpcore.ledger.round import Kept, read


def follows(chain: Chain, key: str, number: int) -> bool:
    """Whether the ask's next round has this number. An answered ask has no next round."""
    return number == len(chain.rounds.get(key, ())) and key not in chain.answered


def take(chain: Chain, entry: Entry) -> None:
    """Applies an entry of rounds. Raises KeyError or ValueError if it is not valid at this point of the chain."""
    for data in entry.payload["rounds"]:
        key = data["key"]
        sound = follows(chain, key, data["number"]) and isinstance(data["step"], str)
        if not sound or chain.charged[key][1] != entry.dataset:
            raise ValueError
        chain.rounds.setdefault(key, []).append(Kept(data["step"], read(data["noisy"])))
