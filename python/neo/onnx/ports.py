# ports.py - the inputs and outputs of a model
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Names, shapes and element types that a model's file declares, and the check that an
argument has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from neo.arrays import intake, is_number
from neo.errors import DtypeError, ShapeError, describe
from neo.onnx.element_types import carrier
from neo.onnx.refusals import ModelError, UnsupportedError
from neo.onnx.tensors import element_type
from neo.tensor import Tensor

Dimension = int | str | None


@dataclass(frozen=True)
class Port:
    """An input or an output: extents are numbers, names of symbolic ones or None; the
    shape is None where the rank is not said."""

    name: str
    shape: tuple[Dimension, ...] | None
    dtype: np.dtype

    def __str__(self) -> str:
        shape = "..." if self.shape is None else \
            ", ".join("?" if s is None else str(s) for s in self.shape)
        return f"{self.name}: {self.dtype}[{shape}]"


def port_of(value: Any, role: str) -> Port:
    """The port of a ValueInfoProto. Raises ModelError, UnsupportedError."""
    kind = value.type.WhichOneof("value")
    if kind is None:
        raise ModelError(describe(f"{role} '{value.name}' has no type"))
    if kind != "tensor_type":
        raise UnsupportedError(f"{role} '{value.name}'", "",
                               f"it is a {kind.removesuffix('_type')}, and no tensor")
    tensor = value.type.tensor_type
    dtype = element_type(tensor.elem_type, f"{role} '{value.name}'")
    shape = tuple(map(_extent, tensor.shape.dim)) if tensor.HasField("shape") else None
    if any(isinstance(size, int) and size < 0 for size in shape or ()):
        raise ModelError(describe(
            f"{role} '{value.name}' has the shape {shape}: an extent is 0 or more"))
    return Port(value.name, shape, dtype)


def _extent(dim: Any) -> Dimension:
    which = dim.WhichOneof("value")
    return dim.dim_value if which == "dim_value" else dim.dim_param or None


def argument(port: Port, value: Any) -> Any:
    """`value` as an array of the port's type, or a traced tensor of its carrier."""
    if type(value) is np.ndarray and value.dtype == port.dtype:  # at once
        _check_shape(port, value.shape)
        return value
    if isinstance(value, Tensor):
        if np.dtype(value.dtype) not in (port.dtype, carrier(port.dtype)):
            raise DtypeError(describe(
                f"input '{port.name}' is {port.dtype}, not {value.dtype}: convert it "
                "with .astype"))
    elif isinstance(value, (np.ndarray, np.generic)):
        value = np.asarray(value)
    elif is_number(value) or isinstance(value, (list, tuple)):
        value = _converted(port, value)
    else:
        value = intake(value, f"input '{port.name}'")
    if isinstance(value, np.ndarray) and value.dtype != port.dtype:
        raise DtypeError(describe(
            f"input '{port.name}' is {port.dtype}, not {value.dtype}: convert it with "
            f".astype('{port.dtype}')"))
    _check_shape(port, tuple(value.shape))
    return value


def _converted(port: Port, value: Any) -> np.ndarray:
    try:
        return np.asarray(value, port.dtype)
    except (TypeError, ValueError, OverflowError) as reason:
        raise DtypeError(describe(
            f"input '{port.name}' is {port.dtype}[...]: {reason}")) from None


def _check_shape(port: Port, shape: tuple[int, ...]) -> None:
    if port.shape is None or shape == port.shape:
        return
    if len(shape) != len(port.shape) or any(
            isinstance(want, int) and want != have
            for want, have in zip(port.shape, shape)):
        raise ShapeError(describe(
            f"input '{port.name}' has the shape {shape}, but the model takes {port}"))
