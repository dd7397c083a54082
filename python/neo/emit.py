# emit.py - from a trace to the text of the IR
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Functions and computes as text that neo-opt reads.

    func.func @main(%A: tensor<4xf64>) -> (tensor<4xf64>) {
      // C[i] = A[i] * 2
      %C = neo.compute [i: 4]
             %A[i]
           : (tensor<4xf64>) -> tensor<4xf64> {
      ^bb0(%A.0: f64):
        %0 = arith.constant 2.0 : f64
        %1 = arith.mulf %A.0, %0 : f64
        neo.yield %1 : f64
      }
      func.return %C : tensor<4xf64>
    }
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from neo.affine import Linear, show
from neo.compute import Compute, Gather, Guard, Operand, Positions
from neo.scalars import literal, pad_literal
from neo.sources import arguments_comment, comment
from neo.specs import spec
from neo.trace import (CallNode, ComputeNode, GatherNode, Graph, ScanNode,
                       SplatNode, StopNode, Trace, Value)

ORIGIN = "//@ "  # Begins the comment that says where an operator comes from.
# Words that MLIR's lexer does not read as plain identifiers.
_RESERVED = re.compile(
    r"[su]?i\d+$|b?f\d+\w*$|tf32$|(affine_map|affine_set|array|attributes|"
    r"ceildiv|complex|dense|dense_resource|distinct|false|floordiv|for|func|"
    r"index|loc|max|memref|min|mod|none|offset|size|sparse|step|strided|"
    r"symbol|tensor|to|true|tuple|type|unit|vector|sum|prod|and|or|argmax|"
    r"argmin|if|else|where)$")


