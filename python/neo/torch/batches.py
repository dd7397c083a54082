# batches.py - graphs for every size of a batch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One program of a graph for every number of items.

Where Dynamo is told that a dimension varies, its graph holds a symbol for the size, and
expressions of it: shapes, and numbers such as that of the elements of which a batch norm
takes the variance. Neo's programs for any batch are traced for placeholders of that size
(neo.batch), so the graph is planned for each placeholder as for any other size:

    x: s0 x 3 x 8 x 8      plan for 127 items: 127 x 3 x 8 x 8      traced
    y: s0 x 10             plan for 131 items: 131 x 3 x 8 x 8      traced, compared

Numbers that follow from the size and that tensors are computed with are operands of
rank 0, which a call computes. A dimension that is a multiple of the symbol, as that of
all tokens of all sequences, 128*s0, is two in the program, where the batch stays whole
(neo.torch.joined). Others, as s0 + 1, are refused.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch.fx import GraphModule, Node

from neo.batch import STAND_INS
from neo.errors import ShapeError, UsageError, describe
from neo.jit import Options
from neo.tensor import Tensor
from neo.torch.forms import signed
from neo.torch.graph import Meta, Plan, Shapes, Stage
from neo.torch.items import reasons
from neo.torch.joined import Join, joins_of
from neo.torch.records import name_of, tensors_in

#: What to do where the batch does not stay whole.
REMEDY = ("name the arguments that have a batch in batch=, or write torch.compile(model, "
          'backend="neo"), where each size has a program')
#: What a graph's numbers are to PyTorch before the size of the batch is known.
_SYMBOLIC = torch.SymInt | torch.SymFloat | torch.SymBool


class Batches:
    """A graph whose sizes follow from that of the batch, and its plans.

    Raises UsageError where a dimension is neither a number nor times the batch.
    """

    def __init__(self, module: GraphModule, metas: Meta, constants: dict[Node, Any],
                 weights: Mapping[Node, np.ndarray]):
        self.module, self.metas = module, metas
        self._constants, self._weights = constants, weights
        self.symbols = _symbols_of(metas)
        _check_dimensions(metas, self.symbols)
        self.varying = {n for n, m in metas.items() if isinstance(m, _SYMBOLIC)
                        and m.node.expr.free_symbols}
        self._inputs = [n for n in module.graph.nodes if n.op == "placeholder"]
        self.plan_for = functools.lru_cache(maxsize=8)(self._planned)
        self.numbers_for = functools.lru_cache(maxsize=256)(self._numbers)
        factor = functools.partial(_factor, symbols=self.symbols)
        self._reasons = reasons(metas, factor)
        self.joins = joins_of(metas, factor)
        self.plan = self.plan_for(STAND_INS[0][0])
        while alone := self._made_of_sizes():
            self._reasons |= dict.fromkeys(
                alone, "nothing that it is computed from has the batch")
            self.plan_for.cache_clear()
            self.plan = self.plan_for(STAND_INS[0][0])

    def _made_of_sizes(self) -> list[Node]:
        """Tensors with the batch in programs that take none, as torch.ones(len(x)): no
        program of any batch tells the size."""
        return [n for stage in self.plan.stages
                if all(self.axis(i) is None for i in self.plan.needs(stage))
                for n in stage.nodes if self.axis(n) is not None]

    def _planned(self, size: int) -> Plan:
        """The plan for a number of items; all have the same stages."""
        given = [self._example(self.metas[n], size) for n in self._inputs]
        metas = Shapes(self.module).known(given)
        with torch._subclasses.FakeTensorMode():
            metas = {n: _apart(m, self.joins.get(n)) for n, m in metas.items()}
        refused = None if size == STAND_INS[0][0] else self.plan.refused
        return Plan(self.module.graph, metas, self._constants, self._weights,
                    self.varying, refused, self.joins, self._reasons)

    def _example(self, meta: Any, size: int) -> Any:
        if isinstance(meta, torch.Tensor):
            with torch._subclasses.FakeTensorMode():
                return torch.empty_strided(
                    [self._at(s, size) for s in meta.shape],
                    [self._at(s, size) for s in meta.stride()], dtype=meta.dtype)
        return self._at(meta, size)

    def _at(self, number: Any, size: int) -> Any:
        """A number of the graph, with `size` for the symbol."""
        if not isinstance(number, _SYMBOLIC):
            return number
        value = number.node.expr.subs(dict.fromkeys(self.symbols, size))
        if value.free_symbols:  # A stride that no size tells: that of a part.
            value = number.node.hint
        if isinstance(number, torch.SymFloat):
            return float(value)
        return bool(value) if isinstance(number, torch.SymBool) else int(value)

    def _numbers(self, size: int) -> dict[Node, Any]:
        """All numbers of the graph for a number of items."""
        return {n: self._at(m, size) for n, m in self.metas.items()
                if isinstance(m, _SYMBOLIC | int | float)}

    def axis(self, node: Node) -> int | None:
        """Which dimension of a tensor is the batch, in a program."""
        meta = self.metas.get(node)
        if not isinstance(meta, torch.Tensor):
            return None
        if isinstance(join := self.joins.get(node), Join):
            return join.batch
        return next((d for d, s in enumerate(meta.shape) if self._is_batch(s)), None)

    def _is_batch(self, size: Any) -> bool:
        return isinstance(size, torch.SymInt) and size.node.expr in self.symbols

    def items(self, inputs: Sequence[Any]) -> int:
        """The number of items in a call's inputs. Raises ShapeError for several."""
        found = {int(each) if self.axis(node) is None
                 else self.apart(node, each.shape)[self.axis(node)]
                 for node, each in zip(self._inputs, inputs)
                 if self._is_batch(self.metas[node]) or self.axis(node) is not None}
        if len(found) != 1:
            raise ShapeError(describe(
                f"the inputs have {', '.join(map(str, sorted(found))) or 'no'} items: "
                "pass as many in each that has a batch"))
        return found.pop()

    def apart(self, node: Node, shape: Sequence[int]) -> Sequence[int]:
        """A tensor's shape in a program, of that in PyTorch."""
        join = self.joins.get(node)
        return join.apart(shape) if isinstance(join, Join) else shape

    def options(self, stage: Stage) -> Options:
        """How the program of a stage is compiled."""
        axes = {n.name: self.axis(n) for n in self.plan.needs(stage)}
        return Options(batch={n: a for n, a in axes.items() if a is not None})

    def function(self, stage: Stage) -> Callable[..., tuple[Tensor, ...]]:
        """A stage, as a function of traced tensors of any number of items."""
        inputs = self.plan.needs(stage)
        place = next((n for n, i in enumerate(inputs) if self.axis(i) is not None), None)
        if place is None:
            return self.plan.function(stage)
        number, axis = self.plan.stages.index(stage), self.axis(inputs[place])

        def function(*tensors: Tensor) -> tuple[Tensor, ...]:
            plan = self.plan_for(tensors[place].shape[axis])
            return plan.function(plan.stages[number])(*tensors)

        return signed(function, [n.name for n in inputs])


