"""Answers to what a browser has asked for, kept when its page is drawn again meanwhile.

When a script starts, Streamlit drops what it has not yet sent of the old page, and with it the answers to requests: the
browser then waits for the address of an upload for ever.
"""

from __future__ import annotations

from typing import Any

from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

ANSWERS = ("file_urls_response", "backend_operation_response")
"""The messages that answer a request, of which the browser awaits one."""


def keep(queue: type[ForwardMsgQueue] = ForwardMsgQueue) -> None:
    """From the server's start. Streamlit has no setting for this, so the class itself is patched."""
    if "answers_are_kept" in vars(queue):
        return
    dropped = queue.clear

    def clear(self: ForwardMsgQueue, retain_lifecycle_msgs: bool = False, *args: Any, **kwargs: Any) -> None:
        answers = [message for message in self._queue if message.WhichOneof("type") in ANSWERS]
        dropped(self, retain_lifecycle_msgs, *args, **kwargs)
        if retain_lifecycle_msgs:  # else the session has ended
            there = set(map(id, self._queue))
            self._queue += [answer for answer in answers if id(answer) not in there]

    queue.clear = clear  # type: ignore[method-assign]
    queue.answers_are_kept = True  # type: ignore[attr-defined]
