# refusals.py - what a traced tensor cannot do
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One sentence with the remedy for every use of a traced tensor that would need
its values, and for NumPy's functions, which compute on arrays only.

NumPy's operators are not refused: `array + tensor` asks NumPy first, which asks
the tensor (`__array_ufunc__`), which does what `+` does on tensors.
"""

from __future__ import annotations

from typing import Any, NoReturn

from neo.errors import UsageError, describe
from neo.specs import spec

# The ufuncs of Python's operators: the method of the left and of the right.
_OPERATORS = {
    "add": ("__add__", "__radd__"), "subtract": ("__sub__", "__rsub__"),
    "multiply": ("__mul__", "__rmul__"),
    "divide": ("__truediv__", "__rtruediv__"),
    "true_divide": ("__truediv__", "__rtruediv__"),
    "floor_divide": ("__floordiv__", "__rfloordiv__"),
    "remainder": ("__mod__", "__rmod__"), "power": ("__pow__", "__rpow__"),
    "matmul": ("__matmul__", "__rmatmul__"),
    "bitwise_and": ("__and__", "__rand__"),
    "bitwise_or": ("__or__", "__ror__"),
    "less": ("__lt__", "__gt__"), "less_equal": ("__le__", "__ge__"),
    "greater": ("__gt__", "__lt__"), "greater_equal": ("__ge__", "__le__"),
    "equal": ("__eq__", "__eq__"), "not_equal": ("__ne__", "__ne__"),
}
# Where neo calls it differently.
_REMEDIES = {"absolute": "abs(tensor)", "fabs": "abs(tensor)",
             "negative": "-tensor", "logical_and": "a & b",
             "logical_or": "a | b", "logical_not": "~tensor",
             "power": "a ** b", "dot": "a @ b", "matmul": "a @ b",
             "transpose": "tensor.T", "reshape": "tensor.reshape(shape)",
             "reduce": "neo.sum, neo.max or another reduction",
             "append": "neo.concatenate([a, b])", "copy": "the tensor itself",
             "at": "neo.where(neo.arange(n) == position, value, tensor)",
             "mT": "neo.swapaxes(tensor, -1, -2)",
             "item": "return it, and ask the array",
             "tolist": "return it, and ask the array"}


def _remedy(name: str) -> str:
    import neo
    if name in _REMEDIES:
        return _REMEDIES[name]
    if name in neo.__all__ and name.islower():
        return f"neo.{name}(...)"
    return "a neo.expr or neo.compute"


class Refusals:
    """Methods that only raise, but for NumPy's side of the operators."""

    spec: spec

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise UsageError(describe(f"{self!r} has no value while neo.jit "
                                  f"traces, so {what}: {remedy}"))

    def __bool__(self) -> bool:
        self._refuse("it is neither true nor false", "choose with neo.where, "
                     "or name a flag in neo.jit(..., static=...); its shape is "
                     "known and may be asked for")

    def __float__(self) -> float:
        self._refuse("it is no Python number",
                     "compute with it as it is, or return it and convert that")

    __int__ = __complex__ = __float__  # type: ignore[assignment]

    def __index__(self) -> int:
        self._refuse("it is no Python integer", "to loop by it, pass it as "
                     "neo.jit(..., static=...) or read a shape instead; to index "
                     "by it, write neo.take(array, tensor, axis=0)")

    def __contains__(self, _: Any) -> bool:
        self._refuse("nothing is known to be in it",
                     "compare with == and reduce with neo.max")

    def __setitem__(self, key: Any, value: Any) -> None:
        self._refuse("nothing can be assigned to its elements",
                     "make a new tensor with neo.where or neo.compute")

    __delitem__ = __setitem__  # type: ignore[assignment]

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        indexing = "to index a NumPy array by it, write neo.take(array, tensor, " \
            "axis=0), or pass the array as an argument; "
        self._refuse("it cannot become a NumPy array",
                     indexing * (not self.spec.is_float) +
                     "return it from the function to see its values")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any,
                        **options: Any) -> Any:
        name = ufunc.__name__ if method == "__call__" else method
        if name in _OPERATORS and not options and len(inputs) == 2:
            left, right = inputs
            direct, reflected = _OPERATORS[name]
            if isinstance(left, Refusals):
                return getattr(left, direct)(right)
            return getattr(right, reflected)(left)
        if "out" in options:
            self._refuse(f"numpy.{name} cannot write it to an array",
                         "write a = a + tensor, not a += tensor")
        self._refuse(f"numpy.{name} cannot compute it",
                     f"write {_remedy(name)}")

    def __array_function__(self, function: Any, *_: Any) -> NoReturn:
        name = function.__name__
        self._refuse(f"numpy.{name} cannot compute it",
                     f"write {_remedy(name)}")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(describe(
            f"a traced tensor has no attribute '{name}': write "
            f"{_remedy(name)}"))
