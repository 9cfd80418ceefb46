"""Health and readiness for a proxy or a supervisor: /healthz (the process answers) and /readyz (it can release).

Both answer one word and no detail. Readiness is found out in a thread of its own, for all requests of a moment at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from dpcore.desk.desk import Desk
from dpcore.errors import DpError, LedgerError
from pages.ui import event
from pages.ui.desk import house

READY, LEDGER, HOME, SLOW = "ready", "ledger", "home", "slow"
FRESH_SECONDS, PATIENCE_SECONDS = 2.0, 5.0
"""How long an answer is repeated; how long a request waits for one."""
_HEADERS = {"cache-control": "no-store"}


class Readiness:
    """Whether the ledger and the home folder can be written. Used from one event loop."""

    def __init__(self, desk: Callable[[], Desk] = house, clock: Callable[[], float] = time.monotonic) -> None:
        self._desk, self._clock = desk, clock
        self._thread = ThreadPoolExecutor(1, "ready")
        self._asking: asyncio.Future[str] | None = None
        self._until, self._said = 0.0, ""

    async def word(self) -> str:
        """READY, or what is wrong: LEDGER, HOME, or SLOW when neither is known in time."""
        if self._asking is None or (self._asking.done() and self._clock() >= self._until):
            self._asking = asyncio.get_running_loop().run_in_executor(self._thread, self._look)
        try:
            return self._note(await asyncio.wait_for(asyncio.shield(self._asking), PATIENCE_SECONDS))
        except TimeoutError:
            return self._note(SLOW)

    def _look(self) -> str:
        try:
            self._desk().check()
            return READY
        except LedgerError:
            return LEDGER
        except Exception as error:
            if not isinstance(error, DpError):
                logging.getLogger("murmur").error("readiness could not be checked", exc_info=error)
            return HOME
        finally:
            self._until = self._clock() + FRESH_SECONDS

    def _note(self, word: str) -> str:
        """Records a change in the structured log."""
        if word != self._said:
            self._said = word
            event.record("readiness", state=word)
        return word


readiness = Readiness()


async def _alive(_: Request) -> PlainTextResponse:
    return PlainTextResponse("alive", headers=_HEADERS)


async def _ready(_: Request) -> PlainTextResponse:
    word = await readiness.word()
    return PlainTextResponse(word, 200 if word == READY else 503, _HEADERS)


routes = [Route("/healthz", _alive), Route("/readyz", _ready)]
