"""Sign-ins ended before their expiry: one file each in the home folder, named by a digest of the sign-in.

They are files so that a sign-in stays ended after a restart and in every process that shares the folder, and they are
not in Streamlit's caches, which a browser can have cleared.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dpcore.desk.home import Home
from dpcore.errors import AccessError

FOLDER = "ended"
KEPT_SECONDS = 30 * 86_400.0
"""How long a file is kept beyond its expiry, in case the clock was ahead."""
# Ended sign-ins that could not be saved; they are ended in this process at least.
_unwritten: set[str] = set()


def add(claims: Mapping[str, Any]) -> None:
    """End a sign-in. Raises AccessError if this cannot be saved; it is then ended until the server restarts."""
    name = _name(claims)
    _unwritten.add(name)
    try:
        folder = _folder()
        folder.mkdir(mode=0o700, exist_ok=True)
        _forget_expired(folder)
        _write(folder / name, str(claims.get("exp")))
    except (OSError, AccessError):
        raise AccessError(
            "You are signed out, but this could not be saved.",
            "Free disk space in the server's home folder before it restarts. Until then this sign-in stays ended.",
        ) from None
    _unwritten.discard(name)


def has(claims: Mapping[str, Any]) -> bool:
    """Whether a sign-in was ended; also true if the folder cannot be read."""
    name = _name(claims)
    if name in _unwritten:
        return True
    try:
        (_folder() / name).lstat()
    except FileNotFoundError:
        return False
    except (OSError, AccessError):
        return True
    return True


def _folder() -> Path:
    return Home().path / FOLDER


def _name(claims: Mapping[str, Any]) -> str:
    """A digest of the claims that differ for each sign-in by time and nonce."""
    fields = {name: claims.get(name) for name in ("iss", "sub", "email", "iat", "exp", "nonce", "jti")}
    return hashlib.sha256(json.dumps(fields, sort_keys=True, default=str).encode()).hexdigest()


def _write(path: Path, text: str) -> None:
    """Write and sync both file and folder."""
    for target, flags in ((path, os.O_WRONLY | os.O_CREAT), (path.parent, os.O_RDONLY)):
        descriptor = os.open(target, flags, 0o600)
        try:
            if target is path:
                os.write(descriptor, text.encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _forget_expired(folder: Path) -> None:
    """Remove files of sign-ins that expired long ago; a file without a time is kept."""
    until = time.time() - KEPT_SECONDS
    for path in folder.iterdir():
        with contextlib.suppress(OSError, ValueError):
            if float(path.read_text()) < until:
                path.unlink()
