from __future__ import annotations

import subprocess
import sys

import pytest

import gridproof as gp


def test_api_round(tmp_path):
    board = gp.KyouenBoard(3, 1, ((0, 0), (1, 0)), answer={"playable": [[2, 0]]})
    path = tmp_path / "b.json"
    gp.save(board, path)
    answer = gp.solve(gp.load(path), assurance="cross-checked")
    assert answer.solution == [2, 0]
    assert gp.verify(path) == []
    picture = gp.render(board, answer, tmp_path / "b.svg")
    assert picture.startswith(b"<?xml")
    assert gp.count(gp.KyouenBoard(3, 3)).count == 56
    assert gp.prove("kyouen-min", size=(3, 3), assurance="stated").value == 5
    with pytest.raises(gp.InputError, match="empty board"):
        gp.count(board)
    with pytest.raises(AttributeError):
        _ = gp.nonsense
    assert set(gp.__all__) <= set(dir(gp))


def test_notebooks_draw_boards():
    code = (
        "import types, sys\n"
        "seen = {}\n"
        "class F:\n"
        "    def for_type_by_name(self, m, n, f): seen[m, n] = f\n"
        "class S: pass\n"
        "s = S(); s.display_formatter = S(); s.display_formatter.formatters = {'image/svg+xml': F()}\n"
        "sys.modules['IPython'] = types.SimpleNamespace(get_ipython=lambda: s, version_info=(9, 0))\n"
        "import gridproof as gp\n"
        "f = seen['gridproof.instances.kyouen', 'KyouenBoard']\n"
        "print(f(gp.KyouenBoard(2, 2, ((0, 0),)))[:5])\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout == "<?xml\n", result.stderr
