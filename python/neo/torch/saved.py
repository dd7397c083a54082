# saved.py - forward and backward programs that share intermediate values
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What a recorded call computes, and what it saves for its gradient.

The gradient of an operator needs values that the operator has computed already:

    D[i,j] += A[i,k,l] * B[k,j] * C[l,j]        T[i,k,j] = sum_l A * C
    dB[k,j] = sum_i G[i,j] * T[i,k,j]           T again

As an operator of its own (neo.torch.operators) it would compute them again. So the
first recorded call for tensors of a kind traces results and gradients as one function,
and the pass neo-split-backward makes two programs of it: one gives the results and what
is worth saving, the other takes that. autograd keeps it from one to the other. Where
nothing is worth saving, the operator's own program runs.

Saved values have no gradient, so a gradient that is recorded itself (`create_graph`)
is that of the operator.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

import neo
from neo.arrays import copied
from neo.errors import Error
from neo.jit import Options, Traced
from neo.native import canonical, compile_text
from neo.quick import MISSED, MOST_TRIED
from neo.recent import Recent
from neo.specs import spec
from neo.tensor import Tensor
from neo.torch.calls import Called, Tried
from neo.torch.forms import Form
from neo.torch.layouts import Layout, layout_of, viewed
from neo.torch.tensors import NAMES, arrays_of, promoted, tensor_of
from neo.trace import Trace, tracing

#: How a tensor lies in memory, its shape and its element type.
Kind = tuple[tuple[Layout | None, tuple[int, ...], torch.dtype], ...]

_NOTHING = object()  # In place of a pair: nothing is worth saving.


class _Half:
    """One of the two functions, compiled when it is called first."""

    alone, is_tuple = False, True

    def __init__(self, text: str, name: str, captures: Sequence[Any]):
        self._text, self._name = text, name
        self.captured = [copied(a) for a in captures]
        self._program: Any = None
        self._tried = Tried()

    @property
    def program(self) -> Any:
        if self._program is None:
            self._program = compile_text(self._text, function=self._name)
        return self._program

    def again(self, tensors: Sequence[torch.Tensor]) -> Any:
        """The results for tensors as in an earlier call; MISSED for others."""
        return self._tried.run(None, tensors)

    def first(self, tensors: Sequence[torch.Tensor], kind: Kind
              ) -> tuple[torch.Tensor, ...]:
        """The results; the first tensors are of this kind, others contiguous."""
        layouts = [layout for layout, _, _ in kind]
        layouts += [None] * (len(tensors) - len(kind))
        arrays = arrays_of(t if layout is None else layout.under(t)
                           for t, layout in zip(tensors, layouts))
        results = self.program.run((*arrays, *self.captured))
        self._tried.remember_for(layouts, self)
        return tuple(map(tensor_of, results))


