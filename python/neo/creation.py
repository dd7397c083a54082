# creation.py - zeros, ones, ranges and other tensors made of numbers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.zeros` and its kin: names, arguments and results as in the Python array API.

Inside `neo.jit` they are traced tensors, outside NumPy arrays. Without a `dtype`
floats are float32, as those of neo.random are and as other frameworks have them.
Inside they are weak (neo.weakness): beside float64 they are float64.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from neo import tree
from neo.arrays import is_number
from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import recorded
from neo.shaping import axis_of, broadcast_to, stack
from neo.specs import asked_type, numpy_type, spec
from neo.spelled import spelled
from neo.static_remedies import require_known
from neo.syntax import (Apply, Binary, Compare, Name, Node, Number, Read,
                        Statement)
from neo.tensor import Tensor, as_tensor
from neo.trace import active
from neo.traced import value_of
from neo.weakness import Weakness

Shape = int | Sequence[int]


@spelled(fill_value="value")
def full(shape: Shape, value: Any, dtype: Any = None) -> Any:
    """A tensor of `shape` that holds `value` everywhere."""
    if isinstance(dtype, (int, np.integer)):
        raise UsageError(describe(
            f"dtype is {dtype!r}: sizes of several dimensions are one argument, "
            f"({shape}, {dtype})"))
    sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    trace = active()
    if isinstance(value, str) or value is None:
        raise UsageError(describe(f"neo.full holds a number everywhere, not {value!r}"))
    if trace is None:
        is_float = dtype is None and isinstance(value, float)
        return np.full(sizes, value, np.float32 if is_float else _kind(dtype))
    if not is_number(value):
        repeated = broadcast_to(value, sizes)
        return repeated if dtype is None else repeated.astype(dtype)
    adapts = dtype is None or dtype is float
    name = "f64" if adapts else asked_type(dtype)
    if dtype is None and isinstance(value, (bool, int)):
        name = "i1" if isinstance(value, bool) else "i64"
    result = trace.splat(value, spec(sizes, name))
    return _adapting(Tensor(result), dtype)


def _adapting(tensor: Tensor, dtype: Any) -> Tensor:
    """A new tensor, which takes the float type that it meets if none was asked for."""
    if tensor.spec.is_float and dtype in (None, float):
        tensor.value.weak = Weakness.CREATED if dtype is None else Weakness.NUMBERS
    return tensor


def _single(array: np.ndarray, dtype: Any) -> np.ndarray:
    """What NumPy made, floats in float32 where no type was asked for."""
    is_wide = dtype is None and array.dtype == np.float64
    return array.astype(np.float32) if is_wide else array


def _kind(dtype: Any) -> Any:
    """The NumPy type of an element type that neo has; None as it is."""
    return None if dtype is None else numpy_type(asked_type(dtype))


def zeros(shape: Shape, dtype: Any = None) -> Any:
    """A tensor of zeros."""
    return full(shape, 0.0, dtype)


def ones(shape: Shape, dtype: Any = None) -> Any:
    """A tensor of ones."""
    return full(shape, 1.0, dtype)


@spelled(fill_value="value")
def full_like(x: Any, value: Any, dtype: Any = None) -> Any:
    """A tensor of the shape and element type of `x` that holds `value`."""
    if not hasattr(x, "shape"):
        x = asarray(x)
    weak = isinstance(x, Tensor) and x.value.weak
    if dtype is None and weak and is_number(value):
        return full(x.shape, float(value), float if x.value.weak == Weakness.NUMBERS
                    else None)
    return full(x.shape, value, x.dtype if dtype is None else dtype)


def zeros_like(x: Any, dtype: Any = None) -> Any:
    """Zeros in the shape and element type of `x`."""
    return full_like(x, 0.0, dtype)


def ones_like(x: Any, dtype: Any = None) -> Any:
    """Ones in the shape and element type of `x`."""
    return full_like(x, 1.0, dtype)


def asarray(x: Any, dtype: Any = None) -> Any:
    """A tensor of numbers, of lists of them, or of lists of tensors."""
    of_numbers = tree.holds_numbers(list(x) if isinstance(x, tuple) else x)
    if active() is None:
        array = np.asarray(x, _kind(dtype))
        return _single(array, dtype) if of_numbers else array
    if isinstance(x, (list, tuple)) and not of_numbers:
        x = stack([asarray(each) for each in x])
    found = as_tensor(list(x) if isinstance(x, tuple) else x)
    if dtype is None:
        return _adapting(found, None) if of_numbers else found
    return found.astype(dtype)


