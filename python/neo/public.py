# public.py - the public names, for the modules below them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Functions of neo by name, for what they are made of.

`x.sum()` is `neo.sum(x)`, and a refusal proposes `neo.sum(...)`, but `neo.sum` is made
of tensors, as are methods and refusals. Modules import downwards only: the package
provides its names here once all of them exist, and they are looked up when a method is
called, or an error is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_provided: dict[str, Any] = {}


def provide(names: Mapping[str, Any]) -> None:
    """Makes the public `names` known, with what they stand for."""
    _provided.update(names)


def function(name: str) -> Callable[..., Any]:
    """The public function called `name`."""
    return _provided[name]


def is_public(name: str) -> bool:
    """Whether neo has this name."""
    return name in _provided
