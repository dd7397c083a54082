# torch_models.py - networks of PyTorch: eager, by Inductor and by Neo, in turns
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Times inference and a training step of the networks of test/torch/zoo.py, in float32.

    .venv/bin/pip install -r scripts/requirements-zoo.txt
    PYTHONPATH=build/python .venv/bin/python benchmarks/torch_models.py
    ... torch_models.py --only 'ResNet-18|GPT' --threads 1 --rounds 9

The three run in one process and in turns; the median over the rounds counts. A training
step is the forward and the backward pass. A line says milliseconds of each, how much
faster Neo is than the better of the two others, and the seconds of each first call.
Results are compared before any time is taken: the largest difference from eager mode,
relative to the largest value.
"""

from __future__ import annotations

import argparse
import copy
import gc
import math
import re
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

import neo

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "test" / "torch"))

from further import FURTHER  # noqa: E402
from zoo import MODELS  # noqa: E402

#: Eager mode first: the others are compared with it.
SIDES = ("eager", "inductor", "neo")
#: Seconds that one measurement of one side takes at least.
LEAST = 0.05


@dataclass
class Row:
    """One network in one mode: seconds of each side, of a call and of the first."""

    seconds: dict[str, float]
    first: dict[str, float]
    difference: float

    @property
    def faster(self) -> float:
        """How many times as fast Neo is as the better of the others."""
        return min(t for n, t in self.seconds.items() if n != "neo") / \
            self.seconds["neo"]


def inference(model: torch.nn.Module, call: Callable[..., Any], inputs: Sequence[Any]
              ) -> Callable[[], list[Any]]:
    def run() -> list[Any]:
        with torch.no_grad():
            return [call(*inputs)]

    return run


def training(model: torch.nn.Module, call: Callable[..., Any], inputs: Sequence[Any]
             ) -> Callable[[], list[Any]]:
    parameters = list(model.parameters())

    def run() -> list[Any]:
        # Dropout draws the same for all. torch.manual_seed would take milliseconds to
        # note where it was called, for devices that are not there.
        torch.default_generator.manual_seed(3)
        output = call(*inputs)
        loss = output.square().mean()
        return [output, *torch.autograd.grad(loss, parameters, allow_unused=True)]

    return run


def difference(found: Sequence[Any], expected: Sequence[Any]) -> float:
    """The largest, relative to the largest value of all."""
    pairs = [(a, b) for a, b in zip(found, expected, strict=True) if b is not None]
    scale = max(float(b.abs().max()) for _, b in pairs)
    return max(float((a - b).abs().max()) for a, b in pairs) / max(scale, 1e-30)


def per_call(run: Callable[[], Any]) -> float:
    start, calls = time.perf_counter(), 0
    while not calls or time.perf_counter() - start < LEAST:
        run()
        calls += 1
    return (time.perf_counter() - start) / calls


def measured(make: Callable[[], Any], mode: str, rounds: int) -> Row:
    """One network in turns; `mode` is "inference" or "training"."""
    torch.manual_seed(1)
    model, inputs = make()
    model.train(mode == "training")
    made = inference if mode == "inference" else training
    runs, first, results = {}, {}, {}
    torch._dynamo.reset()
    for side in SIDES:
        call = model if side == "eager" else torch.compile(model, backend=side)
        state = copy.deepcopy(model.state_dict())
        start = time.perf_counter()
        runs[side] = made(model, call, inputs)
        results[side] = runs[side]()
        first[side] = time.perf_counter() - start
        model.load_state_dict(state)  # Running statistics.
        runs[side]()
    # What was compiled for this network and those before is no garbage to look for.
    gc.collect()
    gc.freeze()
    seconds: dict[str, list[float]] = {side: [] for side in SIDES}
    for _ in range(rounds):
        for side, run in runs.items():
            seconds[side].append(per_call(run))
    return Row({s: statistics.median(t) for s, t in seconds.items()}, first,
               difference(results["neo"], results["eager"]))


def said(name: str, mode: str, threads: int, row: Row) -> str:
    times = " ".join(f"{s} {1e3 * t:8.2f}" for s, t in row.seconds.items())
    firsts = " ".join(f"{s} {t:.1f}" for s, t in row.first.items() if s != "eager")
    return (f"{name:20} {mode:9} {threads} threads, ms: {times}  neo {row.faster:.2f}x, "
            f"first call s: {firsts}, difference {row.difference:.0e}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="regular expression of names")
    parser.add_argument("--further", action="store_true",
                        help="the networks of test/torch/further.py")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    networks = FURTHER if options.further else MODELS
    warnings.simplefilter("ignore")
    torch.set_num_threads(options.threads)
    neo.set_threads(options.threads)
    for mode in ("inference", "training"):
        rows = []
        for name, make in networks.items():
            if re.search(options.only, name):
                rows.append(measured(make, mode, options.rounds))
                print(said(name, mode, options.threads, rows[-1]), flush=True)
        if rows:
            mean = math.exp(statistics.mean(math.log(r.faster) for r in rows))
            print(f"{mode}: {mean:.2f}x in the geometric mean, at least "
                  f"{min(r.faster for r in rows):.2f}x, of {len(rows)} networks",
                  flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
