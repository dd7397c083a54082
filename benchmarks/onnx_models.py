# onnx_models.py - models of ONNX in Neo and in ONNX Runtime, equal and in turns
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Loads each model of zoo/ into both, compares the results, and lets them run in turns.

    python benchmarks/onnx_models.py [NAME ...] [--rounds N] [--threads N]

Needs the package onnx and ONNX Runtime; models of PyTorch and scikit-learn are left out
where these are not installed. A quantised result may be one step off where a product
lies between two of them: of those, how many differ is printed.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from turns import in_turns
from zoo import models


@dataclass
class Row:
    """A model: the largest difference, relative to the largest value; seconds."""

    name: str
    difference: float
    compiling: float
    neo: float
    runtime: float

    @property
    def ratio(self) -> float:
        """How many times as fast as ONNX Runtime Neo is."""
        return self.runtime / self.neo


def difference(ours: Sequence[Any], theirs: Sequence[Any]) -> float:
    """The largest difference of two lists of arrays, relative to the largest value;
    infinite where one has NaN or an infinity and the other has not."""
    worst = 0.0
    for a, b in zip(ours, theirs, strict=True):
        a, b = np.asarray(a), np.asarray(b)
        if a.shape != b.shape or a.dtype != b.dtype:
            return math.inf
        a, b = a.astype(np.float64), b.astype(np.float64)
        finite = np.isfinite(b)
        if not np.array_equal(a[~finite], b[~finite], equal_nan=True) or \
                not np.isfinite(a[finite]).all():
            return math.inf
        if finite.any():
            apart = np.abs(a[finite] - b[finite]).max()
            worst = max(worst, float(apart / (np.abs(b[finite]).max() + 1e-30)))
    return worst


def session(data: bytes, threads: int) -> Any:
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(data, options,
                                        providers=["CPUExecutionProvider"])


def measured(name: str, make: Callable[[], Any], rounds: int, threads: int) -> Row:
    import neo
    proto, inputs = make()
    data = proto.SerializeToString()
    theirs = session(data, threads)
    neo.set_threads(threads)
    begin = time.perf_counter()
    ours = neo.onnx.load(data)
    found = ours(**inputs)
    compiling = time.perf_counter() - begin
    apart = difference(found, theirs.run(None, inputs))
    return Row(name, apart, compiling, *in_turns(
        [lambda: ours(**inputs), lambda: theirs.run(None, inputs)], rounds))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="parts of names; all models without")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    rows = []
    print(f"{'model':<26}{'difference':>11}{'compiling':>11}{'Neo':>10}{'ORT':>10}"
          f"{'times as fast':>15}")
    for name, make in models().items():
        if options.names and not any(part in name for part in options.names):
            continue
        try:
            row = measured(name, make, options.rounds, options.threads)
        except ImportError as reason:
            print(f"{name:<26}  left out: {reason}")
            continue
        rows.append(row)
        print(f"{name:<26}{row.difference:>11.1e}{row.compiling:>9.1f} s"
              f"{row.neo * 1e3:>7.2f} ms{row.runtime * 1e3:>7.2f} ms{row.ratio:>15.2f}",
              flush=True)
    if rows:
        mean = math.exp(statistics.mean(math.log(row.ratio) for row in rows))
        print(f"geometric mean of {len(rows)} models: {mean:.2f} times as fast; slowest "
              f"{min(row.ratio for row in rows):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
