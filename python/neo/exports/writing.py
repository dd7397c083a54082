# writing.py - a function as a module on disk
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.export`: compile for each target, link, and write the folder.

    model.neo/manifest.json          inputs, outputs, requirements
    model.neo/weights.safetensors    constants, packed as kernels read them
    model.neo/avx2/plan.json         launches and memory plan
    model.neo/avx2/kernels.so        machine code
    model.neo/model.h                names for a program in C

Weights of all targets are in one file; a tensor is named by the checksum of its bytes,
so that equal ones are stored once. The folder is written under a temporary name beside
the final one, and takes its place in one step where the file system can exchange two
folders: there is always a whole module, also while several processes export one. Who
reads files of both notices by their checksums.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from neo.destinations import folder_of, written_to
from neo.errors import Error, UsageError, describe, quieted
from neo.exports.functions import Function, traced
from neo.exports.header import c_name, header
from neo.exports.linking import find_linker, link
from neo.exports.manifest import NAME, TARGETS, manifest_text, said
from neo.native import canonical, core, thread_count
from neo.schedules import OPTIMISE, scheduled_text
from neo.version import __version__

WEIGHTS = "weights.safetensors"


@quieted
def export(function: Callable[..., Any], *specs: Any, path: str | os.PathLike,
           targets: str | Sequence[str] = (), threads: int = 0,
           inputs: Sequence[str] = (), outputs: Sequence[str] = ()) -> Path:
    """Writes `function`, for arguments like `specs`, to the folder `path`, with code for
    CPUs, whichever device it runs on here.

    `specs` are `neo.spec`s, or arrays of their types, in the containers that the
    function takes. Arrays that it uses from outside are its weights. `targets` are
    those of docs/Kernels.md, the best first, as the first that runs is taken; none
    means the best one that this machine runs. `threads` limits those that run it; 0
    means one for each processor. `inputs` and `outputs` are other names than those
    that the function gives them. Gives the path.

    Raises UsageError, neo.Error where there is no linker (see NEO_LINKER in
    docs/Variables.md), OSError, and what tracing and compiling raise.
    """
    names = target_names(targets)
    limit = thread_count(threads, "threads")
    for architecture in dict.fromkeys(TARGETS[name][0] for name in names):
        find_linker(architecture)
    what = traced(function, specs, inputs, outputs)
    place = _place_of(path)
    real = Path(os.path.realpath(place))  # Of a link what it leads to is replaced.
    with written_to(place):
        beside = Path(tempfile.mkdtemp(prefix=".neo-", dir=real.parent))
    try:
        _write(what, c_name(place.stem).lstrip("_") or "module", names, limit, beside)
        beside.chmod(0o755)
        _move(beside, real)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return place


def target_names(targets: str | Sequence[str]) -> list[str]:
    """The option `targets`. Raises UsageError."""
    names = [targets] if isinstance(targets, str) else list(targets)
    if not names:
        names = [core().best_target()]
        if not names[0]:
            raise UsageError(describe(
                "this machine runs none of neo's targets: say which one to export for, "
                f"targets=..., of {', '.join(TARGETS)}"))
    for name in names:
        if name not in TARGETS:
            raise UsageError(describe(
                f"there is no target {name!r} to export for: write "
                f"{', '.join(TARGETS)}"))
    if len(set(names)) != len(names):
        raise UsageError(describe(f"targets names one twice: {', '.join(names)}"))
    return names


def _write(what: Function, called: str, names: Sequence[str], threads: int,
           folder: Path) -> None:
    """All files of the module, which is `called` so in C."""
    entries, tensors = [], {}
    for name in names:
        found = core().export_text(_text_for(what, name), "main", name, what.weights)
        tensors.update(found["tensors"])
        entries.append(_write_target(name, found, folder))
    (folder / WEIGHTS).write_bytes(_weights(tensors, what.weights))
    sides = {side: [{"name": each, "dtype": dtype, "shape": shape}
                    for each, (dtype, shape) in zip(own, found[side], strict=True)]
             for side, own in (("inputs", what.inputs), ("outputs", what.outputs))}
    (folder / f"{called}.h").write_text(header(called, **sides), encoding="utf-8")
    (folder / NAME).write_text(manifest_text({
        "made_by": "neo " + __version__, "name": called, **sides, "threads": threads,
        "weights": WEIGHTS, "targets": entries, "arguments": said(what.arguments),
        "results": said(what.results)}), encoding="utf-8")


def _text_for(what: Function, target: str) -> str:
    """The IR, with the schedules that the function was given: for one target."""
    if not what.schedules:
        return what.text
    said = f'module attributes {{neo.target = "{target}"'
    text = what.text.replace("module {", f"{said}}} {{", 1) \
        if what.text.startswith("module {") else \
        what.text.replace("module attributes {", f"{said}, ", 1)
    return scheduled_text(canonical(text, OPTIMISE), what.schedules)


def _write_target(name: str, found: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Plan and code for one target; its entry in the manifest."""
    architecture, needs = TARGETS[name]
    entry: dict[str, Any] = {"name": name, "architecture": architecture,
                             "needs": list(needs)}
    (folder / name).mkdir()
    code = link(found["objects"], architecture)
    # A module that only copies has no kernels.
    for kind, file, data in (("plan", f"{name}/plan.json", found["plan"]),
                             ("kernels", f"{name}/kernels.so" if code else "", code)):
        if file:
            (folder / file).write_bytes(data)
        entry[kind] = {"file": file, "checksum": core().checksum(data)}
    entry["memory"] = {"weights": found["weight_bytes"],
                       "temporaries": found["temporary_bytes"]}
    return entry


def _weights(tensors: dict[str, bytes], arrays: Sequence[np.ndarray]) -> bytes:
    """The file of tensors: arrays of the function with their types, what is packed as
    bytes."""
    import safetensors.numpy
    known = {core().checksum(array): array for array in arrays
             if array.dtype != ml_dtypes.bfloat16}
    return safetensors.numpy.save({
        name: known[name] if name in known else np.frombuffer(data, np.uint8)
        for name, data in sorted(tensors.items())})


def _place_of(path: Any) -> Path:
    """Where the module is to lie. A folder is replaced where it is a module, so that
    nothing else is lost."""
    if not isinstance(path, (str, os.PathLike)) or not os.fspath(path):
        raise UsageError(describe(
            f"path names a folder to write, as 'model.neo', not {path!r}"))
    place = Path(path)
    if place.exists() and not (place / NAME).is_file() and \
            not (place.is_dir() and not any(place.iterdir())):
        raise UsageError(describe(
            f"{place} is there and is no module of neo: write to another path"))
    folder_of(place)
    return place


def _move(beside: Path, place: Path) -> None:
    """`beside` to `place`; what was there is at `beside` then, or gone."""
    try:
        try:
            os.rename(beside, place)
        except OSError as reason:
            if reason.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            if not _exchanged(beside, place):
                _replace(beside, place)
    except OSError as reason:
        raise Error(describe(f"the module cannot be moved to {place}: {reason}")) \
            from None


def _exchanged(beside: Path, place: Path) -> bool:
    """Whether the folders changed places, in one step. Python has no function for it, and
    some file systems cannot."""
    exchange = getattr(ctypes.CDLL(None), "renameat2", None)
    here, at_once = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of <fcntl.h>, <stdio.h>.
    return exchange is not None and exchange(
        here, os.fsencode(beside), here, os.fsencode(place), at_once) == 0


def _replace(beside: Path, place: Path) -> None:
    """In two steps, between which there is no module."""
    with tempfile.TemporaryDirectory(prefix=".neo-", dir=beside.parent,
                                     ignore_cleanup_errors=True) as folder:
        old = Path(folder) / "old"
        os.rename(place, old)
        try:
            os.rename(beside, place)
        except OSError:
            os.rename(old, place)
            raise
