"""What the server does, as events for its structured log (`MURMUR_LOG=json`, written by `pages.server.event_log`).

An event has a name and a few facts of a closed list. None of them is a text of a person, and none depends on a row.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import math

from dpcore.errors import DpError
from pages.ui.desk import house

LOGGER = "murmur.event"


def record(
    name: str,
    *,
    state: str | None = None,
    job: str | None = None,
    user: str | None = None,
    seconds: int | None = None,
    form: str | None = None,
    status: int | None = None,
) -> None:
    """Record an event. state: what happened. job: a random number of a release. user: a pseudonym. form: of a page."""
    facts = {"state": state, "job": job, "user": user, "seconds": seconds, "form": form, "status": status}
    given = {key: value for key, value in facts.items() if value is not None}
    logging.getLogger(LOGGER).info(name, extra={"facts": given})


def pseudonym(user: str) -> str:
    """A name for a user by which nobody without the desk's secret can find the user; empty without the secret."""
    with contextlib.suppress(DpError):
        return pseudonym_of(house().home.key("log"), user)
    return ""


def pseudonym_of(key: bytes, user: str) -> str:
    """The same for a key."""
    return hmac.digest(key, user.encode(), hashlib.sha256).hex()[:12]


def rounded(seconds: float) -> int:
    """The least of 1, 2, 5, 10, 20, 50, … that is not below: a finer duration would say more about rows."""
    size = 10.0 ** math.floor(math.log10(max(seconds, 1.0)))
    return next(int(head * size) for head in (1, 2, 5, 10) if head * size >= seconds)
