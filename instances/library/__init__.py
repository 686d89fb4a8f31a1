"""Boards shipped with the package, made by us: the best sets found by `gridproof search`."""
