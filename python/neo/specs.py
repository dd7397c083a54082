# specs.py - shapes and element types
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What is known of a tensor before its values: shape and element type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import ml_dtypes
import numpy as np

from neo.errors import DtypeError, ShapeError, describe

INT64_MAX = 2**63 - 1
_UNASKED = (" (where no dtype is given, NumPy's functions make f64, and neo's such as "
            "neo.zeros f32)")
# More elements than this cannot be addressed, whatever the element type.
MAX_ELEMENTS = 2**47

FLOATS = ("f64", "f32", "f16", "bf16")
HALVES = ("f16", "bf16")
INTEGERS = ("i64", "i32", "i8", "i1")

_NAMES = {
    "float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16",
    "int64": "i64", "int32": "i32", "int8": "i8", "bool": "i1",
}
_NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16,
          "bf16": ml_dtypes.bfloat16,
          "i64": np.int64, "i32": np.int32, "i8": np.int8, "i1": np.bool_}


def element_type(dtype: Any) -> str:
    """neo's name ('f32', 'i64', 'i1', ...) of a NumPy or neo dtype."""
    if isinstance(dtype, str) and dtype in FLOATS + INTEGERS:
        return dtype
    try:
        name = "bfloat16" if str(dtype) == "bfloat16" else np.dtype(dtype).name
    except TypeError:
        name = str(dtype)
    if name not in _NAMES:
        raise DtypeError(
            f"element type {name} is not supported: convert to one of "
            f"{', '.join(_NAMES)}, {_conversion(name)}")
    return _NAMES[name]


# NumPy counts bytes where Neo's IR counts bits.
_TWO_MEANINGS = {"i8": ("int64", "int8"), "i1": ("int8", "bool")}


def bounds_of(name: str) -> tuple[int, int]:
    """The smallest and the largest whole number up to which a type holds all."""
    if name in INTEGERS:
        bits = 1 if name == "i1" else int(name[1:])
        return (0, 1) if bits == 1 else (-2**(bits - 1), 2**(bits - 1) - 1)
    most = 2 ** {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}[name]
    return -most, most


def asked_type(dtype: Any) -> str:
    """Neo's name of a type that a call asks for. Raises DtypeError for other types, and
    for names that NumPy and Neo read as two."""
    if isinstance(dtype, str) and dtype in _TWO_MEANINGS:
        theirs, ours = _TWO_MEANINGS[dtype]
        raise DtypeError(describe(
            f"the element type '{dtype}' is {theirs} for NumPy and {ours} in Neo's IR: "
            f"write '{theirs}' or '{ours}'"))
    return element_type(dtype)


def _conversion(name: str) -> str:
    """How to convert an element type that neo has not."""
    if name.startswith("complex"):
        return "as the real and the imaginary part, array.real and array.imag"
    if name == "object":
        return "as which NumPy takes a list only if its rows are numbers and equally long"
    if name.startswith(("str", "bytes", "void")):
        return "which have numbers alone"
    wide = {"uint8": "int32", "int16": "int32", "uint16": "int32"}
    known = wide.get(name, "int64" if name.startswith(("uint", "int")) else "float32")
    return f"e.g. with .astype(numpy.{known})"


def numpy_type(dtype: str) -> type:
    """The NumPy type of a neo element type; bf16 is that of ml_dtypes."""
    return _NUMPY[dtype]


def size_of(count: int, dtype: str) -> str:
    """How large `count` elements are, for errors."""
    kind = np.dtype(_NUMPY[dtype])
    return f"{count:.2e} elements, {count * kind.itemsize:.2e} bytes in {kind.name}"


def extent(value: Any, what: str) -> int:
    """`value` as an extent, or a ShapeError that calls it `what`."""
    is_whole = hasattr(value, "__index__") and not isinstance(value, (bool, np.bool_))
    if isinstance(value, np.ndarray):  # Which has __index__, whatever it holds.
        is_whole = value.shape == () and value.dtype.kind in "iu"
    if not is_whole:
        raise ShapeError(describe(f"{what} must be an integer, not {value!r}"))
    number = value.__index__()
    if not 0 <= number <= MAX_ELEMENTS:
        raise ShapeError(describe(
            f"{what} is {number}, but must lie in 0..2**47"))
    return number


@dataclass(frozen=True, init=False)
class spec:
    """Shape and element type of a tensor.

    neo.spec((3, 4), "float32"), neo.spec((), numpy.float64),
    neo.spec((2,), "bf16"). Raises ShapeError or DtypeError.
    """

    shape: tuple[int, ...]
    dtype: str

    def __init__(self, shape: Sequence[int] | int, dtype: Any = "f64"):
        if not hasattr(shape, "__index__") and not hasattr(shape, "__iter__"):
            raise ShapeError(describe(
                f"a shape is an integer or several, not {shape!r}"))
        sizes = (shape,) if hasattr(shape, "__index__") else tuple(shape)
        sizes = tuple(extent(s, f"dimension {d}") for d, s in enumerate(sizes))
        try:
            name = element_type(dtype)
        except DtypeError as refusal:
            raise DtypeError(describe(str(refusal))) from None
        if prod(sizes) > MAX_ELEMENTS:
            raise ShapeError(describe(
                f"a tensor of shape {sizes} has more than 2**47 elements: "
                f"{size_of(prod(sizes), name)}"))
        object.__setattr__(self, "shape", sizes)
        object.__setattr__(self, "dtype", name)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def is_float(self) -> bool:
        return self.dtype in FLOATS

    @property
    def nbytes(self) -> int:
        """How many bytes an array of it takes."""
        return prod(self.shape) * np.dtype(_NUMPY[self.dtype]).itemsize

    @property
    def ir(self) -> str:
        """The type in the IR, e.g. tensor<3x4xf32>."""
        return f"tensor<{''.join(f'{s}x' for s in self.shape)}{self.dtype}>"

    def __str__(self) -> str:
        return f"{self.dtype}[{', '.join(map(str, self.shape))}]"


def float_type(specs: Mapping[str, spec], source: str = "",
               paths: Mapping[str, str] | None = None) -> str:
    """The float type shared by named tensors; f64 where there is none.

    Mixed types are a DtypeError that shows `source`, and calls tensors by their
    `paths` where these are known.
    """
    found: dict[str, str] = {}
    for name, each in specs.items():
        if each.is_float:
            found.setdefault(each.dtype, name)
    if len(found) > 1:
        (a, first), (b, second) = [
            (dtype, (paths or {}).get(name) or f"'{name}'")
            for dtype, name in list(found.items())[:2]]
        raise DtypeError(describe(
            f"float types are mixed: {first} is {a} and {second} is {b}; "
            "convert them to one type with .astype" + _UNASKED * ("f64" in found),
            source))
    return next(iter(found), "f64")
