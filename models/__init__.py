"""How CP-SAT sees a puzzle: build a model and its variable handles; never solve, never print."""
