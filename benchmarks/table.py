"""Results as Markdown."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Table:
    """A titled table; a row may be shorter than the header."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        self.rows.append(cells)

    def note(self, text: str) -> None:
        self.notes.append(text)

    def markdown(self) -> str:
        """The table, followed by its notes."""
        lines = [f"### {self.title}", "", _row(self.header), _row(["---"] * len(self.header))]
        lines += [_row([*row, *[""] * (len(self.header) - len(row))]) for row in self.rows]
        return "\n".join([*lines, "", *(f"{note}\n" for note in self.notes)])


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


def seconds(value: float) -> str:
    """Three digits, in ms below a tenth of a second."""
    return f"{value * 1000:.3g} ms" if value < 0.1 else f"{value:.3g} s"


def ratio(value: float, *, at_most: float | None = None, at_least: float | None = None, give: float = 0.0) -> str:
    """The ratio, marked if it misses its target by more than chance explains."""
    missed = (at_most is not None and value > at_most + give) or (at_least is not None and value < at_least - give)
    return f"{value:.2f}×" + (" (missed)" if missed else "")


def better(one: float, other: float, at_most: float) -> tuple[str, str]:
    """Two ratios of which the smaller one has a target."""
    if one <= other:
        return ratio(one, at_most=at_most), ratio(other)
    return ratio(one), ratio(other, at_most=at_most)
