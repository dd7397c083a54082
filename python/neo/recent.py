# recent.py - a bounded cache of compiled programs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Where `neo.jit` and `neo.expr` keep what they have compiled.

A function that meets ever new shapes compiles ever new programs, each with its
machine code and its temporaries. The last `MOST_PROGRAMS` that were used stay;
the others are compiled again when they are needed.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from typing import Any

MOST_PROGRAMS = 64  # Of one function or expression.

_every: weakref.WeakSet[Recent] = weakref.WeakSet()


class Recent:
    """The values of the keys that were asked for last, for all threads."""

    def __init__(self, most: int = MOST_PROGRAMS):
        self._most = most
        self._values: dict[Any, Any] = {}
        self._renew_lock()
        _every.add(self)

    def _renew_lock(self) -> None:
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """The value of `key`; `make()` where there is none.

        Two threads may make the same value at the same time: making runs user
        code, which must not happen under a lock. Both get the first one.
        """
        with self._lock:
            found = self._use(key)
        if found is None:
            made = make()
            with self._lock:
                found = self._use(key) or made
                self._values[key] = found
                while len(self._values) > self._most:
                    del self._values[next(iter(self._values))]
        return found

    def _use(self, key: Any) -> Any:
        """The value, if there is one, which becomes the last one used."""
        found = self._values.pop(key, None)
        if found is not None:
            self._values[key] = found
        return found


def _after_fork() -> None:
    """The thread that held a lock may not exist in the child."""
    for recent in list(_every):
        recent._renew_lock()


os.register_at_fork(after_in_child=_after_fork)
