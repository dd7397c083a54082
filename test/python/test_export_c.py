# test_export_c.py - exported modules in programs in C
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The examples and test/export, compiled and run against the runtime library alone."""

import re
import subprocess
import sys
from pathlib import Path

import exported_programs
import neo
import numpy as np
import pytest
from exported_programs import ROOT, Machine, cases, done
from neo import exports


PAGE = (ROOT / "docs" / "Export.md").read_text()
BUILD = Path(neo.__file__).parents[2]


@pytest.fixture(scope="module")
def machine() -> Machine:
    return exported_programs.here()


@pytest.fixture(scope="module")
def runner(machine: Machine, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    machine.make("run", out=folder)
    return folder / "run"


@pytest.mark.parametrize("name", cases())
def test_c_gets_the_numbers_of_jit(name: str, machine: Machine, runner: Path,
                                   tmp_path: Path):
    function, arrays = cases()[name]
    module = neo.export(function, *arrays, path=tmp_path / "m.neo")
    expected = neo.tree.leaves(neo.jit(function)(*arrays))
    found = machine.outputs(runner, module, arrays)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-6, atol=1e-6)
    for one, other in zip(neo.tree.leaves(neo.load(module)(*arrays)), found,
                          strict=True):
        np.testing.assert_array_equal(one, other)


def test_c_trains(machine: Machine, tmp_path: Path):
    """What docs/Export.md shows."""
    done(sys.executable, ROOT / "examples" / "c" / "spirals.py", tmp_path)
    machine.make(out=tmp_path)
    lines = machine.run(tmp_path / "train", tmp_path).splitlines()
    losses = [float(line.split()[-1]) for line in lines if line.startswith("step")]
    assert len(losses) == 5 and losses[-1] < 0.05 * losses[0]
    shown = PAGE.split("$ FOLDER/train FOLDER\n")[1].split("```")[0].splitlines()
    assert [shown[0], shown[-1]] == [lines[0], lines[-1]]


@pytest.mark.parametrize("language, compiler, around", [
    ("c", "cc", """
#include "Neo/Runtime/C/Neo.h"
void fail(const char *what, const char *why);
void use(const float *x, float *y);
void use(const float *x, float *y) { CODE }"""),
    ("cpp", "c++", """
