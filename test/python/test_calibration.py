# test_calibration.py - what is measured of the machine, kept and used
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess
import sys

import pytest

neo = pytest.importorskip("neo")
pytest.importorskip("neo._core")

NAMES = {"vectors", "memory", "cache", "launch"}
PROGRAM = ("import neo, numpy as np; from neo.native import core; "
           "y = neo.expr('Y[i] = X[i] * 2')(np.ones(3)); assert (y == 2).all(); "
           "print(core().calibration(), "
           "neo.cache.info()['program_hits'])")


def run(folder, code=PROGRAM, **variables):
    environment = os.environ | {"NEO_CACHE_DIR": str(folder)} | variables
    return subprocess.run([sys.executable, "-c", code], env=environment, text=True,
                          capture_output=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A cache with a calibrated machine."""
    path = tmp_path_factory.mktemp("calibrated")
    done = run(path, "import neo; neo.set_threads(2); rates = neo.calibrate(); "
                     "assert neo.get_threads() == 2; print(*sorted(rates)); "
                     "assert all(rate > 0 for rate in rates.values())")
    assert done.returncode == 0 and set(done.stdout.split()) == NAMES, done.stderr
    return path


@pytest.mark.extended
def test_rates_are_kept_for_other_processes(folder):
    kept = run(folder).stdout
    assert all(f"{name} = " in kept for name in NAMES)


def test_nothing_is_kept_where_nothing_was_measured(tmp_path):
    assert run(tmp_path).stdout.split() == ["0"]


@pytest.mark.extended
def test_programs_of_before_are_not_those_of_after(tmp_path):
    assert run(tmp_path).stdout.split()[-1] == "0"
    assert run(tmp_path).stdout.split()[-1] == "1"
    run(tmp_path, "import neo; neo.calibrate()")
    assert run(tmp_path).stdout.split()[-1] == "0"


def test_what_is_kept_is_a_machine_of_the_dialect(folder):
    text = run(folder).stdout.rsplit(" ", 1)[0]
    module = (f"module attributes {{neo.machine = {text}}} {{ "
              "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> "
              "{ return %x : tensor<2xf32> } }")
    neo.canonical(module, "builtin.module(func.func(neo-group))")


def test_a_damaged_measurement_is_forgotten(folder):
    entry, = pathlib.Path(folder).glob("*.machine")
    entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    done = run(folder)
    assert done.returncode == 0 and "=" not in done.stdout
    assert not entry.exists()


@pytest.mark.extended
def test_without_a_cache_there_is_an_error(tmp_path):
    done = run(tmp_path, "import neo; neo.calibrate()", NEO_CACHE="0")
    assert "there is no cache to keep the measurement in" in done.stderr
