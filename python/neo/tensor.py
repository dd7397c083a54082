# tensor.py - tensors inside neo.jit
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Traced tensors: shape and element type without values.

Arithmetic on them records pointwise operators with NumPy's broadcasting;
`A[i, k]` with loop variables of `neo.compute` is a read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from neo.arrays import intake, is_number, spec_of
from neo.errors import UsageError, describe
from neo.pointwise import Operators
from neo.specs import float_type, numpy_type, spec
from neo.trace import Value, require_trace


class Tensor(Operators):
    """A tensor of a traced function. It has a shape but no values."""

    # NumPy leaves operators with arrays on the left to us.
    __array_ufunc__ = None

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
        """The element type as a NumPy dtype ('bf16' where NumPy has none)."""
        name = self.spec.dtype
        return name if name == "bf16" else numpy_type(name)

    @property
    def ndim(self) -> int:
        return self.spec.ndim

    def __repr__(self) -> str:
        return f"neo.Tensor({self.spec})"

    def __getitem__(self, key: Any) -> Any:
        from neo.builder import read
        return read(self, key if isinstance(key, tuple) else (key,))

    def _no_value(self) -> NoReturn:
        raise UsageError(describe(
            f"a traced tensor ({self.spec}) has no value while neo.jit traces: "
            "use neo.where for choices, and return it to see its values"))

    def __bool__(self) -> bool:
        self._no_value()

    def __float__(self) -> float:
        self._no_value()

    def __int__(self) -> int:
        self._no_value()

    def __iter__(self) -> NoReturn:
        self._no_value()

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        self._no_value()


def lifted(operands: Sequence[Any], names: Sequence[str]) -> list[Value]:
    """Operands of one operator as values of the active trace.

    Arrays become inputs of the jitted function; Python numbers take the float
    type of the other operands.
    """
    trace = require_trace("an operator on traced tensors")
    found: list[Value | None] = []
    for name, operand in zip(names, operands):
        if isinstance(operand, Tensor):
            found.append(trace.local(operand.value))
        elif is_number(operand):
            found.append(None)
        else:
            array = intake(operand, f"operand '{name}'")
            found.append(trace.array(array, spec_of(array)))
    shared = float_type({n: v.spec for n, v in zip(names, found) if v})
    return [v or trace.splat(float(o), spec((), shared))
            for v, o in zip(found, operands)]
