# Shortcuts for people with make; README.md gives the same commands without it.
VENV ?= .venv
PY = $(VENV)/bin/python

.PHONY: prove test slow format core sanitize clean

$(VENV)/bin/python:
	python3 -m venv $(VENV)

prove: $(PY)  ## set up and run the main job
	$(PY) -m pip install -q . && $(VENV)/bin/gridproof prove kyouen-max --size 3..8

test: $(PY)  ## set up and run all tests but the slow ones
	$(PY) -m pip install -q '.[dev]' && PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(PY) -m pytest

slow: $(PY)  ## the tests that take minutes
	$(PY) -m pip install -q '.[dev]' && $(PY) -m pytest -m slow

format:
	$(PY) -m ruff format . && $(PY) -m ruff check --fix .

core:  ## the C++ core alone, with its tests
	cmake --preset core && cmake --build --preset core && ctest --preset core

sanitize:
	cmake --preset sanitize && cmake --build --preset sanitize && ctest --preset sanitize

clean:
	rm -rf build dist .venv
