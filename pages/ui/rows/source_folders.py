"""Which paths of the server's computer may be opened from the Data screen.

Without sign-in, the desk's owner may open any path, unless the desk is open to everybody or a list is set. Otherwise
only what lies within the listed folders, after symbolic links are resolved; the desk's own folder, which has the rows
of all users, never does. A refusal does not depend on what exists outside.
"""

from __future__ import annotations

import glob
import os
from pathlib import Path

from dpcore.engine.source.file_list import list_files
from dpcore.errors import AccessError
from pages.ui.desk import house
from pages.ui.person import signin, signin_settings

FOLDERS = "MURMUR_SOURCE_FOLDERS"
"""Environment variable: folders, separated as in PATH. Every user may load the tables in them."""


def folders() -> tuple[str, ...] | None:
    """The folders whose tables may be opened; None: any path."""
    text = os.environ.get(FOLDERS)
    if text is None and not signin.required() and not signin_settings.open_to_all():
        return None
    paths = [os.path.expanduser(path.strip()) for path in (text or "").split(os.pathsep)]
    return tuple(path for path in paths if os.path.isabs(path))


def fault() -> str | None:
    """A listed folder that is not named by its whole path."""
    paths = [path.strip() for path in os.environ.get(FOLDERS, "").split(os.pathsep)]
    return next((path for path in paths if path and not os.path.isabs(os.path.expanduser(path))), None)


def check(what: str) -> None:
    """Raises AccessError if a path, folder or pattern leads out of the folders, and SourceError as `dp.read` does."""
    allowed = folders()
    if allowed is None:
        return
    try:
        inside = _begins(what, allowed) and all(_within(str(file), allowed) for file in list_files(what))
    except (OSError, ValueError):  # a NUL byte, for example
        inside = False
    if not inside:
        raise AccessError(
            "This path does not lie in a folder that may be read here.",
            "You may open what lies in {folders}, or upload the file.",
            folders=", ".join(allowed),
        )


def _begins(what: str, allowed: tuple[str, ...]) -> bool:
    """Whether a path lies inside; of a pattern, also whatever any beginning of it matches."""
    path = os.path.expanduser(what)
    parts = Path(path).absolute().parts
    if ".." in parts or not _within(path, allowed):
        return False
    if not glob.has_magic(path) or os.path.lexists(path):
        return True
    first = next(place for place, part in enumerate(parts) if glob.has_magic(part))
    beginnings = [os.path.join(*parts[:end]) for end in range(first, len(parts) + 1)]
    return all(_within(found, allowed) for beginning in beginnings for found in glob.iglob(beginning, recursive=True))


def _within(path: str, allowed: tuple[str, ...]) -> bool:
    """Whether a path as written, and wherever its links lead, lies in a folder and not in the desk's own."""
    real, own = Path(os.path.realpath(path)), os.path.realpath(house().home.path)
    roots = [os.path.realpath(folder) for folder in allowed]
    written = any(Path(path).absolute().is_relative_to(root) for root in (*allowed, *roots))
    return written and any(real.is_relative_to(root) for root in roots) and not real.is_relative_to(own)
