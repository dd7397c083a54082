# refusals.py - what a traced tensor cannot do
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One sentence with the remedy for every use of a traced tensor that would need
its values, and for functions of NumPy and PyTorch, which compute on theirs only.

Their operators are not refused: `array + tensor` asks NumPy first, which asks
the tensor (`__array_ufunc__`, of PyTorch `__torch_function__`), which does what
`+` does on tensors.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from neo.elsewhere import REMEDIES, meant
from neo.errors import UsageError, describe
from neo.public import is_public
from neo.specs import spec
from neo.static_remedies import static_remedy
from neo.trace import Value, active, refuse_outside

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
# The same by the methods, and what PyTorch calls them otherwise.
_REFLECTED = dict(_OPERATORS.values())
_TORCH_NAMES = {"div": "truediv", "bitwise_and": "and", "bitwise_or": "or",
                **{name: direct[2:-2] for name, (direct, _) in _OPERATORS.items()}}
# Where a tensor's user writes something else than an array's.
_REMEDIES = {"absolute": "abs(tensor)", "fabs": "abs(tensor)",
             "negative": "-tensor", "logical_and": "a & b",
             "logical_or": "a | b", "logical_not": "~tensor",
             "power": "a ** b", "dot": "a @ b", "matmul": "a @ b",
             "transpose": "tensor.T", "reshape": "tensor.reshape(shape)",
             "reduce": "neo.sum, neo.max or another reduction",
             "append": "neo.concatenate([a, b])", "copy": "the tensor itself",
             "at": "neo.where(neo.arange(n) == position, value, tensor)",
             "fill": "neo.full_like(tensor, value)",
             "put": "neo.where(neo.arange(n) == position, value, tensor)",
             "resize": "tensor.reshape(shape)", "flat": "tensor.flatten()",
             "choose": "neo.where(condition, a, b)",
             "compress": "neo.where(condition, a, b)",
             "mT": "neo.swapaxes(tensor, -1, -2)",
             "itemsize": "numpy.dtype(tensor.dtype).itemsize",
             "nbytes": "tensor.size * numpy.dtype(tensor.dtype).itemsize",
             "conj": "the tensor itself", "conjugate": "the tensor itself",
             "real": "the tensor itself", "numpy": "the tensor itself",
             "detach": "neo.stop_gradient(tensor)",
             "permute": "tensor.transpose(axes)", "dim": "tensor.ndim",
             "unsqueeze": "neo.expand_dims(tensor, axis)",
             "expand": "neo.broadcast_to(tensor, shape)",
             "float": "tensor.astype(numpy.float32)",
             "double": "tensor.astype(numpy.float64)",
             "to": "tensor.astype(dtype)", "to_device": "the tensor itself",
             "view": "tensor.reshape(shape), or tensor.astype(dtype)"}
# What needs values, and is asked of the array that the function returns.
_OF_VALUES = frozenset((
    "item", "tolist", "tobytes", "tofile", "dump", "dumps", "data", "ctypes",
    "argpartition", "partition", "flags", "strides", "base", "byteswap", "imag",
    "getfield", "setfield", "setflags", "device", "argsort", "sort", "nonzero",
    "searchsorted"))


def _remedy(name: str) -> str:
    if name in _REMEDIES:
        return f"write {_REMEDIES[name]}"
    if name in _OF_VALUES:
        return "return the tensor from the function, and ask the array that comes of it"
    if is_public(name) and name.islower():
        return f"write neo.{name}(...)"
    if name in REMEDIES:
        return f"write {REMEDIES[name]}"
    return "write a neo.expr or neo.compute, or call it on what the function returns"


def _first(values: Any) -> NumPySide:
    """The traced tensor among arguments, or in a list of them."""
    for value in values:
        if isinstance(value, NumPySide):
            return value
        if isinstance(value, (tuple, list)) and any(
                isinstance(each, NumPySide) for each in value):
            return _first(value)
    raise TypeError("no argument is a tensor of neo")


