"""A methods note in Markdown: text for a paper on how its numbers were made, and the limits of what it may claim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from dpcore.desk.dossier import UNREAD, Dossier
from dpcore.present.record import fact
from dpcore.present.record.markdown import bullets, inert, rows
from dpcore.present.shape import presenter
from dpcore.present.text.caveat import NOISE_ONLY, clipping, moments, remark
from dpcore.present.text.margin import meaning
from dpcore.present.text.size import size
from dpcore.present.text.words import frequency
from dpcore.release.measurement import in_ranks
from dpcore.release.record import Release

REFERENCES = (
    "Dong, J., Roth, A. and Su, W. J. (2022). Gaussian differential privacy. JRSS B 84(1), 3–37.",
    "Dong, J., Durfee, D. and Rogers, R. (2020). Optimal differential privacy composition for exponential mechanisms. "
    "ICML 2020.",
    "Dwork, C., McSherry, F., Nissim, K. and Smith, A. (2006). Calibrating noise to sensitivity in private data "
    "analysis. TCC 2006.",
    "Feldman, V. and Zrnic, T. (2021). Individual privacy accounting via a Rényi filter. NeurIPS 2021.",
    "Ghosh, A., Roughgarden, T. and Sundararajan, M. (2012). Universally utility-maximizing privacy mechanisms. "
    "SIAM J. Comput. 41(6).",
    "Koskela, A., Tobaben, M. and Honkela, A. (2023). Individual privacy accounting with Gaussian differential "
    "privacy. ICLR 2023.",
    "McKenna, R. and Sheldon, D. (2020). Permute-and-flip: a new mechanism for differentially private selection. "
    "NeurIPS 2020.",
    "McSherry, F. and Talwar, K. (2007). Mechanism design via differential privacy. FOCS 2007.",
    "Rogers, R., Roth, A., Ullman, J. and Vadhan, S. (2016). Privacy odometers and filters: pay-as-you-go composition. "
    "NeurIPS 2016.",
    "Smith, A. (2011). Privacy-preserving statistical estimation with optimal convergence rates. STOC 2011.",
    "Smith, A. and Thakurta, A. (2022). Fully adaptive composition for Gaussian differential privacy. "
    "arXiv:2210.17520.",
)


def methods(dossier: Dossier) -> str:
    """The note in Markdown (CommonMark with tables); text written by people is escaped."""
    title = inert(dossier.title or dossier.dataset)
    parts = [f"# Methods: {title}", *_note(dossier), _guarantee(dossier)]
    for head, text in (
        ("Questions", _asked(dossier)),
        ("Noise", _noise(dossier)),
        ("Declared facts (not derived from rows)", bullets(map(inert_fact, fact.columns(dossier)))),
        ("Error", _error(dossier)),
        ("Accounting", inert_fact(fact.accounting(dossier)) + "\n\n" + _charges(dossier)),
        ("Software", inert_fact(f"{fact.SOFTWARE}. {fact.EXACT}")),
        ("References", bullets(map(inert_fact, REFERENCES))),
    ):
        parts.append(f"## {head}\n\n{text}")
    return "\n\n".join(parts) + "\n"


def inert_fact(text: str) -> str:
    """A sentence of the program that contains names written by people, escaped."""
    return inert(text, 5_000)


def _note(dossier: Dossier) -> Iterator[str]:
    if dossier.table.synthetic:
        yield "**Made-up data: this table describes no real people.**"
    if dossier.note:
        yield f"> {inert(dossier.note, 5_000)}"


def _guarantee(dossier: Dossier) -> str:
    return inert_fact(
        f"As of {dossier.time[:10]}, all releases from the table “{dossier.dataset}” under its budget, including the "
        f"answers below, together satisfy differential privacy with {fact.parameters(dossier)}. The privacy unit is "
        f"{fact.unit(dossier)}; {fact.neighbors(dossier)}. {fact.RAISED} The trust model is central: the desk that "
        "computed the answers holds the rows; readers of the answers need not be trusted."
    )


def _asked(dossier: Dossier) -> str:
    versions = fact.versions(dossier)
    which = f"\n\nThe rows changed between answers: the answers use {len(versions)} versions of the table."
    cells = (
        [
            str(number),
            inert(release),
            _computed(release),
            str(release.cells),
            inert(fact.price(release)),
            inert(release.time),
        ]
        for number, release in enumerate(dossier.releases, start=1)
    )
    table = rows(["No.", "Question", "Without noise", "Cells", "Price", "Released (UTC)"], cells)
    unread = "".join(f"\n\n{inert(str(answer))}: {UNREAD}" for answer in dossier.unread)
    return table + (which if len(versions) > 1 else "") + unread


def _computed(release: Release) -> str:
    """What the question computes, with its source."""
    return inert("; ".join(filter(None, [release.query.formula, release.query.cites])), 500)


def _noise(dossier: Dossier) -> str:
    cells = ([str(number), *_line(release)] for number, release in enumerate(dossier.releases, start=1))
    table = rows(["No.", "Noise distribution and source", "Scale, in steps of the grid", "Standard error"], cells)
    return (
        f"{table}\n\nThe scale is that of each released coordinate: a standard deviation for Gaussian noise, the "
        "parameter b for Laplace noise. A selection has a rate instead: the decrease of a number's score, in natural "
        "logarithms, per row of distance from the requested rank. Where the standard error differs between cells, the "
        "median and the largest are shown."
    )


def _line(release: Release) -> list[str]:
    if release.exact:
        return ["no noise: public under this neighbouring relation", "0", "0"]
    if (error := in_ranks(release)) is not None:
        off = f"unknown in the unit of the values; typically {size(release.query, error.std_error)}"
        return [inert(". ".join(_each(release, "cites")), 500), inert("; ".join(_each(release, "size"))), inert(off)]
    source = ". ".join(filter(None, [*_each(release, "cites"), remark(release)]))
    return [inert(source, 500), inert("; ".join(_each(release, "size"))), inert(_standard_error(release))]


def _each(release: Release, what: Literal["cites", "size"]) -> list[str]:
    """Of the mechanisms of all rounds, in order, each once."""
    return list(dict.fromkeys(getattr(drawn.mechanism, what) for steps in release.rounds for drawn in steps))


def _standard_error(release: Release) -> str:
    """The median and the largest; of a model, whose entries have units of their own, of those that are compared."""
    errors, measured = presenter(release).summarised(np.array(release.estimates["std_error"]))
    errors = errors[~np.isnan(errors)]
    if not errors.size:
        return "unknown"
    middle, largest = float(np.median(errors)), float(errors.max())
    text = size(release.query, middle)
    text += f"; largest {size(release.query, largest)}" if largest > 1.05 * middle else ""
    return f"{text} ({measured})" if measured else text


def _error(dossier: Dossier) -> str:
    levels = sorted({release.level for release in dossier.releases})
    often = inert("; ".join(f"{100 * level:g} %: {frequency(level)}" for level in levels))
    ranked = any(in_ranks(release) is not None for release in dossier.releases)
    apart = (
        "For an answer that is selected by its rank, the error is given as a number of ranks instead of an interval. "
        if ranked
        else ""
    )
    return (
        "Each answer has an interval that contains the answer without noise with the stated probability "
        f"({often}): at least this probability for counts and sums, about this probability for shares, means, "
        f"variances and standard deviations. {apart}The intervals follow from the scales of the noise and the "
        f"released numbers alone. {inert(NOISE_ONLY)} Clipped values, rows beyond a unit's limit and missing "
        "cells are part of the question as it was asked; no interval covers their effect."
        f"\n\n{_margins(dossier)}"
    )


def _margins(dossier: Dossier) -> str:
    cells = (
        [str(number), inert(" ".join(filter(None, [meaning(release), clipping(release), moments(release)])), 2_000)]
        for number, release in enumerate(dossier.releases, start=1)
    )
    return rows(["No.", "Margin of error and clipping"], cells)


def _charges(dossier: Dossier) -> str:
    cells = (
        [str(charge.seq), inert(charge.time), inert(charge.hash), str(len(charge.keys))] for charge in dossier.charges
    )
    table = rows(["Entry", "Time (UTC)", "SHA-256 of the entry", "Answers in this note that it paid for"], cells)
    return f"{table}\n\nLedger {inert(dossier.ledger)}."
