"""Files of pairs as people have them: what is read, and one sentence for what is not."""

from __future__ import annotations

import csv
import io
import random

import pytest

import dpcore as dp
from dpcore.queries.order import pair_list
from dpcore.queries.order.graph import Graph

NAMES = ["A", "B", 'C, "D"', "=1+1", "E; F", "Zürich", "G\tH", "I\nJ", "~", "서울", "A B", "'x"]


def file(chance: random.Random, pairs: list[tuple[str, str]], heading: bool) -> bytes:
    """The pairs as one program or another writes them: separator, quotes, line ends, encoding, blank lines, blanks."""
    separator, end = chance.choice(",;\t"), chance.choice(["\n", "\r\n"])
    written = io.StringIO(newline="")
    quoting = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    writer = csv.writer(written, delimiter=separator, lineterminator=end, quoting=quoting)
    for pair in [("from here", "to there")] * heading + pairs:
        writer.writerow([*pair, *([""] * chance.choice([0, 0, 0, 1]))])
        written.write(chance.choice(["", "", end, separator + end]))
    text = f"sep={separator}{end}" * chance.choice([0, 0, 1]) + written.getvalue()
    return text.encode(chance.choice(["utf-8", "utf-8-sig", "utf-16"]))


@pytest.mark.parametrize("seed", range(40))
def test_the_same_pairs_are_read_however_they_are_written(seed: int) -> None:
    chance = random.Random(seed)
    names = chance.sample(NAMES, chance.randint(2, len(NAMES)))
    pairs = [(chance.choice(names[:place]), name) for place, name in enumerate(names) if place]
    pairs += [chance.choice(pairs)[:: chance.choice([1, -1])] for _ in range(chance.randint(0, 3))]
    heading = chance.random() < 0.5 and len(pairs) > 0
    found = pair_list.read(file(chance, pairs, heading))
    assert found.heading == (("from here", "to there") if heading else ())
    assert found.lines == len(pairs) and len(found.pairs) == len(set(map(frozenset, pairs))) == len(names) - 1
    assert Graph.of(found.pairs) == Graph.of(pairs)
    assert [tuple(pair) for pair in pair_list.typed(found.text)] == list(found.pairs), "the text is read as the file is"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "has no pairs"),
        (b"\xef\xbb\xbf\r\n ,\r\n", "has no pairs"),
        (b"A\nB\n", "Line 1 of the file is not a pair: it has 1 cell"),
        (b"A,B\n\nA,B,C\n", "Line 3 of the file is not a pair: it has 3 cells"),
        (b"from,to,weight\nA,B,3\n", "Line 1 of the file is not a pair: it has 3 cells"),
        (b"A,B\n,C\n", "Line 2 of the file has an empty name"),
        (b'A,B\n"B,C\n', "Line 2 cannot be read"),
        (b'A,B\nB,"C" d\n', "Line 2 cannot be read"),
        ("Zürich,Bern\n".encode("latin-1"), "not text in UTF-8"),
        ("A,B\n".encode("utf-16-le"), "not text in UTF-8"),
        ("A,B\n".encode("utf-32"), "not text in UTF-8"),
        (b"PK\x03\x04\x14\x00\x06\x00", "not text in UTF-8"),
        (b"A,B\n" * 250_001, "at most 1,000 kB"),
        (b"A," + b"B" * 300_000, "too long"),
        (b"A,B\nB, B\n", "to itself"),
        (b"A,B\nB,C\nD,E\n", "no path leads from 'A' to 'D'"),
        ("\n".join(f"A,v{place}" for place in range(300)).encode(), "301 vertices"),
        ("\n".join(f"v{i},v{j}" for i in range(64) for j in range(i)).encode(), "2,016 edges"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_any_other_file_is_refused_in_one_sentence_with_a_hint(data: bytes, words: str) -> None:
    with pytest.raises(dp.QueryError, match=words) as refused:
        pair_list.read(data)
    assert refused.value.hint and str(refused.value.message).count(". ") == 0


def test_an_edge_is_never_taken_for_a_heading() -> None:
    assert pair_list.read(b"A,B\n").heading == ()
    assert pair_list.read(b"A,B\nB,C\n").heading == () and len(pair_list.read(b"A,B\nC,B\n").pairs) == 2
    with pytest.raises(dp.QueryError, match="no path"):
        pair_list.read(b"A,B\nC,D\n", known={"A", "C", "D"})
    assert pair_list.read(b"A,b\nC,D\n", known={"C", "D"}).heading == ("A", "b"), "which the form says"


def test_its_sentence_says_what_was_left_out() -> None:
    said = str(pair_list.read(b"from,to\nA,B\nB,A\nB,C\n").sentence)
    assert said == (
        "3 pairs were read from the file. 1 repeated pair is left out. "
        "The first line was read as a heading: 'from, to'."
    )
