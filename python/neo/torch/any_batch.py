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
    empty one and other sizes in other dimensions have programs of their own.

    Raises UsageError for names that the model does not have, and, when it is called,
    where the batch does not stay whole; ShapeError for arguments without that dimension.
    """
    called = model.forward if isinstance(model, torch.nn.Module) else model
    signature = inspect.signature(called)
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

    @functools.wraps(called)
    def run(*args: Any, **kwargs: Any) -> Any:
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            if name in axes:
                _mark(name, value, axes[name])
        try:
            return compiled(*args, **kwargs)
        except ConstraintViolationError as violation:
            raise UsageError(describe(
                f"a dimension of {', '.join(axes)} that is taken for a batch has to have "
                f"one size in this model: {REMEDY}")) from violation

    return run


def _mark(name: str, value: Any, axis: int) -> None:
    """Tells Dynamo that the size of a dimension varies."""
    for tensor in pytree.tree_leaves(value):
        if not isinstance(tensor, torch.Tensor):
            continue
        if axis >= tensor.ndim:
            raise ShapeError(describe(
                f"argument '{name}' has a batch in dimension {axis}, but rank "
                f"{tensor.ndim}: name the arguments that have one in batch="))
        if not hasattr(tensor, "_dynamo_dynamic_indices"):
            torch._dynamo.mark_dynamic(tensor, axis)


__all__ = ["compile"]
