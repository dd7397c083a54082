# __main__.py - what is installed, and whether it works
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`python -m neo`: version, target, features, and a self-check.

The check compiles a product, a convolution's gradient and a softmax, runs them, and
compares with the reference interpreter; the exit status is 1 if one differs.
"""

from __future__ import annotations

import platform
import sys
import time

import numpy as np

import neo
from neo.native import DERIVED, core

PROGRAMS = {
    "product": ("C[i,j] += A[i,k] * B[k,j]", [(33, 17), (17, 20)], {}, False),
    "convolution's gradient": ("C[k,p] += A[c,2*p+r] * W[k,c,r]",
                               [(3, 41), (5, 3, 3)], {"p": 20}, True),
    "softmax": ("M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]); "
                "S[i] += E[i,j]; Y[i,j] = E[i,j] / S[i]", [(9, 40)], {},
                False),
}


def _difference(text: str, shapes: list[tuple[int, ...]],
                extents: dict[str, int], derives: bool) -> float:
    """How far the compiled program is from the interpreter."""
    random = np.random.default_rng(0)
    operator = neo.expr(text, **extents)
    arrays = [random.standard_normal(s, np.float32) for s in shapes]
    if derives:
        arrays.append(np.ones_like(operator(*arrays)))
        found = operator.vjp(arrays[:-1], arrays[-1])
        wanted = neo.interpret(neo.canonical(
            operator.vjp_ir(*arrays[:-1]), DERIVED), *arrays)
    else:
        found = [operator(*arrays)]
        wanted = neo.interpret(operator.ir(*arrays), *arrays)
    return max(float(np.abs(f - w).max()) for f, w in zip(found, wanted))


def _target() -> str:
    """The target that functions are compiled for, as the compiler names it."""
    import os
    return os.environ.get("NEO_TARGET") or "host"


def main() -> int:
    print(f"neo {neo.__version__}, Python {platform.python_version()}, "
          f"{platform.machine()}")
    print(f"target {_target()}, {neo.get_threads()} threads, cache "
          f"{neo.cache.info()['folder'] or 'off'}")
    print(f"extension {core().__file__}")
    failed = 0
    for name, program in PROGRAMS.items():
        begin = time.perf_counter()
        error = _difference(*program)
        failed += not error < 1e-4
        print(f"{'right' if error < 1e-4 else 'WRONG'}: {name}, within "
              f"{error:.0e} of the interpreter, "
              f"{time.perf_counter() - begin:.2f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
