# translation.py - the statements of a program as nodes of a graph
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A statement is matched against patterns of its structure, the general one last.

What no pattern matches is refused, by an error that names the operator as the user
wrote it, with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from neo.onnx.refusals import UnsupportedError
from neo.onnx.writing.accesses import TooMany
from neo.onnx.writing.bodies import Body
from neo.onnx.writing.graph import Graph, Made
from neo.onnx.writing.indexed import indexed
from neo.onnx.writing.program import (Compute, Constant, Function, Indexed, Same, Scan,
                                      Statement)
from neo.onnx.writing.reductions import contraction, reduced
from neo.onnx.writing.units import without_units
from neo.onnx.writing.windows import convolution, pool
from neo.provenance import Provenance

# What a compute may be, beside terms over all loops that are reduced.
FORMS: tuple[Callable[[Graph, Body], Made | None], ...] = (convolution, pool, contraction)


class Translation:
    """The functions of a module into graphs."""

    def __init__(self, functions: Mapping[str, Function], provenance: Provenance):
        self.functions, self.provenance = functions, provenance

    def results(self, graph: Graph, function: Function, tensors: dict[str, Made]
                ) -> list[Made]:
        """The results of a function, whose parameters are among `tensors`."""
        for statement in function.statements:
            graph.said = self._said(statement)
            try:
                made = self._made(graph, statement, tensors)
            except (NotImplementedError, TooMany) as reason:
                if isinstance(reason, UnsupportedError):
                    raise
                self._refuse(statement, str(reason))
            tensors.update(zip((name for name, _ in statement.results), made))
        return [tensors[name] for name in function.results]

    def _made(self, graph: Graph, what: Statement, tensors: dict[str, Made]
              ) -> Sequence[Made]:
        if isinstance(what, Compute):
            return [computed(graph, what, tensors)]
        if isinstance(what, Indexed):
            return [indexed(graph, what, tensors)]
        if isinstance(what, Constant):
            kind = what.results[0][1]
            return [graph.constant(what.values, kind.dtype)]
        if isinstance(what, Same):
            return [tensors[name] for name in what.inputs]
        assert isinstance(what, Scan)
        if what.steps == 0:
            return _unstepped(graph, what, tensors)
        return self._scan(graph, what, tensors)

    def _said(self, statement: Statement) -> str:
        """The user's code for a statement, and where it stands."""
        found = self.provenance.operator(statement.line) if statement.line else None
        if found is None:
            return ""
        return f"{found.place}: {found.phrase}" if found.place else found.phrase

    def _refuse(self, statement: Statement, reason: str) -> NoReturn:
        found = self.provenance.operator(statement.line) if statement.line else None
        name = found.statement if found else type(statement).__name__
        raise UnsupportedError(name, self._said(statement), reason)

    # Loops

    def _scan(self, graph: Graph, what: Scan, tensors: dict[str, Made]) -> list[Made]:
        """A Scan, whose body is the step; constants are read from outside."""
        step = self.functions[what.step]
        inner = Graph(graph)
        counts = len(what.carry), len(what.over)
        over = [tensors[name] for name in what.over] or [
            graph.expanded(graph.constant([0], "i64"), (what.steps,))]
        bound = dict(zip((n for n, _ in step.parameters[sum(counts):]),
                         (tensors[n] for n in what.constants)))
        inputs = []
        for n, (name, kind) in enumerate(step.parameters[:sum(counts)]):
            bound[name] = Made(inner.fresh(f"step_{n}"), kind.shape, kind.dtype)
            inputs.append(bound[name])
            graph.shapes[bound[name].name] = kind.shape
        if not what.over:
            inputs.append(Made(inner.fresh("step"), (), "i64"))
        outputs = [inner.output(made, inner.fresh("out")) for made in
                   self.results(inner, step, bound)]
        directions = [int(what.reverse)] * len(over)
        return _scan_node(
            graph, what, [tensors[n] for n in what.carry] + over, inner.proto(
                what.step, inputs, outputs), num_scan_inputs=len(over),
            scan_input_directions=directions,
            scan_output_directions=[int(what.reverse)] * (len(outputs) - counts[0]))


def _unstepped(graph: Graph, what: Scan, tensors: Mapping[str, Made]) -> list[Made]:
    """A scan of no steps: what it carries, and stacks of nothing. ONNX Runtime refuses
    a Scan over an empty dimension."""
    stacks = [kind for _, kind in what.results[len(what.carry):]]
    return [tensors[name] for name in what.carry] + [
        graph.constant(np.zeros(kind.shape), kind.dtype) for kind in stacks]


def computed(graph: Graph, what: Compute, tensors: Mapping[str, Made]) -> Made:
    """The result of a neo.compute by the first form that fits."""
    body = Body(graph, without_units(what), tensors)
    found = next((made for form in FORMS if (made := form(graph, body)) is not None),
                 None)
    if found is None:
        return reduced(graph, Body(graph, what, tensors))
    return graph.reshaped(found, what.results[0][1].shape)


def _scan_node(graph: Graph, what: Scan, inputs: Sequence[Made], body: Any,
               **attributes: Any) -> list[Made]:
    from onnx import helper
    if not attributes["scan_output_directions"]:
        del attributes["scan_output_directions"]
    made = [Made(graph.fresh("scan"), kind.shape, kind.dtype)
            for _, kind in what.results]
    graph.shapes.update((m.name, m.shape) for m in made)
    graph.nodes.append(helper.make_node(
        "Scan", [i.name for i in inputs], [m.name for m in made], body=body,
        **attributes))
    return made
