"""The core without Python: built by plain cmake, tested by ctest, also under sanitizers."""

from __future__ import annotations

import shutil
import subprocess

import pytest


@pytest.mark.parametrize("preset", ["core", "sanitize"])
def test_ctest(root, preset):
    if shutil.which("cmake") is None or shutil.which("ninja") is None:
        pytest.skip("cmake and ninja are not on the PATH (they come with the dev extra)")

    def run(*command: str, timeout: int) -> str:
        result = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=timeout)
        assert result.returncode == 0, result.stdout[-5000:] + result.stderr[-5000:]
        return result.stdout + result.stderr

    run("cmake", "--preset", preset, "-G", "Ninja", "-DCMAKE_CXX_FLAGS=-Werror", "--fresh", timeout=120)
    run("cmake", "--build", "--preset", preset, timeout=600)
    assert "100% tests passed" in run("ctest", "--preset", preset, timeout=600)
