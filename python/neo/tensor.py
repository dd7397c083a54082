# tensor.py - tensors inside neo.jit
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Traced tensors: shape and element type without values.

Arithmetic on them records pointwise operators with NumPy's broadcasting; `@`,
`.T`, `.reshape` and indexing record others. `A[i, k]` with loop variables of
`neo.compute` is a read. The rest is refused (neo.refusals).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from neo.array_methods import ArrayMethods
from neo.arrays import intake, is_number, spec_of
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import Operators, converted
from neo.refusals import Refusals
from neo.specs import element_type, float_type, numpy_type, spec
from neo.trace import Trace, Value, active, refuse_outside, require_trace

# Loops over the slices of a tensor are unrolled: longer ones would take minutes to
# compile, mostly by accident, as in sum(x) for neo.sum(x).
_MOST_UNROLLED = 64
_OWN_NAME = re.compile(r"x\d+$")  # What operators call their operands.


class Tensor(ArrayMethods, Operators, Refusals):
    """A tensor of a traced function. It has a shape but no values."""

    def __init__(self, value: Value):
        self._value = value

    @property
    def value(self) -> Value:
        """The graph's tensor (for neo's own modules)."""
        return self._value

    @property
    def spec(self) -> spec:
        return self._value.spec

    @property
    def shape(self) -> tuple[int, ...]:
        return self.spec.shape

    @property
    def dtype(self) -> Any:
        """The element type as a NumPy type; bf16 is that of ml_dtypes."""
        return numpy_type(self.spec.dtype)

    @property
    def ndim(self) -> int:
        return self.spec.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    def __len__(self) -> int:
        if not self.shape:
            raise UsageError(describe(
                "a tensor of rank 0 has no len(): it is one element"))
        return self.shape[0]

    def __repr__(self) -> str:
        return f"neo.Tensor({self.spec})"

    def __format__(self, wanted: str) -> str:
        if wanted:
            self._refuse("its digits are not known",
                         "return it from the function, and format what that returns")
        return repr(self)

    def __round__(self, digits: int = 0) -> Any:
        self._refuse("Python cannot round it", "write neo.round(tensor)")

    def __copy__(self) -> Tensor:
        return self  # Nothing can change it.

    def __deepcopy__(self, _: Any) -> Tensor:
        return self

    def __getitem__(self, key: Any) -> Any:
        """Elements by integers, slices, None and '...', as in NumPy.

        In the lambda of `neo.compute`, one element by indices of its loops.
        """
        from neo.builder import read, reads_elements
        from neo.rearrange import indexed
        key = key if isinstance(key, tuple) else (key,)
        return read(self, key) if reads_elements(key) else indexed(self, key)

    def __iter__(self) -> Iterator[Tensor]:
        """The slices along the first dimension. A loop over them is unrolled.

        Raises ShapeError for rank 0, UsageError for more than 64 slices.
        """
        if not self.shape:
            raise ShapeError(describe(
                f"{self!r} is one element: there is nothing to iterate over or to "
                "unpack"))
        if self.shape[0] > _MOST_UNROLLED:
            raise UsageError(describe(
                f"{self!r} has {self.shape[0]} slices, and a loop over more than "
                f"{_MOST_UNROLLED} is not unrolled: run it by neo.scan, or write "
                "it with reductions of whole tensors"))
        return iter([self[n] for n in range(self.shape[0])])

    # Rearranging

    def __matmul__(self, other: Any) -> Tensor:
        from neo.rearrange import matmul
        return matmul(self, other)

    def __rmatmul__(self, other: Any) -> Tensor:
        from neo.rearrange import matmul
        return matmul(other, self)

    @property
    def T(self) -> Tensor:
        """The tensor with its dimensions in reverse order."""
        return self.transpose()

    def transpose(self, *axes: Any) -> Tensor:
        """Dimension n of the result is dimension `axes[n]`; no axes: reversed.

        Raises ShapeError.
        """
        from neo.rearrange import transposed
        if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
            axes = tuple(axes[0])
        if not axes or axes == (None,):
            axes = tuple(reversed(range(self.ndim)))
        return transposed(self, axes)

    def astype(self, dtype: Any) -> Tensor:
        """The elements in another type, as NumPy converts them.

        Raises DtypeError.
        """
        kind = element_type(dtype)
        if kind == self.spec.dtype and not self._value.weak:
            return self
        if active() is None:
            refuse_outside()
        result = converted(self._value, kind)
        result.path = f"{self._value.path}.astype(...)"
        return Tensor(result)

    def reshape(self, *shape: Any) -> Tensor:
        """The elements in row-major order; one size may be -1.

        Raises ShapeError.
        """
        from neo.rearrange import reshaped
        return reshaped(self, shape)


def _strong(value: Value, beside: Sequence[Value | None]) -> Value:
    """`value`; where it is weak, in the float type of those beside it."""
    types = {v.spec.dtype for v in beside
             if v and v.spec.is_float and not v.weak}
    if not value.weak or len(types) != 1 or value.spec.dtype in types:
        return value
    return converted(value, *types)


def lifted(operands: Sequence[Any], names: Sequence[str], source: str = "",
           may_mix: bool = False) -> list[Value]:
    """Operands of one operator as values of the active trace.

    Arrays become inputs of the jitted function; Python numbers take the float
    type of the other operands. Operands that `may_mix` keep their types: integers
    are integers, and floats weak ones, of the first other's type. Otherwise mixed
    types raise DtypeError, which names the arguments that have them, and the operands
    as well if it shows `source`.
    """
    trace = active()
    if trace is None and any(isinstance(operand, Tensor) for operand in operands):
        refuse_outside()
    trace = require_trace("an operator on traced tensors")
    found: list[Value | None] = []
    for name, operand in zip(names, operands):
        if isinstance(operand, Tensor):
            found.append(trace.local(operand.value))
        elif is_number(operand):
            found.append(None)
        else:
            array = intake(operand, f"operand '{name}'" if source or
                           not _OWN_NAME.match(name) else "an operand")
            value = trace.array(array, spec_of(array))
            value.weak = isinstance(operand, (list, tuple)) and \
                value.spec.is_float
            found.append(value)
    found = [v and _strong(v, found) for v in found]
    known = {n: v for n, v in zip(names, found) if v}
    paths = {n: f"'{n}' ({v.path})" if source else v.path
             for n, v in known.items() if v.path}
    floats = {n: v.spec for n, v in known.items() if v.spec.is_float}
    shared = float_type(dict(list(floats.items())[:1]) if may_mix else floats,
                        source, paths)
    return [v or _number(trace, o, "" if may_mix else shared, shared,
                         weak=may_mix or not floats)
            for v, o in zip(found, operands)]


def _number(trace: Trace, number: bool | int | float, wanted: str, shared: str,
            weak: bool) -> Value:
    """A Python number as a tensor of rank 0 in the type `wanted`; without one it is an
    integer, or a float of the type that is `shared`."""
    whole = {bool: "i1", int: "i64"}.get(type(number), "")
    if isinstance(number, int) and not -2**63 <= number < 2**63:
        whole = ""
    dtype = wanted or whole or shared
    value = trace.splat(float(number) if dtype == shared else number, spec((), dtype))
    value.weak = weak and value.spec.is_float
    return value


def as_tensor(x: Any) -> Tensor:
    """`x` as a tensor of the active trace; a tensor as it is."""
    return x if isinstance(x, Tensor) else Tensor(lifted([x], ["x"])[0])
