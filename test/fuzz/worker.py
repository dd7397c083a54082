# worker.py - runs one program after the other, in a process of its own
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Reads a list of choices per line, answers with an outcome per line.

A worker that crashes or hangs takes only itself along: see pool.py.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
import warnings
from typing import Any

warnings.simplefilter("ignore")

import neo  # noqa: E402
import numpy as np  # noqa: E402
from choices import Choices  # noqa: E402
from oracle import (Expected, arrays, build, parameters,  # noqa: E402
                    quotient_error)  # noqa: E402
from program import DTYPES, Program, make_program  # noqa: E402


#: What programs run on: "cpu", or "cuda" (run.py --device).
DEVICE = os.environ.get("NEO_FUZZ_DEVICE", "cpu")


def outcome_of(program: Program) -> dict:
    """What became of a program: its kind, a sentence, and seconds."""
    try:
        expected = Expected(program)
    except neo.Error as refusal:
        return {"kind": "refused", "text": str(refusal), "seconds": 0.0}
    wrong = quotient_error(program, expected)
    if wrong:
        return {"kind": "derivative", "text": wrong, "seconds": 0.0}
    try:
        return _run(program, expected)
    except neo.Error as refusal:
        return {"kind": "error", "text": str(refusal), "seconds": 0.0}


def _run(program: Program, expected: Expected) -> dict:
    dtype = DTYPES[program.dtype]
    inputs = arrays(program, dtype)
    os.environ["NEO_CACHE"] = "1" if program.cached else "0"
    if program.target == "host":
        os.environ.pop("NEO_TARGET", None)
    else:
        os.environ["NEO_TARGET"] = program.target
    seconds, text, slow = 0.0, "", []
    for _ in range(2 if program.cached else 1):
        batch = {name: 0 for name, t in parameters(program).items() if t.batch}
        if DEVICE == "cuda":  # Batches of any size are the CPU's.
            batch, way = {}, {"device": "cuda"}
        else:
            way = {"threads": program.threads, "batch": batch}
        function = neo.jit(build(program, dtype), strict=program.strict, **way)
        found, spent, said = _timed(function, inputs)
        seconds, slow = max(seconds, spent), slow + said
        text = text or _difference(expected, found)
        if batch and not text:
            other = program.resized()
            text = _difference(Expected(other),
                               function(*arrays(other, dtype)))
    return {"kind": "mismatch" if text else "right",
            "text": text or "; ".join([f"{seconds:.1f} s", *slow]),
            "seconds": seconds}


def _timed(function: Any, inputs: list[np.ndarray]
           ) -> tuple[Any, float, list[str]]:
    """Results, the seconds of the first call, and what it warned of."""
    begin, work = time.perf_counter(), time.process_time()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = function(*inputs)
    # What another process takes of the machine is not the compiler's.
    seconds = min(time.perf_counter() - begin, time.process_time() - work)
    return found, seconds, [str(w.message).splitlines()[0] for w in said]


def _difference(expected: Expected, results: Any) -> str:
    """What is wrong with the first result that is."""
    found = [np.asarray(x) for x in neo.tree.flatten(results)[0]
             if x is not None]
    differences = (expected.difference(number, array)
                   for number, array in enumerate(found))
    return next(filter(None, differences), "")


def main() -> None:
    folder = tempfile.mkdtemp(prefix="neo-fuzz-cache-")
    os.environ["NEO_CACHE_DIR"] = folder
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # What the compiler prints does not mix with answers.
    try:
        for line in sys.stdin:
            program = make_program(Choices(replay=json.loads(line)))
            print(json.dumps(outcome_of(program)), file=answers, flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
