"""Functions of the mathematics, the ledger, the engines and the release are called by verbs, or by what they return."""

from __future__ import annotations

import ast
import re

import pytest

from tests.repo.house import scripts, tree

FOLDERS = ("tradeoff", "ledger", "engine", "release")
# English verbs whose participle does not end in -ed, without those that are also nouns or present tense
IRREGULAR = """
awoken been begun bent bitten bled blown borne born bought bred broken brought built burnt caught chosen clung
crept dealt done drawn driven drunk dug eaten fallen fed fled flown forbidden forgiven forgotten fought found
frozen given gone got gotten grown heard held hidden hung kept knelt known laid lain leant leapt learnt led
lent lit lost made meant met mistaken overdrawn paid proven rebuilt redone ridden risen said sawn seen sent
sewn shaken shaven shone shot shown shrunk slain slept slid slung smelt sold sought sown spelt spent spilt
spoilt spoken sprung spun stolen stood stricken stridden striven struck stuck stung stunk sung sunk swept
swollen sworn swum swung taken taught thought thrown told torn trodden undone understood unspent withdrawn
woken won worn woven written went began drew gave grew knew spoke took threw wrote
"""
# Words in -ed that are no participles.
NO_PARTICIPLE = {"bed", "embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed", "succeed"}


def is_participle(name: str) -> bool:
    """Whether a name is a bare participle or past tense, public or not: `_kept`, `opened`, but not `is_open`."""
    word = name.strip("_").rstrip("0123456789")
    return word in IRREGULAR.split() or (re.fullmatch(r"[a-z]+ed", word) is not None and word not in NO_PARTICIPLE)


def functions(module: ast.Module) -> list[tuple[int, str]]:
    """The functions and methods of a module by line, without properties, which are read like attributes."""
    nodes = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    read = {"property", "cached_property"}
    return [(node.lineno, node.name) for node in nodes if read.isdisjoint(map(ast.unparse, node.decorator_list))]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_function_is_called_by_a_participle(folder: str) -> None:
    paths = [path for path in scripts("dpcore") if path.parts[1] == folder]
    named = [(str(path), *found) for path in paths for found in functions(tree(path)) if is_participle(found[1])]
    assert paths and named == []


@pytest.mark.parametrize("bad", ["_went", "_begun", "_kept", "_drawn", "charged", "opened", "said", "_unplanned"])
def test_a_participle_is_seen(bad: str) -> None:
    (found,) = functions(ast.parse(f"class A:\n    async def {bad}(self): ..."))
    assert is_participle(found[1])


@pytest.mark.parametrize("good", ["keep", "needed_columns", "is_stored", "seed", "exceed", "read", "cut", "price_of"])
def test_a_verb_or_a_noun_is_not(good: str) -> None:
    assert not is_participle(good)
