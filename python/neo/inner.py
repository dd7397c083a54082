# inner.py - a function traced inside another
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One call of a Python function, as a function of the module.

What is to be differentiated, or computed again, is traced on its own: tensors
that it uses from outside become further operands of the call.

    loss(w) with x from outside     @loss_0(%w, %x), called on w and x
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from neo import tree
from neo.arrays import is_number
from neo.errors import quoted
from neo.leaves import identifier, leaf_names
from neo.tensor import Tensor, lifted
from neo.trace import Trace, Value, require_trace, tracing


class Inner:
    """The traced call and what it returned.

    With `keep_numbers` the function gets Python numbers as they are, otherwise
    as tensors of rank 0.
    """

    def __init__(self, function: Callable[..., Any], args: Sequence[Any],
                 kwargs: Mapping[str, Any], what: str,
                 keep_numbers: bool = False):
        self.outer = require_trace(what)
        leaves, structure = tree.flatten((tuple(args), dict(kwargs)),
                                         lists_of_numbers=True)
        kept = [keep_numbers and is_number(leaf) for leaf in leaves]
        self.names = [name for name, keep
                      in zip(leaf_names(function, structure), kept) if not keep]
        self.inputs = lifted([leaf for leaf, keep in zip(leaves, kept)
                              if not keep], self.names, may_mix=True)
        self.trace = Trace(self.outer)
        parameters = iter([
            Tensor(self.trace.parameter(v.spec, identifier(n), quoted(n), n))
            for v, n in zip(self.inputs, self.names)])
        inner_args, inner_kwargs = tree.unflatten(structure, [
            leaf if keep else next(parameters)
            for leaf, keep in zip(leaves, kept)])
        with tracing(self.trace):
            self.found = function(*inner_args, **inner_kwargs)

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
        return self.outer.call(callee, [*self.operands, *more],
                               [(r.spec, r.hint) for r in results])


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
