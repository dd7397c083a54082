# joined.py - the batch, joined with other dimensions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Dimensions of which the batch is a factor, kept apart.

A linear layer of tokens multiplies a matrix whose rows are all tokens of all sequences:

    x: s0 x 16 x 64 -> view -> 16*s0 x 64 -> mm -> 16*s0 x 32 -> view -> s0 x 16 x 32

In a program of Neo the batch stays whole. So the tensor of 16*s0 rows is s0 x 16 x 64
here, which are the same elements in the same order, and a *join* says that its
dimension 0 is 1 * s0 * 16. The operators between two views are translated for what is
apart: those of elements as they are, products with an index more, reductions over
several dimensions. Where memory is in PyTorch's hands, at inputs, outputs and operators
of PyTorch, it is seen in the shape that PyTorch knows, which moves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import Node

from neo.torch.records import name_of, tensors_in


@dataclass(frozen=True)
class Join:
    """Dimension `axis` of a tensor is before * batch * after."""

    axis: int
    before: int
    after: int

    @property
    def count(self) -> int:
        """In how many dimensions it is taken apart."""
        return 1 + (self.before > 1) + (self.after > 1)

    @property
    def batch(self) -> int:
        """The dimension of the batch, apart."""
        return self.axis + (self.before > 1)

    def apart(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape with the batch apart, of PyTorch's shape."""
        batch = shape[self.axis] // (self.before * self.after)
        parts = (*(self.before,) * (self.before > 1), batch,
                 *(self.after,) * (self.after > 1))
        return (*shape[:self.axis], *parts, *shape[self.axis + 1:])

    def together(self, shape: Sequence[int]) -> tuple[int, ...]:
        """PyTorch's shape, of one with the batch apart."""
        end = self.axis + self.count
        return (*shape[:self.axis], math.prod(shape[self.axis:end]), *shape[end:])

    def places(self, axis: int) -> list[int]:
        """Where a dimension of PyTorch's is, apart."""
        if axis == self.axis:
            return list(range(axis, axis + self.count))
        return [axis if axis < self.axis else axis + self.count - 1]


#: The join of a node's result, or of each of several; None where there is none.
Joins = dict[Node, Any]
#: How often a size has the batch as a factor: 1 for the batch, 0 for a number.
Factor = Callable[[Any], int]


def joins_of(metas: dict[Node, Any], factor: Factor) -> Joins:
    """The joins of all nodes. Where nothing says in which order a size has its factors,
    it is k of each item."""
    orders = _Orders(metas, factor).found

    def join(node: Node, meta: Any) -> Join | None:
        for axis, size in enumerate(getattr(meta, "shape", ())):
            times = factor(size)
            if times > 1:
                return Join(axis, *orders[node].get(times, (1, times)))
        return None

    return {n: [join(n, each) for each in m] if isinstance(m, tuple | list)
            else join(n, m) for n, m in metas.items()}


class _Orders:
    """In which order a size has the batch and its other factor, for each node.

    A view of a tensor whose batch is whole tells, forward as well as backward; all
    operands and results of another operator have one order.
    """

    def __init__(self, metas: dict[Node, Any], factor: Factor):
        self._metas, self._factor = metas, factor
        self._times = {n: {f for t in tensors_in(m) for s in t.shape
                           if (f := factor(s)) > 1} for n, m in metas.items()}
        self.found: dict[Node, dict[int, tuple[int, int]]] = {n: {} for n in metas}
        nodes = [n for n in metas if self._times[n] or any(
            self._times.get(i) for i in n.all_input_nodes)]
        while any([self._learns(n) for n in (*nodes, *reversed(nodes))]):
            pass

    def _learns(self, node: Node) -> bool:
        """Whether something became known by a node."""
        if node.op != "call_function":
            return False
        if is_view(node):
            given = node.args[0]
            return self._moves(given, node) or self._moves(node, given)
        group = [n for n in (node, *node.all_input_nodes) if self._times.get(n)]
        known = {t: o for n in reversed(group) for t, o in self.found[n].items()}
        return any([self._enters(n, t, known[t]) for n in group
                    for t in self._times[n] if t in known])

    def _enters(self, node: Node, times: int, order: tuple[int, int]) -> bool:
        is_new = times not in self.found[node]
        self.found[node].setdefault(times, order)
        return is_new

    def _moves(self, given: Any, made: Any) -> bool:
        """Whether the order of `made`, a view of `given` or the other way round, becomes
        known: as many elements are behind the batch."""
        behind, passed = self._behind(given), self._behind(made)
        times = max(self._times[made], default=0)
        order = self.found[given].get(max(self._times[given], default=0), (1, 1))
        if behind is None or not passed or not times or times in self.found[made] or \
                (self._times[given] and not self.found[given]):
            return False
        after, rest = divmod(behind * order[1], passed)
        if rest or not after or times % after:
            return False
        return self._enters(made, times, (times // after, after))

    def _behind(self, node: Any) -> int | None:
        """How many elements the dimensions behind that of the batch have."""
        shape = self._metas[node].shape
        axis = next((d for d, s in enumerate(shape) if self._factor(s)), None)
        return None if axis is None else math.prod(map(int, shape[axis + 1:]))


def is_view(node: Node) -> bool:
    """Whether a node has the elements of its operand in the same order."""
    return name_of(node.target) in _VIEWS


_VIEWS = {f"aten.{name}" for name in (
    "view.default", "_unsafe_view.default", "reshape.default", "view_copy.default",
    "_reshape_alias.default", "flatten.default", "unflatten.int", "unsqueeze.default",
    "unsqueeze_copy.default", "squeeze.default", "squeeze.dim", "squeeze.dims",
    "squeeze_copy.default", "squeeze_copy.dim", "squeeze_copy.dims")}


__all__ = ["Factor", "Join", "Joins", "is_view", "joins_of"]
