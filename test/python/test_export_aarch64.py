# test_export_aarch64.py - modules for another kind of processor
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Modules are made here for AArch64, and run there under QEMU, with a runtime and
programs that are compiled for it. What packs weights cannot run here: it does there.
"""

import sys
from pathlib import Path

import exported_programs
import neo
import numpy as np
import pytest
from exported_programs import ROOT, Machine, cases, done
from neo.native import core


pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def machine(tmp_path_factory) -> Machine:
    return exported_programs.aarch64(tmp_path_factory.mktemp("runtime"))


@pytest.fixture(scope="module")
def runner(machine: Machine, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    machine.make("run", out=folder)
    return folder / "run"


@pytest.mark.parametrize("name", cases())
def test_values_are_equal(name: str, machine: Machine, runner: Path, tmp_path: Path):
    function, arrays = cases()[name]
    module = neo.export(function, *arrays, path=tmp_path / "m.neo",
                        targets=[machine.target])
    expected = neo.tree.leaves(neo.jit(function)(*arrays))
    found = machine.outputs(runner, module, arrays)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=5e-6, atol=1e-6)


def test_one_module_serves_both_machines(machine: Machine, runner: Path,
                                         tmp_path: Path):
    function, arrays = cases()["layer"]
    own = core().best_target()
    module = neo.export(function, *arrays, path=tmp_path / "m.neo",
                        targets=[own, machine.target])
    assert neo.load(module).target == own
    assert machine.run(runner, module).startswith("target neon, ")
    np.testing.assert_allclose(machine.outputs(runner, module, arrays)[0],
                               neo.load(module)(*arrays), rtol=5e-6, atol=1e-7)


def test_it_trains_there(machine: Machine, tmp_path: Path):
    done(sys.executable, ROOT / "examples" / "c" / "spirals.py", tmp_path,
         machine.target)
    machine.make(out=tmp_path)
    lines = machine.run(tmp_path / "train", tmp_path, 600).splitlines()
    losses = [float(line.split()[-1]) for line in lines if line.startswith("step")]
    assert losses[-1] < 0.1 * losses[0]
