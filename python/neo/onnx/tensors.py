# tensors.py - arrays out of a model's file
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Initialisers, attributes and external data, checked before they are read.

A file declares the size of its tensors, which is not trusted: the data in the file must
be as long as the shape says before anything is allocated. External data is a relative
path to a plain file in the model's folder, from which no link leads out, and the part
that is read lies within that file.
"""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from neo.errors import describe
from neo.onnx.element_types import is_known
from neo.onnx.refusals import ModelError, UnsupportedError

_BITS = {"int4": 4, "uint4": 4, "int2": 2, "uint2": 2, "float4_e2m1fn": 4}


def element_type(number: int, what: str) -> np.dtype:
    """The NumPy type of ONNX's element type `number`. Raises ModelError,
    UnsupportedError."""
    from onnx import helper
    try:
        dtype = np.dtype(helper.tensor_dtype_to_np_dtype(number))
    except (KeyError, TypeError, ValueError):
        raise ModelError(describe(f"{what} has no element type {number}")) from None
    if not is_known(dtype):
        name = "strings" if dtype.kind in "OUS" else str(dtype)
        raise UnsupportedError(what, "", f"its elements are {name}: numbers and truth "
                                         "values are tensors")
    return dtype


def bytes_of(dtype: np.dtype, shape: tuple[int, ...]) -> int:
    """How long a tensor is in a file."""
    return (prod(shape) * _BITS.get(dtype.name, dtype.itemsize * 8) + 7) // 8


def read_tensor(proto: Any, folder: Path | None) -> np.ndarray:
    """The array of a TensorProto. Raises ModelError, UnsupportedError."""
    from onnx import TensorProto, numpy_helper
    what = f"tensor '{proto.name}'"
    dtype, shape = element_type(proto.data_type, what), tuple(proto.dims)
    if any(size < 0 for size in shape):
        raise ModelError(describe(f"{what} has the shape {shape}: an extent is 0 or more"))
    length = bytes_of(dtype, shape)
    if proto.data_location == TensorProto.EXTERNAL:
        held = TensorProto()
        held.CopyFrom(proto)
        held.ClearField("external_data")
        held.data_location = TensorProto.DEFAULT
        held.raw_data = _external(proto, folder, length, what)
        proto = held
    _check_length(proto, dtype, shape, length, what)
    try:
        array = numpy_helper.to_array(proto)
    except Exception as reason:
        raise ModelError(describe(f"{what} cannot be read: {reason}")) from None
    if array.shape != shape:
        raise ModelError(describe(f"{what} holds {array.shape}, not {shape}"))
    return np.asarray(array, dtype)


def _check_length(proto: Any, dtype: np.dtype, shape: tuple[int, ...], length: int,
                  what: str) -> None:
    """Refuses a tensor that holds more or less than its shape says."""
    if proto.HasField("raw_data"):
        if len(proto.raw_data) != length:
            raise ModelError(describe(
                f"{what} of shape {shape} in {dtype} is {length} bytes long, but the "
                f"file holds {len(proto.raw_data)}"))
        return
    fields = ("float_data", "int32_data", "int64_data", "double_data", "uint64_data")
    held = max(len(getattr(proto, field)) for field in fields)
    packed = 8 // _BITS.get(dtype.name, 8)
    if held != -(-prod(shape) // packed):
        raise ModelError(describe(
            f"{what} of shape {shape} has {prod(shape)} elements, but the file holds "
            f"{held * packed}"))


def _external(proto: Any, folder: Path | None, length: int, what: str) -> bytes:
    """The bytes of external data."""
    entries = {e.key: e.value for e in proto.external_data}
    path = _inside(entries.get("location", ""), folder, what)
    try:
        offset, held = int(entries.get("offset", 0)), int(entries.get("length", length))
    except ValueError:
        raise ModelError(describe(f"{what}: offset and length are numbers")) from None
    size = path.stat().st_size
    if held != length or offset < 0 or offset + length > size:
        raise ModelError(describe(
            f"{what} is {length} bytes long, but the model reads {held} from {offset} "
            f"on of '{path.name}', which holds {size}"))
    with open(path, "rb") as file:
        file.seek(offset)
        return file.read(length)


def _inside(location: str, folder: Path | None, what: str) -> Path:
    """The file of `location`, a plain one in the folder of the model."""
    if folder is None:
        raise ModelError(describe(
            f"{what} lies in another file, '{location}': load the model by its path"))
    root = folder.resolve()
    try:
        path = (root / location).resolve()
        fine = location and root in path.parents and path.is_file()
    except (OSError, ValueError):
        fine = False
    if not fine:
        raise ModelError(describe(
            f"{what} lies in {location!r}, which is no file in the model's folder"))
    return path


def dense(sparse: Any, folder: Path | None, most: int) -> np.ndarray:
    """The array of a SparseTensorProto, of at most `most` elements."""
    what = f"sparse tensor '{sparse.values.name}'"
    shape = tuple(sparse.dims)
    if any(size < 0 for size in shape) or prod(shape) > most:
        raise ModelError(describe(f"{what} of shape {shape} has no, or too many elements"))
    values = read_tensor(sparse.values, folder)
    places = read_tensor(sparse.indices, folder)
    found = np.zeros(shape, values.dtype)
    try:
        if places.ndim == 2:
            places = np.ravel_multi_index(tuple(places.T), shape)
        if places.size and (places.min() < 0 or places.max() >= found.size):
            raise ValueError("an index lies outside")
        found.reshape(-1)[places] = values
    except (ValueError, IndexError) as reason:
        raise ModelError(describe(f"{what}: {reason}")) from None
    return found
