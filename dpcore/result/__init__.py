"""RESULTS: the shapes of answers, a closed union from which tables, charts and files are made.

number    one number                                 cells      a number for each public group
bins      a number for each interval of a column     function   counts below each value of a column
matrix    a number for each pair of columns          columns    a number for each column, in its own unit
graph     a number about a public graph              expansion  a smooth function of one column or two
model     parts of a fitted model, with predictions
view      free post-processing of a result           rows       rows for which a model predicts

To add a shape: a file here and its name in `Result`. A subclass of `Grouped` is drawn like `Cells`. A subclass of
`Shape` itself has its own picture: a presenter, and the `match` case that mypy then reports as missing.

Laws, since every release keeps its result: a shape or a column that was stored is never removed; parameters only become
optional; what a key or a figure means never changes. Another meaning is a new column or a new shape.
"""

from dpcore.result.base import FIGURES, Figures, Grouped, Keys
from dpcore.result.bins import Bins
from dpcore.result.cells import Cells
from dpcore.result.columns import Columns
from dpcore.result.expansion import Expansion, Smooth, Surface
from dpcore.result.function import Function
from dpcore.result.graph import Graph
from dpcore.result.matrix import Matrix
from dpcore.result.model import Model
from dpcore.result.number import Number

Result = Number | Cells | Bins | Columns | Expansion | Surface | Function | Matrix | Graph | Model

__all__ = [
    "FIGURES",
    "Bins",
    "Cells",
    "Columns",
    "Expansion",
    "Figures",
    "Function",
    "Graph",
    "Grouped",
    "Keys",
    "Matrix",
    "Model",
    "Number",
    "Result",
    "Smooth",
    "Surface",
]
