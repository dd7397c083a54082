# optimizer_names.py - what optimisers are asked for elsewhere
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Names of arguments, methods and optimisers of PyTorch and Optax.

Those that neo has by other names are taken as they come, the rest says what to write:
an optimiser here is two functions of trees, and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from neo.errors import UsageError, describe

# How others call the arguments.
RATE = {"lr": "rate", "learning_rate": "rate"}
ADAM = {**RATE, "b1": "beta1", "b2": "beta2", "eps": "epsilon"}
_INSTEAD = {
    "betas": "beta1 and beta2", "weight_decay": "neo.optim.AdamW(rate, decay=...)",
    "nesterov": "the two formulas, by neo.tree.map", "momentum": "beta1",
    "params": "the parameters in init and update"}
_UPDATE = "params, state = optimizer.update(params, grads, state)"
REMEDIES = {
    **dict.fromkeys(("apply_updates", "Optimizer", "step"), _UPDATE),
    **dict.fromkeys(("clip_by_global_norm", "clip_grad_norm_"),
                    "grads = neo.tree.map(lambda g: g * neo.minimum(1.0, most / norm), "
                    "grads)"),
    **dict.fromkeys(("RMSprop", "RMSProp", "Adagrad", "Adadelta", "Lion", "LBFGS",
                     "adagrad", "rmsprop", "lion", "chain"),
                    "its formula by neo.tree.map over parameters, gradients and states"),
    **dict.fromkeys(("lr_scheduler", "exponential_decay", "cosine_decay_schedule",
                     "warmup_cosine_decay_schedule"),
                    "optimizer.update(params, grads, state, rate=...)"),
    "zero_grad": "nothing: gradients are results, and are not kept"}


def refuse(kind: type, others: Mapping[str, Any]) -> None:
    """Refuses arguments that other frameworks have."""
    for name in others:
        remedy = f": write {_INSTEAD[name]}" if name in _INSTEAD else ""
        raise UsageError(describe(
            f"neo.optim.{kind.__name__} has no argument '{name}'{remedy}"))


class OptimizerNames:
    """What is asked of optimisers elsewhere."""

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        remedy = REMEDIES.get(name, _UPDATE if name.startswith("step") else "")
        raise AttributeError(describe(
            f"neo.optim.{type(self).__name__} has no attribute '{name}'"
            + (remedy and f": write {remedy}")))
