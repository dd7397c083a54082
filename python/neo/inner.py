# inner.py - a function traced inside another
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One call of a Python function, as a function of the module.

What is to be differentiated, or computed again, is traced on its own: tensors
that it uses from outside become further operands of the call.

    loss(w) with x from outside     @loss_0(%w, %x), called on w and x
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from neo import tree
from neo.arrays import is_array
from neo.errors import quoted
from neo.leaves import identifier, leaf_arguments, leaf_names
from neo.tensor import Tensor
from neo.trace import Trace, Value, require_trace, tracing
from neo.traced import lifted


class Inner:
    """The traced call and what it returned.

    Its Python numbers become tensors of rank 0. Where `lifts` says which positional
    arguments do, as those that are differentiated, the other numbers stay what they
    are, as do strings and whatever else is no array, and static arguments.
    """

    def __init__(self, function: Callable[..., Any], args: Sequence[Any],
                 kwargs: Mapping[str, Any], what: str,
                 lifts: Collection[int] | None = None):
        self.outer = require_trace(what)
        leaves, structure = tree.flatten((tuple(args), dict(kwargs)),
                                         lists_of_numbers=True)
        self._are_kept = _kept(function, args, leaves, structure, lifts)
        self.names = [name for name, kept in
                      zip(leaf_names(function, structure), self._are_kept) if not kept]
        self.inputs = lifted([leaf for leaf, kept in zip(leaves, self._are_kept)
                              if not kept], self.names, may_mix=True)
        self.trace = Trace(self.outer)
        parameters = map(self._parameter, self.inputs, self.names)
        inner_args, inner_kwargs = tree.unflatten(structure, [
            leaf if kept else next(parameters)
            for leaf, kept in zip(leaves, self._are_kept)])
        with tracing(self.trace):
            self.found = function(*inner_args, **inner_kwargs)

    def _parameter(self, value: Value, name: str) -> Tensor:
        inner = self.trace.parameter(value.spec, identifier(name), quoted(name), name)
        inner.weak = value.weak
        return Tensor(inner)

    def per_leaf(self, of_inputs: Sequence[Any]) -> list[Any]:
        """What belongs to each input, for every leaf of the arguments: None for
        those that are no inputs."""
        found = iter(of_inputs)
        return [None if kept else next(found) for kept in self._are_kept]

    @property
    def operands(self) -> list[Value]:
        """What the call takes: the arguments' leaves, then captured tensors."""
        return [*self.inputs, *self.trace.captures()]

    @property
    def captured(self) -> list[Value]:
        """The parameters of the captured tensors."""
        return self.trace.parameters[len(self.inputs):]

    def call(self, callee: str, results: Sequence[Value],
             more: Sequence[Value] = ()) -> list[Value]:
        """Records a call that gives values like `results`."""
        found = self.outer.call(callee, [*self.operands, *more],
                                [(r.spec, r.hint) for r in results])
        for value, result in zip(found, results):
            value.weak = result.weak
        return found


def _kept(function: Callable[..., Any], args: Sequence[Any], leaves: Sequence[Any],
          structure: Any, lifts: Collection[int] | None) -> list[bool]:
    """Which leaves the function gets as they are."""
    static = getattr(function, "static_names", ())
    arguments = leaf_arguments(function, structure)
    positions = [n for n, argument in enumerate(args) for _ in
                 tree.flatten(argument, lists_of_numbers=True)[0]]
    positions += [-1] * (len(leaves) - len(positions))
    return [argument in static or lifts is not None and position not in lifts
            and not (isinstance(leaf, (Tensor, list)) or is_array(leaf))
            for leaf, argument, position in zip(leaves, arguments, positions)]


class Outputs:
    """What a traced function returned: containers, tensors in them, and leaves
    that are the same in every call."""

    def __init__(self, call: Inner, found: Any):
        self.leaves, self.structure = tree.flatten(found)
        self.traced = [call.trace.local(leaf.value) for leaf in self.leaves
                       if isinstance(leaf, Tensor)]

    @property
    def floats(self) -> list[Value]:
        """The tensors that have derivatives."""
        return [v for v in self.traced if v.spec.is_float]

    @property
    def others(self) -> list[Value]:
        """The tensors that have none."""
        return [v for v in self.traced if not v.spec.is_float]

    def filled(self, values: Sequence[Value]) -> Any:
        """The containers with a tensor for each traced one."""
        found = iter(values)
        return tree.unflatten(self.structure, [
            Tensor(next(found)) if isinstance(leaf, Tensor) else leaf
            for leaf in self.leaves])

    def derivatives(self, values: Sequence[Any]) -> Any:
        """The containers with a value for each float tensor, else None."""
        found = iter(values)
        return tree.unflatten(self.structure, [
            next(found) if isinstance(leaf, Tensor) and leaf.spec.is_float
            else None for leaf in self.leaves])
