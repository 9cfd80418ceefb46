"""What a plan would cost, and how wrong its answers would be. No row is read and nothing is charged.

exit codes: 0 the budget allows it, 1 it does not
"""

from __future__ import annotations

import argparse
import math
from typing import Any

from dpcore.cli import place, say
from dpcore.desk.desk import Desk
from dpcore.plan.quote import Priced, Quote
from dpcore.present.file import plan_file
from dpcore.present.file.plan_file import PlanFile
from dpcore.present.text.margin import brief, change, size
from dpcore.present.text.words import frequency, meter
from dpcore.queries.prediction import Margin
from dpcore.table.table import Table
from dpcore.text import Text

REFUSAL = Text("The budget does not allow this plan.")


def declare(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("dataset", metavar="DATASET")
    parser.add_argument("plan", metavar="PLAN.json", help="a plan file; - reads it from standard input")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of a table")


def run(options: argparse.Namespace) -> int:
    """Quote, and say whether it fits."""
    asked = place.plan(options.plan)
    with place.desk(options) as desk:
        quote, table = quoted(desk, options.dataset, asked), desk.dataset(options.dataset).table
    if options.json:
        say.document({"dataset": options.dataset, **data(quote, table)})
    else:
        say.result(text(quote, table))
    return 0 if quote.fits else 1


def quoted(desk: Desk, name: str, asked: PlanFile) -> Quote:
    """The quote, after what the plan lacks here; how it was made for another place goes to whoever watches."""
    table = desk.dataset(name).table
    plan_file.check(asked.plan, table)
    for line in asked.differences(table):
        say.note(f"Note: {say.inert(line, 300)}")
    return desk.quote(name, asked.plan)


def text(quote: Quote, table: Table) -> str:
    """One line a question, and what it costs together and leaves."""
    often = {ask.ask.level for ask in quote.asks}
    title = "wrong by" if len(often) > 1 else f"wrong by ({frequency(*often)})"
    rows = [
        (
            ask.query,
            "answered already" if stored else f"{quote.currency} {ask.amount:.3g}",
            _wrong(ask, stored, now, better),
        )
        for ask, stored, now, better in zip(quote.asks, quote.stored, quote.now, quote.improved, strict=True)
    ]
    assumed = dict.fromkeys(ask.error.assumption for ask in quote.asks if ask.error.assumption)
    left = f"After it: {meter(quote.after, table)}" if quote.after is not None and quote.fits else REFUSAL
    lines = [say.table(("question", "costs", title), rows, 2), "", f"Together: {_cost(quote)}. {left}"]
    return "\n".join([*lines, *(say.inert(hint, 400) for hint in (*assumed, *quote.hints))])


def _wrong(ask: Priced, stored: bool, now: Margin | None, better: Margin | None) -> str:
    """What is there and what would come of another measurement; else what is predicted, with its range.

    What is paid with the other kind of noise is an answer by itself, not combined with the one that is there.
    """
    if now is None:
        return _predicted(ask)
    if better is not None:
        return change(ask.query, now, better)
    return f"{brief(ask.query, now)} now" if stored else f"{_predicted(ask)} by itself; {brief(ask.query, now)} now"


def _predicted(ask: Priced) -> str:
    if math.isnan(ask.half_width):
        return "unknown"
    low, high = size(ask.query, ask.error.low), size(ask.query, ask.error.high)
    return f"±{size(ask.query, ask.half_width)}" + (f" (between {low} and {high})" if low != high else "")


def data(quote: Quote, table: Table) -> dict[str, Any]:
    """The quote for a program."""
    return {
        "price": quote.price,
        "currency": quote.currency,
        "fits": quote.fits,
        "ends": list(quote.ends),
        "slot": quote.slot,
        "left": None if quote.after is None else meter(quote.after, table),
        "hints": list(quote.hints),
        "questions": quote.table.to_dict("records"),
    }


def _cost(quote: Quote) -> str:
    return f"{quote.currency} {quote.price:.4g}" if quote.price else "nothing"
