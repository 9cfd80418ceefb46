"""WHAT AN ANSWER IS: one file a shape, a closed union from which tables, pictures and files are drawn.

number    one number                                 cells      a number for each public group
bins      a number for each interval of a column     function   a function of a column, known wherever it is asked
view      free post-processing that a shape offers

To add one: a file here and its name in `Result`. A subclass of `Grouped` is drawn as cells are; one of `Shape` itself
has a picture of its own: a presenter, and the arm of `match` that mypy then demands.
"""

from dpcore.result.base import FIGURES, Figures, Grouped, Keys
from dpcore.result.bins import Bins
from dpcore.result.cells import Cells
from dpcore.result.function import Function
from dpcore.result.number import Number

Result = Number | Cells | Bins | Function

__all__ = ["FIGURES", "Bins", "Cells", "Figures", "Function", "Grouped", "Keys", "Number", "Result"]
