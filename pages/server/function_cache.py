"""The functions of a few shared editions in memory, so that a value asked of one costs no reading of the ledger."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping

from dpcore.desk.sharing import Opened
from dpcore.present import page
from dpcore.release.record import Release

MOST = 16


class Functions:
    """By edition; the least recently used let go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Mapping[str, Release]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, opened: Opened) -> Mapping[str, Release]:
        """The functions of what a link opens, by their number on its page."""
        with self._lock:
            found = self._kept.get(opened.edition)
        if found is None:
            found = {str(number): release for number, release in page.functions(opened.dossier).items()}
        with self._lock:
            self._kept[opened.edition] = found
            self._kept.move_to_end(opened.edition)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return found
