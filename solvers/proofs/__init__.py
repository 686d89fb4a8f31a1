"""Claims and their checkers; nothing here imports ortools or a SAT solver."""
