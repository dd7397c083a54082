# tensor.py - tensors inside neo.jit
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Traced tensors: shape and element type without values.

Arithmetic on them records pointwise operators with NumPy's broadcasting; `@`,
`.T`, `.reshape` and indexing record others. `A[i, k]` with loop variables of
`neo.compute` is a read. The rest is refused (neo.refusals).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from neo import tree
from neo.array_methods import ArrayMethods
from neo.arrays import is_number
from neo.elements import read, reads_elements
from neo.errors import ShapeError, UsageError, describe
from neo.operators import Operators
from neo.pointwise import Build, aligned, broadcast, recorded
from neo.rearrange import indexed, matmul, reshaped, transposed
from neo.refusals import Refusals
from neo.syntax import Number, Read, Statement
from neo.traced import Traced, lifted, value_of
from neo.weakness import CREATED_TYPE, Weakness

# Loops over the slices of a tensor are unrolled: longer ones would take minutes to
# compile, mostly by accident, as in sum(x) for neo.sum(x).
_MOST_UNROLLED = 64


class Tensor(Traced, ArrayMethods, Operators, Refusals):
    """A tensor of a traced function. It has a shape but no values."""

    @classmethod
    def combined(cls, build: Build, operands: Sequence[Any]) -> Tensor:
        """A scalar operator, pointwise, with NumPy's broadcasting."""
        names = [f"x{n}" for n in range(len(operands))]
        if all(map(is_number, operands)):  # The first decides, as outside of neo.jit.
            operands = [as_tensor(operands[0]), *operands[1:]]
        arrays = [o for o in operands if not is_number(o)]
        kept = [n for n, o in zip(names, operands) if not is_number(o)]
        values = lifted(arrays, kept)
        shape = broadcast([v.spec.shape for v in values])
        bound = dict(zip(kept, values))
        loops = tuple(f"d{n}" for n in range(len(shape)))
        nodes = [Number(o) if is_number(o) else
                 Read(n, aligned(bound[n].spec.shape, loops))
                 for n, o in zip(names, operands)]
        statement = Statement("t", loops, "=", build(nodes))
        return cls(recorded(statement, bound, dict(zip(loops, shape))))

    def __len__(self) -> int:
        if not self.shape:
            raise UsageError(describe(
                "a tensor of rank 0 has no len(): it is one element"))
        return self.shape[0]

    def __repr__(self) -> str:
        return f"neo.Tensor({self.spec})"

    def __format__(self, wanted: str) -> str:
        if wanted:
            self._refuse("its digits are not known",
                         "return it from the function, and format what that returns")
        return repr(self)

    def __round__(self, digits: int = 0) -> Any:
        self._refuse("Python cannot round it", "write neo.round(tensor)")

    def __copy__(self) -> Tensor:
        return self  # Nothing can change it.

    def __deepcopy__(self, _: Any) -> Tensor:
        return self

    def __getitem__(self, key: Any) -> Any:
        """Elements by integers, slices, None and '...', as in NumPy.

        In the lambda of `neo.compute`, one element by indices of its loops.
        """
        key = key if isinstance(key, tuple) else (key,)
        return read(self, key) if reads_elements(key) else \
            Tensor(indexed(self, key))

    def __iter__(self) -> Iterator[Tensor]:
        """The slices along the first dimension. A loop over them is unrolled.

        Raises ShapeError for rank 0, UsageError for more than 64 slices.
        """
        if not self.shape:
            raise ShapeError(describe(
                f"{self!r} is one element: there is nothing to iterate over or to "
                "unpack"))
        if self.shape[0] > _MOST_UNROLLED:
            raise UsageError(describe(
                f"{self!r} has {self.shape[0]} slices, and a loop over more than "
                f"{_MOST_UNROLLED} is not unrolled: run it by neo.scan, or write "
                "it with reductions of whole tensors"))
        return iter([self[n] for n in range(self.shape[0])])

    # Rearranging

    def __matmul__(self, other: Any) -> Tensor:
        return Tensor(matmul(self, other))

    def __rmatmul__(self, other: Any) -> Tensor:
        return Tensor(matmul(other, self))

    @property
    def T(self) -> Tensor:
        """The tensor with its dimensions in reverse order."""
        return self.transpose()

    def transpose(self, *axes: Any) -> Tensor:
        """Dimension n of the result is dimension `axes[n]`; no axes: reversed.

        Raises ShapeError.
        """
        if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
            axes = tuple(axes[0])
        if not axes or len(axes) == 1 and axes[0] is None:
            axes = tuple(reversed(range(self.ndim)))
        return Tensor(transposed(self, axes))

    def reshape(self, *shape: Any) -> Tensor:
        """The elements in row-major order; one size may be -1.

        Raises ShapeError.
        """
        return Tensor(reshaped(self, shape))


def settled(results: Any) -> Any:
    """What a jitted function returns: what neo created without a dtype, and has met no
    other float, in the type that it has outside."""
    leaves, structure = tree.flatten(results)
    return tree.unflatten(structure, [
        leaf.astype(CREATED_TYPE) if isinstance(leaf, Tensor)
        and leaf.value.weak == Weakness.CREATED else leaf for leaf in leaves])


def as_tensor(x: Any) -> Tensor:
    """`x` as a tensor of the active trace, integers as integers; a tensor as it is."""
    return x if isinstance(x, Tensor) else Tensor(value_of(x))
