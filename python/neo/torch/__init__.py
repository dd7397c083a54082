# __init__.py - PyTorch's way into Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Operators and networks of PyTorch by Neo.

    matmul = neo.torch.op("C[i,j] += A[i,k] * B[k,j]")   # an operator of torch.library

Imported only when it is asked for; needs PyTorch (scripts/setup.sh --peers).
"""

from neo.torch.operators import Operator, op

__all__ = ["Operator", "op"]
