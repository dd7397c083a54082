# window_products.py - sums of products over windows
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A convolution is one index expression of any rank, with groups as a loop of their own,
whether its products are of floats or of integers."""

from __future__ import annotations

from typing import Any

from neo.onnx.items import Item
from neo.onnx.node import Node
from neo.onnx.operators.windows import Windows, expression


def convolved(x: Any, w: Any, windows: Windows, groups: int = 1, wide: str = "") -> Any:
    """Traced x [N, C, ...] with weights [K, C / groups, ...], whose products are of the
    type `wide`, if one is given."""
    n, channels = x.shape[:2]
    p, r = ",".join(windows.names("p")), ",".join(windows.names("r"))
    if groups == 1:
        read = windows.read("X", "n, c", "0")
        return expression(f"Y[n,k,{p}] += {wide}({read}) * {wide}(W[k,c,{r}])",
                          windows.extents(taps=False))(x, w)
    if groups == channels == w.shape[0]:
        # Loops of one step less, so that what follows runs on the tiles of the sum.
        read = windows.read("X", "n, k", "0")
        return expression(f"Y[n,k,{p}] += {wide}({read}) * {wide}(W[k,0,{r}])",
                          windows.extents(taps=False))(x, w)
    apart = x.reshape((n, groups, channels // groups, *x.shape[2:]))
    weights = w.reshape((groups, w.shape[0] // groups, *w.shape[1:]))
    read = windows.read("X", "n, g, c", "0")
    found = expression(f"Y[n,g,k,{p}] += {wide}({read}) * {wide}(W[g,k,c,{r}])",
                       windows.extents(taps=False))(apart, weights)
    return found.reshape((n, w.shape[0], *windows.outputs))


def check_groups(node: Node, x: Item, w: Item, of_input: int, of_output: int) -> int:
    """The number of groups that fits the channels."""
    groups = node.attribute("group", 1)
    if x.ndim < 3 or w.ndim != x.ndim or groups < 1 or of_input % groups or \
            of_output % groups:
        node.wrong(f"{groups} groups of {x.shape} and weights {w.shape}")
    return groups
