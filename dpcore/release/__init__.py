"""HOW AN ANSWER IS MADE. Start with `run`: charge, aggregate, draw, record.

run           the one place where rows, ledger and noise meet
request       what was asked of a dataset and paid for, and what that makes of the next plan
asking        one ask while it is answered, round by round
child_process statistics of much work, in a process that a stop ends
record/       the answer as it is kept; figure, step: its parts; first: records of version 1
measurement   what is answered of a question already       combine   several answers of one question as one
dataset       a dataset as a user sees it
"""
