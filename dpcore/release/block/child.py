"""The process of one block: it restricts itself, then receives the function and its rows, and answers with doubles.

It is run as a script that imports nothing of `dpcore`, so that it starts quickly and contains only data sent to it.
Before it reports that it is ready, it has received public facts only. Nothing that the function prints is passed on.
After an exception, a wrong number of values or a text, the parent reads no answer.
"""

from __future__ import annotations

import importlib.util
import os
import pickle
import sys
import types
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

Given = tuple[str, Any, "NDArray[Any]"]
"""The name of a column, its kind (see `_column`), and its values."""
_SANDBOX = Path(__file__).parents[2] / "sandbox"


def main() -> None:
    """Reads its restrictions, writes which protections were granted; then reads function and rows, writes the numbers.

    The two inputs are pickles; the outputs are one byte, and little-endian doubles.
    """
    given = sys.stdin.buffer
    places, modules, packages, hidden, memory = pickle.load(given)
    answers = _apart()
    protection = _load("protection")
    protection.offer()
    packages = [package for package in packages if not _holds(package, hidden)]
    installed = [place for place in sys.path if any(Path(place).is_relative_to(seen) for seen in places)]
    parents = [os.path.dirname(package) for package in packages]
    sys.path[:] = dict.fromkeys([*installed, *modules, *parents])
    folders = [*places, *packages, str(_SANDBOX)]
    granted = protection.isolate(folders, hidden)
    _prepare()
    granted |= protection.restrict(folders, parents, hidden, memory)
    os.write(answers, bytes([granted]))
    source, function, table, outputs = pickle.load(given)
    os.dup2(1, 0)  # the pipe is closed; what remains is the null device
    numbers = answer(source, function, table, outputs)
    os.write(answers, numbers.tobytes())


def answer(source: str, function: str, table: Sequence[Given], outputs: int) -> NDArray[np.float64]:
    """The numbers of the function for a table, as little-endian doubles. Raises whatever the function raises."""
    import numpy as np

    package, _, name = function.rpartition(":")
    module = types.ModuleType(package or "block_function")
    module.__package__ = package.rpartition(".")[0]
    sys.modules[module.__name__] = module
    exec(compile(source, f"<{module.__name__}>", "exec"), module.__dict__)
    found: Any = getattr(module, name)(frame(table))
    several = not isinstance(found, str | bytes | bytearray) and hasattr(found, "__iter__") and np.ndim(found) > 0
    numbers = [float(_number(value)) for value in (found if several else [found])]
    if len(numbers) != outputs:
        raise ValueError
    return np.array(numbers, dtype="<f8")


def frame(table: Sequence[Given]) -> pd.DataFrame:
    """The rows as a data frame."""
    import pandas as pd

    return pd.DataFrame({name: _column(kind, values) for name, kind, values in table})


def _column(kind: Any, values: NDArray[Any]) -> Any:
    """The column of a data frame. kind: of the values; for a category, the names of its codes in `values`."""
    import pandas as pd

    match kind:
        case "number":
            return values.astype(float)
        case "whole":
            return values.astype("int64")
        case "flag":
            return values.astype(bool)
        case "date":
            return values.astype("datetime64[D]").astype("datetime64[s]")
        case names:
            return pd.Categorical.from_codes(values.astype("int64"), categories=pd.Index(list(names), dtype=object))


def _number(value: Any) -> Any:
    if isinstance(value, str | bytes | bytearray):
        raise TypeError
    return value


def _apart() -> int:
    """A new descriptor of the output pipe. Standard output and error are redirected to the null device."""
    answers = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    return answers


def _prepare() -> None:
    """Imports what nearly every function needs, before a row is sent. Texts are Python objects: no threads start."""
    import pandas as pd

    pd.options.future.infer_string = False


def _load(name: str) -> Any:
    """The module of that name in `dpcore.sandbox`."""
    spec = importlib.util.spec_from_file_location(f"_{name}", _SANDBOX / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _holds(place: str, hidden: Sequence[str]) -> bool:
    """Whether a folder is a hidden folder, contains one, or is inside one."""
    return any(Path(place).is_relative_to(folder) or Path(folder).is_relative_to(place) for folder in hidden)


if __name__ == "__main__":
    try:
        main()
    finally:
        os._exit(0)  # the same exit code after success and failure
