"""Coders that look at what analysts do not: the low bits, the size beside the last bit, and which numbers can occur."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

OCTAVES, PLACES = 24, 72


def mantissas(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Whole odd-or-even mantissas and exponents of doubles; of whole numbers, themselves and 0."""
    if values.dtype.kind == "i":
        return values, np.zeros(len(values), dtype=np.int64)
    fraction, exponent = np.frexp(values)
    return np.ldexp(fraction, 53).astype(np.int64), exponent.astype(np.int64) - 53


def lowest_bit(values: np.ndarray) -> np.ndarray:
    """The place of the lowest set bit, as a power of two of the value itself; PLACES - 1 for zero."""
    whole, exponent = mantissas(values)
    low = np.where(whole != 0, whole & -whole, 1).astype(np.float64)
    place = np.log2(low).astype(np.int64) + exponent
    shift = 64 if values.dtype.kind == "f" else 0
    return np.where(whole == 0, PLACES - 1, np.clip(place + shift, 0, PLACES - 2))


def size_and_bit(values: np.ndarray) -> np.ndarray:
    """The octave of the magnitude beside the place of the lowest set bit."""
    size = np.abs(values.astype(np.float64))
    octave = np.clip(np.floor(np.log2(np.where(size > 0, size, 2.0**-20))) + 8, 0, OCTAVES - 1).astype(np.int64)
    return octave * PLACES + lowest_bit(values)


def image(values: np.ndarray) -> np.ndarray:
    """Which numbers can occur: whole ones by their residue, doubles by whether q + (x - q) gives x back."""
    if values.dtype.kind == "i":
        return values % 64
    code = np.zeros(len(values), dtype=np.int64)
    for place, q in enumerate((1.0, 0.5, 1000.0, 1001.0, 1023.5, 1024.75)):
        code |= ((q + (values - q)) == values).astype(np.int64) << place
    return code


CODERS: dict[str, tuple[Callable[[np.ndarray], np.ndarray], int]] = {
    "lowest bit": (lowest_bit, PLACES),
    "size and lowest bit": (size_and_bit, OCTAVES * PLACES),
    "image": (image, 64),
}
