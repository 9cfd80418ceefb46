"""What follows from rounds: each is the next one of an ask that was paid and is not answered."""

from __future__ import annotations

from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import Entry
from dpcore.ledger.round import Kept, read


def follows(chain: Chain, key: str, number: int) -> bool:
    """Whether an ask's next round has this number; an answered one has none."""
    return number == len(chain.rounds.get(key, ())) and key not in chain.answered


def take(chain: Chain, entry: Entry) -> None:
    """What an entry of rounds says, for the chain. Raises ValueError where it does not follow."""
    for data in entry.payload["rounds"]:
        key = data["key"]
        sound = follows(chain, key, data["number"]) and isinstance(data["step"], str)
        if not sound or chain.charged[key][1] != entry.dataset:
            raise ValueError
        chain.rounds.setdefault(key, []).append(Kept(data["step"], read(data["noisy"])))
