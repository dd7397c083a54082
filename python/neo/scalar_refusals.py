# scalar_refusals.py - what a scalar of neo.compute cannot do
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One sentence with the remedy where the lambda of `neo.compute` wants a value.

`A[i, k]` there is one number for each step of the loops, known in none of them while
the lambda runs. Python and NumPy ask for more in many ways, `range(i)`, `math.exp(x)`,
`sum(x)`, `x.mean()`, and would say that 'Scalar' has it not. A reduction is no number
but the whole of a lambda's expression, so nothing can be computed of it there.
"""

from __future__ import annotations

from typing import Any, NoReturn

from neo.errors import UsageError, describe
from neo.refusals import NumPySide
from neo.syntax import Node
from neo.unparse import unparse

_REDUCE = "reduce a further variable by neo.sum(expression, k=extent), neo.max, ... at " \
    "the top of the lambda's expression"
_FUNCTIONS = "of scalars there are exp log sqrt tanh ... maximum minimum pow where"
_ATTRIBUTES = {
    "dtype": "the tensor has one, A.dtype", "shape": "the tensor has one, A.shape",
    "size": "the tensor has one, A.size", "ndim": "the tensor has one, A.ndim",
    "T": "write the indices in the other order, A[j, i]",
    **dict.fromkeys(("sum", "prod", "max", "min", "mean", "any", "all", "argmax",
                     "argmin", "std", "var"), _REDUCE),
}


class ScalarRefusals(NumPySide):
    """Methods that only raise, for a scalar expression over loop variables."""

    # What functions of whole tensors say of it (neo.arrays).
    no_array = "a scalar of neo.compute, and this takes whole tensors: apply it to what " \
        "the lambda reads, or to what neo.compute gives; " + _FUNCTIONS

    node: Node

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise UsageError(describe(
            f"'{unparse(self.node)}' has no value while the lambda of neo.compute runs, "
            f"so {what}: {remedy}"))

    def __bool__(self) -> bool:
        raise UsageError(describe(
            "a condition on loop variables has no value yet: write "
            "(0 <= i) & (i < n) for 0 <= i < n, neo.where for a choice, and neo.maximum "
            "for max"))

    def __float__(self) -> float:
        self._refuse("it is no Python number", "write neo.exp for math.exp, and "
                     "x.astype(dtype) to convert it")

    __int__ = __complex__ = __float__  # type: ignore[assignment]

    def __index__(self) -> int:
        self._refuse("it is no Python integer", "for a loop take a further variable, "
                     "and reduce it by neo.sum(expression, k=extent); arrays of NumPy "
                     "that are indexed by it are tensors, neo.asarray(array)[i, j]")

    def __iter__(self) -> NoReturn:
        self._refuse("there is nothing to iterate over", _REDUCE)

    __len__ = __iter__  # type: ignore[assignment]

    def __contains__(self, _: Any) -> bool:
        self._refuse("nothing is known to be in it", "compare with ==")

    def __getitem__(self, key: Any) -> NoReturn:
        self._refuse("it has no elements", "write all indices in one bracket, A[i, j]")

    def __round__(self, digits: int = 0) -> NoReturn:
        self._refuse("Python cannot round it", "write neo.round(x)")

    def __format__(self, wanted: str) -> str:
        if wanted:
            self._refuse("its digits are not known", "print what neo.compute gives")
        return repr(self)

    def __repr__(self) -> str:
        return f"<scalar {unparse(self.node)} of neo.compute>"

    def __matmul__(self, other: Any) -> NoReturn:
        self._refuse("'@' has no rows and columns", "write neo.sum(a * b, k=extent)")

    __rmatmul__ = __matmul__

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        self._refuse("it cannot become a NumPy array", "write functions of neo, " +
                     _FUNCTIONS + "; arrays of NumPy that are indexed by it are "
                     "tensors, neo.asarray(array)[i, j]")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        remedy = _ATTRIBUTES.get(name, f"write a function of neo; {_FUNCTIONS}")
        raise AttributeError(describe(
            f"'{unparse(self.node)}' is one number in the lambda of neo.compute and has "
            f"no attribute '{name}': {remedy}"))


class ReductionRefusals:
    """Operators that only raise, for a reduction in a lambda of neo.compute."""

    no_array = "a reduction, which is the whole expression of a lambda of neo.compute: " \
        "apply the function to the tensor that neo.compute gives"

    def _refuse(self, *_: Any) -> NoReturn:
        raise UsageError(describe(
            "a reduction is the whole expression of a lambda of neo.compute: compute "
            "with the tensor that neo.compute gives"))

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __neg__ = __abs__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __getitem__ = __iter__ = __float__ = _refuse
