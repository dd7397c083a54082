# elementwise.py - scalar functions of tensors and of scalars
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.exp` and its kin: of tensors, arrays and numbers pointwise, and inside
`neo.compute` of one element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from neo import operators
from neo.pointwise import Build
from neo.syntax import Apply
from neo.tensor import Tensor


def combine(build: Build, *operands: Any) -> Any:
    """One scalar operator applied to operands of any kind."""
    if any(isinstance(o, operators.Operators) for o in operands):
        return operators.combine(build, *operands)
    return Tensor.combined(build, operands)


def apply(name: str) -> Callable[..., Any]:
    """The scalar function that expressions call `name`."""
    return lambda *operands: combine(
        lambda nodes: Apply(name, tuple(nodes)), *operands)
