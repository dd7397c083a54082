# reading.py - a model's file, read and checked
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""From a path, bytes or a ModelProto to a model whose operators are all known.

What can be checked without shapes is checked here, before anything is traced: that the
bytes are a model, that every operator has a record or a function body, that the opsets
are supported.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from neo.errors import UsageError, describe
from neo.onnx.functions import has_body, opsets_of
from neo.onnx.items import MOST_STATIC
from neo.onnx.node import Node
from neo.onnx.operators.data_sizes import DECIDED
from neo.onnx.records import find
from neo.onnx.refusals import ModelError, UnsupportedError
from neo.onnx.scope import MOST_NESTED, Scope, read_by

OLDEST = 6


def read_model(source: Any) -> tuple[Any, Path | None]:
    """The ModelProto of `source`, and the folder of its external data."""
    from onnx import ModelProto
    if isinstance(source, ModelProto):
        return source, None
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _parsed(bytes(source), "the bytes"), None
    if not isinstance(source, (str, os.PathLike)):
        raise UsageError(describe(
            f"a model is a path, bytes or an onnx.ModelProto, not a "
            f"{type(source).__name__}"))
    path = Path(source)
    if path.exists() and not path.is_file():
        raise ModelError(describe(f"'{path.name}' is no file"))
    return _parsed(path.read_bytes(), f"'{path.name}'"), path.parent


def _parsed(data: bytes, what: str) -> Any:
    from google.protobuf.message import DecodeError
    from onnx import ModelProto
    model = ModelProto()
    try:
        model.ParseFromString(data)
    except (DecodeError, ValueError, RecursionError) as reason:
        raise ModelError(describe(f"{what}: this is no ONNX model ({reason})")) from None
    if not model.HasField("graph") or not model.opset_import:
        raise ModelError(describe(f"{what}: this is no ONNX model, for it has no graph "
                                  "or no opset"))
    return model


def functions_of(model: Any) -> dict[tuple[str, str], Any]:
    """The functions that the model itself defines."""
    return {("" if f.domain == "ai.onnx" else f.domain, f.name): f
            for f in model.functions}


def check_model(model: Any, folder: Path | None) -> Scope:
    """The outermost scope of the model. Raises ModelError, UnsupportedError."""
    opsets = opsets_of(model.opset_import)
    newest = _newest()
    if opsets.get("", OLDEST) > newest:
        raise UnsupportedError("the model", "", f"its opset is {opsets['']}, and this "
                               f"package onnx knows those up to {newest}")
    scope = Scope(opsets, functions_of(model), folder)
    check_operators(model.graph.node, scope)
    check_sizes(model.graph, scope)
    for function in model.functions:
        check_operators(function.node,
                        Scope(opsets_of(function.opset_import), scope.functions))
    return scope


def _newest() -> int:
    from onnx import defs
    return defs.onnx_opset_version()


def check_operators(nodes: Iterable[Any], scope: Scope, depth: int = 0) -> None:
    """Refuses the first operator that has no record and no definition."""
    if depth > MOST_NESTED:
        raise ModelError(describe(f"subgraphs are nested more than {MOST_NESTED} deep"))
    for proto in nodes:
        node = Node(proto, scope)
        if not node.domain and node.opset < OLDEST:
            node.refuse(f"opset {node.opset} is older than {OLDEST}: convert the model "
                        "with onnx.version_converter")
        if find(node.domain, proto.op_type, node.opset) is None and not has_body(node):
            node.refuse(REFUSED.get(proto.op_type,
                        "there is no record of it, and ONNX defines it by no others"))
        for attribute in proto.attribute:
            for graph in (attribute.g, *attribute.graphs):
                check_operators(graph.node, scope, depth + 1)


def check_sizes(graph: Any, scope: Scope) -> None:
    """Refuses operators whose results' sizes follow from data.

    What follows from constants, from shapes and from inputs that are short vectors is known.
    """
    fixed = {each.name for each in graph.initializer}
    data = {value.name for value in graph.input
            if value.name not in fixed and not _is_short(value)}
    for proto in graph.node:
        if proto.op_type in ("Shape", "Size") or not data & read_by(proto):
            continue
        if proto.op_type in DECIDED and not proto.domain:
            Node(proto, scope).refuse(_SIZES)
        data.update(proto.output)


def _is_short(value: Any) -> bool:
    """Whether an input is declared as a short vector, which may decide shapes."""
    extents = value.type.tensor_type.shape.dim
    return value.type.tensor_type.HasField("shape") and (
        not extents or len(extents) == 1 and
        extents[0].WhichOneof("value") == "dim_value" and
        extents[0].dim_value <= MOST_STATIC)


_SIZES = "how many elements it gives follows from the data, and shapes are constants"
_STRINGS = "it computes with strings, and tensors of neo are numbers"
_LISTS = "it computes with lists of tensors: give each tensor a name of its own"
_OPTIONAL = "it computes with optional values, and tensors are always there"

REFUSED: Mapping[str, str] = {
    "ImageDecoder": "it reads the bytes of image files: decode them before the model",
    **dict.fromkeys(("StringConcat", "StringNormalizer", "StringSplit",
                     "RegexFullMatch", "CategoryMapper"), _STRINGS),
    **dict.fromkeys(("SequenceAt", "SequenceConstruct", "SequenceEmpty",
                     "SequenceErase", "SequenceInsert", "SequenceLength",
                     "SequenceMap", "ConcatFromSequence", "SplitToSequence"), _LISTS),
    "Optional": _OPTIONAL,
}
