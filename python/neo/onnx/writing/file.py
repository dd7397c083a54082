# file.py - a graph as a checked file
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The ModelProto of a graph, and its weights in the file or beside it.

A file of ONNX is one message of protobuf, which holds less than 2 GB. Larger models
keep their weights in a file of their own, where each begins at a page, so that a
runtime can map it. What is written is checked by the package `onnx`: its checker, and
inference of all shapes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from neo.destinations import folder_of, written_to
from neo.errors import UsageError, describe
from neo.onnx.writing.graph import IR_VERSION, OPSET, Graph, Made

# Protobuf's limit, less what nodes and names take.
MOST_INSIDE = 2**31 - 2**26
# Weights below this stay in the model, where shapes are looked for.
_SMALL = 1024
_PAGE = 4096


def model_of(graph: Graph, name: str, inputs: Sequence[Made], outputs: Sequence[Made]
             ) -> Any:
    """The model without its weights, which `write` adds."""
    from onnx import helper
    model = helper.make_model(
        graph.proto(name, inputs, outputs, with_constants=False),
        opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION,
        producer_name="neo")
    return model


def write(model: Any, weights: Mapping[str, np.ndarray], path: str | os.PathLike,
          external: bool | None) -> Any:
    """Adds the weights that the model reads, checks it and writes it; gives it back.
    Raises UsageError and OSError."""
    from neo.onnx.scope import read_by
    used = {name for node in model.graph.node for name in read_by(node)}
    kept = {name: array for name, array in weights.items() if name in used}
    total = sum(array.nbytes for array in kept.values())
    if external is False and total > MOST_INSIDE:
        raise UsageError(describe(
            f"the weights are {total} bytes, and a file of ONNX holds less than 2 GB: "
            "leave out external=False, and they lie in a file beside it"))
    path = Path(path)
    folder_of(path)
    with written_to(path):
        return _write_checked(model, kept, path, bool(external) or total > MOST_INSIDE)


def _write_checked(model: Any, weights: Mapping[str, np.ndarray], path: Path,
                   is_beside: bool) -> Any:
    """The model, written with its weights inside or beside it, and checked."""
    import onnx
    if is_beside:
        _write_beside(model, weights, path)
        path.write_bytes(model.SerializeToString())
        onnx.checker.check_model(str(path), full_check=True)
        return model
    from neo.onnx.writing.graph import initialiser
    model.graph.initializer.extend(initialiser(n, a) for n, a in weights.items())
    onnx.checker.check_model(model, full_check=True)
    path.write_bytes(model.SerializeToString())
    return model


def _write_beside(model: Any, weights: Mapping[str, np.ndarray], path: Path) -> None:
    """Writes the weights to a file beside the model, which says where each lies."""
    from neo.onnx.writing.graph import described, initialiser
    place = path.with_name(path.name + ".data")
    with open(place, "wb") as file:
        for name, array in weights.items():
            if array.nbytes < _SMALL:
                model.graph.initializer.append(initialiser(name, array))
                continue
            file.write(b"\0" * (-file.tell() % _PAGE))
            model.graph.initializer.append(described(name, array, {
                "location": place.name, "offset": str(file.tell()),
                "length": str(array.nbytes)}))
            file.write(array.data if array.dtype.kind in "fiub" else array.tobytes())