@dataclass
class Pair:
    """The two programs for operands of one kind, with gradients of those in `wanted`.
    `numbers` are those of the results of `forward` that `backward` takes, the `count`
    of the operator's own first."""

    kind: Kind
    wanted: tuple[int, ...]
    count: int
    forward: _Half
    backward: _Half
    numbers: tuple[int, ...]

    def saved(self, results: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """What is saved of all results of `forward`."""
        return [results[n] for n in self.numbers]

    def gradients(self, operands: Sequence[torch.Tensor],
                  cotangents: Sequence[torch.Tensor], saved: Sequence[torch.Tensor]
                  ) -> tuple[torch.Tensor, ...] | None:
        """The gradients; None for operands that are not what they were, as hooks for
        saved tensors may make them."""
        given = [*operands, *(c.contiguous() for c in cotangents), *saved]
        found = self.backward.again(given)
        if found is not MISSED:
            return found
        if _kind(operands) != self.kind or not all(s.is_contiguous() for s in saved):
            return None
        return self.backward.first(given, self.kind)


class Savings:
    """The recorded calls of an operator that want gradients of the operands `wanted`.
    """

    def __init__(self, form: Form, called: Called, wanted: tuple[int, ...]):
        self.wanted = wanted
        self._form, self._called = form, called
        # Replaced and never changed: threads read it without a lock.
        self._pairs: tuple[Pair, ...] = ()
        self._made = Recent()

    def again(self, operands: Sequence[torch.Tensor]) -> Any:
        """All results, and the pair that made them or None; MISSED if no program is
        there."""
        for pair in self._pairs:
            found = pair.forward.again(operands)
            if found is not MISSED:
                return found, pair
        found = self._called.again(operands)
        return MISSED if found is MISSED else (found, None)

    def first(self, operands: Sequence[torch.Tensor]) -> tuple[Any, Pair | None]:
        """As `again`, by programs that are compiled if need be."""
        given = promoted(operands)
        pair = self._pair_for(given) if given is operands else None
        if pair is None:
            return self._called(given), None
        self._pairs = (pair, *(p for p in self._pairs if p is not pair))[:MOST_TRIED]
        return pair.forward.first(given, pair.kind), pair

    def _pair_for(self, operands: Sequence[torch.Tensor]) -> Pair | None:
        """The pair for operands like these; None where nothing is worth saving."""
        kind = _kind(operands)
        made = self._made.get(kind, lambda: self._pair(kind) or _NOTHING)
        return None if made is _NOTHING else made

    def _pair(self, kind: Kind) -> Pair | None:
        """A new pair. A gradient that there is not is refused where it is asked for."""
        try:
            return self._split(kind)
        except Error:
            return None

    def _split(self, kind: Kind) -> Pair | None:
        traced, floats, results = self._traced(kind)
        text = canonical(traced.text, f"builtin.module(neo-derive,neo-split-backward{{"
                         f"first={len(kind)} cotangents={floats} results={results}}})")
        found = re.search(r"neo\.saved = array<i64: ([\d, ]+)>", text)
        if found is None:
            return None
        numbers = tuple(map(int, found[1].split(",")))
        forward, backward = (_Half(text, f"main_{name}", traced.originals)
                             for name in ("forward", "backward"))
        return Pair(kind, self.wanted, results, forward, backward, numbers)

    def _traced(self, kind: Kind) -> tuple[Traced, int, int]:
        """Results and gradients as one function of memory and cotangents; how many
        cotangents and results it has."""
        specs = self._results(kind)
        floats = [n for n, each in enumerate(specs) if each.is_float]
        layouts = [layout for layout, _, _ in kind]
        trace, memory = self._begun(kind)
        # Ahead of the captured arrays, which become parameters where they are used.
        cotangents = [Tensor(trace.parameter(specs[n], f"cotangent_{n}"))
                      for n in floats]
        with tracing(trace):
            results = viewed(self._form, layouts)(*memory)
            gradients = viewed(self._gradients(floats, cotangents), layouts)(*memory)
        return (Traced(trace, (*results, *gradients), Options(), keeps=False),
                len(floats), len(results))

    def _begun(self, kind: Kind) -> tuple[Trace, list[Tensor]]:
        """A trace, and the memory under operands of this kind as its parameters."""
        trace = Trace()
        return trace, [Tensor(trace.parameter(spec(
            shape if layout is None else layout.memory, NAMES[dtype]), name))
            for (layout, shape, dtype), name in zip(kind, self._form.names)]

    def _results(self, kind: Kind) -> list[spec]:
        """Shapes and types of the operator's results."""
        trace, memory = self._begun(kind)
        with tracing(trace):
            return [r.value.spec for r in
                    viewed(self._form, [layout for layout, _, _ in kind])(*memory)]

    def _gradients(self, floats: Sequence[int], cotangents: Sequence[Tensor]
                   ) -> Callable[..., tuple[Any, ...]]:
        def gradients(*operands: Tensor) -> tuple[Any, ...]:
            def moved(*chosen: Any) -> tuple[Any, ...]:
                given = list(operands)
                for place, each in zip(self.wanted, chosen):
                    given[place] = each
                results = self._form(*given)
                return tuple(results[n] for n in floats)

            chosen = [operands[n] for n in self.wanted]
            return tuple(neo.vjp(moved, *chosen)[1](tuple(cotangents)))

        return gradients


def _kind(tensors: Sequence[torch.Tensor]) -> Kind:
    return tuple((layout_of(t), tuple(t.shape), t.dtype) for t in tensors)
