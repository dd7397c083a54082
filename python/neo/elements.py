# elements.py - scalars of neo.compute
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What the lambda of `neo.compute` computes with: elements of tensors at loop variables.

    A[i, k] * B[k, j]      Scalar of Binary("*", Read("A", ...), Read("B", ...))

Loop variables are scalars, too. A tensor read while a lambda runs is noted by the name
that the statement gives to it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from neo.errors import ShapeError, UsageError, describe, kind_of
from neo.indices import Refused, guards
from neo.operators import Operators
from neo.pointwise import Build
from neo.scalar_refusals import ReductionRefusals, ScalarRefusals
from neo.specs import element_type, numpy_type
from neo.syntax import Apply, Guarded, Node, Number, Read, names
from neo.traced import Traced


class Scalar(Operators, ScalarRefusals):
    """A scalar expression over loop variables."""

    precedence = 1  # A tensor of rank 0 is a scalar beside it.

    def __init__(self, node: Node):
        self.node = node

    @classmethod
    def combined(cls, build: Build, operands: Sequence[Any]) -> Scalar:
        return cls(build([as_node(o) for o in operands]))

    def astype(self, dtype: Any) -> Scalar:
        """The scalar in another type, as NumPy converts it."""
        name = np.dtype(numpy_type(element_type(dtype))).name
        return Scalar(Apply(name, (self.node,)))


@dataclass
class Reduction(ReductionRefusals):
    """`neo.sum(expression, k=extent)` and its kin, at the top of a lambda."""

    kind: str
    node: Node
    extents: dict[str, int]


class Reads:
    """The tensors that the running lambda reads, by name."""

    def __init__(self, reserved: Sequence[str]) -> None:
        self.tensors: dict[str, Traced] = {}
        self.reserved = frozenset(reserved)

    def name(self, tensor: Traced) -> str:
        for name, known in self.tensors.items():
            if known is tensor or known.value is tensor.value:
                return name
        name = tensor.value.hint
        name = name if name[:1].isalpha() else "T" + name
        # Underscores keep tensors apart from the lambda's variables.
        while name in self.tensors or name in self.reserved:
            name += "_"
        self.tensors[name] = tensor
        return name


class _Running(threading.local):
    """What the running lambdas read, innermost last, per thread."""

    def __init__(self) -> None:
        self.reads: list[Reads] = []


_running = _Running()


@contextmanager
def reading(variables: Sequence[str]) -> Iterator[Reads]:
    """While a lambda with these variables runs: the tensors that it reads."""
    reads = Reads(variables)
    _running.reads.append(reads)
    try:
        yield reads
    finally:
        _running.reads.pop()


def as_node(value: Any) -> Node:
    """A scalar, a number or a tensor of rank 0 as syntax."""
    if isinstance(value, Scalar):
        return value.node
    if isinstance(value, (bool, int, float)):
        return Number(value)
    if isinstance(value, np.ndarray | np.generic) and value.ndim == 0:
        return as_node(value.item())
    if hasattr(value, "__index__") and not isinstance(value, Traced | np.ndarray):
        return Number(value.__index__())
    if isinstance(value, Traced) and value.ndim == 0:
        return read(value, ()).node
    raise UsageError(describe(_no_scalar(value)))


def _no_scalar(value: Any) -> str:
    """Why a value is none of an expression of loop variables, and what to write."""
    if isinstance(value, slice):
        return "a slice is no index of loops: write a variable for every dimension, " \
            "A[i, j] for A[:, :] and A[i + 1] for A[1:]"
    if value is None or value is ...:
        return f"{value} is no index of loops, and no number: write a variable for " \
            "every dimension that the tensor has"
    kind = "an array" if isinstance(value, np.ndarray) else kind_of(value)
    said = f"{kind} cannot stand in an expression of loop variables: "
    if isinstance(value, np.ndarray | list):
        said += "make it a tensor, neo.asarray(array), and "
    return said + "read one element of it, as in A[i, j]"


def reads_elements(key: Sequence[Any]) -> bool:
    """Whether `tensor[key]` is one element, in a lambda of `neo.compute`."""
    return bool(_running.reads) or any(isinstance(k, Scalar) for k in key)


def read(tensor: Traced, key: Sequence[Any]) -> Any:
    """`tensor[key]` inside a lambda of `neo.compute`."""
    if not _running.reads:
        raise UsageError(describe(
            "a loop variable of neo.compute was used after its lambda had "
            "returned"))
    if len(key) != tensor.ndim:
        raise ShapeError(describe(
            f"a tensor of rank {tensor.ndim} (shape {tensor.shape}) is read "
            f"with {len(key)} indices: a lambda of neo.compute writes one for every "
            "dimension, in one bracket, A[i, j]"))
    return Scalar(Read(_running.reads[-1].name(tensor),
                       tuple(as_node(k) for k in key)))


def guarded(condition: Scalar, value: Any, otherwise: int | float
            ) -> Scalar | None:
    """A guarded read where the condition is one on loop variables."""
    try:
        guards(condition.node, names(condition.node))
    except Refused:
        return None
    return Scalar(Guarded(as_node(value), condition.node, otherwise))


def reduction(kind: str, value: Any, extents: dict[str, int]) -> Reduction:
    return Reduction(kind, as_node(value), extents)
