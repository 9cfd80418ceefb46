"""Sentences are marked, whole, and have the facts that they name, in every language; English alone is enough."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from dpcore.present.language import extract
from dpcore.present.language.translation import FOLDER, TEMPLATES, fits, forms, stored
from tests.language import write
from tests.repo.house import scripts, tree

# These speak to programs, logs and terminals, or fill in a form that has a language of its own.
APART = (
    "dpcore/cli/",
    "dpcore/table/sample_ratings.py",  # titles of films
    "dpcore/present/find/",  # words that people type
    "dpcore/engine/",
    "dpcore/ledger/store/",
    "dpcore/noise/",
    "dpcore/mechanisms/",
    "dpcore/sensitivity/",
    "dpcore/statistic/",
    "dpcore/tradeoff/",
    "dpcore/calibrate.py",
    "dpcore/present/bundle/readme.py",
    "dpcore/present/file/script.py",
    "dpcore/present/language/",
    "dpcore/present/record/",
    "dpcore/table/dictionary",
    "pages/server/",
    "pages/ui/person/signin_settings.py",  # half of it stands in the log of a server that does not start
    "pages/ui/style.py",
)
UNSAID = {
    # how exact figures are written where people compare them with the ledger
    "mu {}",
    "mu {} ({})",
    "mu without bound",
    "epsilon {}",
    "epsilon {} at delta {}",
    " at delta {}",
    " without delta",
    # what a test or an option is called
    "not in",
    "not used",
    "yes or no",
    "whole number",
    "unknown signer",
    "not valid here",
    "basic composition",
    "taken back",
    "used up",
    # a format, a key of the session, a hash
    "murmur bundle",
    "murmur sample {}",
    "age group",
    "plan read",
    "plan uploader",
    "dictionary uploader",
    "written links",
    "left out of Ask",
    "publish tickets",
    "fresh links",
    "counted links",
    "owner said",
    "open dataset",
    "loaded elsewhere",
    "name line-{}",
    "bar pale",
    "wire fine",
    "middle right",
    "middle left",
    "top center",
    "bottom center",
    # the log, another interpreter, a file for programs
    "a page failed",
    "written by another version of the program",
    "{} in {}",
    "a value of type {} that is too long to be shown",
}
WORDS = re.compile(r"[A-Za-z]{2,} +[A-Za-z{]|[A-Za-z}] +[A-Za-z]{2,}")
CODE = re.compile(r"[<>;]|^import |\bTEMP\b|default-src|color-mix")
MARKS = {"Text", "say", "counted", "joined"}
NEVER = {"compile", "sub", "fullmatch", "getLogger", "TypeVar", "Literal"}


def called(node: ast.Call) -> str:
    function = node.func
    return getattr(function, "attr", None) or getattr(function, "id", "")


def unmarked(module: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, string) of what reads like words and no translator will see."""
    left = set[int]()
    for node in ast.walk(module):
        parts: list[ast.AST] = []
        match node:
            case ast.Expr(value=ast.Constant() as text):
                parts = [text]
            case ast.AnnAssign(target=ast.Name(id="formula" | "cites"), value=ast.expr() as cited):
                parts = list(ast.walk(cited))  # of the methods note, which is in English
            case ast.Subscript(slice=inside):
                parts = list(ast.walk(inside))
            case ast.JoinedStr(values=values):
                parts = list(values)
            case ast.Call():
                name = called(node)
                if name in MARKS | NEVER | extract.ERRORS | extract.CHECKS or name.endswith("Error"):
                    parts = [part for argument in node.args for part in ast.walk(argument)]
                unsaid = [word.value for word in node.keywords if word.arg in ("icon", "key", "error", "hint")]
                parts += [part for value in unsaid for part in ast.walk(value)]
        left |= {id(part) for part in parts}
    for node in ast.walk(module):
        if id(node) in left or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        text = shape(node)
        if text and WORDS.search(text) and not CODE.search(text) and text not in UNSAID:
            yield node.lineno, text


def shape(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)


def test_every_sentence_is_marked():
    paths = [path for path in scripts("dpcore", "pages", "app.py") if not str(path).startswith(APART)]
    assert [(str(path), *found) for path in paths for found in unmarked(tree(path))] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('st.write("Nothing is here.")', 1),
        ('st.write(f"{name} is here.")', 1),
        ('st.write(say("Nothing is here."))', 0),
        ('st.write(say("{name} is here.", name="Ada Lovelace"))', 1),
        ('raise QueryError("Nothing is here.", "Ask again.")', 0),
        ('def f():\n    """Nothing is here."""', 0),
        ('st.button(label, key="a key of ours")', 0),
    ],
)
def test_a_string_that_is_not_marked_is_seen(code: str, found: int):
    assert len(list(unmarked(ast.parse(code)))) == found


