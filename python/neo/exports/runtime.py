# runtime.py - where the runtime library is
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""libneo_runtime and its header come with the package, for programs in C and C++."""

from pathlib import Path

from neo.errors import Error, describe


def runtime_folder() -> Path:
    """The folder that holds libneo_runtime.so, and `include`. Raises neo.Error."""
    folder = Path(__file__).absolute().parents[1] / "runtime"
    if not (folder / "libneo_runtime.so").exists():
        raise Error(describe(
            f"the runtime library is not in {folder}: build it with scripts/setup.sh"))
    return folder
