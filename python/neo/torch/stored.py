# stored.py - planned graphs that outlive the process
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What a graph became, kept in Neo's cache (docs/Cache.md).

To plan a graph is to trace it by the records of its operators, which takes longer than
to find the program of the resulting text. So the steps are kept: for each stage the
text, and which weights it captures; for what PyTorch runs, the operator. Kept steps are
found by all that they follow from:

    the graph of ATen operators, as bytes (neo.torch.packing)
    which of its inputs are weights
    the versions of PyTorch, of Python and of Neo's compiler, and Neo's Python files

and no tensor is among them: weights are captured from the call at hand. A program is
kept for the layouts of the first call; for others, the graph is planned after all.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

import neo
from neo.arrays import copied
from neo.native import core
from neo.torch.calls import Called, Translation
from neo.torch.layouts import Layout
from neo.torch.packing import MOST_CONSTANT, Unpackable, pack, unpack
from neo.torch.steps import ProgramStep, Run, TorchStep


def is_on() -> bool:
    """Whether NEO_CACHE lets graphs be kept."""
    return os.environ.get("NEO_CACHE") != "0"


@cache
def environment() -> bytes:
    """What graphs are translated by, besides Neo's compiler."""
    digest = hashlib.sha256(repr((torch.__version__, torch.version.git_version,
                                  sys.version)).encode())
    # Path.rglob does not see folders behind links, as those of a build are.
    files = [Path(folder, name) for folder, _, names in
             os.walk(Path(neo.__file__).parent, followlinks=True)
             for name in names if name.endswith(".py")]
    for file in sorted(files):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.digest()


def key_of(*parts: bytes) -> bytes:
    """The name of what follows from `parts` in this environment."""
    return hashlib.sha256(b"".join(hashlib.sha256(p).digest()
                                   for p in (environment(), *parts))).digest()


@dataclass(frozen=True)
class _Program:
    """A program step: an array that it captures, or the place of a weight."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    layouts: tuple[Layout | None, ...]
    text: str
    captures: tuple[int | np.ndarray, ...]


@dataclass(frozen=True)
class Steps:
    """A run, without its programs; `fallbacks` are names and reasons."""

    inputs: Sequence[int]
    steps: Sequence[_Program | TorchStep]
    output: Any
    known: dict[int, Any]
    fallbacks: Sequence[tuple[str, str]]

    def run(self, weights: Mapping[int, np.ndarray],
            replanned: Callable[[int], Callable[..., Any]]) -> Run:
        """The run for these weights by their places; `replanned` gives the function of
        a program by its number."""
        steps: list[Any] = []
        for step in self.steps:
            if isinstance(step, _Program):
                number = sum(isinstance(s, ProgramStep) for s in steps)
                step = _loaded(step, weights, replanned, number)
            steps.append(step)
        return Run(self.inputs, steps, self.output, self.known)


def _loaded(step: _Program, weights: Mapping[int, np.ndarray],
            replanned: Callable[[int], Callable[..., Any]], number: int) -> ProgramStep:
    captures = tuple(copied(weights[c]) if isinstance(c, int) else c
                     for c in step.captures)

    def function(*tensors: Any) -> Any:
        return replanned(number)(*tensors)

    kept = Translation(step.layouts, step.text, captures)
    return ProgramStep(step.inputs, step.outputs, Called(function, kept=kept))


def _program(step: ProgramStep, translation: Translation,
             places: Mapping[int, int]) -> _Program:
    captures = tuple(places.get(id(a), a) for a in translation.captures)
    if sum(a.nbytes for a in captures if isinstance(a, np.ndarray)) > MOST_CONSTANT:
        raise Unpackable("large constants")
    return _Program(step.inputs, step.outputs, translation.layouts, translation.text,
                    captures)


class Shelf:
    """Where the steps of one graph are kept."""

    def __init__(self, content: bytes, places: Sequence[int]):
        self._key = key_of(b"steps", content, repr(sorted(places)).encode())

    def find(self) -> Steps | None:
        """The steps, if there are any."""
        found = core().cached_graph(self._key)
        return None if found is None else unpack(found)

    def keep(self, run: Run, translations: Sequence[Translation],
             weights: Mapping[int, np.ndarray],
             fallbacks: Sequence[tuple[str, str]]) -> None:
        """Keeps a run after its first call, unless something in it cannot be."""
        places = {id(array): place for place, array in weights.items()}
        told = iter(translations)
        try:
            steps = [_program(s, next(told), places) if isinstance(s, ProgramStep) else s
                     for s in run.steps]
            content = pack(Steps(run.inputs, steps, run.output, run.known, fallbacks))
        except (Unpackable, pickle.PicklingError, AttributeError, TypeError):
            return
        core().cache_graph(self._key, content)


__all__ = ["Shelf", "Steps", "environment", "is_on", "key_of"]
