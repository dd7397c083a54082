# spelled.py - aliases of keyword arguments
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Keywords that NumPy and JAX spell differently.

NumPy clips from `a_min`, the array API from `min`; NumPy draws from `low`, JAX from
`minval`. A function has one name for each argument, which its signature shows, and
takes the others as they come:

    @spelled(minval="low", maxval="high")
    def uniform(key, shape=(), dtype=np.float32, low=0.0, high=1.0): ...
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from neo.errors import UsageError, describe

F = TypeVar("F", bound=Callable[..., Any])


def spelled(**names: str) -> Callable[[F], F]:
    """A decorator: keyword `other` is the argument `own`, for each other=own."""
    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            for other in names.keys() & kwargs.keys():
                own = names[other]
                if own in kwargs:
                    raise UsageError(describe(
                        f"{function.__name__} is given both '{own}' and '{other}', "
                        "which are one argument"))
                kwargs[own] = kwargs.pop(other)
            return function(*args, **kwargs)

        call.__spellings__ = names  # type: ignore[attr-defined]  # For the docs.
        return call  # type: ignore[return-value]

    return decorate