def arange(start: float, stop: float | None = None, step: float = 1,
           dtype: Any = None) -> Any:
    """start, start + step, ... below `stop`; from 0 where one number is given."""
    if stop is None:
        start, stop = 0, start
    require_known("neo.arange takes numbers", start, stop, step, whole=False)
    for number in (start, stop, step):
        if isinstance(number, (str, bytes)) or not np.isscalar(number):
            raise UsageError(describe(f"neo.arange takes numbers, not {number!r}"))
    if step == 0:
        raise UsageError(describe("neo.arange takes steps other than 0"))
    if active() is None:
        return _single(np.arange(start, stop, step, _kind(dtype)), dtype)
    # NumPy's count and type, without the numbers themselves, which may be more than fit.
    size = max(math.ceil((stop - start) / step), 0)
    place: Node = Binary("+", Binary("*", Name("i"), Number(step)), Number(start))
    if any(isinstance(number, (float, np.floating)) for number in (start, stop, step)):
        place = Apply("float64", (place,))
    return _of_loops(place, {"i": size}, dtype)


def linspace(start: float, stop: float, num: int = 50, dtype: Any = None, *,
             endpoint: bool = True) -> Any:
    """`num` numbers from `start` to `stop`, at equal distances; the last is `stop`, or
    without `endpoint` one distance before it."""
    require_known("neo.linspace takes numbers", start, stop, num, whole=False)
    if active() is None:
        return _single(np.linspace(start, stop, num, endpoint, dtype=_kind(dtype)),
                       dtype)
    count = operator.index(num)
    step = (stop - start) / max(count - 1 if endpoint else count, 1)
    place = Binary("+", Binary("*", Name("i"), Number(step)), Number(float(start)))
    if count > 1 and endpoint:  # The last one is exact.
        place = _choose(Compare(("==",), (Name("i"), Number(count - 1))),
                        Number(float(stop)), place)
    return _of_loops(place, {"i": count}, dtype)


@spelled(N="rows", M="columns")
def eye(rows: int, columns: int | None = None, k: int = 0, dtype: Any = None
        ) -> Any:
    """Ones on the diagonal `k` above the main one, zeros elsewhere."""
    columns = rows if columns is None else columns
    require_known("neo.eye takes integers", rows, columns, k, whole=False)
    if active() is None:
        return np.eye(rows, columns, k, _kind(dtype) or np.float32)
    value = _choose(_diagonal("==", k), Number(1.0), Number(0.0))
    return _of_loops(value, {"i": rows, "j": columns}, dtype)


@eager
def tril(x: Any, k: int = 0) -> Any:
    """`x` with zeros above diagonal `k` of its last two dimensions."""
    return _triangle(x, "<=", k)


@eager
def triu(x: Any, k: int = 0) -> Any:
    """`x` with zeros below diagonal `k` of its last two dimensions."""
    return _triangle(x, ">=", k)


@spelled(num_classes="classes")
@eager
def one_hot(labels: Any, classes: int, dtype: Any = None, axis: int = -1) -> Any:
    """1 where the label is the position in a new dimension `axis`, else 0."""
    value = value_of(labels, "labels")
    if value.spec.is_float:
        raise UsageError(describe(
            f"neo.one_hot takes labels that are integers, not {value.spec}: convert "
            "them with .astype(numpy.int64)"))
    loops = [f"d{n}" for n in range(value.spec.ndim)]
    read = Read("x", tuple(map(Name, loops)))
    loops.insert(axis_of(axis, len(loops) + 1), "c")
    chosen = _choose(Compare(("==",), (read, Name("c"))), Number(1.0), Number(0.0))
    result = Tensor(recorded(Statement("t", tuple(loops), "=", chosen), {"x": value},
                             {"c": operator.index(classes)}))
    return _adapting(result, None) if dtype is None else result.astype(dtype)


def _choose(condition: Node, yes: Node, no: Node) -> Node:
    return Apply("where", (condition, yes, no))


def _diagonal(op: str, k: int) -> Node:
    return Compare((op,), (Binary("-", Name("j"), Name("i")),
                           Number(operator.index(k))))


def _of_loops(value: Node, extents: dict[str, int], dtype: Any) -> Tensor:
    """A tensor that follows from positions alone."""
    statement = Statement("t", tuple(extents), "=", value)
    result = Tensor(recorded(statement, {}, extents))
    return _adapting(result, None) if dtype is None else result.astype(dtype)


def _triangle(x: Any, op: str, k: int) -> Tensor:
    value = value_of(x)
    if value.spec.ndim < 2:
        raise ShapeError(describe(
            f"a triangle has two dimensions, but the tensor is {value.spec}"))
    loops = [f"d{n}" for n in range(value.spec.ndim - 2)] + ["i", "j"]
    read = Read("x", tuple(map(Name, loops)))
    statement = Statement("t", tuple(loops), "=",
                          _choose(_diagonal(op, k), read, Number(0)))
    return Tensor(recorded(statement, {"x": value},
                           dict(zip(loops, value.spec.shape))))


__all__ = ["arange", "asarray", "eye", "full", "full_like", "linspace", "one_hot",
           "ones", "ones_like", "tril", "triu", "zeros", "zeros_like"]
