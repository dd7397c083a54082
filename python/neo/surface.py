# surface.py - public names whose errors show the user's lines alone
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Wrappers around public functions that hide the package's own frames.

An error is raised where a rule is broken, deep inside: `L + 1` of a tensor that has
left its function goes through broadcasting, lifting and tracing before it is refused.
The user wrote one line, and is to see one line. So each public function, and each
method of a class that users have instances of, is wrapped so that an error leaves it
with the user's frames alone (`errors.quieted`).

    wrap(neo, "exp")      neo.exp, in the package and in the module that defines it
    wrap_class(Tensor)    all methods and properties of a class

That is done in one place, when the package is imported, so a new public function is
wrapped without further ado. Modules that import names directly from each other call
the function itself; whether a call goes through a wrapper matters to errors only.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from types import FunctionType, ModuleType
from typing import Any

from neo.elements import Scalar
from neo.elsewhere import Suggesting
from neo.errors import quieted
from neo.methods import Method
from neo.optimizer_names import OptimizerNames
from neo.scalar_refusals import ReductionRefusals, ScalarRefusals


def wrap_package(neo: ModuleType) -> None:
    """Wraps everything that users of `neo`, the package, call."""
    wrap(neo, *neo.__all__, "__getattr__")
    wrap(neo.random, *neo.random.__all__, "__getattr__")
    wrap(neo.optim, "__getattr__")
    wrap(neo.tree, "flatten", "leaves", "map", "unflatten")
    wrap(neo.cache, "clear", "info")
    neo.spec.__init__ = quieted(neo.spec.__init__)  # type: ignore[method-assign]
    for kind in (Method, Suggesting, OptimizerNames, neo.optim.SGD, neo.optim.Adam,
                 neo.optim.AdamW, Scalar, ScalarRefusals, ReductionRefusals):
        wrap_class(kind)
    wrap_class(neo.DeviceArray)
    for kind in neo.Tensor.__mro__[:-1]:
        wrap_class(kind, ("value", "spec", "shape", "dtype", "ndim", "size"))


def wrap(module: ModuleType, *names: str) -> None:
    """Wraps functions of `module`, wherever they are defined.

    They have to be found where their `__module__` says, as pickles look there.
    """
    for name in names:
        function = getattr(module, name)
        if not isinstance(function, FunctionType):
            continue
        wrapper = quieted(function)
        setattr(module, name, wrapper)
        home = sys.modules.get(function.__module__)
        if getattr(home, function.__name__, None) is function:
            setattr(home, function.__name__, wrapper)


def wrap_class(kind: type, but: Collection[str] = ()) -> None:
    """Wraps the methods and properties that `kind` itself defines.

    Those of `but` are left alone, as nothing is raised there and they are in every
    inner loop.
    """
    for name, member in list(vars(kind).items()):
        if name in but:
            continue
        if isinstance(member, FunctionType):
            setattr(kind, name, quieted(member))
        elif isinstance(member, property) and member.fget is not None:
            wrapper: Any = property(quieted(member.fget), doc=member.__doc__)
            setattr(kind, name, wrapper)
