# hand_side.py - operators as somebody writes them by hand for one shape
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How near to its limit an operator gets when a person writes it in C for exactly
these extents: hand/KIND_MODE.c has a function

    void run(const float *const *in, float *const *out);

of the operands (and the cotangent, the last of them, where gradients are wanted) and
of the result (and a gradient per operand). Extents are macros, X_0 and X_1 for an
operand X[i,j], C_0 and so on for the result; so are attributes, as STRIDE. Memory of
results is reused from call to call and lies in large pages, as Neo's does.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from cases import Case, Operator
from limits import compiler
from worker import Formulation

FOLDER = Path(__file__).resolve().parent.parent / "hand"
_LARGE_PAGE = 2 << 20


def source(case: Case, mode: str) -> Path:
    return FOLDER / f"{case.operator.kind}_{mode}.c"


@functools.cache
def runs_here() -> bool:
    """Has this processor what the sources are written for, AVX-512?"""
    done = subprocess.run(
        [compiler(), "-march=native", "-dM", "-E", "-x", "c", "/dev/null"],
        capture_output=True, text=True, check=True)
    return "__AVX512F__" in done.stdout and "__AVX512VL__" in done.stdout


def _macros(operator: Operator) -> list[str]:
    shapes = {**operator.shapes, "C": operator.result}
    extents = {f"{name}_{n}": extent for name, shape in shapes.items()
               for n, extent in enumerate(shape)}
    attributes = {k.upper(): v for k, v in operator.attributes.items()
                  if isinstance(v, int)}
    return [f"-D{k}={v}" for k, v in {**extents, **attributes}.items()]


def _built(case: Case, mode: str) -> ctypes.CDLL:
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    library = Path(folder) / "hand.so"
    done = subprocess.run(
        [compiler(), "-O3", "-march=native", "-ffast-math", "-Wall", "-Werror",
         "-shared", "-fPIC", *_macros(case.operator), "-o", library,
         source(case, mode)], capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{source(case, mode).name}: {done.stderr.splitlines()[0]}")
    return ctypes.CDLL(str(library))


def _empty(shape: tuple[int, ...]) -> np.ndarray:
    """A large array begins a page, as one of Neo's."""
    size = 4 * int(np.prod(shape))
    align = _LARGE_PAGE if size >= _LARGE_PAGE else 64
    room = np.zeros(size + align, np.uint8)
    begin = -room.ctypes.data % align
    return room[begin:begin + size].view(np.float32).reshape(shape)


def _pointers(arrays: list[np.ndarray]) -> ctypes.Array:
    return (ctypes.c_void_p * len(arrays))(*[a.ctypes.data for a in arrays])


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    *operands, cotangent = arrays.values()
    given = operands if mode == "forward" else [*operands, cotangent]
    shapes = [case.operator.result]
    if mode == "gradients":
        shapes += case.operator.shapes.values()
    found = [_empty(shape) for shape in shapes]
    function = _built(case, mode).run
    function.restype = None
    taken, left = _pointers(given), _pointers(found)

    def run(_kept=given) -> None:
        function(taken, left)

    return [Formulation("C", run, lambda: found)]
