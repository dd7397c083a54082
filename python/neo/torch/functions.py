# functions.py - derivatives and batches of Neo's operators
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What autograd and torch.func need of an operator, in terms of the operators of its
derivatives (neo.torch.operators).

PyTorch has several interfaces. The dispatcher takes a backward
function and a rule for batches; it has none for tangents. torch.func takes an
autograd.Function, which has one for each. A call of tensors alone that records its
gradient takes a plainer Function, for the way through the dispatcher, in Python twice,
is several times as long. All lead to the same operators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch._C import _get_tracing_state, _len_torch_dispatch_stack
from torch._C._functorch import peek_interpreter_stack
from torch.autograd import forward_ad

from neo.torch.forms import placed
from neo.torch.tensors import PLAIN

if TYPE_CHECKING:
    from neo.torch.operators import Operator


def keep(ctx: Any, inputs: Sequence[Any], output: Any) -> None:
    """What gradients need of a call: its operands alone."""
    ctx.save_for_backward(*inputs)
    results = output if isinstance(output, tuple) else (output,)
    ctx.floats = tuple(n for n, r in enumerate(results) if r.is_floating_point())


def backward_of(operator: Operator) -> Callable[..., Any]:
    """The backward function of an operator, as torch.library takes it."""
    def backward(ctx: Any, *cotangents: Any) -> Any:
        operands = ctx.saved_tensors
        return gradients(operator, operands, ctx.needs_input_grad[:len(operands)],
                         ctx.floats, cotangents)

    return backward


def is_watched() -> bool:
    """Whether torch.func, forward mode, torch.jit.trace or a dispatch mode looks into
    calls."""
    return peek_interpreter_stack() is not None or forward_ad._current_level >= 0 or \
        _len_torch_dispatch_stack() > 0 or _get_tracing_state() is not None


#: Whether a tensor is one of `torch.autograd.grad(..., is_grads_batched=True)`, which has
#: no memory of its own and is known by its dispatch key alone.
is_batch = torch._C._functorch.is_legacy_batchedtensor


def wanted_of(operands: Sequence[torch.Tensor], needed: Sequence[bool]
              ) -> tuple[int, ...]:
    """The operands that are needed a gradient of and have one: the floats."""
    return tuple(n for n, o in enumerate(operands)
                 if needed[n] and o.is_floating_point())


def gradients(operator: Operator, operands: Sequence[torch.Tensor],
              needed: Sequence[bool], floats: tuple[int, ...],
              cotangents: Sequence[torch.Tensor | None]) -> tuple[Any, ...]:
    """A gradient for each operand that is needed and a float, None for others."""
    wanted = wanted_of(operands, needed)
    seeds = tuple(n for n in floats if cotangents[n] is not None)
    found: list[torch.Tensor] = []
    if wanted and seeds:
        derivative = operator.pullback(wanted, seeds)
        results = derivative(*operands, *(cotangents[n] for n in seeds))
        found = [each if each.dtype is operands[n].dtype else each.to(operands[n].dtype)
                 for n, each in zip(wanted, (results,) if derivative.alone else results)]
    return tuple(placed([None] * len(operands), wanted, found))


def batch(operator: Operator, dims: Sequence[int | None],
          operands: Sequence[torch.Tensor]) -> tuple[Any, Any]:
    """The results for a batch along `dims` of the operands, and where it lies."""
    which = tuple(d is not None for d in dims)
    moved = [o if d is None else o.movedim(d, 0) for o, d in zip(operands, dims)]
    found = operator.batched(which)(*moved)
    return found, 0 if operator.alone else (0,) * operator.form.results


class Recorded(torch.autograd.Function):
    """A call whose gradient is recorded, past the dispatcher. What the gradient shares
    with the results is saved (neo.torch.saved), and is read where nothing looks into
    the gradient itself."""

    @staticmethod
    def forward(ctx: Any, operator: Operator, *operands: Any) -> Any:
        found, ctx.pair = operator.compute_recorded(ctx.needs_input_grad[1:], operands)
        ctx.operator = operator
        if ctx.pair is None:
            ctx.save_for_backward(*operands)
            return found
        ctx.save_for_backward(*operands, *ctx.pair.saved(found))
        return found[0] if operator.alone else found[:ctx.pair.count]

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> Any:
        needed = ctx.needs_input_grad[1:]
        kept = ctx.saved_tensors  # Checkpoints allow to ask once.
        operands, saved = kept[:len(needed)], kept[len(needed):]
        if ctx.pair is not None and not torch.is_grad_enabled() and \
                not is_watched() and PLAIN.issuperset(map(type, (*kept, *cotangents))):
            found = ctx.pair.gradients(
                operands, [c for c in cotangents if c.is_floating_point()], saved)
            if found is not None:
                return (None, *placed([None] * len(operands), ctx.pair.wanted, found))
        floats = tuple(n for n, c in enumerate(cotangents) if c.is_floating_point())
        return (None, *gradients(ctx.operator, operands, needed, floats, cotangents))


# Function.apply looks for torch.func first, where this is not called.
recorded = super(torch.autograd.Function, Recorded).apply


def apply(operator: Operator, operands: Sequence[torch.Tensor]) -> Any:
    """A call under torch.func, or one whose tangents are wanted."""
    return _Call.apply(operator, *operands)


class _Call(torch.autograd.Function):
    """A call of an operator as torch.func sees it."""

    @staticmethod
    def forward(operator: Operator, *operands: Any) -> Any:
        return operator.overload(*operands)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.operator, *operands = inputs
        keep(ctx, operands, output)
        ctx.save_for_forward(*operands)

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> Any:
        return (None, *gradients(ctx.operator, ctx.saved_tensors,
                                 ctx.needs_input_grad[1:], ctx.floats, cotangents))

    @staticmethod
    def jvp(ctx: Any, _: None, *tangents: Any) -> Any:
        operator, operands = ctx.operator, ctx.saved_tensors
        moving = tuple(n for n, t in enumerate(tangents) if t is not None)
        found: Any = ()
        if moving and ctx.floats:
            derivative = operator.tangents(moving, ctx.floats)
            results = derivative(*operands, *(tangents[n] for n in moving))
            found = (results,) if derivative.alone else results
        found = placed([None] * operator.form.results, ctx.floats, found)
        return found[0] if operator.alone else tuple(found)

    @staticmethod
    def vmap(info: Any, dims: Any, operator: Operator, *operands: Any) -> Any:
        return batch(operator, dims[1:], operands)
