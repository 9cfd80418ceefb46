"""Counts the lines before the header of delimited text: comments, blank lines and titles."""

from __future__ import annotations

from collections.abc import Sequence

from dpcore.engine.source.line import DELIMITERS, MOST, cells, several


def before(lines: Sequence[bytes], marks: str = DELIMITERS) -> int:
    """The number of comments, blank lines and titles before the header.

    A title is a line with one cell, or with one cell and then empty cells, before the first line of several cells that
    agrees with the line below it. If all lines have one cell, they are a table of one column. marks: the characters of
    which one is the delimiter.
    """
    count = 0
    while count < min(len(lines), MOST) and (not _has_names(lines[count], marks) or _comment(lines, count, marks)):
        count += 1
    rest = lines[count:MOST]
    if not rest:
        return 0
    if _is_padded(rest[0], marks):
        named = (place for place, line in enumerate(rest) if _count_filled(line, marks) > 1)
        return count + next((place for place in named if place and _count_filled(rest[place], marks) > 2), 0)
    if max(len(cells(rest, mark)[0] or []) for mark in marks) > 1 or _quoted_column(rest, marks):
        return count
    wide = (place for place, line in enumerate(rest) if several(line, marks) > 1 and not _comment(rest, place, marks))
    titles = next(wide, 0)
    return count + (titles if _agrees(rest[titles:], marks) else 0)


def _has_names(line: bytes, marks: str) -> bool:
    return bool(line.strip(b' \t\r\n,;|"' + marks.encode()))


def _comment(lines: Sequence[bytes], place: int, marks: str) -> bool:
    """Whether a line begins with # and is no header: the line below has another number of cells."""
    bare = lines[place].lstrip(b' "')
    if not bare.startswith(b"#"):
        return False
    if bare[1:2] in (b"#", b"!", b" ", b"\r", b"\n", b"") or place + 1 == len(lines):
        return bare[1:2] != b"\t"
    following = lines[place + 1]
    return following.lstrip(b' "').startswith(b"#") or several(lines[place], marks) != several(following, marks)


def _count_filled(line: bytes, marks: str) -> int:
    """The number of cells of a line that are not empty, with the delimiter that gives most."""
    return max(sum(map(bool, cells([line], mark)[0] or [])) for mark in marks)


def _is_padded(line: bytes, marks: str) -> bool:
    """Whether a line has one cell and then at least two empty cells, as spreadsheets write a title."""
    row = max((cells([line], mark)[0] or [] for mark in marks), key=len)
    return len(row) > 2 and bool(row[0]) and not any(row[1:])


def _agrees(lines: Sequence[bytes], marks: str) -> bool:
    """Whether with one delimiter the first line has as many cells as the next, or one less (rows begin with a name).

    The first line may have further empty cells at its end.
    """
    if len(lines) < 2:
        return True
    for mark in marks:
        first, second = (cells([line], mark)[0] or [] for line in lines[:2])
        if len(first) > 1 and _last(first) <= len(second) <= len(first) + 1:
            return True
    return False


def _last(row: Sequence[str]) -> int:
    """The place, from 1, of the last cell that is not empty; 0 if all cells are empty."""
    return max((place for place, cell in enumerate(row, 1) if cell), default=0)


def _quoted_column(lines: Sequence[bytes], marks: str) -> bool:
    """Whether one quoted name stands above rows of two cells, as R writes a table of one column and row names."""
    quoted = lines[0].strip()
    return (
        len(lines) > 1
        and len(quoted) > 2
        and quoted[:1] == quoted[-1:] == b'"'
        and all(several(line, marks) == 2 and line.startswith(b'"') for line in lines[1:] if line.strip())
    )
