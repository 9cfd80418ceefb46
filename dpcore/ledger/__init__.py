"""WHAT WAS CHARGED: a database that never forgets, never charges twice, never answers twice. Start with `ledger`.

ledger      datasets, charges, answers                  bill        what a charge would write, and whether it may
chain       entries as a hash chain                     journal     one writer, verified before every act
database    its tables, in SQLite or PostgreSQL         anchor      the last entry, remembered outside of it
kind        what sqlite and postgres differ in
membership      who belongs to a dataset, as what           act         what may become of a team: one rule an act
slice_     slices, in exact integers                   submission  proposed plans, at fixed prices
kept        where rows are: outside the chain           answer      stored answers: outside the chain
share       links to stored answers
drawer      saved scenarios: beside the chain, free to change
"""
