"""A search for the pair of neighbouring tables on which a question loses the most of what is booked for it.

Questions of a cell are drawn with parameters over their whole range; for each, tables are drawn, and the best of them
are changed a row or a cell at a time for as long as more is lost.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dpcore.table.table import Table
from tests.contracts.neighbour import cells as values
from tests.oracle import Row
from tests.power.cell import Asked, Cell, drawn
from tests.power.measure import Pair
from tests.power.witness import ENOUGH, Witness, named

OVER, ROUNDED = 1.1, 1e-9
"""What a crowded unit would lose at least without its bound; what a share may be off by."""
OTHERS = (0, 0, 1, 2, 3, 5, 9, 20)
DRAWS, CLIMB = 6, 60
"""Tables drawn for a question, and changes tried on the best of them."""
MOST_VALUES = 20
NAMES = ("mine", "mine", "yours", "hers", "theirs")
"""Identifiers of the unit in the second table: that of the first, or others, which lie in other blocks."""


def search(cell: Cell, seconds: float, seed: int = 0, least: float = 0.0) -> Witness | None:
    """The best witness that is found: at least `ENOUGH`, or the best of so many seconds of processor time.

    least: seconds for which more is looked for in any case.
    """
    chance, best = random.Random(f"{cell} {seed}"), None
    start = time.process_time()
    end, soonest = start + seconds, start + least
    while best is None or (time.process_time() < (end if best.share < ENOUGH else soonest)):
        asked = drawn(cell, chance)
        if asked is None:
            return None
        found = climbed(cell, asked, chance, end)
        if cell.shape in ("groups", "crowd") and (best is None or found.share > best.share):
            found = replace(found, share=in_both(found))
        if best is None or found.share > best.share:
            best = found
    return smaller(best)


def in_both(found: Witness) -> float:
    """The share that both engines see; of a crowded unit, nothing unless the bound of groups matters."""
    if found.cell.shape == "crowd":
        assert max(found.lost(), found.lost_for_real()) <= 1 + ROUNDED, f"{found} loses more than is booked"
        return found.share if found.share > OVER else 0.0
    lost = found.lost_for_real()
    return lost if lost > 1 else min(found.share, lost)


def smaller(found: Witness) -> Witness:
    """The same with as few other rows as show it."""
    if found.table.expected_rows is not None or found.share < ENOUGH:
        return found
    for size in range(len(found.pair.others)):
        less = replace(found, pair=replace(found.pair, others=found.pair.others[:size]))
        less = replace(less, share=less.needed())
        if less.cell.shape in ("groups", "crowd"):
            less = replace(less, share=in_both(less))
        if less.share >= found.share:
            return less
    return found


def climbed(cell: Cell, asked: Asked, chance: random.Random, end: float) -> Witness:
    """The best pair of tables for a question."""
    query, table, price = asked
    columns = {name: ends(few(values(table.schema[name]))) for name in query.columns()}
    some = [made(table, columns, chance) for _ in range(DRAWS)]

    def measured(pair: Pair) -> Witness:
        found = Witness(cell, query, table, price, pair, 0.0)
        return replace(found, share=found.needed())

    best = max(map(measured, some), key=lambda found: found.share)
    still = 0
    while (best.share < 1 - ROUNDED or cell.shape == "crowd") and still < CLIMB and time.process_time() < end:
        found = measured(changed(best.pair, table, columns, chance))
        still = 0 if found.share > best.share else still + 1
        if found.share >= best.share:
            best = found
    return best


def few(some: list[Any]) -> list[Any]:
    """The cells of a column; of many, those at its ends and in its middle, next to each other."""
    if len(some) <= MOST_VALUES:
        return some
    middle = len(some) // 2
    return [*some[:3], *some[middle - 1 : middle + 2], *some[-3:]]


def ends(some: list[Any]) -> list[Any]:
    """The cells of a column, its first and last more than once: most is lost at the bounds."""
    known = [value for value in some if value is not None]
    return [*some, *2 * [known[0], known[-1]]]


def row(columns: dict[str, list[Any]], chance: random.Random) -> Row:
    """A row by chance."""
    return {name: chance.choice(some) for name, some in columns.items()}


def rows(columns: dict[str, list[Any]], most: int, chance: random.Random) -> tuple[Row, ...]:
    """Rows of one unit: one, as many as it may have of one kind or of several."""
    size = chance.choice([1, most, most, chance.randint(1, most)])
    if chance.random() < 0.5:
        return (row(columns, chance),) * size
    return tuple(row(columns, chance) for _ in range(size))


def near(some: Sequence[Row], columns: dict[str, list[Any]], chance: random.Random) -> Row:
    """One of the rows with another cell, or any row: most is lost where a unit meets rows next to its own."""
    if not some or not columns or chance.random() < 0.3:
        return row(columns, chance)
    name = chance.choice(list(columns))
    return {
        **{key: value for key, value in chance.choice(some).items() if key != "unit"},
        name: chance.choice(columns[name]),
    }


def made(table: Table, columns: dict[str, list[Any]], chance: random.Random) -> Pair:
    """Two neighbouring tables by chance."""
    most, expected = table.unit.max_rows, table.expected_rows
    first, second = rows(columns, most, chance), rows(columns, most, chance)
    if chance.random() < 0.4 and columns:
        name = chance.choice(list(columns))
        value = chance.choice(columns[name])
        second = tuple({**each, name: value} for each in first)
    if table.neighbors == "add_remove":
        first, second = chance.choice([(first, ()), ((), second)])
    rest = others([*first, *second], most, columns, chance)
    if expected is not None:
        rest = [*rest, *(near(rest, columns, chance) for _ in range(expected))][: expected - 1]
    return Pair(named(rest), first, second, chance.randrange(1_000), chance.random() < 0.3, chance.choice(NAMES))


def others(own: Sequence[Row], most: int, columns: dict[str, list[Any]], chance: random.Random) -> list[Row]:
    """Rows of other units: any rows, a few kinds of rows, or heaps of rows next to those of the unit."""
    units = chance.choice(OTHERS)
    match chance.choice(["any", "kinds", "heaps", "heaps"]):
        case "any":
            return [row(columns, chance) for _ in range(units)]
        case "kinds":
            kinds = [row(columns, chance) for _ in range(chance.randint(1, 2))]
            return [chance.choice(kinds) for _ in range(units)]
        case _:
            heaps = [near(own, columns, chance) for _ in range(chance.choice([1, 1, 2, 3]))]
            return [heap for heap in heaps for _ in range(chance.choice([1, 2, 3, 4]) * most)]


def changed(pair: Pair, table: Table, columns: dict[str, list[Any]], chance: random.Random) -> Pair:
    """The pair with one thing changed: a cell, a row, the rows of a unit, the others, or the transcript."""
    kind = chance.choice(["cell", "cell", "row", "unit", "others", "many", "heap", "seed"])
    if kind == "seed":
        return replace(pair, seed=chance.randrange(1_000), silent=chance.random() < 0.3, unit=chance.choice(NAMES))
    if kind in ("others", "many", "heap"):
        return replace(pair, others=named(_others_changed(kind, pair, table, columns, chance)))
    side = "first" if not pair.second or (pair.first and chance.random() < 0.5) else "second"
    return replace(pair, **{side: _unit_changed(kind, getattr(pair, side), table.unit.max_rows, columns, chance)})


def _others_changed(
    kind: str, pair: Pair, table: Table, columns: dict[str, list[Any]], chance: random.Random
) -> list[Row]:
    """One of them, or all that are alike, changed, added or taken away."""
    rest: list[Row] = [{name: value for name, value in each.items() if name != "unit"} for each in pair.others]
    new = near([*pair.first, *pair.second, *rest], columns, chance)
    if kind == "many" and table.expected_rows is None:
        return [*rest, *[new] * chance.choice([1, 3, table.unit.max_rows, 9])]
    if not rest:
        return rest
    old = chance.choice(rest)
    if kind == "others":
        rest.remove(old)
        return rest if table.expected_rows is None and chance.random() < 0.5 else [*rest, new]
    new = near([old], columns, chance)
    return [new if each == old else each for each in rest]


def _unit_changed(
    kind: str, rows_: Sequence[Row], most: int, columns: dict[str, list[Any]], chance: random.Random
) -> tuple[Row, ...]:
    """The rows of the unit with one of them, or one column of all, changed, added or taken away."""
    own = list(rows_)
    if kind == "unit" or not own:
        return rows(columns, most, chance)
    if kind == "row":
        if len(own) < most and chance.random() < 0.6:
            own.append(chance.choice([row(columns, chance), own[-1]]))
        elif len(own) > 1:
            del own[chance.randrange(len(own))]
    elif columns:
        name, at = chance.choice(list(columns)), chance.randrange(len(own))
        value, all_ = chance.choice(columns[name]), chance.random() < 0.5
        own = [{**each, name: value} if place == at or all_ else each for place, each in enumerate(own)]
    return tuple(own)
