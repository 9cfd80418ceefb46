"""Which languages are offered, and what is read in one that is not complete: whole sentences, each in one language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dpcore.errors import BudgetError
from dpcore.present.language import translation
from dpcore.present.language.translation import LESSONS, PSEUDO, TEMPLATES, VITAL, Language, chosen, fits, forms, stored
from dpcore.text import Text, joined
from tests.language import only, write

SCREENS = [message for message in stored(TEMPLATES[0]) if message.id]
PLAIN = [place for place, message in enumerate(SCREENS) if VITAL not in message.auto_comments]


def lacking(count: int) -> Callable[[int, str, bool], bool]:
    """Leaves out this many sentences of screens, none of them vital."""
    chance = random.Random(count)
    left = {forms(SCREENS[place].id)[0] for place in chance.sample(PLAIN, count)}
    return lambda _, key, __: key in left


def test_a_language_is_offered_from_95_percent_on(tmp_path: Path) -> None:
    most = len(SCREENS) * 5 // 100
    for code, count in (("fr", 0), ("de", 1), ("pl", most), ("it", most + 1)):
        write(tmp_path, code, lacking(count))
    with only(tmp_path):
        assert translation.offered() == {
            "en": "English",
            "fr": "français",
            "de": "Deutsch · 99 %",
            "pl": "polski · 95 %",
        }
        assert translation.languages()["it"].percent == 94
        assert [chosen([], [code]).code for code in ("fr-CA", "pl", "it", PSEUDO)] == ["fr", "pl", "en", "en"]
        assert chosen([], ["it", "de-AT"]).code == "de" and chosen(["it"], ["de"]).code == "it"


def test_lessons_do_not_matter_for_the_offer_and_have_a_number_of_their_own(tmp_path: Path) -> None:
    taught = {forms(message.id)[0] for message in stored(TEMPLATES[1]) if message.id}
    write(tmp_path, "fr", lessons=False)
    write(tmp_path, "de", lambda _, key, __: key in taught and len(key) % 2 == 0)
    with only(tmp_path):
        assert translation.offered() == {"en": "English", "fr": "français", "de": "Deutsch"}
        french, german = (translation.languages()[code] for code in ("fr", "de"))
        assert french.lessons == 0 < german.lessons < 100 == french.percent
        assert french.missing == taught > german.missing
    assert (tmp_path / LESSONS / "de.po").exists()


PARTLY = Language(
    "de",
    "Deutsch",
    {
        "Mean of {column}": ("Mittel von {column}",),
        "{question} costs {price}.": ("{question} kostet {price}.",),
        "{message} Hint: {hint}": ("{message} Hinweis: {hint}",),
        "Ask for less.": ("Fragen Sie nach weniger.",),
        "{n:,} row": ("{n:,} Zeile", "{n:,} Zeilen"),
    },
    missing=frozenset({"mu {mu:g}", "Nothing is left.", "half of it", "It has {rows}."}),
)


def test_no_sentence_is_half_translated() -> None:
    mean, price = Text("Mean of {column}", column="age"), Text("mu {mu:g}", mu=1234.5)
    say = PARTLY.say
    assert say(mean) == "Mittel von age"
    assert say(Text("{question} costs {price}.", question=mean, price="1")) == "Mittel von age kostet 1."
    assert say(Text("{question} costs {price}.", question=mean, price=price)) == "Mean of age costs mu 1234.5."
    nested = joined([Text("half of it"), price], ", ")
    assert (
        say(Text("{question} costs {price}.", question=mean, price=nested))
        == "Mean of age costs half of it, mu 1234.5."
    )
    rows = Text.counted("{n:,} row", "{n:,} rows", n=1234)
    assert say(rows) == "1.234 Zeilen" and say(Text("It has {rows}.", rows=rows)) == "It has 1,234 rows."
    assert (
        say(Text("The result of {name} is {x:,} off.", name=mean, x=1234)) == "The result of Mean of age is 1,234 off."
    )


def test_sentences_that_stand_by_themselves_are_each_in_one_language() -> None:
    assert PARTLY.say(BudgetError("Nothing is left.", "Ask for less.").sentence) == (
        "Nothing is left. Hinweis: Fragen Sie nach weniger."
    )
    assert PARTLY.say(joined([Text("Nothing is left."), Text("Ask for less.")])) == (
        "Nothing is left. Fragen Sie nach weniger."
    )
    assert (
        PARTLY.say(joined([Text("mu {mu:g}", mu=0.5), Text("Ask for less.")], "; "))
        == "mu 0.5; Fragen Sie nach weniger."
    )


@pytest.mark.parametrize(
    ("keys", "said", "good"),
    [
        (["{a} of {b:.3g}"], ["{b:.3g}: {a}"], True),
        (["{a} of {b:.3g}"], ["{b}: {a}"], True),
        (["{a} of {b:.3g}"], ["{b:d}: {a}"], False),
        (["{a} of {b:.3g}"], ["{b:.3g}"], False),
        (["{a} of {b:.3g}"], ["{a} {b:.3g} {c}"], False),
        (["{a} of {b:.3g}"], ["{a.__class__} {b:.3g}"], False),
        (["{a} of {b:.3g}"], ["{a!r} {b:.3g}"], False),
        (["{a}"], ["{a} {"], False),
        (["{day.day} {day:%B}"], ["{day}"], True),
        (["One answer", "{n:,} answers"], ["Eine Antwort", "{n:,} Antworten"], True),
        (["One answer", "{n:,} answers"], ["{n:,} Antworten", "Antworten"], False),
        (["One answer", "{n:,} answers"], ["{n:,}"], True),
        (["One answer", "{n:,} answers"], ["Antworten"], False),
        (["{n} answer", "{n} answers"], ["a {n}", "b {n}", "c {n}"], True),
    ],
)
def test_a_translation_that_cannot_be_filled_in_is_not_used(
    keys: list[str], said: list[str], good: bool, tmp_path: Path
) -> None:
    assert fits(keys, said) is good
    plural = "".join(f'msgstr[{place}] "{form}"\n' for place, form in enumerate(said))
    body = (
        f'msgid "{keys[0]}"\nmsgid_plural "{keys[-1]}"\n{plural}'
        if len(keys) > 1
        else (f'msgid "{keys[0]}"\nmsgstr "{said[0]}"\n')
    )
    rules = f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals={len(said)}; plural=0;\\n"\n\n'
    (tmp_path / "de.po").write_text(rules + body, "utf-8")
    assert (keys[0] in translation.read(tmp_path / "de.po").sentences) is good


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(40))
def test_any_part_of_a_language_can_be_missing(seed: int, tmp_path: Path) -> None:
    """Sentences with random phrases inside are in one language each, whatever is translated."""
    chance = random.Random(seed)
    keys = [message.id for message in SCREENS if isinstance(message.id, str)]
    keys = [key for key in keys if not re.search(r"{\w*[^\w}]", key)]  # formatted facts are numbers
    keys = [key for key in keys if re.search("[a-z]{2}", re.sub("{.*?}", "", key))]
    phrases = [key for key in keys if not re.search(r"[.!?]\W*$", key)]
    whole = sorted({*keys} - {*phrases})
    left = {key for key in keys if chance.random() < 0.3}
    write(tmp_path, "fr", lambda _, key, __: key in left)
    with only(tmp_path):
        french = translation.languages()["fr"]
    assert french.missing == left

    def filled(key: str, depth: int) -> Text:
        names = re.findall(r"{(\w+)}", key)
        return Text(key, **{name: filled(chance.choice(phrases), depth - 1) if depth else "x" for name in names})

    said = [french.say(filled(key, 2)) for key in chance.sample(whole, 300)]
    assert [each for each in said if "fr: " in each and not each.startswith("fr: ")] == []
    assert 30 < sum(each.startswith("fr: ") for each in said) < 250
