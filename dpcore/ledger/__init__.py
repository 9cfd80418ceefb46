"""WHAT WAS CHARGED: a database that never forgets, never charges twice, never answers twice. Start with `ledger`.

ledger      datasets, charges, answers                  bill        what a charge would write, and whether it may
chain       entries as a hash chain                     journal     one writer, verified before every act
database    SQLite, and what it is trusted with         anchor      the last entry, remembered outside of it
drawer      saved scenarios: beside the chain, free to change
"""
