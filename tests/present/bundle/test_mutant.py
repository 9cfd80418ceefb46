"""Each check of a bundle, taken away: the attack that it stands against then passes, so the attacks' tests can fail."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable

import pytest

import dpcore as dp
from dpcore.desk import signature as seal
from dpcore.present.bundle import container, contents, manifest
from dpcore.present.bundle.container import pack
from tests.present.bundle import forge

check = importlib.import_module("dpcore.present.bundle.verify")  # the package has a function of that name
Attack = Callable[[bytes, dp.Desk], bytes]


def behind(written: bytes, desk: dp.Desk) -> bytes:
    return written + b"\0"


def more(written: bytes, desk: dp.Desk) -> bytes:
    return pack({**forge.opened(written), "zz.html": b"<script>"})


def resigned(written: bytes, desk: dp.Desk) -> bytes:
    """One more file, in the manifest too, under the signature of the manifest before."""
    members = {**forge.opened(written), "zz.html": b"<script>"}
    text = forge.canonical(forge.listed(members, json.loads(members["manifest.json"]), desk.seal.public))
    return pack({**members, "manifest.json": text})


def elsewhere(written: bytes, desk: dp.Desk) -> bytes:
    return forge.signed({**forge.opened(written), "../evil": b"x"}, desk.seal)


def table(written: bytes, desk: dp.Desk) -> bytes:
    members = forge.opened(written)
    name = next(name for name in members if name.endswith(".csv"))
    return forge.signed({**members, name: b"estimate,std_error,low,high\n1,1,1,1\n"}, desk.seal)


ANY = re.compile(r".*", re.DOTALL)
CHECKS: dict[str, tuple[Attack, list[tuple[object, str, object]]]] = {
    "every byte": (behind, [(check, "same", lambda data, members: True)]),
    "every file": (more, [(manifest.Signed, "check", lambda self, members: None)]),
    "the signature": (resigned, [(seal, "check", lambda public, signature, message: True)]),
    "names": (elsewhere, [(module, "NAME", ANY) for module in (container, manifest)]),
    "tables": (table, [(contents, "_agree", lambda answers, names, members: None)]),
}


@pytest.mark.parametrize("name", CHECKS)
def test_without_its_check_an_attack_passes(
    written: bytes, world: dp.Desk, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    attack, mutants = CHECKS[name]
    data, key = attack(written, world), [world.seal.public]
    assert check.verify(data, key).state == "altered"
    for where, what, instead in mutants:
        monkeypatch.setattr(where, what, instead)
    assert check.verify(data, key).state == "genuine"
