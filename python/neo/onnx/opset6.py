# opset6.py - operators as they were before opset 7
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Opset 6 has attributes for how two tensors broadcast: `broadcast` that they do, and
`axis` which dimension of the first one the second begins at. NumPy's rule, of opset 7
and on, is the one where it ends at the last. So the second operand gets dimensions of
extent 1 behind its own, and the record of opset 7 serves.

    A [2, 3, 4, 5], B [3, 4], axis=1:   B as [3, 4, 1]
"""

from __future__ import annotations

from collections.abc import Sequence

from neo.onnx.items import Item
from neo.onnx.node import Node

_BROADCAST = frozenset(("Add", "Sub", "Mul", "Div", "Pow", "And", "Or", "Xor", "Equal",
                        "Less", "Greater", "PRelu"))


def as_of_opset_7(node: Node, inputs: Sequence[Item | None]) -> Sequence[Item | None]:
    """The operands, the second one in a shape that broadcasts as NumPy does."""
    if node.proto.op_type not in _BROADCAST or len(inputs) != 2:
        return inputs
    first, second = inputs
    # A slope for each channel.
    slopes = node.proto.op_type == "PRelu" and second is not None and second.ndim == 1
    axis = node.attribute("axis", 1 if slopes else None)
    if first is None or second is None or axis is None:
        return inputs
    behind = first.ndim - node.counted(axis, first.ndim) - second.ndim
    if behind < 0:
        node.wrong(f"{second.shape} at axis {axis} of {first.shape} goes beyond it")
    shape = (*second.shape, *[1] * behind)
    return [first, Item(second.dtype, second.raw.reshape(shape), second.sources)]
