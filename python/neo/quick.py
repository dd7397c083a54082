# quick.py - the shortest way into a compiled program
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Calls like the ones before.

Nearly every call has arrays of the shapes that the last one had. Finding its
program by a key takes longer than running a small one: shapes and types become
specs, specs a tuple, the tuple a hash. So the last programs are simply tried
first: the compiled part compares the arrays with what it was compiled for
(python/Arrays.h), and runs or says no.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

MISSED = object()
_TRIED = 4


class Quick:
    """The last few programs, for all threads."""

    def __init__(self) -> None:
        # Replaced and never changed: threads read it without a lock.
        self._calls: tuple[tuple[Any, Any], ...] = ()

    def run(self, structure: Any, arrays: Sequence[Any]) -> Any:
        """What a program makes of `arrays`; MISSED if none fits them."""
        for known, compiled in self._calls:
            if known == structure:
                results = compiled.program.try_run(arrays, compiled.captured)
                if results is not None:
                    return compiled.finish(results)
        return MISSED

    def remember(self, structure: Any, compiled: Any) -> None:
        """Tries `compiled` first from now on."""
        others = [c for c in self._calls if c[1] is not compiled]
        self._calls = ((structure, compiled), *others[:_TRIED - 1])


def are_plain(leaves: Sequence[Any]) -> bool:
    """Whether all are NumPy arrays and nothing that is derived from them."""
    return all(type(leaf) is np.ndarray for leaf in leaves)
