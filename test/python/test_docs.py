# test_docs.py - the examples of the documentation run
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pathlib
import re

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "Expressions.md"


def test_expressions_page():
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) > 5
    exec(compile("\n".join(blocks), str(PAGE), "exec"), {})
