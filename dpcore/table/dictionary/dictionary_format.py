"""The formats of data dictionaries: which one a file has, and the writers.

Read are our own CSV (`declaration`), a Frictionless Table Schema, metadata of CSV on the Web, a REDCap data dictionary
and metadata of SmartNoise SQL. The first three are also written.
"""

from __future__ import annotations

import re
from typing import Final

from dpcore.errors import SchemaError
from dpcore.table.dictionary.csvw import is_csvw, read_csvw
from dpcore.table.dictionary.csvw import write_csvw as write_csvw
from dpcore.table.dictionary.dictionary_line import decoded
from dpcore.table.dictionary.frictionless import is_frictionless, read_frictionless
from dpcore.table.dictionary.frictionless import write_frictionless as write_frictionless
from dpcore.table.dictionary.json_tree import is_encodable, read_json
from dpcore.table.dictionary.redcap import is_redcap, read_redcap
from dpcore.table.dictionary.sheet import Sheet, read_own
from dpcore.table.dictionary.sheet import write_own as write_own
from dpcore.table.dictionary.smartnoise import read_smartnoise
from dpcore.table.dictionary.yaml_tree import read_yaml
from dpcore.table.value_list import Commas
from dpcore.text import Text

_FORMATS: Final = Text(
    "Give a table with the columns column, kind, from, to, values, missing, a Frictionless table schema, metadata of "
    "CSV on the Web, a REDCap data dictionary, or metadata of SmartNoise SQL."
)
# A key of a YAML mapping, alone in its line or with its value.
_KEY: Final = re.compile(r"""\s*("[^"]*"|'[^']*'|[^\s,;\t"'][^,;\t]*?)\s*:(\s.*)?""")


def open_sheet(data: bytes | str, commas: Commas = "ask") -> Sheet:
    """The sheet of a dictionary file in any of these formats, which is recognised from its content.

    commas: how commas are read in a list of values that does not decide it. What is invalid in one column is reported
    in the sheet. Raises SchemaError if the file is no data dictionary.
    """
    text = decoded(data)
    if not is_encodable(text):
        raise SchemaError("This file contains half a character.", "Save the file again with the program that wrote it.")
    if text.lstrip().startswith(("{", "[")):
        tree = read_json(text)
        if is_csvw(tree):
            return read_csvw(tree, commas)
        if is_frictionless(tree):
            return read_frictionless(tree, commas)
        raise SchemaError("This JSON file is not a data dictionary.", _FORMATS)
    if is_redcap(text):
        return read_redcap(text, commas)
    if _is_yaml(text):
        return read_smartnoise(read_yaml(text), commas)
    try:
        return read_own(text, commas)
    except SchemaError as error:
        if error.message.startswith("This is not a data dictionary"):
            raise SchemaError("This is not a data dictionary.", _FORMATS) from None
        raise


def _is_yaml(text: str) -> bool:
    """Whether the first line that is no comment is the key of a mapping, or begins a YAML document."""
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    first = next(lines, "")[:2000].rstrip()
    return first == "---" or first.startswith("--- ") or re.fullmatch(_KEY, first) is not None
