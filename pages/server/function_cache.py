"""Cache of the functions of shared editions, so that evaluating one reads no ledger."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping

from dpcore.desk.sharing import Opened
from dpcore.present import page
from dpcore.release.record import Release

MOST = 16


class Functions:
    """By edition; the least recently used is evicted first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Mapping[str, Release]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, opened: Opened) -> Mapping[str, Release]:
        """The functions of a share link, by their number on its page."""
        with self._lock:
            functions = self._kept.get(opened.edition)
        if functions is None:
            functions = {str(number): release for number, release in page.functions(opened.dossier).items()}
        with self._lock:
            self._kept[opened.edition] = functions
            self._kept.move_to_end(opened.edition)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return functions
