"""The time of day: for the record, and for what a person gave an end (a link, a slice). Tests replace `now`.

No charge and no answer depends on it. A moment is ISO text, in UTC, to the second: moments compare as texts.
"""

from __future__ import annotations

import datetime as dt

from dpcore.errors import DpError


def now() -> str:
    """This second in UTC, as ISO text."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def end(value: dt.datetime | dt.date | str, error: type[DpError], latest: str = "") -> str:
    """When something ends: a time (UTC where it says no other), or a day, which counts to its last second.

    latest: the time of the ledger's last entry. What ends by then has ended, even where the clock says less.
    """
    try:
        moment = dt.date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else value
        moment = dt.datetime.fromisoformat(moment) if isinstance(moment, str) else moment
        if not isinstance(moment, dt.datetime):
            moment = dt.datetime.combine(moment, dt.time(23, 59, 59))
        aware = moment.replace(tzinfo=moment.tzinfo or dt.UTC).astimezone(dt.UTC)
    except (TypeError, ValueError, OverflowError):
        raise error("An end must be a day or a time.", "For example 2026-12-31, or 2026-12-31T18:00.") from None
    found = aware.isoformat(timespec="seconds")
    if found <= now():
        raise error("An end must be in the future.", "Times are in UTC.")
    if found <= latest:
        raise error(
            "An end on {day} is over already: the ledger's last entry is of {last}, ahead of the clock.",
            "Give a later end, or none. Check the server's clock.",
            day=found[:10],
            last=latest[:10],
        )
    return found
