"""A file of which nothing was said may be read as the rows of an earlier dataset of its owner were.

This is decided by headers and by descriptions, which are public; no row below a header is read.
"""

from __future__ import annotations

from dataclasses import replace

import dpcore as dp
from dpcore.desk.past_reading import PastReading, past_readings
from dpcore.engine.source.reading import USUAL, Reading
from pages.ui.desk import desk
from pages.ui.rows.unfinished import Loaded, Past

_MOST = 3
"""The most readings that are tried: a workbook is unpacked for each."""


def fitting(table: Loaded) -> tuple[Past, bool] | None:
    """How the rows of the last loaded dataset were read all of whose columns the file has, read so; None if as usual.

    Also whether it is to be read so: its own header must be unclear, or lack a described column. Where only the
    encoding was declared otherwise, the header does not say which is right.
    """
    if not table.lines:
        return None
    plain = _plain(table)
    names = dict[Reading, frozenset[str] | None]()
    for past in past_readings(desk()):
        fits = plain is not None and past.described <= plain
        if fits and past.reading.encoding is None:
            return None
        reading = _applied(past, table, unclear=plain is None)
        if reading is None:
            continue
        if reading not in names:
            if len(names) == _MOST:
                return None
            names[reading] = _names(table, reading)
        found = names[reading]
        if found is not None and past.described <= found:
            return Past(past.dataset, reading), not fits
    return None


def _applied(past: PastReading, table: Loaded, unclear: bool) -> Reading | None:
    """The reading with which this file would be read as that dataset's was; None if it has no such.

    A file without names gets those of the columns in their order, if its first line looks like a row.
    """
    reading = past.reading
    if reading == USUAL or (reading.sheet is not None and table.text):
        return None
    if reading.header is not False:
        return reading
    asked = table.question is not None and not table.question.sheet and unclear
    return replace(reading, header=past.columns) if asked and past.columns else None


def _plain(table: Loaded) -> frozenset[str] | None:
    """The columns of the file as it was read; None if its header is unclear."""
    if table.question is None:
        return frozenset(table.columns)
    return None if table.question.sheet else _names(table, table.reading)


def _names(table: Loaded, reading: Reading) -> frozenset[str] | None:
    """The columns of the file if it is read so; None if it cannot be."""
    try:
        return frozenset(table.names(reading))
    except dp.SourceError:
        return None
