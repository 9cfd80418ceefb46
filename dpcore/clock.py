"""The time of day, for the record only: no decision ever depends on it. Tests replace `now`."""

from __future__ import annotations

import datetime as dt


def now() -> str:
    """This second in UTC, as ISO text."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
