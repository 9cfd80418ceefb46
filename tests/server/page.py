"""An open page without a browser and without input or output: what it knows of its widgets, and what it sends.

Bytes of Streamlit's WebSocket go in (`take`), and bytes to send come out (`opened`, `moved`, `pressed`, `again`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

INERT = {0x5C: None, 0x2060: None}
"""What keeps texts of people from being read as Markdown."""
EARLY = ForwardMsg.FINISHED_EARLY_FOR_RERUN


@dataclass(frozen=True)
class Widget:
    """A widget as it was last drawn. fragment: of the page, which alone is run again when it changes."""

    kind: str
    label: str
    drawn: Any
    fragment: str


def _place(item: tuple[tuple[int, ...], object]) -> tuple[int, ...]:
    return item[0]


class Page:
    """One open page. `words`: its Markdown; `rerun`: the fragments that run again by themselves, with their seconds."""

    def __init__(self) -> None:
        self.name, self.query, self.session = "", "", ""
        self.rerun: dict[str, float] = {}
        self._script = ""
        self._elements: dict[tuple[int, ...], tuple[Any, str]] = {}
        self._states: dict[str, WidgetState] = {}

    def take(self, data: bytes) -> bool:
        """A message of the server. Whether the run has ended, and no other follows at once."""
        message = ForwardMsg()
        message.ParseFromString(data)
        match message.WhichOneof("type"):
            case "new_session":
                self._begin(message.new_session, set(message.metadata.run.fragment_ids))
            case "delta":
                self._draw(tuple(message.metadata.delta_path), message.delta)
            case "auto_rerun":
                self.rerun[message.auto_rerun.fragment_id] = message.auto_rerun.interval
            case "navigation":
                self._script = message.navigation.page_script_hash
            case "page_info_changed":
                self.query = message.page_info_changed.query_string
            case "script_finished":
                return message.script_finished != EARLY
        return False

    def _begin(self, new: Any, ran: set[str]) -> None:
        self.session = new.initialize.session_id
        self.rerun = {name: seconds for name, seconds in self.rerun.items() if name in ran} if ran else {}
        kept = {path: pair for path, pair in self._elements.items() if ran and pair[1] not in ran}
        self._elements = kept

    def _draw(self, path: tuple[int, ...], delta: Any) -> None:
        below = [other for other in self._elements if other[: len(path)] == path]
        for other in below:
            del self._elements[other]
        if delta.WhichOneof("type") == "new_element":
            self._elements[path] = (delta.new_element, delta.fragment_id)

    @property
    def words(self) -> str:
        """The Markdown of the page, without what keeps it inert."""
        found = [element.markdown.body for element in self.drawn("markdown")]
        return "\n".join(found).translate(INERT)

    def drawn(self, kind: str) -> list[Any]:
        """What is drawn of a kind, in the order of the page."""
        return [
            element
            for _, (element, _) in sorted(self._elements.items(), key=_place)
            if element.WhichOneof("type") == kind
        ]

    def widgets(self, kind: str) -> list[Widget]:
        """The widgets of a kind, in the order of the page."""
        found = []
        for _, (element, fragment) in sorted(self._elements.items(), key=_place):
            if element.WhichOneof("type") == kind:
                drawn = getattr(element, kind)
                found.append(Widget(kind, drawn.label.translate(INERT), drawn, fragment))
        return found

    def widget(self, kind: str, label: str) -> Widget:
        """The first widget of a kind whose label begins like this."""
        found = next((widget for widget in self.widgets(kind) if widget.label.startswith(label)), None)
        assert found, f"no {kind} {label}; there are {[widget.label for widget in self.widgets(kind)]}"
        return found

    def has(self, kind: str, label: str, exactly: bool = False) -> bool:
        """Whether there is a widget of a kind whose label begins like this, or is this."""
        labels = [widget.label for widget in self.widgets(kind)]
        return label in labels if exactly else any(each.startswith(label) for each in labels)

    @property
    def trouble(self) -> str:
        """What the boxes of the page say: errors, warnings and notes."""
        return "; ".join(element.alert.body for element in self.drawn("alert"))

    def opened(self, name: str = "", query: str = "") -> bytes:
        """Go to a page."""
        self.name, self.query, self._script = name, query, ""
        self._states.clear()
        return self._ask()

    def moved(self, slider: Widget, value: float) -> bytes:
        """Move a slider; of a select slider, to the option of this number."""
        state = WidgetState(id=slider.drawn.id)
        if slider.drawn.options:
            state.string_array_value.data.append(slider.drawn.options[int(value)])
        else:
            state.double_array_value.data.append(value)
        self._states[state.id] = state
        return self._ask(slider.fragment)

    def typed(self, field: Widget, value: float) -> bytes:
        """Type a number into a field."""
        state = WidgetState(id=field.drawn.id, double_value=value)
        self._states[state.id] = state
        return self._ask(field.fragment)

    def pressed(self, button: Widget) -> bytes:
        """Press a button."""
        return self._ask(button.fragment, WidgetState(id=button.drawn.id, trigger_value=True))

    def again(self, fragment: str = "") -> bytes:
        """Run again a fragment, or the whole page."""
        return self._ask(fragment, auto=bool(fragment))

    def _ask(self, fragment: str = "", *pressed: WidgetState, auto: bool = False) -> bytes:
        request = BackMsg()
        ask = request.rerun_script
        ask.query_string, ask.page_name, ask.page_script_hash = self.query, self.name, self._script
        ask.fragment_id, ask.is_auto_rerun = fragment, auto
        ask.widget_states.widgets.extend([*self._states.values(), *pressed])
        return bytes(request.SerializeToString())
