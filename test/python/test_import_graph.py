# test_import_graph.py - modules of the package import downwards only
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The imports of python/neo form no cycle: neither those at the top of modules nor those
inside functions, which would only hide one. Imports for type checkers alone, which are
never executed, do not count."""

import ast
import graphlib
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "python" / "neo"


def module_name(file: Path, root: Path) -> str:
    parts = file.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def executed(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """All imports but those under `if TYPE_CHECKING:`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for other in node.orelse:
                yield from executed(ast.Module([other], []))
        else:
            yield from executed(node)


def imported(node: ast.Import | ast.ImportFrom, modules: set[str]) -> Iterator[str]:
    """The modules that an import names; a package only for what it defines itself."""
    for name in node.names:
        if isinstance(node, ast.Import):
            yield name.name
            continue
        assert node.level == 0, "imports are absolute: from neo.MODULE import NAME"
        full = f"{node.module}.{name.name}"
        yield full if full in modules else node.module or ""


def graph_of(root: Path) -> dict[str, set[str]]:
    files = {module_name(file, root): file for file in root.rglob("*.py")}
    # The extension module is a file of its own, which imports nothing.
    modules = {*files, f"{root.name}._core"}
    return {name: {target for node in executed(ast.parse(file.read_text()))
                   for target in imported(node, modules)
                   if target in files and target != name}
            for name, file in files.items()}


def cycle_of(graph: dict[str, set[str]]) -> list[str]:
    """One cycle, each module imported by the one after it; empty if there is none."""
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []


def test_the_package_has_no_cycle():
    graph = graph_of(PACKAGE)
    assert len(graph) > 150 and "neo.traced" in graph["neo.tensor"]
    assert cycle_of(graph) == []


def test_no_import_is_hidden_in_a_call():
    """But that of the front ends, which are there for who has their packages."""
    calls = [module_name(file, PACKAGE) for file in PACKAGE.rglob("*.py")
             for node in ast.walk(ast.parse(file.read_text()))
             if isinstance(node, ast.Call) and "import_" in ast.unparse(node.func)]
    assert calls == ["neo"]


@pytest.mark.parametrize("first, second, expected", [
    ("from pack.b import x", "import pack.a", True),
    ("import pack.b", "def f():\n    from pack.a import y", True),
    ("from pack import b", "def f():\n    from pack import a", True),
    ("from pack.b import x", "from typing import TYPE_CHECKING\n"
     "if TYPE_CHECKING:\n    from pack.a import y", False),
    ("from pack.b import x", "import json", False)])
def test_a_cycle_is_found(tmp_path: Path, first: str, second: str, expected: bool):
    root = tmp_path / "pack"
    root.mkdir()
    for name, text in (("__init__", ""), ("a", first), ("b", second)):
        (root / f"{name}.py").write_text(f"{text}\n")
    assert bool(cycle_of(graph_of(root))) == expected
