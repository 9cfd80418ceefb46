"""Languages made for a test, in a folder of its own: sentences are the English ones behind the code of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dpcore.present import page
from dpcore.present.language import translation
from dpcore.present.language.translation import LESSONS, TEMPLATES, VITAL, forms, stored


def write(
    folder: Path, code: str, left: Callable[[int, str, bool], bool] = lambda *_: False, lessons: bool = True
) -> Path:
    """A .po file, and one of lessons. left: whether a sentence (place, key, whether vital) is not translated."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    paths = [folder / f"{code}.po", folder / LESSONS / f"{code}.po"]
    for path, template in zip(paths[: 1 + lessons], TEMPLATES, strict=False):
        catalog = Catalog(locale=code)
        for place, message in enumerate(each for each in stored(template) if each.id):
            keys = forms(message.id)
            said = [f"{code}: {keys[-1]}"] * (catalog.num_plurals if len(keys) > 1 else 1)
            if left(place, keys[0], VITAL in message.auto_comments):
                said = [""] * len(said)
            catalog.add(message.id, tuple(said) if len(keys) > 1 else said[0])
        path.parent.mkdir(exist_ok=True, parents=True)
        with path.open("wb") as file:
            write_po(file, catalog)
    return paths[0]


@contextmanager
def only(folder: Path) -> Iterator[None]:
    """English and the languages of this folder are all there are."""
    caches = (translation.languages, page.missing)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translation, "FOLDER", folder)
        for cached in caches:
            cached.cache_clear()
        yield
    for cached in caches:
        cached.cache_clear()
