"""Zip, trusted keys -> genuine, altered or unknown signer.

A bundle has one form (`container`), so every byte counts: a bundle that was unpacked and repacked is altered. Nothing
is written, inflated or run, and no content makes `verify` raise. If the signer is not trusted, other files are only
hashed; nothing but the manifest is parsed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, final

from dpcore.desk import signature
from dpcore.desk.dossier import Dossier
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.present.bundle import contents
from dpcore.present.bundle.container import MAX_BYTES, NAME, Broken, same, unpack
from dpcore.present.bundle.manifest import Signed
from dpcore.text import Text

State = Literal["genuine", "altered", "unknown signer"]

_NONE = Text("")

ASK_FOR_IT = Text(
    "Do not rely on it. Ask the sender for the file exactly as it was downloaded. A bundle must not be "
    "unpacked and repacked."
)
# vital
COMPARE = Text(
    "Ask the owner of the other desk for its fingerprint by other means, for example by telephone. If it "
    "is the same, trust the key and check the bundle again."
)
UPDATE = Text("Update the program, and check again.")


@final
@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check. said: one sentence. hint: what to do, if anything.

    public, fingerprint: the key that signed the bundle; empty if the signature is not valid.
    dossier: the contents, only of a genuine bundle that no newer version wrote.
    """

    state: State
    said: Text
    hint: Text = _NONE
    public: bytes = b""
    fingerprint: str = ""
    dossier: Dossier | None = None


def verify(bundle: str | os.PathLike[str] | bytes, trusted: Sequence[bytes]) -> Verdict:
    """Whether a bundle (its path or its bytes) is unchanged since a desk signed it, and whether that key is trusted.

    Raises SourceError if the file cannot be read. The contents of a file never raise; they lead to a verdict.
    """
    try:
        data = bundle if isinstance(bundle, bytes) else _bytes(Path(bundle))
        _room(len(data))
        members = unpack(data)
        signed = Signed.of(members)
        if not signed.newer:
            signed.check(members)
            if not same(data, members):
                raise Broken("", Text("the zip structure around its files was changed"))
        return _judged(signed, members, trusted)
    except Broken as broken:
        return _altered(broken)


def _judged(signed: Signed, members: dict[str, memoryview], trusted: Sequence[bytes]) -> Verdict:
    """The verdict on a bundle that is unchanged since it was signed."""
    public, print_ = signed.public, signature.fingerprint(signed.public)
    if signed.newer:
        sentence = Text("This bundle was written by a newer version of the program, which this one cannot check.")
        return Verdict("unknown signer", sentence, UPDATE, public, print_)
    if public not in trusted:
        sentence = Text(
            "Nothing in this bundle has changed since it was signed, but its signer is unknown: key {key}.", key=print_
        )
        return Verdict("unknown signer", sentence, COMPARE, public, print_)
    sentence = Text("The desk with key {key} signed this bundle, and no byte has changed since.", key=print_)
    return Verdict("genuine", sentence, _NONE, public, print_, contents.read(signed, members))


def _altered(broken: Broken) -> Verdict:
    if not broken.name:
        return Verdict("altered", Text("This is not a bundle as written by a desk: {why}.", why=broken.why), ASK_FOR_IT)
    name = broken.name if NAME.fullmatch(broken.name) else shown(broken.name)
    return Verdict(
        "altered",
        Text("The first problem is in {file}: {why}.", file=name, why=broken.why),
        ASK_FOR_IT,
    )


def _bytes(path: Path) -> bytes:
    """The file's bytes. Raises SourceError if it cannot be read, Broken if it is larger than any bundle."""
    try:
        if path.is_file():
            with path.open("rb") as file:
                _room(os.fstat(file.fileno()).st_size)
                return file.read(MAX_BYTES + 1)
    except OSError:
        pass
    raise SourceError("There is no file {path} that can be read.", "Give the path of a bundle.", path=shown(str(path)))


def _room(size: int) -> None:
    if size > MAX_BYTES:
        raise Broken("", Text("it is larger than the {size} MB that a desk writes", size=MAX_BYTES // 10**6))
