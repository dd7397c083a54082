# trace.py - the graph that a traced function builds
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Traces and their tensors.

A `Trace` is one function of the module under construction: parameters, then
operators in the order in which they were recorded. A tensor of an enclosing
trace (or a NumPy array) that a function uses becomes one more parameter, so
closures just work:

    jit(step):  x, w  ->  value_and_grad(lambda w: loss(w, x))
                          @loss_0(w, x)            x is captured
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from neo.compute import Compute, Gather
from neo.errors import UsageError, describe, user_line
from neo.sources import Source, are_remembered, user_source
from neo.specs import spec
from neo.weakness import NUMBER, Weakness


@dataclass(eq=False)
class Value:
    """A tensor of the graph: its spec, its trace and a name for the IR.

    A *weak* one is made of numbers and integers alone, or by neo.zeros and its kin: it
    is f64 only because it has to be some type, and takes that of the floats it meets.
    The *path* says which argument it is, or is made of, where that is known. A
    parameter has a `label`, its path as the user writes it; what an operator gives
    has its `source`. Both are for neo.explain, and a source is set if it asks.
    """

    spec: spec
    trace: Trace
    hint: str
    weak: Weakness = Weakness.NONE
    path: str = ""
    label: str = ""
    source: Source | None = None

    @property
    def name(self) -> str:
        """What the user would call it."""
        if self.source is not None:
            return self.source.name or self.source.code or self.hint
        return self.label or self.hint


@dataclass
class ComputeNode:
    """A neo.compute; `inputs` maps the names in it to graph tensors."""

    compute: Compute
    inputs: dict[str, Value]
    result: Value


@dataclass
class GatherNode:
    """A neo.gather; `inputs` maps the names in it to graph tensors."""

    gather: Gather
    inputs: dict[str, Value]
    result: Value


@dataclass
class CallNode:
    """A func.call of another function of the module."""

    callee: str
    inputs: list[Value]
    results: list[Value]


@dataclass
class StopNode:
    """A neo.stop_gradient."""

    input: Value
    result: Value


@dataclass
class ScanNode:
    """A neo.scan of another function of the module."""

    step: str
    steps: int
    reverse: bool
    carry: list[Value]
    over: list[Value]
    constants: list[Value]
    results: list[Value]


@dataclass
class SplatNode:
    """A tensor of one repeated number."""

    number: float
    result: Value


Graph = (ComputeNode | GatherNode | CallNode | ScanNode | SplatNode |
         StopNode)


@dataclass(frozen=True)
class Origin:
    """What the user wrote: an expression's text, if any, and the line."""

    text: str
    line: str


@dataclass
class Module:
    """All functions but the entry, as text, and a count for their names."""

    functions: list[str] = field(default_factory=list)
    count: int = 0