class Names:
    """Unique names within one scope."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.counts: dict[str, int] = {}  # The last number that each hint has got.

    def fresh(self, hint: str) -> str:
        base = hint + "_" if hint.isdigit() or not hint else hint
        name, count = base, self.counts.get(base, 0)
        while name in self.taken:
            count += 1
            name = f"{base}_{count}"
        self.taken.add(name)
        self.counts[base] = count
        return name


def loop_names(loops: Sequence[tuple[str, int]]) -> dict[str, str]:
    """The loops' names in the IR: the user's, where MLIR can read them."""
    names = Names()
    return {v: names.fresh(v + "_" if _RESERVED.match(v) else v)
            for v, _ in loops}


def module_text(functions: Sequence[str], batch: int | None = None,
                strict: bool = False, allow_tf32: bool = False) -> str:
    """A module; `batch` is the number that stands for any batch size.

    In a `strict` one expressions are computed as they are written; with `allow_tf32`
    tensor cores may multiply float32 as tf32.
    """
    words = [f"neo.batch = {batch} : i64"] if batch is not None else []
    words += ["neo.strict"] * strict + ["neo.allow_tf32"] * allow_tf32
    said = f"attributes {{{', '.join(words)}}} " if words else ""
    inner = "\n".join(functions)
    lines = ("  " + line if line else line for line in inner.splitlines())
    return f"module {said}{{\n" + "\n".join(lines) + "\n}\n"


def declaration(name: str, inputs: Sequence[spec],
                results: Sequence[spec]) -> str:
    """A private declaration, to be filled in by a pass."""
    return (f"func.func private @{name}({', '.join(s.ir for s in inputs)}) -> "
            f"({', '.join(s.ir for s in results)})")


def function_text(name: str, trace: Trace, results: Sequence[Value],
                  private: bool = False, attributes: str = "",
                  marked: Sequence[Value] = (), mark: str = "") -> str:
    """The definition of a function from its trace.

    `attributes` are the function's; the parameters `marked` have the attribute
    `mark`.
    """
    inputs = {id(v): mark for v in marked}
    return _Function(trace).text(name, results, private, attributes, inputs)


class _Function:
    def __init__(self, trace: Trace):
        self.trace = trace
        self.names = Names()
        self.ssa: dict[int, str] = {}

    def define(self, value: Value) -> str:
        self.ssa[id(value)] = "%" + self.names.fresh(value.hint)
        return self.ssa[id(value)]

    def text(self, name: str, results: Sequence[Value], private: bool,
             attributes: str, marks: Mapping[int, str]) -> str:
        inputs = ", ".join(
            f"{self.define(p)}: {p.spec.ir}"
            + (f" {{{marks[id(p)]}}}" if id(p) in marks else "")
            for p in self.trace.parameters)
        types = ", ".join(r.spec.ir for r in results)
        said = f" attributes {{{attributes}}}" if attributes else ""
        lines = [arguments_comment([p.name for p in self.trace.parameters])
                 ] * self.trace.remembers
        lines.append(f"func.func {'private ' * private}@{name}({inputs}) -> "
                     f"({types}){said} {{")
        for node in self.trace.nodes:
            lines += ["  " + line
                      for line in [*self.origin(node), *self.source(node),
                                   *self.node(node)]]
        values = ", ".join(self.ssa[id(r)] for r in results)
        lines.append(f"  func.return {values} : {types}" if results
                     else "  func.return")
        return "\n".join(lines + ["}"])

    def origin(self, node: Graph) -> list[str]:
        """A comment that neo.batch_errors reads: what the user wrote."""
        origin = self.trace.origins.get(id(node))
        if origin is None:
            return []
        named = operands_of(node)
        # Without a text the names are not the user's but for arguments.
        tensors = [name if origin.text else value.hint
                   if value in self.trace.parameters else ""
                   for name, value in named]
        return [ORIGIN + json.dumps([origin.text, origin.line, tensors])]

    def source(self, node: Graph) -> list[str]:
        """A comment that neo.explain reads: the user's code and names."""
        if not isinstance(node, ComputeNode | GatherNode | SplatNode):
            return []
        source = node.result.source
        if source is None:
            return []
        # What one call made on the way has no name of the user's but that in
        # an expression.
        own = {name: name if source.is_expression else ""
               for name, value in operands_of(node) if value.source == source}
        named = [(name, own.get(name, value.name))
                 for name, value in operands_of(node)]
        return [comment(source, named, node.result.name)]

    def node(self, node: Graph) -> list[str]:
        if isinstance(node, ComputeNode):
            inputs = {n: (self.ssa[id(v)], v.spec)
                      for n, v in node.inputs.items()}
            return compute_lines(node.compute, self.define(node.result), inputs)
        if isinstance(node, GatherNode):
            inputs = {n: (self.ssa[id(v)], v.spec)
                      for n, v in node.inputs.items()}
            return gather_lines(node.gather, self.define(node.result), inputs)
        if isinstance(node, CallNode):
            return [self.call(node)]
        if isinstance(node, ScanNode):
            return [self.scan(node)]
        if isinstance(node, StopNode):
            return [f"{self.define(node.result)} = neo.stop_gradient "
                    f"{self.ssa[id(node.input)]} : {node.result.spec.ir}"]
        assert isinstance(node, SplatNode)
        what = node.result.spec
        return [f"{self.define(node.result)} = arith.constant "
                f"dense<{literal(node.number, what.dtype)}> : {what.ir}"]

    def call(self, node: CallNode) -> str:
        inputs = ", ".join(self.ssa[id(v)] for v in node.inputs)
        types = ", ".join(v.spec.ir for v in node.inputs)
        given = ", ".join(v.spec.ir for v in node.results)
        left = self.results(node.results)
        return (f"{left}func.call @{node.callee}({inputs}) : ({types}) -> "
                f"({given})")

    def scan(self, node: ScanNode) -> str:
        text = f"neo.scan @{node.step} steps {node.steps}"
        if node.reverse:
            text += " reverse"
        parts = {"carry": node.carry, "over": node.over,
                 "with": node.constants}
        for word, values in parts.items():
            if values:
                text += f" {word}({', '.join(self.ssa[id(v)] for v in values)})"
        types = ", ".join(v.spec.ir for part in parts.values() for v in part)
        given = ", ".join(v.spec.ir for v in node.results)
        return f"{self.results(node.results)}{text} : ({types}) -> ({given})"

    def results(self, values: Sequence[Value]) -> str:
        """The left side of an operation; several results share a name."""
        if len(values) == 1:
            return self.define(values[0]) + " = "
        if not values:
            return ""
        base = self.names.fresh(values[0].hint)
        for n, value in enumerate(values):
            self.ssa[id(value)] = f"%{base}#{n}"
        return f"%{base}:{len(values)} = "


