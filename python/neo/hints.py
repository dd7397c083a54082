# hints.py - stop_gradient and checkpoint
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.stop_gradient` and `neo.checkpoint`. Neither changes a value."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from neo import tree
from neo.derive import define_checkpoint
from neo.elements import Scalar
from neo.errors import UsageError, describe, quieted
from neo.inner import Inner, Outputs
from neo.tensor import Tensor
from neo.trace import active, require_trace


def stop_gradient(x: Any) -> Any:
    """`x`, which derivatives take for a constant.

    `x` is a tensor, an array, a number or containers of them. No gradient
    passes backwards and no tangent forwards, in derivatives of any order.

        target = neo.stop_gradient(model(params, x))
    """
    return tree.map(_stopped, x)


def _stopped(leaf: Any) -> Any:
    if isinstance(leaf, Scalar):
        raise UsageError(describe(
            "neo.stop_gradient takes whole tensors: apply it to the tensor "
            "before neo.compute reads it"))
    if not isinstance(leaf, Tensor):
        return leaf
    trace = require_trace("neo.stop_gradient")
    return Tensor(trace.stop_gradient(leaf.value))


def checkpoint(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, of which gradients keep the arguments only.

    What it computes on the way to its results is not kept in memory for the
    way back but computed again there: less memory for the time of running the
    function once more. Arguments and results are tensors in containers, and
    Python numbers; tensors from outside are kept as arguments are. Values and
    gradients stay the same.

        def model(params, x):
            for layer in params:
                x = neo.checkpoint(block)(layer, x)
            return x

    Source: Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016.
    """
    if not callable(function):
        raise UsageError(describe(
            "neo.checkpoint takes a function, not "
            f"{type(function).__name__}"))

    @quieted
    @functools.wraps(function)
    def forgetful(*args: Any, **kwargs: Any) -> Any:
        if active() is None:
            return function(*args, **kwargs)
        inner = Inner(function, args, kwargs, "neo.checkpoint", lifts=())
        outputs = Outputs(inner, inner.found)
        name = define_checkpoint(inner.trace.module, inner.trace,
                                 outputs.traced)
        return outputs.filled(inner.call(name, outputs.traced))

    return forgetful
