# saving.py - trees of arrays in a file
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.save_tree` and `neo.load_tree`: parameters and states as one file.

The file is of the safetensors format, which other frameworks read: one tensor for each
leaf, named by the path to it (`layers.0.w`). The containers, and which leaves are Python
numbers, are said in its metadata. It is written beside the old one and takes its place
as a whole, so that a program that is stopped leaves one of both.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from typing import Any

import ml_dtypes
import numpy as np

from neo import tree
from neo.arrays import intake, is_array, is_number
from neo.destinations import folder_of, written_to
from neo.device_arrays import DeviceArray
from neo.errors import DtypeError, Error, UsageError, describe, kind_of
from neo.tensor import Tensor

_KEY = "neo.tree"
# Integers that neo does not compute with, as of pictures.
_SHORT = ("uint8", "int16", "uint16", "uint32", "uint64")
_NUMBERS = {bool: "bool", int: "int", float: "float"}


def save_tree(path: str | os.PathLike, values: Any) -> None:
    """Writes nested dicts, lists and tuples of arrays and numbers to `path`.

    Raises DtypeError for other leaves, and UsageError for keys that are no strings.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise UsageError(describe(
            f"a path is a str, not {type(path).__name__}: write "
            "neo.save_tree(path, values)"))
    leaves, structure = tree.flatten(values)
    names: list[str] = []
    said = _said(structure, "", names)
    tensors, kinds = {}, {}
    for name, leaf in zip(names, leaves):
        array = _array(leaf, name)
        if is_number(leaf):
            kinds[name] = _NUMBERS.get(type(leaf), "float")
        if array.dtype == ml_dtypes.bfloat16:
            kinds[name], array = "bfloat16", array.view(np.uint16)
        tensors[name] = np.asarray(array, order="C")
    metadata = {_KEY: json.dumps({"tree": said, "kinds": kinds})}
    _replace(os.fspath(path), _safetensors().numpy.save(tensors, metadata))


def _array(leaf: Any, name: str) -> np.ndarray:
    """A leaf as the file has it."""
    if isinstance(leaf, Tensor):
        raise UsageError(describe(
            f"'{name}' is a traced tensor, which has no values: return it from the "
            "function, and save what comes of it"))
    if isinstance(leaf, DeviceArray) or (
            isinstance(leaf, np.ndarray | np.generic) and leaf.dtype.name in _SHORT):
        return np.asarray(leaf)
    if not (is_array(leaf) or is_number(leaf)):
        raise DtypeError(describe(
            f"'{name}' is {kind_of(leaf)}: a file has arrays and numbers, so "
            "keep it elsewhere, as by json"))
    return np.asarray(intake(leaf, f"'{name}'",
                             "int64" if type(leaf) is int else "float64"))


def load_tree(path: str | os.PathLike) -> Any:
    """What `save_tree` wrote; a dict of arrays where somebody else did.

    Raises neo.Error where it is no such file, and DtypeError for types that NumPy has
    not.
    """
    package, place = _safetensors(), os.fspath(path)
    _require_file(place)
    try:
        with package.safe_open(place, framework="numpy") as file:
            metadata = file.metadata() or {}
            tensors = {name: _tensor(file, name, place) for name in file.keys()}
        if _KEY not in metadata:
            return tensors
        said = json.loads(metadata[_KEY])
        return _made(said["tree"], "", tensors, said["kinds"])
    except (OSError, DtypeError):
        raise
    except Exception as reason:
        raise Error(describe(
            f"'{place}' is no file of tensors ({reason or type(reason).__name__})"
            ": write it with neo.save_tree")) from None


def _tensor(file: Any, name: str, place: str) -> np.ndarray:
    try:
        return file.get_tensor(name)
    except AttributeError:  # The package looks for the type in NumPy.
        kind = file.get_slice(name).get_dtype()
        raise DtypeError(describe(
            f"'{name}' in '{place}' is {kind}, which no type of NumPy is: write it as "
            "F32, F16 or BF16")) from None


def _safetensors() -> Any:
    try:
        import safetensors.numpy
    except ImportError:
        raise UsageError(describe(
            "trees are kept by the package safetensors, which is not "
            "installed: pip install safetensors")) from None
    return safetensors


def _require_file(path: str) -> None:
    if os.path.isdir(path):
        raise IsADirectoryError(describe(f"{path} is a folder: name a file in it"))


def _replace(path: str, data: bytes) -> None:
    """Writes a whole file, or leaves what is there."""
    folder_of(path)
    _require_file(path)
    with written_to(path):
        # Of a link the file that it leads to is replaced.
        _write_beside(os.path.realpath(path), data)


def _write_beside(path: str, data: bytes) -> None:
    """Writes a file of the same folder, which takes the place of `path` when it is whole,
    and who may read it is the same, or as new files are."""
    beside = os.path.join(os.path.dirname(path), ".neo-" + secrets.token_hex(8))
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(path):
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _said(structure: Any, prefix: str, names: list[str]) -> Any:
    """The containers as JSON; `names` gets the path to every leaf."""
    kind = structure[0]
    if kind == "leaf":
        names.append(prefix or "value")
        return "leaf"
    if kind == "none":
        return None
    if kind == "dict":
        keys, inner = structure[1:]
        for key in keys:
            if not isinstance(key, str):
                raise UsageError(describe(
                    f"a key of a saved dict is {key!r}: keys are strings, so write "
                    f"str({key!r})"))
        return {"dict": [[key, _said(part, _path(prefix, key), names)]
                         for key, part in zip(keys, inner)]}
    name = "list" if issubclass(kind, list) else "tuple"
    return {name: [_said(part, _path(prefix, str(n)), names)
                   for n, part in enumerate(structure[1])]}


def _path(prefix: str, key: str) -> str:
    """The name of what lies at `key`; a dot in a key is none between keys, and no name
    is that which the format keeps for its metadata."""
    key = key.replace("\\", "\\\\").replace(".", "\\.") or "\\"
    if prefix:
        return f"{prefix}.{key}"
    return "\\" + key if key == "__metadata__" else key


def _made(said: Any, prefix: str, tensors: dict[str, np.ndarray],
          kinds: dict[str, str]) -> Any:
    if said is None:
        return None
    if said == "leaf":
        name = prefix or "value"
        return _leaf(tensors[name], kinds.get(name))
    (kind, parts), = said.items()
    if kind == "dict":
        return {key: _made(part, _path(prefix, key), tensors, kinds)
                for key, part in parts}
    values = [_made(part, _path(prefix, str(n)), tensors, kinds)
              for n, part in enumerate(parts)]
    return values if kind == "list" else tuple(values)


def _leaf(array: np.ndarray, kind: str | None) -> Any:
    if kind == "bfloat16":
        return array.view(ml_dtypes.bfloat16)
    if kind is not None:
        return {"bool": bool, "int": int, "float": float}[kind](array.item())
    return array
