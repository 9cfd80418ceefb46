"""WHERE THE LEDGER IS KEPT: database (tables and transactions), backend (what sqlite and postgres differ in)."""
