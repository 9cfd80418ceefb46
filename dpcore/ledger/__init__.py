"""WHAT WAS CHARGED: a database that never forgets, never charges twice, never answers twice. Start with `ledger`.

ledger      datasets, charges, answers                   payment  what a charge would write, and whether it may
entry       one entry: its hash, its text                chain    what follows from the entries; all kinds of them
replay      every entry checked against the one before   fold_*   what follows from each kind
journal     one writer, verified before every act        anchor   the last entry, remembered outside of the database
answer      stored answers                               round    a round that was answered; rounds: stored in turn
link        a share link; links: publish, revoke, open   row_location  where rows are: outside the chain
team/       members, slices of the budget, proposals     store/   SQLite and PostgreSQL
side/       beside the chain, free to change: scenarios, comments, how often links were opened
"""
