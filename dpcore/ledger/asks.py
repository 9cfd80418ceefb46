"""The paid asks in the ledger, their rounds and their answers. Each round and each answer is stored once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dpcore.ledger.answer import Receipt, read_answers, receipt, store
from dpcore.ledger.chain import Chain
from dpcore.ledger.fold_round import follows
from dpcore.ledger.journal import Journal
from dpcore.ledger.round import Kept
from dpcore.ledger.rounds import keep as keep_rounds


class Asks:
    """The asks of a ledger; a part of `Ledger`."""

    _journal: Journal
    _chain: Chain

    def charged_keys(self, keys: Iterable[str]) -> set[str]:
        """The keys among these whose ask is paid, answered or not. Asking it again costs nothing."""
        with self._journal.reading():
            return {key for key in keys if key in self._chain.charged}

    def receipts(self, keys: Iterable[str]) -> dict[str, Receipt]:
        """The receipt of each of these paid asks."""
        with self._journal.reading():
            return {key: receipt(self._chain, key) for key in keys}

    def payer(self, keys: Iterable[str]) -> str | None:
        """The dataset under which the first paid ask among these was charged, or None."""
        with self._journal.reading():
            return next((self._chain.charged[key][1] for key in keys if key in self._chain.charged), None)

    def answered_keys(self, keys: Iterable[str]) -> set[str]:
        """The keys among these whose ask has a stored answer."""
        with self._journal.reading():
            return {key for key in keys if key in self._chain.answered}

    def store(self, releases: Mapping[str, str]) -> dict[str, str]:
        """Stores an answer for each paid ask that has none. Returns the stored answers, the only ones to be shown.

        releases: answers (JSON texts) by key, all of one dataset. Raises LedgerError.
        """
        with self._journal.writing("store") as draft:
            answered = read_answers(draft.connection, self._chain, list(releases))
            if new := {key: text for key, text in releases.items() if key not in answered}:
                store(draft, self._chain, new)
        return self.stored_answers(list(releases))

    def keep(self, drawn: Mapping[str, tuple[int, Kept]]) -> dict[str, Kept]:
        """Stores each round that is the next one of its paid ask. Returns the stored rounds with these numbers, by key.

        drawn: (number, round) by key. A round that another process stored first is returned in place of the given one.
        An answered ask without a round of that number is left out. Raises LedgerError.
        """
        with self._journal.writing("round") as draft:
            new = {key: kept for key, (number, kept) in drawn.items() if follows(self._chain, key, number)}
            if new:
                keep_rounds(draft, self._chain, new)
        by_key = self.rounds(drawn)
        return {key: by_key[key][number] for key, (number, _) in drawn.items() if number < len(by_key[key])}

    def rounds(self, keys: Iterable[str]) -> dict[str, tuple[Kept, ...]]:
        """The answered rounds of these asks, in order."""
        with self._journal.reading():
            return {key: tuple(self._chain.rounds.get(key, ())) for key in keys}

    def stored_answers(self, keys: Sequence[str]) -> dict[str, str]:
        """The stored answers of these asks; asks without an answer are left out."""
        with self._journal.reading() as connection:
            texts = read_answers(connection, self._chain, keys)
        self._journal.remember()
        return texts

    def answer(self, key: str) -> str | None:
        """The stored answer of one ask."""
        return self.stored_answers([key]).get(key)

    def answers(self, dataset: str) -> list[str]:
        """All stored answers of a dataset, in the order of storing."""
        with self._journal.reading():
            keys = [key for key in self._chain.answered if self._chain.charged[key][1] == dataset]
        return list(self.stored_answers(keys).values())
