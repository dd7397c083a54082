# creation.py - tensors out of nothing
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.zeros` and its kin: names, arguments and results as in the Python array API.

Inside `neo.jit` they are traced tensors, outside NumPy arrays. Without a `dtype`
floats are float64, but as weak as a Python number: beside float32 they are float32.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import recorded
from neo.specs import element_type, numpy_type, spec
from neo.syntax import (Apply, Binary, Compare, Name, Node, Number, Read,
                        Statement)
from neo.tensor import Tensor, lifted
from neo.trace import active

Shape = int | Sequence[int]


def full(shape: Shape, value: float, dtype: Any = None) -> Any:
    """A tensor of `shape` that holds `value` everywhere."""
    sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    trace = active()
    if trace is None:
        kind = numpy_type(element_type(dtype)) if dtype is not None else None
        return np.full(sizes, value, kind)
    name = "f64" if dtype is None else element_type(dtype)
    if dtype is None and isinstance(value, (bool, int)):
        name = "i1" if isinstance(value, bool) else "i64"
    result = trace.splat(value, spec(sizes, name))
    result.weak = dtype is None and result.spec.is_float
    return Tensor(result)


def zeros(shape: Shape, dtype: Any = None) -> Any:
    """A tensor of zeros."""
    return full(shape, 0.0, dtype)


def ones(shape: Shape, dtype: Any = None) -> Any:
    """A tensor of ones."""
    return full(shape, 1.0, dtype)


def full_like(x: Any, value: float, dtype: Any = None) -> Any:
    """A tensor of the shape and element type of `x` that holds `value`."""
    return full(x.shape, value, x.dtype if dtype is None else dtype)


def zeros_like(x: Any, dtype: Any = None) -> Any:
    """Zeros in the shape and element type of `x`."""
    return full_like(x, 0.0, dtype)


def ones_like(x: Any, dtype: Any = None) -> Any:
    """Ones in the shape and element type of `x`."""
    return full_like(x, 1.0, dtype)


def arange(start: float, stop: float | None = None, step: float = 1,
           dtype: Any = None) -> Any:
    """start, start + step, ... below `stop`; from 0 where one number is given."""
    if stop is None:
        start, stop = 0, start
    for number in (start, stop, step):
        if isinstance(number, Tensor):
            raise UsageError(describe(
                "neo.arange takes numbers, since its length must be known: "
                "a traced tensor has no value"))
    if active() is None:
        kind = numpy_type(element_type(dtype)) if dtype is not None else None
        return np.arange(start, stop, step, kind)
    size = len(np.arange(start, stop, step))
    place = Binary("+", Binary("*", Name("i"), Number(step)), Number(start))
    return _of_loops(place, {"i": size}, dtype)


def eye(rows: int, columns: int | None = None, k: int = 0, dtype: Any = None
        ) -> Any:
    """Ones on the diagonal `k` above the main one, zeros elsewhere."""
    columns = rows if columns is None else columns
    if active() is None:
        kind = numpy_type(element_type(dtype)) if dtype is not None else None
        return np.eye(rows, columns, k, **({"dtype": kind} if kind else {}))
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


@eager
def one_hot(labels: Any, classes: int, dtype: Any = None) -> Any:
    """1 where the label is the position in a new last dimension, else 0."""
    value = lifted([labels], ["labels"])[0]
    if value.spec.is_float:
        raise UsageError(describe(
            f"neo.one_hot takes labels that are integers, not {value.spec}"))
    loops = tuple(f"d{n}" for n in range(value.spec.ndim))
    here = Compare(("==",), (Read("x", tuple(map(Name, loops))), Name("c")))
    statement = Statement("t", (*loops, "c"), "=",
                          _choose(here, Number(1.0), Number(0.0)))
    extents = {"c": operator.index(classes)}
    result = Tensor(recorded(statement, {"x": value}, extents))
    return result if dtype is None else result.astype(dtype)


def _choose(condition: Node, yes: Node, no: Node) -> Node:
    return Apply("where", (condition, yes, no))


def _diagonal(op: str, k: int) -> Node:
    return Compare((op,), (Binary("-", Name("j"), Name("i")),
                           Number(operator.index(k))))


def _of_loops(value: Node, extents: dict[str, int], dtype: Any) -> Tensor:
    """A tensor that follows from positions alone."""
    statement = Statement("t", tuple(extents), "=", value)
    result = Tensor(recorded(statement, {}, extents))
    return result if dtype is None else result.astype(dtype)


def _triangle(x: Any, op: str, k: int) -> Tensor:
    value = lifted([x], ["x"])[0]
    if value.spec.ndim < 2:
        raise ShapeError(describe(
            f"a triangle has two dimensions, but the tensor is {value.spec}"))
    loops = [f"d{n}" for n in range(value.spec.ndim - 2)] + ["i", "j"]
    read = Read("x", tuple(map(Name, loops)))
    statement = Statement("t", tuple(loops), "=",
                          _choose(_diagonal(op, k), read, Number(0)))
    return Tensor(recorded(statement, {"x": value},
                           dict(zip(loops, value.spec.shape))))


__all__ = ["arange", "eye", "full", "full_like", "one_hot", "ones",
           "ones_like", "tril", "triu", "zeros", "zeros_like"]
