"""WHAT AN ANSWER IS: one file a shape, a closed union from which tables, pictures and files are drawn.

number    one number                                 cells      a number for each public group
bins      a number for each interval of a column     function   a function of a column, known wherever it is asked
view      free post-processing that a shape offers

To add one: a file here, its name in `Result`, and the arms of `match` that mypy then demands.
"""

from dpcore.result.base import FIGURES, Figures, Keys
from dpcore.result.bins import Bins
from dpcore.result.cells import Cells
from dpcore.result.function import Function
from dpcore.result.number import Number

Result = Number | Cells | Bins | Function

__all__ = ["FIGURES", "Bins", "Cells", "Figures", "Function", "Keys", "Number", "Result"]
