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
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from neo.errors import GradientError
from neo.jit import Jitted, Traced
from neo.native import canonical
from neo.quick import MISSED, MOST_TRIED
from neo.recent import Recent
from neo.specs import spec
from neo.torch.calls import Called, Kept, Translation
from neo.torch.forms import Form
from neo.torch.functions import is_batch
from neo.torch.layouts import Layout, layout_of, viewed
from neo.torch.tensors import NAMES, promoted

#: How a tensor lies in memory, its shape and its element type.
Kind = tuple[tuple[Layout | None, tuple[int, ...], torch.dtype], ...]

_NOTHING = object()  # In place of a pair: nothing is worth saving.


@dataclass
class Pair:
    """The two programs for operands of one kind, with gradients of those in `wanted`.
    `numbers` are those of the results of `forward` that `backward` takes, the `count`
    of the operator's own first."""

    kind: Kind
    wanted: tuple[int, ...]
    count: int
    forward: Kept
    backward: Kept
    numbers: tuple[int, ...]

    def saved(self, results: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """What is saved of all results of `forward`."""
        return [results[n] for n in self.numbers]

    def gradients(self, operands: Sequence[torch.Tensor],
                  cotangents: Sequence[torch.Tensor], saved: Sequence[torch.Tensor]
                  ) -> tuple[torch.Tensor, ...] | None:
        """The gradients; None for a batch of cotangents, and for operands that are not
        what they were, as hooks for saved tensors may make them."""
        given = [*operands, *(c.contiguous() for c in cotangents), *saved]
        found = self.backward.again(given)
        if found is not MISSED:
            return found
        if any(map(is_batch, cotangents)) or _kind(operands) != self.kind or \
                not all(s.is_contiguous() for s in saved):
            return None
        return self.backward.first(given)


class Savings:
    """The recorded calls of an operator that want gradients of the operands `wanted`.
    """

    def __init__(self, form: Form, called: Called, wanted: tuple[int, ...]):
        self.wanted = wanted
        self._form, self._called = form, called
        self._promoted = called.apart()  # It has no pairs for what it has run.
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
        if given is not operands:
            return self._promoted(given), None
        pair = self._pair_for(operands)
        if pair is None:
            return self._called(operands), None
        self._pairs = (pair, *(p for p in self._pairs if p is not pair))[:MOST_TRIED]
        return pair.forward.first(operands), pair

    def _pair_for(self, operands: Sequence[torch.Tensor]) -> Pair | None:
        """The pair for operands like these; None where nothing is worth saving."""
        kind = _kind(operands)
        made = self._made.get(kind, lambda: self._pair(kind) or _NOTHING)
        return None if made is _NOTHING else made

    def _pair(self, kind: Kind) -> Pair | None:
        """A new pair. A gradient that there is not is refused where it is asked for."""
        try:
            return self._split(kind)
        except GradientError:
            return None

    def _split(self, kind: Kind) -> Pair | None:
        results = self._form.result_specs(
            [spec(shape, NAMES[dtype]) for _, shape, dtype in kind])
        cotangents = {n: each for n, each in enumerate(results) if each.is_float}
        if not cotangents:
            return None
        layouts = tuple(layout for layout, _, _ in kind)
        traced = self._traced(kind, cotangents)
        found = split(traced.text, len(kind), len(cotangents), len(results))
        if found is None:
            return None
        text, numbers = found
        contiguous = (None,) * (len(cotangents) + len(numbers))
        captures = tuple(traced.captured)
        forward = Translation(layouts, text, captures, "main_forward")
        backward = Translation((*layouts, *contiguous), text, captures, "main_backward")
        return Pair(kind, self.wanted, len(results), Kept(forward), Kept(backward),
                    numbers)

    def _traced(self, kind: Kind, cotangents: dict[int, spec]) -> Traced:
        """Results and gradients as one function of the memory under operands of this
        kind, and of cotangents of some results."""
        gradients = self._form.pullback(self.wanted, tuple(cotangents))
        layouts = [layout for layout, _, _ in kind]
        contiguous = [None] * len(cotangents)

        def both(*tensors: Any) -> tuple[Any, ...]:
            return (*viewed(self._form, layouts)(*tensors[:len(kind)]),
                    *viewed(gradients, [*layouts, *contiguous])(*tensors))

        memory = [spec(shape if layout is None else layout.memory, NAMES[dtype])
                  for layout, shape, dtype in kind]
        return Jitted(both).traced(*memory, *cotangents.values())


def split(text: str, operands: int, cotangents: int, results: int
          ) -> tuple[str, tuple[int, ...]] | None:
    """The module `text`, whose function gives results and gradients, with functions
    main_forward and main_backward, and which results of the first the second takes last;
    None where nothing is worth saving."""
    found = canonical(text, f"builtin.module(neo-derive,neo-split-backward{{first={operands}"
                            f" cotangents={cotangents} results={results}}})")
    saved = re.search(r"neo\.saved = array<i64: ([\d, ]+)>", found)
    return None if saved is None else (found, tuple(map(int, saved[1].split(","))))


def _kind(tensors: Sequence[torch.Tensor]) -> Kind:
    return tuple((layout_of(t), tuple(t.shape), t.dtype) for t in tensors)
