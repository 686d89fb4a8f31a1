"""The articles' tables, ours beside theirs."""