#include "Neo/Runtime/Module/StaticModule.h"
#include <iostream>
void use(const void *const *inputs, void *const *outputs);
void use(const void *const *inputs, void *const *outputs) { CODE }"""),
])
def test_the_page_shows_code_that_compiles(language: str, compiler: str, around: str,
                                           tmp_path: Path):
    block, = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    source = tmp_path / f"page.{language}"
    source.write_text(around.replace("CODE", block))
    done(compiler, "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
         f"-I{ROOT / 'include'}", *(["-std=c++17"] if language == "cpp" else []),
         source)


@pytest.mark.skipif(not (BUILD / "CMakeCache.txt").exists(),
                    reason="there is no build: run scripts/setup.sh")
def test_the_installed_runtime_is_enough(machine: Machine, tmp_path: Path):
    done("cmake", "--install", BUILD, "--prefix", tmp_path / "installed")
    library, = (tmp_path / "installed").glob("lib*/libneo_runtime.so")
    program = tmp_path / "run"
    done(machine.compiler, "-D_POSIX_C_SOURCE=200809L", "-std=c11",
         ROOT / "examples" / "c" / "run.c", "-o", program,
         f"-I{tmp_path / 'installed' / 'include'}", library,
         f"-Wl,-rpath,{library.parent}")
    x = np.arange(6, dtype=np.float32)
    module = neo.export(lambda x: neo.exp(x), x, path=tmp_path / "m.neo")
    found, = machine.outputs(program, module, [x])
    np.testing.assert_allclose(found, np.exp(x), rtol=1e-6)


def test_threads_take_turns_and_no_run_allocates(machine: Machine, tmp_path: Path):
    w = np.random.default_rng(6).standard_normal((256, 256)).astype(np.float32)
    neo.export(lambda x: neo.softmax(neo.tanh(x @ w) @ w, 1),
               neo.spec((64, 256), "f32"), path=tmp_path / "m.neo")
    said = machine.run(machine.compiled("threads.c", tmp_path), tmp_path / "m.neo")
    assert said.splitlines() == ["0 allocations in runs", "0 wrong"]


def test_wrong_calls_are_sentences(machine: Machine, tmp_path: Path):
    neo.export(lambda x: x + 1, neo.spec((600, 600), "f32"), path=tmp_path / "m.neo")
    neo.export(lambda x: x + 1, neo.spec((0, 3), "f32"), path=tmp_path / "empty.neo")
    said = machine.run(machine.compiled("refusals.c", tmp_path), tmp_path / "m.neo",
                       tmp_path / "empty.neo")
    lines = dict(line.split(": ", 1) for line in said.splitlines())
    assert lines["before any"] == "''"
    assert lines["no folder"] == "0 neo_load needs the name of a folder"
    assert lines["no module"].startswith("0 /nowhere/manifest.json cannot be read: ")
    assert "targets has none that can be taken here: it has none called 'sse'" in \
        lines["target"]
    assert lines["threads"] == "0 threads is -1, but must lie in 0..1024"
    assert lines["no such"] == "1 1"
    assert "'result' does not begin at a multiple of 64 bytes" in lines["unaligned"]
    assert lines["null"] == "1 output 'result' is NULL: give 1440000 bytes for it"
    assert (lines["nothing"], lines["empty"]) == ("0 0 1 1 1 0", "0")
    assert lines["none"] == "1 neo_run needs a module: neo_load gave none"


def test_the_runtime_needs_the_c_library_alone():
    library = exports.runtime_folder() / "libneo_runtime.so"
    assert library.stat().st_size < 1 << 20
    needed = re.findall(r"NEEDED.*\[(.*)\]", done("readelf", "-d", library))
    assert {re.sub(r"\.so.*", "", name) for name in needed} <= {
        "libc", "libm", "libdl", "libpthread", "ld-linux-x86-64", "ld-linux-aarch64"}
    seen = [line.split()[-1] for line in
            done("nm", "-D", "--defined-only", library).splitlines()]
    header = (ROOT / "include/Neo/Runtime/C/Neo.h").read_text()
    assert sorted(seen) == sorted(re.findall(r"NEO_API .*?\b(neo_\w+)\(", header))


def test_kernels_need_the_c_library_alone(tmp_path: Path):
    neo.export(neo.tanh, neo.spec(9, "f64"), path=tmp_path / "m.neo")
    kernels, = tmp_path.glob("m.neo/*/kernels.so")
    assert "NEEDED" not in done("readelf", "-d", kernels)


def test_the_header_is_plain_c(tmp_path: Path):
    header = ROOT / "include" / "Neo" / "Runtime" / "C" / "Neo.h"
    for language in ("-std=c99", "-std=c++11"):
        kind = "c" if language.endswith("99") else "c++"
        ran = subprocess.run(
            ["gcc" if kind == "c" else "g++", language, "-pedantic", "-Wall",
             "-Werror", "-fsyntax-only", "-x", kind, "-"],
            input=header.read_text(), text=True, capture_output=True)
        assert ran.returncode == 0, ran.stderr


def test_names_that_c_cannot_have(tmp_path: Path):
    """Keywords, names of the header, characters of other alphabets, one name twice."""
    names = ["int", "x.y", "x y", "module", "1st", "\u00e4", "inputs"]
    path = neo.export(lambda *args: args, *[neo.spec(2, "f32")] * 7,
                      path=tmp_path / "m.neo", inputs=names, outputs=names)
    assert list(neo.load(path).inputs) == names
    header, = path.glob("*.h")
    done("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c",
         header, f"-I{exports.runtime_folder()}/include")
    called = re.findall(r"const float \*(\w+)", header.read_text())
    assert len(called) == len(set(called)) == 7


@pytest.mark.parametrize("names", [
    ["x", "X"], ["x", "x_elements"], ["int64_t", "this"], ["NULL", "neo_run"],
    ["_Bool", "x_Bool"], ["__asm__", "INT64_MAX"], ["NEO_API", "UINT8_C"]])
def test_names_whose_header_would_not_compile(names: list[str], tmp_path: Path):
    """Two that differ in case alone, have one constant, or are of C++, of a header or
    C's own; in a module whose function would be the library's."""
    path = neo.export(lambda *args: args, *[neo.spec(2, "f32")] * 2,
                      path=tmp_path / "neo.neo", inputs=names, outputs=names)
    include = f"-I{exports.runtime_folder()}/include"
    for compiler, standard in (("gcc", "-std=c11"), ("g++", "-std=c++17")):
        kind = "c" if compiler == "gcc" else "c++"
        done(compiler, standard, "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
             "-include", "stdio.h", "-x", kind, path / "neo.h", include)


def test_loading_takes_the_memory_that_is_stated(machine: Machine, tmp_path: Path):
    """And little for tables and texts, beside what rounds a block up to huge pages of
    2 MiB; runs leave it as it is."""
    w = np.random.default_rng(7).standard_normal((1000, 1000)).astype(np.float32)
    neo.export(lambda x: neo.tanh(neo.tanh(x @ w) @ w), neo.spec((64, 1000), "f32"),
               path=tmp_path / "m.neo")
    said = machine.run(machine.compiled("memory.c", tmp_path), tmp_path / "m.neo")
    stated, peak, after, freed = map(int, said.split())
    assert stated >= w.nbytes + 64 * 1000 * 4
    assert stated <= peak < stated + (3 << 20)
    assert after <= peak and freed < 1 << 18
