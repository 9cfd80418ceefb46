"""The current time, for records and for things with an expiry time (links, slices). Tests replace `now`.

No charge and no answer depends on the clock. A time is ISO text in UTC, to the second, so times compare as strings.
"""

from __future__ import annotations

import datetime as dt

from dpcore.errors import DpError


def now() -> str:
    """The current time in UTC, to the second, as ISO text."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def end(value: dt.datetime | dt.date | str, error: type[DpError], latest: str = "") -> str:
    """The expiry time for a time (UTC unless it names another zone) or a day, which ends at its last second.

    latest: the time of the ledger's last entry. An expiry up to it is already over, even if the clock is behind it.
    Raises `error` where the value is no time or is in the past.
    """
    try:
        moment = dt.date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else value
        moment = dt.datetime.fromisoformat(moment) if isinstance(moment, str) else moment
        if not isinstance(moment, dt.datetime):
            moment = dt.datetime.combine(moment, dt.time(23, 59, 59))
        aware = moment.replace(tzinfo=moment.tzinfo or dt.UTC).astimezone(dt.UTC)
    except (TypeError, ValueError, OverflowError):
        raise error("The end date must be a date or a time.", "For example 2026-12-31, or 2026-12-31T18:00.") from None
    expiry = aware.isoformat(timespec="seconds")
    if expiry <= now():
        raise error("The end date must be in the future.", "Times are in UTC.")
    if expiry <= latest:
        raise error(
            "The end date {day} has already passed: the ledger's last entry is dated {last}, ahead of the clock.",
            "Choose a later end date, or none. Check the server's clock.",
            day=expiry[:10],
            last=latest[:10],
        )
    return expiry
