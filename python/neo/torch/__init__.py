# __init__.py - the PyTorch front end
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""PyTorch operators and networks, compiled by Neo.

    matmul = neo.torch.op("C[i,j] += A[i,k] * B[k,j]")   # an operator of torch.library
    fast = torch.compile(model, backend="neo")
    fast = neo.torch.compile(model, batch="x")           # for every number of items
    print(neo.torch.explain(model, x))                   # what falls back to PyTorch

Imported on demand; needs PyTorch (scripts/setup.sh --peers). The
backend is found by its entry point and needs no import at all.
"""

from typing import Any

from neo.torch.operators import Operator, op

__all__ = ["Operator", "backend", "compile", "explain", "op"]


def __getattr__(name: str) -> Any:
    # Dynamo takes a second to import, and operators do not need it.
    if name == "backend":
        from neo.torch.compiler import backend
        return backend
    if name == "compile":
        from neo.torch.any_batch import compile
        return compile
    if name == "explain":
        from neo.torch.report import explain
        return explain
    raise AttributeError(f"module 'neo.torch' has no attribute '{name}'")
