# vital
"""Messages of a release that stops or cannot answer a question. They depend on no row."""

from __future__ import annotations

from dpcore.text import Text

OTHERWISE = Text("This question was started by another version of the program, and this version cannot finish it.")
ANEW = Text("The rounds answered so far stay in the ledger. Ask the question again as a new question.")
UNDRAWN = Text("A question could not be answered from its rows. The other questions in the plan are not affected.")
AGAIN = Text(
    "Its charge is kept. Releasing the same plan again asks it at no further cost. If it fails again, memory may be "
    "too small for it, or the program may have an error: report this to its maintainer."
)
UNPROTECTED = (
    Text("This system no longer grants a protection that it granted before the charge, so a function got no rows."),
    Text("Its charge is kept. Release the same plan again, with the source text, to answer it at no further cost."),
)
UNWRITTEN = Text("The record of an answer could not be written. The other questions in the plan are not affected.")
TOO_LONG = (
    Text("The release was stopped while a long computation was running. The other questions are answered."),
    Text("Its charge is kept. Release the same plan again to answer it at no further cost."),
)
BEFORE = (Text("The release was stopped before anything was charged."), Text("Release again when you are ready."))
BETWEEN = (
    Text("The release was stopped between two rounds of a question."),
    Text("The rounds so far are stored. Release the same plan again to continue at no further cost."),
)
UNREAD = (
    Text("The release was stopped after the charge and before any row was read."),
    Text("Release the same plan again to answer it at no further cost."),
)
CHECKING = (
    Text("The release was stopped while it waited for the database, before any row was read."),
    Text("Release again when you are ready. What was charged earlier is not charged again."),
)
INTERRUPTED = (
    Text("The release was stopped after the charge, while the database was reading the rows."),
    Text("Release the same plan again to answer it at no further cost; that reading is then repeated."),
)
ANSWERED = (
    Text("The release was stopped while its rows were being read, so its questions were answered under the charge."),
    Text("The answers are stored. Release the same plan again to see them at no further cost; no row is read."),
)
# vital
MOVED = (
    Text("Nothing was released: the rows, or how they are described, have changed since this plan was priced."),
    Text("Check the new price, then release the plan."),
)
