# test_cpp.py - the example in C++, against what is installed
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""docs/Cpp.md shows examples/cpp as it is, and what it prints.

The example is built as another project would: with headers and libraries of a
`cmake --install`, and nothing else of Neo.
"""

import re
import shutil
import subprocess
from pathlib import Path

import neo
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "cpp"
PAGE = (ROOT / "docs" / "Cpp.md").read_text()
BUILD = Path(neo.__file__).parents[2]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def done(*command: object) -> str:
    """What a command prints; it has to succeed."""
    ran = subprocess.run([str(word) for word in command], capture_output=True,
                         text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def compilers() -> list[str]:
    """The options of the build that choose compilers, linker and ccache."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    options = [f"-D{line}" for line in re.findall(
        r"^CMAKE_(?:C(?:XX)?_COMPILER|EXE_LINKER_FLAGS):.*$", cache, re.MULTILINE)]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    return options


def test_the_page_shows_the_program():
    assert blocks("cpp") == [(EXAMPLE / "dense_layer.cpp").read_text()]


def test_the_page_shows_how_it_is_built():
    shown, = blocks("cmake")
    assert shown in (EXAMPLE / "CMakeLists.txt").read_text()


@pytest.mark.extended
@pytest.mark.skipif(not (BUILD / "CMakeCache.txt").exists(),
                    reason="there is no build: run scripts/setup.sh")
def test_the_installed_library_builds_and_runs_it(tmp_path: Path):
    done("cmake", "--install", BUILD, "--prefix", tmp_path / "installed")
    done("cmake", "-S", EXAMPLE, "-B", tmp_path / "out", "-G", "Ninja",
         f"-DCMAKE_PREFIX_PATH={tmp_path / 'installed'}", *compilers())
    done("cmake", "--build", tmp_path / "out")
    printed = done(tmp_path / "out" / "dense_layer")
    shown, = blocks("console")
    assert printed == "".join(line for line in shown.splitlines(True)
                              if not line.startswith("$"))


def test_what_it_prints_is_the_layer():
    """The numbers on the page, against NumPy."""
    x = np.arange(1, 7).reshape(2, 3)
    w = np.array([[1, -2], [0, 0], [2, 1]])
    alive = x @ w > 0
    want = {"y": x @ w * alive, "dx": alive @ w.T, "dw": x.T @ alive}
    shown = dict(re.findall(r"^(\w+): (.*)$", blocks("console")[0], re.MULTILINE))
    assert {name: [int(n) for n in numbers.split()]
            for name, numbers in shown.items()} == {
                name: array.ravel().tolist() for name, array in want.items()}
