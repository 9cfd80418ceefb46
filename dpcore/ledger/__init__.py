"""The ledger: an append-only record of charges and answers, which prevents double charges. Start with `ledger`.

ledger      datasets, charges, answers                   payment  checks a charge and builds its entry
entry       one entry: its hash, its canonical text      chain    the state derived from entries; list of entry kinds
replay      checks and applies entries in order          fold_*   how each kind of entry changes the state
journal     verified reads, one writer at a time         anchor   the last entry, remembered outside the database
answer      stored answers                               round    an answered round; rounds: storing rounds
link        a share link; links: publish, revoke, open   row_location  where rows are stored; outside the chain
raising     by how much a budget may grow         covering whether a charge covers its asks
team/       members, slices of the budget, proposals     store/   SQLite and PostgreSQL
side/       editable data outside the chain: scenarios, comments, opening counts of share links
"""