def _symbols_of(metas: Meta) -> set[Any]:
    """Names of the size of the batch: as many inputs may have it as like. Strides have
    names, too, where a tensor is a part of another one."""
    sizes = [s for meta in metas.values() for t in tensors_in(meta) for s in t.shape]
    return {symbol for size in sizes if isinstance(size, _SYMBOLIC)
            for symbol in size.node.expr.free_symbols}


def _apart(meta: Any, join: Any) -> Any:
    """What is known of a result, with its joined dimension apart."""
    if isinstance(join, list):
        return [_apart(m, j) for m, j in zip(meta, join)]
    if join is None:
        return meta
    return torch.empty(join.apart(meta.shape), dtype=meta.dtype)


def _factor(size: Any, symbols: set[Any]) -> int:
    """How many times the batch a size is; 0 for a number, -1 for anything else."""
    if not isinstance(size, torch.SymInt) or not size.node.expr.free_symbols:
        return 0
    expr = size.node.expr
    items = next(iter(symbols), None)  # All are the size of one batch.
    times, rest = expr.subs({s: items for s in symbols}).as_coeff_Mul()
    return int(times) if rest == items and times.is_Integer and times > 0 else -1


def _check_dimensions(metas: Meta, symbols: set[Any]) -> None:
    for node, meta in metas.items():
        for tensor in tensors_in(meta):
            factors = [f for s in tensor.shape if (f := _factor(s, symbols))]
            if -1 in factors or len(factors) > 1:
                what = name_of(node.target) if node.op == "call_function" \
                    else f"'{node.name}'"
                shape = ", ".join(map(str, tensor.shape))
                for symbol in symbols:
                    shape = shape.replace(str(symbol), "batch")
                raise UsageError(describe(
                    f"{what} has shape ({shape}), where the batch is not a factor of "
                    f"one dimension{_line_of(node)}: {REMEDY}"))


def _line_of(node: Node) -> str:
    """The line of the model that a node comes from."""
    frames = re.findall(r'File "(.*)", line (\d+).*\n(.*)', node.meta.get(
        "stack_trace") or "")
    if not frames:
        return ""
    name, line, code = frames[-1]
    return f", at {os.path.basename(name)}:{line} ({code.strip()})"


__all__ = ["REMEDY", "Batches"]
