"""Makers of boards, one file a kind; every board is checked before it is returned."""
