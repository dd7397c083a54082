# elsewhere.py - remedies for names of NumPy and JAX that neo has not
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What to write in neo for a name that its users know from NumPy or JAX.

`neo.vmap` fails as any missing attribute does, with AttributeError, but says that a
batch is one more loop of the expression. Names stand here only if something in neo
does what they do. Of other names, the one that is near is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn

import numpy as np

from neo.errors import describe
from neo.names_elsewhere import REMEDIES

_UNIFORM = "neo.random.uniform(key, shape)"
_NORMAL = "neo.random.normal(key, shape)"
_WEIGHTS = "neo.random.glorot_uniform(key, shape) or neo.random.he_normal(key, shape)"

JITTED = {
    **dict.fromkeys(("lower", "trace", "eval_shape"), "f.ir(*arguments)"),
    "compile": "neo.compile(f.ir(*arguments))", "grad": "neo.grad(f)",
    **dict.fromkeys(("vjp", "jvp"), "neo.vjp(f, x) or neo.jvp(f, (x,), (dx,))"),
    "clear_cache": "neo.cache.clear()", "explain": "neo.explain(f, *arguments)",
}
EXPR = {
    "grad": "neo.grad(lambda x: neo.sum(op(x))), or op.vjp(operands, cotangent)",
    "text": "str(op)", "shape": "op(...).shape", "gradient": "op.vjp",
    "backward": "op.vjp", "lower": "op.ir(*operands)",
    "explain": "neo.explain(op, *operands)",
}
RANDOM = {
    "PRNGKey": "neo.random.key(seed)", "default_rng": "neo.random.key(seed)",
    "exponential": "-neo.log1p(-neo.random.uniform(key, shape))",
    "shuffle": "neo.random.permutation(key, x), outside of neo.jit",
    "seed": "neo.random.key(seed), and pass the key to what draws",
    "rand": _UNIFORM, "random": _UNIFORM, "random_sample": _UNIFORM,
    "randn": _NORMAL, "standard_normal": _NORMAL,
    "integers": "neo.random.randint(key, shape, low, high)",
    "lognormal": "neo.exp(neo.random.normal(key, shape))",
    "truncated_normal": "scipy.stats.truncnorm's outside of neo.jit, or neo.random.normal",
    "orthogonal": "numpy.linalg.qr(neo.random.normal(key, (n, n)))[0], outside of neo.jit",
    "initializers": _WEIGHTS, "glorot_normal": _WEIGHTS, "xavier_uniform": _WEIGHTS,
    "kaiming_normal": _WEIGHTS, "lecun_normal": _WEIGHTS, "he_uniform": _WEIGHTS,
}


# Who writes these means them.
_NO_TYPOS = frozenset((*dir(np), *dir(np.random), "composite"))


def missing(module: str, name: str, remedies: dict[str, str], known: Sequence[str]
            ) -> NoReturn:
    """Raises AttributeError for `name`, with the remedy or the name that is meant."""
    said = f"module '{module}' has no attribute '{name}'"
    if name in remedies:
        raise AttributeError(describe(f"{said}: write {remedies[name]}"))
    close = "" if name in _NO_TYPOS else meant(name, known)
    raise AttributeError(
        describe(f"{said}: did you mean '{close}'?") if close else said)


class Suggesting:
    """An object whose missing attributes say what to write."""

    _called = ""  # What the user would call it.
    _instead: dict[str, str] = {}

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        said = f"{self._called} has no attribute '{name}'"
        near = meant(name, [n for n in dir(type(self)) if not n.startswith("_")])
        if name in self._instead:
            said += f": write {self._instead[name]}"
        elif near:
            said += f": did you mean '{near}'?"
        raise AttributeError(describe(said))


def meant(name: str, known: Sequence[str]) -> str:
    """Which of `known` is meant by `name`; '' where none is near.

    Typos leave the first letter and most of the length as they are, unlike names of
    something else: psum is no sum, and broadcasted_iota no broadcast_to.
    """
    if name.startswith("_"):
        return ""
    names = {each.lower(): each for each in known
             if each[0].lower() == name[0].lower() and abs(len(each) - len(name)) < 3}
    found = get_close_matches(name.lower(), names, 1, 0.75)
    return names[found[0]] if found else ""


__all__ = ["EXPR", "JITTED", "RANDOM", "REMEDIES", "Suggesting", "meant", "missing"]
