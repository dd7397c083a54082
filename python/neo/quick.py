# quick.py - the fast path of a call, for shapes seen before
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The fast path of a call whose arrays have shapes that were compiled for.

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
MOST_TRIED = 4


class Quick:
    """The last few programs, for all threads."""

    def __init__(self) -> None:
        # Replaced and never changed: threads read it without a lock.
        self._calls: tuple[tuple[Any, Any, Any, Any], ...] = ()

    def run(self, structure: Any, arrays: Sequence[Any]) -> Any:
        """What a program makes of `arrays`; MISSED if none fits them."""
        for known, call, finish, _ in self._calls:
            if known == structure:
                results = call(arrays)
                if results is not None:
                    return results if finish is None else finish(results)
        return MISSED

    def remember(self, structure: Any, compiled: Any) -> None:
        """Tries `compiled` first from now on.

        It has a `program` with `captured` arrays, and says whether the one
        result is returned `alone`, or the tuple of all (`is_tuple`), or what it
        will `finish`.
        """
        call = compiled.program.caller(tuple(compiled.captured), compiled.alone)
        is_made = compiled.alone or compiled.is_tuple
        self.keep(structure, call, None if is_made else compiled.finish, compiled)

    def keep(self, structure: Any, call: Any, finish: Any, compiled: Any) -> None:
        """Tries `call` first, which runs `compiled`, for arrays in `structure`."""
        others = [c for c in self._calls if c[3] is not compiled]
        self._calls = ((structure, call, finish, compiled), *others[:MOST_TRIED - 1])


def are_plain(leaves: Sequence[Any]) -> bool:
    """Whether all are NumPy arrays and nothing that is derived from them."""
    return all(type(leaf) is np.ndarray for leaf in leaves)
