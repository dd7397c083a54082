# pointwise.py - statements that neo itself writes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Recording operators on the tensors of a graph, and NumPy's broadcasting.

Here a tensor is a `Value` of a trace. What users hold is made of it (neo.tensor), and
so are the scalars of `neo.compute` (neo.elements).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from neo.errors import ShapeError, UsageError, describe
from neo.indices import Refused
from neo.program import TOO_DEEP, record
from neo.shapes import Mismatch
from neo.specs import numpy_type, spec
from neo.syntax import Apply, Name, Node, Number, Read, Statement
from neo.trace import Value, require_trace
from neo.unparse import unparse
from neo.weakness import Weakness, of_result

Build = Callable[[Sequence[Node]], Node]  # An expression of those of its operands.


def recorded(statement: Statement, bound: dict[str, Value], extents: dict[str, int]
             ) -> Value:
    """Records a statement that neo itself built."""
    floats = [v for v in bound.values() if v.spec.is_float]
    weak = of_result(v.weak for v in floats)
    try:
        record(require_trace("an operator"), statement, bound, extents)
    except Refused as refusal:
        kind = ShapeError if isinstance(refusal, Mismatch) else UsageError
        raise kind(describe(str(refusal), unparse(statement))) from None
    except RecursionError:
        raise UsageError(describe(TOO_DEEP)) from None
    result = bound[statement.result]
    result.weak = weak if result.spec.is_float else Weakness.NONE
    return result


def converted(value: Value, dtype: str) -> Value:
    """The graph's tensor `value` in element type `dtype`."""
    number = value.trace.repeated(value)
    if number is not None and _holds(dtype, number):
        number = float(numpy_type(dtype)(number))  # Decimals round once, as numbers do.
        result = require_trace("a constant").splat(number, spec(value.spec.shape, dtype))
        result.source = value.source
        return result
    loops = tuple(f"d{n}" for n in range(value.spec.ndim))
    read = Read("x", tuple(map(Name, loops)))
    node = Apply(np.dtype(numpy_type(dtype)).name, (read,))
    extents = dict(zip(loops, value.spec.shape))
    result = recorded(Statement("t", loops, "=", node), {"x": value}, extents)
    result.weak = Weakness.NONE
    return result


def _holds(dtype: str, number: float) -> bool:
    """Whether a number can be written in a float type: f32 and f64 hold what is infinite,
    NaN or no larger than the largest."""
    return dtype == "f64" or dtype == "f32" and not \
        float(np.finfo(np.float32).max) < abs(number) < math.inf


def broadcast(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that NumPy broadcasts `shapes` to."""
    result: list[int] = []
    for shape in shapes:
        result = [1] * (len(shape) - len(result)) + result
        for axis in range(1, len(shape) + 1):
            if result[-axis] == 1:
                result[-axis] = shape[-axis]
            elif shape[-axis] not in (1, result[-axis]):
                raise ShapeError(describe(
                    "shapes " + " and ".join(map(str, shapes)) + " do not "
                    "broadcast: dimensions must be equal or 1"))
    return tuple(result)


def aligned(shape: tuple[int, ...], loops: Sequence[str]) -> tuple[Node, ...]:
    """The index that reads a tensor of `shape` in the last of `loops`."""
    ours = loops[len(loops) - len(shape):]
    return tuple(Name(v) if size != 1 else Number(0)
                 for v, size in zip(ours, shape))
