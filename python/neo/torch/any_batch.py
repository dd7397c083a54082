# any_batch.py - models compiled for any number of items
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.torch.compile(model, batch=...)`: torch.compile, told which dimension varies.

Dynamo takes sizes for numbers until it has seen another one, and then lets any dimension
vary that did. Here the first call already has the batch, and nothing else, as a symbol;
the graphs become programs for any number of items (neo.torch.batches).
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

import torch
from torch.utils import _pytree as pytree

from neo.batch import names_of
from neo.errors import ShapeError, UsageError, describe
from neo.recent import MOST_PROGRAMS
from neo.torch.batches import REMEDY
from neo.torch.versions import supported


def compile(model: Callable[..., Any], *,
            batch: bool | str | Sequence[str] | Mapping[str, int] = True,
            **options: Any) -> Callable[..., Any]:
    """`model` by torch.compile and Neo, one program for every number of items.

        fast = neo.torch.compile(model, batch="images")

    `batch` names the arguments whose first dimension is the batch, or says which one it
    is, `{"tokens": 1}`; True stands for the first dimension of every argument. Each may
    be a container of tensors. `options` are those of torch.compile. A batch of one, an
    empty one and other sizes in other dimensions have programs of their own. Of a module
    it is a module, as of torch.compile.

    Raises UsageError for names that the model does not have, and, when it is called,
    where the batch does not stay whole; ShapeError for arguments without that dimension.
    """
    called = model.forward if isinstance(model, torch.nn.Module) else model
    signature = _signature(called)
    axes = dict.fromkeys(signature.parameters, 0) if batch is True else names_of(batch)
    for name in axes:
        if name not in signature.parameters:
            raise UsageError(describe(
                f"batch names '{name}', but the model's arguments are "
                f"{', '.join(signature.parameters)}"))
    from torch.fx.experimental.symbolic_shapes import ConstraintViolationError

    from neo.torch.compiler import backend
    # No size is a symbol but the batch, which is marked; each other has a program.
    usual = {"dynamic": False, "backend": backend} | supported(
        recompile_limit=MOST_PROGRAMS)
    compiled = torch.compile(model, options={"batch": True}, **usual | options)
    is_module = isinstance(compiled, torch.nn.Module)
    call = compiled.forward if is_module else compiled

    @functools.wraps(called)
    def run(*args: Any, **kwargs: Any) -> Any:
        marked: Marked = {}
        try:
            for name, value in signature.bind(*args, **kwargs).arguments.items():
                if name in axes:
                    _mark(name, value, axes[name], marked)
            return call(*args, **kwargs)
        except ConstraintViolationError as violation:
            raise UsageError(describe(
                f"a dimension of {', '.join(axes)} that is taken for a batch has to have "
                f"one size in this model: {REMEDY}")) from violation
        finally:
            for tensor, marks in marked.values():
                _restore(tensor, marks)

    if not is_module:
        return run
    compiled.forward = run
    return compiled


def _signature(called: Callable[..., Any]) -> inspect.Signature:
    try:
        return inspect.signature(called)
    except ValueError:
        name = getattr(called, "__name__", str(called))
        raise UsageError(describe(
            f"'{name}' does not say what its arguments are: write a function that calls "
            f"it, as lambda x: {name}(x)")) from None


#: Tensors, by their identity, and what Dynamo had been told of them before.
Marked = dict[int, tuple[torch.Tensor, dict[str, Any]]]


def _marks(tensor: torch.Tensor) -> dict[str, Any]:
    """What Dynamo has been told of a tensor's sizes."""
    return {name: copy(mark) for name, mark in vars(tensor).items()
            if name.startswith("_dynamo_")}


def _restore(tensor: torch.Tensor, marks: dict[str, Any]) -> None:
    """Leaves a tensor as it was before the call."""
    for name in _marks(tensor):
        delattr(tensor, name)
    vars(tensor).update(marks)


def _mark(name: str, value: Any, axis: int, marked: Marked) -> None:
    """Tells Dynamo that the size of a dimension varies, and no other."""
    for tensor in pytree.tree_leaves(value):
        if not isinstance(tensor, torch.Tensor):
            continue
        if axis >= tensor.ndim:
            raise ShapeError(describe(
                f"argument '{name}' has a batch in dimension {axis}, but rank "
                f"{tensor.ndim}: name the arguments that have one in batch="))
        if id(tensor) not in marked:
            marked[id(tensor)] = tensor, _marks(tensor)
            _restore(tensor, {})
        torch._dynamo.mark_dynamic(tensor, axis)


__all__ = ["compile"]
