# test_include_graph.py - C++ files include downwards only
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The headers of the compiler include each other in no cycle, and a stage of lib and
include/Neo includes from itself and from the stages before it."""

import graphlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("include", "lib", "neo-opt", "python", "unittests")
# In the order of CMakeLists.txt. Schedule, the cost model, comes before Transforms, which
# asks it what packing saves.
STAGES = ["Emulator", "Machine", "Analysis", "Dialect", "Schedule", "Transforms",
          "Conversion", "Runtime", "Target"]


def included(file: Path, root: Path) -> Iterator[Path]:
    """The files of the project that `file` includes."""
    for name in re.findall(r'^#include "([^"]+)"', file.read_text(), re.MULTILINE):
        for place in (file.parent / name, root / "include" / name):
            if place.exists():
                yield place.resolve()
                break


def graph_of(root: Path, suffixes: set[str]) -> dict[Path, set[Path]]:
    return {file.resolve(): set(included(file, root)) for folder in FOLDERS
            for file in (root / folder).rglob("*") if file.suffix in suffixes}


def cycle_of(graph: dict[Path, set[Path]]) -> list[str]:
    """One cycle, each header included by the one after it; empty if there is none."""
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return [file.name for file in error.args[1]]
    return []


def stage_of(file: Path) -> int | None:
    parts = file.relative_to(ROOT).parts
    if parts[:2] == ("include", "Neo"):
        return STAGES.index(parts[2])
    return STAGES.index(parts[1]) if parts[0] == "lib" else None


def test_headers_form_no_cycle():
    graph = graph_of(ROOT, {".h"})
    assert len(graph) > 350 and sum(map(len, graph.values())) > 350
    assert cycle_of(graph) == []


def test_no_stage_includes_a_later_one():
    graph = graph_of(ROOT, {".h", ".cpp"})
    wrong = [f"{file.relative_to(ROOT)} includes {other.relative_to(ROOT)}"
             for file, others in graph.items() for other in others
             if (here := stage_of(file)) is not None
             and (there := stage_of(other)) is not None and there > here]
    assert wrong == []


def test_cmake_has_the_same_order():
    text = (ROOT / "CMakeLists.txt").read_text()
    listed = re.search(r"foreach\(stage (.*?)\)", text, re.DOTALL)
    assert listed is not None
    assert [stage for stage in listed[1].split() if "/" not in stage] == STAGES


@pytest.mark.parametrize("second, expected", [
    ('#include "Neo/A.h"\n', ["A.h", "B.h", "A.h"]), ('#include <A.h>\n', [])])
def test_a_cycle_is_found(tmp_path: Path, second: str, expected: list[str]):
    folder = tmp_path / "include" / "Neo"
    folder.mkdir(parents=True)
    (folder / "A.h").write_text('#include "B.h"\n')
    (folder / "B.h").write_text(second)
    assert sorted(set(cycle_of(graph_of(tmp_path, {".h"})))) == sorted(set(expected))
