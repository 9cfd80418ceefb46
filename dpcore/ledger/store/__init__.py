"""Storage of the ledger: database (tables and transactions), backend (interface of sqlite and postgres)."""
