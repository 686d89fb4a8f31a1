"""What a puzzle is: types, and the rules in plain exact Python integers."""
