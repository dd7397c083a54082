# test_export_damage.py - modules that are damaged, or none
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A damaged module is an error that names file and field, or gives the right numbers;
never a crash."""

import json
import os
import subprocess
import sys
from pathlib import Path

import damaged_modules
import neo
import numpy as np
import pytest

W = np.random.default_rng(0).standard_normal((64, 96)).astype(np.float32)
TABLE = np.arange(35, dtype=np.float32).reshape(7, 5)


def network(x, rows):
    """Packed weights, temporaries, a loop, a lookup, a copy and a splat."""
    def cell(h, x):
        h = neo.tanh(x + 0.5 * h)
        return h, h

    state, states = neo.scan(cell, neo.zeros(96, "f4"), x @ W)
    looked = neo.take(neo.asarray(TABLE), rows % 7, axis=0)
    return neo.softmax(states, 1), state, looked, x, neo.ones(50, "f4")


@pytest.fixture()
def module(tmp_path: Path) -> Path:
    return neo.export(network, neo.spec((48, 64), "f32"), neo.spec(9, "i64"),
                      path=tmp_path / "m.neo")


def outcomes(kind: str, module: Path, cases: int) -> dict[str, dict[str, int]]:
    done = subprocess.run([sys.executable, damaged_modules.__file__, kind, str(module),
                           str(cases), "1"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_damaged_bytes_are_refused_or_do_no_harm(module: Path):
    made = outcomes("bytes", module, 300)
    assert set(made) == {"manifest.json", "plan.json", "weights.safetensors",
                         "kernels.so"}
    for file, count in made.items():
        assert set(count) <= {"refused", "right"}, (file, count)
        assert count["refused"] > 250


@pytest.mark.extended
def test_wrong_fields_are_refused_or_read(module: Path):
    for file, count in outcomes("fields", module, 1500).items():
        assert count["refused"] > 500 and count["read"] > 10, (file, count)


def refusal(module: Path) -> str:
    with pytest.raises(neo.Error) as error:
        neo.load(module)
    return str(error.value).splitlines()[0].replace(f"{module}/", "")


def with_field(module: Path, kind: str, *place: object, value: object) -> str:
    """What is said of a module with another value in its plan or manifest."""
    manifest = json.loads((module / "manifest.json").read_text())
    plan_file = next(module.glob("*/plan.json"))
    plan = json.loads(plan_file.read_text())
    holder = {"manifest": manifest, "plan": plan}[kind]
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    damaged_modules.seal(module, plan_file, manifest, plan)
    return refusal(module)


@pytest.mark.parametrize("place, value, said", [
    (("plan", "launches", 0, "grain"), 0, "launch 0 "),
    (("plan", "launches", 0, "buffers", 0), 999, "names buffer 999, but the plan has"),
    (("plan", "launches", 0, "extent"), "1", "launches[0].extent is a string, but must "
     "be a number"),
    (("plan", "launches", 0, "code"), "system", "launches[0].code is 'system', which is "
     "no kernel of the module"),
    (("plan", "launches", 0, "code"), "neo_0__packed", "which is no kernel"),
    (("plan", "buffers", 0, "index"), 2, "buffers[0].index is 2, but the manifest has 2 "
     "inputs"),
    (("plan", "buffers", 0, "bytes"), 1 << 40, "buffers[0].bytes is 1099511627776, but "
     "inputs[0] of the manifest takes 12288"),
    (("plan", "loops", 0, "end"), 10**6, "loop 0 runs launches"),
    (("plan", "memory", "bytes"), 64, "memory of target"),
    (("plan", "memory", "offsets", 7), 1, "at offset 1 of an arena of"),
    (("manifest", "format"), "tar", 'format is not "neo module"'),
    (("manifest", "version"), 2, "version is not 1, the one that this runtime reads"),
    (("manifest", "weights"), "../weights", 'weights is "../weights", which names no '
     "file in the module"),
    (("manifest", "targets", 0, "kernels", "file"), "/lib/libc.so.6", "targets[0] has "
     'the file "/lib/libc.so.6", which is none in the module'),
    (("manifest", "inputs", 0, "dtype"), "f33", 'inputs[0].dtype is "f33", which is no '
     "element type"),
    (("manifest", "inputs", 0, "shape"), [2**62, 2**62], "inputs[0].shape has more than "
     "2^64 bytes"),
    (("manifest", "threads"), 5000, "threads is 5000, but must lie in 0..1024"),
    (("manifest", "targets"), [], "targets has none that can be taken here"),
    (("manifest", "targets", 0, "needs"), ["avx1024"], "needs avx1024, which this "
     "processor has not"),
    (("manifest", "targets", 0, "memory", "weights"), 0, "memory of target"),
    (("manifest", "arguments"), {"tuple": ["leaf"]}, "arguments tells no containers of "
     "2 arrays"),
    (("manifest", "author"), "me", 'the text has "author", which is no field of it'),
])
def test_the_field_is_named(module: Path, place: tuple, value: object, said: str):
    sentence = with_field(module, *place, value=value)
    assert said in sentence
    assert sentence.startswith(("manifest.json: ", "avx", "neon", "znver"))


def test_what_is_no_module(module: Path, tmp_path: Path):
    with pytest.raises(neo.Error, match="nothing/manifest.json cannot be read: No such"):
        neo.load(tmp_path / "nothing")
    (module / "manifest.json").write_text("PK")
    assert refusal(module) == "manifest.json: line 1: not a JSON value"
    os.remove(module / "manifest.json")
    os.mkdir(module / "manifest.json")
    assert refusal(module) == "manifest.json is no file"


def test_a_missing_file_is_named(module: Path):
    os.remove(module / "weights.safetensors")
    assert refusal(module).startswith("weights.safetensors cannot be read: No such")


def test_a_pipe_is_not_waited_for(module: Path):
    os.remove(module / "weights.safetensors")
    os.mkfifo(module / "weights.safetensors")
    assert refusal(module) == "weights.safetensors is no file"
