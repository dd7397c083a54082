# test_gpu_cubins.py - kernels assembled before they are loaded
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Cubins in the cache, and an assembler or LLVM that crashes, hangs or refuses: each
program in a process of its own, with tests' own assembler in ptxas' place."""

import re
import sys
from pathlib import Path

import neo
import pytest
from neo import _core
from stand_in import run_apart
from test_gpu_driver import read_report
from test_gpu_ptxas import PTXAS

pytestmark = pytest.mark.extended

TILES = Path(__file__).resolve().parents[2] / "benchmarks" / "gpu_tiles.py"

TWO = """
f = neo.jit(lambda x, y: (x + 1, y.max()), device="cuda")
try: print(*map(np.sum, f(np.ones(9, np.float32), np.ones(300, np.float32))))
except neo.Error as error: print(error)
print(neo.cache.info())
"""


@pytest.fixture(name="run")
def runner(tmp_path: Path):
    fake = tmp_path / "ptxas"
    script = Path(__file__).with_name("fake_ptxas.py")
    fake.write_text(f"#!/bin/sh\nexec {sys.executable} {script} \"$@\"\n")
    fake.chmod(0o755)

    def run(program: str, **more: str):
        return run_apart(program, **{
            "NEO_PTXAS": str(fake), "NEO_STAND_IN_VERSION": "13000",
            "NEO_CACHE_DIR": str(tmp_path / "cache"), "NEO_CACHE": "1",
            "FAKE_PTXAS_LOG": str(tmp_path / "log"),
            "NEO_STAND_IN_REPORT": str(tmp_path / "report"), **more})

    run.folder = tmp_path
    return run


def assembled(run) -> list[str]:
    log = run.folder / "log"
    return sorted(log.read_text().split()) if log.exists() else []


def test_kernels_are_assembled_apart_and_kept(run):
    for _ in range(2):
        done = run(TWO)
        assert done.stdout.startswith("18.0 1.0\n"), done.stderr
        assert read_report(run.folder / "report")["cubins"] == len(assembled(run)) >= 2
    assert "'program_hits': 1" in done.stdout and "'kernel_misses': 0" in done.stdout


def test_kernels_of_a_changed_program_are_found(run):
    run(TWO)
    before = assembled(run)
    done = run(TWO.replace("x + 1", "x + 2"))
    assert done.stdout.startswith("27.0 1.0\n"), done.stderr
    assert len(assembled(run)) == len(before) + 1


def test_chip_and_toolkit_are_part_of_the_key(run):
    run(TWO)
    before = assembled(run)
    run(TWO, NEO_STAND_IN_CHIP="sm_90")
    assert assembled(run) == sorted(before * 2)


def test_damaged_cubins_are_made_again(run):
    run(TWO)
    before = assembled(run)
    for entry in (run.folder / "cache").glob("*.kernel"):
        entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    done = run(TWO)
    assert done.stdout.startswith("18.0 1.0\n"), done.stderr
    assert assembled(run) == sorted(before * 2)


def test_damaged_programs_are_compiled_again(run):
    run(TWO)
    for entry in (run.folder / "cache").glob("*.program"):
        entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    done = run(TWO)
    assert done.stdout.startswith("18.0 1.0\n") and "'damaged': 1" in done.stdout


def test_driver_assembles_for_a_chip_that_ptxas_does_not_know(run):
    done = run(TWO, NEO_STAND_IN_CHIP="sm_120")
    assert done.stdout.startswith("18.0 1.0\n"), done.stderr
    assert assembled(run) == []


def test_driver_older_than_the_toolkit_gets_no_cubins(run):
    done = run(TWO, NEO_STAND_IN_VERSION="12080")
    assert done.stdout.startswith("18.0 1.0\n"), done.stderr
    assert assembled(run) == []


@pytest.mark.parametrize("how, said", [
    ("crash", "ptxas cannot assemble kernel 'main_kernel1' for sm_80: it crashed"),
    ("refuse", "ptxas cannot assemble kernel 'main_kernel1' for sm_80: ptxas fatal   : "
     "Ptx assembly aborted due to errors"),
    ("hang", "the compiler of kernel 'main_kernel1' did not end within 2 seconds "
     "(NEO_GPU_COMPILE_SECONDS allows more)")])
def test_assembler_that_fails_is_reported(run, how: str, said: str):
    done = run(TWO, FAKE_PTXAS=how, FAKE_PTXAS_AT=".entry main_kernel1",
               NEO_GPU_COMPILE_SECONDS="2")
    assert done.returncode == 0 and done.stdout.startswith(said), done.stderr


def test_candidates_go_on_where_one_crashes(run):
    program = f"""
import subprocess, sys
subprocess.run([sys.executable, {str(TILES)!r}, "--ranks", "8", "--compile", "sm_80",
                "f32", "128"])
"""
    done = run(program, FAKE_PTXAS="crash", FAKE_PTXAS_AT=".maxntid 128", NEO_CACHE="0")
    *crashed, counted = done.stdout.splitlines()
    assert crashed and all("it crashed" in line for line in crashed), done.stderr
    good, of = map(int, re.search(r"(\d+) of (\d+) candidates", counted).groups())
    assert 0 < good == of - len(crashed)
    assert len(assembled(run)) == of


def test_files_of_the_assembler_are_removed(run):
    (run.folder / "tmp").mkdir()
    run(TWO, TMPDIR=str(run.folder / "tmp"))
    run(TWO, FAKE_PTXAS="crash", TMPDIR=str(run.folder / "tmp"), NEO_CACHE="0")
    assert list((run.folder / "tmp").iterdir()) == []


@pytest.mark.skipif(not Path(PTXAS).exists(), reason="ptxas is not installed")
@pytest.mark.parametrize("chip", ["sm_80", "sm_90"])
def test_ptxas_makes_cubins(chip: str, monkeypatch):
    monkeypatch.setenv("NEO_PTXAS", PTXAS)
    text = neo.jit(lambda x, y: (neo.exp(x) + 1, (x @ y).max())).ir(
        neo.spec((40, 50), "float32"), neo.spec((50, 30), "float32"))
    cubins = _core.cubins(text, "main", chip)
    assert len(cubins) == neo.ptx(text, chip).count(".visible .entry ") >= 2
    for name, cubin in cubins.items():
        assert cubin.startswith(b"\x7fELF") and name.encode() in cubin


def test_missing_assembler_says_how_to_get_it():
    done = run_apart("""
from neo import _core
try: _core.cubins(neo.jit(lambda x: x + 1).ir(neo.spec((4,), "float32")), "main", "sm_80")
except neo.Error as error: print(error)
""", NEO_PTXAS="no-such-ptxas")
    assert "which is not found, or does not know 'sm_80': let NEO_PTXAS or CUDA_ROOT" \
        in done.stdout, done.stderr
