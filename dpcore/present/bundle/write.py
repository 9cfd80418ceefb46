"""Dossier -> signed zip. The same dossier and key give the same bytes."""

from __future__ import annotations

from dpcore.desk.dossier import Dossier
from dpcore.desk.signature import Seal
from dpcore.errors import QueryError
from dpcore.plan.plan import Plan
from dpcore.present.bundle.canonical import MAX_BYTES as MAX_JSON
from dpcore.present.bundle.container import MAX_BYTES, pack
from dpcore.present.bundle.contents import files
from dpcore.present.bundle.manifest import MANIFEST, SIGNATURE, manifest, signature


def write(dossier: Dossier, seal: Seal, plan: Plan | None = None) -> bytes:
    """The bundle of a dossier, signed with a desk's key.

    plan: the plan in the bundle; default a plan made from the answers.
    Raises QueryError if the answers are too large for a bundle.
    """
    members, answers = files(dossier, seal.fingerprint, plan)
    signed = manifest(dossier, answers, members, seal.public)
    written = pack({**members, MANIFEST: signed, SIGNATURE: signature(signed, seal)})
    if len(written) > MAX_BYTES or max(map(len, members.values())) > MAX_JSON:
        raise QueryError(
            "These answers are too large for a bundle of {max_bytes} MB.",
            "Select fewer answers.",
            max_bytes=MAX_BYTES // 10**6,
        )
    return written
