"""Long searches cut into units that any executor can run and a ledger remembers."""
