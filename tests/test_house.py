"""The house keeps its floors, its promises about imports, and its examples run."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import gridproof

FLOORS = {"instances": 0, "models": 1, "solvers": 2}
FACE = 3


def modules() -> list[str]:
    found = [m.name for m in pkgutil.walk_packages(gridproof.__path__, "gridproof.")]
    return ["gridproof", *sorted(set(found))]


def floor(name: str) -> int:
    parts = name.split(".")
    return FLOORS.get(parts[1], FACE) if len(parts) > 1 else FACE


def imports(path: Path, module: str, is_package: bool) -> set[str]:
    package = module.split(".") if is_package else module.split(".")[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            found.add(".".join([*base, *([node.module] if node.module else [])]))
            if not node.module:
                found.update(".".join([*base, alias.name]) for alias in node.names)
    return found


def source_of(name: str) -> tuple[Path, bool] | None:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    if spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin), spec.submodule_search_locations is not None


@pytest.mark.parametrize("name", modules())
def test_no_import_upwards(name):
    source = source_of(name)
    if source is None:
        return
    for target in imports(*source[:1], name, source[1]):
        if target.startswith("gridproof"):
            assert floor(target) <= floor(name), f"{name} imports {target}"
        if floor(name) == 0 or ".proofs" in name:
            assert not target.startswith(("ortools", "pysat")), f"{name} imports {target}"
        if floor(name) == 1:
            assert floor(target) < 2 or not target.startswith("gridproof")


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name):
    if source_of(name) is None:
        return
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} does not say what it is for"
    result = doctest.testmod(module)
    assert result.failed == 0


@pytest.mark.parametrize(
    "code",
    [
        "import gridproof",
        "from gridproof.cli import main; main(['--help'])",
        "from gridproof.cli import main; main(['verify', 'CLAIM', '--rerun'])",
    ],
)
def test_light_commands_load_no_heavy_library(code, tmp_path):
    if "CLAIM" in code:
        from gridproof.cli import main

        with pytest.raises(SystemExit):
            main(["prove", "kyouen-max", "--size", "3", "--out", str(tmp_path), "--assurance", "stated"])
        code = code.replace("CLAIM", str(tmp_path / "kyouen-max-3x3.json"))
    script = (
        f"import sys, atexit\natexit.register(lambda: print('HEAVY', sorted(set(sys.modules) & "
        f"{{'ortools', 'sympy', 'matplotlib', 'networkx', 'pysat', 'scipy'}})))\n{code}\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert "HEAVY []" in result.stdout


def test_every_verb_has_help_that_names_its_options():
    from gridproof.cli import VERBS

    for verb in VERBS:
        result = subprocess.run(
            [sys.executable, "-c", f"from gridproof.cli import main; main(['{verb}', '--help'])"],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert result.returncode == 0
        assert "Usage: gridproof" in result.stdout


def test_readme_lists_every_verb(root):
    from gridproof.cli import VERBS

    text = (root / "README.md").read_text(encoding="utf-8")
    for verb in VERBS:
        assert f"`{verb}`" in text


def test_shipped_claims_hold(root):
    claims = sorted((root / "docs" / "claims").glob("*.json"))
    assert len(claims) >= 16
    assert [line for path in claims for line in gridproof.verify(path)] == []


@pytest.mark.parametrize("command", [["ruff", "check", "."], ["ruff", "format", "--check", "."]])
def test_ruff(root, command):
    result = subprocess.run(
        [sys.executable, "-m", *command], cwd=root, capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 0, result.stdout


def test_types_of_the_installed_copy(root, tmp_path):
    origin = Path(gridproof.__file__)
    if "site-packages" not in origin.parts:
        pytest.skip("mypy cannot follow an editable install; install a copy (pip install .)")
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(root / "pyproject.toml"), "-p", "gridproof"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout
