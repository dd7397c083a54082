# loading.py - a module on disk as a function
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.load`: a module that `neo.export` wrote, run by the runtime alone, without
tracing or compiling.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from neo import tree
from neo.arrays import intake, prepared
from neo.errors import (DtypeError, Error, ShapeError, UsageError, describe, quiet,
                        quieted, quoted)
from neo.exports.manifest import containers, plain, read
from neo.native import core, thread_count
from neo.specs import numpy_type, spec


class Loaded:
    """A module: call it as the function that was exported, with arrays of its shapes.
    Those after some arguments may be given by the names of inputs: m(x, b=array).

    `inputs` and `outputs` are specs by name, `target` the one whose code runs, `memory`
    the bytes that weights and temporaries take.

    Raises ShapeError, DtypeError, UsageError for arguments that do not fit.
    """

    def __init__(self, manifest: dict[str, Any], program: Any):
        self._program = program
        self._takes = containers(manifest, "arguments", len(manifest["inputs"]))
        self._gives = containers(manifest, "results", len(manifest["outputs"]))
        leaf = ("leaf",)
        # Arrays that fit are run as they come (neo.quick).
        self._is_flat = all(part == leaf for part in self._takes[1])
        self._alone = self._gives == leaf
        self._quick = program.caller((), self._alone)
        self.name: str = manifest["name"]
        self.inputs = _specs(manifest["inputs"])
        self.outputs = _specs(manifest["outputs"])
        self.target: str = program.target
        said = next(t for t in manifest["targets"] if t["name"] == self.target)
        self.memory: int = sum(said["memory"].values())

    def __repr__(self) -> str:
        sides = [", ".join(f"{name}: {each}" for name, each in side.items())
                 for side in (self.inputs, self.outputs)]
        return f"neo.Loaded({self.name}: {sides[0]} -> {sides[1]})"

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        try:
            if named:
                return self._run(self._leaves(args, named))
            found = self._quick(args) if self._is_flat else None
            return self._run(self._leaves(args, {})) if found is None else \
                self._finish(found)
        except Error as error:
            raise quiet(error) from None

    def _finish(self, found: Any) -> Any:
        return found if self._alone else tree.unflatten(self._gives, found)

    def _leaves(self, args: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
        """What is given for every input. Raises UsageError."""
        leaves, structure = tree.flatten(tuple(args), lists_of_numbers=True)
        takes = (self._takes[0], self._takes[1][:len(args)]) if named else self._takes
        if structure != takes and plain(structure) != takes:
            try:  # The keys of a dict may come in another order.
                leaves = tree.beside(takes, tuple(args), "", "")
            except tree.Different:
                raise UsageError(describe(
                    f"{self._takes_what()}, in the containers that it was exported with; "
                    f"these are {', '.join(tree.names(structure, 'args')) or 'none'}"
                )) from None
        for name in named:
            if name not in self.inputs:
                raise UsageError(describe(
                    f"there is no input {quoted(name)}: {self._takes_what()}"))
        names = list(self.inputs)
        for number, name in enumerate(names):
            if (number < len(leaves)) == (name in named):
                how = "given twice" if name in named else "not given"
                raise UsageError(describe(
                    f"input {quoted(name)} is {how}: {self._takes_what()}"))
        return [*leaves, *(named[name] for name in names[len(leaves):])]

    def _takes_what(self) -> str:
        return f"'{self.name}' takes {', '.join(self.inputs) or 'nothing'}"

    def _run(self, leaves: Sequence[Any]) -> Any:
        found = self._quick(leaves)
        if found is not None:
            return self._finish(found)
        arrays = [prepared(intake(leaf, quoted(name), numpy_type(each.dtype).__name__))
                  for leaf, (name, each) in zip(leaves, self.inputs.items())]
        for array, (name, each) in zip(arrays, self.inputs.items()):
            _check(array, quoted(name), each)
        results = self._program.run(arrays)
        return tree.unflatten(self._gives, results)


@quieted
def load(path: str | os.PathLike, *, target: str = "", threads: int = 0) -> Loaded:
    """The module in the folder `path`, for `target` or the first that runs here.

    `threads` limits those that run it; 0 means as many as it was exported for. Raises
    neo.Error where the module is damaged, or is not for this machine.
    """
    if not isinstance(target, str):
        raise UsageError(describe(f"target is {target!r}, but must be a str"))
    limit = thread_count(threads, "threads")
    folder = os.fspath(path)
    while True:
        before = _identity(folder)
        try:
            program = core().Program.load(folder, target, limit)
            return Loaded(read(folder), program)
        except (Error, OSError):
            if before == _identity(folder):
                raise
            # Another module took its place, of which some files were read.


def _identity(folder: str) -> tuple[int, int] | None:
    """Which folder it is, whatever it is called."""
    try:
        found = os.stat(folder)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _check(array: np.ndarray, name: str, wanted: spec) -> None:
    if array.shape != wanted.shape:
        raise ShapeError(describe(f"{name} has shape {array.shape}, but the module was "
                                  f"exported for {wanted.shape}"))
    dtype = np.dtype(numpy_type(wanted.dtype))
    if array.dtype != dtype:
        raise DtypeError(describe(f"{name} is {array.dtype}, but the module was exported "
                                  f"for {dtype}: convert it by astype"))


def _specs(tensors: Sequence[dict[str, Any]]) -> dict[str, spec]:
    return {each["name"]: spec(tuple(each["shape"]), each["dtype"])
            for each in tensors}
