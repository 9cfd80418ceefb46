"""Korean particles that follow a name or a number: a translation gives both forms, as in 을(를), and one is kept."""

from __future__ import annotations

import re
from typing import Final

_FORMS: Final = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "와(과)": ("과", "와"),
    "(으)로": ("으로", "로"),
}
"""After a consonant, and after a vowel."""
_MARKS: Final = {form: chr(0xE000 + place) for place, form in enumerate(_FORMS)}
"""A private character for each, so that names which hold such a text stay as they are."""
_MARKED: Final = re.compile("[" + "".join(_MARKS.values()) + "]")
_GIVEN: Final = {mark: form for form, mark in _MARKS.items()}
_UNREAD: Final = re.compile(r"""(\([^()]*\)|[*_`'"“”‘’])+$""")
"""What is not read between a word and its particle: marks, and remarks in brackets."""
_L: Final = 8
"""The place of ㄹ among the final consonants of a syllable (Unicode, chapter 3.12); 0 is none."""
_FINALS: Final = {"0": 21, "1": _L, "2": 0, "3": 16, "4": 0, "5": 0, "6": 1, "7": _L, "8": _L, "9": 0, "%": 0}
"""Of digits and % as they are read, 영 to 구 and 퍼센트. Powers of ten end as 영 does, in a consonant other than ㄹ."""


def marked(form: str) -> str:
    """A translation whose particles are marked for `fitted`, before facts are filled in."""
    for given, mark in _MARKS.items():
        form = form.replace(given, mark)
    return form


def fitted(sentence: str) -> str:
    """The sentence with the particles that fit; both forms stay where the sound is unknown, as of Latin letters."""
    return _MARKED.sub(lambda found: _one(_GIVEN[found[0]], sentence[: found.start()]), sentence)


def _one(given: str, before: str) -> str:
    final = _final(_UNREAD.sub("", before)[-1:])
    if final is None:
        return given
    after_consonant, after_vowel = _FORMS[given]
    vowel = final == 0 or (final == _L and given == "(으)로")
    return after_vowel if vowel else after_consonant


def _final(letter: str) -> int | None:
    """The final consonant of a syllable, digit or sign, by its place; None if unknown."""
    if "가" <= letter <= "힣":
        return (ord(letter) - ord("가")) % 28
    return _FINALS.get(letter)
