"""One file of sentences, and nothing else, is a language: menu, screens, share pages, numbers, dates, plural forms."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path

import dpcore as dp
from dpcore.desk.dossier import Dossier
from dpcore.present import page
from dpcore.present.language.translation import languages
from dpcore.table.sample import NAME, sample
from dpcore.text import Text
from tests.language import only, write
from tests.pages.conftest import LEDGER, Screen

LEARN = "pages/learn/learn.py"


def shared(home: Path) -> Dossier:
    """The content of a link with one answer."""
    made = sample()
    with dp.Desk(home=home) as desk:
        desk.add_dataset(
            NAME, dp.read(made.rows), schema=made.schema, unit=made.unit, budget=dp.Budget(mu=5, delta=1e-6)
        )
        return desk.dossier(NAME, desk.release(NAME, dp.Plan([dp.Ask(dp.Count())], mu=0.5)), "Visits")


def test_a_language_is_one_new_file(fresh: Callable[[], Screen], tmp_path: Path) -> None:
    folder = tmp_path / "languages"
    path = write(folder, "ru", lessons=False)
    assert [each for each in folder.rglob("*") if each.is_file()] == [path]
    with only(folder):
        screen = fresh()
        menu = next(box for box in screen.at.selectbox if box.key == "language-menu")
        assert menu.options == ["English", "русский"]
        menu.select("ru").run()
        assert screen.errors == [] and screen.at.query_params["lang"] == "ru"
        screen.go(LEDGER)
        assert [title.value for title in screen.at.title] == ["ru: Ledger"]
        screen.go(LEARN)
        assert "ru: 0 % of the lessons are translated. The rest is in English." in screen.text
        assert [title.value for title in screen.at.title] == ["ru: Learn"] and screen.errors == []

        russian = languages()["ru"]
        assert russian.plural.count("?") == 2, "the rule of the language, which the file does not state itself"
        said = russian.say(Text("{level} % of {day}", level=1234.5, day=dt.date(2026, 5, 3)))
        assert said == "1234.5 % of 2026-05-03", "a sentence that is in no catalogue is English as a whole"
        said = russian.say(Text("This link expires on {time}.", time=dt.date(2026, 5, 3)))
        assert re.fullmatch(r"ru: This link expires on 3\sмая\s2026\sг\.\.", said)

        read = page.html(shared(tmp_path / "home"), form_action="token", language=russian)
        assert '<html lang="ru">' in read and "ru: What was protected" in read
        assert re.findall(r'<a href="token\?lang=(\w+)" lang="\w+"[^>]*>([^<]+)</a>', read) == [("en", "English")]
        assert 'lang="ru" aria-current="true">русский</span>' in read


def test_an_unfinished_language_is_read_whole_sentence_by_whole_sentence(
    fresh: Callable[[], Screen], tmp_path: Path
) -> None:
    folder = tmp_path / "languages"
    write(folder, "ru", left=lambda place, _, vital: not vital and place % 30 == 0)
    write(folder, "de", left=lambda place, *_: place % 3 == 0)
    with only(folder):
        screen = fresh()
        menu = next(box for box in screen.at.selectbox if box.key == "language-menu")
        russian, german = languages()["ru"], languages()["de"]
        assert menu.options == ["English", russian.label] and re.fullmatch(r"русский · 9[67] %", russian.label)
        dossier = shared(tmp_path / "home")
        read = page.html(dossier, form_action="token", language=russian)
        assert f">{russian.label}</span>" in read and "Deutsch" not in read
        # Whoever names a language that is not offered reads it, as a translator does.
        half = fresh()
        half.at.query_params["lang"] = "de"
        half.run()
        assert half.errors == [] and half.go(LEDGER).errors == []
        boxes = [box for box in half.at.selectbox if box.key == "language-menu"]
        assert boxes[0].options == ["English", russian.label, "Deutsch · 66 %"] and boxes[0].value == "de"
        whole = re.sub(
            r"</?(?:b|bdi|strong|em|time)\b[^>]*>", "", page.html(dossier, language=german)
        )  # within a sentence
        lines = re.sub(r"<[^>]+>", "\n", whole).splitlines()
        assert {"de: " in line for line in lines} == {True, False}
        inside = [line for line in lines if re.search(r"^(?!de: )[^.!?:;,·(“]*\bde: ", line.strip())]
        assert inside == []
