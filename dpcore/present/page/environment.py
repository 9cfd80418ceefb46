"""Templates of the page: how texts, codes and styles are written, and the policy that allows this style alone."""

from __future__ import annotations

import base64
import hashlib
import importlib
import secrets
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from dpcore.present.chart import palette
from dpcore.present.language.translation import PARAMETER, Language
from dpcore.present.page.text import day, paragraphs, visible
from dpcore.present.text.price import of_charge
from dpcore.text import Text

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


_STAND, _LONG = secrets.token_hex(16), 100_000


def prepare() -> None:
    """Load modules and templates in advance, so that the first page is not slow."""
    for name in ("answer", "fact"):
        importlib.import_module(f"dpcore.present.page.{name}")
    for name in ("page.html", "value.html", "missing.html"):
        _environment().get_template(name)


def policy() -> str:
    """The content security policy of these pages: it allows their own style sheet and form, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash()}'; img-src data:; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )


def render(template: str, language: Language, **facts: Any) -> str:
    """The page of a template, in a language."""
    return (
        _environment().get_template(template).render(say=_sayer(language), language=language, lang=PARAMETER, **facts)
    )


def _sayer(language: Language) -> Callable[..., Markup]:
    """The `say` of templates: a key with its facts, or a finished sentence. Escaped, except for Markup facts."""
    from markupsafe import Markup, escape

    def say(text: str, /, **facts: Any) -> Markup:
        marked = {name: fact for name, fact in facts.items() if isinstance(fact, Markup)}
        stands = {name: f"({_STAND} {name})" for name in marked}
        escaped = escape(
            visible(language.say(text if isinstance(text, Text) else Text(text, **(facts | stands))), _LONG)
        )
        for name, stand in stands.items():
            escaped = escaped.replace(stand, marked[name])
        return escaped

    return say


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("dpcore.present.page", "template"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {"visible": visible, "day": day, "paragraphs": paragraphs, "price": of_charge}
    environment.filters |= {"bdi": _bdi, "code": _code}
    environment.globals |= {"style": _style(), "style_hash": _hash()}
    return environment


def _bdi(text: str) -> Markup:
    """A name with a writing direction independent of the text around it."""
    from markupsafe import Markup

    return Markup("<bdi>{}</bdi>").format(text)


def _code(text: str, kind: str = "") -> Markup:
    from markupsafe import Markup

    return Markup('<code class="{}">{}</code>' if kind else "<code>{1}</code>").format(kind, text)


@cache
def _style() -> str:
    from importlib.resources import files

    from markupsafe import Markup

    page = (files("dpcore.present.page") / "template" / "style.css").read_text(encoding="utf-8")
    return Markup(palette.sheet() + page)  # the page's own rules win, for print


@cache
def _hash() -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()}"
