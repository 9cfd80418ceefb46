"""A plan as a program: a Python script or Jupyter notebook that quotes it, releases it and saves its answers.

They run unchanged where `import dpcore` works. On the same desk (`MURMUR_HOME`, `MURMUR_DATABASE`, `MURMUR_USER`),
stored answers are returned at no cost. With `opening`, they also run on a desk that does not have the dataset; its rows
are then read from `MURMUR_ROWS`. They contain no path, user, address or secret; names from people are literals.
"""

from __future__ import annotations

import json
import textwrap

from dpcore.plan.plan import Plan
from dpcore.present.file.source import source
from dpcore.release.dataset import Dataset

_ABOUT = """\
A plan of questions, written by Murmur. Run it as it is, once or every month.

It uses the desk in MURMUR_HOME (default ~/.murmur). MURMUR_DATABASE names another database, MURMUR_USER
another user. The script prints the cost of the plan before any row is read, and stops if the budget does
not allow it. Questions that were answered before return their stored answers and cost nothing."""

_ROWS = """\
If the desk does not have the dataset, the script opens it. MURMUR_ROWS names its rows: a .csv, .tsv or
.parquet file, or a folder of them."""

_IMPORTS = """\
{dates}import os
import sys
from pathlib import Path

import dpcore as dp
from dpcore.present.export import to_csv
from dpcore.present.words import meter
"""

_PLAN = """\
DATASET = {name}
ANSWERS = Path("answers")  # one CSV file per question
{rows}
plan = {plan}
"""

_PATH = 'ROWS = os.environ.get("MURMUR_ROWS", "rows.parquet")\n'

_DESK = """\
desk = dp.Desk(os.environ.get("MURMUR_DATABASE"), os.environ.get("MURMUR_USER"))
"""

_OPEN = """\
if DATASET not in [dataset.name for dataset in desk.datasets()]:
    desk.add_dataset(
        DATASET,
        dp.read(ROWS){without}{formats},
        schema={schema},
        unit={unit},
        neighbors={neighbors!r},
        budget={budget},
        expected_rows={rows!r},
        synthetic={synthetic!r},
    )
"""

_QUOTE = """\
quote = desk.quote(DATASET, plan)
print(quote.table.to_string(index=False))
print(f"This plan costs {quote.currency} {quote.price:.4g}.")
if not quote.fits:
    sys.exit("The budget does not allow this plan. " + " ".join(quote.hints))
"""

_RELEASE = """\
releases = desk.release(DATASET, plan)
"""

_SAVE = """\
ANSWERS.mkdir(exist_ok=True)
for number, release in enumerate(releases, 1):
    (ANSWERS / f"{number:02}.csv").write_bytes(to_csv(release))
    print(f"\\n{release}")
    print(release.table.to_string(index=False))
print(f"\\n{meter(desk.standing(DATASET), desk.dataset(DATASET).table)}")
"""

_SCRIPT = '''\
"""{about}
"""

from __future__ import annotations

{imports}
{plan}

def main() -> None:
    """Quote, release, print and save."""
{desk}
    with desk:
{body}

if __name__ == "__main__":
    try:
        main()
    except dp.DpError as error:
        sys.exit(str(error))
'''


def python(dataset: Dataset, plan: Plan, *, opening: bool = False) -> str:
    """The script. opening: it also opens the dataset, with the same declarations and budget, if the desk has none."""
    imports, facts, body = _parts(dataset, plan, opening)
    return _SCRIPT.format(
        about=_about(opening),
        imports=imports,
        plan=facts,
        desk=textwrap.indent(_DESK, " " * 4).rstrip(),
        body=textwrap.indent("".join(body), " " * 8),
    )


def notebook(dataset: Dataset, plan: Plan, *, opening: bool = False) -> bytes:
    """The notebook, JSON of nbformat 4.5, without outputs; `opening` as above."""
    imports, facts, body = _parts(dataset, plan, opening)
    cells = [f"{imports}\n{facts}", _DESK + body[0], *body[1:], "desk.close()\n"]
    written = [
        {
            "cell_type": "markdown",
            "id": "about",
            "metadata": {},
            "source": f"# A plan of questions\n\n{_about(opening)}",
        },
        *(
            {
                "cell_type": "code",
                "id": f"step-{number}",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": cell.strip(),
            }
            for number, cell in enumerate(cells, 1)
        ),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": written}, indent=1).encode()


def _about(opening: bool) -> str:
    return f"{_ABOUT}\n\n{_ROWS}" if opening else _ABOUT


def _parts(dataset: Dataset, plan: Plan, opening: bool) -> tuple[str, str, list[str]]:
    """The imports, the facts, and the steps."""
    facts = _PLAN.format(name=source(dataset.name), rows=_PATH if opening else "", plan=source(plan))
    steps = [_QUOTE, _RELEASE, _SAVE]
    if opening:
        steps[0] = _opened(dataset) + _QUOTE
    dates = "import datetime\n" if any("datetime.date(" in text for text in (facts, *steps)) else ""
    return _IMPORTS.format(dates=dates), facts, steps


def _opened(dataset: Dataset) -> str:
    table, kept = dataset.table, dataset.kept
    inner = " " * 8
    return _OPEN.format(
        without=f".without({', '.join(map(repr, kept.left_out))})" if kept.left_out else "",
        formats=f".with_formats({source(dict(kept.formats), inner)})" if kept.formats else "",
        schema=source(table.schema, inner),
        unit=source(table.unit, inner),
        neighbors=table.neighbors,
        budget=source(dataset.budget, inner),
        rows=table.expected_rows,
        synthetic=table.synthetic,
    )
