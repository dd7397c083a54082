# functions.py - operators that are defined by others
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Function bodies: operators that ONNX or the model defines by other operators.

Attention, losses and most of the newer operators have a function body in the standard;
where neo has no record, the body is inlined and traced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from neo.onnx.items import Item

if TYPE_CHECKING:
    from neo.onnx.node import Node

Expansion = tuple[Any, dict[str, Any], Mapping[str, int]]


def opsets_of(imports: Any) -> dict[str, int]:
    """The opset of each domain."""
    return {"" if each.domain == "ai.onnx" else each.domain: each.version
            for each in imports}


def expansion(node: Node, inputs: Sequence[Item | None]) -> Expansion:
    """The FunctionProto of a node, the attributes it has, and its opsets."""
    local = node.scope.functions.get((node.domain, node.proto.op_type))
    given = {each.name: node.scope.attribute(node.proto, each.name)
             for each in node.proto.attribute}
    given = {name: value for name, value in given.items() if value is not None}
    if local is not None:
        defaults = {each.name: each for each in local.attribute_proto}
        return local, defaults | given, opsets_of(local.opset_import)
    schema = schema_of(node)
    function = _body(node, schema, inputs)
    if function is None:
        node.refuse("there is no record of it, and ONNX defines it by no others")
    defaults = {name: each.default_value for name, each in schema.attributes.items()
                if each.default_value.name}
    opsets = opsets_of(function.opset_import)
    return function, defaults | given, {**node.scope.opsets, **opsets}


def schema_of(node: Node) -> Any:
    """What ONNX knows of the node's operator."""
    from onnx import defs
    try:
        return defs.get_schema(node.proto.op_type, node.opset, node.domain)
    except defs.SchemaError:
        return node.refuse(f"opset {node.opset} of domain '{node.domain or 'ai.onnx'}' "
                           "has no such operator")


def has_body(node: Node) -> bool:
    """Whether ONNX, or the model, defines the operator by others."""
    if (node.domain, node.proto.op_type) in node.scope.functions:
        return True
    schema = schema_of(node)
    return bool(schema.has_function or schema.has_context_dependent_function)


def _body(node: Node, schema: Any, inputs: Sequence[Item | None]) -> Any:
    """The function body that the standard gives for these inputs."""
    from onnx import FunctionProto
    if schema.has_function:
        versions = schema.function_opset_versions
        text = schema.get_function_with_opset_version(_version(versions, node.opset))
    elif schema.has_context_dependent_function:
        versions = schema.context_dependent_function_opset_versions
        text = schema.get_context_dependent_function_with_opset_version(
            _version(versions, node.opset), _resolved(node).SerializeToString(),
            [_type_of(i) for i in inputs])
    else:
        return None
    function = FunctionProto()
    function.ParseFromString(text)
    return function if function.node else None


def _version(versions: Sequence[int], opset: int) -> int:
    return max((v for v in versions if v <= opset), default=min(versions))


def _resolved(node: Node) -> Any:
    """The node with the values of attributes that it has from a function's call."""
    from onnx import NodeProto
    found = NodeProto()
    found.CopyFrom(node.proto)
    del found.attribute[:]
    for each in node.proto.attribute:
        value = node.scope.attribute(node.proto, each.name)
        if value is not None:
            kept = found.attribute.add()
            kept.CopyFrom(value)
            kept.name = each.name
    return found


def _type_of(item: Item | None) -> bytes:
    """The TypeProto of an input, as the standard's functions ask for it."""
    from onnx import TypeProto, helper
    if item is None:
        return TypeProto().SerializeToString()
    kind = helper.np_dtype_to_tensor_dtype(item.dtype)
    return helper.make_tensor_type_proto(kind, item.shape).SerializeToString()
