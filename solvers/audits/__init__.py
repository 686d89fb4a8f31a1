"""Checks of anybody's boards."""
