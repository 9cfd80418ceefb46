"""Sentences are marked, whole, and have the facts that they name; every language that is offered has all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from dpcore.present.language import extract
from dpcore.present.language.translation import ENGLISH, PSEUDO, languages
from dpcore.text import Text
from tests.repo.house import scripts, tree

# These speak to programs, logs and terminals, or fill in a form that has a language of its own.
APART = (
    "dpcore/cli/",
    "dpcore/table/sample_ratings.py",  # titles of films
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
CODE = re.compile(r"[<>;]|^import |\bTEMP\b|default-src")
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
        wanted = {field for key in own for field in extract.fields(key)}
        if (given or name == "counted") and wanted != given | ({"n"} if name == "counted" else set()) - {"dataset"}:
            yield node.lineno, own[0] if own else ""


def unfilled(module: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, key) of each `Text` that is built without the facts that it names, and not for its key alone."""
    keys_only = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Attribute) and node.attr == "key"}
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and called(node) == "Text" and not node.keywords and id(node) not in keys_only:
            for _, (key, *_) in extract.keys(ast.Module([ast.Expr(node)], [])):
                if key in _texts(node) and any(map(str.isidentifier, extract.fields(re.sub(r"%\{[^}]*\}", "", key)))):
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
    assert languages()["ko"].say("Ask") == "Ask" != languages()["ko"].say(Text("Ask"))


def test_the_template_for_translators_is_up_to_date():
    """`make words` writes it."""
    from babel.messages.pofile import read_po

    with extract.TEMPLATE.open("rb") as file:
        written = {message.id for message in read_po(file)}
    assert {message.id for message in extract.template()} == written


@pytest.mark.parametrize("code", sorted(set(languages()) - {ENGLISH, PSEUDO}))
def test_a_language_that_is_offered_has_every_sentence_with_its_facts(code: str):
    known, wrong = languages()[code].sentences, []
    for message in extract.template():
        if not message.id:
            continue
        keys = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        forms = known.get(keys[0], ())
        wanted = {field for key in keys for field in extract.fields(key)}
        # a form for one may leave out the number, as in English: "One pair ..."
        given = [extract.fields(form) for form in forms]
        if len(given) > 1 and given[0] == extract.fields(keys[0]):
            given = given[1:]
        if not given or any(fields != wanted for fields in given):
            wrong.append((keys[0], forms))
    assert wrong == []
