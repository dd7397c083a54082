# test_extending.py - the project that extends Neo, against what is installed
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""docs/Extending.md shows examples/extend as it is, builds it as another project would,
and runs what it makes."""

import re
from pathlib import Path

import numpy as np
import pytest
from page_examples import BUILD, ROOT, commands, missing, run_command
from test_cpp import compilers, done

import neo

EXAMPLE = ROOT / "examples" / "extend"
PAGE = (ROOT / "docs" / "Extending.md").read_text()
QUANTISED = (EXAMPLE / "quantised.mlir").read_text()

pytestmark = [pytest.mark.extended,
              pytest.mark.skipif(not (BUILD / "CMakeCache.txt").exists(),
                                 reason="there is no build: run scripts/setup.sh")]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the project was built, once for all tests."""
    folder = tmp_path_factory.mktemp("extend")
    done("cmake", "--install", BUILD, "--prefix", folder / "installed")
    done("cmake", "-S", EXAMPLE, "-B", folder / "out", "-G", "Ninja",
         f"-DCMAKE_PREFIX_PATH={folder / 'installed'}", *compilers())
    done("cmake", "--build", folder / "out")
    return folder / "out"


def test_the_page_shows_the_sources() -> None:
    shown = re.findall(r"```cpp\n(.*?)```", PAGE, re.DOTALL)
    files = ("extended-opt.cpp", "PredictCost.cpp", "WideSums.cpp", "StraightThrough.cpp")
    assert len(shown) == len(files)
    for part, name in zip(shown, files, strict=True):
        assert part in (EXAMPLE / name).read_text()
    how, = re.findall(r"```cmake\n(.*?)```", PAGE, re.DOTALL)
    assert how in (EXAMPLE / "CMakeLists.txt").read_text()


def test_the_page_says_how_it_is_built() -> None:
    assert [command for command, _ in commands(PAGE)[:3]] == [
        "cmake --install build --prefix DIR",
        "cmake -S examples/extend -B out -DCMAKE_PREFIX_PATH=DIR",
        "cmake --build out"]


@pytest.mark.extended
@pytest.mark.parametrize("command, shown", commands(PAGE)[3:])
def test_commands_print_what_is_shown(out: Path, command: str, shown: str) -> None:
    printed = run_command(command, out=out)
    assert not missing(shown, printed), printed


@pytest.mark.extended
def test_gradients_pass_through_the_rounding(out: Path) -> None:
    derived = done(out / "extended-opt", EXAMPLE / "quantised.mlir", "--neo-autodiff")
    random = np.random.default_rng(0)
    x, w, dy = (3 * random.standard_normal(shape).astype(np.float32)
                for shape in ((64, 128), (128, 64), (64, 64)))
    dx, dw = neo.interpret(derived, x, w, dy, function="layer_vjp")
    np.testing.assert_allclose(dx, dy @ np.rint(w).T, rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose(dw, x.T @ dy, rtol=1e-4, atol=1e-3)
    # Neo's own rule is that of a step.
    own = neo.canonical(QUANTISED, "builtin.module(neo-autodiff)")
    assert not neo.interpret(own, x, w, dy, function="layer_vjp")[1].any()


def test_wide_sums_are_rounded_once(out: Path) -> None:
    text = neo.expr("S[] += X[i]").ir(np.zeros(5, np.float32))
    wide = run_command("out/extended-opt --pass-pipeline='builtin.module(func.func("
                       f"wide-sums))' <<'IR'\n{text}\nIR\n", out=out)
    x = np.array([2**24, 1, 1, 1, 1], np.float32)
    assert neo.interpret(text, x)[0] == 2**24
    assert neo.interpret(wide, x)[0] == 2**24 + 4


def test_more_work_is_predicted_to_take_longer(out: Path) -> None:
    def cycles(text: str) -> float:
        ran = run_command(f"out/extended-opt --predict-cost -o /dev/null <<'IR'\n"
                          f"{text}\nIR\n", out=out)
        return float(re.search(r"predicted: (\d+) cycles by vector", ran)[1])
    assert cycles(QUANTISED.replace("128", "256")) > 1.5 * cycles(QUANTISED)


def test_predictions_stand_beside_measurements(out: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    printed = run_command(
        ".venv/bin/python benchmarks/predicted.py --cases D9 --rounds 1 "
        f"--tool {out}/extended-opt --output {tmp_path}")
    assert re.search(r"^\| D9\.\d+ \| \d+ \| \d+\.\d+ \| \d+\.\d\d \| vector", printed,
                     re.MULTILINE), printed
    assert "rank correlation" in printed
    assert {file.name for file in tmp_path.iterdir()} == {"predicted.json",
                                                          "predicted.png"}
