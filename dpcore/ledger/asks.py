"""What the ledger knows of asks: which are paid, their rounds, and their answers, each stored once."""

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
        """The asks among these that are paid, answered or not. Asking them again costs nothing."""
        with self._journal.reading():
            return {key for key in keys if key in self._chain.charged}

    def receipts(self, keys: Iterable[str]) -> dict[str, Receipt]:
        """The receipt of each of these paid asks."""
        with self._journal.reading():
            return {key: receipt(self._chain, key) for key in keys}

    def payer(self, keys: Iterable[str]) -> str | None:
        """The dataset that paid for the first paid ask among these, or None."""
        with self._journal.reading():
            return next((self._chain.charged[key][1] for key in keys if key in self._chain.charged), None)

    def answered_keys(self, keys: Iterable[str]) -> set[str]:
        """The asks among these that have a stored answer."""
        with self._journal.reading():
            return {key for key in keys if key in self._chain.answered}

    def store(self, releases: Mapping[str, str]) -> dict[str, str]:
        """Stores answers of paid asks of one dataset, unless they have one. Returns the stored answers, to be shown."""
        with self._journal.writing("store") as draft:
            answered = read_answers(draft.connection, self._chain, list(releases))
            if new := {key: text for key, text in releases.items() if key not in answered}:
                store(draft, self._chain, new)
        return self.stored_answers(list(releases))

    def keep(self, drawn: Mapping[str, tuple[int, Kept]]) -> dict[str, Kept]:
        """Stores a numbered round of each paid ask. Returns the rounds stored first; none for answered asks."""
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
