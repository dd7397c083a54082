# surface.py - errors of every public name show the user's lines
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The doors of the package, behind which its frames are hidden.

An error is raised where a rule is broken, deep inside: `L + 1` of a tensor that has
left its function goes through broadcasting, lifting and tracing before it is refused.
The user wrote one line, and is to see one line. So each public function, and each
method of what users hold in their hands, is a door that lets an error out with the
user's frames alone (`errors.quieted`).

    close(neo, "exp")     neo.exp, and the module that defines it, have the door
    close_class(Tensor)   all methods and properties of a class

That is done in one place, when the package is imported: a new public function has its
door without anybody thinking of it. Inside, modules call one another past the doors
where they import names directly; a door more or less costs nothing but an error.
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


def close_package(neo: ModuleType) -> None:
    """Puts doors before everything that users of `neo`, the package, call."""
    close(neo, *neo.__all__, "__getattr__")
    close(neo.random, *neo.random.__all__, "__getattr__")
    close(neo.optim, "__getattr__")
    close(neo.tree, "flatten", "leaves", "map", "unflatten")
    close(neo.cache, "clear", "info")
    neo.spec.__init__ = quieted(neo.spec.__init__)  # type: ignore[method-assign]
    for kind in (Method, Suggesting, OptimizerNames, neo.optim.SGD, neo.optim.Adam,
                 neo.optim.AdamW, Scalar, ScalarRefusals, ReductionRefusals):
        close_class(kind)
    close_class(neo.DeviceArray)
    for kind in neo.Tensor.__mro__[:-1]:
        close_class(kind, ("value", "spec", "shape", "dtype", "ndim", "size"))


def close(module: ModuleType, *names: str) -> None:
    """Puts the door before functions of `module`, wherever they are defined.

    They have to be found where their `__module__` says, as pickles look there.
    """
    for name in names:
        function = getattr(module, name)
        if not isinstance(function, FunctionType):
            continue
        door = quieted(function)
        setattr(module, name, door)
        home = sys.modules.get(function.__module__)
        if getattr(home, function.__name__, None) is function:
            setattr(home, function.__name__, door)


def close_class(kind: type, but: Collection[str] = ()) -> None:
    """Puts it before the methods and properties that `kind` itself defines.

    Those of `but` are left alone, as nothing is raised there and they are in every
    inner loop.
    """
    for name, member in list(vars(kind).items()):
        if name in but:
            continue
        if isinstance(member, FunctionType):
            setattr(kind, name, quieted(member))
        elif isinstance(member, property) and member.fget is not None:
            door: Any = property(quieted(member.fget), doc=member.__doc__)
            setattr(kind, name, door)
