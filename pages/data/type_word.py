"""The words for the types of stored columns."""

from dpcore.text import Text

TYPES: dict[str, Text] = {
    text: text for text in (Text("text"), Text("number"), Text("date"), Text("flag"), Text("other"))
}
"""The words of `dpcore.engine.sql.physical`."""
