# scan.py - loops over time
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.scan`: a function applied step by step, its state carried along.

The step is traced once, for one slice, and becomes a function of the module;
the loop is one operator of the graph. So a network unrolled over a thousand
steps compiles as fast as one step, and its derivative is a loop again that
keeps the states only.

Source of the signature: jax.lax.scan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from neo import tree
from neo.arrays import is_number
from neo.derive import named
from neo.emit import function_text
from neo.errors import ShapeError, UsageError, describe, quoted
from neo.leaves import identifier
from neo.once import run
from neo.pointwise import converted
from neo.specs import spec
from neo.spelled import spelled
from neo.static_remedies import require_known
from neo.tensor import Tensor
from neo.trace import Trace, Value, active, require_trace, tracing
from neo.traced import lifted


@spelled(init="carry", f="step")
def scan(step: Callable[[Any, Any], tuple[Any, Any]], carry: Any,
         xs: Any = None, length: int | None = None, reverse: bool = False
         ) -> tuple[Any, Any]:
    """Runs `carry, y = step(carry, x)` for every slice x of `xs`.

    `carry` and `xs` are tensors or containers of them; slices are taken along
    the first dimension, which all tensors of `xs` share. Without `xs` the step
    gets None, `length` times. Returns the last carry and the outputs y of all
    steps, stacked along a new first dimension; with `reverse` the steps run
    from the last slice to the first, and outputs stand where their slices do.

        def cell(h, x):
            h = neo.tanh(h @ w + x)
            return h, h
        h, hs = neo.scan(cell, h0, xs)

    A step returns its carry with the shapes and element types in which it came;
    Python numbers, and floats of these alone, as of neo.zeros, come in the type that
    the step makes of them.
    Raises UsageError, ShapeError.
    """
    if not callable(step):
        raise UsageError(describe(
            f"neo.scan takes a function, not {type(step).__name__}"))
    if active() is None:
        numbers = _numbers(carry)
        return run(lambda carry, xs: _Scan(step, carry, xs, length, numbers).record(
            bool(reverse)), carry, xs)
    return _Scan(step, carry, xs, length, _numbers(carry)).record(bool(reverse))


def _numbers(carry: Any) -> tuple[bool, ...]:
    """Which leaves are Python numbers."""
    return tuple(map(is_number, tree.flatten(carry)[0]))


class _Scan:
    """One traced loop: its operands, and its step as a function."""

    def __init__(self, step: Callable[..., Any], carry: Any, xs: Any,
                 length: int | None, numbers: Sequence[bool]):
        self.outer = require_trace("neo.scan")
        (self.carry, self.xs), (self.carry_structure, xs_structure) = _lift(
            carry=carry, x=xs)
        # What may take the type that the step makes of it.
        self._is_loose = [is_any or value.weak
                          for is_any, value in zip(numbers, self.carry)]
        self.length = _length(self.xs, length)
        functions = self.outer.module.functions
        before = len(functions)
        while not self._traced(step, xs_structure):
            del functions[before:]

    def _traced(self, step: Callable[..., Any], xs_structure: Any) -> bool:
        """Traces the step. False if the carry had to be converted first.

        What follows from Python numbers alone, as neo.zeros(n) does, comes in as
        weak as it is, and has the type with which it goes out.
        """
        self.trace = Trace(self.outer)
        state = [self._parameter(v, v.spec) for v in self.carry]
        slices = [self._parameter(v, spec(v.spec.shape[1:], v.spec.dtype))
                  for v in self.xs]
        for tensor, value in zip((*state, *slices), (*self.carry, *self.xs)):
            tensor.value.weak = value.weak
        with tracing(self.trace):
            found = step(tree.unflatten(self.carry_structure, state),
                         tree.unflatten(xs_structure, slices))
            results = self._results(found)
        if results is None:
            return False
        self.state, self.outputs, self.output_structure = results
        return True

    def _parameter(self, value: Value, what: spec) -> Tensor:
        return Tensor(self.trace.parameter(what, value.hint, value.path))

    def _strengthened(self, state: Sequence[Value]) -> bool:
        """Whether parts of the carry that may take another type were converted to
        what became of them."""
        with tracing(self.outer):
            carry = [self._converted(before, after)
                     if loose and _widens(before, after) else before
                     for before, after, loose in zip(self.carry, state, self._is_loose)]
        changed = [a is not b for a, b in zip(carry, self.carry)]
        self._is_loose = [loose and (not new or value.weak) for loose, new, value
                          in zip(self._is_loose, changed, carry)]
        self.carry = carry
        return any(changed)

    def _converted(self, before: Value, after: Value) -> Value:
        """`before` in the type of `after`; in that of the loop's floats where any
        would do."""
        floats = [v.spec.dtype for v in (*self.carry, *self.xs)
                  if v.spec.is_float and not v.weak]
        value = converted(before, (floats or [after.spec.dtype])[0]
                          if after.weak else after.spec.dtype)
        value.weak = after.weak
        return value

    def _results(self, found: Any
                 ) -> tuple[list[Value], list[Value], Any] | None:
        """The last carry and the outputs, checked; None if the carry changed."""
        if not (isinstance(found, tuple) and len(found) == 2):
            raise UsageError(describe(
                f"the step of neo.scan returned a {type(found).__name__}: "
                "return a pair (carry, output); the output may be None"))
        structure = self.carry_structure
        try:
            leaves = tree.beside(structure, found[0], "the carry", "what is returned")
        except tree.Different as difference:
            raise UsageError(describe(
                "the step of neo.scan returned its carry in other containers than it "
                f"came in: {difference}; keep dicts, lists and tuples as they are"
                )) from None
        (state,), _ = _lift(carry=tree.unflatten(structure, leaves))
        if self._strengthened(state):
            return None
        names = tree.names(structure, "carry")
        for name, before, after in zip(names, self.carry, state):
            if before.spec != after.spec:
                raise ShapeError(describe(
                    f"the step of neo.scan takes {quoted(name)} as {before.spec} and "
                    f"returns it as {after.spec}: they must be equal"
                    + ", so convert one by .astype(...)" * (
                        before.spec.shape == after.spec.shape)))
        (outputs,), (output_structure,) = _lift(output=found[1])
        return state, outputs, output_structure

    def record(self, reverse: bool) -> tuple[Any, Any]:
        module = self.trace.module
        name = named(module, "step")
        module.functions.append(function_text(
            name, self.trace, [*self.state, *self.outputs], private=True))
        stacks = [(spec((self.length, *v.spec.shape), v.spec.dtype), v.hint)
                  for v in self.outputs]
        results = self.outer.scan(
            name, self.length, reverse, self.carry, self.xs,
            self.trace.captures(),
            [*((v.spec, v.hint) for v in self.carry), *stacks])
        count = len(self.carry)
        for value, last in zip(results, self.state):
            value.weak = last.weak
        found = [Tensor(value) for value in results]
        return (tree.unflatten(self.carry_structure, found[:count]),
                tree.unflatten(self.output_structure, found[count:]))


def _lift(**containers: Any) -> tuple[list[list[Value]], list[Any]]:
    """The leaves of each container as values of the active trace, and its structure.

    Python numbers have the first type of the floats in any of them.
    """
    flat = [tree.flatten(each) for each in containers.values()]
    names = [identifier(name) for prefix, (_, structure) in zip(containers, flat)
             for name in tree.names(structure, prefix)]
    values = iter(lifted([leaf for leaves, _ in flat for leaf in leaves], names,
                         may_mix=True))
    return [list(islice(values, len(leaves))) for leaves, _ in flat], \
        [structure for _, structure in flat]


def _widens(before: Value, after: Value) -> bool:
    """Whether a number became a float of another type, or a flag an integer."""
    return before.spec.dtype != after.spec.dtype and (
        after.spec.is_float or before.spec.dtype == "i1")


def _length(xs: Sequence[Value], length: int | None) -> int:
    """The number of steps."""
    require_known("length is the number of steps", length, whole=False)
    if length is not None and (not isinstance(length, int) or length < 0):
        raise UsageError(describe(
            f"length is {length!r}, but must be the number of steps"))
    lengths = {length} - {None}
    for value in xs:
        if not value.spec.shape:
            raise ShapeError(describe(
                f"neo.scan takes slices of '{value.hint}', which is "
                f"{value.spec}: pass tensors of rank 1 and more as xs"))
        lengths.add(value.spec.shape[0])
    if len(lengths) > 1:
        raise ShapeError(describe(
            f"neo.scan was given {sorted(lengths)} steps: the tensors in xs "
            "share their first extent, and length is that or not given"))
    if not lengths:
        raise UsageError(describe(
            "neo.scan knows no number of steps: pass xs or length"))
    return lengths.pop()
