# optional.py - optional values, whose presence is known at load
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Optional, OptionalHasElement, OptionalGetElement: an input that is left out is absent,
any other present, which is known at load."""

from __future__ import annotations

import numpy as np

from neo.onnx.items import Item, known
from neo.onnx.node import Node
from neo.onnx.records import record


@record("OptionalHasElement", since=15)
def is_there(node: Node, x: Item | None = None) -> Item:
    return known(np.array(x is not None))


@record("OptionalGetElement", since=15)
def element(node: Node, x: Item | None = None) -> Item:
    if x is None:
        node.wrong("the optional value is absent")
    return x
