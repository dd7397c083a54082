# test_beside.py - Neo beside other compilers in one process
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""PyTorch, Triton, JAX and numba bring an LLVM each, and so does Neo's wheel. Whoever
is loaded first, each compiles with its own."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.peers

USES = {
    "neo": """
import neo
a = np.arange(12, dtype=np.float32).reshape(3, 4)
for _ in range(2):
    assert (neo.expr("C[i] += A[i,j] * A[i,j]")(a) == (a * a).sum(1)).all()
assert neo.jit(neo.grad(lambda x: neo.sum(neo.tanh(x))))(a).shape == a.shape
""",
    "numba": """
import numba
assert numba.njit(lambda n: n * n + 1)(6) == 37
""",
    "jax": """
import jax
assert jax.jit(lambda x: x @ x.T)(np.ones((3, 4))).shape == (3, 3)
""",
    "torch": """
import torch
assert torch.jit.script(torch.nn.Linear(4, 2))(torch.ones(3, 4)).shape == (3, 2)
""",
    # Without a GPU it compiles nothing, but its LLVM is loaded and set up.
    "triton": """
import triton
from triton._C import libtriton
libtriton.llvm.init_targets()
""",
}


@pytest.mark.parametrize("order", [
    "neo numba jax torch triton", "triton torch jax numba neo",
    "numba neo triton jax neo torch neo"])
def test_each_compiles_with_its_own_llvm(order):
    for name in order.split():
        if name != "neo":
            pytest.importorskip(name)
    text = "import numpy as np\n" + "".join(USES[name] for name in order.split())
    done = subprocess.run([sys.executable, "-c", text + "print('all right')"],
                          capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "all right" in done.stdout, done.stderr
