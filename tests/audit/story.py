"""One story of a table, from loading to export, with noise replayed; and everything anybody could see of it."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from os.path import commonpath
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore import failpoint
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.ledger.ledger import Ledger
from dpcore.ledger.side import opening
from dpcore.mechanisms import Additive
from dpcore.present.file import export
from dpcore.release import run
from tests.audit.moving import Moving
from tests.audit.outlet import compared, outlets

SCHEMA = dp.Schema(
    age=dp.Number(0, 120, integer=True),
    cost=dp.Number(0, 50_000),
    ward=dp.Category(["A", "B", "C"]),
    kind=dp.Category(["new", "old"], other=True),
    smoker=dp.Flag(),
    day=dp.Date("2024-01-01", "2024-12-31"),
    patient=dp.Identifier(),
    note=dp.Text(),
)
SMOKER = dp.Condition("smoker", "==", True)
QUESTIONS = [
    dp.Count(),
    dp.Count(by=["ward", "kind"], where=[dp.Condition("age", ">=", 65)]),
    dp.DistinctUnits(by=["ward"]),
    dp.Histogram("age", bins=12),
    dp.Histogram("cost", edges=[0, 100, 50_000]),
    dp.Histogram("day", period="quarter"),
    dp.CrossTable(["ward", "smoker"]),
    dp.Fraction(SMOKER, by=["kind"]),
    dp.Sum("cost"),
    dp.Mean("cost", by=["ward"]),
    dp.Variance("age"),
    dp.StandardDeviation("cost", where=[SMOKER]),
]
PLANS = [
    dp.Plan(QUESTIONS, mu=0.5),
    dp.Plan(QUESTIONS, epsilon=0.5),
    dp.Plan([dp.Ask(dp.Mean("age"), half_width=40)]),  # its price follows from the released count
    dp.Plan([dp.Count()], mu=90),  # over the budget
    dp.Plan([dp.Sum("note")], mu=0.1),
    dp.Plan([dp.Histogram("ward", bins=3)], mu=0.1),
]
NAMES = re.compile(r"(?<![.\w])(?=[0-9]*[a-f])[0-9a-f]{16,}|\b([0-9a-f]{4} ){4}[0-9a-f]{4}\b")


@dataclass
class Seen:
    """What was seen, in the order of a story: words, files, statements, errors."""

    things: list[tuple[str, Any]] = field(default_factory=list)

    def add(self, what: str, thing: Any) -> None:
        """One more thing; random names in it do not count."""
        text = thing if isinstance(thing, bytes) else NAMES.sub("<random>", str(thing))
        self.things.append((what, text))

    def difference(self, other: Seen) -> str:
        """The first thing that differs, or nothing."""
        for (what, mine), (other_what, theirs) in zip(self.things, other.things, strict=False):
            if (what, mine) != (other_what, theirs):
                start = max(0, len(commonpath([str(mine), str(theirs)])) - 80)
                return f"{what}: …{str(mine)[start:][:300]} | {other_what}: …{str(theirs)[start:][:300]}"
        return "" if len(self.things) == len(other.things) else "one saw more"

    @contextlib.contextmanager
    def errors(self, what: str) -> Iterator[None]:
        """An error is seen as a whole: class, words, hint, and everything chained to it."""
        try:
            yield
        except dp.DpError as error:
            frames = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
            chained = [type(one).__name__ for one in (error.__cause__, error.__context__)]
            self.add(what, (type(error).__name__, error.message, error.hint, frames[1:], chained))


def same_noise(mechanism: Additive, exact: np.ndarray) -> np.ndarray:
    """Noise replayed so that the noisy answers of any two tables are the same: public numbers by shape alone."""
    rows, cells = exact.shape
    return np.array([[(row + 2) * 1000 + 7 * cell for cell in range(cells)] for row in range(rows)], dtype=object)


@contextlib.contextmanager
def watched(seen: Seen) -> Iterator[Moving]:
    """Inside: noise and identities replayed, a moving clock; logs of every library, warnings, prints, statements noted.

    Yields the clock, which is told of every act.
    """
    handler = logging.StreamHandler(text := io.StringIO())
    handler.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    honest, names = DuckDBDialect.sql, iter(range(10**6))

    def noting(self: DuckDBDialect, query: exp.Expr) -> str:
        seen.add("statement", re.sub(r"'/[^']*'|(?<=HASH\()\d+", "<key>", honest(self, query)))
        return honest(self, query)

    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        patch.setattr(run, "perturb", same_noise)
        moving = Moving(patch)
        patch.setattr(Ledger, "new_id", staticmethod(lambda: f"id{next(names)}"))
        patch.setattr(opening, "SECONDS", 3600)  # else a clock decides when openings are written
        # a letter in each, by which it is known for a random name
        patch.setattr("secrets.token_hex", lambda size=32: f"a{next(names):0{2 * size - 1}x}")
        patch.setattr(DuckDBDialect, "sql", noting)
        patch.setattr(failpoint, "_hook", lambda name: seen.add("step", name))
        levels = {name: logging.getLogger(name).level for name in ("", "sqlalchemy", *logging.root.manager.loggerDict)}
        root.addHandler(handler)
        for name in levels:
            # at DEBUG, SQLAlchemy echoes what the ledger's own database holds: its statements are enough
            logging.getLogger(name).setLevel(logging.INFO if name.startswith("sqlalchemy") else logging.DEBUG)
        try:
            with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
                yield moving
        finally:
            root.removeHandler(handler)
            for name, level in levels.items():
                logging.getLogger(name).setLevel(level)
    # how long ago a statement was compiled, and in which order triggers are made, is chance
    seen.add("logs", "\n".join(sorted(re.sub(r"\[(cached|generated|no key)[^]]*\]", "", text.getvalue()).splitlines())))
    seen.add("warnings", [str(one.message) for one in caught])


def told(source: Callable[[], Any], folder: Path, unit: dp.Unit, neighbors: str, schema: dp.Schema = SCHEMA) -> Seen:
    """Load, quote, release, refuse, update, export, look."""
    seen = Seen()
    with watched(seen) as moving, seen.errors("the whole"), dp.Desk(home=folder) as desk:
        table = source()
        seen.add("columns offered", (dict(table.columns), list(table.columns)))
        declared = {"schema": schema, "unit": unit, "neighbors": neighbors, "budget": dp.Budget(mu=5)}
        seen.add("dataset", desk.add_dataset("t", table, **declared))
        for plan in PLANS:
            moving.act()
            with seen.errors("quote"):
                quote = desk.quote("t", plan)
                seen.add("quote", quote.table.to_csv() + str((quote.charge, quote.fits, quote.ends, quote.hints)))
            with seen.errors("release"):
                releases = desk.release("t", plan)
                files = [export.to_json(releases), export.long_csv(releases), *map(export.to_csv, releases)]
                for data in files:
                    seen.add("export", data)
                seen.add("axes", [one.table.drop(columns=["estimate"]).to_csv() for one in releases])
        moving.act()
        with seen.errors("the same rows again"):
            desk.add_dataset("again", source(), **declared)
        moving.act()
        seen.add("version", desk.update("t", source()))
        moving.act()
        with seen.errors("release"):
            seen.add("next", export.to_json(desk.release("t", PLANS[0])))
        standing = desk.standing("t")
        seen.add("standing", (standing.total, standing.spent, standing.remaining, standing.live))
        moving.act()
        for entry in desk.ledger("t"):
            seen.add("entry", (entry.kind, entry.user, entry.time, json.dumps(entry.payload, sort_keys=True)))
        first, second = [desk.releases("t")[at] for at in (slice(len(QUESTIONS)), slice(-len(QUESTIONS), None))]
        for form, sent in outlets(desk, "t", first).items():
            # what is no text has no random name in it
            seen.add(form, sent if form.endswith(".parquet") else sent.decode())
        seen.add("compared", compared(first[0], second[0]).decode())
        desk.verify()
    return seen
