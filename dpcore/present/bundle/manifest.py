"""The manifest of a bundle, which lists all other files, and the signature over the manifest."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, final

from dpcore.desk import signature as seal
from dpcore.desk.dossier import Dossier
from dpcore.present.bundle.canonical import canonical, read
from dpcore.present.bundle.container import NAME, Broken
from dpcore.release.record import Release
from dpcore.text import Text

FORMAT = "murmur bundle"
VERSION = 1
MANIFEST, SIGNATURE = "manifest.json", "signature.json"
DOSSIER, RELEASES = "dossier.json", "releases.json"
MAX_MANIFEST = 4_000_000


def answer_name(number: int, release: Release) -> str:
    """The name of an answer's files, without extension: its number and ASCII letters of its question."""
    slug = re.sub(r"[^a-z0-9]+", "-", str(release).lower())[:48].strip("-")
    return f"answers/{number:03d}-{slug or 'answer'}"


def manifest(dossier: Dossier, answers: Sequence[str], files: Mapping[str, bytes], public: bytes) -> bytes:
    """The manifest in canonical JSON: each file's SHA-256, and each charge's place in the ledger's hash chain.

    answers: the names of the answers' files without extensions, in the order of `present.answers.all_of`.
    """
    return canonical(
        {
            "format": FORMAT,
            "version": VERSION,
            "title": dossier.title,
            "dataset": dossier.dataset,
            "by": dossier.by,
            "time": dossier.time,
            **chained(dossier),
            "answers": list(answers),
            "files": {name: {"sha256": _sha256(data), "bytes": len(data)} for name, data in files.items()},
            "public_key": public.hex(),
        }
    )


def chained(dossier: Dossier) -> dict[str, Any]:
    """The ledger's identity; and for each charge, its entry number, its hash, and the previous hash."""
    return {"ledger": dossier.ledger, "charges": [[charge.seq, charge.hash, charge.prev] for charge in dossier.charges]}


def signature(signed: bytes, key: seal.Seal) -> bytes:
    """The signature file for a manifest's bytes, with the public key that is needed to check it."""
    return _signature(key.public, key.sign(signed))


def _signature(public: bytes, signature: bytes) -> bytes:
    """The signature file. The key and the signature determine every byte of it."""
    return canonical(
        {
            "algorithm": "Ed25519",
            "signed": MANIFEST,
            "signature": signature.hex(),
            "public_key": public.hex(),
            "fingerprint": seal.fingerprint(public),
        }
    )


@final
@dataclass(frozen=True, slots=True)
class Signed:
    """A manifest with a valid signature: the signer's key, and the contents of the manifest."""

    public: bytes
    data: Mapping[str, Any]

    @classmethod
    def of(cls, members: Mapping[str, memoryview]) -> Self:
        """The manifest of these members. Raises Broken if the manifest or its signature is not valid."""
        for name in (MANIFEST, SIGNATURE):
            if name not in members:
                raise Broken(name, Text("it is missing"))
            if len(members[name]) > MAX_MANIFEST:
                raise Broken(name, Text("it is too large"))
        text = bytes(members[MANIFEST])
        data, signed = _object(MANIFEST, text), _object(SIGNATURE, bytes(members[SIGNATURE]))
        public, bytes_ = _hex(signed, "public_key", 32), _hex(signed, "signature", 64)
        if data.get("public_key") != public.hex():
            raise Broken(SIGNATURE, Text("it was made with a different key than the manifest names"))
        if not seal.check(public, bytes_, text):
            raise Broken(MANIFEST, Text("its signature is not valid"))
        if _signature(public, bytes_) != bytes(members[SIGNATURE]):
            raise Broken(SIGNATURE, Text("it was changed after it was written"))
        if data.get("format") != FORMAT or not isinstance(data.get("version"), int):
            raise Broken(MANIFEST, Text("it is not the manifest of a bundle"))
        return cls(public, data)

    @property
    def newer(self) -> bool:
        """Whether a later version of the program wrote it, with rules that this version does not know."""
        return int(self.data["version"]) > VERSION

    def check(self, members: Mapping[str, memoryview]) -> None:
        """Raises Broken with the first member that is missing, not listed, or different from the manifest."""
        files = self.data.get("files")
        if not isinstance(files, dict) or not all(NAME.fullmatch(name) for name in files):
            raise Broken(MANIFEST, Text("it lists no files"))
        for name in sorted({*files, *members} - {MANIFEST, SIGNATURE}):
            if name not in members:
                raise Broken(name, Text("it is missing"))
            if name not in files:
                raise Broken(name, Text("it was added after the bundle was signed"))
            if files[name] != {"sha256": _sha256(members[name]), "bytes": len(members[name])}:
                raise Broken(name, Text("it was changed after the bundle was signed"))


def _object(name: str, text: bytes) -> dict[str, Any]:
    try:
        data = read(text)
        if isinstance(data, dict) and canonical(data) == text:
            return data
    except (ValueError, RecursionError):
        pass
    raise Broken(name, Text("it is not canonical JSON"))


def _hex(data: Mapping[str, Any], key: str, size: int) -> bytes:
    try:
        decoded = bytes.fromhex(data[key])
    except (KeyError, TypeError, ValueError):
        decoded = b""
    if len(decoded) != size or decoded.hex() != data[key]:
        raise Broken(SIGNATURE, Text("its {key} is not valid", key=key))
    return decoded


def _sha256(data: bytes | memoryview) -> str:
    return hashlib.sha256(data).hexdigest()