def operands_of(node: Graph) -> list[tuple[str, Value]]:
    """The operands in order, by their names in the operator's text."""
    if isinstance(node, ComputeNode):
        return [(o.tensor, node.inputs[o.tensor])
                for o in node.compute.operands]
    if isinstance(node, GatherNode):
        return [(n, node.inputs[n]) for n in node.gather.tensors]
    return []


def compute_lines(compute: Compute, result: str,
                  inputs: dict[str, tuple[str, spec]]) -> list[str]:
    """One neo.compute, one line per operand and per body operation."""
    names = loop_names(compute.loops + compute.reductions)
    head = f"{result} = neo.compute {_loops(compute.loops, names)}"
    if compute.kind:
        head += f" {compute.kind} {_loops(compute.reductions, names)}"
    lines = [f"// {compute.comment}"] if compute.comment else []
    lines.append(head)
    for n, operand in enumerate(compute.operands):
        comma = "," if n + 1 < len(compute.operands) else ""
        value = inputs[operand.tensor][0]
        dtype = compute.arguments[n].dtype
        lines.append(f"       {value}{_access(operand, names, dtype)}{comma}")
    if compute.shares_ties:
        lines.append('       {neo.ties = "shared"}')
    types = ", ".join(inputs[o.tensor][1].ir for o in compute.operands)
    lines.append(f"     : ({types}) -> {compute.result.ir} {{")
    if compute.arguments:
        arguments = ", ".join(f"{a.name}: {a.dtype}" for a in compute.arguments)
        lines.append(f"^bb0({arguments}):")
    lines += ["  " + line for line in compute.body]
    return lines + [f"  neo.yield {compute.yielded.name} : "
                    f"{compute.yielded.dtype}", "}"]


def gather_lines(gather: Gather, result: str,
                 inputs: dict[str, tuple[str, spec]]) -> list[str]:
    """One neo.gather."""
    names = loop_names(gather.loops)
    rename = names.__getitem__

    def one(index: Linear | Positions) -> str:
        if isinstance(index, Linear):
            return show(index, rename)
        inner = ", ".join(show(form, rename) for form in index.index)
        return f"{inputs[index.tensor][0]}[{inner}]"

    line = inputs[gather.source][0] + f"[{', '.join(map(one, gather.index))}]"
    if gather.guards:
        conditions = ", ".join(_condition(g, rename) for g in gather.guards)
        line += f" where ({conditions})"
    described = ", ".join(f'"{text}"' for text in gather.described)
    types = ", ".join(inputs[name][1].ir for name in gather.tensors)
    lines = [f"// {gather.comment}"] if gather.comment else []
    return [*lines, f"{result} = neo.gather {_loops(gather.loops, names)}",
            f"       {line}",
            f"       {{neo.described = [{described}]}}",
            f"     : ({types}) -> {gather.result.ir}"]


def _loops(loops: Sequence[tuple[str, int]], names: dict[str, str]) -> str:
    return f"[{', '.join(f'{names[v]}: {extent}' for v, extent in loops)}]"


def _access(operand: Operand, names: dict[str, str], dtype: str) -> str:
    rename = names.__getitem__
    text = f"[{', '.join(show(form, rename) for form in operand.index)}]"
    if operand.guards:
        conditions = ", ".join(_condition(g, rename) for g in operand.guards)
        text += f" if ({conditions}) else {pad_literal(operand.pad, dtype)}"
    return text


def _condition(guard: Guard, rename) -> str:
    return f"{show(guard.left, rename)} {guard.op} {show(guard.right, rename)}"