def glued(module: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, code) of sentences that are put together before they are marked."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and (called(node) in {*MARKS, *extract.ERRORS} or called(node).endswith("Error")):
            first = node.args[: 1 if called(node) in MARKS else 2]
            yield from (
                (part.lineno, ast.unparse(part))
                for argument in first
                for part in (argument, *([argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else []))
                if isinstance(part, ast.JoinedStr | ast.BinOp) and WORDS.search(ast.unparse(part))
            )


def test_no_sentence_is_glued_together():
    paths = [path for path in scripts("dpcore", "pages", "app.py") if not str(path).startswith(APART)]
    assert [(str(path), *found) for path in paths for found in glued(tree(path))] == []


def test_a_sentence_that_is_glued_together_is_seen():
    assert list(glued(ast.parse('QueryError(f"{name} is not here.")'))) == [(1, "f'{name} is not here.'")]
    assert list(glued(ast.parse('say("It is " + word + " here")')))


def fields(key: str) -> set[str]:
    """The names of the facts in a key."""
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(key) if name}


def facts(node: ast.Call) -> set[str] | None:
    """What a call gives its sentence; None where that cannot be read off."""
    if any(word.arg is None for word in node.keywords):
        return None
    return {str(word.arg) for word in node.keywords}


def mismatched(module: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, key) of sentences that name a fact which they are not given, or are given one that none names."""
    for node in ast.walk(module):
        if not isinstance(node, ast.Call):
            continue
        name, given = called(node), facts(node)
        keys = [key for _, both in extract.keys(ast.Module([ast.Expr(node)], [])) for key in both]
        literal = all(isinstance(part, ast.Constant | ast.IfExp) for part in node.args[: 1 if name in MARKS else 2])
        if (
            given is None
            or not literal
            or not node.args
            or (name not in MARKS | {"joined"} and not name.endswith("Error"))
        ):
            continue
        own = [key for key in keys if key in _texts(node)]
        wanted = {field for key in own for field in fields(key)}
        if (given or name == "counted") and wanted != given | ({"n"} if name == "counted" else set()) - {"dataset"}:
            yield node.lineno, own[0] if own else ""


def unfilled(module: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, key) of each `Text` that is built without the facts that it names, and not for its key alone."""
    keys_only = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Attribute) and node.attr == "key"}
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and called(node) == "Text" and not node.keywords and id(node) not in keys_only:
            for _, (key, *_) in extract.keys(ast.Module([ast.Expr(node)], [])):
                if key in _texts(node) and any(map(str.isidentifier, fields(re.sub(r"%\{[^}]*\}", "", key)))):
                    yield node.lineno, key


def test_no_sentence_is_built_without_its_facts():
    """A constant of this kind, given to an error, was shown with its placeholder."""
    paths = scripts("dpcore", "pages", "app.py")
    assert [(str(path), *found) for path in paths for found in unfilled(tree(path))] == []
    assert list(unfilled(ast.parse('HERE = Text("{what} is here.")')))
    assert not list(unfilled(ast.parse('HERE = Text("{what} is here.").key')))


def _texts(node: ast.Call) -> set[str]:
    return {part.value for argument in node.args for part in ast.walk(argument) if isinstance(part, ast.Constant)}


def test_sentences_have_the_facts_that_they_name():
    paths = [path for path in scripts("dpcore", "pages", "app.py") if not str(path).startswith("dpcore/cli/")]
    assert [(str(path), *found) for path in paths for found in mismatched(tree(path))] == []


@pytest.mark.parametrize(
    "code", ['say("{a} is here", b=1)', 'Text("{a} is here", a=1, b=2)', 'QueryError("{a}.", b=2)']
)
def test_a_fact_that_is_missing_or_not_named_is_seen(code: str):
    assert list(mismatched(ast.parse(code)))


def test_charts_leave_names_that_people_gave_alone():
    """`say` takes any string for a sentence: a ward called “Ask” would be translated. Charts get `translated`."""
    passed = [
        (str(path), node.lineno)
        for path in scripts("pages", "app.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        for value in (*node.args, *(word.value for word in node.keywords if word.arg != "format_func"))
        if isinstance(value, ast.Name) and value.id == "say"
    ]
    assert passed == []


def test_the_templates_for_translators_are_up_to_date():
    """`make words` writes them."""
    for path, fresh in zip(TEMPLATES, extract.templates(), strict=True):
        written, wanted = ({(each.id, *each.auto_comments) for each in catalog} for catalog in (stored(path), fresh))
        assert written == wanted


def unfit(path: Path) -> list[tuple[str, ...]]:
    """The sentences of a .po file whose translation could not be filled in; what is not translated is none."""
    messages = [message for message in stored(path) if message.id]
    return [
        forms(message.id)
        for message in messages
        if any(forms(message.string)) and not fits(forms(message.id), forms(message.string))
    ]


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.po")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_translation_has_the_facts_of_its_sentence(path: Path):
    assert unfit(path) == []


def test_a_sentence_without_a_translation_is_no_fault_and_one_with_other_facts_is(tmp_path: Path):
    path = write(tmp_path, "de", left=lambda place, *_: place % 2 == 0)
    assert unfit(path) == []
    path.write_text('msgid "{column} is {values}"\nmsgstr "{column} ist {value}"\n', "utf-8")
    assert unfit(path) == [("{column} is {values}",)]
