# refusals.py - what neo.onnx raises
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A file that is no model, and a model that neo cannot run, are two errors.

Both name the node. `Undecided` is internal: a shape depends on the values of an input,
and the model is traced again with these values as constants.
"""

from __future__ import annotations

from collections.abc import Iterable

from neo.errors import Error, describe


class ModelError(Error, ValueError):
    """A file or a model is malformed, or its arguments do not fit it."""


class UnsupportedError(Error, NotImplementedError):
    """A model has an operator that neo refuses: `operator`, `node`, `reason`."""

    def __init__(self, operator: str, node: str, reason: str):
        where = f" ('{node}')" if node else ""
        super().__init__(describe(f"{operator}{where} is not supported: {reason}"))
        self.operator, self.node, self.reason = operator, node, reason

    def __reduce__(self) -> tuple:
        return UnsupportedError, (self.operator, self.node, self.reason)


class Undecided(Exception):
    """Shapes depend on the values of the inputs `names`."""

    def __init__(self, names: Iterable[str]):
        super().__init__(*names)
        self.names = frozenset(names)
