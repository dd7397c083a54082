# exported_programs.py - programs in C, compiled for this machine or another
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What tests of exported modules share: a runtime, a compiler, and how to run."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import neo
import numpy as np
import pytest
from neo import exports
from neo.native import core
from neo.specs import numpy_type

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Machine:
    """How programs are made and run for it; `target` is one that it runs."""

    target: str
    compiler: str
    runtime: Path
    emulator: tuple[str, ...] = ()

    def make(self, *goals: str, out: Path) -> None:
        """The programs of examples/c, in `out`, which holds their modules."""
        done("make", "-C", ROOT / "examples" / "c", f"CC={self.compiler}",
             f"RUNTIME={self.runtime}", f"MODULES={out}", f"OUT={out}", *goals)

    def compiled(self, source: str, out: Path) -> Path:
        """The program of a file of test/export."""
        program = out / Path(source).stem
        done(self.compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror",
             ROOT / "test" / "export" / source, "-o", program,
             f"-I{self.runtime}/include", f"-L{self.runtime}", "-lneo_runtime",
             f"-Wl,-rpath,{self.runtime}", "-pthread", "-ldl")
        return program

    def run(self, program: Path, *arguments: object, **options) -> str:
        return done(*self.emulator, program, *arguments, **options)

    def outputs(self, program: Path, module: Path, arrays: Sequence[np.ndarray]
                ) -> list[np.ndarray]:
        """What examples/c/run makes of the module and the arrays."""
        loaded = exports.manifest.read(module)
        files = [module.parent / f"input{n}.bin" for n in range(len(arrays))]
        for file, array in zip(files, arrays):
            file.write_bytes(np.asarray(array, order="C").tobytes())
        made = [module.parent / f"output{n}.bin"
                for n in range(len(loaded["outputs"]))]
        self.run(program, module, 1, *files, *made)
        return [np.frombuffer(file.read_bytes(), numpy_type(each["dtype"])
                              ).reshape(each["shape"])
                for file, each in zip(made, loaded["outputs"])]


def done(*command: object, **options) -> str:
    """What a command prints; it has to succeed."""
    ran = subprocess.run([str(word) for word in command], capture_output=True,
                         text=True, **options)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def here() -> Machine:
    """This machine; skips where it has no C compiler."""
    for compiler in ("cc", "gcc", "clang-22", "clang"):
        if shutil.which(compiler) and shutil.which("make"):
            return Machine(core().best_target(), compiler,
                           exports.runtime_folder())
    pytest.skip("there is no C compiler, or no make: apt-get install gcc make")


def aarch64(folder: Path) -> Machine:
    """AArch64 under QEMU, whose runtime is built in `folder`; skips without them."""
    for tool in ("qemu-aarch64", "aarch64-linux-gnu-g++", "aarch64-linux-gnu-gcc",
                 "cmake", "make"):
        if not shutil.which(tool):
            pytest.skip(f"there is no {tool}: "
                        "apt-get install qemu-user crossbuild-essential-arm64")
    done("cmake", "-S", ROOT / "lib" / "Runtime", "-B", folder,
         "-DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++", "-DCMAKE_SYSTEM_NAME=Linux",
         "-DCMAKE_SYSTEM_PROCESSOR=aarch64")
    done("cmake", "--build", folder, "--parallel", "2")
    return Machine("neon", "aarch64-linux-gnu-gcc", folder,
                   ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"))


Case = tuple[Callable, tuple[np.ndarray, ...]]


def cases() -> dict[str, Case]:
    """Functions whose modules need much of the runtime, and arrays for them."""
    random = np.random.default_rng(5)

    def draw(*shape: int) -> np.ndarray:
        return random.standard_normal(shape).astype(np.float32)

    # The loop contracts: rounding, another on another machine, does not grow.
    w, u, k = draw(64, 96), draw(32, 32) / 8, draw(8, 3, 3, 3)
    table, rows = draw(20, 7), np.array([3, 19, 0, 3, 7])
    convolve = neo.expr("Y[n,o,i,j] += X[n,c,i+r,j+s] * K[o,c,r,s]", i=10, j=10)
    look = neo.expr("Y[b,j] = T[I[b], j]")

    def layer(x):
        return neo.softmax(neo.tanh(x @ w), 1)

    def recurrent(x, h):
        def cell(h, x):
            h = neo.tanh(x + h @ u)
            return h, h
        return neo.scan(cell, h, x)

    def step(k, x):
        def loss(k):
            return neo.mean(neo.relu(convolve(x, k)) ** 2)
        value, slope = neo.value_and_grad(loss)(k)
        return value, k - 0.1 * slope

    def integers(x, y):
        return neo.sum(x * y, 1), neo.argmax(x, 1), x > y

    def angles(x):  # Some are so large that the C library computes them.
        return neo.sin(x * 1e3) + neo.cos(x * 1e9), neo.atan2(x, x + 1)

    return {
        "angles": (angles, (draw(13, 37),)),
        "layer": (layer, (draw(48, 64),)),
        "recurrent": (recurrent, (draw(9, 5, 32), draw(5, 32))),
        "step": (step, (k, draw(2, 3, 12, 12))),
        "lookup": (lambda rows: look(table, rows), (rows,)),
        "double": (lambda x: neo.exp(neo.log1p(neo.abs(x)) * 0.5),
                   (draw(33, 5).astype(np.float64),)),
        "power": (lambda x: neo.abs(x) ** 1.7, (draw(50, 3),)),
        "integers": (integers, (random.integers(-9, 9, (6, 21)),
                                random.integers(-9, 9, (6, 21)))),
        "half": (lambda x: x * x + 1, (draw(40).astype(np.float16),)),
    }
