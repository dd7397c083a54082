# creation.py - zeros, ones, ranges and other tensors made of numbers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.zeros` and its kin: names, arguments and results as in the Python array API.

Inside `neo.jit` they are traced tensors, outside NumPy arrays. Without a `dtype`
floats are float32, as those of neo.random are and as other frameworks have them.
Inside they are weak (neo.weakness): beside float64 they are float64.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from neo import tree
from neo.arrays import is_number
from neo.creation_arguments import (allocated, count_of, held, numbers_in,
                                    real_numbers, sizes_of, whole)
from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import broadcast, recorded
from neo.shaping import axis_of, broadcast_to, stack
from neo.specs import asked_type, extent, numpy_type, spec
from neo.spelled import spelled
from neo.syntax import (Apply, Binary, Compare, Guarded, Name, Node, Number, Read,
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
    sizes, trace = sizes_of(shape), active()
    if isinstance(value, str) or value is None:
        raise UsageError(describe(f"neo.full holds a number everywhere, not {value!r}"))
    if trace is None:
        return _filled(sizes, value, dtype)
    if not is_number(value):
        repeated = broadcast_to(value, sizes)
        return repeated if dtype is None else repeated.astype(dtype)
    name = _type_of(value, dtype)
    result = trace.splat(held(value, name), spec(sizes, name))
    return _adapting(Tensor(result), dtype)


def _type_of(number: bool | int | float, dtype: Any) -> str:
    """The element type of a tensor that holds `number`; f64 where it adapts."""
    if dtype is None and isinstance(number, (bool, int)):
        return "i1" if isinstance(number, bool) else "i64"
    return "f64" if dtype is None or dtype is float else asked_type(dtype)


def _filled(sizes: tuple[int, ...], value: Any, dtype: Any) -> np.ndarray:
    """The array of `full`. Raises ShapeError and DtypeError."""
    if is_number(value):
        name = _type_of(value, dtype)
        value = held(value, name)
        kind = numpy_type("f32" if dtype is None and name == "f64" else name)
    else:
        value = numbers_in(value)
        kind = _kind(dtype) or value.dtype
        if broadcast([value.shape, sizes]) != sizes:
            raise ShapeError(describe(
                f"a tensor of shape {value.shape} does not broadcast to {sizes}"))
    return allocated(np.full, sizes, kind, sizes, value, kind)


def _adapting(tensor: Tensor, dtype: Any) -> Tensor:
    """A new tensor, which takes the float type that it meets if none was asked for."""
    if tensor.spec.is_float and (dtype is None or dtype is float):
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
        array = numbers_in(x, dtype)
        return _single(array, dtype) if of_numbers else array
    if isinstance(x, range):
        x = list(x)
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
    start, stop, step = real_numbers("neo.arange", start, stop, step)
    if step == 0:
        raise UsageError(describe("neo.arange takes steps other than 0"))
    # NumPy's count and type, without the numbers themselves, which may be more than fit.
    size = count_of(start, stop, step)
    if active() is None:
        return _single(allocated(np.arange, (size,), dtype or np.float64,
                                 start, stop, step, _kind(dtype)), dtype)
    place: Node = Binary("+", Binary("*", Name("i"), Number(step)), Number(start))
    if any(isinstance(number, float) for number in (start, stop, step)):
        place = Apply("float64", (place,))
    return _of_loops(place, {"i": size}, dtype)


def linspace(start: float, stop: float, num: int = 50, dtype: Any = None, *,
             endpoint: bool = True) -> Any:
    """`num` numbers from `start` to `stop`, at equal distances; the last is `stop`, or
    without `endpoint` one distance before it."""
    start, stop = real_numbers("neo.linspace", start, stop)
    count = extent(num, "num")
    if active() is None:
        return _single(allocated(np.linspace, (count,), dtype or np.float64, start, stop,
                                 count, endpoint, dtype=_kind(dtype)), dtype)
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
    rows = extent(rows, "rows")
    columns = rows if columns is None else extent(columns, "columns")
    if active() is None:
        kind = _kind(dtype) or np.float32
        return allocated(np.eye, (rows, columns), kind, rows, columns, whole(k, "k"), kind)
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
                             {"c": extent(classes, "classes")}))
    return _adapting(result, None) if dtype is None else result.astype(dtype)


def _choose(condition: Node, yes: Node, no: Node) -> Node:
    return Apply("where", (condition, yes, no))


def _diagonal(op: str, k: int) -> Node:
    return Compare((op,), (Binary("-", Name("j"), Name("i")),
                           Number(whole(k, "k"))))


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
    # A guard is part of what a product reads; a choice would be a tensor.
    statement = Statement("t", tuple(loops), "=",
                          Guarded(read, _diagonal(op, k), 0))
    return Tensor(recorded(statement, {"x": value},
                           dict(zip(loops, value.spec.shape))))


__all__ = ["arange", "asarray", "eye", "full", "full_like", "linspace", "one_hot",
           "ones", "ones_like", "tril", "triu", "zeros", "zeros_like"]
