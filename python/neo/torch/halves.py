# halves.py - operators of neo.torch.op in graphs of training
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Forward and backward graphs that share what an operator and its gradient compute.

AOTAutograd's joint graph has an operator of `neo.torch.op` and the operator of its
gradient, which computes again what it needs of the first:

    y = neo.f(a, b)                      y, t = neo.f_forward(a, b)
    da, db = neo.f_vjp(a, b, dy)         da, db = neo.f_backward(a, b, dy, t)

The pass neo-split-backward, which decides the same for calls outside of a graph
(neo.torch.saved), makes both halves. They are operators again: functions of the IR that
a graph's program calls.
"""

from __future__ import annotations

import functools
import hashlib
import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import Graph, Node

from neo.errors import GradientError
from neo.jit import Jitted
from neo.specs import spec
from neo.tensor import Tensor
from neo.torch.forms import Form
from neo.torch.operators import Operator, operator_of
from neo.torch.saved import split
from neo.torch.strides import called
from neo.torch.tensors import NAMES
from neo.trace import require_trace


@dataclass(frozen=True)
class Half(Form):
    """A function of the IR; `text` defines it and what it calls."""

    text: str
    function: str
    specs: tuple[spec, ...]

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        trace = require_trace(self.function)
        if self.text not in trace.module.functions:
            trace.module.functions.append(self.text)
        found = trace.call(self.function, [t.value for t in tensors],
                           [(each, "t") for each in self.specs])
        return tuple(map(Tensor, found))

    def result_specs(self, operands: Sequence[spec]) -> list[spec]:
        return list(self.specs)


@dataclass(frozen=True)
class Halves:
    """Both operators. `forward` gives the operator's own results first; `backward` takes
    the operands, cotangents, and the results `numbers` of `forward`."""

    forward: Operator
    backward: Operator
    numbers: tuple[int, ...]


@functools.cache
def _halves(whole: Operator, operands: tuple[spec, ...], wanted: tuple[int, ...],
            seeds: tuple[int, ...]) -> Halves | None:
    """The halves for operands of these shapes; None where nothing is worth saving."""
    form = whole.form
    gradients, results = form.pullback(wanted, seeds), form.result_specs(operands)
    count = len(operands)

    def both(*tensors: Any) -> tuple[Any, ...]:
        return (*form(*tensors[:count]), *gradients(*tensors))

    try:
        traced = Jitted(both).traced(*operands, *(results[n] for n in seeds))
    except GradientError:
        return None
    found = split(traced.text, count, len(seeds), len(results))
    if found is None or traced.captured:
        return None
    text, numbers = found
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    inside = _functions(text, digest)
    forward, backward = (_operator(whole, inside, which, digest)
                         for which in ("forward", "backward"))
    return Halves(forward, backward, numbers)


def _functions(text: str, digest: str) -> str:
    """The functions of a module, private and with names of their own."""
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("module"))
    last = max(n for n, line in enumerate(lines) if line.startswith("}"))
    inside = "\n".join(line.removeprefix("  ") for line in lines[first + 1:last])
    inside = re.sub(r"@(\w+)", rf"@\1_{digest}", inside)
    return re.sub(r"^func\.func (?:private )?@", "func.func private @", inside,
                  flags=re.M)


def _operator(whole: Operator, text: str, which: str, digest: str) -> Operator:
    function = f"main_{which}_{digest}"
    signature = re.search(rf"@{function}\((.*?)\) -> \(?(.*?)\)?(?: attributes .*)? {{$",
                          text, flags=re.M)
    assert signature is not None, f"no function {function}"
    takes, gives = (re.findall(r"tensor<([^>]*)>", each) for each in signature.groups())
    names = tuple(f"operand_{n}" for n in range(len(takes)))
    form = Half(names, len(gives), text, function, tuple(map(_spec, gives)))
    return Operator(form, f"{whole.name}_{which}_{digest}")


def _spec(inside: str) -> spec:
    """What stands in `tensor<4x5xf32>`."""
    *sizes, dtype = inside.split("x")
    return spec(tuple(map(int, sizes)), dtype)


def share(graph: Graph) -> None:
    """Replaces operators of Neo and their gradients in a joint graph by halves."""
    calls = {(n.target, _values(n.args)): n for n in graph.nodes
             if n.op == "call_function" and operator_of(n.target) is not None}
    for gradient in list(calls.values()):
        derived = operator_of(gradient.target)
        if derived is None or derived.pullback_of is None:
            continue
        whole, wanted, seeds = derived.pullback_of
        operands = _values(gradient.args[:len(whole.form.names)])
        call = calls.get((whole.overload, operands))
        specs = _specs(operands)
        if call is None or specs is None or "recompute" in call.meta:
            continue  # The last is in a checkpoint, whose values are not to be saved.
        halves = _halves(whole, specs, wanted, seeds)
        if halves is not None:
            del calls[whole.overload, operands]
            _replace(graph, call, gradient, halves, whole.alone)


def _values(operands: Sequence[Any]) -> tuple[Any, ...]:
    """Operands, past the copies that autograd saves, which are of the same memory."""
    def value(node: Any) -> Any:
        while isinstance(node, Node) and node.target is torch.ops.aten.detach.default:
            node = node.args[0]
        return node

    return tuple(map(value, operands))


def _specs(operands: Sequence[Node]) -> tuple[spec, ...] | None:
    """What is known of the operands; None for symbols and for floats of several types,
    which the operator promotes."""
    tensors = [n.meta["val"] for n in operands]
    floats = {t.dtype for t in tensors if t.is_floating_point()}
    if len(floats) > 1 or any(isinstance(s, torch.SymInt) for t in tensors
                              for s in t.shape):
        return None
    return tuple(spec(tuple(t.shape), NAMES[t.dtype]) for t in tensors)


def _replace(graph: Graph, call: Node, gradient: Node, halves: Halves, alone: bool
             ) -> None:
    """Replaces both; the call gives a tensor if it is `alone`, or several."""
    with graph.inserting_before(call):
        forward = called(graph, halves.forward.overload, *call.args)
        results = [called(graph, operator.getitem, forward, n)
                   for n in range(halves.forward.form.results)]
    if alone:
        call.replace_all_uses_with(results[0])
    for user in list(call.users):
        user.replace_all_uses_with(results[user.args[1]])
        graph.erase_node(user)
    graph.erase_node(call)
    with graph.inserting_before(gradient):
        backward = called(graph, halves.backward.overload, *gradient.args,
                          *(results[n] for n in halves.numbers))
    gradient.replace_all_uses_with(backward)
    graph.erase_node(gradient)


__all__ = ["share"]
