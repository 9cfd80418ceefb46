"""People find the kind of question that they mean among the first three, in their own words."""

from __future__ import annotations

import random

import pytest

from dpcore.present.find.kind_search import LONGEST, found
from dpcore.present.language.translation import IN_ENGLISH, Language, languages
from dpcore.queries import QUERIES
from dpcore.queries.question.topic import TOPICS
from tests.present.find.phrases import ENGLISH, KOREAN

KOREAN_LANGUAGE = languages()["ko"]
FIRST, ENOUGH = 3, 0.95
SIGNS = [*range(32, 127), *range(0xAC00, 0xAD00), 0, 0x200B, 0x1F600]


def missed(phrases: tuple[tuple[str, str], ...], language: Language) -> list[str]:
    return [
        phrase
        for phrase, kinds in phrases
        if not {*kinds.split()} & {kind.name for kind in found(phrase, language)[:FIRST]}
    ]


@pytest.mark.parametrize(("phrases", "language"), [(ENGLISH, IN_ENGLISH), (KOREAN, KOREAN_LANGUAGE)], ids=["en", "ko"])
def test_nearly_all_phrases_find_what_is_meant(phrases: tuple[tuple[str, str], ...], language: Language) -> None:
    assert len(phrases) == 120
    assert len(missed(phrases, language)) <= (1 - ENOUGH) * len(phrases), missed(phrases, language)


def test_without_synonyms_most_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above measures the words of the declarations, not luck."""
    for kind in QUERIES:
        monkeypatch.setattr(kind, "synonyms", "")
    fresh = Language("en", "English")  # no index is kept for it
    assert len(missed(ENGLISH, fresh)) > len(ENGLISH) / 3


@pytest.mark.parametrize("kind", QUERIES, ids=lambda kind: kind.name)
@pytest.mark.parametrize("language", [IN_ENGLISH, KOREAN_LANGUAGE], ids=["en", "ko"])
def test_each_kind_is_found_by_its_title_and_has_a_topic(kind: type, language: Language) -> None:
    assert found(language.say(kind.title), language)[0] is kind
    assert set(kind.topics) <= set(TOPICS) and kind.topics and kind.synonyms


def test_each_topic_has_questions() -> None:
    for topic in TOPICS:
        assert sum(topic in kind.topics for kind in QUERIES) >= 3, topic.name


@pytest.mark.parametrize("language", [IN_ENGLISH, KOREAN_LANGUAGE], ids=["en", "ko"])
def test_any_text_is_searched(language: Language) -> None:
    """Nothing that is typed raises an error, and a phrase of unknown words finds nothing."""
    chance = random.Random(3)
    for length in (0, 1, 5, 40, LONGEST, 5 * LONGEST):
        for _ in range(20):
            text = "".join(map(chr, chance.choices(SIGNS, k=length)))
            assert len(found(text, language)) <= len(QUERIES)
    assert found("", language) == found("zzzz qqqq", language) == []


def test_case_hyphens_plurals_and_a_letter_do_not_matter() -> None:
    for phrase, name in (
        ("AVERAGE", "mean"),
        ("averages", "mean"),
        ("K-Means", "k_means"),
        ("kmeans", "k_means"),
        ("corelation", "correlation"),
        ("medain", "median"),
        ("two-way table", "cross_table"),
        ("two way tables", "cross_table"),
    ):
        assert found(phrase, IN_ENGLISH)[0].name == name, phrase
