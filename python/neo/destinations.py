# destinations.py - places that files are written to
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Errors of the file system in terms of the path that the user gave.

What has to be there as a whole is written under a temporary name beside its place, and
Python's own errors name that: here they name the place, and what to do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from neo.errors import describe


def folder_of(path: str | os.PathLike) -> str:
    """The folder that holds `path`. Raises FileNotFoundError where there is none."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(describe(
            f"there is no folder {folder} for {os.path.basename(path)}: make it first"))
    return folder


@contextmanager
def written_to(path: str | os.PathLike) -> Iterator[None]:
    """A block that writes `path`: an OSError in it names that path, and keeps its type
    and number."""
    try:
        yield
    except OSError as reason:
        error = type(reason)(describe(
            f"{os.fspath(path)} cannot be written ({reason.strerror or reason}): name a "
            "file in a folder of yours, on a disk with space left"))
        error.errno = reason.errno
        raise error from None
