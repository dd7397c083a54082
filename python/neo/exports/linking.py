# linking.py - object code linked to a shared library
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Kernels come from the compiler as relocatable object files. A linker of the system
makes a shared library of them, which the dynamic loader of any Linux loads into a
process: LLVM's for every target, GNU's for its own. NEO_LINKER names another.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from neo.errors import Error, describe

# Nothing is written that only finds errors, and nothing that differs from one run to
# the next: a module that is exported twice is the same twice.
_OPTIONS = ("-shared", "--gc-sections", "--strip-all", "--build-id=none",
            "--hash-style=gnu", "-z", "now", "-z", "noexecstack")
_LLVM = (("ld.lld",), ("ld.lld-22",), ("lld-22", "-flavor", "gnu"))


def link(objects: Sequence[bytes], architecture: str) -> bytes:
    """The shared library of object files for "x86-64" or "aarch64"; of none, nothing.

    Raises neo.Error where there is no linker, or where it refuses.
    """
    if not objects:
        return b""
    command = find_linker(architecture)
    with tempfile.TemporaryDirectory(prefix="neo-link-") as folder:
        names = []
        for number, data in enumerate(objects):
            path = Path(folder, f"kernel{number}.o")
            path.write_bytes(data)
            names.append(path.name)
        done = subprocess.run([*command, *_OPTIONS, "-o", "kernels.so", *names],
                              cwd=folder, capture_output=True, text=True)
        library = Path(folder, "kernels.so")
        if done.returncode != 0 or not library.is_file():
            reason = done.stderr.strip()[:500] or \
                f"it ended with status {done.returncode} and said nothing"
            raise Error(describe(
                f"the linker {command[0]} made no library of the kernels: {reason}"))
        return library.read_bytes()


def find_linker(architecture: str) -> list[str]:
    """The command that links for `architecture`. Raises neo.Error."""
    given = _given()
    if given:
        return given
    own = {"x86_64": "x86-64"}.get(platform.machine(), platform.machine())
    gnu = "ld" if architecture == own else \
        f"{architecture.replace('-', '_')}-linux-gnu-ld"
    for command in (*_LLVM, (gnu,)):
        if shutil.which(command[0]):
            return list(command)
    raise Error(describe(
        f"there is no linker for {architecture}, which exporting needs: install lld "
        f"or {gnu} (of binutils), or name one by the environment variable NEO_LINKER"))


def _given() -> list[str]:
    """The command that NEO_LINKER says; empty without. Raises neo.Error."""
    said = os.environ.get("NEO_LINKER", "")
    try:
        given = shlex.split(said)
    except ValueError:  # Quotes that do not end.
        given = [said]
    if given and not shutil.which(given[0]):
        raise Error(describe(
            f"NEO_LINKER is {said!r}, but there is no command {given[0]!r}: name an "
            "installed linker, as ld.lld, or unset it"))
    return given
