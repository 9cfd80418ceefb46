"""What is in a bundle, and the two files that make it one: the manifest of all others, and the signature over it."""

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
    """The name of an answer's files, without an ending: only its number and plain letters of its question."""
    slug = re.sub(r"[^a-z0-9]+", "-", str(release).lower())[:48].strip("-")
    return f"answers/{number:03d}-{slug or 'answer'}"


def manifest(dossier: Dossier, answers: Sequence[str], files: Mapping[str, bytes], public: bytes) -> bytes:
    """Every file by its SHA-256, and the place of each charge in the ledger's chain, in canonical JSON.

    answers: the names of the answers' files without their endings, in the order of `present.answers.all_of`.
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
    """The ledger's identity, and for each charge the number of its entry, its hash and the hash before it."""
    return {"ledger": dossier.ledger, "charges": [[charge.seq, charge.hash, charge.prev] for charge in dossier.charges]}


def signature(signed: bytes, key: seal.Seal) -> bytes:
    """The signature over a manifest's bytes, with what is needed to check it."""
    return _signature(key.public, key.sign(signed))


def _signature(public: bytes, made: bytes) -> bytes:
    """The one text of the signature's file: key and signature determine its every byte."""
    return canonical(
        {
            "algorithm": "Ed25519",
            "signed": MANIFEST,
            "signature": made.hex(),
            "public_key": public.hex(),
            "fingerprint": seal.fingerprint(public),
        }
    )


@final
@dataclass(frozen=True, slots=True)
class Signed:
    """A manifest whose signature holds: the signer's key, and what it says."""

    public: bytes
    data: Mapping[str, Any]

    @classmethod
    def of(cls, members: Mapping[str, memoryview]) -> Self:
        """The manifest of these members. Raises Broken where it, or the signature over it, is not as it was signed."""
        for name in (MANIFEST, SIGNATURE):
            if name not in members:
                raise Broken(name, Text("it is missing"))
            if len(members[name]) > MAX_MANIFEST:
                raise Broken(name, Text("it is too large"))
        text = bytes(members[MANIFEST])
        data, signed = _object(MANIFEST, text), _object(SIGNATURE, bytes(members[SIGNATURE]))
        public, made = _hex(signed, "public_key", 32), _hex(signed, "signature", 64)
        if data.get("public_key") != public.hex():
            raise Broken(SIGNATURE, Text("it is by another key than the manifest names"))
        if not seal.check(public, made, text):
            raise Broken(MANIFEST, Text("its signature does not hold"))
        if _signature(public, made) != bytes(members[SIGNATURE]):
            raise Broken(SIGNATURE, Text("it is not as it was written"))
        if data.get("format") != FORMAT or not isinstance(data.get("version"), int):
            raise Broken(MANIFEST, Text("it is the manifest of something else"))
        return cls(public, data)

    @property
    def newer(self) -> bool:
        """Whether a later version of the program wrote it, by rules that this one does not know."""
        return int(self.data["version"]) > VERSION

    def check(self, members: Mapping[str, memoryview]) -> None:
        """Raises Broken naming the first member that is not as the manifest says, is missing, or is not in it."""
        files = self.data.get("files")
        if not isinstance(files, dict) or not all(NAME.fullmatch(name) for name in files):
            raise Broken(MANIFEST, Text("it lists no files"))
        for name in sorted({*files, *members} - {MANIFEST, SIGNATURE}):
            if name not in members:
                raise Broken(name, Text("it is missing"))
            if name not in files:
                raise Broken(name, Text("it was not there when the bundle was signed"))
            if files[name] != {"sha256": _sha256(members[name]), "bytes": len(members[name])}:
                raise Broken(name, Text("it is not what was signed"))


def _object(name: str, text: bytes) -> dict[str, Any]:
    try:
        data = read(text)
        if isinstance(data, dict) and canonical(data) == text:
            return data
    except (ValueError, RecursionError):
        pass
    raise Broken(name, Text("it is not the one JSON text that its data has"))


def _hex(data: Mapping[str, Any], key: str, size: int) -> bytes:
    try:
        found = bytes.fromhex(data[key])
    except (KeyError, TypeError, ValueError):
        found = b""
    if len(found) != size or found.hex() != data[key]:
        raise Broken(SIGNATURE, Text("its {key} is none", key=key))
    return found


def _sha256(data: bytes | memoryview) -> str:
    return hashlib.sha256(data).hexdigest()
