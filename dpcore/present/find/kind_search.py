"""Which kinds of questions a typed phrase asks for, from their titles, their synonyms and their help.

Words that few kinds have count more than words that many have (inverse document frequency). A synonym of several words
counts in full only if all its words are there. Words may differ in their ending, and long ones in a letter; in Korean,
where words take particles and are written together, a word is found inside another.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import Final, final

from dpcore.present.language.translation import Language, Say
from dpcore.queries import QUERIES, Query

LONGEST: Final = 200
"""Characters of a phrase that are read."""
_TITLE, _SYNONYM, _HELP = 1.2, 1.0, 0.4
_FURTHER = 0.4
"""What the second-best match of a kind adds to the best, and the third to the second, and so on."""
_ENDING, _LETTER = 0.8, 0.7
_SPELLING = 0.8
_LONG = 5
_ENOUGH = 0.25
"""A kind with a smaller part of the best one's score is no answer."""
_WORD: Final = re.compile(r"[가-힣]+|[^\W_가-힣]+")
_CONTROL: Final = re.compile("[_\\x00-\\x1f]")
_DIGITS: Final = re.compile(r"\d+")
_SIGNS: Final = (("%", " percent "), ("/", " divided "), (" - ", " minus "))
_OWNER: Final = re.compile(r"['’]s\b")
_JOINED: Final = re.compile(r"(?<=[a-z0-9])-(?=[a-z])")
_PARTICLE: Final = re.compile(
    r"(?<=[가-힣]{2})(?:이랑|으로|에서|까지|부터|이나|인가|인지|이|가|은|는|을|를|의|에|도|로|과|와|랑|씩)$"
)
_HOW: Final = re.compile(r"\b(how) (many|much)\b")
"""Two words that mean something only together."""
_HANGUL: Final = re.compile(r"[가-힣]+")
_LITTLE: Final = (
    "a an the of in on at for to from is are was were be do does did it its this that these those there what which who "
    "how i me my we our you your and or with by not no can want know get show tell find have has much many"
)
COMMON: Final = frozenset(_LITTLE.split())
"""Words of no topic. A phrase of these alone is searched with them."""


@final
@dataclass(frozen=True, slots=True)
class _Wording:
    """What a kind is called. weight: of each of its texts; words: of each text."""

    kind: type[Query]
    texts: tuple[tuple[float, tuple[str, ...]], ...]


@final
@dataclass(frozen=True, slots=True)
class _Index:
    entries: tuple[_Wording, ...]
    rare: dict[str, float]


def found(phrase: str, language: Language, kinds: Sequence[type[Query]] = QUERIES) -> list[type[Query]]:
    """The kinds that fit a phrase in this language or in English, best first; none if no word is known."""
    index, typed = _index(language, tuple(kinds)), words(phrase[:LONGEST])
    scores = {entry.kind: _score(entry, typed, index.rare) for entry in index.entries} if typed else {}
    best = max(scores.values(), default=0.0)
    fitting = [kind for kind, score in scores.items() if score > 0 and score >= _ENOUGH * best]
    called = phrase.strip().casefold()
    return sorted(fitting, key=lambda kind: (language.say(kind.title).casefold() != called, -scores[kind]))


def plain(text: str) -> str:
    """A text without case, underscores and control characters."""
    return _CONTROL.sub(" ", unicodedata.normalize("NFKC", text).casefold())


def words(text: str) -> tuple[str, ...]:
    """The words of a text without case and plural; numbers are all alike."""
    spelt = unicodedata.normalize("NFKC", text).casefold()
    for sign, word in _SIGNS:
        spelt = spelt.replace(sign, word)
    spelt = _JOINED.sub("", _HOW.sub(r"\1\2", _OWNER.sub("", spelt)))
    every = [_singular(_DIGITS.sub("#", word)) for word in _WORD.findall(spelt)]
    return tuple(word for word in every if word not in COMMON) or tuple(every)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _index(language: Language, kinds: tuple[type[Query], ...]) -> _Index:
    held = _indices.get((language.code, kinds))
    if held is None or held[0] is not language:
        held = _indices[language.code, kinds] = language, _made(language, kinds)
    return held[1]


_indices: dict[tuple[str, tuple[type[Query], ...]], tuple[Language, _Index]] = {}


def _made(language: Language, kinds: Iterable[type[Query]]) -> _Index:
    entries = tuple(_Wording(kind, tuple(_texts(kind, language))) for kind in kinds)
    called = Counter(word for entry in entries for word in _words_of(entry, _SYNONYM))
    told = Counter(word for entry in entries for word in _words_of(entry, _HELP))
    return _Index(entries, {word: math.log(1 + len(entries) / (called[word] or told[word])) for word in told})


def _words_of(entry: _Wording, least: float) -> set[str]:
    return {word for weight, text in entry.texts if weight >= least for word in text}


def _texts(kind: type[Query], language: Language) -> Iterable[tuple[float, tuple[str, ...]]]:
    said: tuple[Say, ...] = (language.say, str)
    for say in said:
        yield _TITLE, words(say(kind.title))
        yield from ((_SYNONYM, words(each)) for each in say(kind.synonyms).split(",") if each.strip())
        yield from ((_HELP, (word,)) for word in dict.fromkeys(words(say(kind.help))) if len(word) > 1)


def _score(entry: _Wording, typed: tuple[str, ...], rare: dict[str, float]) -> float:
    """How well a kind fits: its best text, and ever smaller parts of the others."""
    scores = sorted((weight * _fit(text, typed, rare) for weight, text in entry.texts), reverse=True)
    return sum(score * _FURTHER**place for place, score in enumerate(scores) if score)


def _fit(text: tuple[str, ...], typed: tuple[str, ...], rare: dict[str, float]) -> float:
    """The weight of a text's words that were typed, less if some were not."""
    whole = sum(rare[word] for word in text)
    there = sum(rare[word] * max(_alike(word, other) for other in typed) for word in text)
    return there * (there / whole) ** 2 if whole else 0.0


@lru_cache(maxsize=100_000)
def _alike(word: str, typed: str) -> float:
    """Whether two words are the same, from 0 to 1."""
    if word == typed:
        return 1.0
    if _HANGUL.fullmatch(word):
        # one syllable, such as that of a rate, is an ending of many words
        ending = len(word) == 1 and len(bare := _PARTICLE.sub("", typed)) > 2 and bare.endswith(word)
        return float(typed == word or ending or (len(word) > 1 and word in typed))
    if min(len(word), len(typed)) < _LONG:
        return 0.0
    if _stem(word) == _stem(typed) or word.startswith(typed) or typed.startswith(word):
        return _ENDING
    return _LETTER if SequenceMatcher(None, word, typed).ratio() >= _SPELLING else 0.0


@cache
def _stem(word: str) -> str:
    for ending in ("ations", "ation", "ating", "ated", "ions", "ion", "ings", "ing", "ed", "ly", "er", "al", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