class Trace:
    """One function under construction."""

    def __init__(self, outer: Trace | None = None, batch: int | None = None):
        self.outer = outer
        # The number that stands for any batch size (neo.batch).
        self.batch: int | None = outer.batch if outer else batch
        self.module: Module = outer.module if outer else Module()
        self.parameters: list[Value] = []
        self.nodes: list[Graph] = []
        self.captured: dict[int, tuple[Any, Value]] = {}
        # For a batch, whose rules are checked later: where nodes and captured
        # arrays come from, by id, and the text of the expression at work,
        # which the user has written or the package.
        self.origins: dict[int, Origin] = {}
        self.expression = ""
        self.is_users = True
        self.remembers: bool = outer.remembers if outer else are_remembered()

    def _add(self, node: Graph) -> None:
        self.nodes.append(node)
        self._remember(node)
        if self.remembers and not isinstance(node, CallNode | ScanNode):
            node.result.source = user_source(
                bool(self.expression) and self.is_users)

    def _remember(self, what: Any) -> None:
        if self.batch is not None:
            self.origins[id(what)] = Origin(self.expression, user_line())

    def parameter(self, what: spec, hint: str, path: str = "", label: str = ""
                  ) -> Value:
        # From outside NumPy gives a number as a float64 of rank 0.
        is_number = self.outer is None and what == NUMBER
        value = Value(what, self, hint, Weakness.NUMBERS if is_number else Weakness.NONE,
                      path, label)
        self.parameters.append(value)
        return value

    def captures(self) -> list[Any]:
        """What the function uses from outside, in parameter order."""
        return [outer for outer, _ in self.captured.values()]

    def local(self, value: Value) -> Value:
        """`value` in this trace: itself, or the parameter that carries it."""
        if value.trace is self:
            return value
        if not self._encloses(value.trace):
            refuse_outside()
        if id(value) not in self.captured:
            inner = self.parameter(value.spec, value.hint, value.path,
                                   value.name * self.remembers)
            inner.weak = value.weak
            self.captured[id(value)] = (value, inner)
        return self.captured[id(value)][1]

    def _encloses(self, other: Trace) -> bool:
        trace = self.outer
        while trace is not None and trace is not other:
            trace = trace.outer
        return trace is not None

    def array(self, array: np.ndarray, what: spec) -> Value:
        """A NumPy array as a parameter of the outermost function."""
        trace = self
        while trace.outer is not None:
            trace = trace.outer
        if id(array) not in trace.captured:
            value = trace.parameter(
                what, "captured", f"a captured array of shape {what.shape}")
            trace._remember(value)
            trace.captured[id(array)] = (array, value)
        return self.local(trace.captured[id(array)][1])

    def compute(self, compute: Compute, inputs: Mapping[str, Value]) -> Value:
        """Records an operator and gives its result."""
        used = {o.tensor for o in compute.operands}
        local = {n: self.local(v) for n, v in inputs.items() if n in used}
        result = Value(compute.result, self, compute.name,
                       path=_made_of(local.values(), compute.result))
        self._add(ComputeNode(compute, local, result))
        return result

    def gather(self, gather: Gather, inputs: Mapping[str, Value]) -> Value:
        """Records a gather and gives its result."""
        local = {n: self.local(inputs[n]) for n in gather.tensors}
        result = Value(gather.result, self, gather.name,
                       path=_made_of(local.values(), gather.result))
        self._add(GatherNode(gather, local, result))
        return result

    def splat(self, number: float, what: spec) -> Value:
        result = Value(what, self, "constant", path="a constant")
        self._add(SplatNode(number, result))
        return result

    def repeated(self, value: Value) -> float | None:
        """The number that a splat repeats; None for other tensors."""
        if value.hint != "constant":
            return None
        return next((node.number for node in self.nodes
                     if isinstance(node, SplatNode) and node.result is value), None)

    def stop_gradient(self, value: Value) -> Value:
        """Records that no derivative passes; gives the same tensor."""
        result = Value(value.spec, self, value.hint, path=value.path)
        self._add(StopNode(self.local(value), result))
        return result

    def call(self, callee: str, inputs: Sequence[Value],
             results: Sequence[tuple[spec, str]]) -> list[Value]:
        """Records a call; results are given by spec and name."""
        local = [self.local(v) for v in inputs]
        values = [Value(what, self, hint, path=_made_of(local, what))
                  for what, hint in results]
        self._add(CallNode(callee, local, values))
        return values

    def scan(self, step: str, steps: int, reverse: bool,
             carry: Sequence[Value], over: Sequence[Value],
             constants: Sequence[Value], results: Sequence[tuple[spec, str]]
             ) -> list[Value]:
        """Records a loop; results are given by spec and name."""
        carry, over, constants = ([self.local(v) for v in part]
                                  for part in (carry, over, constants))
        values = [Value(what, self, hint,
                        path=_made_of([*carry, *over, *constants], what))
                  for what, hint in results]
        self._add(ScanNode(step, steps, reverse, carry, over, constants,
                           values))
        return values


def _made_of(inputs: Iterable[Value], result: spec) -> str:
    """The path of an operator's result: what it has its element type from."""
    known = [v for v in inputs if v.path]
    alike = [v for v in known if v.spec.dtype == result.dtype and not v.weak]
    path = (alike or known)[0].path if known else "a constant"
    return path if path.startswith("a ") else f"a result of {path}"


class _Stack(threading.local):
    """The traces under construction, innermost last, per thread."""

    def __init__(self) -> None:
        self.traces: list[Trace] = []


_stack = _Stack()


def active() -> Trace | None:
    """The trace that operators record into, if any."""
    traces = _stack.traces
    return traces[-1] if traces else None


class tracing:
    """`with tracing(trace):` records into `trace`."""

    def __init__(self, trace: Trace):
        self.trace = trace

    def __enter__(self) -> Trace:
        _stack.traces.append(self.trace)
        return self.trace

    def __exit__(self, *_: object) -> None:
        _stack.traces.pop()


def refuse_outside() -> NoReturn:
    """Refuses a tensor of a trace that has ended, or that is another one."""
    raise UsageError(describe(
        "a traced tensor was used outside the function that it belongs to: return it "
        "from that function instead"))


def require_trace(what: str) -> Trace:
    trace = active()
    if trace is None:
        raise UsageError(describe(f"{what} builds a graph: call it inside a "
                             "function given to neo.jit"))
    return trace
