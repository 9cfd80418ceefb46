"""Bundles as somebody hostile would make them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dpcore.desk.home import Home
from dpcore.desk.signature import Seal
from dpcore.present.bundle.canonical import canonical
from dpcore.present.bundle.container import pack, unpack


def opened(written: bytes) -> dict[str, bytes]:
    """Its members."""
    return {name: bytes(data) for name, data in unpack(written).items()}


def stranger(folder: Path) -> Seal:
    """The key of another desk."""
    return Seal(Home(folder / "stranger"))


def listed(members: Mapping[str, bytes], manifest: Mapping[str, Any], public: bytes) -> dict[str, Any]:
    """A manifest that lists these members as they are."""
    files = {
        name: {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        for name, data in members.items()
        if name not in ("manifest.json", "signature.json")
    }
    return {**manifest, "files": files, "public_key": public.hex()}


def signature(manifest: bytes, seal: Seal) -> bytes:
    """The signature file over any bytes."""
    return canonical(
        {
            "algorithm": "Ed25519",
            "signed": "manifest.json",
            "signature": seal.sign(manifest).hex(),
            "public_key": seal.public.hex(),
            "fingerprint": seal.fingerprint,
        }
    )


def signed(members: Mapping[str, bytes], seal: Seal, **changes: Any) -> bytes:
    """A bundle of these members, properly signed by this key, whatever is in them; changes go into the manifest."""
    manifest = canonical({**listed(members, json.loads(members["manifest.json"]), seal.public), **changes})
    return over({**members, "manifest.json": manifest}, seal)


def over(members: Mapping[str, bytes], seal: Seal) -> bytes:
    """A bundle with this manifest as it is, signed."""
    return pack({**members, "signature.json": signature(members["manifest.json"], seal)})
