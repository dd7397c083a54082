# test_dumps.py - NEO_DUMP writes every stage of what is compiled
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Files of each stage, what is in them, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

import neo
from neo.dumps import with_rates

FILES = ["0-input.mlir", "1-optimized.mlir", "2-scheduled.mlir", "3-vector.mlir",
         "4-llvm.mlir", "5-kernels.s", "remarks.txt"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NEO_DUMP", str(tmp_path / "new" / "dump"))
    return tmp_path / "new" / "dump"


def matmul(folder: Path) -> dict[str, str]:
    """What compiling a product leaves."""
    a = np.ones((4, 8), np.float32)
    assert (neo.expr("C[i,j] += A[i,k] * B[k,j]")(a, a.T) == 8).all()
    place, = folder.iterdir()
    return {file.name: file.read_text() for file in place.iterdir()}


def test_every_stage_has_a_file(folder: Path) -> None:
    found = matmul(folder)
    assert sorted(found) == FILES
    assert "func.func @main" in found["0-input.mlir"]
    assert "neo.schedule =" in found["2-scheduled.mlir"]
    assert "neo.launch @main_kernel0" in found["3-vector.mlir"]
    assert "llvm.func @main_kernel0" in found["4-llvm.mlir"]
    assert "main_kernel0:" in found["5-kernels.s"]
    assert "the product is kept whole" in found["remarks.txt"]


def test_a_stage_is_repeated_from_the_one_before(folder: Path) -> None:
    found = matmul(folder)
    for before, pipeline, after in (("0-input", "neo-optimize", "1-optimized"),
                                    ("3-vector", "neo-to-llvm", "4-llvm")):
        assert neo.canonical(found[f"{before}.mlir"], f"builtin.module({pipeline})"
                             ) == found[f"{after}.mlir"]


def test_programs_have_folders_of_their_own(folder: Path) -> None:
    text = neo.expr("Y[i] = X[i] + 1").ir(np.ones(4, np.float32))
    for function in ("main", "other"):
        neo.compile(text.replace("@main", f"@{function}"), function)
    assert sorted(place.name for place in folder.iterdir()) == [
        "001-main", "002-other"]


def test_what_is_scheduled_stays(folder: Path) -> None:
    a = np.ones((64, 32), np.float32)
    schedule = "vector [j: 8] tile [i: 2] order [i, j] parallel 1"
    assert (neo.expr("C[i,j] += A[i,k] * B[k,j]", schedule=schedule)(a, a.T) == 32
            ).all()
    texts = [file.read_text() for file in folder.glob("*/3-vector.mlir")]
    assert any(schedule in text for text in texts)


def test_an_error_is_kept_beside_the_stages_before_it(folder: Path) -> None:
    with pytest.raises(neo.Error):
        neo.compile("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32>\n")
    place, = folder.iterdir()
    assert (place / "error.txt").read_text().strip()


def test_nothing_is_written_unless_asked(monkeypatch: pytest.MonkeyPatch,
                                         tmp_path: Path) -> None:
    monkeypatch.delenv("NEO_DUMP", raising=False)
    monkeypatch.chdir(tmp_path)
    assert neo.expr("Y[i] = X[i] + 2")(np.zeros(3, np.float32)).sum() == 6
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_refused(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NEO_DUMP", str(tmp_path / "file"))
    with pytest.raises(neo.UsageError, match="NEO_DUMP is '.*file', but no stage"):
        neo.expr("Y[i] = X[i] + 3")(np.zeros(3, np.float32))


@pytest.mark.parametrize("head, wanted", [
    ("module {", "module attributes {neo.machine = {launch = 1.0} } {"),
    ("module attributes {neo.strict} {",
     "module attributes {neo.machine = {launch = 1.0}, neo.strict} {"),
])
def test_measured_rates_are_part_of_the_input(head: str, wanted: str) -> None:
    text = f"{head}\n}}\n"
    found = with_rates(text, "{launch = 1.0}")
    assert found.replace(" ", "").startswith(wanted.replace(" ", ""))
    assert neo.canonical(found)
    assert with_rates(found, "{launch = 2.0}") == found
    assert with_rates(text, "") == text
