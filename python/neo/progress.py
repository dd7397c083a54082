# progress.py - a bar for compilations that take a while
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""From two seconds on, a compilation shows how far it is.

    neo compiles: 41%|#########          | 12/29 kernels [00:05]

On a terminal alone, on stderr, and gone when it ends. The bar is tqdm's where that is
installed, else a line. A thread draws it, for Python is free while machine code is
made; before the kernels are known, only the time passes. NEO_PROGRESS=0 is without.
"""

from __future__ import annotations

import functools
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: Seconds before anything is shown, and between two looks.
AFTER, EVERY = 2.0, 0.1
Count = Callable[[], tuple[int, int]]


class _Compilations:
    """Those that are under way, in any thread, and the thread that draws their bar."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._ended = threading.Event()
        self._watcher: threading.Thread | None = None

    def begin(self, count: Count) -> None:
        with self._lock:
            self._count += 1
            if self._count > 1:
                return
            self._ended = threading.Event()
            self._watcher = threading.Thread(
                target=_watch, args=(count, count(), self._ended), daemon=True,
                name="neo-progress")
            self._watcher.start()

    def end(self) -> None:
        with self._lock:
            self._count -= 1
            if self._count == 0 and self._watcher is not None:
                self._ended.set()
                self._watcher.join()


_compilations = _Compilations()


@contextmanager
def shown(count: Count) -> Iterator[None]:
    """Shows a bar while the body runs, if it runs for long enough: one for all that
    are compiled at the same time.

    `count` gives how many kernels are compiled and how many had to be, since the
    process began.
    """
    if not _is_wanted():
        yield
        return
    _compilations.begin(count)
    try:
        yield
    finally:
        _compilations.end()


@functools.cache
def _is_on(switch: str) -> bool:
    """Whether NEO_PROGRESS is not 0; told of once if it is neither 0 nor 1."""
    if switch not in ("", "0", "1"):
        print(f"neo: NEO_PROGRESS is '{switch}', which is neither 0 nor 1; using 1",
              file=sys.stderr)
    return switch != "0"


def _is_wanted() -> bool:
    stream = sys.stderr
    try:
        return stream is not None and stream.isatty() \
            and _is_on(os.environ.get("NEO_PROGRESS", ""))
    except ValueError:  # It is closed.
        return False


def _watch(count: Count, before: tuple[int, int], ended: threading.Event) -> None:
    """Draws from AFTER on, until the compilation has ended."""
    begin = time.monotonic()
    if ended.wait(AFTER):
        return
    bar = _bar(begin)
    while True:
        compiled, found = count()
        bar.show(compiled - before[0], found - before[1])
        if ended.wait(EVERY):
            break
    bar.close()


def _bar(begin: float) -> Any:
    try:
        from tqdm import tqdm
    except ImportError:
        return _Line(begin)

    class Quiet(tqdm):  # type: ignore[misc]
        monitor_interval = 0  # No thread of its own.

    return _Tqdm(Quiet, begin)


class _Tqdm:
    """tqdm's bar."""

    def __init__(self, make: Any, begin: float):
        columns, lines = shutil.get_terminal_size()  # 80, 24 where a terminal says 0.
        self._bar = make(desc="neo compiles", unit=" kernels", leave=False,
                         file=sys.stderr, mininterval=0,
                         ncols=columns - 1, nrows=lines,
                         bar_format="{desc}: {percentage:3.0f}%|{bar}| {n_fmt}/"
                                    "{total_fmt}{unit} [{elapsed}]", total=1)
        self._bar.start_t -= time.monotonic() - begin

    def show(self, compiled: int, found: int) -> None:
        self._bar.total, self._bar.n = max(found, 1), compiled
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


class _Line:
    """A line that is written over."""

    def __init__(self, begin: float):
        self._begin, self._width = begin, 0

    def show(self, compiled: int, found: int) -> None:
        of = f"{compiled} of {found} kernels, " if found else ""
        self._write(f"neo compiles: {of}{time.monotonic() - self._begin:.0f} s")

    def close(self) -> None:
        self._write("")
        sys.stderr.write("\r")

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)
