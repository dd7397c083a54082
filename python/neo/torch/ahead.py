# ahead.py - graphs compiled before they are called
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A thread for each graph of a training step, from the moment it is known.

AOTAutograd hands over the forward and the backward graph one after the other, and both
before the first is called. Compiled when they are called, each would wait for the other,
and most of what is done to one, Python's tracing and MLIR's passes on the whole graph,
takes one core:

    called     |trace f|passes f|kernels f|run|trace b|passes b|kernels b|run|
    ahead      |trace f|passes f|kernels f|run|kernels b|run|
                       |trace b|passes b|.....|

A program is compiled for how its operands lie in memory, which is known when they are
there. It is expected: what autograd saves of the forward graph is contiguous, as a
program of Neo gives it, or an input; cotangents lie as results do (neo.torch.strides).
Where that is wrong the first call compiles, as it does if anything goes wrong in the
thread, so that errors are its own. Ctrl-C while the first call waits gives all threads up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx import Node

from neo.native import core
from neo.torch.graph import Plan
from neo.torch.steps import ProgramStep


#: The system's numbers of the threads that are at it.
_compiling: set[int] = set()
_lock = threading.Lock()


class Ahead:
    """What `make` gives, made in a thread of its own."""

    def __init__(self, make: Callable[[], Any]):
        self._make: Callable[[], Any] | None = make
        self._made: Any = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="neo-ahead")
        self._thread.start()

    def _run(self) -> None:
        make, self._make = self._make, None
        assert make is not None
        thread = threading.get_native_id()
        _compiling.add(thread)
        try:
            self._made = make()
        except Exception:  # The first call will meet it.
            self._made = None
        finally:
            with _lock:
                _compiling.discard(thread)
                core().give_up_compilations(thread, False)
            self._done.set()

    def result(self) -> Any:
        """What was made; None where that failed, or in a child that was forked since."""
        try:
            # Not join: interrupted, Python 3.11 takes the thread for one that has ended.
            if self._thread.is_alive():
                self._done.wait()
        except BaseException:  # Ctrl-C: nobody will ask for the step's other graph.
            with _lock:
                for thread in _compiling:
                    core().give_up_compilations(thread, True)
            raise
        made, self._made = self._made, None
        return made


def compile_steps(plan: Plan, steps: Sequence[Any]) -> None:
    """Compiles the programs among a plan's steps for operands as they are expected."""
    programs = [step for step in steps if isinstance(step, ProgramStep)]
    stages = [stage for stage in plan.stages if plan.gives(stage)]
    for stage, program in zip(stages, programs, strict=True):
        program.called.compile_for([expected(plan, n) for n in plan.needs(stage)])


def expected(plan: Plan, node: Node) -> torch.Tensor:
    """A fake tensor that lies in memory as the value of a node probably will."""
    tensor: torch.Tensor = plan.metas[node]
    is_given = node.op == "placeholder" and node.name.startswith(("primals", "tangents"))
    is_given |= node.op == "call_function" and plan.runs_in_torch(node)
    return tensor if is_given or tensor.is_contiguous() \
        else torch.empty(tensor.shape, dtype=tensor.dtype, device="meta")


__all__ = ["Ahead", "compile_steps", "expected"]
