"""HOW AN ANSWER IS MADE. Start with `run`: charge, aggregate, draw, record.

run           the only module in which rows, ledger and noise meet
requests      the price of a plan in three steps: match, price (`plan.pricing`), reuse; quotes
history       the ledger's data about the questions of a dataset: paid asks, their answers, counts of rows
asking        the state of one ask while it is answered, round by round
child_process long statistics, in a process that is ended when the user stops the release
record/       the stored answer; figure, step: its parts; first: records of version 1
measurement   the paid measurements of a question      combine   several measurements of a question as one answer
dataset       a dataset as one user sees it            hint      advice beside a quote
"""