class NumPySide:
    """What NumPy and PyTorch ask of an operand that is none of theirs."""

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise NotImplementedError

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any,
                        **options: Any) -> Any:
        name = ufunc.__name__ if method == "__call__" else method
        if name in _OPERATORS and not options and len(inputs) == 2:
            left, right = inputs
            direct, reflected = _OPERATORS[name]
            if isinstance(left, NumPySide):
                return getattr(left, direct)(right)
            return getattr(right, reflected)(left)
        if "out" in options:
            self._refuse(f"numpy.{name} cannot write it to an array",
                         "write a = a + tensor, not a += tensor")
        self._refuse(f"numpy.{name} cannot compute it",
                     _remedy(name))

    def __array_function__(self, function: Any, types: Any, args: Any,
                           kwargs: Any) -> Any:
        if function in (np.shape, np.ndim, np.size):  # Known as neo.jit traces.
            return function._implementation(*args, **kwargs)
        name = function.__name__
        self._refuse(f"numpy.{name} cannot compute it",
                     _remedy(name))

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (),
                           kwargs: Any = None) -> Any:
        options = kwargs or {}
        name = function.__name__
        if name.startswith("__") and name.endswith("__"):
            name = name[2:-2]
        tensor = _first((*args, *options.values()))
        if name.endswith("_") or "out" in options:
            tensor._refuse(f"torch.{name} cannot write it to a tensor",
                           "write a = a + tensor, not a += tensor")
        direct = f"__{_TORCH_NAMES.get(name, name)}__"
        if direct in _REFLECTED and len(args) == 2 and not options:
            left, right = args
            if isinstance(left, NumPySide):
                return getattr(left, direct)(right)
            return getattr(right, _REFLECTED[direct])(left)
        tensor._refuse(f"torch.{name} cannot compute it", _remedy(name))


class Refusals(NumPySide):
    """Methods of a traced tensor that only raise."""

    spec: spec
    value: Value

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        if active() is None:
            refuse_outside()
        raise UsageError(describe(f"{self!r} has no value while neo.jit "
                                  f"traces, so {what}: {remedy}"))

    def __bool__(self) -> bool:
        self._refuse("it is neither true nor false", "choose with neo.where, "
                     "or name a flag in neo.jit(..., static=...); its shape is "
                     "known and may be asked for; max and min of Python compare, too: "
                     "write neo.maximum or neo.max")

    def __float__(self) -> float:
        self._refuse("it is no Python number",
                     "compute with it as it is (neo.exp for math.exp), or return it "
                     "and convert that")

    __int__ = __complex__ = __float__  # type: ignore[assignment]

    def __index__(self) -> int:
        self._refuse("it is no Python integer", f"{static_remedy(self.value)}, "
                     "or read a shape instead; to index a list by it, write "
                     "neo.take(list, tensor, axis=0)")

    def __contains__(self, _: Any) -> bool:
        self._refuse("nothing is known to be in it",
                     "compare with == and reduce with neo.max")

    def __setitem__(self, key: Any, value: Any) -> None:
        self._refuse("nothing can be assigned to its elements",
                     "make a new tensor with neo.where or neo.compute")

    def __delitem__(self, key: Any) -> None:
        self._refuse("nothing can be deleted from it", "take what stays, "
                     "neo.concatenate([tensor[:n], tensor[n + 1:]])")

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        indexing = "to index a NumPy array by it, make a tensor of that, for " \
            "array[i, j] neo.asarray(array)[i, j], or write neo.take(array, tensor, " \
            "axis=0), with axis=1 for array[:, tensor]; "
        self._refuse("it cannot become a NumPy array",
                     indexing * (not self.spec.is_float) +
                     "return it from the function to see its values")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        said = f"a traced tensor has no attribute '{name}': "
        close = meant(name, [n for n in dir(type(self)) if not n.startswith("_")])
        known = name in REMEDIES or name in _REMEDIES or name in _OF_VALUES or \
            hasattr(np, name)
        raise AttributeError(describe(
            said + (f"did you mean '{close}'?" if close and not known
                    else _remedy(name))))
