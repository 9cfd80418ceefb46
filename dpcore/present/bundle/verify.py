"""Zip, trusted keys -> genuine, altered or unknown signer.

A bundle has one form (`container`), so a file is genuine or not to its last byte: whoever unpacks it and packs it again
has altered it. Nothing is written, inflated or run, and no content makes this raise. Of a file that nobody trusted
signed, no more is read than its manifest.
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
    "Do not rely on it. Ask whoever sent it for the file as it was downloaded, not unpacked and packed again."
)
COMPARE = Text(
    "Have the other desk read its fingerprint to you, on the telephone say; trust the key if it is the same, "
    "and check again."
)
UPDATE = Text("Update the program, and check again.")


@final
@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: `said` in one sentence, and in `hint` what to do where there is something to do.

    public, fingerprint: the key that signed it, empty where the signature does not hold. dossier: what is in it, only
    where it is genuine (and not by a newer version).
    """

    state: State
    said: Text
    hint: Text = _NONE
    public: bytes = b""
    fingerprint: str = ""
    dossier: Dossier | None = None


def verify(bundle: str | os.PathLike[str] | bytes, trusted: Sequence[bytes]) -> Verdict:
    """Whether a bundle (its path or its bytes) is as some desk signed it, and whether that desk's key is trusted.

    Raises SourceError where there is no file that can be read; whatever is in the file is answered by a verdict.
    """
    try:
        data = bundle if isinstance(bundle, bytes) else _bytes(Path(bundle))
        _room(len(data))
        members = unpack(data)
        signed = Signed.of(members)
        if not signed.newer:
            signed.check(members)
            if not same(data, members):
                raise Broken("", Text("the file around its contents is not as it was written"))
        return _judged(signed, members, trusted)
    except Broken as broken:
        return _altered(broken)


def _judged(signed: Signed, members: dict[str, memoryview], trusted: Sequence[bytes]) -> Verdict:
    """The verdict on a file that is as its signer left it."""
    public, print_ = signed.public, signature.fingerprint(signed.public)
    if signed.newer:
        said = Text("This bundle was written by a newer version of the program, which this one cannot check.")
        return Verdict("unknown signer", said, UPDATE, public, print_)
    if public not in trusted:
        said = Text(
            "Nothing in this bundle changed since it was signed, but its signer is unknown: key {key}.", key=print_
        )
        return Verdict("unknown signer", said, COMPARE, public, print_)
    said = Text("This bundle is genuine: the desk with key {key} signed it, and no byte has changed since.", key=print_)
    return Verdict("genuine", said, _NONE, public, print_, contents.read(signed, members))


def _altered(broken: Broken) -> Verdict:
    if not broken.name:
        return Verdict("altered", Text("This is not a bundle as a desk wrote it: {why}.", why=broken.why), ASK_FOR_IT)
    name = broken.name if NAME.fullmatch(broken.name) else shown(broken.name)
    return Verdict(
        "altered", Text("This bundle was altered, first seen at {file}: {why}.", file=name, why=broken.why), ASK_FOR_IT
    )


def _bytes(path: Path) -> bytes:
    """The file's bytes. Raises SourceError where it cannot be read, Broken where no bundle is as large."""
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
