# optim.py - updates of parameters
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Optimisers, written as index expressions and traced inside `neo.jit`.

    adam = neo.optim.Adam(1e-3)
    state = adam.init(params)                      # arrays, outside of jit
    params, state = adam.update(params, grads, state)      # inside of jit

Parameters, gradients and states are trees of float arrays of one structure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NoReturn

import numpy as np

from neo import tree
from neo.elsewhere import missing
from neo.errors import Error, describe
from neo.expr import Expr, expr
from neo.optimizer_names import ADAM, RATE, REMEDIES, OptimizerNames, refuse
from neo.parameters import check_parameters, check_update
from neo.sources import about
from neo.specs import element_type
from neo.spelled import spelled

State = dict[str, Any]


@lru_cache(maxsize=None)
def _update(text: str, rank: int) -> Expr:
    """`text` with `...` as the indices of a tensor of this rank."""
    loops = (f"i{dimension}" for dimension in range(rank))
    return expr(text.replace("...", ",".join(loops)))


def _run(leaf: Any, text: str, first: Any, *others: Any) -> Any:
    """A step of the update of `leaf`, by whose name neo.explain tells it."""
    with about(leaf):
        return _update(text, len(first.shape))(first, *others)


def _wide(leaf: Any) -> Any:
    """The type that the statistics of `leaf` have: squares of gradients and an epsilon
    are 0 in half precision."""
    return np.float64 if element_type(leaf.dtype) == "f64" else np.float32


def _cast(value: Any, dtype: Any) -> Any:
    """`value`, unless it is a number, in another type."""
    is_other = hasattr(value, "dtype") and value.dtype != dtype
    return value.astype(dtype) if is_other else value


def _zeros(params: Any, dtype: Any = lambda leaf: leaf.dtype) -> Any:
    check_parameters(params)
    return tree.map(lambda p: np.zeros(p.shape, dtype(p)), params)


class SGD(OptimizerNames):
    """Gradient descent with momentum (Polyak 1964).

        V = momentum * V + G
        P = P - rate * V

    `rate` may be a number or, in `update`, a tensor of rank 0.
    """

    @spelled(**RATE)
    def __init__(self, rate: float, momentum: float = 0.0, **others: Any):
        refuse(type(self), others)
        self.rate = _positive("rate", rate)
        self.momentum = _fraction("momentum", momentum)

    def init(self, params: Any) -> State:
        """The state before the first step."""
        return {"velocity": _zeros(params)} if self.momentum else {}

    def update(self, params: Any, grads: Any, state: Mapping[str, Any],
               rate: Any = None) -> tuple[Any, State]:
        """New parameters and the new state."""
        rate = self.rate if rate is None else rate
        parts = ("velocity",) if self.momentum else ()
        check_update(params, grads, state, parts, rate)
        new: State = {}
        if self.momentum:
            text = f"N[...] = {self.momentum!r} * V[...] + G[...]"
            grads = tree.map(lambda v, g, p: _run(p, text, v, g),
                             state["velocity"], grads, params)
            new["velocity"] = grads
        moved = tree.map(
            lambda p, g: _run(p, "N[...] = P[...] - G[...] * rate", p, g, rate),
            params, grads)
        return moved, new


