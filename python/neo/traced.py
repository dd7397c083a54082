# traced.py - what tensors of a graph are, without what they can do
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A traced tensor has a shape and an element type, but no values.

`lifted` makes operands of it and of what stands beside it: arrays and numbers. Methods
and operators, which need these, come on top (neo.tensor).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod
from typing import Any, Self

import numpy as np

from neo.arrays import intake, is_number, spec_of
from neo.device_arrays import DeviceArray
from neo.pointwise import converted
from neo.specs import asked_type, float_type, numpy_type, spec
from neo.trace import Trace, Value, active, refuse_outside, require_trace
from neo.weakness import Weakness

_OWN_NAME = re.compile(r"x\d+$")  # What operators call their operands.


class Traced:
    """A tensor of a traced function: a value of its graph."""

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
    def dtype(self) -> np.dtype:
        """The element type as that of an array; bf16 is that of ml_dtypes."""
        return np.dtype(numpy_type(self.spec.dtype))

    @property
    def ndim(self) -> int:
        return self.spec.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    def astype(self, dtype: Any) -> Self:
        """The elements in another type, as NumPy converts them. Python's `float` is what
        a Python number is: the type of the floats that it meets, else float64.

        Raises DtypeError.
        """
        kind = asked_type(dtype)
        adapts = dtype is float
        if kind == self.spec.dtype and bool(self._value.weak) == adapts:
            return self
        if active() is None:
            refuse_outside()
        result = converted(self._value, kind)
        result.weak = Weakness.NUMBERS if adapts else Weakness.NONE
        result.path = f"{self._value.path}.astype(...)"
        return type(self)(result)


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
    if trace is None and any(isinstance(operand, Traced) for operand in operands):
        refuse_outside()
    trace = require_trace("an operator on traced tensors")
    found: list[Value | None] = []
    for name, operand in zip(names, operands):
        if isinstance(operand, Traced):
            found.append(trace.local(operand.value))
        elif is_number(operand):
            found.append(None)
        else:
            if isinstance(operand, DeviceArray):
                operand = np.asarray(operand)
            array = intake(operand, f"operand '{name}'" if source or
                           not _OWN_NAME.match(name) else "an operand")
            value = trace.array(array, spec_of(array))
            if value.spec.is_float and isinstance(operand, (list, tuple)):
                value.weak = Weakness.NUMBERS
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


def value_of(operand: Any, name: str = "x") -> Value:
    """A tensor, an array or a number as a value of the active trace, numbers of their
    own type. Raises UsageError for a tensor of another trace."""
    return lifted([operand], [name], may_mix=is_number(operand))[0]


def _number(trace: Trace, number: bool | int | float, wanted: str, shared: str,
            weak: bool) -> Value:
    """A Python number as a tensor of rank 0 in the type `wanted`; without one it is an
    integer, or a float of the type that is `shared`."""
    whole = {bool: "i1", int: "i64"}.get(type(number), "")
    if isinstance(number, int) and not -2**63 <= number < 2**63:
        whole = ""
    dtype = wanted or whole or shared
    value = trace.splat(float(number) if dtype == shared else number, spec((), dtype))
    if weak and value.spec.is_float:
        value.weak = Weakness.NUMBERS
    return value
