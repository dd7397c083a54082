# test_docs.py - the examples of the documentation run, its pages are fresh
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "docs" / "Expressions.md"


def test_expressions_page():
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) > 5
    exec(compile("\n".join(blocks), str(PAGE), "exec"), {})


@pytest.mark.skipif(shutil.which("mlir-tblgen-22") is None,
                    reason="mlir-tblgen-22 is not installed")
def test_passes_page_is_up_to_date():
    done = subprocess.run([ROOT / "scripts" / "docs.sh", "--check"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
