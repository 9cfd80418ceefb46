"""Sentences in other languages: what was made is English as it stands, and is translated with everything inside it."""

from __future__ import annotations

import datetime as dt
import pickle

import pytest

import dpcore as dp
from dpcore.present.language.translation import IN_ENGLISH, PSEUDO, Language, chosen, languages, offered, read
from dpcore.text import Text, joined

GERMAN = Language(
    "de",
    "Deutsch",
    {
        "{n} answer": ("{n} Antwort", "{n:,} Antworten"),
        "cost {price}": ("kostet {price}",),
        "epsilon {epsilon:.3g}": ("Epsilon {epsilon:.3g}",),
        "open until {day}": ("offen bis {day}",),
        "Nothing is shared yet.": ("Noch ist nichts geteilt.",),
        "{moment.day} {moment:%B %Y, %H:%M} UTC": ("{moment} UTC",),
    },
)


def test_as_a_string_it_is_english():
    text = Text.counted("{n} answer", "{n:,} answers", n=1234)
    assert text == "1,234 answers" and isinstance(text, str)
    assert type(str(text)) is str and f"{text}." == "1,234 answers."


def test_facts_are_translated_with_the_sentence():
    price = Text("epsilon {epsilon:.3g}", epsilon=1234.5)
    assert GERMAN.say(Text("cost {price}", price=price)) == "kostet Epsilon 1,23e+03"


def test_numbers_and_days_are_written_as_the_language_does():
    assert GERMAN.say(Text.counted("{n} answer", "{n:,} answers", n=1234)) == "1.234 Antworten"
    assert GERMAN.say(Text.counted("{n} answer", "{n:,} answers", n=1)) == "1 Antwort"
    assert GERMAN.say(Text("open until {day}", day=dt.date(2026, 5, 3))) == "offen bis 3. Mai 2026"
    moment = dt.datetime(2026, 5, 3, 14, 5, tzinfo=dt.UTC)
    assert GERMAN.say(Text("{moment.day} {moment:%B %Y, %H:%M} UTC", moment=moment)) == "3. Mai 2026 14:05 UTC"


def test_what_nobody_translated_is_english_and_names_stay():
    assert GERMAN.say(Text("Ask")) == "Ask"
    assert GERMAN.say("cost {price}") == "cost {price}"  # somebody's dataset
    assert GERMAN.say(Text("cost {price}", price="{n} answer")) == "kostet {n} answer"


def test_sentences_in_a_row_are_translated_each_by_itself():
    row = joined([Text("Nothing is shared yet."), "", Text("Ask")])
    assert row == "Nothing is shared yet. Ask"
    assert GERMAN.say(row) == "Noch ist nichts geteilt. Ask"
    assert joined([Text("Ask")]) is not None and joined([]) == ""


def test_braces_without_facts_stand_as_they_are():
    text = Text("a {set} of rows")
    assert text == "a {set} of rows" == IN_ENGLISH.say(text) == GERMAN.say(text)
    assert "{sét}" in languages()[PSEUDO].say(text)


def test_the_pseudo_language_brackets_every_sentence_and_makes_it_a_third_longer():
    said = languages()[PSEUDO].say(Text("cost {price}", price=Text("epsilon {epsilon:.3g}", epsilon=0.5)))
    assert said.startswith("[cöst [épsîlön 0.5") and said.endswith("]")
    assert len(languages()[PSEUDO].say(Text("a" * 30))) >= 40


def test_it_survives_a_pickle():
    text = Text.counted("{n} answer", "{n:,} answers", n=3)
    again = pickle.loads(pickle.dumps(text))
    assert (again, again.key, again.many, dict(again.facts)) == (text, text.key, text.many, {"n": 3})


def test_errors_keep_key_and_facts():
    with pytest.raises(dp.QueryError) as caught:
        dp.Condition("age", "near", 3)  # type: ignore[arg-type]
    assert caught.value.message.facts
    assert str(caught.value) == f"{caught.value.message} Hint: {caught.value.hint}"
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.message.key == caught.value.message.key and str(again) == str(caught.value)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [([], "en"), (["", "zz", "en-GB"], "en"), (["xx"], "xx"), (["zz", "xx-YY", "en"], "xx"), (["<script>"], "en")],
)
def test_the_first_language_there_is_is_chosen(wanted: list[str], code: str):
    assert chosen(wanted).code == code


def test_nobody_is_offered_the_language_of_tests():
    assert PSEUDO not in offered() and next(iter(offered())) == "en"


def test_a_sentence_that_is_marked_as_doubtful_or_empty_is_not_said(tmp_path):
    path = tmp_path / "de.po"
    path.write_text(
        'msgid "Ask"\nmsgstr "Fragen"\n\n#, fuzzy\nmsgid "Data"\nmsgstr "Daten"\n\nmsgid "Team"\nmsgstr ""\n', "utf-8"
    )
    german = read(path)
    assert [german.say(Text(key)) for key in ("Ask", "Data", "Team")] == ["Fragen", "Data", "Team"]
    assert german.name == "Deutsch"


def test_a_count_takes_the_form_that_its_language_has_for_it(tmp_path):
    path = tmp_path / "pl.po"
    path.write_text(
        'msgid "{n} answer"\nmsgid_plural "{n} answers"\nmsgstr[0] "{n} odpowiedź"\nmsgstr[1] "{n} odpowiedzi"\n'
        'msgstr[2] "{n:,} odpowiedzi razem"\n',
        "utf-8",
    )
    polish = read(path)
    said = [polish.say(Text.counted("{n} answer", "{n} answers", n=n)) for n in (1, 3, 5, 22, 0)]
    assert said == ["1 odpowiedź", "3 odpowiedzi", "5 odpowiedzi razem", "22 odpowiedzi", "0 odpowiedzi razem"]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("숫자", "숫자는 숫자가 숫자를 숫자와 숫자로"),
        ("값", "값은 값이 값을 값과 값으로"),
        ("글", "글은 글이 글을 글과 글로"),
        (3, "3은 3이 3을 3과 3으로"),
        (2, "2는 2가 2를 2와 2로"),
        (1, "1은 1이 1을 1과 1로"),
        (100, "100은 100이 100을 100과 100으로"),
        ("9 %", "9 %는 9 %가 9 %를 9 %와 9 %로"),
        ("**`열`**", "**`열`**은 **`열`**이 **`열`**을 **`열`**과 **`열`**로"),
        ("뮤 5(델타 0.1)", "뮤 5(델타 0.1)는 뮤 5(델타 0.1)가 뮤 5(델타 0.1)를 뮤 5(델타 0.1)와 뮤 5(델타 0.1)로"),
        ("age", "age은(는) age이(가) age을(를) age와(과) age(으)로"),
        ("값을(를)", "값을(를)은 값을(를)이 값을(를)을 값을(를)과 값을(를)로"),  # a name stays as it is
        ("", "은(는) 이(가) 을(를) 와(과) (으)로"),
    ],
)
def test_korean_particles_fit_what_they_follow(fact: str | int, said: str) -> None:
    key = "{x}은(는) {x}이(가) {x}을(를) {x}와(과) {x}(으)로"
    assert Language("ko", "한국어", {"": ("",), key: (key,)}).say(Text(key, x=fact)) == said
    assert Language("xy", "", {key: (key,)}).say(Text(key, x="값")).startswith("값은(는)")