class Adam(OptimizerNames):
    """Adam (Kingma and Ba 2015, arXiv:1412.6980, algorithm 1).

        M = beta1 * M + (1 - beta1) * G           V likewise with G * G
        P = P - rate * (M / c) / (sqrt(V / s) + epsilon)
        c, s = 1 - beta1**T, 1 - beta2**T

    `rate` may be a number or, in `update`, a tensor of rank 0. M, V and T are float32
    for parameters of half precision, whose update is rounded once.
    """

    decay = 0.0

    @spelled(**ADAM)
    def __init__(self, rate: float = 1e-3, beta1: float = 0.9,
                 beta2: float = 0.999, epsilon: float = 1e-8, **others: Any):
        refuse(type(self), others)
        self.rate = _positive("rate", rate)
        self.beta1 = _fraction("beta1", beta1)
        self.beta2 = _fraction("beta2", beta2)
        self.epsilon = _positive("epsilon", epsilon)

    def init(self, params: Any) -> State:
        """The state before the first step."""
        mean = _zeros(params, _wide)
        leaves, _ = tree.flatten(mean)
        dtype = np.result_type(*(leaf.dtype for leaf in leaves)) if leaves \
            else np.float64
        return {"step": np.zeros((), dtype), "mean": mean,
                "square": _zeros(params, _wide)}

    def update(self, params: Any, grads: Any, state: Mapping[str, Any],
               rate: Any = None) -> tuple[Any, State]:
        """New parameters and the new state."""
        rate = self.rate if rate is None else rate
        check_update(params, grads, state, ("step", "mean", "square"), rate)
        count = _cast(state["step"], _wide(state["step"]))
        step = _run(state["step"], "N[] = T[] + 1", count)
        mean = self._average(self.beta1, "G[...]", state["mean"], grads, params)
        square = self._average(self.beta2, "G[...] * G[...]", state["square"], grads,
                               params)
        kinds = dict.fromkeys(map(_wide, tree.flatten(params)[0]))
        corrections = {kind: self._corrections(_cast(step, kind)) for kind in kinds}
        moved = tree.map(
            lambda p, m, v: self._move(p, m, v, corrections[_wide(p)], rate),
            params, mean, square)
        return moved, {"step": step, "mean": mean, "square": square}

    def _average(self, beta: float, term: str, means: Any, grads: Any,
                 params: Any) -> Any:
        """The running means of `term`."""
        text = f"N[...] = {beta!r} * M[...] + (1 - {beta!r}) * {term}"
        return tree.map(
            lambda m, g, p: _run(p, text, _cast(m, _wide(p)), _cast(g, _wide(p))),
            means, grads, params)

    def _corrections(self, step: Any) -> list[Any]:
        """What M and V are too small by, after so many steps."""
        return [_run(step, f"N[] = 1 - pow({beta!r}, T[])", step)
                for beta in (self.beta1, self.beta2)]

    def _move(self, leaf: Any, mean: Any, square: Any, corrections: Sequence[Any],
              rate: Any) -> Any:
        """A parameter after the step."""
        kept, rate = _cast(leaf, _wide(leaf)), _cast(rate, _wide(leaf))
        first, second = corrections
        if self.decay:
            kept = _run(leaf, f"N[...] = P[...] - rate * {self.decay!r} * P[...]",
                        kept, rate)
        text = ("N[...] = P[...] - rate * (M[...] / c) / (sqrt(V[...] / s)"
                f" + {self.epsilon!r})")
        moved = _run(leaf, text, kept, rate, mean, first, square, second)
        return _cast(moved, leaf.dtype)


class AdamW(Adam):
    """Adam with decoupled weight decay (Loshchilov and Hutter 2019,
    arXiv:1711.05101, algorithm 2).

        P = P - rate * decay * P, then as Adam

    JAX's and PyTorch's `weight_decay` is `decay`.
    """

    @spelled(weight_decay="decay", **ADAM)
    def __init__(self, rate: float = 1e-3, beta1: float = 0.9,
                 beta2: float = 0.999, epsilon: float = 1e-8,
                 decay: float = 0.01, **others: Any):
        super().__init__(rate, beta1, beta2, epsilon, **others)
        self.decay = _fraction("decay", decay)


def _positive(name: str, value: float) -> float:
    if not (_is_number(value) and 0 < value < float("inf")):
        remedy = ": give that of each step to update(params, grads, state, rate=...)" * (
            name == "rate" and callable(value))
        raise Error(describe(f"{name} must be a positive number, not {value!r}{remedy}"))
    return float(value)


def _fraction(name: str, value: float) -> float:
    if not (_is_number(value) and 0 <= value < 1):
        raise Error(describe(f"{name} must lie in [0, 1), not {value!r}"))
    return float(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating))


def __getattr__(name: str) -> NoReturn:
    missing("neo.optim", name, REMEDIES, __all__)


def __dir__() -> list[str]:
    return [*__all__, "__doc__"]


__all__ = ["SGD", "Adam", "AdamW"]
